"""Printing services: what each of them sells, and the files that it takes."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from cardgen.backend.press.profile import Standard
from cardgen.core.geometry import Insets, Size

ListName = Literal["mpc-autofill", "tgc"]
"""The forms in ``lists/``: files besides pictures that say which is what."""
Kind = Literal["deck", "board", "booklet", "tokens", "box"]
KINDS: Mapping[Kind, str] = {
    "deck": "cards",
    "board": "boards",
    "booklet": "booklets",
    "tokens": "tokens",
    "box": "boxes",
}
"""What services print, as they call it."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where figures come from, and when they were read there."""

    said: str
    date: datetime.date


class ServiceProduct(Struct, frozen=True):
    """Something that a service prints; lengths in millimetres.

    Without a ``trim`` it is cut to any size. ``canvas`` is the picture to upload, in pixels; None
    stands for trim and bleed at the service's resolution. ``bleed`` is what lies between the cut
    and the canvas, ``sides`` how many are printed. A box takes so many ``cards`` of the product
    that it ``holds``; ``api`` is what the service's own interface calls to make one.
    """

    id: str
    title: str
    kind: Kind
    trim: Size | None
    canvas: tuple[int, int] | None
    bleed: Insets
    safe: float
    shape: str
    sides: int
    cards: int
    holds: str
    api: str
    source: Source

    @property
    def measures(self) -> str:
        """The trimmed size in words."""
        return measured(self.trim) if self.trim is not None else "any size"


class Service(Struct, frozen=True):
    """A printing service.

    ``front`` and ``back`` are patterns of the names of pictures, ``document`` that of PDFs, of
    which there is one for ``each`` deck or size; ``pages`` is the order of sides in it.
    ``press`` and ``profile`` are what its PDFs are made for, in the inks of a press; None leaves
    them in RGB. ``ink_limit`` is the ink sum that it allows in percent, ``outlines`` says that it
    wants no fonts. ``copies`` is how a card is ordered more than once: by slots of a
    project, by a quantity, or by repeating its pages. ``most_cards`` go into one project.
    ``lists`` name the files besides pictures that are written for it, ``next`` says what to do
    with the folder.
    """

    id: str
    name: str
    site: str
    file: Literal["png", "pdf"]
    front: str
    back: str
    document: str
    each: Literal["deck", "size"]
    pages: Literal["front-back", "back-front", "apart"]
    dpi: int
    colour: Literal["rgb", "cmyk"]
    press: Standard | None
    profile: str
    ink_limit: int | None
    outlines: bool
    copies: Literal["slots", "quantity", "repeat"]
    most_cards: int | None
    stock: str
    lists: tuple[ListName, ...]
    next: tuple[str, ...]
    products: tuple[ServiceProduct, ...]
    sources: tuple[Source, ...]

    def product(self, id: str) -> ServiceProduct | None:
        """Return a product by its id, in whatever case it is written."""
        return next((one for one in self.products if one.id.lower() == id.lower()), None)


def measured(size: Size) -> str:
    """Write a size in millimetres."""
    return f"{size.width:g} × {size.height:g} mm"

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


class ProductKeys(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a row says of a product, and what is the same once it is complete.

    A box takes so many ``cards`` of the product that it ``holds``; ``sides`` are printed of
    everything else. ``api`` is what the service's own interface calls to make one.
    """

    id: str
    title: str
    kind: Kind
    shape: Literal["rect", "round", "square", "hex"] = "rect"
    sides: Literal[1, 2] = 2
    cards: int = 0
    holds: str = ""
    api: str = ""


class ProductRow(ProductKeys, frozen=True, kw_only=True):
    """A product as its row gives it; lengths with units, ``source`` is a key of the file."""

    trim: tuple[str, str] | None = None
    canvas: tuple[int, int] | None = None
    bleed: str | None = None
    safe: str | None = None
    source: str


class ServiceProduct(ProductKeys, frozen=True, kw_only=True):
    """Something that a service prints; lengths in millimetres.

    Without a ``trim`` it is cut to any size. ``canvas`` is the picture to upload, in pixels; None
    stands for trim and bleed at the service's resolution. ``bleed`` is what lies between the cut
    and the canvas.
    """

    trim: Size | None
    canvas: tuple[int, int] | None
    bleed: Insets
    safe: float
    source: Source

    @property
    def measures(self) -> str:
        """The trimmed size in words."""
        return measured(self.trim) if self.trim is not None else "any size"


class ServiceKeys(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a file says of a printing service.

    ``front`` and ``back`` are patterns of the names of pictures, ``document`` that of PDFs, of
    which there is one for ``each`` deck or size; ``pages`` is the order of sides in it.
    ``press`` and ``profile`` are what its PDFs are made for, in the inks of a press; None leaves
    them in RGB. ``ink_limit`` is the ink sum that it allows in percent, ``outlines`` says that it
    wants no fonts. ``copies`` is how a card is ordered more than once: by slots of a
    project, by a quantity, or by repeating its pages. ``most_cards`` go into one project.
    ``lists`` name the files besides pictures that are written for it, ``next`` says what to do
    with the folder.
    """

    name: str
    site: str = ""
    file: Literal["png", "pdf"]
    front: str = ""
    back: str = ""
    document: str = ""
    each: Literal["deck", "size"] = "deck"
    pages: Literal["front-back", "back-front", "apart"] = "front-back"
    dpi: int = 300
    colour: Literal["rgb", "cmyk"] = "rgb"
    press: Standard | None = None
    profile: str = ""
    ink_limit: int | None = None
    outlines: bool = False
    copies: Literal["slots", "quantity", "repeat"]
    most_cards: int | None = None
    stock: str = ""
    lists: tuple[ListName, ...] = ()
    next: tuple[str, ...] = ()


class ServiceFile(ServiceKeys, frozen=True, kw_only=True):
    """A service as its file gives it; ``bleed`` and ``safe`` hold where a row has none."""

    bleed: str
    safe: str
    products: tuple[ProductRow, ...]
    sources: dict[str, Source]


class Service(ServiceKeys, frozen=True, kw_only=True):
    """A printing service and what it prints."""

    id: str
    products: tuple[ServiceProduct, ...]
    sources: tuple[Source, ...]

    def product(self, id: str) -> ServiceProduct | None:
        """Return a product by its id, in whatever case it is written."""
        return next((one for one in self.products if one.id.lower() == id.lower()), None)


def measured(size: Size) -> str:
    """Write a size in millimetres."""
    return f"{size.width:g} × {size.height:g} mm"

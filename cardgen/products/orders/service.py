"""The file of a printing service: its products, and the files that it takes."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from cardgen.backend.press.profile import read_profile, shipped_profiles
from cardgen.core.choices import Standard
from cardgen.core.files import Length, Source
from cardgen.core.geometry import Insets, Size
from cardgen.core.paths import refusal
from cardgen.core.units import MM_PER_INCH
from cardgen.model.problems import refuse_unknown
from cardgen.products.wares import Kind

_SLACK_PX = 1
_DECIMALS = 4  # of a length in mm: sizes in inches leave crumbs
_MOST_PX = 20_000
_RESOLUTIONS = range(72, 2401)
NAMES = ("component", "piece", "side", "width", "height")
"""The names that patterns may have in braces."""
_PATTERN = re.compile(rf"(?:[^{{}}]|\{{(?:{'|'.join(NAMES)})\}})*")
DPI = 300
Positive = Annotated[int, Meta(ge=1)]


class ServiceProduct(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A product of a service: a row of its file.

    Without a ``trim`` it is cut to any size. ``canvas`` is the size of the picture to upload, in
    pixels; None means trim and bleed at ``dpi``, the resolution of the service. The service has
    defaults for ``bleed`` and ``safe``. ``cards`` is the number of cards in a box, and ``holds``
    the product of these cards; ``sides`` is the number of printed sides of other products. ``api``
    is the call of the service's API that makes the product, ``source`` a key of its sources.
    """

    id: str
    title: str
    kind: Kind
    shape: Literal["rect", "round", "square", "hex"] = "rect"
    sides: Literal[1, 2] = 2
    cards: Annotated[int, Meta(ge=0)] = 0
    holds: str = ""
    api: str = ""
    trim: tuple[Length, Length] | None = None
    canvas: tuple[int, int] | None = None
    bleed: Length
    safe: Length
    dpi: int
    source: str

    def __post_init__(self) -> None:
        if self.dpi not in _RESOLUTIONS:
            raise ValueError(f"{self.dpi} is no resolution to print at")
        if self.canvas is not None and not all(0 < pixels <= _MOST_PX for pixels in self.canvas):
            raise ValueError(f"product `{self.id}`: a canvas has 1 to {_MOST_PX} pixels a side")
        if self.trim is None:
            if self.canvas is not None and self.kind != "box":
                raise ValueError(f"product `{self.id}` has a canvas and no trim")
        elif min(self.trim) <= 0:
            raise ValueError(f"product `{self.id}` has no size")
        elif self.canvas is not None:
            edges, slack = (self.margins.left, self.margins.top), _SLACK_PX * MM_PER_INCH / self.dpi
            if min(edges) < self.bleed - slack or max(edges) > 2 * self.bleed + 1:
                raise ValueError(
                    f"product `{self.id}`: {self.canvas[0]} x {self.canvas[1]} pixels at "
                    f"{self.dpi} dpi are not {self.measures} with {self.bleed:g} mm of bleed"
                )

    @property
    def size(self) -> Size | None:
        """The trimmed size, None for any."""
        return Size(*map(float, self.trim)) if self.trim is not None else None

    @property
    def margins(self) -> Insets:
        """The part of the canvas beyond the cut: at least the bleed, rounded to a pixel."""
        across = along = float(self.bleed)
        if self.trim is not None and self.canvas is not None:
            pixel = MM_PER_INCH / self.dpi
            across, along = (
                round((pixels * pixel - length) / 2, _DECIMALS)
                for pixels, length in zip(self.canvas, self.trim, strict=True)
            )
        return Insets(along, across, along, across)

    @property
    def measures(self) -> str:
        """The trimmed size in words."""
        return self.size.measures if self.size is not None else "any size"

    @property
    def label(self) -> str:
        """The id with the trimmed size, for messages."""
        return f"`{self.id}`, {self.measures}"


class Service(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printing service and its products: the content of its file; the file's name is its id.

    ``front`` and ``back`` are patterns for the names of pictures, ``document`` for names of PDFs.
    There is one PDF for ``each`` deck or size; ``pages`` is the order of the sides in it.
    ``press`` and ``profile`` name the press that PDFs are separated for; None leaves them in RGB.
    ``ink_limit`` is the highest ink sum in percent. With ``outlines``, letters are shapes.
    ``copies`` is the way to order several copies of a card: as slots of a project, by a quantity,
    or by repeating its pages. ``most_cards`` is the limit for one project. ``lists`` names the
    order lists, and ``next`` has the user's next steps with the folder.
    """

    id: str
    name: str
    site: str = ""
    file: Literal["png", "pdf"]
    front: str = ""
    back: str = ""
    document: str = ""
    each: Literal["deck", "size"] = "deck"
    pages: Literal["front-back", "back-front", "apart"] = "front-back"
    dpi: int = DPI
    bleed: Length
    safe: Length
    colour: Literal["rgb", "cmyk"] = "rgb"
    press: Standard | None = None
    profile: str = ""
    ink_limit: Positive | None = None
    outlines: bool = False
    copies: Literal["slots", "quantity", "repeat"]
    most_cards: Positive | None = None
    stock: str = ""
    lists: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    products: tuple[ServiceProduct, ...]
    sources: dict[str, Source]

    def __post_init__(self) -> None:
        for reason in self._faults():
            raise ValueError(reason)

    def product(self, id: str) -> ServiceProduct | None:
        """Return a product by its id, regardless of case; None if there is none."""
        return next((row for row in self.products if row.id.lower() == id.lower()), None)

    def deck_product(self, id: str | None) -> ServiceProduct | None:
        """Return the product for decks; raises ModelError if the service has no such product.

        Returns None without an id: each deck then gets the product that is nearest in size.
        """
        if id is None:
            return None
        cards = [row for row in self.products if row.kind == "deck" and row.shape == "rect"]
        product = self.product(id)
        if product not in cards:
            ids = [row.id for row in cards]
            refuse_unknown(f"product of {self.name} for cards", (id,), ids)
        return product

    @property
    def keeps_ink_limit(self) -> bool:
        """True if PDFs are separated for a press that takes no more ink than the limit."""
        if self.ink_limit is None or self.press is None:
            return False
        return read_profile(self.profile).limit <= self.ink_limit

    @property
    def shortcomings(self) -> Iterator[str]:
        """The requirements of the service that cardgen's PDFs do not meet."""
        if self.file == "pdf" and self.colour == "cmyk" and self.press is None:
            yield "the PDF is in RGB; the service prints from CMYK"
        if self.file == "pdf" and self.ink_limit is not None and not self.keeps_ink_limit:
            yield (
                f"the ink sum may be {self.ink_limit} % at most: add `press` and a `profile` for "
                "so little ink to the table of this service"
            )

    def _faults(self) -> Iterator[str]:
        for name in ("front", "back", "document"):
            pattern = getattr(self, name)
            if not _PATTERN.fullmatch(pattern):
                placeholders = ", ".join(f"{{{name_in_braces}}}" for name_in_braces in NAMES)
                yield f"`{name}` may hold {placeholders}, and no other braces"
            if pattern and refusal(pattern):
                yield f"`{name}` cannot name a file: {refusal(pattern)}"
        for name in ("front", "back") if self.file == "png" else ("document",):
            if not getattr(self, name):
                yield f"`{name}` is missing, which a service that takes {self.file} needs"
        if self.lists and self.file != "png":
            yield "`lists` name pictures, and the service takes PDFs"
        if (self.press is None) != (self.profile == ""):
            yield "`press` and `profile` go together"
        if self.profile and self.profile not in shipped_profiles():
            yield f"there is no profile `{self.profile}` among {', '.join(shipped_profiles())}"
        ids = Counter(row.id for row in self.products)
        for row in self.products:
            if ids[row.id] > 1:
                yield f"product `{row.id}` is there twice"
            if row.holds and row.holds not in ids:
                yield f"`{row.id}` holds `{row.holds}`, which is no product"
            if row.source not in self.sources:
                yield f"product `{row.id}` names a source `{row.source}` that there is not"

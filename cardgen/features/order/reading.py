"""Printing services: the products that each of them sells, and the files that it takes.

A service is a TOML file with one row for each product. cardgen, plug-ins, and
a project have services, in this order; a project has them in ``services/`` beside ``card_data/``.
Every row names its source, and every source has a date.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from cardgen.backend.press.profile import shipped_profiles
from cardgen.core.choices import Standard
from cardgen.core.files import Length, Source, length, read_each, read_toml
from cardgen.core.geometry import Insets, Size
from cardgen.core.paths import refusal
from cardgen.core.plugins.parts import folders_of_parts
from cardgen.core.units import MM_PER_INCH
from cardgen.features.order import problems
from cardgen.products.wares import Kind

ListName = Literal["mpc-autofill", "tgc"]
"""The forms in ``lists/``: files besides pictures that say which is what."""
BUNDLED = Path(__file__).parent / "services"
OWN = "services"
"""The folder of a project's own services."""
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
    """A product of a service, as its row in the file has it.

    Without a ``trim`` it is cut to any size. ``canvas`` is the size of the picture to upload, in
    pixels; None means trim and bleed at ``dpi``, the resolution of the service. ``bleed`` and
    ``safe`` are those of the service unless the row has its own. ``cards`` is the number of cards
    that a box takes, of the product that it ``holds``; ``sides`` is the number of printed sides of
    anything else. ``api`` is the call of the service's own interface that makes one, ``source`` a
    key of the service's sources.
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
        if self.canvas is not None and not all(0 < one <= _MOST_PX for one in self.canvas):
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
        """How far the canvas reaches beyond the cut: at least the bleed, to a pixel."""
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


class Service(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A printing service and its products, as its file has them; the name of the file is its id.

    ``front`` and ``back`` are patterns for the names of pictures, ``document`` for those of PDFs.
    There is one PDF for ``each`` deck or size; ``pages`` is the order of the sides in it.
    ``press`` and ``profile`` name the press that PDFs are separated for; None leaves them in RGB.
    ``ink_limit`` is the highest ink sum in percent. With ``outlines``, letters are shapes.
    ``copies`` tells how to order several copies of a card: as slots of a project, by a quantity,
    or by repeating its pages. ``most_cards`` is the limit for one project. ``lists`` are the files
    to write besides pictures, ``next`` the steps that the user takes with the folder.
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
    lists: tuple[ListName, ...] = ()
    next: tuple[str, ...] = ()
    products: tuple[ServiceProduct, ...]
    sources: dict[str, Source]

    def __post_init__(self) -> None:
        for reason in self._faults():
            raise ValueError(reason)

    def product(self, id: str) -> ServiceProduct | None:
        """Return a product by its id, regardless of case; None if there is none."""
        return next((one for one in self.products if one.id.lower() == id.lower()), None)

    def _faults(self) -> Iterator[str]:
        for name in ("front", "back", "document"):
            pattern = getattr(self, name)
            if not _PATTERN.fullmatch(pattern):
                known = ", ".join(f"{{{one}}}" for one in NAMES)
                yield f"`{name}` may hold {known}, and no other braces"
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


def services(root: Path | None = None) -> dict[str, Service]:
    """Read all services, with those of a project if one is given, by their ids.

    Raises OutputError with everything that is wrong with their files.
    """
    files = {path.stem: path for folder in _folders(root) for path in sorted(folder.glob("*.toml"))}
    found: dict[str, Service] = {}

    def read(file: Path) -> None:
        values = _values(file.stem, files)
        found[file.stem] = msgspec.convert(values, Service, dec_hook=length)

    read_each([files[id] for id in sorted(files)], root, read, problems.bad_service_file)
    return found


def _folders(root: Path | None) -> Iterator[Path]:
    yield BUNDLED
    yield from folders_of_parts("services")
    if root is not None and (root / OWN).is_dir():
        yield root / OWN


def _values(id: str, files: Mapping[str, Path]) -> dict[str, Any]:
    """Return the content of a file with its id, its rows completed by what they have in common."""
    values = _written(id, files)
    _refuse(values, "id")
    given = {key: values[key] for key in ("bleed", "safe") if key in values}
    rows = values.get("products")
    if isinstance(rows, list):
        for row in rows:
            _refuse(row, "dpi")
        common = {"dpi": values.get("dpi", DPI)}
        values["products"] = [
            {**given, **row, **common} if isinstance(row, dict) else row for row in rows
        ]
    return {**values, "id": id}


def _written(id: str, files: Mapping[str, Path], like: bool = True) -> dict[str, Any]:
    """Return the content of a file, completed by that of the service that it is ``like``."""
    values = read_toml(files[id])
    other = values.pop("like", None)
    if other is None:
        return values
    if not like or other not in files:
        raise ValueError(f"there is no service `{other}` with a table of its own to be `like`")
    base = _written(other, files, like=False)
    sources = {**base.get("sources", {}), **values.get("sources", {})}
    return {**base, **values, "sources": sources}


def _refuse(given: Any, key: str) -> None:
    """Raise ValueError for a key that is not for authors to give."""
    if isinstance(given, dict) and key in given:
        raise ValueError(f"Object contains unknown field `{key}`")

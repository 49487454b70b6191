"""Printing services: the products that each of them sells, and the files that it takes.

A service is a TOML file with one row for each product. The files of this package come first; a
project may add services of its own in ``services/`` next to ``card_data/``. Every row names its
source, and every source has a date.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from cardgen.backend.press.profile import Standard, shipped_profiles
from cardgen.core.diagnostics import Diagnostic, OutputError, relative
from cardgen.core.geometry import Insets, Size
from cardgen.core.paths import LINK, refusal, stays_inside
from cardgen.core.units import MM_PER_INCH, parse_mm
from cardgen.features.order import problems

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
"""The kinds of products, with the words that services use for them."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of some figures, with the date on which they were read."""

    said: str
    date: datetime.date


class ProductKeys(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys that a row and a complete product have in common.

    ``cards`` is the number of cards that a box takes, of the product that it ``holds``; ``sides``
    is the number of printed sides of anything else. ``api`` is the call of the service's own
    interface that makes one.
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
    """A product as written in its row: lengths have units, ``source`` is a key of the file."""

    trim: tuple[str, str] | None = None
    canvas: tuple[int, int] | None = None
    bleed: str | None = None
    safe: str | None = None
    source: str


class ServiceProduct(ProductKeys, frozen=True, kw_only=True):
    """A product of a service; lengths are in millimetres.

    Without a ``trim`` it is cut to any size. ``canvas`` is the size of the picture to upload, in
    pixels; None means trim and bleed at the service's resolution. ``bleed`` is the distance from
    the cut to the edge of the canvas.
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
    """The keys that the file of a printing service and the complete service have in common.

    ``front`` and ``back`` are patterns for the names of pictures, ``document`` for those of PDFs.
    There is one PDF for ``each`` deck or size; ``pages`` is the order of the sides in it.
    ``press`` and ``profile`` name the press that PDFs are separated for; None leaves them in RGB.
    ``ink_limit`` is the highest ink sum in percent. With ``outlines``, fonts must not be embedded.
    ``copies`` tells how to order several copies of a card: as slots of a project, by a quantity,
    or by repeating its pages. ``most_cards`` is the limit for one project. ``lists`` are the files
    to write besides pictures, ``next`` the steps that the user takes with the folder.
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
    """A service as written in its file; ``bleed`` and ``safe`` are defaults for its rows."""

    bleed: str
    safe: str
    products: tuple[ProductRow, ...]
    sources: dict[str, Source]


class Service(ServiceKeys, frozen=True, kw_only=True):
    """A printing service and its products."""

    id: str
    products: tuple[ServiceProduct, ...]
    sources: tuple[Source, ...]

    def product(self, id: str) -> ServiceProduct | None:
        """Return a product by its id, regardless of case; None if there is none."""
        return next((one for one in self.products if one.id.lower() == id.lower()), None)


def measured(size: Size) -> str:
    """Write a size in millimetres."""
    return f"{size.width:g} × {size.height:g} mm"


BUNDLED = Path(__file__).parent / "services"
OWN = "services"
"""The folder of a project's own services."""
_LARGEST = 1 << 20  # bytes of a file
_SLACK_PX = 1
_DECIMALS = 4  # of a length in mm: sizes in inches leave crumbs
_MOST_PX = 20_000
_RESOLUTIONS = range(72, 2401)
NAMES = ("component", "piece", "side", "width", "height")
"""The names that patterns may have in braces."""
_PATTERN = re.compile(rf"(?:[^{{}}]|\{{(?:{'|'.join(NAMES)})\}})*")


def services(root: Path | None = None) -> dict[str, Service]:
    """Read all services, with those of a project if one is given, by their ids.

    Raises OutputError with everything that is wrong with their files.
    """
    files = {path.stem: path for folder in _folders(root) for path in sorted(folder.glob("*.toml"))}
    found: dict[str, Service] = {}
    faults: list[Diagnostic] = []
    for id in sorted(files):
        try:
            own = files[id].parent != BUNDLED
            if own and root is not None and not stays_inside(files[id], root):
                raise _FaultyTable(id, LINK)
            found[id] = _Reader(id, files).service()
        except _FaultyTable as fault:
            shown = relative(files[fault.id], root) if root else files[fault.id].name
            faults.append(problems.bad_service_file(None, shown, str(fault)))
    if faults:
        raise OutputError(*faults)
    return found


def _folders(root: Path | None) -> Iterator[Path]:
    yield BUNDLED
    if root is not None and (root / OWN).is_dir():
        yield root / OWN


class _FaultyTable(Exception):  # noqa: N818 - never seen outside of this module
    """An error in the file of a service."""

    def __init__(self, id: str, reason: str) -> None:
        super().__init__(reason)
        self.id = id


class _Reader(Struct):
    """Reads one service; ``files`` holds the files of all services by id."""

    id: str
    files: Mapping[str, Path]

    def service(self) -> Service:
        """Return the service; raises _FaultyTable."""
        try:
            given = msgspec.convert(self._values(self.id), ServiceFile)
        except msgspec.ValidationError as error:
            raise self._fault(str(error)) from None
        for reason in self._faults(given):
            raise self._fault(reason)
        products = tuple(self._product(row, given) for row in given.products)
        ids = [one.id for one in products]
        for row in products:
            if ids.count(row.id) > 1:
                raise self._fault(f"product `{row.id}` is there twice")
            if row.holds and row.holds not in ids:
                raise self._fault(f"`{row.id}` holds `{row.holds}`, which is no product")
        sources = tuple(given.sources.values())
        return Service(
            **_shared(given, ServiceKeys), id=self.id, products=products, sources=sources
        )

    def _faults(self, given: ServiceFile) -> Iterator[str]:
        """Yield the errors in the keys of a service."""
        for name in ("front", "back", "document"):
            pattern = getattr(given, name)
            if not _PATTERN.fullmatch(pattern):
                known = ", ".join(f"{{{one}}}" for one in NAMES)
                yield f"`{name}` may hold {known}, and no other braces"
            if pattern and refusal(pattern):
                yield f"`{name}` cannot name a file: {refusal(pattern)}"
        for name in ("front", "back") if given.file == "png" else ("document",):
            if not getattr(given, name):
                yield f"`{name}` is missing, which a service that takes {given.file} needs"
        if given.lists and given.file != "png":
            yield "`lists` name pictures, and the service takes PDFs"
        if (given.press is None) != (given.profile == ""):
            yield "`press` and `profile` go together"
        if given.profile and given.profile not in shipped_profiles():
            yield f"there is no profile `{given.profile}` among {', '.join(shipped_profiles())}"
        if given.dpi not in _RESOLUTIONS:
            yield f"{given.dpi} is no resolution to print at"

    def _values(self, id: str) -> dict[str, Any]:
        """Return the content of a file, completed by that of the service that it is ``like``."""
        try:
            data = self.files[id].read_bytes()
            if len(data) > _LARGEST:
                raise self._fault("the file is larger than 1 MB")
            values: dict[str, Any] = msgspec.toml.decode(data)
        except OSError as error:
            raise self._fault((error.strerror or str(error)).lower()) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._fault(str(error)) from None
        other = values.pop("like", None)
        if other is None:
            return values
        if id != self.id or other not in self.files:
            raise self._fault(f"there is no service `{other}` with a table of its own to be `like`")
        base = self._values(other)
        sources = {**base.get("sources", {}), **values.get("sources", {})}
        return {**base, **values, "sources": sources}

    def _product(self, row: ProductRow, given: ServiceFile) -> ServiceProduct:
        """Complete a row with the defaults of the service, and check its figures."""
        bleed, safe = self._mm(row.bleed or given.bleed), self._mm(row.safe or given.safe)
        trim = Size(*map(self._mm, row.trim)) if row.trim is not None else None
        source = given.sources.get(row.source)
        if source is None:
            raise self._fault(f"product `{row.id}` names a source `{row.source}` that there is not")
        around = Insets(bleed, bleed, bleed, bleed)
        if row.canvas is not None and not all(0 < one <= _MOST_PX for one in row.canvas):
            raise self._fault(f"product `{row.id}`: a canvas has 1 to {_MOST_PX} pixels a side")
        if trim is not None and min(trim.width, trim.height) <= 0:
            raise self._fault(f"product `{row.id}` has no size")
        if trim is None and row.canvas is not None and row.kind != "box":
            raise self._fault(f"product `{row.id}` has a canvas and no trim")
        if trim is not None and row.canvas is not None:
            around = self._around(row, trim, row.canvas, given.dpi, bleed)
        return ServiceProduct(
            **_shared(row, ProductKeys),
            trim=trim,
            canvas=row.canvas,
            bleed=around,
            safe=safe,
            source=source,
        )

    def _around(
        self, row: ProductRow, trim: Size, canvas: tuple[int, int], dpi: int, bleed: float
    ) -> Insets:
        """Return the margins of a canvas outside the cut: at least the bleed, to a pixel."""
        pixel = MM_PER_INCH / dpi
        across, along = (
            round((pixels * pixel - length) / 2, _DECIMALS)
            for pixels, length in zip(canvas, (trim.width, trim.height), strict=True)
        )
        if min(across, along) < bleed - _SLACK_PX * pixel or max(across, along) > 2 * bleed + 1:
            raise self._fault(
                f"product `{row.id}`: {canvas[0]} x {canvas[1]} pixels at {dpi} dpi are not "
                f"{measured(trim)} with {bleed:g} mm of bleed"
            )
        return Insets(along, across, along, across)

    def _mm(self, text: str) -> float:
        try:
            return round(parse_mm(text), _DECIMALS)
        except ValueError as error:
            raise self._fault(str(error)) from None

    def _fault(self, reason: str) -> _FaultyTable:
        return _FaultyTable(self.id, reason)


def _shared(given: Struct, keys: type[Struct]) -> dict[str, Any]:
    """Return the values of a struct for the keys that it shares with another."""
    return {name: getattr(given, name) for name in keys.__struct_fields__}

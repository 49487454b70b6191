"""Reads the table of printing services.

A service is a TOML file, one row a product. The files of this package come first; a project may
add services of its own in ``services/`` beside ``card_data/``. Every row names its source, and
every source its date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from cardgen.backend.press.profile import Standard, shipped_profiles
from cardgen.core.diagnostics import Diagnostic, relative
from cardgen.core.errors import OutputError
from cardgen.core.geometry import Insets, Size
from cardgen.core.paths import LINK, refusal, stays_inside
from cardgen.core.units import MM_PER_INCH, parse_mm
from cardgen.features.order import problems
from cardgen.features.order.table import (
    Kind,
    ListName,
    Service,
    ServiceProduct,
    Source,
    measured,
)

BUNDLED = Path(__file__).parent / "services"
OWN = "services"
"""The folder of a project's own services."""
_LARGEST = 1 << 20  # bytes of a file
_SLACK_PX = 1
_DECIMALS = 4  # of a length in mm: sizes in inches leave crumbs
_MOST_PX = 20_000
_RESOLUTIONS = range(72, 2401)
NAMES = ("component", "piece", "side", "width", "height")
"""What stands in braces in patterns of names."""
_PATTERN = re.compile(rf"(?:[^{{}}]|\{{(?:{'|'.join(NAMES)})\}})*")


class _Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A product as its row gives it; lengths with units."""

    id: str
    title: str
    kind: Kind
    trim: tuple[str, str] | None = None
    canvas: tuple[int, int] | None = None
    bleed: str | None = None
    safe: str | None = None
    shape: Literal["rect", "round", "square", "hex"] = "rect"
    sides: Literal[1, 2] = 2
    cards: int = 0
    holds: str = ""
    api: str = ""
    source: str


class _File(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A service as its file gives it. `Service` says what the keys mean."""

    name: str
    site: str = ""
    file: Literal["png", "pdf"]
    front: str = ""
    back: str = ""
    document: str = ""
    each: Literal["deck", "size"] = "deck"
    pages: Literal["front-back", "back-front", "apart"] = "front-back"
    dpi: int = 300
    bleed: str
    safe: str
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
    products: tuple[_Row, ...]
    sources: dict[str, Source]


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
    """What is wrong with the file of a service."""

    def __init__(self, id: str, said: str) -> None:
        super().__init__(said)
        self.id = id


T = TypeVar("T")


class _Reader(Struct):
    """Reads one service; ``files`` are all there are, by id."""

    id: str
    files: Mapping[str, Path]

    def service(self) -> Service:
        """Return the service; raises _FaultyTable."""
        given = self._convert(self._values(self.id), _File)
        for name in ("front", "back", "document"):
            self._check_pattern(name, getattr(given, name))
        needed = ("front", "back") if given.file == "png" else ("document",)
        for name in needed:
            if not getattr(given, name):
                raise self._fault(
                    f"`{name}` is missing, which a service that takes {given.file} needs"
                )
        if given.lists and given.file != "png":
            raise self._fault("`lists` name pictures, and the service takes PDFs")
        if (given.press is None) != (given.profile == ""):
            raise self._fault("`press` and `profile` go together")
        if given.profile and given.profile not in shipped_profiles():
            known = ", ".join(shipped_profiles())
            raise self._fault(f"there is no profile `{given.profile}` among {known}")
        if given.dpi not in _RESOLUTIONS:
            raise self._fault(f"{given.dpi} is no resolution to print at")
        products = tuple(self._product(row, given) for row in given.products)
        ids = [one.id for one in products]
        for row in products:
            if ids.count(row.id) > 1:
                raise self._fault(f"product `{row.id}` is there twice")
            if row.holds and row.holds not in ids:
                raise self._fault(f"`{row.id}` holds `{row.holds}`, which is no product")
        return Service(
            id=self.id,
            name=given.name,
            site=given.site,
            file=given.file,
            front=given.front,
            back=given.back,
            document=given.document,
            each=given.each,
            pages=given.pages,
            dpi=given.dpi,
            colour=given.colour,
            press=given.press,
            profile=given.profile,
            ink_limit=given.ink_limit,
            outlines=given.outlines,
            copies=given.copies,
            most_cards=given.most_cards,
            stock=given.stock,
            lists=given.lists,
            next=given.next,
            products=products,
            sources=tuple(given.sources.values()),
        )

    def _values(self, id: str) -> dict[str, Any]:
        """Return what stands in a file; one that is ``like`` another has what that has, too."""
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

    def _product(self, row: _Row, given: _File) -> ServiceProduct:
        """Complete a row by what holds for the whole service, and check its figures."""
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
            row.id,
            row.title,
            row.kind,
            trim,
            row.canvas,
            around,
            safe,
            row.shape,
            row.sides,
            row.cards,
            row.holds,
            row.api,
            source,
        )

    def _around(
        self, row: _Row, trim: Size, canvas: tuple[int, int], dpi: int, bleed: float
    ) -> Insets:
        """Return what of a canvas lies outside of the cut: at least the bleed, to a pixel."""
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

    def _check_pattern(self, name: str, pattern: str) -> None:
        if not _PATTERN.fullmatch(pattern):
            known = ", ".join(f"{{{one}}}" for one in NAMES)
            raise self._fault(f"`{name}` may hold {known}, and no other braces")
        if pattern and refusal(pattern):
            raise self._fault(f"`{name}` cannot name a file: {refusal(pattern)}")

    def _convert(self, values: dict[str, Any], type: type[T]) -> T:
        try:
            return msgspec.convert(values, type)
        except msgspec.ValidationError as error:
            raise self._fault(str(error)) from None

    def _fault(self, said: str) -> _FaultyTable:
        return _FaultyTable(self.id, said)

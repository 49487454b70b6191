"""Check the press files of a game by our own list of rules, as `cardgen preflight` does.

The writer takes care of the rest: boxes, output intent, embedded fonts, inks and overprint, and no
transparency in X-1a. The tests of `cardgen.backend.press` hold it to that.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, LaidGame, PrintOptions, open_game
from cardgen.assets.library import KeyedAssets, Library
from cardgen.backend.press.flattening import Flattener
from cardgen.backend.press.inks import Separator
from cardgen.backend.press.plates import most_ink
from cardgen.backend.press.profile import PressCondition, profile_of
from cardgen.core.choices import Standard
from cardgen.core.diagnostics import (
    Diagnostic,
    LayoutError,
    Location,
    OutputError,
    relative,
)
from cardgen.core.geometry import Matrix
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.features.preflight import problems
from cardgen.frame import Image, Page, Text
from cardgen.pipeline.manifest import ArtifactEntry, intact, read_manifest
from cardgen.products.artifact import PdfDocument
from cardgen.products.planning import plan
from cardgen.products.press import KIND
from cardgen.products.request import ProductRequest

Place = tuple[float, float]
"""In mm, right and down from the top left of the trim."""
BLEED = 2.0
"""In mm; less is worth a warning."""
SMALL_PT, LEAST_PT, LEAST_DPI = 9.0, 3.0, 200.0
"""Text from the least size to the small one is meant to be read; smaller text is part of a picture,
such as that of a card on a page of rules."""
INK = 0.05
"""The share of an ink from which on it counts."""

Fault = tuple[Any, ...]
"""What words a finding, its place on the page or None, and the values to word."""


class PageInk(Struct, frozen=True):
    """The place of a page with the most ink, in percent; ``name`` is what the page shows."""

    page: int
    name: str
    percent: float
    place: Place


class PageChecks:
    """The checks of one document; pages that are equal are checked once."""

    def __init__(self, document: PdfDocument, path: str, library: KeyedAssets, limit: int) -> None:
        assert document.press is not None
        self._pages = document.pages
        self._names = [label.words for label in document.info.labels]
        self._flat = document.press.standard == "pdfx1a"
        self._at = Location(path)
        self._library = library
        self._limit = limit
        self._made_for = document.press.profile.limit
        self._inks = Separator(document.press.profile)
        self._flattener = Flattener(library, self._inks)

    def run(self) -> tuple[list[PageInk], list[Diagnostic]]:
        """Return the ink of each page that differs, and the findings of each of them."""
        ink: list[PageInk] = []
        found: dict[object, Diagnostic] = {}
        for number, page in enumerate(self._pages):
            if self._pages.index(page) != number:
                continue
            name = self._names[number] if number < len(self._names) else ""
            percent, x, y = most_ink(page.frame, self._library, self._inks, self._made_for)
            most = PageInk(number, name, percent, _place((x, y), page))
            ink.append(most)
            shown = f"page {number + 1}" + (f" (`{name}`)" if name else "")
            for wording, place, *values in (*self._painted(page), *self._inked(most)):
                at = f" at {place[0]:.1f}, {place[1]:.1f} mm" if place else ""
                one = wording(self._at, *values)
                message = f"{shown}{at}: {one.message}"
                one = replace(one, message=message, subject=one.message, on=(shown,))
                found.setdefault((number, one.subject), one)
        return ink, list(found.values())

    def _inked(self, most: PageInk) -> Iterator[Fault]:
        # Half a percent is what a byte, and the edge of a letter, do not show.
        if most.percent > self._limit + 0.5:
            yield problems.too_much_ink, most.place, most.percent, self._limit

    def _painted(self, page: Page) -> Iterator[Fault]:
        trim, bleed = page.trim, page.bleed
        edges = (trim.x - bleed.x, trim.y - bleed.y)
        least = min(*edges, bleed.right - trim.right, bleed.bottom - trim.bottom)
        if least < BLEED - 0.01:
            yield problems.little_bleed, None, least
        if self._flat:
            dpi = self._flattener.dpi(page.frame)
            if dpi < LEAST_DPI:
                yield problems.coarse_picture, None, dpi
        for item, matrix in page.frame.walk():
            if isinstance(item, Text):
                yield from self._text(item, matrix, page)
            elif isinstance(item, Image):
                yield from self._picture(item, matrix, page)

    def _text(self, text: Text, matrix: Matrix, page: Page) -> Iterator[Fault]:
        points = text.size * matrix.scale
        if not isinstance(text.color, Color) or not LEAST_PT <= points <= SMALL_PT:
            return
        ink = self._inks.laid(text.color, "text").ink
        names = ("cyan", "magenta", "yellow", "black")
        used = [name for name, share in zip(names, ink, strict=True) if share > INK]
        if len(used) > 2 and ink[3] >= 0.5:
            inks = " and ".join([", ".join(used[:-1]), used[-1]])
            place = _place(matrix.apply(text.x, text.y), page)
            yield problems.text_in_many_inks, place, inks, points

    def _picture(self, image: Image, matrix: Matrix, page: Page) -> Iterator[Fault]:
        picture, rect = self._library.picture_by_key(image.asset), image.rect
        wide = math.hypot(matrix.a, matrix.b) * rect.width / MM_PER_INCH
        high = math.hypot(matrix.c, matrix.d) * rect.height / MM_PER_INCH
        if min(wide, high) > 0 and min(picture.width_px, picture.height_px) > 1:
            dpi = min(picture.width_px / wide, picture.height_px / high)
            if dpi < LEAST_DPI:
                yield problems.coarse_picture, _place(matrix.apply(rect.x, rect.y), page), dpi


def _place(point: Place, page: Page) -> Place:
    return point[0] - page.trim.x, point[1] - page.trim.y


_STANDARDS: dict[Standard, str] = {"pdfx4": "PDF/X-4", "pdfx1a": "PDF/X-1a:2003"}


class CheckedFile(Struct, frozen=True):
    """A file that was checked. ``ink`` has the pages that differ, ``limit`` is in percent."""

    path: str
    standard: str
    condition: str
    pages: int
    limit: int
    ink: list[PageInk]
    diagnostics: list[Diagnostic]

    @property
    def worst(self) -> PageInk | None:
        """The page with the most ink."""
        return max(self.ink, key=lambda one: one.percent, default=None)


def check_game(
    root: Path, game: str, output: Path | None = None, limit: int | None = None
) -> Iterator[CheckedFile | Diagnostic]:
    """Check each press file of a game; yield why for one that is not as cardgen wrote it.

    ``limit`` is how much ink is allowed, in percent, by default what its profile was made for.
    Raises ModelError if there is no such game or it has errors, LayoutError if its sides have, and
    OutputError if it has no press files.
    """
    request = BuildRequest(root, (game,), PrintOptions((KIND,)), output)
    opened = open_game(request, game)
    folder = request.folder / game
    entries = [one for one in read_manifest(folder, game).artifacts if one.kind == KIND]
    if not entries:
        raise OutputError(problems.nothing_for_a_press(None, game))
    laid = opened.lay_out()
    if laid.broken:
        raise LayoutError(*laid.found)
    wanted = laid.request([])
    for entry in entries:
        file = folder / entry.path
        document, why = None, "is not as cardgen wrote it" if file.exists() else "is missing"
        if intact(folder, entry):
            document = _document(laid, wanted, entry, file.read_bytes())
            why = "shows another state of the game, or was written by another version of cardgen"
        path = relative(file, root)
        if document is None:
            yield problems.not_as_written(Location(path), game, why)
        else:
            yield _checked(document, path, laid.library, limit)


def _checked(document: PdfDocument, path: str, library: Library, limit: int | None) -> CheckedFile:
    assert document.press is not None
    profile = document.press.profile
    allowed = limit or profile.limit
    ink, found = PageChecks(document, path, library, allowed).run()
    standard = _STANDARDS[document.press.standard]
    return CheckedFile(path, standard, profile.condition, len(document.pages), allowed, ink, found)


def _document(
    laid: LaidGame, wanted: ProductRequest, entry: ArtifactEntry, data: bytes
) -> PdfDocument | None:
    """Return the document that is in a file, or None if today's differs."""
    standard: Standard = "pdfx1a" if entry.path.endswith(".pdfx1a.pdf") else "pdfx4"
    profile = _profile(data)
    if profile is None:
        return None
    condition = PressCondition(standard, profile_of(profile))
    for artifact in plan(wanted.with_options(press=condition), (KIND,)):
        if (artifact.path, artifact.key) == (entry.path, entry.key):
            document = laid.made(artifact)
            assert isinstance(document, PdfDocument)
            return document
    return None


def _profile(data: bytes) -> bytes | None:
    """Return the profile that our writer has embedded in a press file; None if there is none."""
    named = re.search(rb"/DestOutputProfile (\d+) 0 R", data)
    begin = named and re.search(rb"\n%s 0 obj.*?stream\n" % named[1], data, re.DOTALL)
    if not begin:
        return None
    try:
        return zlib.decompressobj().decompress(data[begin.end() :])
    except zlib.error:
        return None

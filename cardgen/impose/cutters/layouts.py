"""Layouts for Silhouette machines: how cards lie between registration marks.

A layout is a promise: whoever has printed a sheet must be able to cut it next year. So most of
them are in a table, under the version that their publisher gave them, and stay as they are. They
are those of Silhouette Card Maker (its SPECIFICATION.md and assets/layouts.json of June 2026): a
grid in the middle of the page, cards 1.25 mm apart, marks 10 mm from the edges. A sheet made here
is cut by a template of that project, and the other way round.

What the table does not have is laid out by the same rules, under a version of our own.

In the ``borderless`` layouts the marks are 3.5 mm from the edges. The cutting program insists on
10 mm, so it is told of a paper that is 13 mm wider and higher.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.errors import ImpositionError
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.impose import problems
from cardgen.impose.margins import EDGE, GAP, LANE
from cardgen.impose.nup import Arrangement, orientations, span

Marks = Literal["three", "four"]

VERSION = 1
"""The version of layouts that are not in the table; raised whenever the rules change."""
GAP_BETWEEN = 1.25
"""Between two cards, in mm."""
INSET, BORDERLESS = 10.0, 3.5
"""From the edges of the paper to the middle of the lines of marks, in mm."""
THICKNESS, SQUARE = 1.0, 5.0
LEAST_ARM, MOST_ARM = 5.0, 20.0
"""How long the arms of a mark may be, in mm, in the cutting program."""
CLEAR = 1.25
"""Between the arms of a mark and the nearest card, in mm."""
_LINES = EDGE + LANE + GAP
"""What a line of type needs between the edge of the paper and artwork, in mm."""
_SAME = 0.05


def _inches(width: float, height: float) -> Size:
    return Size(width * MM_PER_INCH, height * MM_PER_INCH)


SIZES: Mapping[str, Size] = MappingProxyType(
    {
        "standard": Size(63, 88),
        "poker": _inches(2.5, 3.5),
        "bridge": _inches(2.25, 3.5),
        "tarot": _inches(2.75, 4.75),
        "japanese": Size(59, 86),
        "american_mini": Size(41, 63),
        "euro_mini": Size(44, 68),
        "mini": _inches(1.75, 2.5),
        "micro": _inches(1.25, 1.75),
        "domino": _inches(1.75, 3.5),
        "jumbo": _inches(3.5, 5.5),
        "business": _inches(3.5, 2),
        "euro_business": Size(85, 55),
        "credit": _inches(3.375, 2.125),
        "catan": Size(54, 80),
        "standard_double": Size(88, 126),
        "70mm_square": Size(70, 70),
        "bridge_square": _inches(2.25, 2.25),
        "domino_square": _inches(1.75, 1.75),
    }
)
"""The cards of the table, in mm."""


class Registration(Struct, frozen=True):
    """The marks on a page: their distance from the edges and the length of their arms, in mm.

    ``media`` is the size of the paper as the cutting program must be told.
    """

    page: Size
    inset: float
    arm: float
    marks: Marks = "three"

    @property
    def media(self) -> Size:
        """The paper that the cutting program believes in."""
        more = 2 * (self.told_inset - self.inset)
        return Size(self.page.width + more, self.page.height + more)

    @property
    def told_inset(self) -> float:
        """The inset that the cutting program is told."""
        return max(self.inset, INSET)


class CutterLayout(Struct, frozen=True):
    """A grid of cards between marks, under a name and a version."""

    name: str
    version: int
    registration: Registration
    columns: int
    rows: int

    def arrangement(self, piece: Size, bleed: float) -> Arrangement:
        """Arrange pieces; bleed goes outwards as far as they have it, and half a gap inwards."""
        page = self.registration.page
        width = span(self.columns, piece.width, GAP_BETWEEN)
        height = span(self.rows, piece.height, GAP_BETWEEN)
        block = Rect((page.width - width) / 2, (page.height - height) / 2, width, height)
        above, beside = bleed, bleed
        if max(block.y, block.x) - bleed < _LINES:  # or nothing would say what this is
            spare = max(block.y, block.x) - _LINES
            above, beside = (spare, bleed) if block.y >= block.x else (bleed, spare)
        outer = Insets.of((max(above, GAP_BETWEEN / 2), max(beside, GAP_BETWEEN / 2)))
        return Arrangement(
            page,
            piece,
            self.columns,
            self.rows,
            GAP_BETWEEN,
            block,
            outer,
            bleed,
            self.registration.inset,
            "inner",
        )


class _Row(Struct, frozen=True):
    landscape: bool
    version: int
    rows: int
    columns: int
    arm: float


def published() -> Mapping[tuple[str, str, bool], _Row]:
    """Return the table, by paper, size of the cards, and whether it is borderless."""
    text = files(__package__).joinpath("layouts.csv").read_text("utf-8")
    return {
        (row["paper"], row["size"], row["variant"] == "borderless"): _Row(
            row["orientation"] == "landscape",
            int(row["version"]),
            int(row["rows"]),
            int(row["columns"]),
            min(float(row["length"]), MOST_ARM),
        )
        for row in csv.DictReader(text.splitlines())
    }


def layout_for(
    piece: Size,
    paper: str,
    size: Size,
    marks: Marks = "three",
    inset: float = INSET,
    borderless: bool = False,
    at: Location | None = None,
) -> CutterLayout:
    """Choose the layout of a card on a paper; raises ImpositionError if there is none.

    The one in the table, if its marks are where they are wanted; else the one that holds most.
    """
    upright, lying = orientations(size)
    name = next((name for name, known in SIZES.items() if _alike(piece, known)), "")
    row = published().get((paper, name, borderless))
    if row is not None and (borderless or inset == INSET):
        where = Registration(
            lying if row.landscape else upright,
            BORDERLESS if borderless else INSET,
            row.arm,
            marks,
        )
        said = f"{paper}, {name}{', borderless' * borderless}"
        return CutterLayout(said, row.version, where, row.columns, row.rows)
    away = BORDERLESS if borderless else inset
    found = max(
        (one for page in (upright, lying) for one in _own(piece, page, away, marks)),
        key=lambda one: one.columns * one.rows,
        default=None,
    )
    if found is None:
        raise ImpositionError(problems.no_room_between_marks(at, "a card", piece, size, away))
    return found


def _alike(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) < _SAME and abs(one.height - other.height) < _SAME


def _own(piece: Size, page: Size, inset: float, marks: Marks) -> Iterator[CutterLayout]:
    """Lay out a card by the rules of the table.

    All cards lie within the frame of the marks, and on one axis the grid is clear of them.
    """
    most = [
        int((room - 2 * inset + GAP_BETWEEN) / (length + GAP_BETWEEN))
        for room, length in ((page.width, piece.width), (page.height, piece.height))
    ]
    for columns in range(1, most[0] + 1):
        for rows in range(1, most[1] + 1):
            beside = (page.width - span(columns, piece.width, GAP_BETWEEN)) / 2 - inset
            above = (page.height - span(rows, piece.height, GAP_BETWEEN)) / 2 - inset
            arm = round(max(beside, above) - CLEAR - 0.005, 2)
            if arm >= LEAST_ARM:
                where = Registration(page, inset, min(arm, MOST_ARM), marks)
                said = f"{piece.width:g} x {piece.height:g} mm, {columns} x {rows}"
                yield CutterLayout(said, VERSION, where, columns, rows)

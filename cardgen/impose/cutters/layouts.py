"""Layouts for Silhouette machines: positions of cards between registration marks.

A layout is a promise: you can still cut today's sheets next year. Most layouts are therefore in a
table, under the version that their publisher gave them, and never change. They come from Silhouette
Card Maker (its SPECIFICATION.md and assets/layouts.json of June 2026): a grid in the middle of the
page, cards 1.25 mm apart, marks 10 mm from the edges. A template of that project cuts a sheet made
here, and the other way round.

Layouts that are not in the table follow the same rules, under cardgen's `VERSION`.

In the ``borderless`` layouts the marks are 3.5 mm from the edges. The cutting program insists on 10
mm, so the user enters a paper that is 13 mm wider and higher.

A machine looks for black marks in the corners and measures from them. With three marks, there is a
square in the top left corner and an L in the top right and in the bottom left corner. With four
marks, which the Cameo 5 Alpha needs, there is an L in every corner. Lines are 1 mm wide with their
middle at the inset. The outline of the 5 mm square is also such a line: it covers 6 mm, starting
half a millimetre outside the inset, as the cutting program itself prints it.

No ink may be near a mark, so there is white between it and the bleed of cards.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Item, Shape, Stroke
from cardgen.impose import problems
from cardgen.impose.margins import EDGE_CLEARANCE, GAP, LANE, LANE_MIN_DEPTH, SlugLane
from cardgen.impose.marks import BLACK, Write
from cardgen.impose.nup import Arrangement, centre_grid, orientations

Marks = Literal["three", "four"]

VERSION = 1
"""The version of layouts that are not in the table; raised whenever the rules change."""
GAP_BETWEEN = 1.25
"""Gap between two cards, in mm."""
INSET, BORDERLESS = 10.0, 3.5
"""Distance from the edges of the paper to the middle of the marks' lines, in mm."""
THICKNESS, SQUARE = 1.0, 5.0
LEAST_ARM, MOST_ARM = 5.0, 20.0
"""Limits of the cutting program for the length of a mark's arms, in mm."""
CLEAR = 1.25
"""Distance from a mark's arms to the nearest card, in mm."""
_LINES = EDGE_CLEARANCE + LANE + GAP
"""Distance that a line of text needs between the edge of the paper and artwork, in mm."""
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
"""The card sizes of the table, in mm."""


class Registration(Struct, frozen=True):
    """The marks on a page: their distance from the edges and the length of their arms, in mm.

    ``media`` is the paper size to enter in the cutting program.
    """

    page: Size
    inset: float
    arm: float
    marks: Marks = "three"

    @property
    def media(self) -> Size:
        """The paper size to enter in the cutting program."""
        extra = 2 * (self.entered_inset - self.inset)
        return Size(self.page.width + extra, self.page.height + extra)

    @property
    def entered_inset(self) -> float:
        """The inset to enter in the cutting program."""
        return max(self.inset, INSET)


class CutterLayout(Struct, frozen=True):
    """A grid of cards between marks, under a name and a version."""

    name: str
    version: int
    registration: Registration
    columns: int
    rows: int

    def arrangement(self, piece: Size, bleed: float) -> Arrangement:
        """Arrange pieces; they bleed as far as possible outwards, and half a gap inwards."""
        page = self.registration.page
        block = centre_grid(page, piece, self.columns, self.rows, GAP_BETWEEN)
        above, beside = bleed, bleed
        if max(block.y, block.x) - bleed < _LINES:  # keep room for the slug
            spare = max(block.y, block.x) - _LINES
            above, beside = (spare, bleed) if block.y >= block.x else (bleed, spare)
        outer = Insets.of((max(above, GAP_BETWEEN / 2), max(beside, GAP_BETWEEN / 2)))
        return Arrangement(
            page,
            block,
            outer,
            GAP_BETWEEN,
            bleed,
            self.registration.inset,
            "inner",
            None,
            piece,
            self.columns,
            self.rows,
        )


class _Row(Struct, frozen=True):
    landscape: bool
    version: int
    rows: int
    columns: int
    arm: float


def published_table() -> Mapping[tuple[str, str, bool], _Row]:
    """Return the table by paper, card size, and whether it is borderless."""
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
    location: Location | None = None,
) -> CutterLayout:
    """Choose the layout of a card on a paper; raises ImpositionError if there is none.

    The layout is from the table if that has the marks, otherwise the one with most cards.
    """
    upright, lying = orientations(size)
    name = next((name for name, known_size in SIZES.items() if _alike(piece, known_size)), "")
    row = published_table().get((paper, name, borderless))
    if row is not None and (borderless or inset == INSET):
        registration = Registration(
            lying if row.landscape else upright, BORDERLESS if borderless else INSET, row.arm, marks
        )
        layout_name = f"{paper}, {name}{', borderless' * borderless}"
        return CutterLayout(layout_name, row.version, registration, row.columns, row.rows)
    distance = BORDERLESS if borderless else inset
    layout = max(
        (layout for page in (upright, lying) for layout in _own(piece, page, distance, marks)),
        key=lambda layout: layout.columns * layout.rows,
        default=None,
    )
    if layout is None:
        raise ImpositionError(
            problems.no_room_between_marks(location, "a card", piece, size, distance)
        )
    return layout


def _alike(first: Size, second: Size) -> bool:
    return abs(first.width - second.width) < _SAME and abs(first.height - second.height) < _SAME


def _own(piece: Size, page: Size, inset: float, marks: Marks) -> Iterator[CutterLayout]:
    """Lay out a card by the rules of the table.

    All cards are inside the frame of the marks, and along one axis the grid is clear of the marks.
    """
    most = [
        int((room - 2 * inset + GAP_BETWEEN) / (length + GAP_BETWEEN))
        for room, length in ((page.width, piece.width), (page.height, piece.height))
    ]
    for columns in range(1, most[0] + 1):
        for rows in range(1, most[1] + 1):
            block = centre_grid(page, piece, columns, rows, GAP_BETWEEN)
            arm = round(max(block.x, block.y) - inset - CLEAR - 0.005, 2)
            if arm >= LEAST_ARM:
                registration = Registration(page, inset, min(arm, MOST_ARM), marks)
                layout_name = f"{piece.width:g} x {piece.height:g} mm, {columns} x {rows}"
                yield CutterLayout(layout_name, VERSION, registration, columns, rows)


VALUES_PT = 5.5
_PAPER = Color(1.0, 1.0, 1.0)
_LINE = Stroke(BLACK, THICKNESS)
_QUIET = CLEAR / 2
"""Distance from a mark to the bleed of a card, in mm."""


def registration_marks(marks: Registration) -> Group:
    """Draw the marks, each on a white background."""
    items: list[Item] = [Shape(Path.rect(box), _PAPER) for box in quiet_zones(marks)]
    near, page = marks.inset, marks.page
    for right, low in _corners(marks):
        if marks.marks == "three" and not right and not low:
            box = Rect(near, near, SQUARE, SQUARE)
            items.append(Shape(Path.rect(box), BLACK, _LINE))
            continue
        x, along = (page.width - near, -marks.arm) if right else (near, marks.arm)
        y, down = (page.height - near, -marks.arm) if low else (near, marks.arm)
        angle = Path.polygon([(x + along, y), (x, y), (x, y + down)], closed=False)
        items.append(Shape(angle, stroke=_LINE))
    return Group(Frame(page, items))


def quiet_zones(marks: Registration) -> list[Rect]:
    """Return the squares around marks that must stay free of ink."""
    low, high = marks.inset - THICKNESS / 2 - _QUIET, marks.inset + _reach(marks) + _QUIET
    side, page = high - low, marks.page
    return [
        Rect(page.width - high if right else low, page.height - high if under else low, side, side)
        for right, under in _corners(marks)
    ]


def _reach(marks: Registration) -> float:
    """Return how far marks extend inwards from the inset."""
    return max(marks.arm, SQUARE + THICKNESS / 2)


def _corners(marks: Registration) -> list[tuple[bool, bool]]:
    """Return the corners with a mark: whether it is at the right, and whether it is at the foot."""
    corners = [(False, False), (True, False), (False, True)]
    return [*corners, (True, True)] if marks.marks == "four" else corners


def values(marks: Registration) -> str:
    """Return the settings to enter in the cutting program, as text."""
    media = marks.media
    lies = "landscape" if media.width > media.height else "portrait"
    return (
        f"Silhouette Studio: media {media.width:g} x {media.height:g} mm, {lies}; "
        f"{marks.marks} registration marks, length {marks.arm:g} mm, thickness {THICKNESS:g} mm, "
        f"inset {marks.entered_inset:g} mm"
    )


def lanes(marks: Registration, art: Rect) -> tuple[SlugLane, SlugLane] | None:
    """Return two opposite strips for lines of text, between the marks and outside the artwork.

    None if neither pair of sides has room.
    """
    page = marks.page
    start = marks.inset + _reach(marks) + 2.0
    for upright, band in sorted(((False, art.y), (True, art.x)), key=lambda side: -side[1]):
        depth = min(LANE, band - GAP - EDGE_CLEARANCE)
        length = (page.height if upright else page.width) - 2 * start
        if depth < LANE_MIN_DEPTH or length <= 0:
            continue
        far = (page.width if upright else page.height) - band + GAP
        near_box, far_box = (
            Rect(offset, start, depth, length) if upright else Rect(start, offset, length, depth)
            for offset in (band - GAP - depth, far)
        )
        begin = near_box.bottom if upright else near_box.x
        return SlugLane(near_box, upright, begin), SlugLane(far_box, upright, begin)
    return None


def set_lines(marks: Registration, art: Rect, lines: Sequence[str], write: Write) -> Iterator[Item]:
    """Set up to two lines of text between the marks."""
    strips = lanes(marks, art)
    for lane, line in zip(strips or (), lines, strict=False):
        if line and (group := lane.place(write(line, VALUES_PT))) is not None:
            yield group

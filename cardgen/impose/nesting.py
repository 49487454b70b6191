"""Nesting: pieces of different shapes and sizes on few sheets, by a simple rule.

Pieces of the same shape and size go together, large ones first. They fill shelves from left to
right, and shelves fill the page from the top down::

    +--+ +--+ +--+ +--+           ( ) ( ) ( ) ( )
    |  | |  | |  | |  |             ( ) ( ) ( )
    +--+ +--+ +--+ +--+           ( ) ( ) ( ) ( )

Squares form columns. Circles, and hexagons that stand on a corner, are staggered: each row sits
in the gaps of the one above, which takes only 0.87 of the height. The room that is left at the
end of a shelf is filled with smaller pieces of the kinds that follow, in rows of their own. Every
piece keeps its bleed on all sides.

All of this is arithmetic with boxes: a `Blank` says how large a piece is with its bleed, and
`nest` says where it goes. Nothing is turned or scaled.

Pages to cut out, with tokens, nets or boxes in the middle and a lane above and below.

The upper lane says what the page is and explains its lines; the lower one has the ruler.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.core.units import PAPERS, proposed
from cardgen.frame import Frame, Group, Item, Page
from cardgen.impose import problems
from cardgen.impose.marks import EDGE, GAP, LANE, SlugLane

STAGGER = math.sqrt(3) / 2
_SLACK = 1e-6


class Blank(Struct, frozen=True):
    """The size of a piece with its bleed; ``staggered`` shapes fit the gaps of the row above."""

    width: float
    height: float
    staggered: bool = False


class NestedPlace(Struct, frozen=True):
    """Where a blank goes: its page, counted from 0, and its box, including the bleed."""

    page: int
    box: Rect


class _Rest(Struct, frozen=True):
    """Room that is left beside or below pieces, for smaller ones."""

    page: int
    box: Rect


class _Nest:
    def __init__(self, area: Rect) -> None:
        self.area = area
        self.page = 0
        self.y = area.y
        self.rests: list[_Rest] = []

    def into_rest(self, blank: Blank) -> NestedPlace | None:
        """Place a blank in leftover room, and keep what then remains beside and below it."""
        for index, rest in enumerate(self.rests):
            room = rest.box
            if fits(blank, Size(room.width, room.height)):
                box = Rect(room.x, room.y, blank.width, blank.height)
                beside = Rect(box.right, room.y, room.right - box.right, box.height)
                below = Rect(room.x, box.bottom, room.width, room.bottom - box.bottom)
                self.rests[index : index + 1] = [_Rest(rest.page, left) for left in (beside, below)]
                return NestedPlace(rest.page, box)
        return None

    def rows(self, blank: Blank, count: int) -> list[NestedPlace]:
        """Place equal blanks in rows, staggered or not, on as many pages as they need."""
        area, places = self.area, list[NestedPlace]()
        row, bottom = 0, self.y
        while len(places) < count:
            y = self.y + row * blank.height * self._pitch(blank)
            if y + blank.height > area.bottom + _SLACK:
                self.page, self.y, row, bottom = self.page + 1, area.y, 0, area.y
                continue
            start = area.x + (blank.width / 2 if blank.staggered and row % 2 else 0.0)
            across = max(1, math.floor((area.right - start + _SLACK) / blank.width))
            taken = min(across, count - len(places))
            for column in range(taken):
                x = start + column * blank.width
                places.append(NestedPlace(self.page, Rect(x, y, blank.width, blank.height)))
            alone = row == 0 and len(places) == count
            if alone or not blank.staggered:  # staggered rows stick out beside it
                end = start + taken * blank.width
                rest = Rect(end, y, area.right - end, blank.height)
                self.rests.append(_Rest(self.page, rest))
            bottom = y + blank.height
            row += 1
        self.y = bottom
        return places

    @staticmethod
    def _pitch(blank: Blank) -> float:
        """Return the distance between rows, as a share of the height of the blank."""
        return STAGGER * blank.width / blank.height if blank.staggered else 1.0


def fits(blank: Blank, area: Size) -> bool:
    """Whether a blank fits on a page at all."""
    return blank.width <= area.width + _SLACK and blank.height <= area.height + _SLACK


def nest(blanks: Sequence[Blank], area: Rect) -> list[NestedPlace]:
    """Return a place for each blank, in the given order.

    Raises ValueError for a blank that is larger than the area.
    """
    if not all(fits(blank, Size(area.width, area.height)) for blank in blanks):
        raise ValueError("a blank is larger than the page")
    kinds: dict[Blank, list[int]] = {}
    for index, blank in enumerate(blanks):
        kinds.setdefault(blank, []).append(index)
    found: dict[int, NestedPlace] = {}
    state = _Nest(area)
    for blank in sorted(kinds, key=lambda one: (-one.height, -one.width, one.staggered)):
        waiting = kinds[blank]
        while waiting and (place := state.into_rest(blank)) is not None:
            found[waiting.pop(0)] = place
        if waiting:
            found.update(zip(waiting, state.rows(blank, len(waiting)), strict=True))
    return [found[index] for index in range(len(blanks))]


GAP_AROUND = 3.0
"""The room around a net, in mm."""

_BETWEEN = 4.0  # mm between slug and legend


def work_area(page: Size, margin: float) -> Rect:
    """Return the part of a page that pieces may cover, including their bleed."""
    border = max(margin, EDGE)
    lane = border + LANE + GAP
    return Rect(border, lane, page.width - 2 * border, page.height - 2 * lane)


def furnish(
    page: Size,
    margin: float,
    items: Iterable[Item],
    slug: Frame,
    legend: Frame | None = None,
    ruler: Frame | None = None,
) -> Page:
    """Make a page of items, with a slug, and a legend and a ruler if they are given."""
    border = max(margin, EDGE)
    whole = Rect(border, border, page.width - 2 * border, LANE)
    shown: list[Item | None] = list(items)
    room = whole.width
    if legend is not None:
        x = whole.right - legend.size.width
        y = whole.y + (LANE - legend.size.height) / 2
        shown.append(Group(legend, Matrix.translation(x, y)))
        room -= legend.size.width + _BETWEEN
    head = Rect(whole.x, whole.y, room, LANE)
    shown.append(SlugLane(head, False, head.x).place(slug))
    if ruler is not None:
        foot = whole.moved(0.0, page.height - border - LANE - whole.y)
        shown.append(SlugLane(foot, False, foot.x).place(ruler, shrink=False))
    return Page.of_sheet(Frame(page, [item for item in shown if item is not None]))


def roomy(piece: Size) -> Blank:
    """Return the room that a net needs on a page."""
    return Blank(piece.width + 2 * GAP_AROUND, piece.height + 2 * GAP_AROUND)


def page_for(piece: Size, paper: Size, margin: float) -> Size | None:
    """Return the paper in the orientation that holds a piece, portrait if possible, or None."""
    for page in (paper, paper.turned):
        area = work_area(page, margin)
        if fits(roomy(piece), Size(area.width, area.height)):
            return page
    return None


def check_page(
    piece: Size,
    paper: Size,
    margin: float,
    what: str,
    at: Location | None,
    remedy: str = "make it smaller",
) -> Size:
    """Return the paper in the orientation that holds a piece.

    Raises ImpositionError if neither does. The error names the papers that would, or gives the
    ``remedy`` if none would.
    """
    page = page_for(piece, paper, margin)
    if page is None:
        area = work_area(paper, margin)
        room = Size(area.width, area.height)
        others = proposed(
            [
                name
                for name, size in PAPERS.items()
                if size != paper and page_for(piece, size, margin)
            ]
        )
        found = problems.blank_does_not_fit(at, what, piece, paper, room, others, remedy)
        raise ImpositionError(found)
    return page

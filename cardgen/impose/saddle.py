"""Saddle stitch: which pages share a sheet, so that the folded stack reads in order.

Each sheet is in landscape and carries four pages, two on either side. The sheets are folded once
in the middle, put into one another, and stapled through the fold. Eight pages take two sheets::

        front          back
      +---+---+     +---+---+
      | 8 | 1 |     | 2 | 7 |      the outer sheet
      +---+---+     +---+---+
      | 6 | 3 |     | 4 | 5 |      the inner sheet
      +---+---+     +---+---+

Blanks bring the number of pages up to a multiple of four. They go at the end, or before the last
page if that is a back cover.

Paper has a thickness, so that the inner sheets of a thick booklet stick out at the fore edge. This
is called creep. To make up for it, the pages of an inner sheet are moved towards the fold, by the
thickness of the paper for every sheet around it.

A landscape sheet that is flipped on its short edge turns about its vertical middle: what is on the
left of the front is behind what is on the right of the back, and everything stays upright.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Page, Stroke
from cardgen.impose import problems
from cardgen.impose.marks import BLACK, Line, lines

THICKNESS = 0.1  # mm, for paper of 80 g/m²
LEAST_SCALE = 0.85
STAPLES = (0.25, 0.75)
"""Where the staples go, as shares of the length of the fold."""
STAPLE = 12.0  # mm, its width
TICK = 4.0
CUT_OFF = 14.0
"""Where more paper than this is left around the pages, marks show where to cut it off."""
CUT_NEAR = 4.0
"""The distance from the page to a cut mark: more than the usual bleed."""
MARK = Stroke(BLACK, 0.15)
DASHED = Stroke(BLACK, 0.15, (1.0, 1.0))
HALO = Stroke(Color(1.0, 1.0, 1.0), 0.6)
"""Drawn below a mark, so that it shows on a dark cover."""

SaddleSide = tuple[int | None, int | None]
"""The left and the right page on one side of a sheet, counted from 0; None is a blank.

Bound at the right, it is the right page and the left one."""


class SaddleSheet(Struct, frozen=True):
    """One sheet of paper: its outside (front) and its inside (back)."""

    front: SaddleSide
    back: SaddleSide


class Fold(Struct, frozen=True):
    """How a booklet lies on a paper: the landscape sheet, its pages and their scale, the margin.

    A ``leftward`` one is bound at the right, as texts are that run from right to left.
    """

    paper: Size
    page: Size
    scale: float
    margin: float
    leftward: bool = False

    def place(self, left: bool, shift: float) -> Rect:
        """Return where the left or the right page goes, moved towards the fold by ``shift``."""
        width, height = self.page.width * self.scale, self.page.height * self.scale
        middle = self.paper.width / 2
        x = middle - width + shift if left else middle - shift
        return Rect(x, (self.paper.height - height) / 2, width, height)


def padded(count: int, total: int, back: bool = True) -> list[int | None]:
    """Return the pages in order, with blanks at the end or before the back cover."""
    last = [count - 1] if back and count else []
    first = range(count - len(last))
    return [*first, *[None] * (total - count), *last]


def signature(count: int, back: bool = True) -> list[SaddleSheet]:
    """Return the sheets of a booklet, outermost first.

    ``back`` tells whether the last page is a back cover.
    """
    total = -(-count // 4) * 4
    order = padded(count, total, back)
    sheets = []
    for i in range(total // 4):
        first, last = 2 * i, total - 1 - 2 * i
        front = (order[last], order[first])
        sheets.append(SaddleSheet(front, (order[first + 1], order[last - 1])))
    return sheets


def fold_of(
    page: Size, paper: Size, margin: float, at: Location | None = None, leftward: bool = False
) -> Fold:
    """Return how pages lie on a paper; raises ImpositionError if they are far too large."""
    landscape = Size(max(paper.width, paper.height), min(paper.width, paper.height))
    scale = min(1.0, landscape.width / 2 / page.width, landscape.height / page.height)
    if scale < LEAST_SCALE:
        raise ImpositionError(problems.booklet_does_not_fit(at, page, paper, scale))
    return Fold(landscape, page, scale, margin, leftward)


def saddle(
    pages: Sequence[Frame],
    fold: Fold,
    thickness: float = THICKNESS,
    back_offset: tuple[float, float] = (0.0, 0.0),
    back: bool = True,
) -> list[Page]:
    """Put pages on sheets, front and back in turn, with marks for folding and stapling.

    The outermost sheet also has cut marks, if there is much paper around the pages.
    """
    made: list[Page] = []
    for depth, sheet in enumerate(signature(len(pages), back)):
        shift = depth * thickness
        front = _side(sheet.front, pages, fold, shift)
        middle, top, foot = fold.paper.width / 2, fold.margin, fold.paper.height - fold.margin
        ticks = [(middle, top, middle, top + TICK), (middle, foot - TICK, middle, foot)]
        marks = [lines(ticks, HALO), lines(ticks, DASHED)]
        if depth == 0:
            marks += [lines(_staples(fold), HALO), lines(_staples(fold), MARK)]
            if cuts := _cuts(fold):
                marks.append(lines(cuts))
        made.append(Page.of_sheet(Frame(fold.paper, [*front, *marks])))
        inside = Frame(fold.paper, _side(sheet.back, pages, fold, shift))
        moved = Group(inside, Matrix.translation(*back_offset))
        made.append(Page.of_sheet(Frame(fold.paper, [moved])))
    return made


def _side(side: SaddleSide, pages: Sequence[Frame], fold: Fold, shift: float) -> list[Item]:
    items: list[Item] = []
    middle = fold.paper.width / 2
    for number, left in zip(side, (not fold.leftward, fold.leftward), strict=True):
        if number is None:
            continue
        place = fold.place(left, shift)
        near = 0.0 if left else middle
        seen = Rect(near, place.y, middle, place.height)
        matrix = Matrix(fold.scale, 0.0, 0.0, fold.scale, place.x, place.y)
        inner = Frame(fold.paper, [Group(pages[number], matrix)])
        items.append(Group(inner, clip=Path.rect(seen)))  # nothing crosses the fold
    return items


def _staples(fold: Fold) -> list[Line]:
    """Mark both ends of each staple."""
    middle = fold.paper.width / 2
    found: list[Line] = []
    page = fold.place(False, 0.0)
    for share in STAPLES:
        y = page.y + page.height * share
        for end in (y - STAPLE / 2, y + STAPLE / 2):
            found.append((middle - 1.0, end, middle + 1.0, end))
    return found


def _cuts(fold: Fold) -> list[Line]:
    """Mark the corners of the folded booklet, outside any bleed."""
    box = fold.place(False, 0.0)
    beside, above = fold.paper.width - box.right, box.y
    found: list[Line] = []
    for x in (fold.paper.width - box.right, box.right):
        out = -1.0 if x < fold.paper.width / 2 else 1.0
        for y, away in ((box.y, -1.0), (box.bottom, 1.0)):
            if above >= CUT_OFF:
                found.append((x, y + away * CUT_NEAR, x, y + away * (CUT_NEAR + TICK)))
            if beside >= CUT_OFF:
                found.append((x + out * CUT_NEAR, y, x + out * (CUT_NEAR + TICK), y))
    return found

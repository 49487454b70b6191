"""Booklets: which pages share a sheet, so that the folded paper reads in order.

**Saddle stitch.** Each sheet is in landscape and carries four pages, two on either side. The sheets
are folded once in the middle, put into one another, and stapled through the fold. Eight pages take
two sheets::

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

**The eight-page fold** is a small booklet from one sheet, printed on one side, without staples. The
sheet is in landscape and carries eight pages in two rows. The upper row is upside down, so that all
pages meet head to head along the middle, where a slit is cut::

    +--------+--------+--------+--------+
    |   5    |   4    |   3    |   2    |   upside down
    +- - - - +========+========+- - - - +   ==== the slit
    |   6    |   7    |   8    |   1    |   upright
    +--------+--------+--------+--------+

To fold it, halve the sheet lengthwise with the print outside: a long strip, four pages wide. Push
its ends towards each other, and the slit opens into a cross of four leaves, each of two panels
back to back. Close them about the spine with page 1 outside.

Why the pages come in order: the slit leaves the panels joined in a ring, 1-2-3-4-5-6-7-8-1, and
each joint becomes a fold. Those from 1 to 2 and from 5 to 6 are at the head of a leaf, those from
3 to 4 and from 7 to 8 at the fore edge of one. The others, from 2 to 3, 4 to 5, 6 to 7 and 8 to 1,
form the spine. As every leaf is closed at its head or its fore edge, the blank side of the sheet
never shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Page, Shape, Stroke
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
MINI_PAGES = 8
MINI_ROWS: tuple[tuple[int, ...], tuple[int, ...]] = ((4, 3, 2, 1), (5, 6, 7, 0))
"""The pages from left to right, counted from 0: the upper row, upside down, and the lower."""
_SLUG_AWAY = 0.4  # mm from the slit: nearer to it than any text of a page may come
_SLUG_PAGE = 6
_PAPER = Color(1.0, 1.0, 1.0)


class SaddleSheet(Struct, frozen=True):
    """One sheet of paper: its outside (front) and its inside (back)."""

    front: SaddleSide
    back: SaddleSide


class _BookletOnPaper(Struct, frozen=True):
    """How a booklet lies on a paper: the landscape sheet, its pages and their scale, the margin.

    A ``leftward`` one is bound at the right, as texts are that run from right to left. So left and
    right are exchanged throughout.
    """

    paper: Size
    page: Size
    scale: float
    margin: float
    leftward: bool

    def page_within(self, page: Frame, matrix: Matrix, part: Rect) -> Group:
        """Place a page on the paper, clipped to a part of that."""
        return Group(Frame(self.paper, [Group(page, matrix)]), clip=Path.rect(part))


class Fold(_BookletOnPaper, frozen=True):
    """A booklet that is folded once, in the middle of its sheets."""

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
        items.append(fold.page_within(pages[number], matrix, seen))  # nothing crosses the fold
    return items


def _staples(fold: Fold) -> list[Line]:
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


class FoldPanel(Struct, frozen=True):
    """Where a page goes: its part of the sheet in mm, and whether it is upside down there."""

    page: int
    box: Rect
    turned: bool


class MiniFold(_BookletOnPaper, frozen=True):
    """A booklet of eight pages on one sheet."""

    def panels(self) -> list[FoldPanel]:
        """Return where the eight pages go, in reading order."""
        width, height = self.paper.width / 4, self.paper.height / 2
        found = [
            FoldPanel(page, Rect(column * width, row * height, width, height), turned=row == 0)
            for row, pages in enumerate(MINI_ROWS)
            for column, page in enumerate(reversed(pages) if self.leftward else pages)
        ]
        return sorted(found, key=lambda panel: panel.page)

    def matrix(self, panel: FoldPanel) -> Matrix:
        """Return the transform from a page to its panel: touching the spine, centred vertically."""
        box = panel.box
        free = box.width - self.page.width * self.scale
        right_hand = panel.page % 2 == 0  # with the spine at its left, if bound at the left
        left = 0.0 if right_hand != self.leftward else free
        top = (box.height - self.page.height * self.scale) / 2
        there = Matrix.scaling(self.scale).then(Matrix.translation(box.x + left, box.y + top))
        return there.then(Matrix.rotation(180, *box.center)) if panel.turned else there


def mini_of(page: Size, paper: Size, margin: float, leftward: bool = False) -> MiniFold:
    """Return how pages lie on a paper; they are reduced to fit, but never enlarged."""
    landscape = Size(max(paper.width, paper.height), min(paper.width, paper.height))
    scale = min(1.0, landscape.width / 4 / page.width, landscape.height / 2 / page.height)
    return MiniFold(landscape, page, scale, margin, leftward)


def eight(count: int, back: bool = True, at: Location | None = None) -> list[int | None]:
    """Return the page for each panel; blanks go before the last page if that is a back cover.

    Raises ImpositionError for more than eight pages.
    """
    if count > MINI_PAGES:
        raise ImpositionError(problems.too_many_pages(at, count, MINI_PAGES))
    return padded(count, MINI_PAGES, back)


def mini(
    pages: Sequence[Frame], fold: MiniFold, back: bool = True, slug: Frame | None = None
) -> Page:
    """Put pages on a sheet, with marks for folding and for the cut.

    ``back`` tells whether the last page is a back cover. ``slug`` is a line of text that goes
    beside the slit.
    """
    items: list[Item] = []
    for number, panel in zip(eight(len(pages), back), fold.panels(), strict=True):
        if number is not None:
            items.append(fold.page_within(pages[number], fold.matrix(panel), panel.box))
    for ends, stroke in ((_folds(fold), DASHED), ([slit(fold)], MARK)):
        items += [lines(ends, HALO), lines(ends, stroke)]
    if slug is not None:
        items += _beside_slit(fold, slug)
    return Page.of_sheet(Frame(fold.paper, items))


def slit(fold: MiniFold) -> Line:
    """Return both ends of the cut, which separates the inner panels."""
    width, middle = fold.paper.width, fold.paper.height / 2
    return (width / 4, middle, width * 3 / 4, middle)


def _folds(fold: MiniFold) -> list[Line]:
    """Mark both ends of the folds, as far out as the printer reaches."""
    width, height, near = fold.paper.width, fold.paper.height, fold.margin
    found: list[Line] = []
    for x in (width / 4, width / 2, width * 3 / 4):
        found += [(x, near, x, near + TICK), (x, height - near - TICK, x, height - near)]
    middle = height / 2
    found += [
        (near, middle, near + TICK, middle),
        (width - near - TICK, middle, width - near, middle),
    ]
    return found


def _beside_slit(fold: MiniFold, slug: Frame) -> list[Item]:
    """Put a line of text below the slit, on a white strip because the page may be dark."""
    box = fold.panels()[_SLUG_PAGE].box
    scale = min(1.0, (box.width - 4.0) / slug.size.width) if slug.size.width else 1.0
    left, top = box.x + 2.0, box.y + _SLUG_AWAY
    ground = Rect(left - 0.4, top, slug.size.width * scale + 0.8, slug.size.height * scale)
    return [
        Shape(Path.rect(ground), fill=_PAPER),
        Group(slug, Matrix.scaling(scale).then(Matrix.translation(left, top))),
    ]

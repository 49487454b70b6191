"""Booklets: which pages share a sheet, so that the folded paper is in reading order.

**Saddle stitch.** Each sheet is in landscape and has four pages, two on either side. The sheets are
folded once in the middle, nested, and stapled through the fold. Eight pages take two sheets::

        front          back
      +---+---+     +---+---+
      | 8 | 1 |     | 2 | 7 |      the outer sheet
      +---+---+     +---+---+
      | 6 | 3 |     | 4 | 5 |      the inner sheet
      +---+---+     +---+---+

Blank pages bring the number of pages up to a multiple of four. They are at the end, or before the
last page if that is a back cover.

Paper has a thickness, so that the inner sheets of a thick booklet stick out at the fore edge. This
is called creep. To compensate, the pages of an inner sheet are moved towards the fold, by the
thickness of the paper for every sheet around it.

A landscape sheet that is flipped on its short edge turns about its vertical middle: the left half
of the front is behind the right half of the back, and everything stays upright.

**The eight-page fold** is a small booklet from one sheet, printed on one side, without staples. The
sheet is in landscape and has eight pages in two rows. The upper row is upside down, so that all
pages meet head to head along the middle, where a slit is cut::

    +--------+--------+--------+--------+
    |   5    |   4    |   3    |   2    |   upside down
    +- - - - +========+========+- - - - +   ==== the slit
    |   6    |   7    |   8    |   1    |   upright
    +--------+--------+--------+--------+

To fold it, halve the sheet lengthwise with the print outside: a long strip, four pages wide. Push
its ends towards each other, and the slit opens into a cross of four leaves, each of two panels back
to back. Close them about the spine with page 1 outside.

This puts the pages in order because the slit leaves the panels joined in a ring, 1-2-3-4-5-6-7-8-1,
and each joint becomes a fold. The folds from 1 to 2 and from 5 to 6 are at the head of a leaf, the
folds from 3 to 4 and from 7 to 8 at the fore edge. The other folds, from 2 to 3, 4 to 5, 6 to 7 and
8 to 1, form the spine. As every leaf is closed at its head or its fore edge, the blank side of the
sheet is never visible.
"""

from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Page, Shape, Stroke
from cardgen.frame.reach import intersection
from cardgen.impose import problems
from cardgen.impose.marks import BLACK, Line, lines

THICKNESS = 0.1  # mm, for paper of 80 g/m²
LEAST_SCALE = 0.85
STAPLES = (0.25, 0.75)
"""Positions of the staples, as shares of the length of the fold."""
STAPLE = 12.0  # mm, its width
TICK = 4.0
CUT_OFF = 14.0
"""If more paper than this is left around the pages, marks show where to cut it off."""
CUT_NEAR = 4.0
"""Distance from the page to a cut mark: more than the usual bleed."""
MARK = Stroke(BLACK, 0.15)
DASHED = Stroke(BLACK, 0.15, (1.0, 1.0))
HALO = Stroke(Color(1.0, 1.0, 1.0), 0.6)
"""Drawn below a mark, so that it is visible on a dark cover."""

SaddleSide = tuple[int | None, int | None]
"""The left and the right page on one side of a sheet, counted from 0; None is a blank page.

For binding at the right, it is the right page and the left one."""
MINI_PAGES = 8
MINI_ROWS: tuple[tuple[int, ...], tuple[int, ...]] = ((4, 3, 2, 1), (5, 6, 7, 0))
"""Pages from left to right, counted from 0: the upper row, upside down, and the lower row."""
_SLUG_AWAY = 0.4  # mm from the slit: nearer than the text of any page
_SLUG_PAGE = 6
_PAPER = Color(1.0, 1.0, 1.0)


class SaddleSheet(Struct, frozen=True):
    """One sheet of paper: its outside (front) and its inside (back)."""

    front: SaddleSide
    back: SaddleSide


class _BookletOnPaper(Struct, frozen=True):
    """The position of a booklet on a paper: landscape sheet, pages, their scale, and the margin.

    A ``leftward`` booklet is bound at the right, for texts that run from right to left. Left and
    right are then exchanged throughout.
    """

    paper: Size
    page: Size
    scale: float
    margin: float
    leftward: bool

    def page_within(self, page: Frame, matrix: Matrix, part: Rect) -> Group:
        """Place a page on the paper, clipped to its bleed and to a part of the paper."""
        clip = Path.rect(intersection(part, matrix.apply_rect(page.bleed_rect)))
        return Group(Frame(self.paper, [Group(page, matrix)]), clip=clip)


class Fold(_BookletOnPaper, frozen=True):
    """A booklet that is folded once, in the middle of its sheets."""

    def place(self, left: bool, shift: float) -> Rect:
        """Return the box of the left or the right page, moved towards the fold by ``shift``."""
        width, height = self.page.width * self.scale, self.page.height * self.scale
        middle = self.paper.width / 2
        x = middle - width + shift if left else middle - shift
        return Rect(x, (self.paper.height - height) / 2, width, height)


def pad_pages(count: int, total: int, back: bool = True) -> list[int | None]:
    """Return the pages in order, with blanks at the end or before the back cover."""
    last = [count - 1] if back and count else []
    first = range(count - len(last))
    return [*first, *[None] * (total - count), *last]


def signature(count: int, back: bool = True) -> list[SaddleSheet]:
    """Return the sheets of a booklet, outermost first.

    ``back`` is True if the last page is a back cover.
    """
    total = -(-count // 4) * 4
    order = pad_pages(count, total, back)
    sheets = []
    for i in range(total // 4):
        first, last = 2 * i, total - 1 - 2 * i
        front = (order[last], order[first])
        sheets.append(SaddleSheet(front, (order[first + 1], order[last - 1])))
    return sheets


def fold_of(
    page: Size, paper: Size, margin: float, location: Location | None = None, leftward: bool = False
) -> Fold:
    """Return the position of pages on a paper; raises ImpositionError if they are far too large."""
    landscape = Size(max(paper.width, paper.height), min(paper.width, paper.height))
    scale = min(1.0, landscape.width / 2 / page.width, landscape.height / page.height)
    if scale < LEAST_SCALE:
        raise ImpositionError(problems.booklet_does_not_fit(location, page, paper, scale))
    return Fold(landscape, page, scale, margin, leftward)


def saddle(
    pages: Sequence[Frame],
    fold: Fold,
    thickness: float = THICKNESS,
    back_offset: tuple[float, float] = (0.0, 0.0),
    back: bool = True,
) -> list[Page]:
    """Put pages on sheets, front and back alternating, with marks for folding and stapling.

    The outermost sheet also has cut marks if there is much paper around the pages.
    """
    sheets: list[Page] = []
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
        sheets.append(Page.of_sheet(Frame(fold.paper, [*front, *marks])))
        inside = Frame(fold.paper, _side(sheet.back, pages, fold, shift))
        moved = Group(inside, Matrix.translation(*back_offset))
        sheets.append(Page.of_sheet(Frame(fold.paper, [moved])))
    return sheets


def _side(side: SaddleSide, pages: Sequence[Frame], fold: Fold, shift: float) -> list[Item]:
    items: list[Item] = []
    middle = fold.paper.width / 2
    for number, left in zip(side, (not fold.leftward, fold.leftward), strict=True):
        if number is None:
            continue
        place = fold.place(left, shift)
        # Clip at the fold and before the cut marks; sheets without marks keep their height.
        top, height = (0.0, fold.paper.height) if place.y >= CUT_OFF else (place.y, place.height)
        half = Rect(0.0 if left else middle, top, middle, height)
        part = intersection(half, place.grow(CUT_NEAR))
        matrix = Matrix(fold.scale, 0.0, 0.0, fold.scale, place.x, place.y)
        items.append(fold.page_within(pages[number], matrix, part))
    return items


def _staples(fold: Fold) -> list[Line]:
    middle = fold.paper.width / 2
    marks: list[Line] = []
    page = fold.place(False, 0.0)
    for share in STAPLES:
        y = page.y + page.height * share
        for end in (y - STAPLE / 2, y + STAPLE / 2):
            marks.append((middle - 1.0, end, middle + 1.0, end))
    return marks


def _cuts(fold: Fold) -> list[Line]:
    """Mark the corners of the folded booklet, outside any bleed."""
    box = fold.place(False, 0.0)
    beside, above = fold.paper.width - box.right, box.y
    marks: list[Line] = []
    for x in (fold.paper.width - box.right, box.right):
        out = -1.0 if x < fold.paper.width / 2 else 1.0
        for y, away in ((box.y, -1.0), (box.bottom, 1.0)):
            if above >= CUT_OFF:
                marks.append((x, y + away * CUT_NEAR, x, y + away * (CUT_NEAR + TICK)))
            if beside >= CUT_OFF:
                marks.append((x + out * CUT_NEAR, y, x + out * (CUT_NEAR + TICK), y))
    return marks


class FoldPanel(Struct, frozen=True):
    """The panel of a page: its part of the sheet in mm, and whether the page is upside down."""

    page: int
    box: Rect
    turned: bool


class MiniFold(_BookletOnPaper, frozen=True):
    """A booklet of eight pages on one sheet."""

    def panels(self) -> list[FoldPanel]:
        """Return the panels of the eight pages, in reading order."""
        width, height = self.paper.width / 4, self.paper.height / 2
        panels = [
            FoldPanel(page, Rect(column * width, row * height, width, height), turned=row == 0)
            for row, pages in enumerate(MINI_ROWS)
            for column, page in enumerate(reversed(pages) if self.leftward else pages)
        ]
        return sorted(panels, key=lambda panel: panel.page)

    def matrix(self, panel: FoldPanel) -> Matrix:
        """Return the transform from a page to its panel: touching the spine, centred vertically."""
        box = panel.box
        free = box.width - self.page.width * self.scale
        right_hand = panel.page % 2 == 0  # with the spine at its left, if bound at the left
        left = 0.0 if right_hand != self.leftward else free
        top = (box.height - self.page.height * self.scale) / 2
        placement = Matrix.scaling(self.scale).then(Matrix.translation(box.x + left, box.y + top))
        return placement.then(Matrix.rotation(180, *box.center)) if panel.turned else placement


def mini_of(page: Size, paper: Size, margin: float, leftward: bool = False) -> MiniFold:
    """Return the position of pages on a paper; they are reduced to fit, but never enlarged."""
    landscape = Size(max(paper.width, paper.height), min(paper.width, paper.height))
    scale = min(1.0, landscape.width / 4 / page.width, landscape.height / 2 / page.height)
    return MiniFold(landscape, page, scale, margin, leftward)


def eight(count: int, back: bool = True, location: Location | None = None) -> list[int | None]:
    """Return the page for each panel; blank pages go before a back cover, or at the end.

    Raises ImpositionError for more than eight pages.
    """
    if count > MINI_PAGES:
        raise ImpositionError(problems.too_many_pages(location, count, MINI_PAGES))
    return pad_pages(count, MINI_PAGES, back)


def mini(
    pages: Sequence[Frame], fold: MiniFold, back: bool = True, slug: Frame | None = None
) -> Page:
    """Put pages on a sheet, with marks for folding and for the cut.

    ``back`` is True if the last page is a back cover. ``slug`` is a line of text beside the slit.
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
    """Mark both ends of the folds, as near to the edge as the printer reaches."""
    width, height, near = fold.paper.width, fold.paper.height, fold.margin
    marks: list[Line] = []
    for x in (width / 4, width / 2, width * 3 / 4):
        marks += [(x, near, x, near + TICK), (x, height - near - TICK, x, height - near)]
    middle = height / 2
    marks += [
        (near, middle, near + TICK, middle),
        (width - near - TICK, middle, width - near, middle),
    ]
    return marks


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

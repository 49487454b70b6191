"""The eight-page fold: a small booklet from one sheet, printed on one side, without staples.

The sheet is in landscape and carries eight pages in two rows. The upper row is upside down, so
that all pages meet head to head along the middle, where a slit is cut::

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
from cardgen.frame import Frame, Group, Item, Page, Shape
from cardgen.impose import problems
from cardgen.impose.marks import Line, lines
from cardgen.impose.saddle import DASHED, HALO, MARK, TICK, padded

PAGES = 8
ROWS: tuple[tuple[int, ...], tuple[int, ...]] = ((4, 3, 2, 1), (5, 6, 7, 0))
"""The pages from left to right, counted from 0: the upper row, upside down, and the lower."""
_SLUG_AWAY = 0.4  # mm from the slit: nearer to it than any text of a page may come
_SLUG_PAGE = 6
_PAPER = Color(1.0, 1.0, 1.0)


class FoldPanel(Struct, frozen=True):
    """Where a page goes: its part of the sheet in mm, and whether it is upside down there."""

    page: int
    box: Rect
    turned: bool


class MiniFold(Struct, frozen=True):
    """How a booklet lies on a paper: the landscape sheet, the page, its scale, the border.

    A ``leftward`` one is bound at the right: left and right are exchanged throughout.
    """

    paper: Size
    page: Size
    scale: float
    margin: float
    leftward: bool = False

    def panels(self) -> list[FoldPanel]:
        """Return where the eight pages go, in reading order."""
        width, height = self.paper.width / 4, self.paper.height / 2
        found = [
            FoldPanel(page, Rect(column * width, row * height, width, height), turned=row == 0)
            for row, pages in enumerate(ROWS)
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
    if count > PAGES:
        raise ImpositionError(problems.too_many_pages(at, count, PAGES))
    return padded(count, PAGES, back)


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
            inner = Frame(fold.paper, [Group(pages[number], fold.matrix(panel))])
            items.append(Group(inner, clip=Path.rect(panel.box)))
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

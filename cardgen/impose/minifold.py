"""The eight-page fold: a small booklet from one sheet, printed on one side, without a staple.

The sheet lies in landscape and carries eight pages in two rows. Those above stand on their
heads, so that all pages meet head to head along the middle, where the slit is cut::

    +--------+--------+--------+--------+
    |   5    |   4    |   3    |   2    |   on their heads
    +- - - - +========+========+- - - - +   ==== the slit
    |   6    |   7    |   8    |   1    |   upright
    +--------+--------+--------+--------+

Fold the sheet along its length, heads outside: a long strip of four. Push its ends towards one
another, and the slit opens into a cross of four leaves, each of two panels back to back. Close
them about the spine, page 1 outside.

Why it reads in order: the slit leaves the panels joined in a ring, 1-2-3-4-5-6-7-8-1, and each
joint is a fold in the end. From 1 to 2 and from 5 to 6 it is at the head and makes a leaf; from
3 to 4 and from 7 to 8 it is at the fore edge and makes a leaf as well. The others, from 2 to 3,
4 to 5, 6 to 7 and 8 to 1, are the spine. All leaves are closed, so that the blank side of the
sheet never shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.core.color import Color
from cardgen.core.diagnostics import Location
from cardgen.core.errors import ImpositionError
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Page, Shape
from cardgen.impose import problems
from cardgen.impose.marks import Line, lines
from cardgen.impose.saddle import DASHED, HALO, MARK, TICK, padded

PAGES = 8
ROWS: tuple[tuple[int, ...], tuple[int, ...]] = ((4, 3, 2, 1), (5, 6, 7, 0))
"""The pages from left to right, counted from 0: the upper row, on its head, and the lower."""

_SLUG_AWAY = 0.4  # mm from the slit: nearer to it than any text may come
_SLUG_PAGE = 6
_PAPER = Color(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class FoldPanel:
    """Where a page goes: its part of the sheet in mm, and whether it stands on its head."""

    page: int
    box: Rect
    turned: bool

    @property
    def right_hand(self) -> bool:
        """Whether the page is a right-hand one, whose spine is at its left."""
        return self.page % 2 == 0


@dataclass(frozen=True, slots=True)
class MiniFold:
    """A small booklet on a paper: the landscape sheet, the page, its scale, the border."""

    paper: Size
    page: Size
    scale: float
    margin: float

    def panels(self) -> list[FoldPanel]:
        """Return where the eight pages go, in the order of reading."""
        width, height = self.paper.width / 4, self.paper.height / 2
        found = [
            FoldPanel(page, Rect(column * width, row * height, width, height), turned=row == 0)
            for row, pages in enumerate(ROWS)
            for column, page in enumerate(pages)
        ]
        return sorted(found, key=lambda panel: panel.page)

    def matrix(self, panel: FoldPanel) -> Matrix:
        """Return the way from a page to its panel: at the spine, half-way up."""
        box = panel.box
        free = box.width - self.page.width * self.scale
        left = 0.0 if panel.right_hand else free
        top = (box.height - self.page.height * self.scale) / 2
        there = Matrix.scaling(self.scale).then(Matrix.translation(box.x + left, box.y + top))
        return there.then(Matrix.rotation(180, *box.center)) if panel.turned else there


def mini_of(page: Size, paper: Size, margin: float) -> MiniFold:
    """Return how the pages lie on a paper, never larger than they are."""
    landscape = Size(max(paper.width, paper.height), min(paper.width, paper.height))
    scale = min(1.0, landscape.width / 4 / page.width, landscape.height / 2 / page.height)
    return MiniFold(landscape, page, scale, margin)


def eight(count: int, back: bool = True, at: Location | None = None) -> list[int | None]:
    """Return the page of each panel; blanks stand before the last page if it is a back cover.

    Raises ImpositionError for more than eight pages.
    """
    if count > PAGES:
        raise ImpositionError(problems.too_many_pages(at, count, PAGES))
    return padded(count, PAGES, back)


def mini(
    pages: Sequence[Frame], fold: MiniFold, back: bool = True, slug: Frame | None = None
) -> Page:
    """Put pages on a sheet with marks to fold and to cut by.

    ``back`` tells whether the last page is a back cover; ``slug`` is a line of text for the
    slit, where the scissors go.
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
    """Return the two ends of the cut: it parts the inner panels."""
    width, middle = fold.paper.width, fold.paper.height / 2
    return (width / 4, middle, width * 3 / 4, middle)


def _folds(fold: MiniFold) -> list[Line]:
    """Mark the ends of the folds, as far out as the printer reaches."""
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
    """Put a line of text below the slit, on a strip of white since the page may be dark."""
    box = fold.panels()[_SLUG_PAGE].box
    scale = min(1.0, (box.width - 4.0) / slug.size.width) if slug.size.width else 1.0
    left, top = box.x + 2.0, box.y + _SLUG_AWAY
    ground = Rect(left - 0.4, top, slug.size.width * scale + 0.8, slug.size.height * scale)
    return [
        Shape(Path.rect(ground), fill=_PAPER),
        Group(slug, Matrix.scaling(scale).then(Matrix.translation(left, top))),
    ]

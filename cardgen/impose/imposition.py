"""Impositions: the positions of pieces on sheets of paper.

An `Imposition` is either a grid (`cardgen.impose.nup`, and the modules that make grids) or shelves
for cards of several sizes (`cardgen.impose.shelves`). It deals pieces out to sheets and returns a
`SheetPlan` for each. Marks, margins, backs and pages use only the plans, so they work for both.

A plan divides its sheet into bands, from the top down. Each band is cut like a separate sheet: its
lines run through all of its pieces, and have crop marks at both ends. A grid is one band.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from cardgen.core.geometry import Insets, Rect, Size

Grid = Literal["butt", "inner", "bleed"]
Axis = Literal["vertical", "horizontal"]

SLACK = 1e-6
"""Tolerance for rounding errors, in mm: a piece that fits exactly does fit."""


class CardPlace(Struct, frozen=True):
    """The position of a piece on a page: its trim, and how far artwork may extend beyond it.

    ``reach`` has the directions of the page. A ``turned`` piece has its top at the right.
    """

    trim: Rect
    reach: Insets
    turned: bool = False

    @property
    def size(self) -> Size:
        """The size of the piece, held upright."""
        size = Size(self.trim.width, self.trim.height)
        return size.quarter_turned if self.turned else size

    @property
    def bleed(self) -> Insets:
        """The reach in the directions of the piece."""
        on = self.reach
        return Insets(on.right, on.bottom, on.left, on.top) if self.turned else on


class Band(Struct, frozen=True):
    """A strip of a page with its own cut lines: x of the vertical lines, y of the horizontal lines.

    ``above`` and ``below`` are the y of the cuts that separate it from other bands; None at an end.
    """

    across: tuple[float, ...]
    along: tuple[float, ...]
    above: float | None = None
    below: float | None = None


class SheetPlan(Struct, frozen=True):
    """The positions and bands of one sheet."""

    places: tuple[CardPlace, ...]
    bands: tuple[Band, ...]


Deal = tuple[Sequence[int], SheetPlan]
"""The indices of the pieces on a sheet, and the sheet's plan with a place for each."""


class Imposition(Struct, frozen=True):
    """The positions of pieces on pages of one size.

    ``block`` is the box around the trims of all places, and ``outer`` is how far artwork may extend
    beyond it. With a ``fold``, places are for faces only, and their backs are mirrored about the
    middle of the same page (see `cardgen.impose.duplex`). ``gutter`` is the gap between two pieces
    of a row.
    """

    page: Size
    block: Rect
    outer: Insets
    gutter: float
    bleed: float
    margin: float
    mode: Grid
    fold: Axis | None

    @property
    def slots(self) -> float:
        """The number of pieces on a full page; the average if pages differ."""
        raise NotImplementedError

    @property
    def merit(self) -> tuple[float, ...]:
        """The values to compare two impositions by: pieces per page, then room between them."""
        return self.slots, self.gutter

    @property
    def landscape(self) -> bool:
        """Whether the page is wider than high."""
        return self.page.width > self.page.height

    @property
    def bleeds_around(self) -> bool:
        """Whether the outer edges of the block have the full bleed."""
        o = self.outer
        return min(o.top, o.right, o.bottom, o.left) >= self.bleed - SLACK

    @property
    def reach(self) -> Rect:
        """The box around the block and its outer bleed."""
        o = self.outer
        return self.block.inset(Insets(-o.top, -o.right, -o.bottom, -o.left))

    @property
    def artwork(self) -> Rect:
        """The box around all artwork of a page, in the centre of the page."""
        box = self.reach
        if self.fold == "vertical":
            return Rect(box.x, box.y, self.page.width - 2 * box.x, box.height)
        if self.fold == "horizontal":
            return Rect(box.x, box.y, box.width, self.page.height - 2 * box.y)
        return box

    def deal(self, sizes: Iterable[Size]) -> list[Deal]:
        """Distribute pieces of these sizes over as many sheets as they need."""
        raise NotImplementedError

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return x of the vertical and y of the horizontal cut lines of all sheets."""
        raise NotImplementedError

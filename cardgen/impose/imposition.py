"""Impositions: where pieces lie on sheets of paper, whatever rule put them there.

An `Imposition` is one of two: a grid (`cardgen.impose.nup`, and all that makes grids), or shelves
of several sizes (`cardgen.impose.shelves`). It deals pieces out to sheets and gives a `SheetPlan`
for each. Marks, margins, backs and pages are made from plans, and know no grid.

A plan divides its sheet into bands, from the top down. A band is cut as if it were a sheet of its
own: its lines run through all of its pieces, and have crop marks at both ends. A grid is one band.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from cardgen.core.geometry import Insets, Rect, Size

Grid = Literal["butt", "inner", "bleed"]
Axis = Literal["vertical", "horizontal"]

SLACK = 1e-6
"""What fits to the micrometre does fit."""


class CardPlace(Struct, frozen=True):
    """Where a piece lies on a page: its trim, and how far artwork may reach beyond it.

    ``reach`` is as seen on the page. A piece that is ``turned`` has its top at the right.
    """

    trim: Rect
    reach: Insets
    turned: bool = False

    @property
    def size(self) -> Size:
        """The size of the piece as it is held upright."""
        size = Size(self.trim.width, self.trim.height)
        return size.turned if self.turned else size

    @property
    def bleed(self) -> Insets:
        """The reach as seen on the piece."""
        on = self.reach
        return Insets(on.right, on.bottom, on.left, on.top) if self.turned else on


class Band(Struct, frozen=True):
    """A strip of a page with lines of its own to cut along: x of the upright, y of the level ones.

    ``above`` and ``below`` are the y of the cuts that part it from other bands; None at an end.
    """

    across: tuple[float, ...]
    along: tuple[float, ...]
    above: float | None = None
    below: float | None = None


class SheetPlan(Struct, frozen=True):
    """What lies on one sheet."""

    places: tuple[CardPlace, ...]
    bands: tuple[Band, ...]


Deal = tuple[Sequence[int], SheetPlan]
"""Which pieces lie on a sheet, counted from 0, and the place of each."""


class Imposition(Struct, frozen=True):
    """How pieces lie on pages of one size.

    ``block`` is the box around the trims of all places, and ``outer`` says how far artwork may
    reach beyond it. If there is a ``fold``, the places are for faces only, and their backs are
    mirrored about the middle of the same page (see `cardgen.impose.duplex`). The ``gutter`` is the
    gap between two pieces of a row.
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
        """The number of pieces on a full page, or on an average one where pages differ."""
        raise NotImplementedError

    @property
    def merit(self) -> tuple[float, ...]:
        """What the better one of two has more of: pieces a page, then room between them."""
        return self.slots, self.gutter

    @property
    def landscape(self) -> bool:
        """Whether the page is wider than high."""
        return self.page.width > self.page.height

    @property
    def bleeds_around(self) -> bool:
        """Whether the outer edges of the block carry the full bleed."""
        o = self.outer
        return min(o.top, o.right, o.bottom, o.left) >= self.bleed - SLACK

    @property
    def reach(self) -> Rect:
        """The box around the block and its outer bleed."""
        o = self.outer
        return self.block.inset(Insets(-o.top, -o.right, -o.bottom, -o.left))

    @property
    def artwork(self) -> Rect:
        """The box around all artwork of a page, which is centred on the page."""
        box = self.reach
        if self.fold == "vertical":
            return Rect(box.x, box.y, self.page.width - 2 * box.x, box.height)
        if self.fold == "horizontal":
            return Rect(box.x, box.y, box.width, self.page.height - 2 * box.y)
        return box

    def deal(self, sizes: Iterable[Size]) -> list[Deal]:
        """Deal pieces of these sizes out to as many sheets as they need."""
        raise NotImplementedError

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the x of the upright and the y of the level cut lines of all sheets."""
        raise NotImplementedError

"""Deck grids: pictures of many cards for a virtual table, cell by cell.

A virtual table takes a deck as a few big pictures. Each is a grid of equal cells, and a card is
known by its cell: counted row by row from the top left, from 0. A grid of 5 × 3 cells::

    +----+----+----+----+----+
    |  0 |  1 |  2 |  3 |  4 |      cell = row · columns + column
    +----+----+----+----+----+
    |  5 |  6 |  7 |  8 |  9 |
    +----+----+----+----+----+
    | 10 | 11 | 12 | 13 | 14 |      14: free where a picture for hidden cards goes there
    +----+----+----+----+----+

Tabletop Simulator takes at most 10 × 7 cells, and at least 2 × 2; a single picture is 1 × 1. The
longest side of a picture is limited too: graphics cards and the game's own advice say 4096 pixels.
Within that a card keeps print resolution, and a deck takes as many pictures as it needs, for a
blurred card is worse than one more file. A poker card at 300 dpi is 744 × 1039 pixels, so 5 × 3 of
them make a picture of 3720 × 3117.

Full grids come first and the last one takes the rest: a card that is appended or edited
changes one picture, and all others keep their bytes, their names and their place in every cache.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.core.geometry import Size
from cardgen.core.units import MM_PER_INCH

DPI = 300.0
LONGEST = 4096
"""The longest side of a picture in pixels, unless somebody asks for another."""
LONGEST_LIMIT = 10_000
"""No picture is larger, whatever is asked for."""
MOST_COLUMNS, MOST_ROWS = 10, 7
FEWEST = 2
"""Columns and rows of the smallest grid that is no single picture."""


@dataclass(frozen=True, slots=True)
class CellPixels:
    """The size of a cell in pixels, and the resolution that this comes to."""

    width: int
    height: int
    dpi: float = DPI

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height


@dataclass(frozen=True, slots=True)
class DeckGrid:
    """One picture: ``count`` cards from the ``first`` on, in the first cells of a grid."""

    columns: int
    rows: int
    first: int
    count: int

    @property
    def cells(self) -> int:
        """How many cells there are, free ones included."""
        return self.columns * self.rows

    def pixels(self, cell: CellPixels) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.columns * cell.width, self.rows * cell.height


def cell_pixels(size: Size, longest: int = LONGEST, single: bool = False) -> CellPixels:
    """Return the pixels of a piece of a size in mm, at 300 dpi or as much as there is room for.

    Room is what the smallest picture takes: two cells a side, or one if the piece is shown
    alone (``single``). Raises ValueError for a ``longest`` that no picture may have.
    """
    if not FEWEST <= longest <= LONGEST_LIMIT:
        raise ValueError(f"the longest side must be from {FEWEST} to {LONGEST_LIMIT} pixels")
    room = longest if single else longest // FEWEST
    inches = max(size.width, size.height) / MM_PER_INCH
    dpi = min(DPI, room / inches)

    def pixels(mm: float) -> int:
        return min(max(round(mm / MM_PER_INCH * dpi), 1), room)

    return CellPixels(pixels(size.width), pixels(size.height), dpi)


def deck_grids(
    count: int, cell: CellPixels, longest: int = LONGEST, hidden_slot: bool = False
) -> tuple[DeckGrid, ...]:
    """Lay ``count`` different pictures out in grids; none for none.

    ``hidden_slot`` keeps the last cell of each grid free for what others see of a hidden card.
    Raises ValueError for cells of which two a side are too large, unless there is just one.
    """
    if count == 1 and not hidden_slot and max(cell.size) <= longest:
        return (DeckGrid(1, 1, 0, 1),)
    most = min(MOST_COLUMNS, longest // cell.width), min(MOST_ROWS, longest // cell.height)
    if min(most) < FEWEST:
        raise ValueError(f"two cells of {cell.width} x {cell.height} pixels are over {longest}")
    taken = 1 if hidden_slot else 0
    full = most[0] * most[1] - taken
    grids = [DeckGrid(*most, first, full) for first in range(0, count - full + 1, full)]
    rest = count % full
    if rest == 1 and not hidden_slot:
        grids.append(DeckGrid(1, 1, count - 1, 1))
    elif rest:
        grids.append(DeckGrid(*_smallest(rest + taken, cell, most), count - rest, rest))
    return tuple(grids)


def _smallest(cells: int, cell: CellPixels, most: tuple[int, int]) -> tuple[int, int]:
    """Return columns and rows of the smallest grid for so many cells.

    Of equally small ones the one with the shortest long side, then the wider one.
    """
    shapes = [
        (columns, rows)
        for columns in range(FEWEST, most[0] + 1)
        for rows in range(FEWEST, most[1] + 1)
        if columns * rows >= cells
    ]

    def badness(shape: tuple[int, int]) -> tuple[int, int, int]:
        columns, rows = shape
        return columns * rows, max(columns * cell.width, rows * cell.height), rows

    return min(shapes, key=badness)

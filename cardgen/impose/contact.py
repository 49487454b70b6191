"""Pictures of many cards: fans, like a player's hand, and grids for a virtual table.

In a fan, the cards are cut out with round corners and overlap each other.

A virtual table needs a deck as a few big pictures. Each picture is a grid of equal cells, and a
card is identified by its cell, counted from 0, row by row from the top left. A grid of 5 × 3
cells::

    +----+----+----+----+----+
    |  0 |  1 |  2 |  3 |  4 |      cell = row · columns + column
    +----+----+----+----+----+
    |  5 |  6 |  7 |  8 |  9 |
    +----+----+----+----+----+
    | 10 | 11 | 12 | 13 | 14 |      14: free for the picture of hidden cards, in decks that need one
    +----+----+----+----+----+

Tabletop Simulator accepts grids of 2 × 2 to 10 × 7 cells, or a single picture of 1 × 1. Its
knowledge base ("Asset Creation") advises sides of at most 4096 pixels. Within that limit, cards
keep the resolution of print, and a deck gets as many pictures as it needs, because one more file is
better than a blurred card. A poker card is 744 × 1040 pixels at 300 dpi, so 5 × 3 cards make a
picture of 3720 × 3120.

Graphics cards store textures in blocks of 4 × 4 pixels. A picture whose sides are not multiples of
4 cannot be compressed and needs four times the memory. So cells have multiples of 4 as sides.

All grids except the last are full. Editing or appending a card therefore changes one picture; all
others keep their bytes, their names and their place in every cache.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Item, Shape

CORNER = 3.0
BACKGROUND = Color.parse("#3c3f41")
VISIBLE_SHARE = 0.8  # of a card's width stays visible under its right neighbour
TURN = 3.2  # degrees from card to card
SHADOW = Color(0.0, 0.0, 0.0, 0.1)


def fan(sides: Sequence[Frame], ground: Color = BACKGROUND) -> Frame:
    """Fan out sides of about the same height like a hand of cards, from left to right.

    They form an arc, and each casts a soft shadow on its left neighbour.
    """
    height = max(side.size.height for side in sides)
    step = math.radians(TURN)
    mean = sum(side.size.width for side in sides) / len(sides)
    radius = mean * VISIBLE_SHARE / step
    half = (len(sides) - 1) / 2
    reach = radius * math.sin(half * step) + mean / 2 + height * math.sin(half * step) / 2
    sag = radius * (1 - math.cos(half * step)) + mean * math.sin(half * step) / 2
    margin = height * 0.12
    sheet = Size(2 * (reach + margin), height + sag + 2 * margin)
    items: list[Item] = [Shape(Path.rect(Rect(0.0, 0.0, sheet.width, sheet.height)), ground)]
    for index, side in enumerate(sides):
        turn = (index - half) * TURN
        x = sheet.width / 2 + radius * math.sin(math.radians(turn)) - side.size.width / 2
        top = margin + radius * (1 - math.cos(math.radians(turn)))
        y = top + (height - side.size.height) / 2
        matrix = Matrix.rotation(turn, side.size.width / 2, side.size.height / 2).then(
            Matrix.translation(x, y)
        )
        for spread in (1.6, 1.2, 0.8, 0.4):
            shadow = Path.rect(side.trim.grow(spread).shift(-0.6, 0.6), CORNER + spread)
            items.append(Shape(shadow.transform(matrix), SHADOW))
        items.append(Group(side, matrix, Path.rect(side.trim, CORNER)))
    return Frame(sheet, items)


DPI = 300.0
DEFAULT_MAX_SIDE_PX = 4096
"""Default limit for the longer side of a picture, in pixels."""
LONGEST_LIMIT = 10_000
"""The highest limit that users can choose: larger pictures are known to fail to load."""
MOST_COLUMNS, MOST_ROWS = 10, 7
BLOCK = 4
"""The sides of every picture are multiples of this number of pixels."""
MIN_GRID_CELLS = 2
"""Columns and rows of the smallest grid; real decks never use a strip of 1 × n cells."""


class CellPixels(Struct, frozen=True):
    """The size of a cell in pixels, and the resolution that results from it."""

    width: int
    height: int
    dpi: float = DPI

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height


class DeckGrid(Struct, frozen=True):
    """One picture: ``count`` cards from number ``first`` on, in the first cells of a grid."""

    columns: int
    rows: int
    first: int
    count: int

    @property
    def cells(self) -> int:
        """The number of cells, including free ones."""
        return self.columns * self.rows

    def pixels(self, cell: CellPixels) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.columns * cell.width, self.rows * cell.height


def cell_pixels(size: Size, longest: int = DEFAULT_MAX_SIDE_PX, single: bool = False) -> CellPixels:
    """Return the size in pixels of a piece in mm, at 300 dpi if there is room for it.

    The smallest grid must fit into ``longest`` pixels: two cells a side, or one if the piece is
    shown alone (``single``). Sides are rounded to multiples of `BLOCK`.
    """
    room = in_blocks(longest if single else longest // MIN_GRID_CELLS)
    inches = max(size.width, size.height) / MM_PER_INCH
    dpi = min(DPI, room / inches)

    def pixels(mm: float) -> int:
        return min(max(round(mm / MM_PER_INCH * dpi / BLOCK), 1) * BLOCK, room)

    return CellPixels(pixels(size.width), pixels(size.height), dpi)


def in_blocks(pixels: int) -> int:
    """Round down to a multiple of `BLOCK`."""
    return pixels // BLOCK * BLOCK


def deck_grids(
    count: int, cell: CellPixels, longest: int = DEFAULT_MAX_SIDE_PX, hidden_slot: bool = False
) -> tuple[DeckGrid, ...]:
    """Distribute ``count`` cards over grids; 2 × 2 cells must fit, or one for a single card.

    ``hidden_slot`` keeps the last cell of each grid free for the picture of a hidden card.
    """
    if count == 1 and not hidden_slot and max(cell.size) <= longest:
        return (DeckGrid(1, 1, 0, 1),)
    largest_grid = min(MOST_COLUMNS, longest // cell.width), min(MOST_ROWS, longest // cell.height)
    hidden = 1 if hidden_slot else 0
    full = largest_grid[0] * largest_grid[1] - hidden
    grids = [DeckGrid(*largest_grid, first, full) for first in range(0, count - full + 1, full)]
    remainder = count % full
    if remainder == 1 and not hidden_slot:
        grids.append(DeckGrid(1, 1, count - 1, 1))
    elif remainder:
        shape = _smallest(remainder + hidden, cell, largest_grid)
        grids.append(DeckGrid(*shape, count - remainder, remainder))
    return tuple(grids)


def _smallest(cells: int, cell: CellPixels, largest_grid: tuple[int, int]) -> tuple[int, int]:
    """Return columns and rows of the smallest grid with at least this number of cells.

    Among equally small grids, prefer the one whose longer side is shortest, then the wider one.
    """
    shapes = [
        (columns, rows)
        for columns in range(MIN_GRID_CELLS, largest_grid[0] + 1)
        for rows in range(MIN_GRID_CELLS, largest_grid[1] + 1)
        if columns * rows >= cells
    ]

    def badness(shape: tuple[int, int]) -> tuple[int, int, int]:
        columns, rows = shape
        return columns * rows, max(columns * cell.width, rows * cell.height), rows

    return min(shapes, key=badness)

"""Contact sheets: many sides small, side by side, to see a deck at a glance.

A contact sheet is for eyes, not for cutting: sides are scaled, cut at their trim with round
corners, and stand on a ground a little apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Shape

GAP = 3.0  # mm, at the cards' own size
CORNER = 3.0
GROUND = Color.parse("#3c3f41")


def columns_for(count: int, size: Size, most: int = 8) -> int:
    """Return how many columns make a sheet of pleasant shape, wider than high."""
    best = 1
    for columns in range(1, min(most, count) + 1):
        rows = -(-count // columns)
        if columns * size.width <= 2.2 * rows * size.height or columns == 1:
            best = columns
    return best


def contact_sheet(sides: Sequence[Frame], columns: int) -> Frame:
    """Place sides of one size in rows, at their own size in mm, on a plain ground.

    Raises ValueError for no sides or no columns.
    """
    if not sides or columns < 1:
        raise ValueError("a contact sheet needs sides and columns")
    size = sides[0].size
    rows = -(-len(sides) // columns)
    sheet = Size(
        columns * (size.width + GAP) + GAP,
        rows * (size.height + GAP) + GAP,
    )
    items: list[Item] = [Shape(Path.rect(Rect(0.0, 0.0, sheet.width, sheet.height)), GROUND)]
    for index, side in enumerate(sides):
        row, column = divmod(index, columns)
        x = GAP + column * (size.width + GAP)
        y = GAP + row * (size.height + GAP)
        items.append(Group(side, Matrix.translation(x, y), Path.rect(side.trim, CORNER)))
    return Frame(sheet, items)

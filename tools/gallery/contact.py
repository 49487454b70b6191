"""Contact sheets and trays: many sides in one picture, to see a deck at a glance.

These pictures are for looking at, not for cutting: every side is already trimmed, with round
corners. A contact sheet sets sides of one size a little apart on a plain background, a tray does
the same for pieces of many sizes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.impose.contact import BACKGROUND, CORNER

GAP = 3.0  # mm, at the cards' own size


def columns_for(count: int, size: Size, most: int = 8) -> int:
    """Return the number of columns that gives the sheet a pleasant shape, wider than high."""
    best = 1
    for columns in range(1, min(most, count) + 1):
        rows = -(-count // columns)
        if columns * size.width <= 2.2 * rows * size.height or columns == 1:
            best = columns
    return best


def contact_sheet(sides: Sequence[Frame], columns: int) -> Frame:
    """Place sides of one size in rows on a plain background, at their true size in mm.

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
    items: list[Item] = [Shape(Path.rect(Rect(0.0, 0.0, sheet.width, sheet.height)), BACKGROUND)]
    for index, side in enumerate(sides):
        row, column = divmod(index, columns)
        x = GAP + column * (size.width + GAP)
        y = GAP + row * (size.height + GAP)
        items.append(Group(side, Matrix.translation(x, y), Path.rect(side.trim, CORNER)))
    return Frame(sheet, items)


def tray(groups: Sequence[Sequence[Frame]], most: float = 0.0) -> Frame:
    """Place pieces of many sizes in rows on a plain background, at their true size in mm.

    Each group starts a new row, unless a single row holds everything. A row is at most ``most``
    mm wide; if that is 0, the rows make a sheet of pleasant shape. Raises ValueError for no
    pieces.
    """
    pieces = [one for group in groups for one in group]
    if not pieces:
        raise ValueError("a tray needs pieces")
    gap = 2 * GAP
    area = sum((one.size.width + gap) * (one.size.height + gap) for one in pieces)
    most = most or 2.4 * math.sqrt(area)
    if sum(one.size.width for one in pieces) <= most:
        groups = [pieces]
    rows = [
        [group[number] for number in row]
        for group in groups
        for row in in_rows([one.size.width for one in group], most)
    ]
    width = max(sum(one.size.width + gap for one in row) for row in rows) + gap
    y = gap
    items: list[Item] = []
    for row in rows:
        high = max(one.size.height for one in row)
        x = (width - sum(one.size.width + gap for one in row) + gap) / 2
        for one in row:
            items.append(Group(one, Matrix.translation(x, y + (high - one.size.height) / 2)))
            x += one.size.width + gap
        y += high + gap
    ground = Shape(Path.rect(Rect(0.0, 0.0, width, y)), BACKGROUND)
    return Frame(Size(width, y), [ground, *items])


def in_rows(widths: Sequence[float], room: float) -> list[range]:
    """Fill as few rows of a given width as possible, all about equally long."""
    rows = _filled(widths, room)
    while rows:
        room = max(sum(widths[number] for number in row) for row in rows) - 0.01
        shorter = _filled(widths, room)
        if len(shorter) > len(rows) or shorter == rows:
            break
        rows = shorter
    return rows


def _filled(widths: Sequence[float], room: float) -> list[range]:
    rows: list[range] = []
    start, taken = 0, 0.0
    for number, width in enumerate(widths):
        if number > start and taken + width > room + 0.001:
            rows.append(range(start, number))
            start, taken = number, 0.0
        taken += width
    return [*rows, range(start, len(widths))] if widths else []

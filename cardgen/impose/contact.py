"""Contact sheets, trays and fans: many sides in one picture, to see a deck at a glance.

These pictures are for looking at, not for cutting: every side is already trimmed, with round
corners. A contact sheet sets sides of one size a little apart on a plain background, a tray does
the same for pieces of many sizes, and a fan overlaps cards as a player's hand does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Shape

GAP = 3.0  # mm, at the cards' own size
CORNER = 3.0
GROUND = Color.parse("#3c3f41")


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
    items: list[Item] = [Shape(Path.rect(Rect(0.0, 0.0, sheet.width, sheet.height)), GROUND)]
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
    ground = Shape(Path.rect(Rect(0.0, 0.0, width, y)), GROUND)
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


SHOWN = 0.8  # of a card's width stays visible under its right neighbour
TURN = 3.2  # degrees from card to card
SHADOW = Color(0.0, 0.0, 0.0, 0.1)


def fan(sides: Sequence[Frame], ground: Color = GROUND) -> Frame:
    """Fan out sides of about the same height like a hand of cards, from left to right.

    They lie on an arc, and each casts a soft shadow on its left neighbour. Raises ValueError for no
    sides.
    """
    if not sides:
        raise ValueError("a fan needs sides")
    height = max(side.size.height for side in sides)
    step = math.radians(TURN)
    mean = sum(side.size.width for side in sides) / len(sides)
    radius = mean * SHOWN / step
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
            shadow = Path.rect(side.trim.grow(spread).moved(-0.6, 0.6), CORNER + spread)
            items.append(Shape(shadow.transformed(matrix), SHADOW))
        items.append(Group(side, matrix, Path.rect(side.trim, CORNER)))
    return Frame(sheet, items)

"""Fans: sides that overlap as a player's hand does, in one picture to be looked at.

Every side is already trimmed, with round corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Shape

CORNER = 3.0
GROUND = Color.parse("#3c3f41")
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

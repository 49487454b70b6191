"""Things laid on a table and seen from above, with their shadows.

Things have positions in mm on a table without edges. The background comes last, as large as they
need, so that a game without a board, or of only cards, makes a good picture, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color, RadialGradient
from cardgen.frame import Frame, Group, Item, Shape
from cardgen.impose.dielines import Point
from tools.gallery.contact import in_rows
from tools.gallery.things import LEAN, Thing

NARROW, WIDE = 1.3, 2.1
"""The least and the greatest ratio of width to height that a picture may have."""
LIGHT, DIM = Color.parse("#ece6dc"), Color.parse("#cdc4b6")
_DARK = 0.44
"""The opacity of a shadow in its middle."""
SMALL = 1.3
"""The factor by which small things are enlarged."""
_APART = 8.0
_TURNS = (-4.0, 3.0, -2.0, 5.0, -3.0, 2.0, 4.0, -2.0)
"""The angles in degrees of the things in a loose row, used in turn."""


class PlacedThing(Struct, frozen=True):
    """A thing on the table: scaled, turned about its middle, and centred on ``at``."""

    thing: Thing
    at: Point
    turn: float = 0.0
    scale: float = 1.0

    @property
    def matrix(self) -> Matrix:
        """The transform from the thing to the table."""
        size = self.thing.size
        middle = Matrix.translation(-size.width / 2, -size.height / 2)
        turned = middle.then(Matrix.scaling(self.scale)).then(Matrix.rotation(self.turn))
        return turned.then(Matrix.translation(*self.at))

    @property
    def box(self) -> Rect:
        """The box that it takes up on the table."""
        return self.thing.outline.transform(self.matrix).bounds()

    def moved(self, x: float, y: float) -> PlacedThing:
        """Return it moved by a distance."""
        return replace(self, at=(self.at[0] + x, self.at[1] + y))

    def shadow(self) -> list[Item]:
        """Draw its shadow, as a stack of faint outlines that together have a soft edge."""
        height = self.thing.height * self.scale
        soft, away = 1.6 + 0.22 * height, 0.7 + 0.2 * height
        bounds = self.thing.outline.bounds()
        x, y = bounds.center
        layers = 9 + round(height / 2)
        shade = Color(0.1, 0.06, 0.03, 1 - (1 - _DARK) ** (1 / layers))
        items: list[Item] = []
        for layer in range(layers):
            grow = soft * (1 - 1.8 * layer / (layers - 1))
            grown = Matrix.translation(-x, -y)
            grown = grown.then(
                Matrix.scaling(1 + 2 * grow / bounds.width, 1 + 2 * grow / bounds.height)
            )
            grown = grown.then(Matrix.translation(x, y)).then(self.matrix)
            moved = grown.then(Matrix.translation(away * 0.6, away))
            items.append(Shape(self.thing.outline.transform(moved), shade))
        return items


def on_table(
    placed: Sequence[PlacedThing], margin: float = 0.04, crop: Rect | None = None
) -> Frame:
    """Draw things on a plain background, the first one at the bottom.

    The picture shows all of them with a ``margin``, which is a share of its width, or just the
    part ``crop`` of the table. Raises ValueError for no things.
    """
    if not placed:
        raise ValueError("a flat lay needs things")
    area = crop or around([one.box for one in placed], margin)
    reach = math.hypot(area.width, area.height) / 2
    glow = RadialGradient(
        area.width * 0.45,
        area.height * 0.4,
        reach * 1.15,
        ((0.0, LIGHT), (0.45, LIGHT), (1.0, DIM)),
    )
    return on_ground(placed, area, Shape(Path.rect(Rect(0.0, 0.0, area.width, area.height)), glow))


def on_ground(placed: Sequence[PlacedThing], area: Rect, ground: Item) -> Frame:
    """Draw the part ``area`` of a table with things on it; the ground fills the picture."""
    items: list[Item] = [ground]
    here = Matrix.translation(-area.x, -area.y)
    for one in placed:
        shadow = Frame(Size(area.width, area.height), one.shadow())
        items.append(Group(shadow, here))
        items.append(Group(one.thing.picture, one.matrix.then(here)))
    return Frame(Size(area.width, area.height), items)


def around(boxes: Sequence[Rect], margin: float) -> Rect:
    """Return the box around boxes, with a margin, widened or heightened if it is too long."""
    tight = bounds(boxes)
    room = tight.grow(margin * max(tight.width, tight.height * NARROW))
    width, height = max(room.width, room.height * NARROW), max(room.height, room.width / WIDE)
    x, y = room.center
    return Rect(x - width / 2, y - height / 2, width, height)


def bounds(boxes: Sequence[Rect]) -> Rect:
    """Return the box around boxes."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Rect(left, top, right - left, bottom - top)


def hand(
    things: Sequence[Thing], at: Point, step: float = 4.6, shown: float = 0.66, scale: float = 1.0
) -> list[PlacedThing]:
    """Fan cards about a point, from left to right.

    Each is turned ``step`` degrees more than the one before, and the share ``shown`` of it stays
    visible beside the next.
    """
    if not things:
        return []
    mean = scale * sum(one.size.width for one in things) / len(things)
    radius = mean * shown / math.radians(step)
    middle = (len(things) - 1) / 2
    found = []
    for index, thing in enumerate(things):
        turn = (index - middle) * step
        x = radius * math.sin(math.radians(turn))
        y = radius * (1 - math.cos(math.radians(turn)))
        found.append(PlacedThing(thing, (at[0] + x, at[1] + y), turn, scale))
    return found


def dropped(things: Sequence[Thing], rows: int, scale: float = 1.0) -> list[PlacedThing]:
    """Drop things in some rows of about the same width around a point, each turned a little."""
    wide = [thing.size.width * scale + _APART for thing in things]
    found: list[PlacedThing] = []
    y = 0.0
    for row in in_rows(wide, max(sum(wide) / rows, *wide)):
        high = max(things[number].size.height for number in row) * scale
        x = -sum(wide[number] for number in row) / 2
        for number in row:
            at = (x + wide[number] / 2, y + high / 2 + (number % 3 - 1) * 2.0)
            found.append(PlacedThing(things[number], at, _TURNS[number % len(_TURNS)], scale))
            x += wide[number]
        y += high + _APART
    return found


def in_lines(
    lines: Sequence[Sequence[tuple[Thing, float]]], gap: float = 14.0
) -> list[PlacedThing]:
    """Place things, each with its scale, in lines around a middle, on a common foot."""
    found: list[PlacedThing] = []
    y = 0.0
    for line in lines:
        sizes = [(one.size.width * scale, one.size.height * scale) for one, scale in line]
        x = -(sum(width for width, _ in sizes) + gap * (len(line) - 1)) / 2
        y += max(height for _, height in sizes)
        for (one, scale), (width, height) in zip(line, sizes, strict=True):
            found.append(PlacedThing(one, (x + width / 2, y - height / 2), 0.0, scale))
            x += width + gap
        y += gap + max(one.height * LEAN * scale for one, scale in line)
    return found


class Belongings(Struct, frozen=True):
    """What a game has to show; any part may be missing."""

    board: Thing | None = None
    hand: tuple[Thing, ...] = ()
    piles: tuple[Thing, ...] = ()
    booklet: Thing | None = None
    boxes: tuple[Thing, ...] = ()
    small: tuple[Thing, ...] = ()
    """Standees, tokens and dice."""

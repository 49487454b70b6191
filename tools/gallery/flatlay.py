"""Flat lays: a picture of a whole game laid out on a table, seen from above.

Things are placed in mm on a table that has no edges. The background is added last, as large as
they need, so that a game without a board, or with nothing but cards, makes a good picture too.
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
from tools.gallery.things import Thing

NARROW, WIDE = 1.4, 2.4
"""The least and the greatest ratio of width to height that a picture may have."""
LIGHT, DIM = Color.parse("#ece6dc"), Color.parse("#cdc4b6")
_DARK = 0.44
"""The opacity of a shadow in its middle."""
SMALL = 1.3
"""The factor by which small things are enlarged."""
_APART = 7.0
_TURNS = (-7.0, 4.0, -3.0, 8.0, -5.0, 3.0, 6.0, -2.0)
"""The angles in degrees, in turn, at which things lie that were dropped in a row."""


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
        return self.thing.outline.transformed(self.matrix).bounds()

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
            items.append(Shape(self.thing.outline.transformed(moved), shade))
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
    area = crop or _around([one.box for one in placed], margin)
    sheet = Rect(0.0, 0.0, area.width, area.height)
    reach = math.hypot(area.width, area.height) / 2
    glow = RadialGradient(
        area.width * 0.45,
        area.height * 0.4,
        reach * 1.15,
        ((0.0, LIGHT), (0.45, LIGHT), (1.0, DIM)),
    )
    items: list[Item] = [Shape(Path.rect(sheet), glow)]
    here = Matrix.translation(-area.x, -area.y)
    for one in placed:
        shadow = Frame(Size(area.width, area.height), one.shadow())
        items.append(Group(shadow, here))
        items.append(Group(one.thing.picture, one.matrix.then(here)))
    return Frame(Size(area.width, area.height), items)


def _around(boxes: Sequence[Rect], margin: float) -> Rect:
    """Return the box around boxes, with a margin, widened or heightened if it is too long."""
    tight = _bounds(boxes)
    room = tight.grow(margin * max(tight.width, tight.height * NARROW))
    width, height = max(room.width, room.height * NARROW), max(room.height, room.width / WIDE)
    x, y = room.center
    return Rect(x - width / 2, y - height / 2, width, height)


def _bounds(boxes: Sequence[Rect]) -> Rect:
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


def dropped(things: Sequence[Thing], area: Rect, first: int = 0) -> list[PlacedThing]:
    """Drop small things in rows of about the same width, each turned a little.

    The last row lies at the foot of the area; the rows above it may reach beyond its top.
    """
    wide = [thing.size.width * SMALL + _APART for thing in things]
    rows = in_rows(wide, area.width + _APART)
    found: list[PlacedThing] = []
    foot = area.bottom
    for row in reversed(rows):
        high = max(things[number].size.height for number in row) * SMALL
        x = area.x + (area.width - sum(wide[number] for number in row) + _APART) / 2
        for number in row:
            at = (x + (wide[number] - _APART) / 2, foot - high / 2 + (number % 3 - 1) * 3.0)
            turn = _TURNS[(first + number) % len(_TURNS)]
            found.append(PlacedThing(things[number], at, turn, SMALL))
            x += wide[number]
        foot -= high + _APART
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


def flat_lay(game: Belongings) -> list[PlacedThing]:
    """Lay a game out: the board in the middle, booklet left, boxes and piles right, cards below.

    A large board is reduced and small things are enlarged; everything else has the same scale.
    Without a board, the cards lie in the middle with the small things below them.
    """
    return _without_board(game) if game.board is None else _around_board(game, game.board)


def _without_board(game: Belongings) -> list[PlacedThing]:
    cards = hand(game.hand, (0.0, 0.0))
    middle = _bounds([one.box for one in cards]) if cards else Rect(0.0, 0.0, 0.0, 0.0)
    placed = _right(game, middle.grow(24.0))
    if game.booklet is not None:
        x = middle.x - game.booklet.size.width / 2 - 14.0
        placed.append(PlacedThing(game.booklet, (x, middle.center[1]), -5.0))
    placed += cards
    base = _bounds([one.box for one in placed]) if placed else middle
    row = sum(thing.size.width * SMALL + _APART for thing in game.small) / 2
    wide = max(base.width, min(row, 300.0))
    small = dropped(game.small, Rect(base.center[0] - wide / 2, 0.0, wide, 0.0))
    down = base.bottom + 2 * _APART - min((one.box.y for one in small), default=0.0)
    return placed + [replace(one, at=(one.at[0], one.at[1] + down)) for one in small]


def _around_board(game: Belongings, board: Thing) -> list[PlacedThing]:
    size = board.size
    mean = math.sqrt(size.width * size.height)
    scale = min(1.0, 330.0 / mean, 560.0 / size.width, 390.0 / size.height)
    width, height = size.width * scale, size.height * scale
    middle = Rect(-width / 2, -height / 2, width, height)
    placed = [PlacedThing(board, (0.0, 0.0), 0.0, scale)]
    fan_at = (middle.right - min(width * 0.3, 105.0), middle.bottom + 10.0)
    placed += _right(game, middle)
    cards = hand(game.hand, fan_at)
    start = middle.x
    if game.booklet is not None:
        page = game.booklet.size
        on_board = min(page.width * 0.28, middle.width * 0.13)
        y = min(-20.0, middle.y + page.height / 2 + 8.0)
        placed.append(PlacedThing(game.booklet, (middle.x - page.width / 2 + on_board, y), -5.0))
        start = placed[-1].box.x
    end = min((one.box.x for one in cards), default=middle.right)
    foot = max((one.box.bottom for one in cards), default=middle.bottom + 50.0)
    area = Rect(start + 8.0, 0.0, end - start - 16.0, foot - 6.0)
    small = game.small
    if (
        middle.height > 1.2 * middle.width and cards and len(small) > 5
    ):  # there is room on the right
        half = (len(small) + 1) // 2
        top = min(one.box.y for one in cards)
        placed += dropped(small[half:], Rect(middle.right + 2.0, 0.0, 110.0, top - 6.0), half)
        small = small[:half]
    return placed + dropped(small, area) + cards


def _right(game: Belongings, middle: Rect) -> list[PlacedThing]:
    """Put boxes and piles in columns to the right of the board."""
    found: list[PlacedThing] = []
    gap = 9.0
    x, y, column = middle.right, middle.y - 12.0, 0.0
    for number, thing in enumerate((*game.boxes, *game.piles)):
        if found and y + thing.size.height > middle.bottom + 12.0:
            x, y, column = x + column + gap, middle.y - 4.0, 0.0
        width = thing.size.width
        turn = (5.0, -3.0, 2.0, -4.0)[number % 4]
        found.append(PlacedThing(thing, (x + width * 0.34, y + thing.size.height / 2), turn))
        y += thing.size.height + gap
        column = max(column, width)
    return found

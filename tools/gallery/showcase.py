"""A showcase: several games on one table, with a board each and a fan of cards in front."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.geometry import Rect
from cardgen.frame import Frame
from tools.gallery.flatlay import Belongings, PlacedThing, hand, on_table
from tools.gallery.things import Thing

WIDTH = 1000.0
"""The width of the table that is shown, in mm."""
_GAP = 16.0
_SHARE = 0.55
"""The height of all rows together, as a share of the width."""
_TURNS = (-2.5, 1.5, 2.0, -1.5, 2.5, -2.0)
_CARDS, _BOX, _SMALL = 1.5, 1.1, 1.4
"""The factors by which cards, boxes and small things are enlarged."""


class _Spot(Struct, frozen=True):
    """The place of a board in a row, and the game that it belongs to."""

    game: Belongings
    board: Thing
    box: Rect


def showcase(games: Sequence[Belongings], cards: Sequence[Thing]) -> Frame:
    """Lay boards in rows, the pieces of each game on its board, and a fan of cards below.

    A game without a board shows its booklet or a box instead, or nothing but its cards. Raises
    ValueError if there is nothing to show at all.
    """
    spots = _rows([(game, board) for game in games if (board := _large(game)) is not None])
    foot = max((spot.box.bottom for spot in spots), default=0.0)
    fan = _fan(cards, foot)
    free = min((one.box.y for one in fan), default=foot)
    placed: list[PlacedThing] = []
    for number, spot in enumerate(spots):
        scale = spot.box.width / spot.board.size.width
        placed.append(PlacedThing(spot.board, spot.box.center, _TURNS[number % len(_TURNS)], scale))
    for number, spot in enumerate(spots):
        placed += _pieces(spot, number, min(spot.box.bottom, free))
    placed += fan
    top = 0.0 if spots else free
    bottom = max([foot, *(one.box.bottom for one in fan)])
    crop = Rect(0.0, top, WIDTH, bottom - top).grow(1.4 * _GAP)
    return on_table(placed, crop=crop)


def _fan(cards: Sequence[Thing], foot: float) -> list[PlacedThing]:
    """Spread cards over the whole width, so that their upper parts lie on the boards."""
    if not cards:
        return []
    size = cards[0].size
    mean = sum(card.size.width for card in cards) / len(cards) * _CARDS
    shown = min((WIDTH - 1.4 * mean) / max(len(cards) - 1, 1) / mean, 1.1)
    at = (WIDTH / 2, foot + size.height * _CARDS * 0.18)
    return hand(cards, at, 13.0 / len(cards), shown, _CARDS)


def _large(game: Belongings) -> Thing | None:
    return game.board or game.booklet or next(iter(game.boxes), None)


def _rows(boards: Sequence[tuple[Belongings, Thing]]) -> list[_Spot]:
    """Fill rows of about equal height with boards, all boards of a row scaled to one height."""
    shapes = [thing.size.width / thing.size.height for _, thing in boards]
    count = max(round(math.sqrt(sum(shapes) * _SHARE)), 1)
    rows: list[list[int]] = [[] for _ in range(count)]
    for number in sorted(range(len(boards)), key=lambda number: -shapes[number]):
        min(rows, key=lambda row: sum(shapes[i] for i in row)).append(number)
    found: list[_Spot] = []
    y = 0.0
    for row in sorted(filter(None, map(sorted, rows))):
        high = (WIDTH - _GAP * (len(row) - 1)) / sum(shapes[number] for number in row)
        high = min(high, WIDTH * _SHARE)
        x = (WIDTH - sum(shapes[i] * high + _GAP for i in row) + _GAP) / 2
        for number in row:
            wide = high * shapes[number]
            found.append(_Spot(*boards[number], Rect(x, y, wide, high)))
            x += wide + _GAP
        y += high + _GAP
    return found


def _pieces(spot: _Spot, number: int, foot: float) -> list[PlacedThing]:
    """Put a box and some small things on a board, above the cards that cover its foot."""
    placed: list[PlacedThing] = []
    area = spot.box
    if spot.game.boxes and spot.board is not spot.game.boxes[0]:
        one = spot.game.boxes[0]
        scale = min(_BOX, 0.3 * area.width / one.size.width)
        at = (
            area.right - one.size.width * scale * 0.5 - 6.0,
            area.y + one.size.height * scale * 0.5 + 14.0,
        )
        placed.append(PlacedThing(one, at, 5.0 - 9.0 * (number % 2), scale))
    few = spot.game.small[:4]
    total = sum(thing.size.width for thing in few)
    scale = min(_SMALL, 0.55 * area.width / total) if few else 1.0
    x = area.x + 16.0
    for index, thing in enumerate(few):
        wide, high = thing.size.width * scale, thing.size.height * scale
        at = (x + wide / 2, foot - high / 2 - 10.0 + 5.0 * (index % 2))
        placed.append(PlacedThing(thing, at, _TURNS[(index + number) % len(_TURNS)] * 2.5, scale))
        x += wide + 6.0
    return placed

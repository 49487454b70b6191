"""A showcase: cards of several games side by side, and below them each board with its box."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.core.geometry import Rect
from cardgen.frame import Frame
from tools.gallery.flatlay import Belongings, PlacedThing, bounds, hand, on_table
from tools.gallery.things import Thing

WIDTH = 1000.0
"""The width of the table that is shown, in mm."""
_GAP = 18.0
_ROW = 200.0
"""About how high a row of boards is, in mm."""
_BOX, _PIECES = 0.6, 0.28
"""The heights of a box beside a board, and of small things below it, as shares of the board's."""


def showcase(games: Sequence[Belongings], cards: Sequence[Thing]) -> Frame:
    """Arrange overlapping cards, and below them rows of boards, which do not overlap.

    A game without a board shows its booklet or a box, or else only its cards. Raises ValueError
    without cards and boards.
    """
    placed = _fan(cards)
    y = bounds([one.box for one in placed]).bottom + _GAP if placed else 0.0
    for row in _rows([spot for game in games if (spot := _spot(game))]):
        wide = bounds([one.box for one in row]).width
        scale = min(WIDTH / wide, 1.5 * _ROW)
        x = (WIDTH - wide * scale) / 2
        placed += [_enlarged(one, scale, x, y) for one in row]
        y = max(one.box.bottom for one in placed) + _GAP
    if not placed:
        raise ValueError("a showcase needs things")
    top = min(one.box.y for one in placed)
    return on_table(placed, crop=Rect(0.0, top, WIDTH, y - _GAP - top).grow(1.3 * _GAP))


def _fan(cards: Sequence[Thing]) -> list[PlacedThing]:
    """Spread cards over the whole width; if there are many, they overlap."""
    if not cards:
        return []
    widths = [card.size.width for card in cards]
    shown = 1.05 if len(cards) < 7 else 0.84
    scale = min(0.97 * WIDTH / (sum(widths) / len(cards) * (shown * (len(cards) - 1) + 1)), 2.8)
    return hand(cards, (WIDTH / 2, 0.0), 6.0 / len(cards), shown, scale)


def _spot(game: Belongings) -> list[PlacedThing]:
    """Arrange a board of 1 mm height, and beside it a box with two small things below."""
    boxes = list(game.boxes[:1])
    board = game.board or game.booklet or (boxes.pop() if boxes else None)
    if board is None:
        return []
    scale = 1.0 / board.size.height
    wide = board.size.width * scale
    placed = [PlacedThing(board, (wide / 2, 0.5), 0.0, scale)]
    x = wide + 0.06
    for box in boxes:
        scale = _BOX / box.size.height
        at = (x + 0.03 + box.size.width * scale / 2, 0.03 + _BOX / 2)
        placed.append(PlacedThing(box, at, 3.0, scale))
    room = bounds([one.box for one in placed]).right - x
    for number, thing in enumerate(game.small[:2] if boxes else ()):
        scale = min(_PIECES / thing.size.height, 0.48 * room / thing.size.width)
        at = (x + room * (0.25 + 0.5 * number), 1.0 - 0.53 * _PIECES)
        placed.append(PlacedThing(thing, at, (-4.0, 4.0)[number], scale))
    return placed


def _rows(spots: Sequence[list[PlacedThing]]) -> list[list[PlacedThing]]:
    """Put spots of 1 mm height into rows of about equal width, the widest spots first."""
    gap = _GAP / _ROW
    widths = [bounds([one.box for one in spot]).width + gap for spot in spots]
    count = max(round(sum(widths) * _ROW / WIDTH), 1)
    rows: list[list[int]] = [[] for _ in range(count)]
    for number in sorted(range(len(spots)), key=lambda number: -widths[number]):
        min(rows, key=lambda row: sum(widths[i] for i in row)).append(number)
    return [_row([spots[number] for number in sorted(row)], gap) for row in rows if row]


def _row(spots: Sequence[list[PlacedThing]], gap: float) -> list[PlacedThing]:
    placed: list[PlacedThing] = []
    x = 0.0
    for spot in spots:
        box = bounds([one.box for one in spot])
        placed += [one.moved(x - box.x, 0.0) for one in spot]
        x += box.width + gap
    return placed


def _enlarged(one: PlacedThing, scale: float, x: float, y: float) -> PlacedThing:
    """Enlarge something along with the table around it."""
    at = (one.at[0] * scale + x, one.at[1] * scale + y)
    return PlacedThing(one.thing, at, one.turn, one.scale * scale)

"""Arrange a game on a table so that the board is uncovered and little of the table is blank.

The board, or without one the hand of cards, is in the middle. All other things form blocks, such as
the booklet or all small things, to the left, to the right or below. The program tries all
arrangements and takes the one that fills the picture best.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from cardgen.core.geometry import Rect
from tools.gallery.flatlay import (
    SMALL,
    Belongings,
    PlacedThing,
    around,
    bounds,
    dropped,
    hand,
)
from tools.gallery.things import Thing

_GAP = 14.0
_MEAN, _WIDEST, _HIGHEST = 330.0, 600.0, 420.0
"""How large a board is shown at most, in mm: the mean of its sides, its width and its height."""
_SCALES = (0.8, 0.9, 1.0, 1.12, 1.25)
_CARDS = (1.0, 1.2)
"""The factors by which boards and hands of cards are shown larger or smaller, to fit better."""
_ROWS = (1, 2, 3, 4, 6)
_SIDES = ("left", "right", "below")


class _Block(Struct, frozen=True):
    """A group of things on the table, and the box around them."""

    placed: tuple[PlacedThing, ...]
    box: Rect

    def on(self, x: float, y: float) -> list[PlacedThing]:
        """Return them with the top left corner of their box on a point."""
        return [one.moved(x - self.box.x, y - self.box.y) for one in self.placed]


def _block(placed: Sequence[PlacedThing]) -> _Block:
    return _Block(tuple(placed), bounds([one.box for one in placed]))


def flat_lay(game: Belongings) -> list[PlacedThing]:
    """Arrange a game; scale large boards down and small things up."""
    middles, *others = _shapes(game)
    best: tuple[float, list[tuple[_Block, float, float]]] = (-1.0, [])
    for middle, *blocks in product(middles, *others):
        for sides in product(_SIDES, repeat=len(blocks)):
            laid = list(_laid(middle, list(zip(sides, blocks, strict=True))))
            filled = _filled(laid)
            if filled > best[0] + 1e-9:
                best = filled, laid
    return [one for block, x, y in best[1] for one in block.on(x, y)]


def _shapes(game: Belongings) -> list[list[_Block]]:
    """Return the possible shapes of each part, with the middle part first."""
    fans = [_block(hand(game.hand, (0.0, 0.0), scale=one)) for one in _CARDS] if game.hand else []
    parts: list[list[_Block]] = [_boards(game.board) if game.board else [], fans]
    if game.booklet is not None:
        parts.append([_block([PlacedThing(game.booklet, (0.0, 0.0), -3.0)])])
    for things, scale in (((*game.boxes, *game.piles), 1.0), (game.small, SMALL)):
        if things:
            rows = {tuple(dropped(things, rows, scale)): None for rows in _ROWS}
            parts.append([_block(one) for one in rows])
    return [shapes for shapes in parts if shapes] or [[]]


def _boards(board: Thing) -> list[_Block]:
    width, height = board.size.width, board.size.height
    scale = min(1.0, _MEAN / math.sqrt(width * height), _WIDEST / width, _HIGHEST / height)
    return [_block([PlacedThing(board, (0.0, 0.0), 0.0, one * scale)]) for one in _SCALES]


def _laid(
    middle: _Block, blocks: Sequence[tuple[str, _Block]]
) -> Iterator[tuple[_Block, float, float]]:
    """Yield blocks and the corners of their boxes: columns beside the middle, and a row below."""
    columns = {side: [one for on, one in blocks if on == side] for side in ("left", "right")}
    columns["middle"] = [middle]
    high = max(_length([one.box.height for one in column]) for column in columns.values())
    x = 0.0
    for side in ("left", "middle", "right"):
        wide = max((one.box.width for one in columns[side]), default=0.0)
        yield from (
            (one, x + (wide - one.box.width) / 2, y)
            for one, y in _spread(columns[side], [one.box.height for one in columns[side]], high)
        )
        x += wide + (_GAP if columns[side] else 0.0)
    row = [one for on, one in blocks if on == "below"]
    deep = max((one.box.height for one in row), default=0.0)
    whole = x - _GAP
    for one, along in _spread(row, [one.box.width for one in row], whole):
        yield one, along, high + _GAP + (deep - one.box.height) / 2


def _length(sizes: Sequence[float]) -> float:
    return sum(sizes) + _GAP * (len(sizes) - 1)


def _spread(
    blocks: Sequence[_Block], sizes: Sequence[float], room: float
) -> Iterator[tuple[_Block, float]]:
    """Yield blocks one after another in the middle of some room, with equal space around them."""
    free = room - sum(sizes)
    gap = max(free / (len(blocks) + 1), _GAP) if len(blocks) > 1 else 0.0
    at = (room - sum(sizes) - gap * (len(blocks) - 1)) / 2
    for one, size in zip(blocks, sizes, strict=True):
        yield one, at
        at += size + gap


def _filled(laid: Sequence[tuple[_Block, float, float]]) -> float:
    """Return how much of the picture is covered."""
    boxes = [Rect(x, y, block.box.width, block.box.height) for block, x, y in laid]
    whole = around(boxes, 0.04)
    return sum(box.width * box.height for box in boxes) / (whole.width * whole.height)

"""Nesting: pieces of different shapes and sizes on few sheets, by a simple rule.

Pieces of the same shape and size go together, large ones first. They fill shelves from left to
right, and shelves fill the page from the top down::

    +--+ +--+ +--+ +--+           ( ) ( ) ( ) ( )
    |  | |  | |  | |  |             ( ) ( ) ( )
    +--+ +--+ +--+ +--+           ( ) ( ) ( ) ( )

Squares form columns. Circles, and hexagons that stand on a corner, are staggered: each row sits
in the gaps of the one above, which takes only 0.87 of the height. The room that is left at the
end of a shelf is filled with smaller pieces of the kinds that follow, in rows of their own. Every
piece keeps its bleed on all sides.

All of this is arithmetic with boxes: a `Blank` says how large a piece is with its bleed, and
`nest` says where it goes. Nothing is turned or scaled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.geometry import Rect, Size

STAGGER = math.sqrt(3) / 2
_SLACK = 1e-6


class Blank(Struct, frozen=True):
    """The size of a piece with its bleed; ``staggered`` shapes fit the gaps of the row above."""

    width: float
    height: float
    staggered: bool = False


class NestedPlace(Struct, frozen=True):
    """Where a blank goes: its page, counted from 0, and its box, including the bleed."""

    page: int
    box: Rect


class _Nest:
    def __init__(self, area: Rect) -> None:
        self.area = area
        self.page = 0
        self.y = area.y
        self.rests: list[NestedPlace] = []
        """Room that is left beside or below pieces, for smaller ones."""

    def into_rest(self, blank: Blank) -> NestedPlace | None:
        """Place a blank in leftover room, and keep what then remains beside and below it."""
        for index, rest in enumerate(self.rests):
            room = rest.box
            if fits(blank, Size(room.width, room.height)):
                box = Rect(room.x, room.y, blank.width, blank.height)
                beside = Rect(box.right, room.y, room.right - box.right, box.height)
                below = Rect(room.x, box.bottom, room.width, room.bottom - box.bottom)
                left = [NestedPlace(rest.page, room) for room in (beside, below)]
                self.rests[index : index + 1] = left
                return NestedPlace(rest.page, box)
        return None

    def rows(self, blank: Blank, count: int) -> list[NestedPlace]:
        """Place equal blanks in rows, staggered or not, on as many pages as they need."""
        area, places = self.area, list[NestedPlace]()
        row, bottom = 0, self.y
        # The distance between rows, as a share of the height of the blank.
        pitch = STAGGER * blank.width / blank.height if blank.staggered else 1.0
        while len(places) < count:
            y = self.y + row * blank.height * pitch
            if y + blank.height > area.bottom + _SLACK:
                self.page, self.y, row, bottom = self.page + 1, area.y, 0, area.y
                continue
            start = area.x + (blank.width / 2 if blank.staggered and row % 2 else 0.0)
            across = max(1, math.floor((area.right - start + _SLACK) / blank.width))
            taken = min(across, count - len(places))
            for column in range(taken):
                x = start + column * blank.width
                places.append(NestedPlace(self.page, Rect(x, y, blank.width, blank.height)))
            alone = row == 0 and len(places) == count
            if alone or not blank.staggered:  # staggered rows stick out beside it
                end = start + taken * blank.width
                rest = Rect(end, y, area.right - end, blank.height)
                self.rests.append(NestedPlace(self.page, rest))
            bottom = y + blank.height
            row += 1
        self.y = bottom
        return places


def fits(blank: Blank, area: Size) -> bool:
    """Whether a blank fits on a page at all."""
    return blank.width <= area.width + _SLACK and blank.height <= area.height + _SLACK


def nest(blanks: Sequence[Blank], area: Rect) -> list[NestedPlace]:
    """Return a place for each blank, in the given order; each must fit the area."""
    kinds: dict[Blank, list[int]] = {}
    for index, blank in enumerate(blanks):
        kinds.setdefault(blank, []).append(index)
    found: dict[int, NestedPlace] = {}
    state = _Nest(area)
    for blank in sorted(kinds, key=lambda one: (-one.height, -one.width, one.staggered)):
        waiting = kinds[blank]
        while waiting and (place := state.into_rest(blank)) is not None:
            found[waiting.pop(0)] = place
        if waiting:
            found.update(zip(waiting, state.rows(blank, len(waiting)), strict=True))
    return [found[index] for index in range(len(blanks))]

"""Seams: where to divide a board into tiles, so that what should stay whole does.

A seam runs across the whole board. Along one axis, therefore, every box that should stay whole is
an interval that no seam should fall into. The number of tiles is the smallest that will do; among
the possible seams, those that cut the fewest boxes win, then those that keep clear of the edges of
boxes, then those that make tiles of about the same size.

Few places need to be tried. Take any solution and push its seams to the right, the last one first,
until each meets the beginning of a box or its tile is full: no more boxes are cut than before.
So it is enough to try the beginnings of boxes, and full tiles counted from there. Middles of
gaps, ends of boxes and even spacing are tried as well, because they look better.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

CLEAR = 2.0
"""How far a knife may be off and still spare a box, in mm."""
LEAST = 10.0
"""The least width of a tile in mm, because slivers cannot be glued."""
_SLACK = 1e-6
_MANY = 250  # places to try for one seam; more only take longer


Interval = tuple[float, float]


class Room(Struct, frozen=True):
    """The greatest length of a tile in mm: alone, at the near end, in between, at the far end."""

    alone: float
    first: float
    middle: float
    last: float

    def of(self, index: int, count: int) -> float:
        """Return the greatest length of one tile of a row."""
        if count == 1:
            return self.alone
        if index == 0:
            return self.first
        return self.last if index == count - 1 else self.middle

    def total(self, count: int) -> float:
        """Return the greatest length of a row of ``count`` tiles."""
        return sum(self.of(index, count) for index in range(count))

    def count(self, length: float) -> int:
        """Return the fewest tiles that cover a length; ``middle`` must be positive."""
        if length <= self.alone + _SLACK:
            return 1
        beyond = length - self.first - self.last
        return 2 + max(0, math.ceil((beyond - _SLACK) / self.middle))


class Cost(NamedTuple):
    """What is bad about a choice of seams, the worst first."""

    cut: int
    near: int
    uneven: float


_Way = tuple[Cost, tuple[float, ...]]
"""The cost of some seams, and where they are."""


class _Boxes:
    """The boxes along an axis, sorted so that they are counted fast."""

    def __init__(self, boxes: Sequence[Interval]) -> None:
        self.boxes = [(near, far) for near, far in boxes if far - near > _SLACK]
        self._begins = sorted(near for near, _ in self.boxes)
        self._ends = sorted(far for _, far in self.boxes)

    def cut(self, at: float, clear: float = 0.0) -> int:
        """Count the boxes that a seam would go through, or come closer to than ``clear``."""
        begun = bisect_left(self._begins, at + clear - _SLACK)
        return begun - bisect_right(self._ends, at - clear + _SLACK)

    def edges(self) -> set[float]:
        return {*self._begins, *self._ends}

    def begins(self) -> set[float]:
        return set(self._begins)

    def gaps(self) -> list[float]:
        """Return the middles of the gaps that no box covers."""
        edges = sorted(self.edges())
        middles = [(a + b) / 2 for a, b in itertools.pairwise(edges)]
        return [at for at in middles if not self.cut(at)]


def seams(length: float, room: Room, boxes: Sequence[Interval]) -> tuple[tuple[float, ...], Cost]:
    """Return the best seams for the fewest tiles, from near to far, and their cost."""
    count = room.count(length)
    if count == 1:
        return (), Cost(0, 0, 0.0)
    among = _Boxes(boxes)
    even = length / count
    # The places of the previous seam, from near to far; for each, the lowest cost up to there, and
    # the seams of it.
    places: list[float] = [0.0]
    ways: list[_Way] = [(Cost(0, 0, 0.0), ())]
    for index in range(1, count):
        longest, ideal = room.of(index - 1, count), even * index
        reached: dict[float, _Way] = {}
        for at in _places(index, count, length, room, among):
            before = _within(places, at, longest)
            if not before:
                continue
            cost, path = min(ways[before.start : before.stop])
            cut = among.cut(at)
            near, uneven = among.cut(at, CLEAR) - cut, (at - ideal) ** 2
            whole = Cost(cost.cut + cut, cost.near + near, cost.uneven + uneven)
            reached[at] = (whole, (*path, at))
        places, ways = list(reached), list(reached.values())
    last = _within(places, length, room.of(count - 1, count))
    cost, path = min(ways[last.start : last.stop])
    return path, cost


def _within(places: Sequence[float], far: float, room: float) -> range:
    """Say which of some places, given from near to far, may begin a tile that ends at ``far``."""
    first = bisect_left(places, far - room - _SLACK)
    return range(first, bisect_right(places, far - LEAST + _SLACK))


def _places(index: int, count: int, length: float, room: Room, among: _Boxes) -> tuple[float, ...]:
    """Return the places that are worth trying for one seam, from left to right."""
    before = sum(room.of(i, count) for i in range(index))
    after = sum(room.of(i, count) for i in range(index, count))
    low = max(length - after, LEAST * index)
    high = min(before, length - LEAST * (count - index))
    # Full tiles from the near end, and full or least tiles next to the beginning of a box.
    asked = {low, high, min(max(length * index / count, low), high)}
    asked |= {room.of(0, count) + i * room.middle for i in range(index)}
    for begin in among.begins():
        asked |= {begin - LEAST, *(begin + i * room.middle for i in range(index))}
    edges = among.edges()
    nice = {*edges, *among.gaps()}
    nice |= {edge + side for edge in edges for side in (-CLEAR, CLEAR)}

    def fitting(places: set[float]) -> list[float]:
        return sorted({round(at, 6) for at in places if low - _SLACK <= at <= high + _SLACK})

    found = fitting(asked | nice)
    if len(found) > _MANY:
        found = fitting(asked)
    step = len(found) // _MANY + 1
    return tuple(sorted({*found[::step], found[-1]}))

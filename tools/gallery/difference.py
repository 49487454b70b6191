"""Where two states of a side differ."""

from __future__ import annotations

from PIL import ImageChops

from cardgen.api import GameBuild
from cardgen.backend.raster import rasterize
from cardgen.core.geometry import Rect
from cardgen.frame import Frame

_CELL = 1.5
"""The sides are compared in squares of so many mm."""
_NEAR = (5, 3)
"""Squares that are no farther apart, across and down, belong to one part."""
_LEAST = 2
"""Of 255: how much lighter or darker a square has become on the whole."""

State = tuple[GameBuild, Frame]
"""A side, with the game that it belongs to."""


def differing(before: State, after: State) -> list[Rect]:
    """Return boxes in mm around the parts of a side that differ."""
    left = set(_cells(before, after))
    found: list[Rect] = []
    while left:
        part, edge = set[tuple[int, int]](), {min(left)}
        while edge:
            part |= edge
            left -= edge
            edge = {one for one in left if any(_are_near(one, other) for other in edge)}
        xs, ys = sorted(x for x, _ in part), sorted(y for _, y in part)
        width, height = xs[-1] - xs[0] + 1, ys[-1] - ys[0] + 1
        found.append(Rect(xs[0] * _CELL, ys[0] * _CELL, width * _CELL, height * _CELL))
    return found


def change(before: State, after: State) -> int:
    """Return how many squares of a side differ."""
    return len(_cells(before, after))


def _cells(before: State, after: State) -> list[tuple[int, int]]:
    size = before[1].size
    columns, rows = round(size.width / _CELL), round(size.height / _CELL)
    one, other = (
        rasterize(frame, 8 * columns, 8 * rows, laid.library).convert("L")
        for laid, frame in (before, after)
    )
    values = ImageChops.difference(one, other).reduce(8).tobytes()
    return [(i % columns, i // columns) for i, value in enumerate(values) if value > _LEAST]


def _are_near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) <= _NEAR[0] and abs(one[1] - other[1]) <= _NEAR[1]

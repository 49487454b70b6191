"""Whether a point lies inside a path, or on its line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from cardgen.core.geometry import Path, Point, polylines
from cardgen.frame.reach import Box, meet, sides

Polygon = list[Point]

_NEAR = 0.003
"""How far straight pieces may be from a curve, as a share of the path's size."""
_TOUCH = 1e-9  # mm
_MARGIN = 1e-6  # mm by which a box must clear the line to count as wholly in or out


class Outline:
    """A path as polygons."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.box = sides(path.bounds())
        """The box around all points and control points."""

    @cached_property
    def polygons(self) -> tuple[Polygon, ...]:
        """The subpaths, with their curves as straight pieces."""
        left, top, right, bottom = self.box
        near = max(right - left, bottom - top, _TOUCH) * _NEAR
        lines = polylines(self.path, near)
        return tuple([*points, points[0]] if closed else points for points, closed in lines)

    @cached_property
    def _is_box(self) -> bool:
        left, top, right, bottom = self.box
        return len(self.polygons) == 1 and self.polygons[0] in (
            [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)],
            [(left, top), (left, bottom), (right, bottom), (right, top), (left, top)],
        )

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """The box around each polygon."""
        return (self.box,) if self._is_box else tuple(map(box_around, self.polygons))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is filled, by the path's fill rule; its edge belongs to it."""
        return self._turned(x, y) or self.near(x, y, _TOUCH)

    def holds_box(self, box: Box, clear: float = 0.0) -> bool | None:
        """Whether all of a box is filled, or nothing of it; None if that cannot be said.

        It can only be said of a box that keeps more than ``clear`` mm away from the line.
        """
        left, top, right, bottom = box
        clear += _MARGIN
        left, top, right, bottom = left - clear, top - clear, right + clear, bottom + clear
        x0, y0, x1, y1 = self.box
        if right < x0 or left > x1 or bottom < y0 or top > y1:
            return False
        if self._is_box:
            return True if x0 < left and right < x1 and y0 < top and bottom < y1 else None
        for points in self.polygons:
            x0, y0 = points[-1]
            for x1, y1 in points:
                if not (
                    (x0 < left and x1 < left)
                    or (x0 > right and x1 > right)
                    or (y0 < top and y1 < top)
                    or (y0 > bottom and y1 > bottom)
                ):
                    # The line through both ends may still pass the box on one side.
                    dx, dy = x1 - x0, y1 - y0
                    rise, fall = dx * (top - y0), dx * (bottom - y0)
                    west, east = dy * (left - x0), dy * (right - x0)
                    high, low = (rise, fall) if rise > fall else (fall, rise)
                    far, close = (west, east) if west > east else (east, west)
                    if low <= far and high >= close:
                        return None
                x0, y0 = x1, y1
        return self._turned(left, top)

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether a point is no further than ``reach`` from the line."""
        lines = zip(self.boxes, self.polygons, strict=True)
        around = x - reach, y - reach, x + reach, y + reach
        return any(_distance(x, y, a, b) <= reach for a, b in lines_in(lines, around))

    def _turned(self, x: float, y: float) -> bool:
        turns = 0
        for points, (x0, y0, x1, y1) in zip(self.polygons, self.boxes, strict=True):
            if x0 <= x <= x1 and y0 <= y <= y1:
                turns += _turns(points, x, y)
        return turns % 2 != 0 if self.path.even_odd else turns != 0


@lru_cache(4000)
def outline(path: Path) -> Outline:
    """Return the outline of a path: the sides of a deck have most of their paths in common."""
    return Outline(path)


def box_around(points: Polygon) -> Box:
    """Return the box around some points."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def lines_in(polygons: Iterable[tuple[Box, Polygon]], box: Box) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces that may come into a box; polygons have a box around each."""
    left, top, right, bottom = box
    for around, points in polygons:
        if not meet(around, box):
            continue
        for a, b in pairwise(points):
            (ax, ay), (bx, by) = a, b
            if (
                (ax >= left or bx >= left)
                and (ax <= right or bx <= right)
                and (ay >= top or by >= top)
                and (ay <= bottom or by <= bottom)
            ):
                yield a, b


def _turns(points: Polygon, x: float, y: float) -> int:
    """Return the winding number of a polygon around a point."""
    turns = 0
    x0, y0 = points[-1]
    for x1, y1 in points:
        if (y0 <= y) != (y1 <= y):
            side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
            if y0 <= y:
                turns += side > 0
            else:
                turns -= side < 0
        x0, y0 = x1, y1
    return turns


def _distance(x: float, y: float, a: Point, b: Point) -> float:
    """Return how far a point is from a line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / long)) if long else 0.0
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)

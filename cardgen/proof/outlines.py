"""Tests whether points and boxes are inside a path, or near its line."""

import math
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from cardgen.core.geometry import Path, Point, polylines, winding_number
from cardgen.frame.reach import Box, boxes_meet, to_box

Polygon = list[Point]

_TOLERANCE = 0.003
"""The distance of straight pieces from their curve at most, as a share of the path's size."""
_TOUCH = 1e-9  # mm
_MARGIN = 1e-6  # mm between a box and the line, from which the box is certainly inside or outside


class Outline:
    """A path as polygons."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.box = to_box(path.bounds())
        """The box around all points and control points."""

    @cached_property
    def polygons(self) -> tuple[Polygon, ...]:
        """The subpaths, with straight pieces in place of their curves."""
        left, top, right, bottom = self.box
        tolerance = max(right - left, bottom - top, _TOUCH) * _TOLERANCE
        lines = polylines(self.path, tolerance)
        return tuple([*points, points[0]] if is_closed else points for points, is_closed in lines)

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
        """Whether a point is filled, by the path's fill rule, or on the edge."""
        return self._fills_point(x, y) or self.is_near(x, y, _TOUCH)

    def holds_box(self, box: Box, clearance: float = 0.0) -> bool | None:
        """Return True if a box is wholly filled, False if it is empty, None if that is unknown.

        The answer is known only if the box is more than ``clearance`` mm away from the line.
        """
        clearance += _MARGIN
        left, top = box[0] - clearance, box[1] - clearance
        right, bottom = box[2] + clearance, box[3] + clearance
        x0, y0, x1, y1 = self.box
        if right < x0 or left > x1 or bottom < y0 or top > y1:
            return False
        if self._is_box:
            return True if x0 < left and right < x1 and y0 < top and bottom < y1 else None
        # If no piece of the line crosses the box, all its points are on one side of the line.
        for points in self.polygons:
            x0, y0 = points[-1]
            for x1, y1 in points:
                if not (
                    (x0 < left and x1 < left)
                    or (x0 > right and x1 > right)
                    or (y0 < top and y1 < top)
                    or (y0 > bottom and y1 > bottom)
                ):
                    # The infinite line misses the box if all four corners are on one side of it.
                    dx, dy = x1 - x0, y1 - y0
                    rise, fall = dx * (top - y0), dx * (bottom - y0)
                    west, east = dy * (left - x0), dy * (right - x0)
                    high, low = (rise, fall) if rise > fall else (fall, rise)
                    far, close = (west, east) if west > east else (east, west)
                    if low <= far and high >= close:
                        return None
                x0, y0 = x1, y1
        return self._fills_point(left, top)

    def is_near(self, x: float, y: float, reach: float) -> bool:
        """Whether a point is within ``reach`` mm of the line."""
        lines = zip(self.boxes, self.polygons, strict=True)
        box = x - reach, y - reach, x + reach, y + reach
        return any(_distance(x, y, a, b) <= reach for a, b in lines_in(lines, box))

    def _fills_point(self, x: float, y: float) -> bool:
        winding = 0
        for points, (x0, y0, x1, y1) in zip(self.polygons, self.boxes, strict=True):
            if x0 <= x <= x1 and y0 <= y <= y1:
                winding += winding_number(points, x, y)
        return winding % 2 != 0 if self.path.even_odd else winding != 0


@lru_cache(4000)
def outline(path: Path) -> Outline:
    """Return the outline of a path; cached, because the sides of a deck share most paths."""
    return Outline(path)


def box_around(points: Polygon) -> Box:
    """Return the bounding box of points."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def lines_in(polygons: Iterable[tuple[Box, Polygon]], box: Box) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces that may overlap a box; each polygon comes with its own box."""
    left, top, right, bottom = box
    for polygon_box, points in polygons:
        if not boxes_meet(polygon_box, box):
            continue
        for a, b in pairwise(points):
            (x0, y0), (x1, y1) = a, b
            if (
                (x0 >= left or x1 >= left)
                and (x0 <= right or x1 <= right)
                and (y0 >= top or y1 >= top)
                and (y0 <= bottom or y1 <= bottom)
            ):
                yield a, b


def _distance(x: float, y: float, a: Point, b: Point) -> float:
    """Return the distance of a point from the line segment between ``a`` and ``b``."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / square)) if square else 0.0
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)

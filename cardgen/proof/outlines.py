"""Whether a point lies inside a path, or on its line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from cardgen.core.geometry import Path

Point = tuple[float, float]
Polygon = list[Point]

_STEPS = 8  # straight pieces of a Bézier curve
_TOUCH = 1e-9  # mm


class Outline:
    """A path as polygons, which are made when somebody asks for a point."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def polygons(self) -> tuple[Polygon, ...]:
        """The subpaths, with their curves as straight pieces."""
        return tuple(_polygons(self.path))

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is filled, by the path's fill rule; its edge belongs to it."""
        turns = sum(_turns(polygon, x, y) for polygon in self.polygons)
        inside = turns % 2 != 0 if self.path.even_odd else turns != 0
        return inside or self.near(x, y, _TOUCH)

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether a point is no further than ``reach`` from the line."""
        return any(
            _distance(x, y, a, b) <= reach for points in self.polygons for a, b in pairwise(points)
        )


def _polygons(path: Path) -> Iterator[Polygon]:
    points: Polygon = []
    for kind, *rest in path.segments:
        numbers = [float(n) for n in rest]
        if kind == "M":
            if len(points) > 1:
                yield points
            points = [(numbers[0], numbers[1])]
        elif kind == "L":
            points.append((numbers[0], numbers[1]))
        elif kind == "C":
            points += _curve(points[-1], numbers)
        elif points:
            yield [*points, points[0]]
            points = points[:1]  # where the next subpath starts if no M follows (SVG 2, 9.3.4)
    if len(points) > 1:
        yield points


def _curve(start: Point, numbers: list[float]) -> Iterator[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


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

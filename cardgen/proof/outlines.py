"""Whether a point lies inside of a path, or on its line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from cardgen.core.geometry import Path, Rect

_STEPS = 8  # straight pieces of a Bézier curve
_MOST = 5_000
_ROUND = 50  # points of what may be convex: a circle has 33
_FLAT = 1e-6

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Outline:
    """A path as polygons, with the box around them.

    ``core`` is a box that lies inside, as large as is easily found; None where there is none.
    """

    box: Rect
    polygons: tuple[tuple[Point, ...], ...]
    even_odd: bool
    core: Rect | None

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        box = self.box
        if not (box.x <= x <= box.right and box.y <= y <= box.bottom):
            return False
        core = self.core
        if core and core.x <= x <= core.right and core.y <= y <= core.bottom:
            return True
        turns = sum(_turns(polygon, x, y) for polygon in self.polygons)
        return turns % 2 != 0 if self.even_odd else turns != 0

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether a point is no further than ``reach`` from the line."""
        return any(
            _distance(x, y, a, b) <= reach for points in self.polygons for a, b in pairwise(points)
        )


_known: dict[int, tuple[Path, Outline]] = {}  # by identity: comparing long paths takes its time


def outline(path: Path) -> Outline:
    """Return the outline of a path; the same ones come again and again."""
    known = _known.get(id(path))
    if known is None:
        if len(_known) > _MOST:
            _known.clear()
        known = _known[id(path)] = (path, _made(path))  # which keeps the path alive
    return known[1]


def _made(path: Path) -> Outline:
    polygons = tuple(_polygons(path))
    xs = [x for points in polygons for x, _ in points]
    ys = [y for points in polygons for _, y in points]
    if not xs:
        return Outline(Rect(0.0, 0.0, -1.0, -1.0), (), False, None)
    box = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    core = _core(polygons[0], box) if len(polygons) == 1 and len(xs) < _ROUND else None
    return Outline(box, polygons, path.even_odd, core)


def _core(points: tuple[Point, ...], box: Rect) -> Rect | None:
    """Shrink the box of a convex polygon from above and below until its corners are inside."""
    if len(points) == 5 and {(x, y) for x, y in points} == set(_corners(box)):
        return box
    sides = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(points, points[1:], (*points[2:], points[1]), strict=False)
    ]
    if min(sides) < -_FLAT and max(sides) > _FLAT:
        return None
    slim = box.width * 1e-3
    for share in (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
        cut = box.height * share
        core = Rect(box.x + slim, box.y + cut, box.width - 2 * slim, box.height - 2 * cut)
        if all(_turns(points, x, y) for x, y in _corners(core)):
            return core
    cut = min(box.width, box.height) * 0.16  # as in a circle
    core = box.grow(-cut)
    return core if all(_turns(points, x, y) for x, y in _corners(core)) else None


def _corners(box: Rect) -> list[Point]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


def _polygons(path: Path) -> Iterator[tuple[Point, ...]]:
    points: list[Point] = []
    for segment in path.segments:
        kind, *rest = segment
        numbers = [float(n) for n in rest]
        if kind == "M":
            if len(points) > 1:
                yield tuple(points)
            points = [(numbers[0], numbers[1])]
        elif kind == "L":
            points.append((numbers[0], numbers[1]))
        elif kind == "C":
            points += _curve(points[-1], numbers)
        elif points:  # Z; what follows without an M starts at the same point
            points.append(points[0])
            yield tuple(points)
            points = points[:1]
    if len(points) > 1:
        yield tuple(points)


def _curve(start: Point, numbers: list[float]) -> Iterator[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _turns(points: tuple[Point, ...], x: float, y: float) -> int:
    """Count how often a polygon goes round a point."""
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
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((x - a[0]) * dx + (y - a[1]) * dy) / long)) if long else 0.0
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)

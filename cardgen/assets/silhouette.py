"""The silhouette of a drawing: all its filled shapes as one outline; and what they fill.

Shapes that lie over each other must count as one area, and holes must stay holes. So every shape
is wound one way round, its holes the other way, and the whole is filled by the non-zero rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardgen.core.geometry import Path, Segment

Point = tuple[float, float]
Contour = tuple[Segment, ...]

_STEPS = 4  # straight pieces of a curve; enough to tell which way it turns


def united(paths: Iterable[Path]) -> Path | None:
    """Return one outline of what paths fill together, None if that is nothing."""
    contours: list[Segment] = []
    for path in paths:
        for contour in _wound(path):
            contours += contour
    return Path(tuple(contours)) if contours else None


def holds(path: Path, x: float, y: float) -> bool:
    """Whether a point is filled, by the path's fill rule."""
    turns = crossings = 0
    for contour in _contours(path):
        ring = _ring(contour)
        if _holds(ring, (x, y)):
            crossings += 1
            turns += 1 if _area(ring) > 0 else -1
    return crossings % 2 == 1 if path.even_odd else turns != 0


def _wound(path: Path) -> list[Contour]:
    """Return the contours of a path, the outermost clockwise."""
    contours = _contours(path)
    rings = [_ring(contour) for contour in contours]
    if path.even_odd:
        inside = [
            sum(_holds(other, ring[0]) for other in rings if other is not ring) for ring in rings
        ]
        want = [depth % 2 == 0 for depth in inside]
        turned = [(_area(ring) > 0) != good for ring, good in zip(rings, want, strict=True)]
    else:  # what fills and what is a hole follows from how they are wound among each other
        largest = max(rings, key=lambda ring: abs(_area(ring)), default=[])
        turned = [_area(largest) < 0] * len(rings)
    return [
        _reversed(contour) if turn else contour
        for contour, turn in zip(contours, turned, strict=True)
    ]


def _contours(path: Path) -> list[Contour]:
    """Take a path apart into closed contours of three points or more."""
    found: list[list[Segment]] = []
    for segment in path.segments:
        if segment[0] == "M":
            found.append([segment])
        elif segment[0] != "Z":
            if found[-1][-1][0] == "Z":  # goes on where the last one began
                found.append([("M", *found[-1][0][1:])])
            found[-1].append(segment)
        elif found[-1][-1][0] != "Z":
            found[-1].append(segment)
    closed = [one if one[-1][0] == "Z" else [*one, ("Z",)] for one in found]
    return [tuple(one) for one in closed if len(one) > 2]


def _ring(contour: Contour) -> list[Point]:
    points: list[Point] = []
    given: Sequence[tuple[Any, ...]] = contour
    for segment in given:
        if len(segment) == 7:
            _, x1, y1, x2, y2, x3, y3 = segment
            x0, y0 = points[-1]
            for step in range(1, _STEPS + 1):
                t = step / _STEPS
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append(
                    (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
                )
        elif len(segment) == 3:
            points.append((segment[1], segment[2]))
    return points


def _area(ring: Sequence[Point]) -> float:
    """Return twice the area, which is positive clockwise (y points down)."""
    ends = zip(ring, [*ring[1:], *ring[:1]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in ends)


def _holds(ring: Sequence[Point], point: Point) -> bool:
    x, y = point
    crossed = False
    for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed = not crossed
    return crossed


def _reversed(contour: Contour) -> Contour:
    drawn: list[tuple[Any, ...]] = [segment for segment in contour if len(segment) > 1]
    ends = [segment[-2:] for segment in drawn]
    back: list[Segment] = [("M", *ends[-1])]
    for segment, end in zip(drawn[:0:-1], ends[-2::-1], strict=True):
        if len(segment) == 7:
            back.append(("C", *segment[3:5], *segment[1:3], *end))
        else:
            back.append(("L", *end))
    return (*back, ("Z",))

"""Curves that words stand on."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.polyline import Point, polylines, without_repeats

_NEAR = 0.002  # mm between a curve and the straight pieces that stand for it
_AHEAD = 0.1  # mm on both sides, by which a letter finds its direction
_ROUND = 720  # pieces of a circle
_SPECK = 1e-6


class Curve:
    """A line by its points; lengths in mm. One without length is a speck that nothing stands on."""

    def __init__(self, points: Sequence[Point]) -> None:
        points = without_repeats(points)
        if len(points) < 2:
            (x, y), *_ = points
            points = [(x, y), (x + _SPECK, y)]
        self._points = points
        steps = [math.dist(a, b) for a, b in pairwise(points)]
        self._along = list(accumulate(steps, initial=0.0))
        self.length = self._along[-1]

    def at(self, distance: float) -> Matrix:
        """Return the transform that puts the origin on the curve, and x along it."""
        (x0, y0), (x1, y1) = self._point(distance - _AHEAD), self._point(distance + _AHEAD)
        turn = math.atan2(y1 - y0, x1 - x0)
        x, y = self._point(distance)
        return Matrix(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), x, y)

    def _point(self, distance: float) -> Point:
        """Return the point at a distance from the start; beyond the ends it goes straight on."""
        index = min(max(bisect_right(self._along, distance) - 1, 0), len(self._points) - 2)
        (x0, y0), (x1, y1) = self._points[index : index + 2]
        start, end = self._along[index : index + 2]
        share = (distance - start) / (end - start)
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    def below(self, distance: float) -> Curve:
        """Return the curve on its right, as one looks along it."""
        points = []
        last = len(self._points) - 1
        for index, (x, y) in enumerate(self._points):
            (x0, y0), (x1, y1) = (
                self._points[max(index - 1, 0)],
                self._points[min(index + 1, last)],
            )
            long = math.hypot(x1 - x0, y1 - y0) or 1.0
            points.append((x - (y1 - y0) / long * distance, y + (x1 - x0) / long * distance))
        return Curve(points)


def along_path(path: Path) -> Curve | None:
    """Return the first line of a path; None if there is none."""
    for points, closed in polylines(path, _NEAR):
        points = [*points, points[0]] if closed else points
        if len(points) > 1:
            return Curve(points)
    return None


def along_arc(degrees: float, width: float) -> Curve:
    """Return an arc over a width from 0: its middle is the highest point, or the lowest."""
    turn = math.radians(abs(degrees)) / 2
    radius = width / 2 / math.sin(turn)
    way = -1 if degrees > 0 else 1
    points = []
    for step in range(_ROUND + 1):
        angle = turn * (2 * step / _ROUND - 1)
        rise = radius * (math.cos(angle) - math.cos(turn))
        points.append((width / 2 + radius * math.sin(angle), way * rise))
    return Curve(points)


def along_ellipse(box: Rect, middle: str) -> Curve:
    """Return the ellipse in a box, from left to right over its ``top`` or its ``bottom``."""
    (cx, cy), rx, ry = box.center, box.width / 2, box.height / 2
    way = -1 if middle == "top" else 1
    points = []
    for step in range(_ROUND + 1):
        angle = 2 * math.pi * (step / _ROUND - 0.5)
        points.append((cx + rx * math.sin(angle), cy + way * ry * math.cos(angle)))
    return Curve(points)

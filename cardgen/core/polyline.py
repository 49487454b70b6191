"""Paths as points on straight lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from cardgen.core.geometry import Path

Point = tuple[float, float]

NOWHERE = 1e-9
_MOST = 500  # straight pieces that stand for a curve


def polylines(path: Path, near: float) -> Iterator[tuple[list[Point], bool]]:
    """Yield the subpaths as points, and whether each is closed.

    Straight pieces stand for curves, and stay nearer to them than ``near``.
    """
    points: list[Point] = []
    given: tuple[tuple[Any, ...], ...] = path.segments
    for segment in given:
        if segment[0] == "Z":
            yield without_repeats(points), True
            points = points[:1]
            continue
        if segment[0] == "M":
            if len(points) > 1:
                yield without_repeats(points), False
            points = []
        points += _flat(near, points[-1], *segment[1:]) if segment[0] == "C" else [segment[1:]]
    if len(points) > 1:
        yield without_repeats(points), False


def _flat(near: float, a: Point, *numbers: float) -> list[Point]:
    """Return the ends of straight pieces along a Bézier curve."""
    b, c, d = numbers[0:2], numbers[2:4], numbers[4:6]
    bend = max(
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]),
        math.hypot(b[0] - 2 * c[0] + d[0], b[1] - 2 * c[1] + d[1]),
    )
    count = min(max(math.ceil(math.sqrt(0.75 * bend / near)), 1), _MOST)
    found = []
    for step in range(1, count + 1):
        t = step / count
        u = 1 - t
        w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        found.append(
            (
                w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * d[0],
                w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * d[1],
            )
        )
    return found


def without_repeats(points: Sequence[Point]) -> list[Point]:
    """Leave out points that repeat the one before."""
    return [*points[:1], *(b for a, b in pairwise(points) if math.dist(a, b) > NOWHERE)]

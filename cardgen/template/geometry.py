"""Outlines of many points: what a template would otherwise draw point by point, a turn each.

They are functions from numbers to text, path data or a list of points, in millimetres rounded to
hundredths. Angles are degrees, clockwise from the right, as everywhere in templates.
"""

from __future__ import annotations

import functools
import math
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.template.bulk import TooMuchError

MAX_POINTS = 2_000
_FARTHEST = 1e6


def sin(degrees: float) -> float:
    """Return the sine of an angle."""
    return round(math.sin(math.radians(degrees)), 9)


def cos(degrees: float) -> float:
    """Return the cosine of an angle."""
    return round(math.cos(math.radians(degrees)), 9)


def blob(
    cx: float, cy: float, rx: float, ry: float, seed: Any, points: int = 8, rough: float = 0.28
) -> str:
    """Return a closed soft outline as path data: an ellipse dented by chance, other for each seed.

    ``rough`` is how far a dent may go in, as a share of the radius. The outline is the quadratic
    B-spline that has the dented points as control points.
    """
    cx, cy, rx, ry, rough = _numbers(cx, cy, rx, ry, rough)
    count = _count(points, 3)
    chance = zlib.crc32(f"{seed}.".encode())
    xs, ys = [], []
    for i, (_, right, down) in enumerate(_circle(count)):
        # The same number as that of the filter `hash01` for the text "<seed>.<i>".
        near = 1 - rough * (zlib.crc32(b"%d" % i, chance) / 2**32)
        xs.append(cx + rx * near * right)
        ys.append(cy + ry * near * down)
    done = [f"M{round((xs[-1] + xs[0]) / 2, 2)} {round((ys[-1] + ys[0]) / 2, 2)}"]
    for i in range(count):
        x, y, j = xs[i], ys[i], (i + 1) % count
        middle = f"{round((x + xs[j]) / 2, 2)} {round((y + ys[j]) / 2, 2)}"
        done.append(f"Q{round(x, 2)} {round(y, 2)} {middle}")
    return "".join(done) + "Z"


def polar(
    cx: float,
    cy: float,
    radius: float,
    amplitude: float = 0,
    lobes: float = 0,
    phase: float = 0,
    points: int = 120,
) -> str:
    """Return the points of a polar curve, ``radius + amplitude * sin(lobes * angle + phase)``."""
    cx, cy, radius, amplitude, lobes, phase = _numbers(cx, cy, radius, amplitude, lobes, phase)
    count = _count(points, 3)
    done = []
    for angle, right, down in _circle(count):
        r = radius + amplitude * sin(lobes * angle + phase)
        done.append(f"{round(cx + r * right, 2)},{round(cy + r * down, 2)}")
    return " ".join(done)


def wave(
    x: float,
    y: float,
    width: float,
    amplitude: float,
    waves: float,
    phase: float = 0,
    swell: float = 0,
    points: int = 100,
) -> str:
    """Return the points of a sine wave from left to right; ``y`` is its middle.

    ``swell`` lets it rise and fade again as half a wave, so many times over the width.
    """
    x, y, width, amplitude, waves, phase, swell = _numbers(
        x, y, width, amplitude, waves, phase, swell
    )
    last = _count(points, 2) - 1
    done = []
    for i in range(last + 1):
        high = amplitude * sin(360 * waves * i / last + phase)
        if swell:
            high *= sin(180 * swell * i / last)
        done.append(f"{round(x + width * i / last, 2)},{round(y + high, 2)}")
    return " ".join(done)


def rays(cx: float, cy: float, inner: float, outer: float, count: int) -> str:
    """Return wedges all round a point as path data, each as wide as the gap that follows it."""
    cx, cy, inner, outer = _numbers(cx, cy, inner, outer)
    count = _count(count, 1)
    done = []
    for i in range(count):
        a = i * 360 / count
        b = a + 180 / count
        corners = ((inner, a), (outer, a), (outer, b), (inner, b))
        done.append(
            "M"
            + "L".join(
                f"{round(cx + r * cos(t), 2)} {round(cy + r * sin(t), 2)}" for r, t in corners
            )
            + "Z"
        )
    return "".join(done)


@functools.lru_cache(maxsize=16)
def _circle(count: int) -> tuple[tuple[float, float, float], ...]:
    """Return angles all round, each with its cosine and sine."""
    angles = [360 * i / count for i in range(count)]
    return tuple((angle, cos(angle), sin(angle)) for angle in angles)


def _numbers(*values: Any) -> list[float]:
    """Return arguments as numbers; raise ValueError for one that no drawing can need."""
    numbers = [float(value) for value in values]
    for number in numbers:
        if not abs(number) <= _FARTHEST:
            raise ValueError(f"{number:g} is no number that a drawing can need")
    return numbers


def _count(value: Any, least: int) -> int:
    """Return a number of points; raise TooMuchError or ValueError if it is no fair one."""
    count = int(value)
    if count > MAX_POINTS:
        raise TooMuchError(f"asks for an outline of more than {MAX_POINTS:,} points")
    if count < least:
        raise ValueError(f"an outline of {count} points; it takes at least {least}")
    return count


SHAPES: Mapping[str, Callable[..., str]] = {
    "blob": blob,
    "polar": polar,
    "rays": rays,
    "wave": wave,
}
"""The functions that templates may call."""

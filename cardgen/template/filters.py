"""The filters, tests and functions of templates: some of Jinja's, and cardgen's.

Jinja's Template Designer Documentation explains them under "List of Builtin Filters" and "List of
Builtin Tests". Filters whose result can be far larger than their arguments are replaced by versions
that raise TooMuchError.

The functions draw outlines with many points, which a template would otherwise draw in a loop. They
take numbers and return a text, path data or a list of points, in millimetres rounded to hundredths.
Angles are degrees, clockwise from the right, as everywhere in templates.
"""

import math
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.filters import do_batch, do_round, make_attrgetter, sync_do_slice
from jinja2.runtime import markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS as DEFAULT_TESTS
from jinja2.utils import pass_environment

from cardgen.template.budget import TooMuchError, check_printable, check_size, size_of

MAX_POINTS = 2_000
_MAX_COORDINATE = 1e6


def sin(degrees: float) -> float:
    """Return the sine of an angle."""
    return round(math.sin(math.radians(degrees)), 9)


def cos(degrees: float) -> float:
    """Return the cosine of an angle."""
    return round(math.cos(math.radians(degrees)), 9)


def blob(
    cx: float, cy: float, rx: float, ry: float, seed: Any, points: int = 8, rough: float = 0.28
) -> str:
    """Return a closed soft outline as path data: an ellipse with random dents for each seed.

    ``rough`` is the largest depth of a dent, as a share of the radius. The outline is the quadratic
    B-spline that has the dented points as control points.
    """
    cx, cy, rx, ry, rough = _numbers(cx, cy, rx, ry, rough)
    count = _count(points, 3)
    seed_checksum = zlib.crc32(f"{seed}.".encode())
    xs, ys = [], []
    for i, (_, cosine, sine) in enumerate(_circle(count)):
        # The filter `hash01` gives the same number for the text "<seed>.<i>".
        radius_factor = 1 - rough * (zlib.crc32(b"%d" % i, seed_checksum) / 2**32)
        xs.append(cx + rx * radius_factor * cosine)
        ys.append(cy + ry * radius_factor * sine)
    commands = [f"M{round((xs[-1] + xs[0]) / 2, 2)} {round((ys[-1] + ys[0]) / 2, 2)}"]
    for i in range(count):
        x, y, j = xs[i], ys[i], (i + 1) % count
        middle = f"{round((x + xs[j]) / 2, 2)} {round((y + ys[j]) / 2, 2)}"
        commands.append(f"Q{round(x, 2)} {round(y, 2)} {middle}")
    return "".join(commands) + "Z"


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
    coordinates = []
    for angle, cosine, sine in _circle(count):
        r = radius + amplitude * sin(lobes * angle + phase)
        coordinates.append(f"{round(cx + r * cosine, 2)},{round(cy + r * sine, 2)}")
    return " ".join(coordinates)


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

    With ``swell``, the wave rises and fades that many times over the width.
    """
    x, y, width, amplitude, waves, phase, swell = _numbers(
        x, y, width, amplitude, waves, phase, swell
    )
    last = _count(points, 2) - 1
    coordinates = []
    for i in range(last + 1):
        height = amplitude * sin(360 * waves * i / last + phase)
        if swell:
            height *= sin(180 * swell * i / last)
        coordinates.append(f"{round(x + width * i / last, 2)},{round(y + height, 2)}")
    return " ".join(coordinates)


def rays(cx: float, cy: float, inner: float, outer: float, count: int) -> str:
    """Return wedges around a point as path data, each as wide as the gap after it."""
    cx, cy, inner, outer = _numbers(cx, cy, inner, outer)
    count = _count(count, 1)
    wedges = []
    for i in range(count):
        a = i * 360 / count
        b = a + 180 / count
        corners = ((inner, a), (outer, a), (outer, b), (inner, b))
        wedges.append(
            "M"
            + "L".join(
                f"{round(cx + r * cos(t), 2)} {round(cy + r * sin(t), 2)}" for r, t in corners
            )
            + "Z"
        )
    return "".join(wedges)


def _circle(count: int) -> tuple[tuple[float, float, float], ...]:
    """Return evenly spaced angles of a full turn, each with its cosine and sine."""
    angles = [360 * i / count for i in range(count)]
    return tuple((angle, cos(angle), sin(angle)) for angle in angles)


def _numbers(*values: Any) -> list[float]:
    """Return arguments as numbers; raise ValueError beyond ``_MAX_COORDINATE``."""
    numbers = [float(value) for value in values]
    for number in numbers:
        if not abs(number) <= _MAX_COORDINATE:
            raise ValueError(f"{number:g} is not between -1,000,000 and 1,000,000")
    return numbers


def _count(value: Any, least: int) -> int:
    """Return a number of points; raise TooMuchError or ValueError if it is out of range."""
    count = int(value)
    if count > MAX_POINTS:
        raise TooMuchError(f"asks for an outline of more than {MAX_POINTS:,} points")
    if count < least:
        raise ValueError(f"an outline of {count} points; it needs at least {least}")
    return count


SHAPES: Mapping[str, Callable[..., str]] = {
    "blob": blob,
    "polar": polar,
    "rays": rays,
    "wave": wave,
}
"""The functions that templates may call."""


_DEFAULTS = (
    "abs capitalize default first float groupby int last length list lower map max min reject "
    "rejectattr reverse select selectattr sort string title trim unique upper"
).split()
_TESTS = (
    "boolean defined divisibleby eq even false float ge gt in integer iterable le lower lt mapping "
    "ne none number odd sameas sequence string true undefined upper"
).split()


def _batch(value: Iterable[Any], linecount: int, fill_with: Any = None) -> Iterator[list[Any]]:
    check_size(linecount * size_of(fill_with))
    return do_batch(value, linecount, fill_with)


def _slice(value: Collection[Any], slices: int, fill_with: Any = None) -> Iterator[list[Any]]:
    check_size(slices)
    return sync_do_slice(value, slices, fill_with)


@pass_environment
def _join(
    environment: ImmutableSandboxedEnvironment,
    value: Iterable[Any],
    d: str = "",
    attribute: str | None = None,
) -> Any:
    items: Sequence[Any] = list(value)
    if attribute is not None:
        get = make_attrgetter(environment, attribute)
        items = [get(item) for item in items]
    for item in items:
        check_printable(item)
    check_size(sum([size_of(item) for item in items]))
    check_size(len(d) * len(items) + sum(len(str(item)) for item in items))
    parts = [part for item in items for part in (d, item)][1:]
    marked = any(hasattr(part, "__html__") for part in (d, *items))
    return markup_join(parts) if marked else "".join(map(str, parts))


@pass_environment
def _sum(
    environment: ImmutableSandboxedEnvironment,
    value: Iterable[Any],
    attribute: str | None = None,
    start: float = 0,
) -> float:
    if not isinstance(start, int | float):
        raise TypeError("the start value of `sum` must be a number")
    get = make_attrgetter(environment, attribute) if attribute is not None else None
    return sum(map(get, value) if get else value, start)


def _replace(value: str, old: str, new: str) -> str:
    value = str(value)
    check_size(len(value) + value.count(old) * len(new))
    return value.replace(old, new)


def _round(value: float, digits: int = 0, method: Any = "common") -> float:
    return do_round(value, max(-12, min(12, int(digits))), method)


def hash01(value: Any) -> float:
    """Return a number from 0 up to 1 that depends only on the text, to vary the look of cards."""
    return zlib.crc32(str(value).encode()) / 2**32


FILTERS: dict[str, Callable[..., Any]] = {
    **{name: DEFAULT_FILTERS[name] for name in _DEFAULTS},
    "batch": _batch,
    "cos": cos,
    "hash01": hash01,
    "join": _join,
    "replace": _replace,
    "round": _round,
    "sin": sin,
    "slice": _slice,
    "sum": _sum,
}
TEXT_FILTERS = frozenset("capitalize hash01 lower replace string title trim upper".split())
"""Filters that turn any value into text."""

TESTS = {name: DEFAULT_TESTS[name] for name in _TESTS}

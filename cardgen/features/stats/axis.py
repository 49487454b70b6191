"""Round numbers for the axes of charts: ticks of counts, and columns for numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from cardgen.features.stats.wording import short

MOST_COLUMNS = 20


class Bin(Struct, frozen=True):
    """A column of a histogram: what it counts lies from ``start`` up to ``end``."""

    label: str
    count: int
    start: float
    end: float


def ticks(most: int) -> tuple[int, ...]:
    """Return round numbers from 0 up to at least ``most``, at most five steps."""
    step, factors = 1, (2, 2.5, 2)  # 1, 2, 5, 10, 20 …
    turn = 0
    while most > 5 * step:
        step = round(step * factors[turn % 3])
        turn += 1
    return tuple(range(0, math.ceil(max(most, 1) / step) * step + 1, step))


def bins(numbers: Sequence[tuple[float, int]]) -> tuple[Bin, ...]:
    """Distribute numbers, each with its count, over columns of equal width.

    Whole numbers that lie close together get a column each; others are grouped in steps of 1, 2
    or 5 times a power of ten. Returns nothing for numbers that no such step separates.
    """
    least, most = min(n for n, _ in numbers), max(n for n, _ in numbers)
    if all(float(n).is_integer() for n, _ in numbers) and most - least < MOST_COLUMNS:
        counts = dict.fromkeys(range(int(least), int(most) + 1), 0)
        for number, times in numbers:
            counts[int(number)] += times
        return tuple(Bin(str(i), n, i - 0.5, i + 0.5) for i, n in counts.items())
    step = _step((most - least) / 10)
    if not step or not math.isfinite(step):
        return ()
    first, last = math.floor(least / step), math.floor(most / step)
    if not 0 <= last - first < MOST_COLUMNS:
        return ()
    filled = [0] * (last - first + 1)
    for number, times in numbers:
        filled[min(max(math.floor(number / step), first), last) - first] += times
    return tuple(
        Bin(short(i * step), count, i * step, (i + 1) * step)
        for i, count in enumerate(filled, first)
    )


def _step(least: float) -> float:
    """Return the smallest round number that is not below another; 0 where there is none."""
    if not 0 < least < math.inf:
        return 0.0
    power = 10.0 ** math.floor(math.log10(least))
    return next((m * power for m in (1, 2, 5, 10) if m * power >= least * (1 - 1e-9)), 10 * power)

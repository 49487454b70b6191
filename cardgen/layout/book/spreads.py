"""Text that stands on one spread: where a page must end early for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from cardgen.layout.book.strips import Column, S, fill


class Filled(Struct, Generic[S], frozen=True):
    """Strips on their pages, as `fill` has them; and the spreads that could not be kept.

    Those are the strip that each begins with, and its first and last page.
    """

    strips: Sequence[S]
    columns: list[Column[S]]
    torn: tuple[tuple[S, int, int], ...] = ()


def on_spreads(strips: Sequence[S], height: float, first: int) -> Filled[S]:
    """Share strips out over pages from number ``first`` on; even ones are on the left.

    What does not stand on one spread begins a new page, if it does then.
    """
    columns = fill(strips, height)
    torn = []
    for start, end in _runs(strips):
        pages = _pages(columns, start, end, first)
        if _facing(*pages):
            continue
        begin = start
        while begin and strips[begin - 1].keep:
            begin -= 1
        tried = [*strips[:begin], replace(strips[begin], fresh=True), *strips[begin + 1 :]]
        others = fill(tried, height)
        if _facing(*_pages(others, start, end, first)):
            strips, columns = tried, others
        else:
            torn.append((strips[start], *pages))
    return Filled(strips, columns, tuple(torn))


def _runs(strips: Sequence[S]) -> list[tuple[int, int]]:
    """Return the first strip of each spread, and the one after its last."""
    found: list[tuple[int, int]] = []
    for i, strip in enumerate(strips):
        if not strip.spread:
            continue
        if found and found[-1][1] == i and strips[i - 1].spread == strip.spread:
            found[-1] = (found[-1][0], i + 1)
        else:
            found.append((i, i + 1))
    return found


def _pages(columns: Sequence[Column[S]], start: int, end: int, first: int) -> tuple[int, int]:
    """Return the numbers of the pages on which a run of strips begins and ends."""
    numbers = [n for n, c in enumerate(columns, first) if c.start < end and c.end > start]
    return numbers[0], numbers[-1]


def _facing(one: int, other: int) -> bool:
    return one // 2 == other // 2

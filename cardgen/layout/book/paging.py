"""Where pages end: of all ways to share out a text, the one whose pages are filled best.

Breaks are those that `cardgen.layout.book.strips` allows. Instead of filling each page as far as
it goes, which leaves a hole before everything that must stay together, the whole text is looked
at, as paragraphs are in Knuth and Plass, "Breaking Paragraphs into Lines" (1981).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.layout.book.strips import SLACK, Column, Strip, column_from, gap

LOW = 0.75
"""The least share of a page that should be filled, unless the text ends it."""
STUB = 0.3
"""The same where the text does."""
_PAGE, _EMPTY, _LOW, _STUB, _TORN, _OVERLEAF = 1.5, 4.0, 2.0, 3.0, 5.0, 8.0
"""Costs: of a page, of what is empty squared, of pages below `LOW` and `STUB`, of a torn run, and
of a spread that goes on overleaf."""
_LEFT, _RIGHT = 0, 1
_SHEET, _STEPS, _BONUS = 4, 12, 0.25
"""Pages of a sheet, folded once; how often, and by how much, a page is made cheaper."""

_Ends = dict[int, list[tuple[int, float]]]
"""For each strip that may begin a page, the strips that may begin the next, and the cost."""


def paginate(
    strips: Sequence[Strip], height: float, first: int = 2, others: int | None = None
) -> list[Column]:
    """Share strips out over pages of a height, so that no page is emptier than it must be.

    Pages are numbered from ``first`` on; even ones are on the left. If there are ``others``, as
    cover and back, and all pages together are no multiple of four, which sheets to fold must have,
    the text is spread over the pages that would stay blank, unless too little is left on each.
    """
    ends = _all_ends(strips, height)
    chosen = _chosen(ends, strips, first, 0.0)
    missing = 0 if others is None else -(len(chosen) + others) % _SHEET
    for step in range(1, _STEPS + 1 if missing else 1):
        more = _chosen(ends, strips, first, step * _BONUS)
        if len(more) > len(chosen) + missing or _low(more, ends) > _low(chosen, ends):
            break
        if len(more) == len(chosen) + missing:
            chosen = more
            break
    columns: list[Column] = []
    for start, end in chosen:
        column = column_from(strips, start, height)
        if end < column.end:
            shown = column.placed[: len(column.placed) - (column.end - end)]
            column = Column(shown, start, end)
        columns.append(column)
    return columns


def _low(chosen: Sequence[tuple[int, int]], ends: _Ends) -> int:
    """Count the pages that are too empty, or torn."""
    return sum(dict(ends[start])[end] > _PAGE + _LOW for start, end in chosen)


def _chosen(
    ends: _Ends, strips: Sequence[Strip], first: int, bonus: float
) -> list[tuple[int, int]]:
    """Return the first strip of each page, and the one after its last, at the least cost.

    The cost of a page is lowered by ``bonus``.
    """
    count = len(strips)
    costs = [[0.0, 0.0] for _ in range(count + 1)]
    best_ends = [[0, 0] for _ in range(count)]
    for start in sorted(ends, reverse=True):
        for side in (_LEFT, _RIGHT):
            best = math.inf
            for end, own in ends[start]:
                cost = own - bonus + costs[end][1 - side]
                if side == _RIGHT and end < count and strips[end].spread:
                    cost += _OVERLEAF * (strips[end].spread == strips[end - 1].spread)
                if cost <= best:  # of two equal ways, the one with the fuller page
                    best, best_ends[start][side] = cost, end
            costs[start][side] = best
    chosen: list[tuple[int, int]] = []
    start, side = 0, first % 2
    while start < count:
        end = best_ends[start][side]
        chosen.append((start, end))
        start, side = end, 1 - side
    return chosen


def _all_ends(strips: Sequence[Strip], height: float) -> _Ends:
    """Return for each strip that may begin a page where that page may end, at what cost."""
    found: _Ends = {}
    begins = {0} if strips else set()
    for start in range(len(strips)):
        if start in begins:
            found[start] = _ends(strips, start, height)
            begins.update(end for end, _ in found[start])
    found.pop(len(strips), None)
    return found


def _ends(strips: Sequence[Strip], start: int, height: float) -> list[tuple[int, float]]:
    strip = strips[start]
    head = strip.heading() if start else []
    y = sum(one.strip.height + gap(one.strip, strip) for one in head)
    found: list[tuple[int, float]] = []
    count = len(strips)
    for i in range(start, count):
        strip = strips[i]
        if i > start:
            if strip.fresh:
                return [(i, _PAGE + (_STUB if y / height < STUB else 0.0))]
            y += gap(strips[i - 1], strip)
            if y + strip.height > height + SLACK:
                break
        y += strip.height
        if i + 1 == count:
            found.append((count, _PAGE + (_STUB if y / height < STUB else 0.0)))
        elif not strip.keep:
            found.append((i + 1, _cost(y / height)))
    return found or [(column_from(strips, start, height).end, _TORN + _PAGE)]


def _cost(filled: float) -> float:
    return _PAGE + _EMPTY * (1 - filled) ** 2 + (_LOW if filled < LOW else 0.0)

"""Where pages end: of all ways to share out a text, the one whose pages are filled best.

Breaks are those that `cardgen.layout.book.strips` allows. Instead of filling each page as far as
it goes, which leaves a hole before everything that must stay together, the whole text is looked
at, as paragraphs are in Knuth and Plass, "Breaking Paragraphs into Lines" (1981).
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.layout.book.strips import SLACK, Column, PlacedStrip, S, column_from, gap

LOW = 0.75
"""The least share of a page that should be filled, unless the text ends it."""
STUB = 0.3
"""The same where the text does."""
_PAGE, _EMPTY, _LOW, _STUB, _TORN = 1.5, 4.0, 2.0, 3.0, 5.0
"""Costs: of a page, of what is empty squared, of pages below `LOW` and `STUB`, of a torn run."""


def paginate(strips: Sequence[S], height: float) -> list[Column[S]]:
    """Share strips out over pages of a height, so that no page is emptier than it must be."""
    count = len(strips)
    costs = [0.0] * (count + 1)
    ends = [0] * count
    for start in range(count - 1, -1, -1):
        best = -1.0
        for end, filled in _ends(strips, start, height):
            demanded = end == count or strips[end].fresh
            cost = _cost(filled / height, demanded) + costs[end]
            if best < 0 or cost < best:
                best, ends[start] = cost, end
        if best < 0:
            ends[start] = end = column_from(strips, start, height).end
            best = _TORN + _PAGE + costs[end]
        costs[start] = best
    columns: list[Column[S]] = []
    start = 0
    while start < count:
        column = column_from(strips, start, height)
        if column.end > ends[start]:
            column = _shorter(column, ends[start])
        columns.append(column)
        start = ends[start]
    return columns


def _ends(strips: Sequence[S], start: int, height: float) -> list[tuple[int, float]]:
    """Return where a page may end that begins with a strip, and how high it is then."""
    found: list[tuple[int, float]] = []
    strip = strips[start]
    head = strip.heading() if start else []
    y = sum(one.strip.height + gap(one.strip, strip) for one in head)
    last = len(strips)
    for i in range(start, last):
        strip = strips[i]
        if i > start:
            if strip.fresh:
                if not found or found[-1][0] != i:
                    found.append((i, y))
                return found[-1:]
            y += gap(strips[i - 1], strip)
            if y + strip.height > height + SLACK:
                break
        y += strip.height
        if not strip.keep or i + 1 == last:
            found.append((i + 1, y))
    return found


def _cost(filled: float, demanded: bool) -> float:
    if demanded:
        return _PAGE + (_STUB if filled < STUB else 0.0)
    return _PAGE + _EMPTY * (1 - filled) ** 2 + (_LOW if filled < LOW else 0.0)


def _shorter(column: Column[S], end: int) -> Column[S]:
    """End a column earlier."""
    less = column.end - end
    placed: tuple[PlacedStrip[S], ...] = column.placed[: len(column.placed) - less]
    return Column(placed, column.start, end)

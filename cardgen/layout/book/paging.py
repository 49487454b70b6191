"""Where pages end: of all ways to share out a text, the one whose pages are filled best.

Breaks are those that `cardgen.layout.book.strips` allows. Instead of filling each page as far as
it goes, which leaves a hole before everything that must stay together, the whole text is looked
at, as paragraphs are in Knuth and Plass, "Breaking Paragraphs into Lines" (1981).
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.layout.book.strips import SLACK, Column, S, column_from, gap

LOW = 0.75
"""The least share of a page that should be filled, unless the text ends it."""
STUB = 0.3
"""The same where the text does."""
_PAGE, _EMPTY, _LOW, _STUB, _TORN, _OVERLEAF = 1.5, 4.0, 2.0, 3.0, 5.0, 8.0
"""Costs: of a page, of what is empty squared, of pages below `LOW` and `STUB`, of a torn run, and
of a spread that goes on overleaf."""
_LEFT, _RIGHT = 0, 1


def paginate(strips: Sequence[S], height: float, first: int = 2) -> list[Column[S]]:
    """Share strips out over pages of a height, so that no page is emptier than it must be.

    Pages are numbered from ``first`` on; even ones are on the left.
    """
    count = len(strips)
    ends = _all_ends(strips, height)
    costs = [[0.0, 0.0] for _ in range(count + 1)]
    chosen = [[0, 0] for _ in range(count)]
    for start in sorted(ends, reverse=True):
        for side in (_LEFT, _RIGHT):
            best = -1.0
            for end, own in ends[start]:
                cost = own + costs[end][1 - side]
                if side == _RIGHT and end < count and strips[end].spread > 0:
                    cost += _OVERLEAF * (strips[end].spread == strips[end - 1].spread)
                if best < 0 or cost <= best:  # of two equal ways, the one with the fuller page
                    best, chosen[start][side] = cost, end
            costs[start][side] = best
    columns: list[Column[S]] = []
    start, side = 0, first % 2
    while start < count:
        column, end = column_from(strips, start, height), chosen[start][side]
        if end < column.end:
            shown = column.placed[: len(column.placed) - (column.end - end)]
            column = Column(shown, start, end)
        columns.append(column)
        start, side = end, 1 - side
    return columns


def _all_ends(strips: Sequence[S], height: float) -> dict[int, list[tuple[int, float]]]:
    """Return for each strip that may begin a page where that page may end, at what cost."""
    found: dict[int, list[tuple[int, float]]] = {}
    begins = {0} if strips else set()
    for start in range(len(strips)):
        if start in begins:
            found[start] = _ends(strips, start, height)
            begins.update(end for end, _ in found[start])
    found.pop(len(strips), None)
    return found


def _ends(strips: Sequence[S], start: int, height: float) -> list[tuple[int, float]]:
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

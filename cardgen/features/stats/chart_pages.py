"""Charts on pages: strips get their places, as marks for a template to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.core.geometry import Rect, Size
from cardgen.features.stats.chart_marks import APART, Slice
from cardgen.layout.book.strips import Column, Strip, fill, stack
from cardgen.model.record import Record

MARGIN, GUTTER, FOOT = 16.0, 12.0, 17.0
BAND, SLIM_BAND = 46.0, 17.0
"""Height of the band at the top of the first page and of those after it."""

UNEVEN = 0.3  # of a column: so much height may be lost to keep charts in one piece


def pages(charts: Sequence[Sequence[Strip]], size: Size, wide: bool) -> list[tuple[Record, ...]]:
    """Share charts out over pages, in one or two columns; there is always a first page.

    The columns of the last page are as low as they can be.
    """
    strips = [strip for chart in charts for strip in chart]
    count = 1 if wide else 2
    width = column_width(size, count)
    found: list[tuple[Record, ...]] = []
    while strips or not found:
        top = (SLIM_BAND if found else BAND) + APART
        room = size.height - FOOT - top
        columns = _two(strips, room) if count == 2 else fill(strips, room)[:1]
        marks: list[Record] = []
        for index, column in enumerate(columns):
            x = MARGIN + index * (width + GUTTER)
            for placed in column.placed:
                assert isinstance(placed.strip, Slice)
                box = Rect(x, top + placed.y, width, placed.strip.height)
                marks.append(_mark(placed.strip, box))
        found.append(tuple(marks))
        end = columns[-1].end if columns else 0
        strips = _headed(strips, end)
    return found


def _two(strips: Sequence[Strip], room: float) -> list[Column]:
    """Fill two columns; whole charts stay together where that costs little height."""
    torn = _low(strips, room)
    together = _low([replace(s, keep=_inside(strips, i)) for i, s in enumerate(strips)], room)
    same = bool(torn) and torn[-1].end == together[-1].end
    if same and max(c.height for c in together) <= max(c.height for c in torn) + room * UNEVEN:
        return together
    return torn


def _low(strips: Sequence[Strip], room: float) -> list[Column]:
    """Fill two columns as low as they can be without tearing what is kept together."""
    if len(full := fill(strips, room)) > 2:
        return full[:2]
    low, high = min(_tallest(strips), room), room
    if len(lowest := fill(strips, low)) <= 2:
        return lowest
    while high - low > 0.1:
        middle = (low + high) / 2
        low, high = (middle, high) if len(fill(strips, middle)) > 2 else (low, middle)
    return fill(strips, high)


def _tallest(strips: Sequence[Strip]) -> float:
    """Return the height of the tallest run that is kept together."""
    runs: list[list[Strip]] = [[]]
    for strip in strips:
        runs[-1].append(strip)
        if not strip.keep:
            runs.append([])
    return max((_height(run) for run in runs if run), default=0.0)


def _height(run: Sequence[Strip]) -> float:
    head = run[0].head
    return stack(run).height + (head.height if head else 0.0)


def _inside(strips: Sequence[Strip], index: int) -> bool:
    """Whether the strip below belongs to the same chart."""
    return index + 1 < len(strips) and strips[index + 1].before < APART


def _headed(strips: Sequence[Strip], end: int) -> list[Strip]:
    """Return what is left, with the repeated heading of the chart that was torn."""
    rest = list(strips[end:])
    if end and rest and rest[0].head is not None:
        rest.insert(0, replace(rest[0].head, keep=True))
    return rest


def _mark(strip: Slice, box: Rect) -> Record:
    where = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    return Record({**strip.mark, **{name: round(value, 3) for name, value in where.items()}})


def column_width(size: Size, count: int) -> float:
    """Return the width of a column on a page."""
    return (size.width - 2 * MARGIN - (count - 1) * GUTTER) / count

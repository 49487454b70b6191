"""Strips of a report on pages: each becomes a mark, with its place, for a template to draw.

A *mark* is a form, such as ``heading`` or ``bar``, and the facts that its drawing needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cardgen.core.geometry import Rect, Size
from cardgen.layout.book.strips import Column, Strip, fill, stack
from cardgen.model.record import Record

MARGIN, GUTTER, FOOT = 16.0, 12.0, 17.0
BAND, SLIM_BAND = 46.0, 17.0
"""Height of the band at the top of the first page and of those after it."""

APART = 9.0
"""Distance between parts of a report: the first strip of each part asks for it."""

UNEVEN = 0.3  # of a column: so much height may be lost to keep parts in one piece


class MarkStrip(Strip, frozen=True):
    """A strip of a report, as wide as its column, which a template draws."""

    mark: Mapping[str, Any]


def mark_strip(form: str, height: float, before: float = 0.0, /, **facts: Any) -> MarkStrip:
    """Return a strip of a form with its facts."""
    return MarkStrip(height, {"form": form, **facts}, before=before)


def pages(parts: Sequence[Sequence[MarkStrip]], size: Size, wide: bool) -> list[tuple[Record, ...]]:
    """Share parts out over pages, in two columns unless they are wide; there is always one page.

    The columns of the last page are as low as they can be.
    """
    strips = [strip for part in parts for strip in part]
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
                box = Rect(x, top + placed.y, width, placed.strip.height)
                marks.append(_mark(placed.strip, box))
        found.append(tuple(marks))
        end = columns[-1].end if columns else 0
        strips = _headed(strips, end)
    return found


def _two(strips: Sequence[MarkStrip], room: float) -> list[Column[MarkStrip]]:
    """Fill two columns; whole parts stay together where that costs little height."""
    torn = _low(strips, room)
    together = _low([replace(s, keep=_inside(strips, i)) for i, s in enumerate(strips)], room)
    same = bool(torn) and torn[-1].end == together[-1].end
    if same and max(c.height for c in together) <= max(c.height for c in torn) + room * UNEVEN:
        return together
    return torn


def _low(strips: Sequence[MarkStrip], room: float) -> list[Column[MarkStrip]]:
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


def _tallest(strips: Sequence[MarkStrip]) -> float:
    """Return the height of the tallest run that is kept together."""
    runs: list[list[MarkStrip]] = [[]]
    for strip in strips:
        runs[-1].append(strip)
        if not strip.keep:
            runs.append([])
    return max((_height(run) for run in runs if run), default=0.0)


def _height(run: Sequence[MarkStrip]) -> float:
    head = run[0].head
    return stack(run).height + (head.height if head else 0.0)


def _inside(strips: Sequence[MarkStrip], index: int) -> bool:
    """Whether the strip below belongs to the same part."""
    return index + 1 < len(strips) and strips[index + 1].before < APART


def _headed(strips: Sequence[MarkStrip], end: int) -> list[MarkStrip]:
    """Return what is left, with the repeated heading of the part that was torn."""
    rest = list(strips[end:])
    if end and rest and rest[0].head is not None:
        rest.insert(0, replace(rest[0].head, keep=True))
    return rest


def _mark(strip: MarkStrip, box: Rect) -> Record:
    where = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    return Record({**strip.mark, **{name: round(value, 3) for name, value in where.items()}})


def column_width(size: Size, count: int) -> float:
    """Return the width of a column on a page."""
    return (size.width - 2 * MARGIN - (count - 1) * GUTTER) / count

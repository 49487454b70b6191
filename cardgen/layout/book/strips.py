"""Strips and how they fill pages: arithmetic alone.

A strip is a slice of the text as wide as its column that is never split: a line, a row of a
table, a picture. What may not be torn apart is said by `Strip.keep`: a heading keeps its
text, the first line of a paragraph its second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardgen.layout.canvas import Canvas

SLACK = 1e-6

Paint = Callable[["Canvas", float, float], None]
"""Puts a strip on a page at its top left corner."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A heading that can be found: its name, level and words."""

    id: str
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class Strip:
    """A slice; lengths in mm.

    ``before`` and ``after`` are the distances it wants from its neighbours (the larger wish
    counts); there is none at the top of a page. ``head`` is repeated above a strip that begins
    a page, as the head of a table is.
    """

    height: float
    paint: Paint
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    fresh: bool = False
    head: Strip | None = None
    anchors: tuple[Anchor, ...] = ()
    at: str = ""
    what: str = "this"


@dataclass(frozen=True, slots=True)
class Placed:
    """A strip at its distance from the top of its column."""

    strip: Strip
    y: float


def gap(one: Strip, other: Strip) -> float:
    """Return the distance between neighbours."""
    return max(one.after, other.before)


def stack(strips: Sequence[Strip]) -> Column:
    """Put strips below one another, without a limit."""
    placed: list[Placed] = []
    y = 0.0
    for i, strip in enumerate(strips):
        if i:
            y += gap(strips[i - 1], strip)
        placed.append(Placed(strip, y))
        y += strip.height
    return Column(tuple(placed), 0, len(strips))


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in one column: strips ``start`` up to ``end``, and a repeated head."""

    placed: tuple[Placed, ...]
    start: int
    end: int

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The headings in it."""
        return tuple(anchor for one in self.placed for anchor in one.strip.anchors)

    @property
    def height(self) -> float:
        """Height of what is in it."""
        return max((p.y + p.strip.height for p in self.placed), default=0.0)


def fill(strips: Sequence[Strip], height: float) -> list[Column]:
    """Share strips out over columns of a height.

    Breaks come where no ``keep`` forbids them; a run that is kept together and yet taller than
    a column is broken where the column ends.
    """
    columns: list[Column] = []
    start = 0
    while start < len(strips):
        columns.append(_column(strips, start, height))
        start = columns[-1].end
    return columns


def _column(strips: Sequence[Strip], start: int, height: float) -> Column:
    """Return what goes into one column."""
    placed: list[Placed] = []
    y = 0.0
    first = strips[start]
    if start and first.head is not None:
        placed.append(Placed(first.head, 0.0))
        y = first.head.height + gap(first.head, first)
    head = len(placed)
    best = 0
    for i in range(start, len(strips)):
        strip = strips[i]
        if i > start:
            if strip.fresh:
                best = i - start
                break
            y += gap(strips[i - 1], strip)
            if y + strip.height > height + SLACK:
                break
        placed.append(Placed(strip, y))
        y += strip.height
        if not strip.keep or i + 1 == len(strips):
            best = i + 1 - start
    best = best or len(placed) - head
    return Column(tuple(placed[: head + best]), start, start + best)


def balance(strips: Sequence[Strip], count: int, limit: float) -> list[Column]:
    """Share strips out over a number of columns, as low as they can be.

    Where the columns reach the limit, strips are left over: see `Column.end` of the last.
    """
    full = fill(strips, limit)
    if len(full) > count:
        return full[:count]
    low, high = 0.0, limit
    while high - low > 0.02:
        middle = (low + high) / 2
        tried = fill(strips, middle)
        if len(tried) > count or any(column.height > middle + SLACK for column in tried):
            low = middle
        else:
            high = middle
    return fill(strips, high)


def spaced(strips: list[Strip], before: float, after: float) -> list[Strip]:
    """Set the distances around a run of strips."""
    if strips:
        strips[0] = replace(strips[0], before=max(before, strips[0].before))
        strips[-1] = replace(strips[-1], after=max(after, strips[-1].after))
    return strips


def kept(strips: list[Strip]) -> list[Strip]:
    """Forbid every break inside and after a run of strips."""
    return [replace(strip, keep=True) for strip in strips]


def whole(strips: list[Strip]) -> list[Strip]:
    """Forbid every break inside a run of strips."""
    return [*kept(strips[:-1]), *strips[-1:]]

"""Strips, and the arithmetic of filling pages with them.

A strip is a slice of the text as wide as its column that is never split: a line, a row of a
table, a picture. `Strip.keep` forbids a break after a strip: a heading keeps its text, the
first line of a paragraph its second. Where a run of such strips is taller than a
column, it is torn where a `Strip.keep` is ``weak``: a short table between its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from cardgen.layout.canvas import Canvas

SLACK = 1e-6

Paint = Callable[["Canvas", float, float], None]
"""Puts a strip on a page at its top left corner."""


class Anchor(Struct, frozen=True):
    """A heading that can be found: its name, level and words; a place in a text has level 0."""

    id: str
    level: int
    title: str


NO_HEADING = Anchor("", 0, "")
"""The placeholder heading of pages before the first heading."""


def _nothing(canvas: Canvas, x: float, y: float) -> None:
    """Paint an empty strip."""


class Strip(Struct, frozen=True):
    """A slice of a book that paints itself, and is kept with others; lengths in mm.

    ``before`` and ``after`` are the distances it wants from its neighbours (the larger wish
    counts); there is none at the top of a page. ``keep`` keeps it with the next one, ``weak``
    allows a break if there is no other way. ``fresh`` begins a page. Strips with the same
    ``spread``, except 0, are on one spread. ``head`` is repeated above a strip that begins a page,
    such as the head of a table. ``measured`` strips are as wide as the measure of running text,
    which leaves a margin at the outer edge of the page. A strip that ``overhangs`` may draw beyond
    its column, but only outward. ``subject`` names the strip in messages.
    """

    height: float
    paint: Paint = _nothing
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    weak: bool = False
    fresh: bool = False
    spread: int = 0
    head: Strip | None = None
    anchors: tuple[Anchor, ...] = ()
    stamp: str = ""
    subject: str = "this"
    measured: bool = False
    overhangs: bool = False

    def heading(self) -> list[PlacedStrip]:
        """Return the head to repeat above the strip at the top of a page, if it has one."""
        return [PlacedStrip(self.head, 0.0)] if self.head is not None else []


class PlacedStrip(Struct, frozen=True):
    """A strip at its distance from the top of its column."""

    strip: Strip
    y: float


def gap(upper: Strip, lower: Strip) -> float:
    """Return the distance between neighbours."""
    return max(upper.after, lower.before)


def stack(strips: Sequence[Strip]) -> Column:
    """Return the strips one below the other, at any height."""
    placed_strips: list[PlacedStrip] = []
    y = 0.0
    for i, strip in enumerate(strips):
        if i:
            y += gap(strips[i - 1], strip)
        placed_strips.append(PlacedStrip(strip, y))
        y += strip.height
    return Column(tuple(placed_strips), 0, len(strips))


class Column(Struct, frozen=True):
    """The content of one column: strips ``start`` up to ``end``, and a repeated head.

    It is ``torn`` if it ends inside a run that should be kept together, but is too tall for it.
    """

    placed_strips: tuple[PlacedStrip, ...]
    start: int
    end: int
    torn: bool = False

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The headings and places in it."""
        return tuple(
            anchor for placed_strip in self.placed_strips for anchor in placed_strip.strip.anchors
        )

    @property
    def height(self) -> float:
        """Height of its content."""
        return max((p.y + p.strip.height for p in self.placed_strips), default=0.0)


def fill(strips: Sequence[Strip], height: float) -> list[Column]:
    """Distribute strips over columns of a height.

    Breaks come where no ``keep`` forbids them; in a run that is kept together and yet taller
    than a column, after a ``weak`` strip, or else where the column ends.
    """
    columns: list[Column] = []
    start = 0
    while start < len(strips):
        columns.append(column_from(strips, start, height))
        start = columns[-1].end
    return columns


def column_from(strips: Sequence[Strip], start: int, height: float) -> Column:
    """Return the column that begins with a strip and contains as many strips as fit."""
    heading_strips = strips[start].heading() if start else []
    y = sum(
        placed_strip.strip.height + gap(placed_strip.strip, strips[start])
        for placed_strip in heading_strips
    )
    head = len(heading_strips)
    best = weak = 0
    for i in range(start, len(strips)):
        strip = strips[i]
        if i > start:
            if strip.fresh:
                best = i - start
                break
            y += gap(strips[i - 1], strip)
            if y + strip.height > height + SLACK:
                break
        heading_strips.append(PlacedStrip(strip, y))
        y += strip.height
        if not strip.keep or i + 1 == len(strips):
            best = i + 1 - start
        elif strip.weak:
            weak = i + 1 - start
    torn = not (best or weak)
    best = best or weak or len(heading_strips) - head
    return Column(tuple(heading_strips[: head + best]), start, start + best, torn)


def balance(strips: Sequence[Strip], count: int, limit: float) -> list[Column]:
    """Distribute strips over a number of columns, with the smallest height.

    Where the columns reach the limit, strips are left over: see `Column.end` of the last.
    """
    full = fill(strips, limit)
    if len(full) > count:
        return full[:count]
    low, high = 0.0, limit
    while high - low > 0.02:
        middle = (low + high) / 2
        tried = fill(strips, middle)
        if len(tried) > count or any(c.torn or c.height > middle + SLACK for c in tried):
            low = middle
        else:
            high = middle
    return fill(strips, high)


def overfull(
    strips: Sequence[Strip], columns: Sequence[Column], height: float
) -> list[tuple[str, Strip, float]]:
    """Return the subject, the tallest strip and the height in mm of strips that do not fit."""
    overfull_strips = []
    for column in columns:
        if column.height > height + SLACK:
            strip = max(
                (placed_strip.strip for placed_strip in column.placed_strips),
                key=lambda strip: strip.height,
            )
            overfull_strips.append((strip.subject, strip, column.height))
        elif column.torn:
            first, last = column.start, column.end
            while last < len(strips) and strips[last - 1].keep and not strips[last - 1].weak:
                last += 1
            run = strips[first:last]
            strip = max(run, key=lambda strip: strip.height)
            overfull_strips.append(
                (f"{strip.subject} with the strips that stay with it", strip, stack(run).height)
            )
    return overfull_strips


def space_strips(strips: list[Strip], before: float, after: float) -> list[Strip]:
    """Return strips with distances before the first and after the last."""
    if strips:
        strips[0] = replace(strips[0], before=max(before, strips[0].before))
        strips[-1] = replace(strips[-1], after=max(after, strips[-1].after))
    return strips


def forbid_breaks(strips: list[Strip]) -> list[Strip]:
    """Forbid every break inside and after a run of strips."""
    return [replace(strip, keep=True) for strip in strips]


def whole(strips: list[Strip]) -> list[Strip]:
    """Forbid every break inside a run of strips."""
    return [*forbid_breaks(strips[:-1]), *strips[-1:]]


def kept_height(strips: Sequence[Strip]) -> float:
    """Return the height of the last strips that stay with the next block."""
    height = 0.0
    for i in range(len(strips) - 1, -1, -1):
        if not strips[i].keep or strips[i].weak:
            break
        after = gap(strips[i], strips[i + 1]) if i + 1 < len(strips) else strips[i].after
        height += strips[i].height + after
    return height


def mark_full_width(strips: list[Strip]) -> list[Strip]:
    """Mark strips as wide as the measure."""
    return [
        replace(
            strip,
            measured=True,
            head=replace(strip.head, measured=True) if strip.head is not None else None,
        )
        for strip in strips
    ]


def shift(strip: Strip, dx: float) -> Strip:
    """Return a strip with its head, moved to the right."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        strip.paint(canvas, x + dx, y)

    head = shift(strip.head, dx) if strip.head is not None else None
    return replace(strip, paint=draw, head=head)

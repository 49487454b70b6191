"""Boxes around other blocks: notes, quotes and columns."""

from __future__ import annotations

from cardgen.core.diagnostics import Location
from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Shape
from cardgen.layout import problems
from cardgen.layout.book.context import APART, INDENT, TextContext
from cardgen.layout.book.lines import stamp_of
from cardgen.layout.book.strips import (
    Column,
    Strip,
    balance,
    moved,
    overfull,
    spaced,
    stack,
)
from cardgen.layout.canvas import Canvas
from cardgen.model.document import Columns, Note

# Distances in mm on an A5 page.
_PAD = 3.2
_BAR = 1.1
_GUTTER = 6.0


def note_room(context: TextContext, width: float) -> float:
    """Return the width of the text in a box."""
    return width - context.mm(2 * _PAD + _BAR)


def set_note(context: TextContext, block: Note, inner: list[Strip], width: float) -> list[Strip]:
    """Put a title and strips, `note_room` wide, into a box; the box is a single strip."""
    strips: list[Strip] = []
    if block.title:
        title = context.text(block.title, "note-title", note_room(context, width), block.at, "left")
        strips += spaced(title.strips(), 0, context.mm(1.0))
    strips += inner
    column = stack(strips)
    pad, bar, above = context.mm(_PAD), context.mm(_BAR), context.mm(_PAD - 0.3)
    height = column.height + 2 * above
    tint, accent = context.paint("tint"), context.paint("accent")
    stamp = stamp_of(block.at)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        box = Rect(x, y, width, height)
        canvas.items.append(Shape(Path.rect(box), fill=tint, stamp=stamp))
        edge = Rect(x, y, bar, height)
        canvas.items.append(Shape(Path.rect(edge), fill=accent, stamp=stamp))
        for one in column.placed:
            one.strip.paint(canvas, x + bar + pad, y + above + one.y)

    strip = Strip(height, draw, anchors=column.anchors, stamp=stamp, what="the box")
    return spaced([strip], context.mm(APART), context.mm(APART + 0.6))


def set_quote(context: TextContext, inner: list[Strip]) -> list[Strip]:
    """Indent strips, which are narrower than the text by twice the indent."""
    strips = [moved(strip, context.mm(INDENT)) for strip in inner]
    return spaced(strips, context.mm(APART), context.mm(APART))


def columns_room(context: TextContext, block: Columns, width: float) -> float:
    """Return the width of one column."""
    return (width - context.mm(_GUTTER) * (block.count - 1)) / block.count


def set_columns(
    context: TextContext, block: Columns, rest: list[Strip], width: float, taken: float
) -> list[Strip]:
    """Put strips, `columns_room` wide, side by side; return one strip for each page they fill.

    ``taken`` is the room in mm taken by a heading that is kept with the first of them. Raises
    LayoutError for strips that are kept together but taller than a page.
    """
    step = columns_room(context, block, width) + context.mm(_GUTTER)
    found: list[Strip] = []
    while rest:
        room = context.height - (taken if not found else 0.0)
        columns = balance(rest, block.count, room)
        if wrong := overfull(rest, columns, room):
            what, strip, tall = wrong[0]
            at = Location.parse(strip.stamp)
            raise LayoutError(problems.taller_than_page(at, what, tall, room))
        height = max(column.height for column in columns)

        def draw(canvas: Canvas, x: float, y: float, columns: list[Column] = columns) -> None:
            for i, column in enumerate(columns):
                for one in column.placed:
                    one.strip.paint(canvas, x + i * step, y + one.y)

        anchors = tuple(anchor for column in columns for anchor in column.anchors)
        stamp = stamp_of(block.at)
        found.append(Strip(height, draw, anchors=anchors, stamp=stamp, what="a column"))
        end = columns[-1].end
        head = rest[end].head if end < len(rest) else None
        rest = rest[end:]
        if head is not None:
            rest = [head, *rest]
    return spaced(found, 0, context.mm(APART))

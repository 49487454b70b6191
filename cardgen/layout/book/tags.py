"""Puts tags around the parts of a text, for screen readers.

A tag is two Regions around the items of a strip. The tags of an inner block are inside the tags of
the outer block. The first strip of a block begins its structure element, and the other strips
continue it on any page, so that a paragraph over two pages is one element.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.core.geometry import Rect
from cardgen.frame import Item, Region, RegionKind
from cardgen.frame.items import END, GOES_ON, tag
from cardgen.layout.book.strips import Paint, Strip
from cardgen.layout.canvas import Canvas


def inside(role: str, paint: Paint) -> Paint:
    """Wrap the painted items in a tag."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.items.append(tag(role))
        paint(canvas, x, y)
        canvas.items.append(END)

    return draw


def tag_strips(role: str, strips: Sequence[Strip]) -> list[Strip]:
    """Put the strips of one element into its tag."""
    roles = [role, *[f"{role}{GOES_ON}"] * (len(strips) - 1)]
    return [
        replace(strip, paint=inside(role, strip.paint))
        for role, strip in zip(roles, strips, strict=False)
    ]


def describe_items(words: str, box: Rect, items: Sequence[Item]) -> list[Item]:
    """Return items with words for screen readers; without words, they are decorative."""
    return [tag("Figure", words, box), *items, END] if words else [*items]


def unread(strip: Strip) -> Strip:
    """Return a repeated strip without tags, so that screen readers read it only once."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        start = len(canvas.items)
        strip.paint(canvas, x, y)
        canvas.items[start:] = [
            item
            for item in canvas.items[start:]
            if not (isinstance(item, Region) and item.kind is RegionKind.TAG)
        ]

    return replace(strip, paint=draw)

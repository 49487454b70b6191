"""Lists with bullets or numbers."""

from __future__ import annotations

import html

from msgspec.structs import replace

from cardgen.core.geometry import Rect
from cardgen.layout.book.context import INDENT, PARAGRAPH, TextContext
from cardgen.layout.book.lines import LinkedText, set_text
from cardgen.layout.book.strips import Paint, Strip, moved, spaced, whole
from cardgen.layout.canvas import Canvas
from cardgen.model.document import Listing

_TIGHT = 0.9  # mm between items on an A5 page
_APART = 0.9  # mm between a number and its text
FEW = 5
"""Lists with up to this many items stay in one piece, unless they are taller than a page."""


def set_listing(
    context: TextContext, block: Listing, items: list[list[Strip]], role: str
) -> list[Strip]:
    """Put bullets or numbers before items, which are set already and are indented here."""
    strips: list[Strip] = []
    indent = context.mm(INDENT)
    accent, style = context.spec.paints["accent"], context.spec.styles[role]
    for number, inner in enumerate(items):
        if not inner:
            continue
        sign = "•" if block.start is None else f"{block.start + number}."
        sign = f'<span color="{html.escape(accent)}">{context.strong(sign, style)}</span>'
        marker = set_text(sign, style, indent + 2, block.at, context.canvas, "left")
        item = [moved(strip, indent) for strip in inner]
        item[0] = _with(item[0], _numbered(context, block, number, marker))
        # Neither the first nor the last item is left alone on a page.
        alone = number == 0 or number == len(items) - 2
        alone = alone and len(items) > 1
        few = alone or len(items) <= FEW
        item[-1] = replace(item[-1], after=context.mm(_TIGHT), keep=few, weak=few)
        strips += item
    if strips:
        strips[-1] = replace(strips[-1], keep=False, weak=False)
    if len(items) <= FEW:
        strips = whole(strips)
    return spaced(strips, 0, context.mm(PARAGRAPH))


def _numbered(context: TextContext, block: Listing, index: int, sign: LinkedText) -> Paint:
    """Paint a bullet or number; link a number to its marker, if a picture has one."""
    if block.start is None:
        return sign.paint
    n = block.start + index
    # A wide number hangs out to the left: it keeps its distance from the text.
    out = max(0.0, sign.lines[0].width + context.mm(_APART) - context.mm(INDENT))

    def draw(canvas: Canvas, x: float, y: float) -> None:
        x -= out
        sign.paint(canvas, x, y)
        number = Rect(x, y, sign.lines[0].width, sign.height)
        context.keys.link_step(block, n, canvas, number)

    return draw


def _with(strip: Strip, mark: Paint) -> Strip:
    """Paint a bullet or number along with a strip."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        mark(canvas, x, y)
        strip.paint(canvas, x, y)

    return replace(strip, paint=draw)

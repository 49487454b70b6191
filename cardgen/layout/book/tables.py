"""Turns tables into strips, one for each row, with the head on every page; marks list items."""

from msgspec.structs import replace

from cardgen.core.diagnostics import LayoutError
from cardgen.core.geometry import Path, Rect
from cardgen.core.style import Color
from cardgen.frame import Shape
from cardgen.layout import problems
from cardgen.layout.book.context import BLOCK_SPACING, INDENT, PARAGRAPH, TextContext
from cardgen.layout.book.lines import (
    WIDOW,
    LinkedBlock,
    LinkedText,
    break_text,
    compose_text,
    set_text,
    stamp_of,
)
from cardgen.layout.book.strips import Paint, Strip, mark_full_width, shift, space_strips, whole
from cardgen.layout.book.tags import inside, tag_strips, unread
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.blocks import resolve_align
from cardgen.layout.text.breaking import break_lines
from cardgen.model.document import Listing, TableBlock
from cardgen.model.richtext import Rich, Span

# Distances in mm on an A5 page.
_BESIDE, _ABOVE = 1.2, 0.75
"""Between words and the edges of their column, and the lines above and below."""
_UNBROKEN = 1e5
SHORT = 10
"""Tables with up to this many rows stay in one piece."""
_COLUMN, _ROW = "TH Column", "TH Row"
THIN, THICK = 0.15, 0.35


def set_table(context: TextContext, table: TableBlock, width: float) -> list[Strip]:
    """Set a table; raise LayoutError if its words need more than the width."""
    styles = context.spec.styles
    line, accent = context.color("line"), context.color("accent")
    styled = [(table.head, styles["table-head"])] if table.head else []
    styled += [(row, styles["table"]) for row in table.rows]
    blocks = [
        [
            compose_text(
                context.fill(cell), style, table.location, context.canvas
            ).keep_words_whole()
            for cell in row
        ]
        for row, style in styled
    ]
    natural_widths = _natural_widths(table, blocks)
    edges = 2 * context.mm(_BESIDE) * len(natural_widths)
    if sum(natural_widths) + edges <= context.measure < width:
        return mark_full_width(set_table(context, table, context.measure))
    widths = _widths(table, blocks, natural_widths, width, edges)
    strips: list[Strip] = []
    for number, row in enumerate(blocks):
        cells = [
            break_text(
                block,
                room,
                table.location,
                resolve_align(_SIDES.get(align, align), block.face),
                WIDOW,
            )
            for block, room, align in zip(row, widths, table.aligns, strict=False)
        ]
        is_head = bool(table.head) and number == 0
        rule = (accent, THICK) if is_head else (line, THIN)
        roles = [_COLUMN if is_head else "TD"] * len(cells)
        if not table.head:  # then the first column is
            roles[:1] = [_ROW]
        strip = _ruled_row(context, cells, roles, widths, width, rule, stamp_of(table.location))
        strips += tag_strips("TR", [strip])
    strips = _mark_breaks(tag_strips("Table", strips), bool(table.head))
    return space_strips(strips, context.mm(1.0), context.mm(BLOCK_SPACING))


def _mark_breaks(strips: list[Strip], has_head: bool) -> list[Strip]:
    if has_head and strips:
        head = replace(strips[0], keep=True)
        again = unread(head)
        strips = [head, *(replace(strip, head=again) for strip in strips[1:])]
    if len(strips) <= SHORT:
        return whole([replace(strip, weak=strip.head is not None) for strip in strips])
    if len(strips) > 2:  # no row is left alone on a page
        strips[-2] = replace(strips[-2], keep=True)
        first = 1 if has_head else 0
        strips[first] = replace(strips[first], keep=True)
    return strips


def _natural_widths(table: TableBlock, blocks: list[list[LinkedBlock]]) -> list[float]:
    natural_widths = [0.0] * len(table.aligns)
    for row in blocks:
        for i, block in enumerate(row[: len(natural_widths)]):
            natural = max((line.width for line in break_lines(block, _UNBROKEN)), default=0.0)
            natural_widths[i] = max(natural_widths[i], natural)
    return natural_widths


def _widths(
    table: TableBlock,
    blocks: list[list[LinkedBlock]],
    natural_widths: list[float],
    width: float,
    edges: float,
) -> list[float]:
    """Return the widths of the columns: their natural widths, or less if there is no space.

    This is automatic table layout (CSS 2.1, section 17.5.2.2) with ``least`` as minimum and
    ``natural_widths`` as maximum content widths.
    """
    count = len(table.aligns)
    least = [0.0] * count
    for row in blocks:
        for i, block in enumerate(row[:count]):
            least[i] = max(least[i], max((unit.width for unit in block.units), default=0.0))
    room = width - edges
    if sum(least) > room + 0.02:
        raise LayoutError(problems.table_too_wide(table.location, sum(least) + edges, width))
    if sum(natural_widths) <= room:
        spare = room - sum(natural_widths)
        # The last column takes the rest: the others stay close together, as in a list.
        return [w + (spare if i == count - 1 else 0.0) + 0.01 for i, w in enumerate(natural_widths)]
    demand, spare = sum(natural_widths) - sum(least), room - sum(least)
    return [a + (b - a) * spare / demand for a, b in zip(least, natural_widths, strict=True)]


def _ruled_row(
    context: TextContext,
    cells: list[LinkedText],
    roles: list[str],
    widths: list[float],
    width: float,
    rule: tuple[Color, float],
    stamp: str,
) -> Strip:
    beside, above = context.mm(_BESIDE), context.mm(_ABOVE)
    height = max((cell.height for cell in cells), default=0.0) + 2 * above
    color, thickness = rule

    def paint(canvas: Canvas, x: float, y: float) -> None:
        start = 0.0
        for cell, role, room in zip(cells, roles, widths, strict=False):
            left = context.left_edge(start + beside, room, width)
            inside(role, cell.paint)(canvas, x + left, y + above)
            start += room + 2 * beside
        box = Rect(x, y + height - thickness, width, thickness)
        canvas.items.append(Shape(Path.rect(box), fill=color, stamp=stamp))

    anchors = tuple(anchor for cell in cells for anchor in cell.anchors)
    return Strip(height, paint, anchors=anchors, stamp=stamp, subject="a row of this table")


_SIDES = {"left": "start", "right": "end"}
"""Markdown knows no others."""
_TIGHT = 0.9  # mm between items on an A5 page
_APART = 1.6  # mm between a number of two digits and its text
FEW = 5
"""Lists with up to this many items stay in one piece, unless they are taller than a page."""


def listing_indent(context: TextContext, block: Listing, role: str) -> float:
    """Return the indent of the items of a list: more than usual if its numbers are wide."""
    indent = context.mm(INDENT)
    if block.start is None:
        return indent
    return max(indent, _widest_number(context, block, role) + context.mm(_APART))


def _widest_number(context: TextContext, block: Listing, role: str) -> float:
    start, style = block.start or 0, context.spec.styles[role]
    numbers = (f"{start + index}." for index in range(len(block.items)))
    words = (Rich(context.strong((number,), style)) for number in numbers)
    return max(context.word_width(number, role, block.location) for number in words)


def set_listing(
    context: TextContext, block: Listing, items: list[list[Strip]], role: str, width: float
) -> list[Strip]:
    """Put bullets or numbers before items, which are set already and are indented here."""
    strips: list[Strip] = []
    indent = listing_indent(context, block, role)
    widest = _widest_number(context, block, role)
    accent, style = context.spec.paints["accent"], context.spec.styles[role]
    for number, inner in enumerate(items):
        if not inner:
            continue
        sign = "•" if block.start is None else f"{block.start + number}."
        colored = (Span(context.strong((sign,), style), color=accent),)
        marker = set_text(colored, style, indent + 2, block.location, context.canvas, "start")
        item = [shift(strip, context.left_edge(indent, width - indent, width)) for strip in inner]
        item = tag_strips("LBody", item)
        mark = _paint_sign(context, block, number, marker, width, widest)
        item[0] = _paint_with_sign(item[0], inside("Lbl", mark))
        item = tag_strips("LI", item)
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
    return space_strips(tag_strips("L", strips), 0, context.mm(PARAGRAPH))


def _paint_sign(
    context: TextContext, block: Listing, index: int, sign: LinkedText, width: float, widest: float
) -> Paint:
    """Paint a bullet or number; link a number to its marker, if a picture has one."""
    wide = sign.lines[0].width
    start = 0.0
    if block.start is not None and block.start + len(block.items) > 10:  # all end in one line
        start = widest - wide

    def draw(canvas: Canvas, x: float, y: float) -> None:
        sign.paint(canvas, x + context.left_edge(start, sign.width, width), y)
        if block.start is not None:
            number = Rect(x + context.left_edge(start, wide, width), y, wide, sign.height)
            context.keys.link_step(block, block.start + index, canvas, number)

    return draw


def _paint_with_sign(strip: Strip, mark: Paint) -> Strip:
    def draw(canvas: Canvas, x: float, y: float) -> None:
        mark(canvas, x, y)
        strip.paint(canvas, x, y)

    return replace(strip, paint=draw)

"""Tables as strips, one for each row; the head is repeated on every page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cardgen.core.color import Color
from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Shape
from cardgen.layout import problems
from cardgen.layout.book.lines import LinkedText, measure, set_text, stamp_of
from cardgen.layout.book.links import LinkedBlock
from cardgen.layout.book.strips import Strip, whole
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.block import break_lines
from cardgen.model.document import TableBlock
from cardgen.model.richtext import Rich

_PAD_X, _PAD_Y = 1.2, 0.75
WIDE = 1e5
SHORT = 10
"""Tables with up to this many rows stay in one piece."""
THIN, THICK = 0.15, 0.35


@dataclass(frozen=True, slots=True)
class TableLook:
    """The text styles, colours and distances of a table."""

    style: str
    head: str
    line: Color
    accent: Color
    scale: float = 1.0
    """Scales the distances around words."""

    @property
    def beside(self) -> float:
        """Distance between words and the edges of their column, in mm."""
        return _PAD_X * self.scale

    @property
    def above(self) -> float:
        """Distance between words and the lines above and below, in mm."""
        return _PAD_Y * self.scale


def set_table(
    table: TableBlock, width: float, look: TableLook, fill: Callable[[str], str], canvas: Canvas
) -> list[Strip]:
    """Return the rows of a table; raise LayoutError if its words need more than the width."""
    styled = [(table.head, look.head)] if table.head else []
    styled += [(row, look.style) for row in table.rows]
    blocks = [
        [measure(fill(cell.markup), style, table.at, canvas, whole=True) for cell in row]
        for row, style in styled
    ]
    widths = _widths(blocks, len(table.aligns), width, look.beside, table)
    strips: list[Strip] = []
    for number, (row, style) in enumerate(styled):
        is_head = bool(table.head) and number == 0
        cells = [
            _cell(cell, style, room, align, table, fill, canvas)
            for cell, room, align in zip(row, widths, table.aligns, strict=False)
        ]
        line = (look.accent, THICK) if is_head else (look.line, THIN)
        strips.append(_row(cells, widths, width, look, line, stamp_of(table.at)))
    if table.head and strips:
        head = replace(strips[0], keep=True)
        strips = [head, *(replace(strip, head=head) for strip in strips[1:])]
    if len(strips) <= SHORT:
        rows = [replace(strip, weak=strip.head is not None) for strip in strips]
        return whole(rows)
    if len(strips) > 2:  # no row is left alone on a page
        strips[-2] = replace(strips[-2], keep=True)
        first = 1 if table.head else 0
        strips[first] = replace(strips[first], keep=True)
    return strips


def _cell(
    cell: Rich,
    style: str,
    room: float,
    align: str,
    table: TableBlock,
    fill: Callable[[str], str],
    canvas: Canvas,
) -> LinkedText:
    return set_text(fill(cell.markup), style, room, table.at, canvas, align, whole=True)


def _widths(
    blocks: list[list[LinkedBlock]], count: int, width: float, pad: float, table: TableBlock
) -> list[float]:
    """Share out the width: to each column what it wants, or less if there is not enough.

    This is automatic table layout (CSS 2.1, section 17.5.2.2): ``least`` and ``wanted`` are its
    minimum and maximum content widths.
    """
    least, wanted = [0.0] * count, [0.0] * count
    for row in blocks:
        for i, block in enumerate(row[:count]):
            natural = max((line.width for line in break_lines(block, WIDE)), default=0.0)
            wanted[i] = max(wanted[i], natural)
            least[i] = max(least[i], max((unit.width for unit in block.units), default=0.0))
    room = width - 2 * pad * count
    if sum(least) > room + 0.02:
        needed = sum(least) + 2 * pad * count
        raise LayoutError(problems.table_too_wide(table.at, needed, width))
    if sum(wanted) <= room:
        spare = room - sum(wanted)
        # The last column takes the rest: the others stay close together, as in a list.
        return [w + (spare if i == count - 1 else 0.0) + 0.01 for i, w in enumerate(wanted)]
    given, spare = sum(wanted) - sum(least), room - sum(least)
    return [a + (b - a) * spare / given for a, b in zip(least, wanted, strict=True)]


def _row(
    cells: list[LinkedText],
    widths: list[float],
    width: float,
    look: TableLook,
    line: tuple[Color, float],
    stamp: str,
) -> Strip:
    height = max((cell.height for cell in cells), default=0.0) + 2 * look.above
    color, thickness = line

    def paint(canvas: Canvas, x: float, y: float) -> None:
        left = x
        for cell, room in zip(cells, widths, strict=False):
            cell.paint(canvas, left + look.beside, y + look.above)
            left += room + 2 * look.beside
        rule = Rect(x, y + height - thickness, width, thickness)
        canvas.items.append(Shape(Path.rect(rule), fill=color, stamp=stamp))

    return Strip(height, paint, stamp=stamp, what="a row of this table")

"""From the content of a `<text>` to a flow: paragraphs, lists and tables.

They may occur anywhere in a text, even inside ``<b>`` or ``<span>``, because texts of cards contain
them. The words next to them form separate paragraphs.
"""

import re
from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import TemplateError
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_POINT
from cardgen.layout import problems as layout_problems
from cardgen.layout.attributes import (
    AMOUNT,
    BREADTH,
    CELLS,
    COLOR,
    COUNT,
    MM,
    NAME,
    NUMBERING,
    Tag,
    Track,
    attribute,
    choice,
    choices_of,
)
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.block import Block, Composer
from cardgen.layout.text.faces import Face
from cardgen.layout.text.flow import Flow, Part
from cardgen.layout.text.paragraph import Marker, TextParagraph
from cardgen.layout.text.tables import UNBROKEN, TableRules, TextTable
from cardgen.template import problems
from cardgen.template.element import Element

_BULLETS = "•–"
_AFTER_MARKER = 0.45
_COLUMN_GAP, _ROW_GAP = 1.0, 0.3
"""Distances, in ems."""

ALIGNMENTS = ("start", "left", "center", "right", "end", "justify")
ALIGN = choice(*ALIGNMENTS)


class ParagraphTag(Tag):
    """A paragraph; an empty paragraph only separates its neighbours."""

    style: str = attribute(NAME, "", "a text style of the theme")
    align: str | None = attribute(ALIGN, None, "alignment of the lines")
    indent: float = attribute(MM, 0.0, "indent of the first line; negative for a hanging indent")
    left: float = attribute(BREADTH, 0.0, "indent of all lines")
    space_before: float = attribute(BREADTH, 0.0, "smallest space above")
    space_after: float | None = attribute(BREADTH, None, "smallest space below; by default `space`")
    drop_cap: int = attribute(COUNT, 0, "height of the first letter, in lines")


class ListTag(Tag):
    """The attributes of both bulleted and numbered lists."""

    color: Color | None = attribute(COLOR, None, "colour of bullets and numbers")
    indent: float = attribute(BREADTH, 0.0, "indent of the bullets or numbers")
    gap: float = attribute(BREADTH, 0.0, "space between items")


class BulletsTag(ListTag):
    """A list with bullets."""

    bullet: str = attribute(NAME, "", "the bullet; • if left out, and – in nested lists")
    icon: str = attribute(NAME, "", "name of an icon to use as bullet")
    scale: float = attribute(AMOUNT, 1.0, "height, as a multiple of capitals")


class NumbersTag(ListTag):
    """A list with numbers."""

    form: str = attribute(NUMBERING, "1.", "format of the numbers: `1.`, `(a)`, `A`, `i)`, `I.`")
    start: int = attribute(COUNT, 1, "the first number")


class ItemTag(Tag):
    """An item of a list; it contains words, paragraphs or a list."""


class TableTag(Tag):
    """A small table; it contains rows, `<tr>`."""

    columns: tuple[Track | None, ...] = attribute(
        CELLS, (), "widths of the columns: `auto 12 1fr`; by content if left out"
    )
    align: tuple[str, ...] = attribute(
        choices_of(*ALIGNMENTS),
        (),
        "alignment of each column; the last value applies to all further columns",
    )
    rules: str = attribute(
        choice("none", "head", "rows", "all"),
        "rows",
        "lines below the head, the rows, or around all cells",
    )
    rule_color: Color | None = attribute(COLOR, None, "colour of the lines; by default the text's")
    rule_width: float = attribute(BREADTH, 0.15, "thickness of the lines")
    gap: float | None = attribute(BREADTH, None, "space between columns; 1 em if left out")
    row_gap: float | None = attribute(BREADTH, None, "space between rows; 0.3 em if left out")


class RowTag(Tag):
    """A row of cells; the first rows that contain only `<th>` are the head of the table."""


class CellTag(Tag):
    """A cell; the words of `<th>` are bold if the style has a bold font."""

    align: str | None = attribute(ALIGN, None, "alignment in this cell")


TAGS: dict[str, type[Tag]] = {
    "p": ParagraphTag,
    "ul": BulletsTag,
    "ol": NumbersTag,
    "li": ItemTag,
    "table": TableTag,
    "tr": RowTag,
    "td": CellTag,
    "th": CellTag,
}
_WITHIN = {"li": "<ul> or <ol>", "tr": "<table>", "td": "<tr>", "th": "<tr>"}


def resolve_align(align: str, face: Face) -> str:
    """Return the side to which lines aligned at their start or end are moved."""
    if align not in ("start", "end"):
        return align
    return "right" if (align == "end") != face.leftward else "left"


class Look(Struct, frozen=True):
    """The look of paragraphs; distances in mm, ``align`` without ``start`` and ``end``.

    ``space`` is kept below each, ``before`` is the least above; ``left``, ``first`` and ``widow``
    are as in `TextParagraph`, ``cap`` is how many lines a first letter is high.
    """

    align: str
    widow: int = 0
    space: float = 0.0
    before: float = 0.0
    left: float = 0.0
    first: float = 0.0
    cap: int = 0


def compose_flow(element: Element, face: Face, canvas: Canvas, look: Look) -> Flow:
    """Turn the content of an element into a flow; ``cap`` counts for its first paragraph alone.

    Raises TemplateError for misplaced elements, LayoutError for missing characters.
    """
    composer = FlowComposer(face, canvas, look, element.stamp)
    composer.content(element, face)
    composer.finish()
    return Flow(tuple(composer.parts), face)


class FlowComposer(Composer):
    """Collects the parts of a flow; ``block`` holds the paragraph that is not finished yet."""

    def __init__(self, face: Face, canvas: Canvas, look: Look, stamp: str) -> None:
        super().__init__(Block([], [], set(), face), canvas)
        self.stamp = stamp
        self.parts: list[Part] = []
        self.look = look
        self.below = 0.0
        self.depth = 0
        self.marker: Marker | None = None

    def finish(self) -> None:
        """End the current paragraph, if any."""
        block, look = self.block, self.look
        if not block.units:
            block.breaks.clear()
            return
        self.end()
        before = max(self.below, look.before)
        paragraph = TextParagraph(
            block, self.stamp, look.align, look.widow, before, look.left, look.first, self.marker
        )
        self.add(paragraph.with_cap(look.cap) if look.cap else paragraph)
        self.block = Block([], [], set(), block.face)
        self.glued, self.space, self.icons, self.leftward = False, None, False, False

    def add(self, part: Part) -> None:
        """Add a part."""
        self.parts.append(part)
        self.below, self.marker = self.look.space, None
        if self.look.cap:
            self.look = replace(self.look, cap=0)

    def inside(self, child: Element, face: Face, look: Look) -> None:
        """Add the content of an element, in paragraphs with another look."""
        self.finish()
        outer, self.look = self.look, look
        own, self.block.face = self.block.face, face
        self.content(child, face)
        self.finish()
        self.look, self.block.face = outer, own

    def inline(self, child: Element, face: Face) -> None:
        """Add an element, as inline content or as a separate part."""
        match child.tag:
            case "p":
                self.paragraph(child, face)
            case "ul":
                self.list(child, face, BulletsTag.read(child, self.canvas.theme))
            case "ol":
                self.list(child, face, NumbersTag.read(child, self.canvas.theme))
            case "table":
                self.table(child, face)
            case "li" | "tr" | "td" | "th":
                hint = f"<{child.tag}> belongs inside {_WITHIN[child.tag]}"
                diagnostic = problems.misplaced_element(child.location, child.tag, "text", hint)
                raise TemplateError(diagnostic)
            case _:
                super().inline(child, face)

    def paragraph(self, child: Element, face: Face) -> None:
        """Add a paragraph."""
        tag = ParagraphTag.read(child, self.canvas.theme)
        if tag.style:
            face = self.canvas.faces.plain(tag.style, child.stamp)
        look = self.look
        self.inside(
            child,
            face,
            replace(
                look,
                align=resolve_align(tag.align, face) if tag.align else look.align,
                space=look.space if tag.space_after is None else tag.space_after,
                before=tag.space_before,
                left=look.left + tag.left,
                first=tag.indent,
                cap=tag.drop_cap or look.cap,
            ),
        )
        if self.parts and look.cap:
            self.look = replace(look, cap=0)

    def list(self, child: Element, face: Face, tag: BulletsTag | NumbersTag) -> None:
        """Add the items of a list, indented by the widest marker."""
        self.finish()
        self.mark_alone()
        items = [
            item
            for item in self.children(child, "li")
            if not all(isinstance(inner, str) and inner.isspace() for inner in item.children)
        ]
        marked = face
        if tag.color is not None:
            key = replace(face.key, color=tag.color)
            marked = self.canvas.faces.face(key, child.stamp)
        blocks = [self.mark(child, marked, tag, number) for number in range(len(items))]
        widest = max((sum(unit.width for unit in block.units) for block in blocks), default=0.0)
        reach = widest + _em(face) * _AFTER_MARKER
        outer, first = self.look, len(self.parts)
        start, end = ("right", "left") if face.leftward else ("left", "right")
        aside = outer.align in ("center", end)
        look = replace(
            outer,
            align=start if aside else outer.align,
            space=tag.gap,
            before=0.0,
            first=0.0,
            left=outer.left + tag.indent + reach,
        )
        self.depth += 1
        for item, block in zip(items, blocks, strict=True):
            ItemTag.read(item, self.canvas.theme)
            width = sum(unit.width for unit in block.units)
            self.marker = Marker(block, reach - (widest - width))
            self.inside(item, face, look)
        self.marker = None
        self.depth -= 1
        if len(self.parts) > first:
            self.below = max(outer.space, tag.gap)
            if aside:
                parts = tuple(self.parts[first:])
                self.parts[first:] = [Flow(parts, face, outer.align, parts[0].before)]

    def mark_alone(self) -> None:
        """Put a list marker on a separate line if its item does not begin with words."""
        if self.marker is not None:
            before, left = max(self.below, self.look.before), self.look.left - self.marker.reach
            self.add(TextParagraph(self.marker.block, self.stamp, before=before, left=left))

    def mark(self, child: Element, face: Face, tag: BulletsTag | NumbersTag, number: int) -> Block:
        """Return the marker of an item of a list, given its number from 0 on."""
        block = Block([], [], set(), face)
        composer = Composer(block, self.canvas)
        if isinstance(tag, NumbersTag):
            numbering = _WAYS[re.sub("[^1aAiI]", "", tag.form)]
            words = re.sub("[1aAiI]", numbering(tag.start + number), tag.form)
            composer.words(words, face, child.stamp)
        elif tag.icon:
            named = ("name", tag.icon, "scale", f"{tag.scale}", "alt", "")
            icon = Element("icon", named, child.stamp)
            composer.inline(icon, face)
        else:
            bullet = tag.bullet or _BULLETS[self.depth % len(_BULLETS)]
            composer.words(bullet, face, child.stamp)
        composer.end()
        return block

    def table(self, child: Element, face: Face) -> None:
        """Add a table."""
        self.finish()
        self.mark_alone()
        tag = TableTag.read(child, self.canvas.theme)
        # The first rows that contain only <th> are the head.
        rows: list[tuple[Flow, ...]] = []
        heads = 0
        for row in self.children(child, "tr"):
            RowTag.read(row, self.canvas.theme)
            cells = list(self.children(row, "td", "th"))
            if tag.columns and len(cells) > len(tag.columns):
                diagnostic = layout_problems.row_too_long(
                    row.location, len(cells), len(tag.columns)
                )
                raise TemplateError(diagnostic)
            if cells and len(rows) == heads and all(cell.tag == "th" for cell in cells):
                heads += 1
            if cells:
                rows.append(tuple(self.cell(cell, face, tag, i) for i, cell in enumerate(cells)))
        count = len(tag.columns) or max((len(row) for row in rows), default=0)
        if not rows:
            return
        # Columns without a width have one between these two: without line breaks, and with all.
        natural_widths, least = [0.0] * count, [0.0] * count
        for flows in rows:
            for i, flow in enumerate(flows):
                natural_widths[i] = max(natural_widths[i], flow.break_lines(UNBROKEN).width)
                least[i] = max(least[i], flow.min_width)
        color = face.color if tag.rule_color is None else tag.rule_color
        em = _em(face)
        self.add(
            TextTable(
                tuple(rows),
                heads,
                tag.columns or (None,) * count,
                tuple(natural_widths),
                tuple(least),
                em * _COLUMN_GAP if tag.gap is None else tag.gap,
                em * _ROW_GAP if tag.row_gap is None else tag.row_gap,
                TableRules(tag.rules, color, tag.rule_width),
                self.stamp,
                self.look.align,
                max(self.below, self.look.before),
                self.look.left,
                face.leftward,
            )
        )

    def cell(self, child: Element, face: Face, table: TableTag, column: int) -> Flow:
        """Return the flow of a cell."""
        tag = CellTag.read(child, self.canvas.theme)
        aligns = table.align or ("start",)
        align = resolve_align(tag.align or aligns[min(column, len(aligns) - 1)], face)
        if child.tag == "th" and self.canvas.faces.style(face.key.style, child.stamp).bold:
            face = self.canvas.faces.face(face.key.emphasise("b"), child.stamp)
        return compose_flow(child, face, self.canvas, Look(align, 0, self.look.space))

    def children(self, element: Element, *tags: str) -> Iterator[Element]:
        """Yield the children of an element; raise an error for a child with another tag."""
        for child in element.children:
            if isinstance(child, str):
                if not child.isspace():
                    word = " ".join(child.split())[:40]
                    diagnostic = layout_problems.loose_words(
                        element.location, word, element.tag, tags[0]
                    )
                    raise TemplateError(diagnostic)
            elif child.tag in tags:
                yield child
            else:
                hint = f"<{element.tag}> holds {' and '.join(f'<{tag}>' for tag in tags)}"
                diagnostic = problems.misplaced_element(
                    child.location, child.tag, element.tag, hint
                )
                raise TemplateError(diagnostic)


def _em(face: Face) -> float:
    return face.size * MM_PER_POINT


def _letter_numeral(number: int) -> str:
    letters = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters or "0"


def _roman_numeral(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text or "0"


_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_WAYS: dict[str, Callable[[int], str]] = {
    "1": str,
    "a": _letter_numeral,
    "A": lambda number: _letter_numeral(number).upper(),
    "i": _roman_numeral,
    "I": lambda number: _roman_numeral(number).upper(),
}

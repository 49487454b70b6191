"""From blocks to strips."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardgen.core.color import Color
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import CardgenError, LayoutError
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.frame import Frame, Group, Region, Shape, Stroke
from cardgen.layout import problems
from cardgen.layout.attributes import COLOR
from cardgen.layout.book.lines import Setting, set_text, stamp_of, tagged
from cardgen.layout.book.strips import Anchor, Column, Strip, balance, kept, spaced, stack, whole
from cardgen.layout.book.tables import TableLook, set_table
from cardgen.layout.box import LARGE, Node
from cardgen.layout.canvas import Canvas
from cardgen.model.document import (
    CLOSE,
    OPEN,
    Block,
    CardRow,
    Columns,
    Contents,
    Divider,
    Figure,
    Heading,
    Listing,
    Note,
    PageBreak,
    Paragraph,
    Picture,
    Quote,
    Table,
)
from cardgen.model.richtext import Rich
from cardgen.template.element import Element

if TYPE_CHECKING:
    from cardgen.core.diagnostics import Location
    from cardgen.layout.reader import Reader
    from cardgen.model.flowing import FlowSpec

ROLES = {1: "chapter", 2: "section"}
_MARK = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")

PARAGRAPH = 1.9  # mm after each
TIGHT = 0.9
APART = 3.2  # around boxes, tables and pictures
ABOVE = {1: 9.5, 2: 5.2, 3: 3.6}
BELOW = {1: 4.2, 2: 1.5, 3: 0.7}
INDENT = 5.0
PAD = 3.2
BAR = 1.1
GUTTER = 6.0
BETWEEN_CARDS = 3.5


class Typesetter:
    """Turns the blocks of one text into strips; collects what is wrong with single blocks."""

    def __init__(
        self,
        spec: FlowSpec,
        canvas: Canvas,
        reader: Reader,
        render: Callable[[str, Location], Element],
        height: float,
        pages: Mapping[str, int],
    ) -> None:
        self.spec = spec
        self.canvas = canvas
        self.reader = reader
        self.render = render
        self.height = height
        self.pages = pages
        self.found: list[Diagnostic] = []
        self.headings = _headings(spec.blocks)

    def fill(self, markup: str) -> str:
        """Put facts in the place of their marks."""
        if OPEN not in markup:
            return markup

        def fact(match: re.Match[str]) -> str:
            kind, _, name = match[1].partition(":")
            if kind == "page":
                return str(self.pages.get(html.unescape(name), 0))
            return self.spec.facts.get(html.unescape(match[1]), "")

        return _MARK.sub(fact, markup)

    def paint(self, name: str) -> Color:
        """Return one of the booklet's colours."""
        return self.color(self.spec.paints[name])

    def color(self, text: str) -> Color:
        """Read a colour; raises LayoutError."""
        try:
            parsed: Color = COLOR.parse(text, self.canvas.theme)
        except ValueError as error:
            found = problems.box_impossible(self.spec.at, "booklet", str(error))
            raise LayoutError(found) from None
        return parsed

    def strips(self, blocks: Sequence[Block], width: float, role: str = "text") -> list[Strip]:
        """Set blocks one after the other; a broken one is reported and left out."""
        strips: list[Strip] = []
        fresh = False
        for block in blocks:
            if isinstance(block, PageBreak):
                fresh = True
                continue
            try:
                more = self._block(block, width, role)
            except CardgenError as error:
                self.found += [
                    item if item.at else replace(item, at=block.at) for item in error.diagnostics
                ]
                continue
            for strip in more:
                if strip.height > self.height:
                    self.found.append(
                        problems.taller_than_page(block.at, strip.what, strip.height, self.height)
                    )
            if fresh and more:
                more[0] = replace(more[0], fresh=True)
                fresh = False
            strips += more
        return strips

    def _block(self, block: Block, width: float, role: str) -> list[Strip]:
        match block:
            case Heading():
                return self._heading(block, width)
            case Paragraph():
                where = block.role if block.role != "text" else role
                return spaced(self._text(block.text, where, width, block.at).strips(), 0, PARAGRAPH)
            case Listing():
                return self._listing(block, width, role)
            case Table():
                return self._table(block, width)
            case Quote():
                return self._quote(block, width)
            case Note():
                return self._note(block, width)
            case Columns():
                return self._columns(block, width, role)
            case Picture():
                attributes = {"src": block.source}
                node = self.reader.tree(tagged("image", block.at, "", **attributes))
                return self._figure(node, None, block.caption, width, block.at, "the picture")
            case Figure():
                node = self.reader.tree(self.render(block.template, block.at))
                height = block.height
                return self._figure(node, height, block.caption, width, block.at, "the figure")
            case CardRow():
                return self._cards(block, width)
            case Divider():
                return self._divider(block, width)
            case Contents():
                return self._contents(block, width)
        return []

    def _text(self, text: Rich, role: str, width: float, at: Location, align: str = "") -> Setting:
        style = self.spec.styles[role]
        return set_text(self.fill(text.markup), style, width, at, self.canvas, align)

    def _strong(self, markup: str, style: str) -> str:
        """Make our own additions bold, where the style has a font for it."""
        known = self.canvas.theme.styles.get(style)
        return f"<b>{markup}</b>" if known is not None and known.bold else markup

    def _heading(self, block: Heading, width: float) -> list[Strip]:
        level = min(block.level, 3)
        setting = self._text(block.text, ROLES.get(level, "subsection"), width, block.at, "left")
        strips = kept(setting.strips())
        if not strips:
            return []
        anchor = Anchor(block.anchor, block.level, block.text.plain)
        strips[0] = replace(strips[0], anchors=(anchor,))
        if level == 1:
            strips.append(
                replace(self._line(width, "accent", 0.6, block.at), before=1.6, keep=True)
            )
        return spaced(strips, ABOVE[level], BELOW[level])

    def _line(self, width: float, paint: str, thickness: float, at: Location) -> Strip:
        color = self.paint(paint)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            rule = Path.rect(Rect(x, y, width, thickness))
            canvas.items.append(Shape(rule, fill=color, at=stamp_of(at)))

        return Strip(thickness, draw, at=stamp_of(at))

    def _divider(self, block: Divider, width: float) -> list[Strip]:
        return spaced([self._line(width, "line", 0.25, block.at)], APART, APART)

    def _listing(self, block: Listing, width: float, role: str) -> list[Strip]:
        strips: list[Strip] = []
        accent = self.spec.paints["accent"]
        for number, item in enumerate(block.items):
            inner = self.strips(item, width - INDENT, role)
            if not inner:
                continue
            sign = "•" if block.start is None else f"{block.start + number}."
            style = self.spec.styles[role]
            sign = f'<span color="{html.escape(accent)}">{self._strong(sign, style)}</span>'
            marker = set_text(sign, style, INDENT + 2, block.at, self.canvas, "left")
            moved = [_moved(strip, INDENT) for strip in inner]
            moved[0] = _with(moved[0], marker.paint)
            # Neither the first nor the last item is left alone.
            alone = number == 0 or number == len(block.items) - 2
            moved[-1] = replace(moved[-1], after=TIGHT, keep=alone and len(block.items) > 1)
            strips += moved
        if strips:
            strips[-1] = replace(strips[-1], keep=False)
        return spaced(strips, 0, PARAGRAPH)

    def _table(self, block: Table, width: float) -> list[Strip]:
        look = TableLook(
            self.spec.styles["table"],
            self.spec.styles["table-head"],
            self.paint("line"),
            self.paint("accent"),
        )
        return spaced(set_table(block, width, look, self.fill, self.canvas), 1.0, APART)

    def _quote(self, block: Quote, width: float) -> list[Strip]:
        strips = self.strips(block.blocks, width - 2 * INDENT, "quote")
        return spaced([_moved(strip, INDENT) for strip in strips], APART, APART)

    def _note(self, block: Note, width: float) -> list[Strip]:
        room = width - 2 * PAD - BAR
        strips: list[Strip] = []
        if block.title:
            title = self._text(block.title, "note-title", room, block.at, "left")
            strips += spaced(title.strips(), 0, 1.0)
        strips += self.strips(block.blocks, room, "note")
        column = stack(strips)
        height = column.height + 2 * PAD - 0.6
        tint, accent = self.paint("tint"), self.paint("accent")
        stamp = stamp_of(block.at)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            box = Rect(x, y, width, height)
            canvas.items.append(Shape(Path.rect(box), fill=tint, at=stamp))
            bar = Rect(x, y, BAR, height)
            canvas.items.append(Shape(Path.rect(bar), fill=accent, at=stamp))
            for one in column.placed:
                one.strip.paint(canvas, x + BAR + PAD, y + PAD - 0.3 + one.y)

        strip = Strip(height, draw, anchors=column.anchors, at=stamp, what="the box")
        return spaced([strip], APART, APART + 0.6)

    def _columns(self, block: Columns, width: float, role: str) -> list[Strip]:
        room = (width - GUTTER * (block.count - 1)) / block.count
        rest = self.strips(block.blocks, room, role)
        found: list[Strip] = []
        while rest:
            columns = balance(rest, block.count, self.height * 0.88)
            height = max(column.height for column in columns)

            def draw(canvas: Canvas, x: float, y: float, columns: list[Column] = columns) -> None:
                for i, column in enumerate(columns):
                    for one in column.placed:
                        one.strip.paint(canvas, x + i * (room + GUTTER), y + one.y)

            anchors = tuple(anchor for column in columns for anchor in column.anchors)
            stamp = stamp_of(block.at)
            found.append(Strip(height, draw, anchors=anchors, at=stamp, what="a column"))
            end = columns[-1].end
            head = rest[end].head if end < len(rest) else None
            rest = rest[end:]
            if head is not None:
                rest = [head, *rest]
        return spaced(found, 0, APART)

    def _figure(
        self,
        node: Node,
        height: float | None,
        caption: Rich,
        width: float,
        at: Location,
        what: str,
    ) -> list[Strip]:
        natural, tall = node.box.wanted(node, width, LARGE, self.canvas)
        tall = height or tall
        wide = min(width, natural) if node.element.tag == "image" else width
        stamp = stamp_of(at)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.place(node, Rect(x + (width - wide) / 2, y, wide, tall))

        return self._captioned(Strip(tall, draw, at=stamp, what=what), caption, width, at)

    def _captioned(self, strip: Strip, caption: Rich, width: float, at: Location) -> list[Strip]:
        strips = [strip]
        if caption:
            words = self._text(caption, "caption", width, at, "center").strips()
            strips = [replace(strip, keep=True), *spaced(whole(words), 1.6, 0)]
        return spaced(strips, APART, APART + 0.8)

    def _cards(self, block: CardRow, width: float) -> list[Strip]:
        frames: list[Frame] = []
        for reference in block.cards:
            side = "face" if "/" in reference.name else "back"
            frame = self.canvas.picture(f"{reference.name}/{side}", reference.at)
            if frame is None:
                return []
            frames.append(frame)
        gaps = BETWEEN_CARDS * (len(frames) - 1)
        scales = [min(1.0, block.width / frame.size.width) for frame in frames]
        total = sum(f.size.width * s for f, s in zip(frames, scales, strict=True))
        shrink = min(1.0, (width - gaps) / total)
        scales = [scale * shrink for scale in scales]
        height = max(f.size.height * s for f, s in zip(frames, scales, strict=True))
        left = (width - total * shrink - gaps) / 2
        outline, stamp = self.paint("line"), stamp_of(block.at)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            x += left
            for frame, scale in zip(frames, scales, strict=True):
                clip = Path.rect(frame.trim, 3.0)
                matrix = Matrix(scale, 0.0, 0.0, scale, x, y)
                canvas.items.append(Group(frame, matrix, clip, at=stamp))
                size = Rect(x, y, frame.size.width * scale, frame.size.height * scale)
                edge = Path.rect(size, 3.0 * scale)
                canvas.items.append(Shape(edge, stroke=Stroke(outline, 0.15), at=stamp))
                x += size.width + BETWEEN_CARDS

        strip = Strip(height, draw, at=stamp, what="the picture of a card")
        return self._captioned(strip, block.caption, width, block.at)

    def _contents(self, block: Contents, width: float) -> list[Strip]:
        strips: list[Strip] = []
        for heading in self.headings:
            if heading.level > block.depth or heading.at.line < block.at.line:
                continue
            top = heading.level == 1
            markup = self.fill(heading.text.markup)
            style = self.spec.styles["contents"]
            markup = self._strong(markup, style) if top else markup
            inner = Rich(heading.text.plain, markup)
            indent = 0.0 if top else INDENT
            entry = self._text(inner, "contents", width - indent - 10, block.at, "left")
            line = _lined(entry, self._entry(entry, heading, indent, width, block))
            strips += spaced([line], 2.2 if top else 0.3, 0.3)
        return spaced(strips, 0, PARAGRAPH)

    def _entry(
        self, entry: Setting, heading: Heading, indent: float, width: float, block: Contents
    ) -> Callable[[Canvas, float, float], None]:
        style, color = self.spec.styles["contents"], self.paint("line")

        def draw(canvas: Canvas, x: float, y: float) -> None:
            entry.paint(canvas, x + indent, y)
            page = str(self.pages.get(heading.anchor, 0))
            page = self._strong(page, style) if heading.level == 1 else page
            number = set_text(page, style, 10, block.at, canvas, "right")
            number.paint(canvas, x + width - 10, y)
            left = x + indent + max(line.width for line in entry.lines) + 1.5
            right = x + width - number.lines[0].width - 1.5
            foot = y + number.height * 0.72
            rule = Path((("M", left, foot), ("L", right, foot)))
            dots = Stroke(color, 0.3, (0.0001, 1.4), "round")
            stamp = stamp_of(block.at)
            if right > left:
                canvas.items.append(Shape(rule, stroke=dots, at=stamp))
            target = Rect(x, y, width, entry.height)
            canvas.items.append(Region("link", target, f"to={heading.anchor}", stamp))

        return draw


def _lined(entry: Setting, draw: Callable[[Canvas, float, float], None]) -> Strip:
    """Make a strip as tall as a text."""
    return Strip(entry.height, draw, at=entry.at, what="an entry of the contents")


def _moved(strip: Strip, dx: float) -> Strip:
    """Set a strip further right, and the head that goes with it."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        strip.paint(canvas, x + dx, y)

    head = _moved(strip.head, dx) if strip.head is not None else None
    return replace(strip, paint=draw, head=head)


def _with(strip: Strip, mark: Callable[[Canvas, float, float], None]) -> Strip:
    """Paint something else along with a strip."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        mark(canvas, x, y)
        strip.paint(canvas, x, y)

    return replace(strip, paint=draw)


def _headings(blocks: Sequence[Block]) -> list[Heading]:
    found: list[Heading] = []
    for block in blocks:
        if isinstance(block, Heading):
            found.append(block)
        elif isinstance(block, Columns | Note | Quote):
            found += _headings(block.blocks)
    return found

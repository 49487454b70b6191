"""Paragraphs of a flow: indents, alignment, the markers of lists, and large first letters."""

from __future__ import annotations

import unicodedata

from msgspec import Struct
from msgspec.structs import replace

from cardgen.frame import Item
from cardgen.layout.text.block import Block
from cardgen.layout.text.breaking import SLACK, break_lines, without_runts
from cardgen.layout.text.faces import Unit
from cardgen.layout.text.setter import SetText

_BESIDE_CAP = 0.35
"""The distance between a large letter and the lines beside it, in heights of a capital."""


class Marker(Struct, frozen=True):
    """The marker of a list item; ``reach`` is how far left of the item it begins."""

    block: Block
    reach: float

    def draw(self, text: SetText, x: float, baseline: float, items: list[Item]) -> None:
        """Add its items; ``x`` is the left edge of the lines of the item."""
        [line] = break_lines(self.block, 1e6)
        own = SetText(self.block, [line], 0.0, "left", text.stamp, text.scale)
        x -= self.reach * text.scale
        if text.leftward:
            x += text.width + (2 * self.reach - line.width) * text.scale
        own.draw(x, baseline - own.baseline(line, 0.0), items)


class DropCap(Struct, frozen=True):
    """A first letter as high as several lines; ``block`` has it at the size of the text."""

    block: Block
    lines: int

    def factor(self, leading_factor: float) -> float:
        """Return its scale: it reaches from the last baseline to the capitals of the first line."""
        face = self.block.face
        return 1 + (self.lines - 1) * face.line_height * leading_factor / face.cap_height

    def indents(self, leading_factor: float) -> tuple[float, ...]:
        """Return the indents of the lines beside it."""
        cap, width = self.block.face.cap_height, self.block.units[0].width
        return (width * self.factor(leading_factor) + cap * _BESIDE_CAP,) * self.lines

    def draw(self, text: SetText, x: float, baseline: float, items: list[Item]) -> None:
        """Add its items; ``baseline`` is the first line's baseline, ``x`` the left edge."""
        factor = self.factor(text.leading_factor)
        [line] = break_lines(self.block, 1e6)
        if text.leftward:
            x += text.width - line.width * factor * text.scale
        own = SetText(self.block, [line], 0.0, "left", text.stamp, text.scale * factor)
        drop = (self.lines - 1) * self.block.face.line_height * text.leading_factor * text.scale
        own.draw(x, baseline + drop - own.baseline(line, 0.0), items)


class TextParagraph(Struct, frozen=True):
    """Words between two paragraph breaks; ``stamp`` is where the text was written.

    ``before`` is the space above, ``left`` the indent of all lines and ``first`` the indent of the
    first line, in mm; ``widow`` is the least number of characters in a last line.
    """

    block: Block
    stamp: str
    align: str = "left"
    widow: int = 0
    before: float = 0.0
    left: float = 0.0
    first: float = 0.0
    marker: Marker | None = None
    cap: DropCap | None = None

    @property
    def length(self) -> int:
        """The number of its units."""
        return len(self.block.units)

    @property
    def string(self) -> str:
        """The text, for messages."""
        block_text = self.block.string
        return block_text if self.cap is None else self.cap.block.string + block_text

    @property
    def min_width(self) -> float:
        """The width in mm of the widest unit."""
        return self.left + max([unit.width for unit in self.block.units], default=0.0)

    def break_lines(self, width: float, scale: float, leading_factor: float) -> SetParagraph:
        """Break the words into lines at a width in mm, once they are scaled."""
        indents: tuple[float, ...] = ()
        if self.cap is not None:
            indents = self.cap.indents(leading_factor)
        elif self.first:
            indents = (self.first,)
        justified = self.align == "justify"
        lines = break_lines(
            self.block, width / scale - self.left, indents=indents, justified=justified
        )
        room = width - self.left * scale
        text = SetText(self.block, lines, room, self.align, self.stamp, scale, leading_factor)
        return SetParagraph(self, text)

    def head(self, count: int) -> TextParagraph:
        """Return its first units."""
        return replace(self, block=self.block.part(0, count))

    def tail(self, count: int) -> TextParagraph:
        """Return the paragraph after its first units."""
        return replace(self, block=self.block.part(count), first=0.0, marker=None, cap=None)

    @property
    def sentence_ends(self) -> list[int]:
        """The numbers of units after which a sentence has ended."""
        texts = (
            "".join(piece.shaped.text for piece in unit.pieces if piece.icon is None)
            for unit in self.block.units
        )
        ends = [text.rstrip("\"'”’»)").endswith((".", "!", "?", "…")) for text in texts]
        return [position for position, is_end in enumerate(ends, 1) if is_end]

    def add_suffix(self, suffix: str) -> TextParagraph:
        """Return a copy with a suffix."""
        block = self.block
        last = block.units[-1]
        for part in block.face.units(suffix, self.stamp):
            level = 1 if block.face.leftward else 0
            pieces = tuple(replace(piece, level=level) for piece in part.pieces)
            last = last.join(replace(part, pieces=pieces))
        return replace(self, block=replace(block, units=[*block.units[:-1], last]))

    def with_cap(self, lines: int) -> TextParagraph:
        """Return it with its first letter as high as some lines, if it begins with a letter."""
        block = self.block
        unit = block.units[0]
        piece = unit.pieces[0]
        text = piece.shaped.text
        count = _initial(text)
        if piece.icon is not None or not count or lines < 2:
            return self
        letter, remainder = piece.face.halves(piece, text[:count], text[count:])
        left = (remainder, *unit.pieces[1:]) if count < len(text) else unit.pieces[1:]
        capital = Block([Unit.of((letter,), unit.height)], [None], set(), piece.face)
        if left:
            block = replace(block, units=[Unit.of(left, unit.height), *block.units[1:]])
        elif self.length > 1:
            block = block.part(1)
        else:
            return self
        return replace(self, block=block, cap=DropCap(capital, lines))


class SetParagraph(Struct, frozen=True):
    """A paragraph broken into lines."""

    paragraph: TextParagraph
    text: SetText

    @property
    def width(self) -> float:
        """Width in mm of the widest line, with its indents."""
        widest = max([line.indent + line.width for line in self.text.lines], default=0.0)
        return (self.paragraph.left + widest) * self.text.scale

    @property
    def height(self) -> float:
        """Height in mm of all lines, and of a large first letter."""
        cap = self.paragraph.cap
        if cap is None:
            return self.text.height
        text = self.text
        least = cap.lines * self.paragraph.block.face.line_height * text.leading_factor * text.scale
        return max(self.text.height, least)

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self.text.lines)

    @property
    def filled_length(self) -> float:
        """The length in mm of all its lines, one after the other."""
        return sum([line.width for line in self.text.lines]) * self.text.scale

    def fitting_offset(self, height: float, lines: int) -> int:
        """Return the number of units on the lines that fit a height in mm and a line limit."""
        used = 0.0
        for number, line in enumerate(self.text.lines, 1):
            used += line.height * (self.text.scale * self.text.leading_factor)
            if used > height + SLACK or 0 < lines < number:
                return line.start
        return self.paragraph.length

    def mend_widows(self) -> SetParagraph:
        """Return the lines, without a last line that is too short."""
        paragraph, text = self.paragraph, self.text
        if not paragraph.widow:
            return self
        wide = text.width / text.scale
        lines = without_runts(paragraph.block, list(text.lines), wide, paragraph.widow, text.align)
        return SetParagraph(paragraph, replace(text, lines=lines))

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of the marker, then of all lines."""
        paragraph, text = self.paragraph, self.text
        x += 0.0 if text.leftward else paragraph.left * text.scale
        if text.lines and (paragraph.marker or paragraph.cap):
            baseline = text.baseline(text.lines[0], y)
            for ahead in (paragraph.marker, paragraph.cap):
                if ahead is not None:
                    ahead.draw(text, x, baseline, items)
        text.draw(x, y, items)


def _initial(text: str) -> int:
    """Count the characters of the first letter, with its quotation marks and accents."""
    count = 0
    while count < len(text) and unicodedata.category(text[count])[0] == "P":
        count += 1
    if count == len(text) or unicodedata.category(text[count])[0] not in "LN":
        return 0
    count += 1
    while count < len(text) and unicodedata.category(text[count])[0] == "M":
        count += 1
    return count

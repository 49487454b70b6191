"""The flow of a text: its paragraphs, and how they lie once they are broken into lines.

A `Flow` knows nothing of the box that it is for: it can be broken at any width, and parted at any
of its *places*, which are counted from 0, before its first unit, to its ``length``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from cardgen.frame import Item
from cardgen.layout.text.block import Block
from cardgen.layout.text.breaking import break_lines, without_runts
from cardgen.layout.text.faces import Unit
from cardgen.layout.text.setter import SetText

SLACK = 0.02  # mm by which a text may be too large


class TextParagraph(Struct, frozen=True):
    """Words between two paragraph breaks; ``widow`` is the least length of a last line."""

    block: Block
    align: str = "left"
    widow: int = 0

    def broken(self, width: float, scale: float, tight: float, stamp: str) -> SetText:
        """Break the words into lines at a width in mm, once they are scaled."""
        lines = break_lines(self.block, width / scale)
        return SetText(self.block, lines, width, self.align, stamp, scale, tight)

    def mended(self, text: SetText) -> SetText:
        """Return its lines without a last one that is too short."""
        if not self.widow:
            return text
        wide, justified = text.width / text.scale, self.align == "justify"
        lines = without_runts(self.block, list(text.lines), wide, self.widow, justified)
        return replace(text, lines=lines)

    def head(self, count: int) -> TextParagraph:
        """Return its first units."""
        block = self.block
        breaks = {at for at in block.breaks if at < count}
        return replace(
            self, block=Block(block.units[:count], block.gaps[:count], breaks, block.face)
        )

    def tail(self, count: int) -> TextParagraph:
        """Return what follows its first units."""
        block = self.block
        breaks = {at - count for at in block.breaks if at > count}
        return replace(
            self, block=Block(block.units[count:], block.gaps[count:], breaks, block.face)
        )


class Flow(Struct, frozen=True):
    """Paragraphs one below the other; ``stamp`` is where the text was written."""

    paragraphs: tuple[TextParagraph, ...]
    stamp: str = ""

    @property
    def length(self) -> int:
        """The number of its units; a text without any is not set at all."""
        return sum(len(one.block.units) for one in self.paragraphs)

    @property
    def size(self) -> float:
        """The type size in points that a smallest size is compared with."""
        return self.paragraphs[0].block.face.size

    @property
    def leading(self) -> float:
        """The line distance, as a multiple of the size, that a tightest one is compared with."""
        return self.paragraphs[0].block.face.key.leading

    @property
    def narrowest(self) -> float:
        """The width in mm of what no line break can divide, at full size."""
        return max((u.width for one in self.paragraphs for u in one.block.units), default=0.0)

    @property
    def string(self) -> str:
        """The text, for messages."""
        return " ".join(one.block.string for one in self.paragraphs)

    def broken(self, width: float, scale: float = 1.0, tight: float = 1.0) -> SetFlow:
        """Break all paragraphs into lines at a width in mm.

        Type is set at the ``scale``; ``tight`` is what the distance of lines is multiplied by.
        """
        texts = tuple([one.broken(width, scale, tight, self.stamp) for one in self.paragraphs])
        return SetFlow(self, texts, scale, tight)

    def head(self, place: int) -> Flow:
        """Return what stands before a place."""
        found: list[TextParagraph] = []
        for one in self.paragraphs:
            if place <= 0:
                break
            count = len(one.block.units)
            found.append(one if count <= place else one.head(place))
            place -= count
        return replace(self, paragraphs=tuple(found))

    def tail(self, place: int) -> Flow:
        """Return what follows a place."""
        found: list[TextParagraph] = []
        for one in self.paragraphs:
            count = len(one.block.units)
            if place < count:
                found.append(one.tail(place) if place > 0 else one)
            place -= count
        return replace(self, paragraphs=tuple(found))

    def partings(self, most: int) -> Iterator[int]:
        """Yield the places up to one where the text may be parted, the best first.

        Those are the ends of paragraphs and of sentences, unless that leaves half of the room
        empty, and then any place between two words.
        """
        paragraphs, sentences, place = [], [], 0
        for one in self.paragraphs:
            units = one.block.units
            ends = (at for at, unit in enumerate(units, 1) if _ends_sentence(unit))
            sentences += [place + at for at in ends]
            place += len(units)
            paragraphs.append(place)
        for some in (paragraphs, sentences):
            yield from sorted((at for at in some if most / 2 < at <= most), reverse=True)
        yield from range(most, 0, -1)

    def cut(self, place: int, sign: str = "…") -> Flow:
        """Return what stands before a place, with a sign at its end."""
        short = self.head(place)
        last = short.paragraphs[-1]
        block = last.block
        unit = block.units[-1]
        for part in block.face.units(sign, self.stamp):
            unit = unit.joined(part)
        units = [*block.units[:-1], unit]
        ended = replace(last, block=Block(units, block.gaps, block.breaks, block.face))
        return replace(short, paragraphs=(*short.paragraphs[:-1], ended))


class SetFlow(Struct, frozen=True):
    """A flow broken into lines at a width and a scale."""

    flow: Flow
    texts: tuple[SetText, ...]
    scale: float = 1.0
    tight: float = 1.0

    @property
    def width(self) -> float:
        """Width in mm of the widest line."""
        return max((line.width for one in self.texts for line in one.lines), default=0.0) * (
            self.scale
        )

    @property
    def height(self) -> float:
        """Height in mm of all lines."""
        return sum(one.height for one in self.texts)

    @property
    def first_line(self) -> float:
        """Height in mm of the first line."""
        return self.texts[0].lines[0].height * (self.scale * self.tight)

    @property
    def lines(self) -> int:
        """The number of lines."""
        return sum(len(one.lines) for one in self.texts)

    def excess(self, width: float, height: float, lines: int = 0) -> str:
        """Return what is too much for a box, in words; an empty string if the text fits.

        ``lines`` is how many there may be, 0 if that does not matter.
        """
        if self.height > height + SLACK:
            over = self.height - height
            share = over / height * 100 if height > 0 else 100
            return f"it is {over:.1f} mm ({share:.0f} %) too high for its {height:.1f} mm"
        if self.width > width + SLACK:
            return f"it is {self.width - width:.1f} mm too wide for its {width:.1f} mm"
        if lines and self.lines > lines:
            return f"it takes {self.lines} lines, {lines} are allowed"
        return ""

    def place(self, height: float, lines: int = 0) -> int:
        """Return the place up to which the lines fit a height in mm, and a number of lines.

        A word that is divided between two lines counts with the second.
        """
        place, used, count = 0, 0.0, 0
        for text in self.texts:
            for line in text.lines:
                used, count = used + line.height * (self.scale * self.tight), count + 1
                if used > height + SLACK or 0 < lines < count:
                    return place + line.start
            place += len(text.block.units)
        return place

    def mended(self) -> SetFlow:
        """Return the lines as they are to be drawn, without last ones that are too short."""
        pairs = zip(self.flow.paragraphs, self.texts, strict=True)
        return replace(self, texts=tuple(one.mended(text) for one, text in pairs))

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of all lines; ``x``, ``y`` is the top left corner."""
        for text in self.texts:
            text.draw(x, y, items)
            y += text.height


def _ends_sentence(unit: Unit) -> bool:
    text = "".join(piece.shaped.text for piece in unit.pieces if piece.icon is None)
    return text.rstrip("\"'”’»)").endswith((".", "!", "?", "…"))

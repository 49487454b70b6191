"""The flow of a text: its parts one below the other, and their lines at a width.

A `Flow` is independent of its box: it can be broken at any width, and parted at any of its
*places*, which are counted from 0, before its first unit, to its ``length``. Its parts are
paragraphs and tables. What does not fit one side may go on, on another side of the same card.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from cardgen.frame import Item
from cardgen.layout.text.breaking import SLACK
from cardgen.layout.text.faces import Face
from cardgen.layout.text.paragraph import SetParagraph, TextParagraph
from cardgen.template.element import Element

if TYPE_CHECKING:
    from cardgen.layout.text.tables import SetTable, TextTable


Part: TypeAlias = "TextParagraph | TextTable | Flow"
"""A part of a flow, measured in mm at full size. A list that is aligned as a whole is a flow."""

SetPart: TypeAlias = "SetParagraph | SetTable | SetFlow"
"""A part broken into lines; all measures are in printed mm."""


class Flow(Struct, frozen=True):
    """Parts one below the other, in a face.

    The lines of a flow inside another keep their places to each other, and ``align`` moves all of
    them together, if it is set; ``before`` is the space above it.
    """

    parts: tuple[Part, ...]
    face: Face
    align: str = ""
    before: float = 0.0

    @property
    def length(self) -> int:
        """The number of units; a text without units is not set."""
        return sum([part.length for part in self.parts])

    @property
    def narrowest(self) -> float:
        """The width in mm of the widest unit, at full size."""
        return max((part.narrowest for part in self.parts), default=0.0)

    @property
    def string(self) -> str:
        """The text, for messages."""
        return " ".join(part.string for part in self.parts)

    def break_lines(self, width: float, scale: float = 1.0, tight: float = 1.0) -> SetFlow:
        """Break all parts into lines at a width in mm.

        Type is set at the ``scale``; ``tight`` is what the distance of lines is multiplied by.
        """
        parts = tuple([part.break_lines(width, scale, tight) for part in self.parts])
        return SetFlow(self, parts, width, scale, tight)

    def head(self, place: int) -> Flow:
        """Return the flow before a place."""
        parts: list[Part] = []
        for part in self.parts:
            if place <= 0:
                break
            count = part.length
            parts.append(part if count <= place else part.head(place))
            place -= count
        return replace(self, parts=tuple(parts))

    def tail(self, place: int) -> Flow:
        """Return the flow after a place."""
        parts: list[Part] = []
        for part in self.parts:
            count = part.length
            if place < count:
                parts.append(part.tail(place) if place > 0 else part)
            place -= count
        return replace(self, parts=tuple(parts))

    @property
    def sentences(self) -> list[int]:
        """The places where a part or a sentence has ended."""
        positions, place = [], 0
        for part in self.parts:
            positions += [place + position for position in part.sentences]
            place += part.length
            positions.append(place)
        return positions

    def partings(self, most: int) -> Iterator[int]:
        """Yield the places up to one where the text may be parted, the best first.

        Those are the ends of paragraphs and of sentences, unless that leaves half of the room
        empty, and then any place between two words.
        """
        ends = list(accumulate(part.length for part in self.parts))
        for positions in (ends, self.sentences):
            yield from sorted(
                (position for position in positions if most / 2 < position <= most), reverse=True
            )
        yield from range(most, 0, -1)

    def cut(self, place: int, sign: str) -> Flow:
        """Return the flow before a place, with a sign at its end."""
        short = self.head(place)
        return replace(short, parts=(*short.parts[:-1], short.parts[-1].add_sign(sign)))

    def add_sign(self, sign: str) -> Flow:
        """Return a copy with a sign at the end."""
        return self.cut(self.length, sign)


class SetFlow(Struct, frozen=True):
    """A flow broken into lines for a width in mm, at a scale."""

    flow: Flow
    parts: tuple[SetPart, ...]
    room: float
    scale: float = 1.0
    tight: float = 1.0

    @property
    def width(self) -> float:
        """Width in mm of the widest line."""
        return max([part.width for part in self.parts], default=0.0)

    @property
    def height(self) -> float:
        """Height in mm of all lines, and of the spaces between parts."""
        height = sum([part.height for part in self.parts])
        if len(self.parts) > 1:
            height += sum(map(self._space_above, self.flow.parts[1:]))
        return height

    def _space_above(self, part: Part) -> float:
        return part.before * self.scale * self.tight

    @property
    def lines(self) -> int:
        """The number of lines."""
        return sum(part.lines for part in self.parts)

    def excess(self, width: float, height: float, lines: int = 0) -> str:
        """Describe by how much the text exceeds the box; an empty string if it fits.

        ``lines`` is how many there may be, 0 if that does not matter.
        """
        tall, wide = self.height, self.width
        if tall > height + SLACK:
            over = tall - height
            share = over / height * 100 if height > 0 else 100
            return f"it is {over:.1f} mm ({share:.0f} %) too high for its {height:.1f} mm"
        if wide > width + SLACK:
            return f"it is {wide - width:.1f} mm too wide for its {width:.1f} mm"
        if lines and self.lines > lines:
            return f"it takes {self.lines} lines, {lines} are allowed"
        return ""

    @property
    def filled_length(self) -> float:
        """The length in mm of all lines, one after the other."""
        return sum([part.filled_length for part in self.parts])

    def more(self, width: float, height: float, lines: int = 0) -> int:
        """Return the number of further characters that fit into a box, on the last line and below.

        Lines end with whole words, and so a fifth of each counts as empty where there are several.
        """
        count, filled_height = self.lines, self.filled_length
        if not count or filled_height <= 0:
            return 0
        most = count + max(int((height - self.height + SLACK) / (self.height / count)), 0)
        most = min(most, lines) if lines else most
        free = width * most * (0.8 if most > 1 else 1) - filled_height
        # Where paragraphs leave much of their lines empty, at least further lines are free.
        free = max(free, width * (most - count) * 0.8)
        return max(int(len(self.flow.string) / filled_height * free), 0)

    def place(self, height: float, lines: int = 0) -> int:
        """Return the last place whose lines fit a height in mm and a line limit.

        A word that is divided between two lines counts with the second.
        """
        place, count = 0, 0
        for i, (part, text) in enumerate(zip(self.flow.parts, self.parts, strict=True)):
            height -= self._space_above(part) if i else 0.0
            if text.height > height + SLACK or 0 < lines < count + text.lines:
                # Of no lines at all, none is left: 0 would mean that their number does not matter.
                return place + (0 if 0 < lines <= count else text.place(height, lines - count))
            place, count, height = place + part.length, count + text.lines, height - text.height
        return place

    def mend_widows(self) -> SetFlow:
        """Return the lines to draw, without last lines that are too short."""
        parts = tuple([part.mend_widows() for part in self.parts])
        if len(parts) == 1 and parts[0] is self.parts[0]:
            return self
        return replace(self, parts=parts)

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of all lines; ``x``, ``y`` is the top left corner."""
        start = "right" if self.flow.face.leftward else "left"
        if self.flow.align not in (start, ""):
            free = max(self.room - self.width, 0.0) * (-1 if self.flow.face.leftward else 1)
            x += free / 2 if self.flow.align == "center" else free
        for i, (part, text) in enumerate(zip(self.flow.parts, self.parts, strict=True)):
            if i:
                y += self._space_above(part)
            text.draw(x, y, items)
            y += text.height


def texts_with(element: Element, attribute: str, value: str) -> bool:
    """True if a side has a text with an attribute."""
    names = element.attributes
    if element.tag == "text" and value in names:
        features = dict(zip(names[::2], names[1::2], strict=True))
        if features.get(attribute) == value:
            return True
    return any(
        texts_with(child, attribute, value)
        for child in element.children
        if isinstance(child, Element)
    )

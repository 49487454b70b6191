"""Flows: columns of paragraphs and tables that can be broken into lines at any width.

A `Flow` does not depend on a box. It can be broken into lines at any width, and split at any
*offset*, from 0 (before the first unit) to its ``length``. Text that does not fit on one side can
continue on another side of the same card.
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
    """A column of paragraphs, tables and inner flows, in one font face.

    The lines of an inner flow keep their relative positions; ``align``, if set, aligns all of
    them together. ``before`` is the space above the flow.
    """

    parts: tuple[Part, ...]
    face: Face
    align: str = ""
    before: float = 0.0

    @property
    def length(self) -> int:
        """The number of units, such as words; a flow without units is not drawn."""
        return sum([part.length for part in self.parts])

    @property
    def min_width(self) -> float:
        """The width in mm of the widest unit, at full size."""
        return max((part.min_width for part in self.parts), default=0.0)

    @property
    def string(self) -> str:
        """The text, for messages."""
        return " ".join(part.string for part in self.parts)

    def break_lines(self, width: float, scale: float = 1.0, leading_factor: float = 1.0) -> SetFlow:
        """Break all parts into lines at a width in mm.

        ``scale`` multiplies the size of type, ``leading_factor`` the distance of lines.
        """
        parts = tuple([part.break_lines(width, scale, leading_factor) for part in self.parts])
        return SetFlow(self, parts, width, scale, leading_factor)

    def head(self, offset: int) -> Flow:
        """Return the flow before an offset."""
        parts: list[Part] = []
        for part in self.parts:
            if offset <= 0:
                break
            count = part.length
            parts.append(part if count <= offset else part.head(offset))
            offset -= count
        return replace(self, parts=tuple(parts))

    def tail(self, offset: int) -> Flow:
        """Return the flow after an offset."""
        parts: list[Part] = []
        for part in self.parts:
            count = part.length
            if offset < count:
                parts.append(part.tail(offset) if offset > 0 else part)
            offset -= count
        return replace(self, parts=tuple(parts))

    @property
    def sentence_ends(self) -> list[int]:
        """The offsets of the ends of parts and sentences."""
        positions, offset = [], 0
        for part in self.parts:
            positions += [offset + position for position in part.sentence_ends]
            offset += part.length
            positions.append(offset)
        return positions

    def split_offsets(self, max_offset: int) -> Iterator[int]:
        """Yield the offsets up to ``max_offset`` at which the text can be split, the best first.

        First come ends of parts, then ends of sentences, both only in the second half, as others
        leave too much room empty. Last come all offsets.
        """
        ends = list(accumulate(part.length for part in self.parts))
        for positions in (ends, self.sentence_ends):
            yield from sorted(
                (end for end in positions if max_offset / 2 < end <= max_offset), reverse=True
            )
        yield from range(max_offset, 0, -1)

    def cut(self, offset: int, suffix: str) -> Flow:
        """Return the flow before an offset, with a suffix."""
        short = self.head(offset)
        return replace(short, parts=(*short.parts[:-1], short.parts[-1].add_suffix(suffix)))

    def add_suffix(self, suffix: str) -> Flow:
        """Return a copy with a suffix."""
        return self.cut(self.length, suffix)


class SetFlow(Struct, frozen=True):
    """A flow broken into lines for a width in mm, at a scale."""

    flow: Flow
    parts: tuple[SetPart, ...]
    available_width: float
    scale: float = 1.0
    leading_factor: float = 1.0

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
        return part.before * self.scale * self.leading_factor

    @property
    def lines(self) -> int:
        """The number of lines."""
        return sum(part.lines for part in self.parts)

    def excess(self, width: float, height: float, lines: int = 0) -> str:
        """Describe by how much the text exceeds the box; an empty string if it fits.

        ``lines`` is the maximum number of lines; 0 means no limit.
        """
        height_needed, width_needed = self.height, self.width
        if height_needed > height + SLACK:
            excess_mm = height_needed - height
            share = excess_mm / height * 100 if height > 0 else 100
            return f"it is {excess_mm:.1f} mm ({share:.0f} %) too high for its {height:.1f} mm"
        if width_needed > width + SLACK:
            return f"it is {width_needed - width:.1f} mm too wide for its {width:.1f} mm"
        if lines and self.lines > lines:
            return f"it takes {self.lines} lines, {lines} are allowed"
        return ""

    @property
    def filled_length(self) -> float:
        """The length in mm of all lines, one after the other."""
        return sum([part.filled_length for part in self.parts])

    def free_characters(self, width: float, height: float, lines: int = 0) -> int:
        """Return the number of further characters that fit into a box, on the last line and below.

        If there are several lines, a fifth of each counts as empty, as lines end with whole words.
        """
        count, filled_height = self.lines, self.filled_length
        if not count or filled_height <= 0:
            return 0
        max_lines = count + max(int((height - self.height + SLACK) / (self.height / count)), 0)
        max_lines = min(max_lines, lines) if lines else max_lines
        free = width * max_lines * (0.8 if max_lines > 1 else 1) - filled_height
        # Even if the used lines are fuller than that, all further lines are free.
        free = max(free, width * (max_lines - count) * 0.8)
        return max(int(len(self.flow.string) / filled_height * free), 0)

    def surplus_characters(self, width: float, height: float, lines: int = 0) -> int:
        """Return the number of characters that are too many for a box."""
        fitting = len(self.flow.head(self.fitting_offset(height, lines)).string)
        length, widest = len(self.flow.string), self.width
        if widest > width + SLACK:  # a long word: only its beginning fits
            fitting = min(fitting, int(length * width / widest))
        return length - fitting

    def fitting_offset(self, height: float, lines: int = 0) -> int:
        """Return the last offset whose lines fit a height in mm and a line limit.

        A word that is divided between two lines belongs to the second line.
        """
        offset, count = 0, 0
        for i, (part, set_part) in enumerate(zip(self.flow.parts, self.parts, strict=True)):
            height -= self._space_above(part) if i else 0.0
            if set_part.height > height + SLACK or 0 < lines < count + set_part.lines:
                if 0 < lines <= count:  # no line is left, but 0 lines would mean no limit
                    return offset
                return offset + set_part.fitting_offset(height, lines - count)
            offset, count = offset + part.length, count + set_part.lines
            height -= set_part.height
        return offset

    def mend_widows(self) -> SetFlow:
        """Return the flow to draw, in which no paragraph ends with a line that is too short."""
        parts = tuple([part.mend_widows() for part in self.parts])
        if len(parts) == 1 and parts[0] is self.parts[0]:
            return self
        return replace(self, parts=parts)

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of all lines; ``x``, ``y`` is the top left corner."""
        start = "right" if self.flow.face.leftward else "left"
        if self.flow.align not in (start, ""):
            free = max(self.available_width - self.width, 0.0) * (
                -1 if self.flow.face.leftward else 1
            )
            x += free / 2 if self.flow.align == "center" else free
        for i, (part, set_part) in enumerate(zip(self.flow.parts, self.parts, strict=True)):
            if i:
                y += self._space_above(part)
            set_part.draw(x, y, items)
            y += set_part.height


def has_text_with(element: Element, attribute: str, value: str) -> bool:
    """Whether a side has a text whose attribute has this value."""
    names = element.attributes
    if element.tag == "text" and value in names:
        features = dict(zip(names[::2], names[1::2], strict=True))
        if features.get(attribute) == value:
            return True
    return any(
        has_text_with(child, attribute, value)
        for child in element.children
        if isinstance(child, Element)
    )

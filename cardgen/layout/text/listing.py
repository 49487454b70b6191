"""Lists in texts that are not set flush left: they stand there as a whole."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cardgen.frame import Item
from cardgen.layout.text.flow import Flow, SetFlow


class TextList(Struct, frozen=True):
    """A list whose items are aligned with each other, and all together in the ``align`` of a text.

    ``before`` is the space above in mm.
    """

    flow: Flow
    align: str
    before: float = 0.0

    @property
    def length(self) -> int:
        """The number of units in its items."""
        return self.flow.length

    @property
    def string(self) -> str:
        """The text, for messages."""
        return self.flow.string

    @property
    def narrowest(self) -> float:
        """The width in mm of what no line break can divide."""
        return self.flow.narrowest

    @property
    def sentences(self) -> list[int]:
        """The numbers of units after which an item or a sentence has ended."""
        found, place = [], 0
        for part in self.flow.parts:
            found += [place + at for at in part.sentences]
            place += part.length
            found.append(place)
        return found

    def broken(self, width: float, scale: float, tight: float, stamp: str) -> SetList:
        """Break the items into lines at a width in mm, once they are scaled."""
        return SetList(self.flow.broken(width, scale, tight), width, self.align)

    def head(self, count: int) -> TextList:
        """Return its first units."""
        return replace(self, flow=self.flow.head(count))

    def tail(self, count: int) -> TextList:
        """Return what follows its first units."""
        return replace(self, flow=self.flow.tail(count))

    def ended(self, stamp: str, sign: str) -> TextList:
        """Return it with a sign at its end."""
        return replace(self, flow=self.flow.cut(self.flow.length, sign))


class SetList(Struct, frozen=True):
    """A list broken into lines at a width in mm."""

    text: SetFlow
    room: float
    align: str

    @property
    def width(self) -> float:
        """Width in mm of the widest line."""
        return self.text.width

    @property
    def height(self) -> float:
        """Height in mm of all items."""
        return self.text.height

    @property
    def count(self) -> int:
        """The number of lines."""
        return self.text.lines

    def reach(self, height: float, lines: int) -> int:
        """Return how many units stand on lines that fit a height in mm, and a number of lines."""
        return self.text.place(height, lines)

    def mended(self) -> SetList:
        """Return its lines without last ones that are too short."""
        return replace(self, text=self.text.mended())

    def draw(self, x: float, y: float, items: list[Item]) -> None:
        """Add the items of all lines."""
        free = max(self.room - self.width, 0.0)
        self.text.draw(x + (free / 2 if self.align == "center" else free), y, items)

"""Links inside running text: which words are linked, and where they end up on the page.

In the markup a link is ``<a to="heading">words</a>`` or ``<a href="address">words</a>``, and a
place that links may lead to is ``<a id="name"/>``, with words or without. Line breaking ignores
both. A link only remembers its first and its last piece, and every line that it is on gets a
rectangle over the pieces between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from cardgen.core.geometry import Rect
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.block import Block, Composer
from cardgen.layout.text.breaking import Line
from cardgen.layout.text.faces import Face
from cardgen.template.element import Element

_PLACE = "id="
_TAGS = re.compile(r"</?a\b[^>]*>")

Spot = tuple[int, int]
"""The index of a unit in a block, and of a piece in that unit."""


class Span(Struct, frozen=True):
    """A link from one spot up to another; ``note`` goes into its `Region`.

    Of a place, it is ``id=`` and its name, and only ``start`` counts.
    """

    note: str
    start: Spot
    end: Spot


class LinkedBlock(Block):
    """Inline content with links in it."""

    spans: list[Span] = field(default_factory=list)

    def glued(self) -> LinkedBlock:
        """Return the same content with words whole: units without a space between are joined."""
        made = LinkedBlock([], [], set(), self.face)
        moved: list[Spot] = []
        for i, unit in enumerate(self.units):
            if i and self.gaps[i] is None and i not in self.breaks:
                moved.append((len(made.units) - 1, len(made.units[-1].pieces)))
                made.units[-1] = made.units[-1].joined(unit)
                continue
            if i in self.breaks:
                made.breaks.add(len(made.units))
            moved.append((len(made.units), 0))
            made.units.append(unit)
            made.gaps.append(self.gaps[i])

        def there(spot: Spot) -> Spot:
            unit, piece = spot
            if unit == len(moved):
                return len(made.units), piece
            return moved[unit][0], moved[unit][1] + piece

        made.spans = [Span(s.note, there(s.start), there(s.end)) for s in self.spans]
        return made


class LinkComposer(Composer):
    """A Composer that also understands links."""

    def __init__(self, block: LinkedBlock, canvas: Canvas) -> None:
        super().__init__(block, canvas)
        self.spans = block.spans

    def inline(self, child: Element, face: Face) -> None:
        """Add an element; of a link, remember where it begins and ends.

        Paragraphs and lists that a text of a card brings along are lines here.
        """
        if child.tag in ("p", "ul", "ol"):
            self._lines(child, face)
            return
        if child.tag != "a":
            super().inline(child, face)
            return
        kind, target = child.attributes[:2]
        start = self._end() if self.glued else (len(self.block.units), 0)
        self.content(child, face)
        self.spans.append(Span(f"{kind}={target}", start, self._end()))

    def _lines(self, element: Element, face: Face) -> None:
        """Add a paragraph, or the items of a list."""
        if element.tag == "p":
            self._line()
            self.content(element, face)
        for number, item in enumerate(element.children, 1):
            if element.tag != "p" and isinstance(item, Element):
                self._line()
                marker = f"{number}." if element.tag == "ol" else "•"
                self.words(f"{marker}\u00a0", face, item.stamp)
                self.content(item, face)
        self._line()

    def _line(self) -> None:
        """Begin a line."""
        self.block.breaks.add(len(self.block.units))
        self.glued, self.space = False, None

    def _end(self) -> Spot:
        units = self.block.units
        return (len(units) - 1, len(units[-1].pieces)) if units else (0, 0)


def link_rects(
    block: LinkedBlock, line: Line, x: float, y: float, stretch: float
) -> Iterator[tuple[str, Rect]]:
    """Yield the note and the rectangle of each link on a line.

    ``x`` is where its words begin, ``stretch`` what is added to each of its spaces.
    """
    if not block.spans:
        return
    places = list(_places(block, line, x, stretch))
    for span in block.spans:
        if span.note.startswith(_PLACE):
            continue
        inside = [(a, b) for spot, a, b in places if span.start <= spot < span.end]
        if inside:
            left, right = inside[0][0], inside[-1][1]
            yield span.note, Rect(left, y, right - left, line.height)


def places_on(block: LinkedBlock, line: Line) -> Iterator[str]:
    """Yield the names of the places on a line; one behind the last word stands with that word."""
    last = len(block.units) - 1
    for span in block.spans:
        if span.note.startswith(_PLACE) and line.start <= min(span.start[0], last) < line.end:
            yield span.note.removeprefix(_PLACE)


def _places(
    block: Block, line: Line, x: float, stretch: float
) -> Iterator[tuple[Spot, float, float]]:
    """Yield the spot of each piece of a line, and where the piece begins and ends."""
    for gap, unit, i, skipped in line.units(block):
        if gap is not None:
            x += gap.space_width + stretch
        for j, piece in enumerate(unit.pieces, skipped):
            yield (i, j), x, x + piece.width
            x += piece.width


def without_links(markup: str) -> str:
    """Remove the tags of links, and keep their words."""
    return _TAGS.sub("", markup)

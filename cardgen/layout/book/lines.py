"""Breaks running text into lines, a strip each, and finds its links on the page.

A link is the element ``<a to="heading">`` or ``<a href="address">``, and a place that links may
lead to is ``<a id="name">``, with words or without. Line breaking ignores both. A link keeps only
its first and its last piece. Each line that it crosses gets a rectangle over the pieces between
them.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.diagnostics import LayoutError, Location
from cardgen.core.geometry import Rect
from cardgen.frame import Region, RegionKind
from cardgen.frame.items import END, GOES_ON, tag
from cardgen.layout import problems
from cardgen.layout.book.strips import Anchor, Strip
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.block import Block, Composer
from cardgen.layout.text.blocks import resolve_align
from cardgen.layout.text.breaking import Line, break_lines, without_runts
from cardgen.layout.text.faces import DASHES, Face
from cardgen.layout.text.setter import PieceMark, SetText, Spot, place_pieces
from cardgen.model.richtext import (
    NO_BREAK_SPACE,
    Branch,
    Break,
    Content,
    List,
    attributes_of,
    elements_of,
    join,
)
from cardgen.template.element import Element

_PLACE = "id="
_TO_NOTE = "to=note:"


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

    def keep_words_whole(self) -> "LinkedBlock":
        """Return the content without line breaks after dashes inside words."""
        linked_block = LinkedBlock([], [], set(), self.face)
        moved: list[Spot] = []
        for i, unit in enumerate(self.units):
            dashed = bool(linked_block.units) and linked_block.units[-1].pieces[
                -1
            ].shaped.text.endswith(DASHES)
            if i and self.gaps[i] is None and i not in self.breaks and dashed:
                moved.append((len(linked_block.units) - 1, len(linked_block.units[-1].pieces)))
                linked_block.units[-1] = linked_block.units[-1].join(unit)
                continue
            if i in self.breaks:
                linked_block.breaks.add(len(linked_block.units))
            moved.append((len(linked_block.units), 0))
            linked_block.units.append(unit)
            linked_block.gaps.append(self.gaps[i])

        def there(spot: Spot) -> Spot:
            unit, piece = spot
            if unit == len(moved):
                return len(linked_block.units), piece
            return moved[unit][0], moved[unit][1] + piece

        linked_block.spans = [Span(s.note, there(s.start), there(s.end)) for s in self.spans]
        if self.levels:
            linked_block.direct()
        return linked_block

    def direct(self) -> list[list[int]]:
        """Shape each stretch in its direction; the ends of links stay where they are."""
        moved = super().direct()

        def there(spot: Spot) -> Spot:
            unit, piece = spot
            return (unit, moved[unit][piece]) if unit < len(moved) else spot

        for i, span in enumerate(self.spans):
            self.spans[i] = Span(span.note, there(span.start), there(span.end))
        return moved


class LinkComposer(Composer):
    """A Composer that also understands links."""

    def __init__(self, block: LinkedBlock, canvas: Canvas) -> None:
        super().__init__(block, canvas)
        self.spans = block.spans

    def inline(self, child: Element, face: Face) -> None:
        """Add an element; remember the start and end of a link."""
        if child.tag != "a":
            super().inline(child, face)
            return
        kind, target = child.attributes[:2]
        start = self._end() if self.glued else (len(self.block.units), 0)
        self.content(child, face)
        self.spans.append(Span(f"{kind}={target}", start, self._end()))

    def _end(self) -> Spot:
        units = self.block.units
        return (len(units) - 1, len(units[-1].pieces)) if units else (0, 0)


def link_marks(
    block: LinkedBlock, line: Line, x: float, y: float, stretch: float, stamp: str
) -> Iterator[PieceMark]:
    """Yield the tag of each link on a line, with its rectangle; a raised number is a reference.

    ``x`` is the start of its words, ``stretch`` the extra width of each space.
    """
    # The spot of each piece of the line, and where the piece begins and ends.
    places = [
        (spot, left, left + wide)
        for _, piece, spot, left, wide, _ in place_pieces(block, line, x, stretch=stretch)
        if piece is not None
    ]
    for span in block.spans:
        if span.note.startswith(_PLACE):
            continue
        on = [place for place in places if span.start <= place[0] < span.end]
        if not on:
            continue
        suffix = GOES_ON if span.start < places[0][0] else ""
        roles = ["Reference", "Link"] if span.note.startswith(_TO_NOTE) else ["Link"]
        first, last = on[0][0], on[-1][0]
        left, right = min(place[1] for place in on), max(place[2] for place in on)
        link = Region(RegionKind.LINK, Rect(left, y, right - left, line.height), span.note, stamp)
        begin = [tag(f"{role}{suffix}") for role in roles]
        yield PieceMark(first, last, begin, [link, *[END] * len(roles)])


def places_on(block: LinkedBlock, line: Line) -> Iterator[str]:
    """Yield the names of the places on a line; one after the last word counts too."""
    last = len(block.units) - 1
    for span in block.spans:
        if span.note.startswith(_PLACE) and line.start <= min(span.start[0], last) < line.end:
            yield span.note.removeprefix(_PLACE)


WIDOW = 10
"""Characters in the last line of a text, where its style does not say."""


def stamp_of(location: Location) -> str:
    """Return the stamp of a location, for items of a Frame."""
    return f"{location.path}:{location.line}:{location.column}"


def _children(content: Content, stamp: str) -> list[Element | str]:
    """Return content as elements; adjacent words become one string.

    Lists that a text of a card brings along are lines here.
    """
    children: list[Element | str] = []
    for part in join(elements_of(content)):
        match part:
            case str():
                children.append(part)
            case List():
                for mark, item in part.lines():
                    children += _children((Break(), f"{mark}{NO_BREAK_SPACE}"), stamp)
                    children += _children(item, stamp)
                children.append(Element("br", (), stamp))
            case _:
                inner = _children(part.content, stamp) if isinstance(part, Branch) else []
                children.append(Element(part.tag, attributes_of(part), stamp, inner))
    return children


class LinkedText(SetText, frozen=True):
    """A set text with links in it, and places that links lead to."""

    block: LinkedBlock
    spaced: ClassVar[bool] = True

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The places in it."""
        if not self.block.spans:
            return ()
        return tuple(Anchor(n, 0, "") for line in self.lines for n in places_on(self.block, line))

    def marks(self, line: Line, x: float, y: float) -> Sequence[PieceMark]:
        """Return the tags of the links on a line."""
        if not self.block.spans:
            return ()
        indent, stretch = self.align_line(line)
        return list(link_marks(self.block, line, x + indent, y, stretch, self.stamp))

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw all lines, and mark the links and places in them."""
        self.draw(x, y, canvas.items)
        for line in self.lines:
            for name in places_on(self.block, line):
                place = Rect(x, y, line.width, line.height)
                canvas.items.append(
                    Region(RegionKind.ANCHOR, place, f"id={name} level=0 title=", self.stamp)
                )
            y += line.height

    def strips(self) -> list[Strip]:
        """Return a strip for each line, without widows or orphans: two lines stay together."""
        last = len(self.lines) - 1
        parts = []
        for i, line in enumerate(self.lines):
            alone = replace(self, lines=[line])
            keep = i != last and (i == 0 or i == last - 1)
            strip = Strip(
                line.height,
                alone.paint,
                keep=keep,
                anchors=alone.anchors,
                stamp=self.stamp,
                subject="the line",
            )
            parts.append(strip)
        return parts


def compose_text(content: Content, style: str, location: Location, canvas: Canvas) -> LinkedBlock:
    """Compose a text; raise LayoutError for an unknown style or a missing character."""
    face = canvas.faces.plain(style, stamp_of(location))
    block = LinkedBlock([], [], set(), face)
    text = Element("text", (), stamp_of(location), _children(content, stamp_of(location)))
    LinkComposer(block, canvas).whole(text, face)
    return block


def break_text(
    block: LinkedBlock, width: float, location: Location, align: str, widow: int = 0
) -> LinkedText:
    """Break a text into lines; raise LayoutError for a word wider than its line."""
    lines = break_lines(block, width, justified=align == "justify")
    if widow:
        lines = without_runts(block, lines, width, widow, align)
    for line in lines:
        units = line.units(block)
        if line.width > width + 0.02 and len(units) == 1:
            unit = units[0][1]
            word = "".join(piece.shaped.text for piece in unit.pieces)
            raise LayoutError(problems.word_too_wide(location, word, line.width, width))
    return LinkedText(block, lines, width, align, stamp_of(location))


def set_text(
    content: Content, style: str, width: float, location: Location, canvas: Canvas, align: str = ""
) -> LinkedText:
    """Compose a text and break it into lines, aligned as its style says unless ``align`` is set."""
    block = compose_text(content, style, location, canvas)
    look = canvas.faces.style(style, stamp_of(location))
    widow = WIDOW if look.widow is None else look.widow
    return break_text(block, width, location, resolve_align(align or look.align, block.face), widow)

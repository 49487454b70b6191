"""Running text: broken into lines, each of which is a strip."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Rect
from cardgen.frame import Region, RegionKind
from cardgen.layout import problems
from cardgen.layout.book.links import LinkComposer, LinkedBlock, link_rects, places_on
from cardgen.layout.book.strips import Anchor, Strip
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.breaking import break_lines, without_runts
from cardgen.layout.text.setter import SetText
from cardgen.template.element import Element, read_markup
from cardgen.template.stamps import STAMP

if TYPE_CHECKING:
    from cardgen.core.diagnostics import Location

WIDOW = 10
"""Characters in the last line of a text, where its style does not say."""


def stamp_of(at: Location) -> str:
    """Write a location as the stamp that items of a Frame carry."""
    return f"{at.path}:{at.line}:{at.column}"


def tagged(tag: str, at: Location, inner: str = "", **attributes: object) -> Element:
    """Make an element with a stamp."""
    rest = "".join(
        f' {name.replace("_", "-")}="{html.escape(str(value))}"'
        for name, value in attributes.items()
    )
    place = html.escape(stamp_of(at))
    return read_markup(f'<{tag} {STAMP}="{place}"{rest}>{inner}</{tag}>', at.path)


class LinkedText(SetText, frozen=True):
    """A set text with links in it, and places that links lead to."""

    block: LinkedBlock

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The places in it."""
        if not self.block.spans:
            return ()
        return tuple(Anchor(n, 0, "") for line in self.lines for n in places_on(self.block, line))

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw all lines, and mark the links and places in them."""
        self.draw(x, y, canvas.items)
        for line in self.lines:
            indent, stretch = self.aligned(line)
            for note, place in link_rects(self.block, line, x + indent, y, stretch):
                canvas.items.append(Region(RegionKind.LINK, place, note, self.stamp))
            for name in places_on(self.block, line):
                place = Rect(x, y, line.width, line.height)
                canvas.items.append(
                    Region(RegionKind.ANCHOR, place, f"id={name} level=0 title=", self.stamp)
                )
            y += line.height

    def strips(self) -> list[Strip]:
        """Return a strip for each line, without widows or orphans: two lines stay together."""
        last = len(self.lines) - 1
        found = []
        for i, line in enumerate(self.lines):
            alone = replace(self, lines=[line])
            keep = i != last and (i == 0 or i == last - 1)
            strip = Strip(
                line.height,
                alone.paint,
                keep=keep,
                anchors=alone.anchors,
                stamp=self.stamp,
                what="the line",
            )
            found.append(strip)
        return found


def compose_markup(markup: str, style: str, at: Location, canvas: Canvas) -> LinkedBlock:
    """Compose a text; raise LayoutError for an unknown style or a missing character."""
    face = canvas.faces.plain(style, stamp_of(at))
    block = LinkedBlock([], [], set(), face)
    LinkComposer(block, canvas).whole(tagged("text", at, markup), face)
    return block


def break_text(
    block: LinkedBlock, width: float, at: Location, align: str, widow: int = 0
) -> LinkedText:
    """Break a text into lines; raise LayoutError for a word wider than its line."""
    lines = break_lines(block, width)
    if widow:
        lines = without_runts(block, lines, width, widow, align == "justify")
    for line in lines:
        units = line.units(block)
        if line.width > width + 0.02 and len(units) == 1:
            unit = units[0][1]
            word = "".join(piece.shaped.text for piece in unit.pieces)
            raise LayoutError(problems.word_too_wide(at, word, line.width, width))
    return LinkedText(block, lines, width, align, stamp_of(at))


def set_text(
    markup: str, style: str, width: float, at: Location, canvas: Canvas, align: str = ""
) -> LinkedText:
    """Compose a text and break it into lines, aligned as its style says unless told otherwise."""
    block = compose_markup(markup, style, at, canvas)
    look = canvas.faces.style(style, stamp_of(at))
    widow = WIDOW if look.widow is None else look.widow
    return break_text(block, width, at, align or look.align, widow)

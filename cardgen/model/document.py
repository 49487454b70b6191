"""A rule text as blocks, made by `cardgen.model.markdown`; every block knows where it stands.

What follows from the game's data, such as a list of cards, is a block of its own here, which
`cardgen.model.expansion` turns into tables and paragraphs once the game is complete. Inside of a
text, such facts are marks: ``OPEN + "card:deck/id" + CLOSE``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.model.pieces import Pieces
from cardgen.model.richtext import Rich
from cardgen.model.selection import Condition

OPEN, CLOSE = "\ue000", "\ue001"
"""Private-use characters around a fact that is not known yet when the text is read."""

Align = Literal["left", "center", "right"]


class Citation(Struct, frozen=True):
    """Something that a text names: a ``card``, its ``name``, a ``count``, ``page`` or ``picture``.

    An ``assumption`` is explained in a note, an ``index`` lists the place under the name.
    ``conditions`` choose the cards to count; ``name`` has them, too, behind a question mark.
    """

    kind: str
    name: str
    at: Location
    conditions: tuple[Condition, ...] = ()

    @property
    def deck(self) -> str:
        """The component that is named, or whose card is."""
        return self.name.partition("?")[0].partition("/")[0].strip()


class Heading(Struct, frozen=True):
    """A heading; links name it by its ``anchor``."""

    level: int
    text: Rich
    anchor: str
    at: Location


class Paragraph(Struct, frozen=True):
    """Running text; ``role`` is the name of its style."""

    text: Rich
    at: Location
    role: str = "text"


class Listing(Struct, frozen=True):
    """A list, numbered from ``start``, or with bullets if that is None."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    at: Location


class TableBlock(Struct, frozen=True):
    """Cells in rows; all rows are as long as the head."""

    head: tuple[Rich, ...]
    rows: tuple[tuple[Rich, ...], ...]
    aligns: tuple[Align, ...]
    at: Location


class Quote(Struct, frozen=True):
    """A block quote."""

    blocks: tuple[Block, ...]
    at: Location


class Note(Struct, frozen=True):
    """A box with a title."""

    title: Rich
    blocks: tuple[Block, ...]
    at: Location


class Columns(Struct, frozen=True):
    """Text in balanced columns."""

    blocks: tuple[Block, ...]
    count: int
    at: Location


class Spread(Struct, frozen=True):
    """Text that stands on one spread: on one page, or on two that face one another."""

    blocks: tuple[Block, ...]
    at: Location


class PictureBlock(Struct, frozen=True):
    """A raster picture of the game's folder."""

    source: str
    caption: Rich
    at: Location


class Figure(Struct, frozen=True):
    """A drawing made by a template, ``height`` mm high, or as high as the template makes it.

    ``given`` are the values that the template sees as ``figure``. One that is ``decorative`` needs
    no caption.
    """

    template: str
    height: float | None
    caption: Rich
    at: Location
    given: tuple[tuple[str, str | int | float], ...] = ()
    decorative: bool = False


class CardRow(Struct, frozen=True):
    """Pictures of real cards side by side, ``width`` mm wide each at most.

    A row that is ``decorative`` needs no caption.
    """

    cards: tuple[Citation, ...]
    width: float
    caption: Rich
    at: Location
    decorative: bool = False


class Generated(Struct, frozen=True):
    """A block made of the game's data; ``columns`` are pairs of fields and their heading.

    ``places`` tells where the fields of each column are named; ``merge`` makes one row of cards
    that show the same.
    """

    what: str
    subject: str
    columns: tuple[tuple[str, str], ...]
    at: Location
    places: tuple[Location, ...] = ()
    merge: bool = False


class Inventory(Struct, frozen=True):
    """What lies in the box, pictured and counted."""

    pieces: tuple[Pieces, ...]
    at: Location


class Divider(Struct, frozen=True):
    """A line between two parts."""

    at: Location


class PageBreak(Struct, frozen=True):
    """The end of a page."""

    at: Location


class Contents(Struct, frozen=True):
    """The list of headings down to a level, with their pages."""

    depth: int
    at: Location


class Index(Struct, frozen=True):
    """Words in order, each with the anchor of the places that name it."""

    entries: tuple[tuple[str, str], ...]
    at: Location


Block = (
    Heading
    | Paragraph
    | Listing
    | TableBlock
    | Quote
    | Note
    | Columns
    | Spread
    | PictureBlock
    | Figure
    | CardRow
    | Generated
    | Inventory
    | Divider
    | PageBreak
    | Contents
    | Index
)


Around = Note | Columns | Quote | Spread
"""Blocks with blocks inside, but for lists."""


class Document(Struct, frozen=True):
    """A whole text with everything it names."""

    blocks: tuple[Block, ...]
    references: tuple[Citation, ...] = ()
    anchors: Mapping[str, str] = {}
    """Headings by anchor."""


def mark(kind: str, name: str) -> str:
    """Write a mark for a fact that is filled in later."""
    return f"{OPEN}{kind}:{name}{CLOSE}"

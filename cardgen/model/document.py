"""A rule text as blocks, made by `cardgen.model.markdown`; every block knows its place.

What follows from the game's data, such as a list of cards, is a block of its own here, which
`cardgen.model.expansion` turns into tables and paragraphs once the game is complete. Inside a
text, it is a `Fact`. Conditions choose the cards to count: ``{count:soldiers?type=medic}``.

`Documents` keeps the texts that were read last. A text depends on itself and on the rules, terms
and icons that its braces may name. All else that it names, such as cards, it leaves as facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, msgpack
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.model import problems
from cardgen.model.cards import Card
from cardgen.model.pieces import Pieces
from cardgen.model.record import Record, value_key, values_of
from cardgen.model.richtext import EMPTY, Rich, TermValue
from cardgen.model.scope import Scope
from cardgen.model.sides import freeze
from cardgen.source.node import SourceFile


class Condition(Struct, frozen=True):
    """A field and the value that it must state, alone or among others."""

    field: str
    value: str
    field_at: Location
    value_at: Location


def read_conditions(text: str, at: Location, scope: Scope) -> tuple[Condition, ...]:
    """Read the text behind the question mark, ``type=medic&copies=2``, which begins at ``at``."""
    found = []
    offset = 0
    for part in text.split("&"):
        name, equals, value = part.partition("=")
        begin = at.column + offset
        field_at, value_at = (
            replace(at, column=begin + end - len(word.lstrip()), length=len(word.strip()))
            for end, word in ((len(name), name), (len(name) + 1 + len(value), value))
        )
        offset += len(part) + 1
        if not equals or not name.strip() or not value.strip():
            place = replace(field_at, length=max(len(part.strip()), 1))
            shown = (
                f"`{part.strip()}` is no condition" if part.strip() else "a condition is missing"
            )
            hint = "write `{count:deck?field=value}`, several conditions with `&` between them"
            scope.fault(problems.bad_markup(place, shown, hint))
            continue
        found.append(Condition(name.strip(), value.strip(), field_at, value_at))
    return tuple(found)


def check_conditions(
    conditions: Iterable[Condition], cards: Sequence[Card], fields: Sequence[str], scope: Scope
) -> None:
    """Report a field that no card has, and a value that no card states there."""
    for one in conditions:
        if not scope.knows(one.field_at, "field", one.field, fields):
            continue
        if not any(_meets(card, one) for card in cards):
            stated = (values_of(card.record).get(one.field) for card in cards)
            known = dict.fromkeys(word for value in stated for word in _words(value, brief=True))
            what = f"value of `{one.field}`"
            scope.fault(problems.unknown_name(one.value_at, what, one.value, known, "values"))


def count_cards(cards: Iterable[Card], conditions: Sequence[Condition]) -> int:
    """Return how many cards meet all conditions, copies included."""
    return sum(card.copies for card in cards if all(_meets(card, one) for one in conditions))


def _meets(card: Card, condition: Condition) -> bool:
    return condition.value in _words(values_of(card.record).get(condition.field))


def _words(value: Any, brief: bool = False) -> Iterator[str]:
    """Yield the words that a value answers to; ``brief`` leaves out all but the first."""
    match value:
        case None | "":
            return
        case Rich() if not value:
            return
        case list() | tuple():
            for item in value:
                yield from _words(item, brief)
        case Record():
            for item in values_of(value).values():
                yield from _words(item, brief)
        case _:
            yield value_key(value)
            if isinstance(value, bool) and not brief:
                yield "true" if value else "false"
            elif isinstance(value, TermValue) and not brief:
                yield value.text


Align = Literal["left", "center", "right"]


class Citation(Struct, frozen=True):
    """Something that a text names: a ``card``, its ``name``, a ``count``, ``page`` or ``picture``.

    ``odds`` have a question as their name (`cardgen.model.odds`). An ``assumption`` is explained
    in a note, an ``index`` lists the place under the name. ``conditions`` choose the cards to
    count; ``name`` has them, too, behind a question mark.
    """

    kind: str
    name: str
    at: Location
    conditions: tuple[Condition, ...] = ()

    @property
    def deck(self) -> str:
        """The component that is named, or whose card is."""
        if self.kind == "odds":
            return self.name.partition(" of ")[2].split()[0]
        return self.name.partition("?")[0].partition("/")[0].strip()


class _Block(Struct, frozen=True, tag=True):
    """The base of all blocks: kept as bytes, each names its kind."""


class Heading(_Block, frozen=True):
    """A heading; links name it by its ``anchor``."""

    level: int
    text: Rich
    anchor: str
    at: Location


class Paragraph(_Block, frozen=True):
    """Running text; ``role`` is the name of its style."""

    text: Rich
    at: Location
    role: str = "text"


class Listing(_Block, frozen=True):
    """A list, numbered from ``start``, or with bullets if that is None."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    at: Location


class TableBlock(_Block, frozen=True):
    """Cells in rows; all rows are as long as the head."""

    head: tuple[Rich, ...]
    rows: tuple[tuple[Rich, ...], ...]
    aligns: tuple[Align, ...]
    at: Location


class Quote(_Block, frozen=True):
    """A block quote."""

    blocks: tuple[Block, ...]
    at: Location


class Note(_Block, frozen=True):
    """A box with a title."""

    title: Rich
    blocks: tuple[Block, ...]
    at: Location


class Columns(_Block, frozen=True):
    """Text in balanced columns."""

    blocks: tuple[Block, ...]
    count: int
    at: Location


class Spread(_Block, frozen=True):
    """Text that stands on one spread: on one page, or on two that face one another."""

    blocks: tuple[Block, ...]
    at: Location


class PictureBlock(_Block, frozen=True):
    """A raster picture of the game's folder; ``alt`` is for whoever does not see it."""

    source: str
    caption: Rich
    at: Location
    alt: Rich = EMPTY


class Figure(_Block, frozen=True):
    """A drawing made by a template, ``height`` mm high, or as high as the template makes it.

    ``given`` are the values that the template sees as ``figure``. One that is ``decorative`` needs
    no caption. ``alt`` tells whoever does not see it what it tells others.
    """

    template: str
    height: float | None
    caption: Rich
    at: Location
    given: tuple[tuple[str, str | int | float], ...] = ()
    decorative: bool = False
    alt: Rich = EMPTY


class CardRow(_Block, frozen=True):
    """Pictures of real cards side by side, ``width`` mm wide each at most.

    A row that is ``decorative`` needs no caption. Without ``alt`` each card speaks for itself.
    """

    cards: tuple[Citation, ...]
    width: float
    caption: Rich
    at: Location
    decorative: bool = False
    alt: Rich = EMPTY


class Generated(_Block, frozen=True):
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
    height: float | None = None


class Inventory(_Block, frozen=True):
    """What lies in the box, pictured at most ``height`` mm high and counted."""

    pieces: tuple[Pieces, ...]
    at: Location
    height: float | None = None


class Divider(_Block, frozen=True):
    """A line between two parts."""

    at: Location


class PageBreak(_Block, frozen=True):
    """The end of a page."""

    at: Location


class Contents(_Block, frozen=True):
    """The list of headings down to a level, with their pages."""

    depth: int
    at: Location


class Index(_Block, frozen=True):
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


def flat(blocks: Iterable[Block], lists: bool = False) -> Iterator[Block]:
    """Yield blocks and those inside of boxes, in the order of the text.

    With ``lists``, those in the items of lists come as well.
    """
    for block in blocks:
        yield block
        if isinstance(block, Around):
            yield from flat(block.blocks, lists)
        elif lists and isinstance(block, Listing):
            for item in block.items:
                yield from flat(item, lists)


def block_texts(block: Block) -> Iterator[Rich]:
    """Yield the texts of a block, without those of blocks inside."""
    match block:
        case Heading() | Paragraph():
            yield block.text
        case TableBlock():
            for row in (block.head, *block.rows):
                yield from row
        case Note():
            yield block.title
        case Figure() | CardRow() | PictureBlock():
            yield block.caption


def in_one_column(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks without columns, spreads and ends of pages; what was in them stays."""
    for block in blocks:
        if isinstance(block, Columns | Spread):
            yield from in_one_column(block.blocks)
        elif not isinstance(block, PageBreak):
            yield with_inner(block, in_one_column)


def with_inner(block: Block, change: Callable[[Sequence[Block]], Iterable[Block]]) -> Block:
    """Return a block with others in place of the blocks inside."""
    if isinstance(block, Around):
        return replace(block, blocks=tuple(change(block.blocks)))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(change(item)) for item in block.items))
    return block


class Document(Struct, frozen=True):
    """A whole text with everything it names."""

    blocks: tuple[Block, ...]
    references: tuple[Citation, ...] = ()
    anchors: Mapping[str, str] = {}
    """Headings by anchor."""


_READER = msgpack.Decoder(Document)
"""Made as the module is loaded: two threads that make one at once crash the program."""


class Documents(Struct):
    """The texts of one game, by their paths; ``plain`` holds them for another process."""

    plain: dict[str, tuple[str, bytes]] = {}
    fresh: bool = False
    """Whether a text was read that was not known."""

    def find(self, file: SourceFile, scope: Scope) -> Document | None:
        """Return what a text says, if it would be read the same."""
        key, data = self.plain.get(file.path, ("", b""))
        return _READER.decode(data) if key == _key(file, scope) else None

    def keep(self, file: SourceFile, scope: Scope, document: Document) -> None:
        """Remember a text that was read without any finding."""
        self.plain[file.path] = (_key(file, scope), msgpack.encode(document))
        self.fresh = True


def _key(file: SourceFile, scope: Scope) -> str:
    rules = [(name, rule.value.text, freeze(rule.value)) for name, rule in scope.rules.items()]
    terms = [(name, freeze(term)) for name, term in scope.terms.items()]
    icons, marked = sorted(scope.icons), scope.languages.marked
    return digest((file.text, sorted(rules), sorted(terms), icons, marked))

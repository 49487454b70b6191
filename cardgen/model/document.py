"""A rule text as blocks with locations, made by `cardgen.model.markdown`.

A `Generated` block stands for a part that is made of the game's data, such as a list of cards; a
`Fact` does so inside of a text. `cardgen.model.expansion` replaces them once the game is complete.
Conditions select cards to count: ``{count:soldiers?type=medic}``.

`Documents` caches parsed texts. A parsed text depends on its source and on the rules, terms and
icons that it may name, but not on cards, since they are facts.
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
    """A field and a required value; a list must contain the value."""

    field: str
    value: str
    field_at: Location
    value_at: Location


def read_conditions(text: str, location: Location, scope: Scope) -> tuple[Condition, ...]:
    """Read the text behind a question mark, ``type=medic&copies=2``, at its location."""
    conditions = []
    offset = 0
    for part in text.split("&"):
        name, equals, value = part.partition("=")
        begin = location.column + offset
        field_at, value_at = (
            replace(location, column=begin + end - len(word.lstrip()), length=len(word.strip()))
            for end, word in ((len(name), name), (len(name) + 1 + len(value), value))
        )
        offset += len(part) + 1
        if not equals or not name.strip() or not value.strip():
            place = replace(field_at, length=max(len(part.strip()), 1))
            message = (
                f"`{part.strip()}` is no condition" if part.strip() else "a condition is missing"
            )
            hint = "write `{count:deck?field=value}`, several conditions with `&` between them"
            scope.fault(problems.bad_markup(place, message, hint))
            continue
        conditions.append(Condition(name.strip(), value.strip(), field_at, value_at))
    return tuple(conditions)


def check_conditions(
    conditions: Iterable[Condition], cards: Sequence[Card], fields: Sequence[str], scope: Scope
) -> None:
    """Report fields and values that no card has."""
    for condition in conditions:
        if not scope.knows(condition.field_at, "field", condition.field, fields):
            continue
        if not any(_meets(card, condition) for card in cards):
            card_values = (values_of(card.record).get(condition.field) for card in cards)
            words = dict.fromkeys(w for value in card_values for w in _words(value, brief=True))
            location, noun = condition.value_at, f"value of `{condition.field}`"
            scope.fault(problems.unknown_name(location, noun, condition.value, words))


def count_cards(cards: Iterable[Card], conditions: Sequence[Condition]) -> int:
    """Return how many cards meet all conditions, copies included."""
    return sum(card.copies for card in cards if all(_meets(card, c) for c in conditions))


def _meets(card: Card, condition: Condition) -> bool:
    return condition.value in _words(values_of(card.record).get(condition.field))


def _words(value: Any, brief: bool = False) -> Iterator[str]:
    """Yield the words that match a value; ``brief`` yields only the main word of each."""
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
    """A reference in a text.

    Its kind is ``card``, ``name`` (of a card), ``count``, ``page``, ``picture``, ``odds`` (the name
    is a question, see `cardgen.model.odds`), ``assumption`` or ``index``. ``conditions`` select the
    cards to count; ``name`` has them, too, behind a question mark.
    """

    kind: str
    name: str
    location: Location
    conditions: tuple[Condition, ...] = ()

    @property
    def deck(self) -> str:
        """The id of the referenced component, or of the referenced card's deck."""
        if self.kind == "odds":
            return self.name.partition(" of ")[2].split()[0]
        return self.name.partition("?")[0].partition("/")[0].strip()


class _Block(Struct, frozen=True, tag=True):
    """The base of all blocks; when they are encoded, the tag is their class."""


class Heading(_Block, frozen=True):
    """A heading; ``anchor`` is its name in links."""

    level: int
    text: Rich
    anchor: str
    location: Location


class Paragraph(_Block, frozen=True):
    """Running text; ``role`` is the name of its style."""

    text: Rich
    location: Location
    role: str = "text"


class Listing(_Block, frozen=True):
    """A list, numbered from ``start``, or with bullets if that is None."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    location: Location


class TableBlock(_Block, frozen=True):
    """Cells in rows; all rows are as long as the head."""

    head: tuple[Rich, ...]
    rows: tuple[tuple[Rich, ...], ...]
    aligns: tuple[Align, ...]
    location: Location


class Quote(_Block, frozen=True):
    """A block quote."""

    blocks: tuple[Block, ...]
    location: Location


class Note(_Block, frozen=True):
    """A box with a title."""

    title: Rich
    blocks: tuple[Block, ...]
    location: Location


class Columns(_Block, frozen=True):
    """Text in balanced columns."""

    blocks: tuple[Block, ...]
    count: int
    location: Location


class Spread(_Block, frozen=True):
    """Text that stays on one spread: on one page, or on two facing pages."""

    blocks: tuple[Block, ...]
    location: Location


class PictureBlock(_Block, frozen=True):
    """A raster picture in the game's folder, with its alternative text."""

    source: str
    caption: Rich
    location: Location
    alt: Rich = EMPTY


class Figure(_Block, frozen=True):
    """A drawing of a template, ``height`` mm high, or in the height that the template chooses.

    ``values`` is the record ``figure`` of the template. A ``decorative`` figure needs no caption.
    ``alt`` is the alternative text.
    """

    template: str
    height: float | None
    caption: Rich
    location: Location
    values: tuple[tuple[str, str | int | float], ...] = ()
    decorative: bool = False
    alt: Rich = EMPTY


class CardRow(_Block, frozen=True):
    """Pictures of cards side by side, each at most ``width`` mm wide.

    A ``decorative`` row needs no caption. Without ``alt``, the alternative texts are those of the
    cards.
    """

    cards: tuple[Citation, ...]
    width: float
    caption: Rich
    location: Location
    decorative: bool = False
    alt: Rich = EMPTY


class Generated(_Block, frozen=True):
    """A block to make of the game's data; ``columns`` are pairs of fields and their heading.

    ``locations`` are the locations of the columns' fields. ``merge`` joins equal rows.
    """

    kind: str
    subject: str
    columns: tuple[tuple[str, str], ...]
    location: Location
    locations: tuple[Location, ...] = ()
    merge: bool = False
    height: float | None = None


class Inventory(_Block, frozen=True):
    """The pieces in the box with their numbers and pictures, each at most ``height`` mm high."""

    pieces: tuple[Pieces, ...]
    location: Location
    height: float | None = None


class Divider(_Block, frozen=True):
    """A line between two parts."""

    location: Location


class PageBreak(_Block, frozen=True):
    """The end of a page."""

    location: Location


class Contents(_Block, frozen=True):
    """The list of headings down to a level, with their pages."""

    depth: int
    location: Location


class Index(_Block, frozen=True):
    """An index: words in order, each with the anchor of its uses."""

    entries: tuple[tuple[str, str], ...]
    location: Location


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
"""Blocks that contain blocks, except lists."""


def flat(blocks: Iterable[Block], lists: bool = False) -> Iterator[Block]:
    """Yield blocks and the blocks inside of them, in the order of the text.

    Blocks in items of lists are included only with ``lists``.
    """
    for block in blocks:
        yield block
        if isinstance(block, Around):
            yield from flat(block.blocks, lists)
        elif lists and isinstance(block, Listing):
            for item in block.items:
                yield from flat(item, lists)


def block_texts(block: Block) -> Iterator[Rich]:
    """Yield the block's own texts, without the texts of blocks inside."""
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
    """Yield blocks without page breaks; columns and spreads are replaced by their content."""
    for block in blocks:
        if isinstance(block, Columns | Spread):
            yield from in_one_column(block.blocks)
        elif not isinstance(block, PageBreak):
            yield with_inner(block, in_one_column)


def with_inner(block: Block, change: Callable[[Sequence[Block]], Iterable[Block]]) -> Block:
    """Return a copy of a block; ``change`` replaces the blocks inside."""
    if isinstance(block, Around):
        return replace(block, blocks=tuple(change(block.blocks)))
    if isinstance(block, Listing):
        return replace(block, items=tuple(tuple(change(item)) for item in block.items))
    return block


class Document(Struct, frozen=True):
    """A parsed rule text with its references."""

    blocks: tuple[Block, ...]
    references: tuple[Citation, ...] = ()
    anchors: Mapping[str, str] = {}
    """Headings by anchor."""


_READER = msgpack.Decoder(Document)
"""Made when the module is loaded, since making one in two threads at once crashes the program."""


class Documents(Struct):
    """The parsed texts of one game by path; ``plain`` has their keys and bytes for processes."""

    plain: dict[str, tuple[str, bytes]] = {}
    fresh: bool = False
    """True if a text was added since the last build."""

    def find(self, file: SourceFile, scope: Scope) -> Document | None:
        """Return a parsed text if its source and the names that it may use have not changed."""
        key, data = self.plain.get(file.path, ("", b""))
        return _READER.decode(data) if key == _key(file, scope) else None

    def keep(self, file: SourceFile, scope: Scope, document: Document) -> None:
        """Keep a parsed text without diagnostics."""
        self.plain[file.path] = (_key(file, scope), msgpack.encode(document))
        self.fresh = True


def _key(file: SourceFile, scope: Scope) -> str:
    rules = [(name, rule.value.text, freeze(rule.value)) for name, rule in scope.rules.items()]
    terms = [(name, freeze(term)) for name, term in scope.terms.items()]
    icons, language = sorted(scope.icons), (scope.languages.read, scope.languages.marked)
    return digest((file.text, sorted(rules), sorted(terms), icons, language))

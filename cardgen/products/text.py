"""The product ``text``: the whole game as plain text, for screen readers.

The text consists of the game's words (`cardgen.model.words`); only for boards and dice, the product
reads laid-out sides. It is UTF-8 in 72 columns. Users of screen readers jump from heading to
heading by searching for ``== ``, with one more ``=`` for each level. Headings have no closing
signs, because screen readers would read them aloud.

There are no pages: references to pages become numbers of sections. A table becomes one item for
each row, with the head of the column before each cell; a picture becomes its caption. Cards with
the same words are one entry with their number, even if their pictures differ.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Literal

from msgspec import Struct

from cardgen.core.fingerprint import digest
from cardgen.frame.words import texts_of
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.model.document import (
    Block,
    CardRow,
    Columns,
    Figure,
    Heading,
    Index,
    Inventory,
    Listing,
    Note,
    Paragraph,
    PictureBlock,
    Quote,
    Spread,
    TableBlock,
    block_texts,
    flat,
)
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Component, Game
from cardgen.model.pieces import Pieces, drop_repeated_titles
from cardgen.model.richtext import Fact, Rich, nodes_in
from cardgen.model.words import (
    LabelledText,
    card_name,
    card_words,
    nice,
    one_line,
    read_aloud,
    spoken_text,
)
from cardgen.products.artifact import Artifact
from cardgen.products.options import TEXT
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest


@product(TEXT, Board, Die, on_request=True)
def texts(request: ProductRequest) -> Iterator[Artifact]:
    """Describe the whole game as plain text."""
    path, data = f"{TEXT}/{request.game.id}.txt", plain_text(script(request)).encode()
    key = digest((path, data.hex(), request.versions))
    yield Artifact(path, TEXT, key, lambda tools: data)


_SHORT = 32
"""The longest text of a board, in characters, that shares a line with others."""


class CardText(Struct, frozen=True):
    """Cards with the same words: their name, their fields in words, and their number."""

    name: str
    fields: tuple[LabelledText, ...]
    copies: int


def card_texts(deck: Deck, game: Game) -> list[CardText]:
    """Return the words of a deck's printed cards, in the order of the deck."""
    counts: dict[tuple[str, tuple[LabelledText, ...]], int] = {}
    for card in deck.cards:
        if card.copies:
            key = card_name(card), card_words(card, game)
            counts[key] = counts.get(key, 0) + card.copies
    return [CardText(*key, copies) for key, copies in counts.items()]


def script(request: ProductRequest) -> list[Passage]:
    """Return all words of a game as passages."""
    game = request.game
    parts: list[tuple[str, list[Passage]]] = []
    pieces = drop_repeated_titles(
        [p for component in game.components.values() for p in component.pieces(game)]
    )
    if pieces:
        box = [Passage("item", inventory_line(piece)) for piece in pieces]
        parts.append(("In the box", box))
    for kind in (Booklet, Deck, Board, TokenSet, Die):
        for component in game.components.values():
            if isinstance(component, kind):
                parts.append(_component_text(request, component))
    return [
        *_about(game),
        Passage("heading", "Contents", 1),
        *(Passage("item", title) for title, _ in parts),
        *(line for title, inside in parts for line in (Passage("heading", title, 1), *inside)),
    ]


def _about(game: Game) -> Iterator[Passage]:
    yield Passage("heading", game.title)
    facts = {
        "": game.subtitle,
        "Players": game.players,
        "Time": game.duration,
        "Age": game.age,
        "Version": game.version,
        "Licence": game.license,
    }
    for label, value in facts.items():
        if value:
            yield Passage("text", f"{label}: {one_line(value)}" if label else one_line(value))
    for credit in game.credits:
        yield Passage("text", one_line(credit.plain))


def _component_text(request: ProductRequest, component: Component) -> tuple[str, list[Passage]]:
    game = request.game
    use = one_line(component.use.plain)
    passages = [Passage("text", use)] if use else []
    match component:
        case Booklet():
            flow = component.flow(game)
            return component.title, [*RuleReader(flow, 1).passages()]
        case Deck():
            return _deck(component, game)
        case Board():
            painted_passages = [
                *_painted_passages(texts_of(frame) for frame in request.faces(component))
            ]
            lines = map(one_line, component.alt.plain.split("\n"))
            alt_passages = [Passage("text", line) for line in filter(None, lines)]
            return f"Board: {component.title}", [*passages, *(alt_passages or painted_passages)]
        case TokenSet():
            passages += [*_tokens(component, use)]
            return f"Tokens: {component.title} ({_count_text(component.count, 'token')})", passages
        case Die():
            number, faces = _count_text(component.copies, "die", "dice"), request.faces(component)
            words = [(n, "; ".join(texts_of(frame))) for n, frame in enumerate(faces, 1)]
            if all(text for _, text in words) and any(text != str(n) for n, text in words):
                passages += [Passage("item", text, 0, f"{n}.") for n, text in words]
            return f"Dice: {component.title} ({number} with {component.faces} sides)", passages
    raise AssertionError(component)


def _deck(deck: Deck, game: Game) -> tuple[str, list[Passage]]:
    if deck.series is not None:
        total = _count_text(deck.series.total(), "card")
        return f"Deck: {deck.title} ({total})", [Passage("text", "Each is printed from a table.")]
    texts = card_texts(deck, game)
    passages = []
    for card_text in texts:
        many = f" ({_count_text(card_text.copies, 'card')})" if card_text.copies > 1 else ""
        passages.append(Passage("heading", f"{card_text.name}{many}", 2))
        for field in card_text.fields:
            if len(field.lines) == 1:
                passages.append(Passage("field", field.text))
                continue
            if field.label:
                passages.append(Passage("field", f"{field.label}:"))
            passages += (Passage("item", line, 0, f"{n}.") for n, line in enumerate(field.lines, 1))
    different = f", {len(texts)} different" if 1 < len(texts) < deck.count else ""
    return f"Deck: {deck.title} ({_count_text(deck.count, 'card')}{different})", passages


def _tokens(token_set: TokenSet, use: str) -> Iterator[Passage]:
    counts: dict[str, int] = {}
    for token in token_set.tokens:
        name = one_line(token.title.plain) or nice(token.id)
        called = token.called.partition("|")[0]
        named = name if called.casefold() in ("token", name.casefold()) else f"{name}, {called}"
        own = one_line(token.use.plain)
        line = f"{named}. {own}" if own and own != use else named
        counts[line] = counts.get(line, 0) + token.copies
    for line, copies in counts.items():
        if copies:
            yield Passage("item", f"{copies} × {line}" if copies > 1 else line)


def _painted_passages(sides: Iterable[list[str]]) -> Iterator[Passage]:
    counts: dict[str, int] = {}
    for text in (text for side in sides for text in side):
        counts[text] = counts.get(text, 0) + 1
    short: list[str] = []
    for text, number in counts.items():
        counted_text = f"{text} ({number} times)" if number > 1 else text
        if len(text) <= _SHORT:
            short.append(counted_text)
            continue
        if short:
            yield Passage("text", "; ".join(short))
            short = []
        yield Passage("text", counted_text)
    if short:
        yield Passage("text", "; ".join(short))


def _count_text(number: int, singular: str, many: str = "") -> str:
    return f"{number} {singular if number == 1 else many or f'{singular}s'}"


_PAGE = re.compile(r"\b([Pp])age(s?)(?=\s+$)")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_ENDS = (".", "!", "?", ":", "…", "”", ")")
_LAST = (*_ENDS, "]")  # of a note


def inventory_line(pieces: Pieces) -> str:
    """Return the number and the noun of pieces of one kind, such as ``12 cards: Heroes``."""
    return f"{pieces.count} {pieces.noun}" + (f": {pieces.title}" if pieces.title else "")


class RuleReader:
    """Reads the blocks of one text; ``depth`` is the level of the heading above them."""

    def __init__(self, flow: FlowSpec, depth: int) -> None:
        self._flow = flow
        self._depth = depth
        self._numbers: dict[int, str] = {}
        """The number of each heading, by its identity."""
        self._sections: dict[str, list[str]] = {}
        """The numbers of the sections that contain each anchor or word of the index."""
        self._number(flow.blocks)

    def passages(self) -> Iterator[Passage]:
        """Yield the whole text."""
        return self._read(self._flow.blocks, 0)

    def _number(self, blocks: Sequence[Block]) -> None:
        section, counts = "", [0, 0, 0]
        for block in flat(blocks, lists=True):
            if isinstance(block, Heading):
                level = min(block.level, 3)
                counts[level - 1 :] = [counts[level - 1] + 1, *[0] * (3 - level)]
                section = ".".join(map(str, counts[:level]))
                self._numbers[id(block)] = section
                self._sections[block.anchor] = [section]
            for text in block_texts(block):
                for fact in nodes_in(text, Fact):
                    places = self._sections.setdefault(_anchor_of(fact), [])
                    places += [section] * (section not in places)

    def _read(self, blocks: Sequence[Block], level: int) -> Iterator[Passage]:
        for block in blocks:
            match block:
                case Heading():
                    number = self._numbers[id(block)]
                    depth = self._depth + min(block.level, 3)
                    title = one_line(self._fill_facts(block.text, heading=True))
                    yield Passage("heading", f"{number} {title}", depth)
                case Paragraph():
                    if not any(fact.kind == "revision" for fact in nodes_in(block.text, Fact)):
                        yield from self._lines(block.text, level)
                case Listing():
                    yield from self._items(block, level)
                case TableBlock():
                    yield from self._rows(block, level)
                case Note():
                    title = self._plain(block.title)
                    yield Passage("text", f"Note: {title}" if title else "Note:", level)
                    yield from self._read(block.blocks, level + 1)
                case Quote():
                    yield from self._read(block.blocks, level + 1)
                case Columns() | Spread():
                    yield from self._read(block.blocks, level)
                case Inventory():
                    for pieces in block.pieces:
                        yield Passage("item", inventory_line(pieces), level)
                case Figure() | CardRow() | PictureBlock():
                    descriptions = filter(None, map(self._plain, (block.caption, block.alt)))
                    if words := [
                        part if part.endswith(_LAST) else f"{part}." for part in descriptions
                    ]:
                        yield Passage("text", f"Picture: {' '.join(words)}", level)
                case Index():
                    for word, _ in block.entries:
                        if places := self._sections.get(f"index:{word}"):
                            yield Passage("item", f"{word}: {', '.join(places)}", level)

    def _lines(self, text: Rich, level: int) -> Iterator[Passage]:
        for line in self._fill_facts(text).split("\n"):
            if words := one_line(line):
                yield Passage("text", words, level)

    def _items(self, block: Listing, level: int) -> Iterator[Passage]:
        numbers = count(block.start) if block.start is not None else None
        for item in block.items:
            mark = f"{next(numbers)}." if numbers is not None else ""
            first, *following = [*self._read(item, level + 1)] or [Passage("text", "")]
            if first.kind == "text" and first.level == level + 1:
                yield Passage("item", first.text, level, mark)
            else:
                yield from (Passage("item", "", level, mark), first)
            yield from following

    def _rows(self, block: TableBlock, level: int) -> Iterator[Passage]:
        heads = [self._plain(head) for head in block.head] or [""] * len(block.aligns)
        for row in block.rows:
            cells = [self._plain(cell) for cell in row]
            parts = [
                f"{head}: {cell}" if head and column else cell
                for column, (head, cell) in enumerate(zip(heads, cells, strict=True))
                if cell
            ]
            if not parts:
                continue
            if any(heads):
                line = " ".join(f"{cell}" if cell.endswith(_ENDS) else f"{cell}." for cell in parts)
            else:
                line = ": ".join((parts[0], " ".join(parts[1:]))) if parts[1:] else parts[0]
            yield Passage("item", line, level)

    def _plain(self, text: Rich) -> str:
        return one_line(self._fill_facts(text))

    def _fill_facts(self, text: Rich, heading: bool = False) -> str:
        """Return the words of a text with the values of its facts; sections replace pages.

        In a ``heading``, an icon without words is an ornament and left out.
        """
        words: list[str] = []
        for part in read_aloud(text.content, ornaments=heading):
            if isinstance(part, Fact) and part.kind == "page" and words:
                words[-1] = _PAGE.sub(
                    lambda page: f"{'S' if page[1] == 'P' else 's'}ection{page[2]}", words[-1]
                )
            words.append(self._fact(part) if isinstance(part, Fact) else part)
        return "".join(words)

    def _fact(self, fact: Fact) -> str:
        if fact.kind == "page":
            return " ".join(self._sections.get(fact.name, ())[:1])
        if fact.kind == "places":
            anchors = fact.name.split()
            places = dict.fromkeys(s for anchor in anchors for s in self._sections.get(anchor, ()))
            return f"section{'s' * (len(places) > 1)} {', '.join(places)}"
        words = spoken_text(Rich(self._flow.facts.get(fact, ())))
        if fact.kind == "assumption" and words:
            return f" [{words.translate(_DIGITS)}]"
        return words


def _anchor_of(fact: Fact) -> str:
    return f"{'cited' if fact.kind == 'assumption' else fact.kind}:{fact.name}"


COLUMNS = 72
_STEP = 2


class Passage(Struct, frozen=True):
    """A heading of a level from 1 on, 0 for the title; or a text, an item of a list or a field.

    Texts, items and fields are indented by their level, from 0 on. The ``mark`` of an item is its
    number, or "" for a bullet.
    """

    kind: Literal["heading", "text", "item", "field"]
    text: str
    level: int = 0
    mark: str = ""


def plain_text(passages: Iterable[Passage]) -> str:
    """Write passages, with empty lines between paragraphs but not between items or fields."""
    lines: list[str] = []
    before: Passage | None = None
    for passage in passages:
        together = before is not None and {before.kind, passage.kind} <= {"item", "field"}
        if lines and not together:
            lines += [""] * (2 if passage.kind == "heading" and passage.level == 1 else 1)
        lines += _lines(passage)
        before = passage
    return "\n".join(lines) + "\n"


def _lines(passage: Passage) -> list[str]:
    if passage.kind == "heading":
        return [f"{'=' * (passage.level + 1)} {passage.text}" if passage.level else passage.text]
    mark = f"{passage.mark or '-'} " if passage.kind == "item" else ""
    first = " " * (_STEP * passage.level) + mark
    return textwrap.wrap(
        passage.text,
        COLUMNS,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]

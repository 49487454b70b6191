"""Turns the blocks that are made of a game's data into tables, paragraphs and numbered notes.

An assumption of the game is a note. ``{assumption:id}`` in a rule text becomes a raised number that
leads to the note, and the note leads back to each of its places. Numbers follow the text: the first
assumption that it refers to is 1.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.model.cards import Card
from cardgen.model.components.board import Board
from cardgen.model.components.deck import Deck
from cardgen.model.document import (
    Align,
    Block,
    Citation,
    Generated,
    Index,
    Inventory,
    Listing,
    Paragraph,
    TableBlock,
    with_inner,
)
from cardgen.model.game import Game
from cardgen.model.pieces import titled
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import (
    EMPTY,
    NO_BREAK_SPACE,
    Content,
    Emphasis,
    Fact,
    Link,
    Rich,
    Span,
    Target,
    TermValue,
)

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class AssumptionLine(Struct, frozen=True):
    """One assumption and its reason; texts refer to it by one of its ``names``."""

    names: tuple[str, ...]
    text: Rich
    why: Rich = EMPTY

    @property
    def note(self) -> Rich:
        """The assumption, and the reason in italics."""
        return Rich.of(self.text, " ", Emphasis(self.why.content, "i")) if self.why else self.text


def assumption_lines(game: Game) -> list[AssumptionLine]:
    """Return a line for each assumption: first those about the game, then those about cards.

    A line about cards names them; cards with the same assumption share a line.
    """
    lines = [
        AssumptionLine((one.name,), one.text, one.why) for one in game.assumptions if not one.card
    ]
    alike: dict[Rich, dict[str, Rich]] = {}
    for one in game.assumptions:
        deck, _, id = one.card.partition("/")
        for card in (card for card in game.components[deck].cards if card.id == id) if deck else ():
            title = card.title or Rich.of(id)
            alike.setdefault(one.text, {})[one.card] = title
    for text, cards in alike.items():
        titles = [title.bold for title in dict.fromkeys(cards.values())]
        about = Rich.of(_joined(titles, ", "), ": ", text)
        lines.append(AssumptionLine(tuple(cards), about))
    return lines


def assumption_facts(game: Game, references: Sequence[Citation], style: str) -> dict[Fact, Content]:
    """Return the number at each place that refers to an assumption, linked to the note.

    ``style`` is that of the raised numbers.
    """
    found: dict[Fact, Content] = {}
    lines = enumerate(_cited_first(game, references), 1)
    numbers = {name: number for number, line in lines for name in line.names if name}
    for name, count in _places(references):
        number = numbers.get(name)
        if number is not None:
            raised = Span((str(number).translate(_RAISED),), style)
            note = Link((raised,), to=f"note:{number}")
            place = f"{name}:{count}"
            found[Fact("assumption", place)] = (Target((note,), f"cited:{place}"),)
    return found


def assumption_notes(game: Game, references: Sequence[Citation], at: Location) -> list[Block]:
    """Return all assumptions as notes: those that the text refers to are numbered in its order."""
    lines = _cited_first(game, references)
    places: dict[str, list[str]] = {}
    for name, count in _places(references):
        places.setdefault(name, []).append(f"cited:{name}:{count}")
    cited: list[tuple[Block, ...]] = []
    other: list[tuple[Block, ...]] = []
    for number, line in enumerate(lines, 1):
        back = [place for name in line.names for place in places.get(name, ())]
        if back:
            target = Target(line.note.content, f"note:{number}")
            text = Rich.of(target, " (", Fact("places", " ".join(back)), ")")
            cited.append((Paragraph(text, at, "note"),))
        else:
            other.append((Paragraph(line.note, at, "note"),))
    blocks: list[Block] = [Listing(tuple(cited), 1, at)] if cited else []
    return [*blocks, Listing(tuple(other), None, at)] if other else blocks


def _cited_first(game: Game, references: Sequence[Citation]) -> list[AssumptionLine]:
    """Return the lines in the order in which a text refers to them, the others behind."""
    order = {name: index for index, name in enumerate(dict(_places(references)))}
    lines = assumption_lines(game)
    return sorted(lines, key=lambda line: min(order.get(n, len(order)) for n in line.names))


def _places(references: Sequence[Citation]) -> list[tuple[str, int]]:
    """Return the assumption named at each place, and the number of that place among its own."""
    counts: Counter[str] = Counter()
    found = []
    for reference in references:
        if reference.kind == "assumption":
            counts[reference.name] += 1
            found.append((reference.name, counts[reference.name]))
    return found


BUILT_IN = ("title", "copies", "type", "id", "number")


def expand(
    blocks: Sequence[Block], game: Game, cited: Sequence[Citation] = ()
) -> tuple[Block, ...]:
    """Replace every block that is made of data, at all depths; ``cited`` is what the text names."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Generated):
            found += _made(block, game, cited)
        else:
            found.append(with_inner(block, lambda inner: expand(inner, game, cited)))
    return tuple(found)


def columns_of(game_cards: Sequence[Card]) -> tuple[str, ...]:
    """Return what a list of these cards may show."""
    fields = {name: None for card in game_cards for name in values_of(card.fields)}
    return (*BUILT_IN, *fields)


def fields_of(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the names by which these cards may be counted."""
    return tuple(name for name in columns_of(cards) if name != "number")


def _shown(value: Any) -> Rich:
    """Write a value of a card as text."""
    if value is None or value is False:
        return EMPTY
    if isinstance(value, Rich):
        return value
    if isinstance(value, list | tuple):
        return _joined([_shown(item) for item in value], ", ")
    if isinstance(value, TermValue):
        return Rich(value.as_node(value.text).content)
    text = getattr(value, "text", None)
    if isinstance(value, Record) and not isinstance(text, str):
        return _shown(list(values_of(value).values()))
    return Rich.of(text if isinstance(text, str) else "yes" if value is True else str(value))


def _joined(parts: Sequence[Rich], between: str) -> Rich:
    return Rich.of(*[piece for part in parts for piece in (between, part)][1:])


def _cards(block: Generated, game: Game) -> TableBlock:
    alike: dict[Hashable, dict[str, Any]] = {}
    for number, card in enumerate(game.components[block.subject].cards, 1):
        facts = {**values_of(card.record), "title": card.title.bold, "number": number}
        looks = _row(block, {**facts, "copies": None}) if block.merge else ()
        key = looks or number
        first = alike.setdefault(key, facts)
        if first is not facts:
            first["copies"] += card.copies
    rows = tuple(_row(block, facts) for facts in alike.values())
    headed = any(heading for _, heading in block.columns)
    head = tuple(Rich.of(heading) for _, heading in block.columns) if headed else ()
    left: Align = "left"
    return TableBlock(head, rows, (left,) * len(block.columns), block.at)


def _row(block: Generated, facts: Mapping[str, Any]) -> tuple[Rich, ...]:
    """Write the fields of each column, one after the other."""
    columns = ([_shown(facts.get(name)) for name in names.split()] for names, _ in block.columns)
    return tuple(_joined([*filter(None, values)], " ") for values in columns)


def _made(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    """Return what stands for a block that is made of data."""
    at = block.at
    match block.what:
        case "cards":
            return [_cards(block, game)]
        case "components":
            pieces = [p for component in game.components.values() for p in component.pieces(game)]
            return [Inventory(tuple(titled(pieces)), at, block.height)]
        case "terms":
            rows = tuple(
                (
                    Rich.of(term.icon_with("") or ""),
                    Rich.of(Emphasis((term.text,), "b"), Fact("index", term.text)),
                    term.explain,
                )
                for term in game.terms.values()
            )
            return [TableBlock((), rows, ("center", "left", "left"), at)]
        case "credits":
            words = "{title}, version {version}."
            version = Rich.of(game.say(words, title=game.title, version=game.version))
            lines = (*game.credits, version) if game.version else game.credits
            return [Paragraph(line, at) for line in lines]
        case "assumptions":
            return assumption_notes(game, cited, at)
        case "revisions":
            return [Paragraph(_revisions(game), at)]
    return [Index(index_entries(game, cited), at)]


def _revisions(game: Game) -> Rich:
    """Write the title of each deck and board, and the code of all its sides."""
    codes = []
    for one in game.components.values():
        if not isinstance(one, Deck | Board) or (isinstance(one, Deck) and one.series is not None):
            continue
        names = [f"{d.copies}*{s.id}" for d in one.sides(game) for s in (d.face, d.back) if s]
        code = Emphasis((Fact("revision", " ".join(names)),), "b")
        codes.append(Rich.of(one.title, NO_BREAK_SPACE, code))
    return _joined(codes, " · ")


def in_alphabet(words: str) -> str:
    """Return what words are sorted by: their letters and digits, without accents and case."""
    plain = unicodedata.normalize("NFKD", words).casefold()
    return "".join(c for c in plain if c.isalnum() or c == " ").strip() or plain


def index_entries(game: Game, cited: Sequence[Citation]) -> tuple[tuple[str, str], ...]:
    """Return the words of an index in order, each with the anchor of its places."""
    words = {one.name for one in cited if one.kind == "index"}
    words |= {term.text for term in game.terms.values()}
    ordered = sorted(words, key=lambda word: (in_alphabet(word), word))
    return tuple((word, f"index:{number}") for number, word in enumerate(ordered, 1))


def index_facts(game: Game, cited: Sequence[Citation]) -> dict[Fact, Content]:
    """Return the targets that an index leads to."""
    if not any(one.kind == "index" for one in cited):
        return {}
    entries = index_entries(game, cited)
    return {Fact("index", word): (Target((), anchor),) for word, anchor in entries}

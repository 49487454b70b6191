"""Replaces `Generated` blocks by tables, paragraphs and numbered notes from the game's data.

An assumption of the game is a note. ``{assumption:id}`` in a rule text becomes a superscript number
with a link to the note, and the note has links back to each reference. Numbers follow the text: the
assumption of the first reference is 1.
"""

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
from cardgen.model.pieces import drop_repeated_titles
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
    """One assumption and its reason; texts refer to it by any of its ``names``."""

    names: tuple[str, ...]
    text: Rich
    why: Rich = EMPTY

    @property
    def note(self) -> Rich:
        """The assumption, and the reason in italics."""
        return Rich.of(self.text, " ", Emphasis(self.why.content, "i")) if self.why else self.text


def assumption_lines(game: Game) -> list[AssumptionLine]:
    """Return a line for each assumption: first about the game, then about cards.

    A line about cards begins with their titles; cards with the same assumption share a line.
    """
    lines = [AssumptionLine((a.name,), a.text, a.why) for a in game.assumptions if not a.card]
    cards_by_text: dict[Rich, dict[str, Rich]] = {}
    for assumption in game.assumptions:
        deck, _, id = assumption.card.partition("/")
        for card in (card for card in game.components[deck].cards if card.id == id) if deck else ():
            title = card.title or Rich.of(id)
            cards_by_text.setdefault(assumption.text, {})[assumption.card] = title
    for text, cards in cards_by_text.items():
        titles = [title.bold for title in dict.fromkeys(cards.values())]
        line_text = Rich.of(_join(titles, ", "), ": ", text)
        lines.append(AssumptionLine(tuple(cards), line_text))
    return lines


def assumption_facts(game: Game, references: Sequence[Citation], style: str) -> dict[Fact, Content]:
    """Return the number of each reference to an assumption, as a link to its note.

    ``style`` is the style of the numbers.
    """
    facts: dict[Fact, Content] = {}
    lines = enumerate(_cited_first(game, references), 1)
    numbers = {name: number for number, line in lines for name in line.names if name}
    for name, count in _places(references):
        number = numbers.get(name)
        if number is not None:
            number_span = Span((str(number).translate(_RAISED),), style)
            note = Link((number_span,), to=f"note:{number}")
            place = f"{name}:{count}"
            facts[Fact("assumption", place)] = (Target((note,), f"cited:{place}"),)
    return facts


def assumption_notes(game: Game, references: Sequence[Citation], location: Location) -> list[Block]:
    """Return all assumptions as notes: first a numbered list of cited ones, then the others."""
    lines = _cited_first(game, references)
    anchors: dict[str, list[str]] = {}
    for name, count in _places(references):
        anchors.setdefault(name, []).append(f"cited:{name}:{count}")
    cited: list[tuple[Block, ...]] = []
    uncited: list[tuple[Block, ...]] = []
    for number, line in enumerate(lines, 1):
        back_links = [place for name in line.names for place in anchors.get(name, ())]
        if back_links:
            target = Target(line.note.content, f"note:{number}")
            text = Rich.of(target, " (", Fact("places", " ".join(back_links)), ")")
            cited.append((Paragraph(text, location, "note"),))
        else:
            uncited.append((Paragraph(line.note, location, "note"),))
    blocks: list[Block] = [Listing(tuple(cited), 1, location)] if cited else []
    return [*blocks, Listing(tuple(uncited), None, location)] if uncited else blocks


def _cited_first(game: Game, references: Sequence[Citation]) -> list[AssumptionLine]:
    """Return the lines in the order of the text's references, then the lines without any."""
    order = {name: index for index, name in enumerate(dict(_places(references)))}
    lines = assumption_lines(game)
    return sorted(lines, key=lambda line: min(order.get(n, len(order)) for n in line.names))


def _places(references: Sequence[Citation]) -> list[tuple[str, int]]:
    """Return the assumption of each reference, and the number of the reference to it, from 1."""
    counts: Counter[str] = Counter()
    places = []
    for reference in references:
        if reference.kind == "assumption":
            counts[reference.name] += 1
            places.append((reference.name, counts[reference.name]))
    return places


BUILT_IN = ("title", "copies", "type", "id", "number")


def expand(
    blocks: Sequence[Block], game: Game, cited: Sequence[Citation] = ()
) -> tuple[Block, ...]:
    """Replace all `Generated` blocks, at all depths; ``cited`` are the text's references."""
    expanded: list[Block] = []
    for block in blocks:
        if isinstance(block, Generated):
            expanded += _expand_block(block, game, cited)
        else:
            expanded.append(with_inner(block, lambda inner: expand(inner, game, cited)))
    return tuple(expanded)


def columns_of(game_cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the names of fields that a list of these cards may show."""
    fields = {name: None for card in game_cards for name in values_of(card.fields)}
    return (*BUILT_IN, *fields)


def fields_of(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the names of fields that select cards to count."""
    return tuple(name for name in columns_of(cards) if name != "number")


def _text_of(value: Any) -> Rich:
    if value is None or value is False:
        return EMPTY
    if isinstance(value, Rich):
        return value
    if isinstance(value, list | tuple):
        return _join([_text_of(item) for item in value], ", ")
    if isinstance(value, TermValue):
        return Rich(value.as_node(value.text).content)
    text = getattr(value, "text", None)
    if isinstance(value, Record) and not isinstance(text, str):
        return _text_of(list(values_of(value).values()))
    return Rich.of(text if isinstance(text, str) else "yes" if value is True else str(value))


def _join(parts: Sequence[Rich], between: str) -> Rich:
    return Rich.of(*[piece for part in parts for piece in (between, part)][1:])


def _cards(block: Generated, game: Game) -> TableBlock:
    rows_by_key: dict[Hashable, dict[str, Any]] = {}
    for number, card in enumerate(game.components[block.subject].cards, 1):
        facts = {**values_of(card.record), "title": card.title.bold, "number": number}
        cells = _row(block, {**facts, "copies": None}) if block.merge else ()
        key = cells or number
        first = rows_by_key.setdefault(key, facts)
        if first is not facts:
            first["copies"] += card.copies
    rows = tuple(_row(block, facts) for facts in rows_by_key.values())
    has_headings = any(heading for _, heading in block.columns)
    head = tuple(Rich.of(heading) for _, heading in block.columns) if has_headings else ()
    left: Align = "left"
    return TableBlock(head, rows, (left,) * len(block.columns), block.location)


def _row(block: Generated, facts: Mapping[str, Any]) -> tuple[Rich, ...]:
    """Return the cells of a row; a cell joins all fields of its column."""
    columns = ([_text_of(facts.get(name)) for name in names.split()] for names, _ in block.columns)
    return tuple(_join([*filter(None, values)], " ") for values in columns)


def _expand_block(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    location = block.location
    match block.kind:
        case "cards":
            return [_cards(block, game)]
        case "components":
            pieces = [p for component in game.components.values() for p in component.pieces(game)]
            return [Inventory(tuple(drop_repeated_titles(pieces)), location, block.height)]
        case "terms":
            rows = tuple(
                (
                    Rich.of(term.icon_with("") or ""),
                    Rich.of(Emphasis((term.text,), "b"), Fact("index", term.text)),
                    term.explain,
                )
                for term in game.terms.values()
            )
            return [TableBlock((), rows, ("center", "left", "left"), location)]
        case "credits":
            words = "{title}, version {version}."
            version = Rich.of(game.say(words, title=game.title, version=game.version))
            lines = (*game.credits, version) if game.version else game.credits
            return [Paragraph(line, location) for line in lines]
        case "assumptions":
            return assumption_notes(game, cited, location)
        case "revisions":
            return [Paragraph(_revisions(game), location)]
    return [Index(index_entries(game, cited), location)]


def _revisions(game: Game) -> Rich:
    """Return the title of each deck and board, and a code for the state of its sides."""
    codes = []
    for component in game.components.values():
        is_series = isinstance(component, Deck) and component.series is not None
        if is_series or not isinstance(component, Deck | Board):
            continue
        names = [f"{d.copies}*{s.id}" for d in component.sides(game) for s in (d.face, d.back) if s]
        code = Emphasis((Fact("revision", " ".join(names)),), "b")
        codes.append(Rich.of(component.title, NO_BREAK_SPACE, code))
    return _join(codes, " · ")


def in_alphabet(words: str) -> str:
    """Return the sort key of words: letters and digits without accents and case."""
    plain = unicodedata.normalize("NFKD", words).casefold()
    return "".join(c for c in plain if c.isalnum() or c == " ").strip() or plain


def index_entries(game: Game, cited: Sequence[Citation]) -> tuple[tuple[str, str], ...]:
    """Return the words of an index in order, each with its anchor."""
    words = {citation.name for citation in cited if citation.kind == "index"}
    words |= {term.text for term in game.terms.values()}
    ordered = sorted(words, key=lambda word: (in_alphabet(word), word))
    return tuple((word, f"index:{number}") for number, word in enumerate(ordered, 1))


def index_facts(game: Game, cited: Sequence[Citation]) -> dict[Fact, Content]:
    """Return the link targets for words of the index."""
    if not any(citation.kind == "index" for citation in cited):
        return {}
    entries = index_entries(game, cited)
    return {Fact("index", word): (Target((), anchor),) for word, anchor in entries}

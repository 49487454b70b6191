"""Turns the blocks that are made of a game's data into tables and paragraphs."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cardgen.model.assumptions import assumption_notes
from cardgen.model.cards import Card
from cardgen.model.document import (
    Block,
    Citation,
    Columns,
    Generated,
    Index,
    Inventory,
    Listing,
    Note,
    Paragraph,
    Quote,
    Spread,
    TableBlock,
    mark,
)
from cardgen.model.game import Game
from cardgen.model.pieces import titled
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import EMPTY, Rich, escape

BUILT_IN = ("title", "copies", "type", "id", "number")


def expand(
    blocks: Sequence[Block], game: Game, cited: Sequence[Citation] = ()
) -> tuple[Block, ...]:
    """Replace every block that is made of data, at all depths; ``cited`` is what the text names."""
    found: list[Block] = []
    for block in blocks:
        match block:
            case Generated():
                found += _MAKERS[block.what](block, game, cited)
            case Note() | Columns() | Quote() | Spread():
                found.append(replace(block, blocks=expand(block.blocks, game, cited)))
            case Listing():
                items = tuple(expand(item, game, cited) for item in block.items)
                found.append(replace(block, items=items))
            case _:
                found.append(block)
    return tuple(found)


def columns_of(game_cards: Sequence[Card]) -> tuple[str, ...]:
    """Return what a list of these cards may show."""
    fields = {name: None for card in game_cards for name in values_of(card.fields)}
    return (*BUILT_IN, *fields)


def fields_of(cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the names by which these cards may be counted."""
    return tuple(name for name in columns_of(cards) if name != "number")


def _text(text: str) -> Rich:
    """Make a text without markup."""
    return Rich(text, escape(text))


def _defined(word: str) -> Rich:
    """Make a word in bold whose place an index lists."""
    return Rich(word, f"<b>{escape(word)}</b>{mark('index', escape(word))}")


def _shown(value: Any) -> Rich:
    """Write a value of a card as text."""
    if value is None or value is False:
        return EMPTY
    if isinstance(value, Rich):
        return value
    if isinstance(value, list | tuple):
        parts = [_shown(item) for item in value]
        texts = ", ".join(part.plain for part in parts)
        return Rich(texts, ", ".join(part.markup for part in parts), _all_cites(parts))
    if hasattr(value, "__html__"):
        return Rich(str(value), value.__html__())
    text = getattr(value, "text", None)
    if isinstance(value, Record) and not isinstance(text, str):
        return _shown(list(values_of(value).values()))
    return _text(text if isinstance(text, str) else "yes" if value is True else str(value))


def _cell(names: str, facts: Mapping[str, Any]) -> Rich:
    """Write the fields of a column, one after the other."""
    parts = [part for name in names.split() if (part := _shown(facts.get(name)))]
    words, markup = " ".join(p.plain for p in parts), " ".join(p.markup for p in parts)
    return Rich(words, markup, _all_cites(parts))


def _all_cites(parts: Sequence[Rich]) -> frozenset[str]:
    return frozenset().union(*(part.cites for part in parts))


def _cards(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    cards = game.components[block.subject].cards
    alike: dict[Hashable, dict[str, Any]] = {}
    for number, card in enumerate(cards, 1):
        facts: dict[str, Any] = {
            **values_of(card.fields),
            "title": Rich(card.title.plain, f"<b>{card.title.markup}</b>", card.title.cites),
            "copies": card.copies,
            "type": card.type,
            "id": card.id,
            "number": number,
        }
        looks = _row(block, {**facts, "copies": None}) if block.merge else ()
        key = tuple((cell.plain, cell.markup) for cell in looks) or number
        first = alike.setdefault(key, facts)
        if first is not facts:
            first["copies"] += card.copies
    rows = [_row(block, facts) for facts in alike.values()]
    headed = any(heading for _, heading in block.columns)
    head = tuple(_text(heading) for _, heading in block.columns) if headed else ()
    aligns = tuple("left" for _ in block.columns)
    return [TableBlock(head, tuple(rows), aligns, block.at)]  # type: ignore[arg-type]


def _row(block: Generated, facts: Mapping[str, Any]) -> tuple[Rich, ...]:
    return tuple(_cell(names, facts) for names, _ in block.columns)


def _components(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    found = [p for component in game.components.values() for p in component.pieces(game)]
    return [Inventory(tuple(titled(found)), block.at)]


def _terms(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    rows = []
    for term in game.terms.values():
        icon = Rich("", term.icon_markup())
        rows.append((icon, _defined(term.text), term.explain))
    return [TableBlock((), tuple(rows), ("center", "left", "left"), block.at)]


def _credits(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    lines = list(game.credits)
    if game.version:
        lines.append(_text(f"{game.title}, version {game.version}."))
    return [Paragraph(line, block.at) for line in lines]


def _assumptions(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    return assumption_notes(game, cited, block.at)


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


def index_marks(game: Game, cited: Sequence[Citation]) -> dict[str, str]:
    """Return the markup of the places that an index lists, by the mark that they left."""
    if not any(one.kind == "index" for one in cited):
        return {}
    return {f"index:{word}": f'<a id="{anchor}"/>' for word, anchor in index_entries(game, cited)}


def _index(block: Generated, game: Game, cited: Sequence[Citation]) -> list[Block]:
    return [Index(index_entries(game, cited), block.at)]


_MAKERS: dict[str, Callable[[Generated, Any, Sequence[Citation]], list[Block]]] = {
    "cards": _cards,
    "components": _components,
    "terms": _terms,
    "credits": _credits,
    "assumptions": _assumptions,
    "index": _index,
}

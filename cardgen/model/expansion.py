"""Turns the blocks that are made of a game's data into tables and paragraphs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cardgen.model.cards import Card
from cardgen.model.document import (
    Block,
    Columns,
    Generated,
    Inventory,
    Listing,
    Note,
    Paragraph,
    Quote,
    Spread,
    TableBlock,
)
from cardgen.model.game import Assumption, Game
from cardgen.model.pieces import titled
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import EMPTY, Rich, escape

BUILT_IN = ("title", "copies", "type", "id", "number")


def expand(blocks: Sequence[Block], game: Game) -> tuple[Block, ...]:
    """Replace every block that is made of data, at all depths."""
    found: list[Block] = []
    for block in blocks:
        match block:
            case Generated():
                found += _MAKERS[block.what](block, game)
            case Note() | Columns() | Quote() | Spread():
                found.append(replace(block, blocks=expand(block.blocks, game)))
            case Listing():
                items = tuple(expand(item, game) for item in block.items)
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


def _bold(text: str) -> Rich:
    """Make a text in bold."""
    return Rich(text, f"<b>{escape(text)}</b>")


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


def _cards(block: Generated, game: Game) -> list[Block]:
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


def _components(block: Generated, game: Game) -> list[Block]:
    found = [p for component in game.components.values() for p in component.pieces(game)]
    return [Inventory(tuple(titled(found)), block.at)]


def _terms(block: Generated, game: Game) -> list[Block]:
    rows = []
    for term in game.terms.values():
        icon = Rich("", term.icon_markup)
        rows.append((icon, _bold(term.text), term.explain))
    return [TableBlock((), tuple(rows), ("center", "left", "left"), block.at)]


def _credits(block: Generated, game: Game) -> list[Block]:
    lines = list(game.credits)
    if game.version:
        lines.append(_text(f"{game.title}, version {game.version}."))
    return [Paragraph(line, block.at) for line in lines]


def assumption_lines(game: Game) -> list[Rich]:
    """Return a line for each assumption: first those about the game, then those about cards.

    A line about cards names them; cards with the same assumption share a line.
    """
    lines = [_with_why(one) for one in game.assumptions if not one.card]
    alike: dict[Rich, dict[Rich, None]] = {}
    for one in game.assumptions:
        deck, _, id = one.card.partition("/")
        for card in (card for card in game.components[deck].cards if card.id == id) if deck else ():
            alike.setdefault(one.text, {})[card.title or _text(id)] = None
    for text, titles in alike.items():
        words = ", ".join(title.plain for title in titles)
        markup = ", ".join(f"<b>{title.markup}</b>" for title in titles)
        lines.append(Rich(f"{words}: {text.plain}", f"{markup}: {text.markup}", text.cites))
    return lines


def _with_why(one: Assumption) -> Rich:
    if not one.why:
        return one.text
    words = f"{one.text.plain} ({one.why.plain})"
    markup = f"{one.text.markup} <i>{one.why.markup}</i>"
    return Rich(words, markup, one.text.cites | one.why.cites)


def _assumptions(block: Generated, game: Game) -> list[Block]:
    items = [(Paragraph(line, block.at),) for line in assumption_lines(game)]
    return [Listing(tuple(items), None, block.at)] if items else []


_MAKERS: dict[str, Callable[[Generated, Any], list[Block]]] = {
    "cards": _cards,
    "components": _components,
    "terms": _terms,
    "credits": _credits,
    "assumptions": _assumptions,
}

"""What can be found in a game: its parts, cards, pieces, pages, rule numbers and files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from cardgen.model.cards import Card
from cardgen.model.game import Component, Game
from cardgen.model.record import Record, value_key, values_of
from cardgen.model.richtext import TermValue
from cardgen.model.scope import Rule
from cardgen.preview.finding.folding import fold

PRINTED = "printed"
"""The name of the place that holds the words printed on a side."""


class Place(Struct, frozen=True):
    """A text of an entry under a name: ``printed``, ``type`` or that of a field."""

    name: str
    text: str
    folded: str


class Entry(Struct, frozen=True):
    """Something to go to.

    ``address`` are the parts of its address in the page, the game first. ``side`` is the id of
    the side that pictures it, or ``page`` the number of the page of the text ``address[1]``,
    counted from 0. ``haystack`` is all that can be found of it.
    """

    kind: str
    address: tuple[str, ...]
    id: str
    title: str
    part: str
    places: tuple[Place, ...]
    haystack: str
    folded_id: str
    folded_title: str
    side: str = ""
    page: int = -1


def entry(
    kind: str,
    address: tuple[str, ...],
    title: str,
    part: str,
    places: Iterable[tuple[str, str]] = (),
    *,
    id: str = "",
    side: str = "",
    page: int = -1,
) -> Entry:
    """Make an entry; ``places`` are names with texts, of which empty ones are left out."""
    made = tuple(Place(name, text, fold(text)) for name, text in places if text)
    folded_id, folded_title = fold(id), fold(title)
    haystack = "\n".join([folded_id, folded_title, *(one.folded for one in made)])
    return Entry(
        kind, address, id, title, part, made, haystack, folded_id, folded_title, side, page
    )


def game_entry(game: Game) -> Entry:
    """Describe a game itself."""
    places = [("subtitle", game.subtitle), *(("credits", str(one)) for one in game.credits)]
    return entry("game", (game.id,), game.title, "", places, id=game.id)


def part_entry(game: Game, part: Component) -> Entry:
    """Describe a component as a whole."""
    return entry("part", (game.id, part.id), part.title, game.title, id=part.id)


def card_entry(game: Game, part: Component, card: Card, side: str, words: Iterable[str]) -> Entry:
    """Describe a card by its data and the words printed on its sides."""
    fields = [(name, _said(value)) for name, value in values_of(card.fields).items()]
    places = [*((PRINTED, text) for text in words), *fields]
    places += [("type", card.type), ("assumption", str(card.assumption))]
    address = (game.id, part.id, card.id)
    title = card.title.plain or nice(card.id)
    return entry("card", address, title, part.title, places, id=card.id, side=side)


def piece_entry(game: Game, part: Component, side: str, words: Iterable[str]) -> Entry:
    """Describe a piece that is no card, by the words printed on it."""
    key = side.removesuffix("/face").partition("/")[2]
    board = part.kind == "board"
    address = (game.id, part.id) if board else (game.id, part.id, key)
    title = part.title if board or not key else nice(key)
    places = [(PRINTED, text) for text in words]
    kind, id = ("board", part.id) if board else ("piece", key)
    return entry(kind, address, title, part.title, places, id=id, side=side)


def back_entry(game: Game, part: Component, side: str, words: str) -> Entry:
    """Describe a back that many cards share."""
    places = [(PRINTED, words)]
    return entry("back", (game.id, part.id), f"{part.title}, back", part.title, places, side=side)


def page_entry(game: Game, part: Component, number: int, words: str) -> Entry:
    """Describe a page of a text; ``number`` counts from 0."""
    title, address = f"{part.title}, page {number + 1}", (game.id, part.id, str(number + 1))
    return entry("page", address, title, part.title, [(PRINTED, words)], page=number)


def rule_entry(game: Game, rule: Rule) -> Entry:
    """Describe a number of the rules."""
    places = [("value", rule.value.text), ("text", rule.text)]
    address = (game.id, "~rules", rule.id)
    return entry("rule", address, nice(rule.id), game.title, places, id=rule.id)


def file_entry(game: Game, path: str) -> Entry:
    """Describe a file that would be printed."""
    return entry("file", (game.id, "~print", path), path, game.title)


def nice(id: str) -> str:
    """Turn an id into words, as the page does."""
    words = id.replace("-", " ").replace("_", " ").replace("/", " ")
    return words[:1].upper() + words[1:]


def _said(value: Any) -> str:
    """Write the value of a field as text, as deep as it goes."""
    match value:
        case None | False:
            return ""
        case Record():
            return " ".join(filter(None, map(_said, values_of(value).values())))
        case tuple() | list():
            return " ".join(filter(None, map(_said, value)))
        case TermValue():
            return value.text if fold(value.text) == value.id else f"{value.text} {value.id}"
    return value_key(value)

"""All cards as real text: what a player can read on each, and what cards can be chosen by.

Cards state more than they show: which face to draw, which sky. Texts and terms are for players. Any
other field is told if its values stand on the sides of all cards that state it, as words. A flag is
told if its name stands there. A told field by which several cards are alike is a facet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from cardgen.features.site.markup import WebText
from cardgen.features.site.pictures import WebPicture
from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck
from cardgen.model.fields import Field
from cardgen.model.game import Game
from cardgen.model.record import Record, value_key, values_of
from cardgen.model.richtext import Rich, TermValue
from cardgen.model.words import nice

_LONG = 32
"""Characters from which on a text is a paragraph, and no entry of a list."""
_MOST, _ALIKE = 24, 0.7
"""The most values of a facet, and the greatest share of them in the cards that have one."""
_DRAWN = ("color", "icon", "image")
"""Kinds of fields that are seen and not read."""
_WORD = re.compile(r"\w+")


class CardEntry(Struct, frozen=True):
    """A card of the page: ``facts`` are short, ``texts`` are long, both with a label, as HTML.

    ``choices`` has the value of each facet, for the script that searches.
    """

    anchor: str
    title: Markup
    plain: str
    copies: int
    kind: str
    pictures: tuple[WebPicture, ...]
    facts: tuple[tuple[str, Markup], ...]
    texts: tuple[tuple[str, Markup], ...]
    choices: str


class DeckEntry(Struct, frozen=True):
    """A deck of the page; ``back`` is that of all of its cards, if they share one."""

    anchor: str
    title: str
    count: int
    cards: tuple[CardEntry, ...]
    back: WebPicture | None


class CardFacet(Struct, frozen=True):
    """A field that cards can be chosen by: pairs of a value and its words."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]


class Catalogue(Struct):
    """Describes the cards of a game; ``printed`` are the words on each side, by its id."""

    game: Game
    web: WebText
    sides: Mapping[str, WebPicture]
    printed: Mapping[str, str]

    def decks(self) -> tuple[list[DeckEntry], list[CardFacet]]:
        """Return all decks with a card, and the facets of the whole game."""
        decks = [one for one in self.game.components.values() if isinstance(one, Deck)]
        named = {name for name in _fields(decks) if _repeats(name, decks)} | self._drawn
        told: dict[str, list[tuple[Card, Mapping[str, Any]]]] = {}
        for deck in decks:
            for kind in dict.fromkeys(card.type for card in deck.cards):
                cards = [card for card in _shown(deck) if card.type == kind]
                names = [name for name in self._told(deck, cards) if name not in named]
                for card in cards:
                    values = {name: values_of(card.fields)[name] for name in names}
                    told.setdefault(deck.id, []).append((card, values))
        every = [values for some in told.values() for _, values in some]
        facets = _facets(every)
        long = {name for values in every for name, one in values.items() if _is_long(one)}
        found = [self._deck(deck, told[deck.id], facets, long) for deck in decks if deck.id in told]
        if len(found) > 1:
            titles = tuple((one.anchor, one.title) for one in found)
            facets.insert(0, CardFacet("deck", "Deck", titles))
        return found, facets

    @property
    def _drawn(self) -> set[str]:
        """Fields that name what is drawn."""
        kinds = self.game.card_types.values()
        return {name for kind in kinds for name in _drawn_fields(kind.fields)}

    def _told(self, deck: Deck, cards: Sequence[Card]) -> list[str]:
        """Name the fields of some cards that are told, in the order of their declaration."""
        words = {card.id: self._words(deck, card) for card in cards}
        fields = dict.fromkeys(name for card in cards for name in values_of(card.fields))
        return [
            name
            for name in fields
            if all(
                self._is_told(name, values_of(card.fields).get(name), words[card.id])
                for card in cards
            )
        ]

    def _is_told(self, name: str, value: Any, words: str) -> bool:
        match value:
            case None | "" | Rich() | TermValue():
                return True
            case bool():
                return not value or _plain(name) in words
            case Record():
                return any(isinstance(one, Rich | TermValue) for one in values_of(value).values())
            case list() | tuple():
                return all(self._is_told(name, one, words) for one in value)
        plain = _plain(value_key(value))
        return value in self.game.terms or (bool(plain.strip()) and plain in words)

    def _words(self, deck: Deck, card: Card) -> str:
        said = (self.printed.get(f"{deck.id}/{card.id}/{side}", "") for side in ("face", "back"))
        return _plain(" ".join((*said, card.title.plain)))

    def _deck(
        self,
        deck: Deck,
        cards: Sequence[tuple[Card, Mapping[str, Any]]],
        facets: Sequence[CardFacet],
        long: Collection[str],
    ) -> DeckEntry:
        entries = tuple(self._card(deck, card, values, facets, long) for card, values in cards)
        count = sum(card.copies for card, _ in cards)
        back = self.sides.get(f"{deck.id}/back")
        return DeckEntry(f"deck-{deck.id}", deck.title, count, entries, back)

    def _card(
        self,
        deck: Deck,
        card: Card,
        values: Mapping[str, Any],
        facets: Sequence[CardFacet],
        long: Collection[str],
    ) -> CardEntry:
        facts: list[tuple[str, Markup]] = []
        texts: list[tuple[str, Markup]] = []
        for name, value in values.items():
            if written := self._html(value):
                (texts if name in long else facts).append((nice(name), Markup(written)))
        names = {one.name for one in facets}
        chosen = [f"deck=deck-{deck.id}"]
        for name, value in values.items():
            if name in names:
                chosen += [f"{name}={key}" for key, _ in _choices(name, value)]
        name = f"{deck.id}/{card.id}"
        pictures = [self.sides.get(f"{name}/{side}") for side in ("face", "back")]
        pictures.append(self.sides.get(f"{name}-more/face"))
        kinds = {one.type for one in deck.cards}
        return CardEntry(
            name,
            Markup(self.web.html(card.title) or nice(card.id)),
            card.title.plain or nice(card.id),
            card.copies,
            nice(card.type) if len(kinds) > 1 else "",
            tuple(filter(None, pictures)),
            tuple(facts),
            tuple(texts) if len(texts) != 1 else (("", texts[0][1]),),
            "|".join(chosen),
        )

    def _html(self, value: Any) -> str:
        match value:
            case None | False | "":
                return ""
            case True:
                return "yes"
            case Rich():
                return self.web.html(value) if value else ""
            case TermValue():
                word = value.markup(value.text)
                inner = self.web.markup(word, {})
                return self.web.term(value, inner) if value.explain else inner
            case Record():
                parts = [
                    f"<b>{self._html(one)}</b>" if isinstance(one, str) else self._html(one)
                    for name, one in values_of(value).items()
                    if name not in self._drawn and one not in (None, "")
                ]
                return " ".join(filter(None, parts))
            case list() | tuple():
                parts = list(filter(None, map(self._html, value)))
                if any(isinstance(one, Rich | Record) for one in value):
                    return f"<ul>{''.join(f'<li>{part}</li>' for part in parts)}</ul>"
                return ", ".join(parts)
        if term := self._term(value):
            return self._html(term)
        return self.web.html(value_key(value))

    def _term(self, value: Any) -> TermValue | None:
        """Return the term that a choice names."""
        return self.game.terms.get(value) if isinstance(value, str) else None


def _shown(deck: Deck) -> Iterator[Card]:
    return (card for card in deck.cards if card.copies)


def _plain(text: str) -> str:
    """Return the words of a text, small, with a space around each."""
    return f" {' '.join(_WORD.findall(text.casefold().replace('_', ' ')))} "


def _is_long(value: Any) -> bool:
    if isinstance(value, Record) or len(" ".join(_flat_words(value))) >= _LONG:
        return True
    return isinstance(value, list | tuple) and any(isinstance(v, Rich | Record) for v in value)


def _flat_words(value: Any) -> Iterator[str]:
    match value:
        case list() | tuple():
            for one in value:
                yield from _flat_words(one)
        case Record():
            yield from _flat_words(tuple(values_of(value).values()))
        case None:
            return
        case _:
            yield value_key(value)


def _choices(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield what a card can be chosen by: the key of each value, and its words."""
    match value:
        case None | "" | Rich() | Record() | False:
            return
        case TermValue():
            yield value.id, value.text
        case True:
            yield "yes", nice(name)
        case list() | tuple():
            for one in value:
                yield from _choices(name, one)
        case _:
            key = value_key(value)
            yield key, nice(key) if isinstance(value, str) else key


def _fields(decks: Sequence[Deck]) -> dict[str, None]:
    cards = (card for deck in decks for card in deck.cards)
    return dict.fromkeys(name for card in cards for name in values_of(card.fields))


def _drawn_fields(fields: Mapping[str, Field]) -> Iterator[str]:
    for name, declared in fields.items():
        one = getattr(declared, "of", declared)
        if one.kind in _DRAWN:
            yield name
        yield from _drawn_fields(getattr(one, "fields", {}))


def _repeats(name: str, decks: Sequence[Deck]) -> bool:
    """Whether a field says no more than the title, as the name of a picture does."""
    pairs = [
        (values_of(card.fields)[name], card.title.plain)
        for deck in decks
        for card in deck.cards
        if name in values_of(card.fields)
    ]
    if not all(isinstance(value, str) for value, _ in pairs):
        return False
    within = [set(_plain(v.replace("-", " ")).split()) <= set(_plain(t).split()) for v, t in pairs]
    alone = len({value for value, _ in pairs}) > _ALIKE * len(pairs)
    return alone and 2 * sum(within) >= len(pairs)


def _facets(cards: Sequence[Mapping[str, Any]]) -> list[CardFacet]:
    found: dict[str, dict[str, str]] = {}
    counts: Counter[str] = Counter()
    for values in cards:
        for name, value in values.items():
            if chosen := list(_choices(name, value)):
                counts[name] += 1
                found.setdefault(name, {}).update(chosen)
    return [
        CardFacet(name, nice(name), tuple(sorted(values.items(), key=_by_number)))
        for name, values in found.items()
        if 1 < len(values) <= min(_MOST, counts[name] * _ALIKE)
    ]


def _by_number(pair: tuple[str, str]) -> tuple[float, str]:
    digits = pair[0].rstrip("+")
    return (float(digits) if digits.isdecimal() else float("inf"), pair[1])

"""What can be found in a game, and which of it answers a query, the best first.

Entries are parts, cards, pieces, pages, rule numbers and files. Letters match without accents,
without case, and with plain quotes and dashes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from cardgen.model.cards import Card
from cardgen.model.game import Component, Game
from cardgen.model.record import Record, value_key, values_of
from cardgen.model.richtext import TermValue
from cardgen.model.scope import Rule

_ALIKE = str.maketrans({
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "\xad": "", "\u200b": "",
    "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe",
})  # fmt: skip


def fold(text: str) -> str:
    """Return a text in the form in which it is compared."""
    low = text.lower()
    if low.isascii():
        return low
    parts = unicodedata.normalize("NFKD", low.translate(_ALIKE))
    return "".join(c for c in parts if not unicodedata.combining(c)).casefold()


def origins(text: str) -> list[int]:
    """Return for each character of the folded text, and for its end, where it comes from.

    Counted as browsers do, in UTF-16 units.
    """
    found: list[int] = []
    at = 0
    for char in text:
        found += [at] * len(fold(char))
        at += 2 if ord(char) > 0xFFFF else 1
    return [*found, at]


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


_NAME, _PREFIX, _WORD, _WITHIN, _READ, _FIELD = range(6)
"""How well a word fits: as the id or whole title, at the start of the title, at the start of one
of its words, elsewhere in title or id, in the printed words, in a field."""
_INNER = 0.5
"""What is added where it stands in the middle of a word."""
_SHOWN = 90
"""Letters of an excerpt."""
_BEFORE = 14
Span = tuple[int, int]


class Query(Struct, frozen=True):
    """Words that must all be there, folded; and all of them in a row."""

    words: tuple[str, ...]
    whole: str


def read_query(text: str) -> Query:
    """Read what somebody has typed."""
    words = tuple(dict.fromkeys(fold(text).split()))
    return Query(words, " ".join(words))


def ranked(entries: Iterable[Entry], query: Query, near: str = "") -> list[Entry]:
    """Return the entries that hold all words, the best first.

    Of those that fit equally well, those of the game ``near`` come first, then shorter titles.
    """
    words = query.words
    found = [one for one in entries if all(word in one.haystack for word in words)]
    return sorted(
        found, key=lambda one: (_rank(one, query), one.address[0] != near, len(one.title))
    )


def _rank(one: Entry, query: Query) -> tuple[float, float]:
    """Say how well an entry fits: by the whole query, else by the word that fits worst."""
    if query.whole in (one.folded_id, one.folded_title):
        return _NAME, 0.0
    if one.folded_title.startswith(query.whole):
        return _PREFIX, 0.0
    fits = [_fit(one, word) for word in query.words]
    return max(fits, default=_NAME), sum(fits)


def _fit(one: Entry, word: str) -> float:
    if word in one.folded_title:
        return _WORD if _begins(one.folded_title, word) else _WITHIN
    if word in one.folded_id:
        return _WITHIN
    fits = (
        (_READ if place.name == PRINTED else _FIELD)
        + (0.0 if _begins(place.folded, word) else _INNER)
        for place in one.places
        if word in place.folded
    )
    return min(fits, default=_FIELD + _INNER)


def _begins(text: str, word: str) -> bool:
    """Whether a word of the text begins with this one."""
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at >= 0


def marks(text: str, query: Query) -> list[Span]:
    """Return where words of the query stand in a text, in UTF-16 units, as browsers count."""
    folded, spans = fold(text), list[Span]()
    for word in query.words:
        at = folded.find(word)
        while at >= 0:
            spans.append((at, at + len(word)))
            at = folded.find(word, at + len(word))
    if not spans:
        return []
    back = origins(text)
    return _merged((back[start], back[end]) for start, end in spans)


def _merged(spans: Iterable[Span]) -> list[Span]:
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def excerpt(one: Entry, query: Query) -> dict[str, Any] | None:
    """Return where an entry holds words that its title and id do not: a name, a text, the marks."""
    missing = [w for w in query.words if w not in one.folded_title and w not in one.folded_id]
    if not missing:
        return None
    place = _best(one.places, missing)
    if place is None:
        return None
    text = _cut(place, missing)
    return {"place": place.name, "text": text, "marks": marks(text, query)}


def _best(places: Sequence[Place], words: Sequence[str]) -> Place | None:
    """Choose the place that holds most of the words, the first of them."""
    counts = [sum(word in place.folded for word in words) for place in places]
    return places[counts.index(max(counts))] if any(counts) else None


def _cut(place: Place, words: Sequence[str]) -> str:
    """Cut the neighbourhood of the first word out of a text, at spaces."""
    text = place.text
    if len(text) <= _SHOWN:
        return text
    first = min(at for word in words if (at := place.folded.find(word)) >= 0)
    at = next(n for n, length in enumerate(_lengths(text)) if length > first)
    start = text.rfind(" ", 0, at - _BEFORE) + 1 if at > _BEFORE else 0
    if at - start > 3 * _BEFORE:  # no spaces in this language
        start = at - _BEFORE
    end = min(len(text), start + _SHOWN)
    if end < len(text) and (space := text.rfind(" ", at + 1, end)) > 0:
        end = space
    return f"{'… ' if start else ''}{text[start:end].strip()}{' …' if end < len(text) else ''}"


def _lengths(text: str) -> Iterable[int]:
    """Yield the length of the folded text up to and with each character."""
    length = 0
    for char in text:
        length += len(fold(char))
        yield length

"""What can be found in a game: its parts, cards, pieces, pages, rule numbers and files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct

from cardgen.frame import Frame
from cardgen.model.cards import Card
from cardgen.model.record import Record, value_key, values_of
from cardgen.model.richtext import TermValue
from cardgen.preview.finding.folding import fold
from cardgen.preview.finding.printed import printed

PRINTED = "printed"
"""The name of the place that holds the words printed on a side."""


class Seed(NamedTuple):
    """What an entry is made of: equal seeds make equal entries.

    ``address`` are the parts of its address in the page, the game first. ``side`` is the id of
    the side that pictures it, or ``page`` the number of the page of the text ``address[1]``,
    counted from 0. ``places`` are names with texts. ``prints`` are the fingerprints of the
    pictures whose words count, and ``data`` is what a card says.
    """

    kind: str
    address: tuple[str, ...]
    title: str
    part: str
    id: str = ""
    side: str = ""
    page: int = -1
    places: tuple[tuple[str, str], ...] = ()
    prints: tuple[str, ...] = ()
    data: tuple[Any, ...] = ()


class Place(Struct, frozen=True):
    """A text of an entry under a name: ``printed``, ``type`` or that of a field."""

    name: str
    text: str
    folded: str


class Entry(Struct, frozen=True):
    """Something to go to, as its seed describes it. ``haystack`` is all that can be found of it."""

    kind: str
    address: tuple[str, ...]
    title: str
    part: str
    id: str
    side: str
    page: int
    places: tuple[Place, ...]
    haystack: str
    folded_id: str
    folded_title: str


def content(card: Card) -> tuple[Any, ...]:
    """Return what a card says, wherever it is in its file."""
    return card.type, card.title, card.fields, card.assumption


def entry(seed: Seed, pictures: Iterable[Frame]) -> Entry:
    """Make an entry; empty texts are left out."""
    given = [(PRINTED, words) for words in dict.fromkeys(map(printed, pictures))]
    given += seed.places
    if seed.data:
        type, _, fields, assumption = seed.data
        given += [(name, _said(value)) for name, value in values_of(fields).items()]
        given += [("type", type), ("assumption", str(assumption))]
    places = tuple(Place(name, text, fold(text)) for name, text in given if text)
    id, title = fold(seed.id), fold(seed.title)
    haystack = "\n".join([id, title, *(one.folded for one in places)])
    return Entry(*seed[:7], places, haystack, id, title)


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

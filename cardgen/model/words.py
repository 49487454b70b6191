"""The words of a card: what it says to players who do not see it.

They come from the values that its type declares, in that order, and from nothing that is painted.
Values declared with ``looks`` concern the picture alone and are left out; so are colours and the
files of pictures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from cardgen.model.cards import Card
from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import ChoiceField, Field, FlagField, TextField
from cardgen.model.game import Game
from cardgen.model.record import value_key, values_of
from cardgen.model.richtext import Content, Fact, Icon, Rich, TermValue, leaves, plain_words
from cardgen.model.theme import ColorField, IconField, ImageField

Write = Callable[[Rich | TermValue | str], str]
"""Writes one value of a card; line breaks begin new lines."""

_UNSAID = (ColorField, ImageField)
_BARE = ("text", "texts")
"""Fields whose name says nothing about them."""


_JOINTS = re.compile(r"[_-]+")


class Said(Struct, frozen=True):
    """One thing that a card says: the name of its field, if that tells anything, and lines."""

    label: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it in one line; a label that the words begin with is not said twice."""
        words = " ".join(line if line[-1:] in ".!?:…" else f"{line}." for line in self.lines)
        if not self.label or words.startswith(f"{self.label}:"):
            return words
        return f"{self.label}: {words}"


def nice(name: str) -> str:
    """Turn the name of a field, or an id, into words."""
    words = _JOINTS.sub(" ", name)
    return words[:1].upper() + words[1:]


def one_line(text: str) -> str:
    """Return a text with single spaces, and without soft hyphens."""
    return " ".join(text.replace("\u00ad", "").split())


def spoken(text: Rich, ornaments: bool = False) -> str:
    """Return the words and lines of a text for reading aloud; see `read_aloud`."""
    return "".join(part for part in read_aloud(text.content, ornaments) if isinstance(part, str))


def read_aloud(content: Content, ornaments: bool = False) -> list[str | Fact]:
    """Return the words of content for reading aloud, with the facts between them.

    An icon is its words, or else its name, unless that stands beside it anyway. If such icons are
    ``ornaments``, as in headings, they are not read.
    """
    parts: list[str | Icon | Fact] = [*leaves(content)]
    aloud: list[str | Fact] = []
    for place, part in enumerate(parts):
        if isinstance(part, Icon) and part.alt is None:
            name = part.name.replace("-", " ")
            after = (leaf for leaf in parts[place + 1 :] if not isinstance(leaf, Icon))
            words = (words for leaf in after if (words := one_line(plain_words((leaf,)))))
            is_beside = next(words, "").casefold().startswith(name.casefold())
            part = "" if ornaments or is_beside else f"{part.number or ''} {name}".lstrip()
        aloud.append(part.alt or "" if isinstance(part, Icon) else part)
    return aloud


def card_name(card: Card) -> str:
    """Return the title of a card, or else its id in words."""
    return one_line(card.title.plain) or nice(card.id)


def card_words(card: Card, game: Game) -> tuple[Said, ...]:
    """Return what a card says besides its title."""
    declared = game.card_types[card.type].fields
    return said_of(values_of(card.fields), declared, game)


def said_of(
    values: Mapping[str, Any],
    declared: Mapping[str, Field],
    game: Game,
    write: Write | None = None,
) -> tuple[Said, ...]:
    """Return what values say, by the fields that declare them; ``write`` writes each value."""
    write = write or (lambda value: spoken(value) if isinstance(value, Rich) else str(value))
    found = []
    for name, field in declared.items():
        value = values.get(name)
        if isinstance(field, FlagField):
            if value and not field.looks:
                found.append(Said("", (nice(name),)))
            continue
        if lines := _lines(field, value, game, write):
            found.append(Said("" if name in _BARE else nice(name), tuple(lines)))
    return tuple(found)


def _lines(field: Field, value: Any, game: Game, write: Write) -> list[str]:
    """Return a value as lines; values of a list that are mere words share one."""
    if field.looks or isinstance(field, _UNSAID) or value is None:
        return []
    match field:
        case ListField():
            inner = [line for one in value for line in _lines(field.of, one, game, write)]
            brief = not any(isinstance(one, Rich) or hasattr(one, "plain_data") for one in value)
            return [", ".join(inner)] if brief and inner else inner
        case RecordField():
            return _record(field, value, game, write)
    if not isinstance(value, Rich | TermValue):
        word = value_key(value)
        if type(field) is TextField and word in game.rules:
            rule = game.rules[word]
            word = f"{rule.value.text}, {rule.text}" if rule.text else rule.value.text
        elif isinstance(field, IconField | ChoiceField):
            word = word.replace("-", " ")
        value = one_line(word)
    return [line for part in write(value).split("\n") if (line := one_line(part))]


def _record(field: RecordField, value: Any, game: Game, write: Write) -> list[str]:
    """Return a record as one line: what heads it, and the rest; an icon only if it has no words."""
    values = values_of(value)
    words: list[str] = []
    icons: list[str] = []
    for name, inner in field.fields.items():
        lines = _lines(inner, values.get(name), game, write)
        (icons if isinstance(inner, IconField) else words).extend(lines)
    head, *rest = words or icons or [""]
    return [f"{head}: {' '.join(rest)}" if rest else head] if head else []

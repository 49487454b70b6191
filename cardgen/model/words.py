"""The words of a card, for players who do not see it.

They come from the card's values, in the order in which its type declares the fields, and not from
its picture. Fields with ``looks``, colours and files of pictures only change the picture and are
left out.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from cardgen.model.cards import Card
from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import ChoiceField, Field, FlagField, NumberField, TextField
from cardgen.model.game import Game
from cardgen.model.record import value_key, values_of
from cardgen.model.richtext import Content, Fact, Icon, Rich, TermValue, leaves, plain_words
from cardgen.model.scope import with_decimal_mark
from cardgen.model.theme import ColorField, IconField, ImageField

Write = Callable[[Rich | TermValue | str], str]
"""Converts one value of a card to text; it may have several lines."""

_UNREAD_KINDS = (ColorField, ImageField)
_BARE = ("text", "texts")
"""Names of fields that are useless as labels."""


_JOINTS = re.compile(r"[_-]+")


class LabelledText(Struct, frozen=True):
    """The text of one field of a card: lines, and the name of the field as label if useful."""

    label: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The label and all lines in one line, without a label that the words repeat."""
        words = " ".join(line if line[-1:] in ".!?:…" else f"{line}." for line in self.lines)
        if not self.label or words.startswith(f"{self.label}:"):
            return words
        return f"{self.label}: {words}"


def nice(name: str) -> str:
    """Convert the name of a field, or an id, to words."""
    words = _JOINTS.sub(" ", name)
    return words[:1].upper() + words[1:]


def one_line(text: str) -> str:
    """Return a text with single spaces, and without soft hyphens."""
    return " ".join(text.replace("\u00ad", "").split())


def spoken_text(text: Rich, ornaments: bool = False) -> str:
    """Return the words and lines of a text for reading aloud; see `read_aloud`."""
    return "".join(part for part in read_aloud(text.content, ornaments) if isinstance(part, str))


def read_aloud(content: Content, ornaments: bool = False) -> list[str | Fact]:
    """Return the words of content for reading aloud, with the facts between them.

    An icon is read as its alternative text. Without one it is read as its name, unless the same
    word follows it, or icons are ``ornaments``, as in headings.
    """
    parts: list[str | Icon | Fact] = [*leaves(content)]
    spoken_parts: list[str | Fact] = []
    for index, part in enumerate(parts):
        if isinstance(part, Icon) and part.alt is None:
            name = part.name.replace("-", " ")
            after = (leaf for leaf in parts[index + 1 :] if not isinstance(leaf, Icon))
            words = (words for leaf in after if (words := one_line(plain_words((leaf,)))))
            is_beside = next(words, "").casefold().startswith(name.casefold())
            part = "" if ornaments or is_beside else f"{part.number or ''} {name}".lstrip()
        spoken_parts.append(part.alt or "" if isinstance(part, Icon) else part)
    return spoken_parts


def card_name(card: Card) -> str:
    """Return the title of a card; without one, its id as words."""
    return one_line(card.title.plain) or nice(card.id)


def card_words(card: Card, game: Game) -> tuple[LabelledText, ...]:
    """Return the texts of all fields of a card; the title is not included."""
    declared = game.card_types[card.type].fields
    return labelled_texts(values_of(card.fields), declared, game)


def labelled_texts(
    values: Mapping[str, Any], declared: Mapping[str, Field], game: Game, write: Write | None = None
) -> tuple[LabelledText, ...]:
    """Return the texts of values by their ``fields``; ``write`` converts each value."""
    write = write or (lambda value: spoken_text(value) if isinstance(value, Rich) else str(value))
    texts = []
    for name, field in declared.items():
        value = values.get(name)
        if isinstance(field, FlagField):
            if value and not field.looks:
                texts.append(LabelledText("", (nice(name),)))
            continue
        if lines := _lines(field, value, game, write):
            texts.append(LabelledText("" if name in _BARE else nice(name), tuple(lines)))
    return tuple(texts)


def _lines(field: Field, value: Any, game: Game, write: Write) -> list[str]:
    """Return a value as lines; a list of single words becomes one line."""
    if field.looks or isinstance(field, _UNREAD_KINDS) or value is None:
        return []
    match field:
        case ListField():
            inner = [line for item in value for line in _lines(field.of, item, game, write)]
            brief = not any(isinstance(item, Rich) or hasattr(item, "plain_data") for item in value)
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
        elif isinstance(field, NumberField):
            word = with_decimal_mark(word, game.language)
        value = one_line(word)
    return [line for part in write(value).split("\n") if (line := one_line(part))]


def _record(field: RecordField, value: Any, game: Game, write: Write) -> list[str]:
    """Return a record as one line, ``first: others``; icons are used only if it has no words."""
    values = values_of(value)
    words: list[str] = []
    icons: list[str] = []
    for name, inner in field.fields.items():
        lines = _lines(inner, values.get(name), game, write)
        (icons if isinstance(inner, IconField) else words).extend(lines)
    head, *remaining_words = words or icons or [""]
    return [f"{head}: {' '.join(remaining_words)}" if remaining_words else head] if head else []

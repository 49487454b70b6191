"""Names that stay the same from export to export, and the texts of a card on a virtual table.

Names of objects, sheets and files are digests of ids in the project. So an edit changes only the
exported objects and files that it concerns.
"""

import json
import re
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Generic, TypeVar

from cardgen.core.fingerprint import digest
from cardgen.model.cards import Card
from cardgen.model.components.tokens import Token
from cardgen.model.record import Record, plain, values_of
from cardgen.model.richtext import EMPTY, Rich, TermValue
from cardgen.products.options import PICTURES

Name = TypeVar("Name")

_FIRST_KEY, _KEYS = 1000, 899_000
_HEX = 16


class _Unique(Generic[Name]):
    """Makes unique names within one file or game from the digests of ids.

    If two digests give the same name, which is rare, the second gets another one.
    """

    def __init__(self, form: Callable[[str], Name]) -> None:
        self._form = form
        self._used: set[Name] = set()

    def __call__(self, *parts: str | int) -> Name:
        names = (self._form(digest((*parts, salt))) for salt in count())
        name = next(name for name in names if name not in self._used)
        self._used.add(name)
        return name


class Guids(_Unique[str]):
    """The GUIDs of the objects in one file: six hexadecimal digits each."""

    def __init__(self) -> None:
        super().__init__(lambda print: print[:6])


class SheetKeys(_Unique[int]):
    """The numbers of the card sheets of a game, which are the keys of `CustomDeck`.

    The `CardID` of a card is a hundred times the number of its sheet, plus its cell. Two decks with
    the same number show each other's pictures, so the numbers are spread widely.
    """

    def __init__(self) -> None:
        super().__init__(lambda print: _FIRST_KEY + int(print[:12], _HEX) % _KEYS)


def file_name(name: str, key: str, ending: str) -> str:
    """Name a picture by its content, because the game never loads an address twice."""
    return f"{PICTURES}{name}.{key[:8]}.{ending}"


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\xad]")


def nickname(text: object) -> str:
    """Return a title on one line, without characters that a tooltip cannot show."""
    return " ".join(clean(str(text)).split())


def clean(text: str) -> str:
    """Remove control characters, which the texts of the game cannot hold, and soft hyphens."""
    return _CONTROL.sub("", text)


def description(fields: Record, use: Rich = EMPTY, kind_text: str = "") -> str:
    """Return the texts of a card or token for its tooltip, one on a line; first its ``use``.

    Terms and numbers are preceded by the name of their field. Choices and pictures are left out,
    because they concern only the looks of a card. ``kind_text`` (deck and type) comes last.
    """
    return tooltip(*_lines({"": use, **values_of(fields)}.items()), kind_text)


def tooltip(*texts: str) -> str:
    """Join texts to a tooltip with one line for each line of text, without empty lines."""
    lines = (line.strip() for text in texts for line in clean(text).split("\n"))
    return "\n".join(filter(None, lines))


def token_title(token: Token) -> str:
    """Return the name of a token: its title, else its only term, else its id."""
    terms = [value for value in values_of(token.fields).values() if isinstance(value, TermValue)]
    named = token.title or (terms[0] if len(terms) == 1 else None)
    return nickname(named or token.id.replace("-", " ").capitalize())


def _lines(values: Iterable[tuple[str, Any]]) -> Iterable[str]:
    for name, value in values:
        label = name.replace("_", " ").capitalize()
        match value:
            case Rich() if value:
                yield value.plain
            case TermValue():
                yield f"{label}: {value.text}"
            case Record():
                inner = " ".join(_lines(values_of(value).items()))
                if inner:
                    yield inner
            case tuple() if value and all(isinstance(term, TermValue) for term in value):
                yield f"{label}: {', '.join(term.text for term in value)}"
            case tuple() if value and all(isinstance(element, Rich | Record) for element in value):
                yield from _lines((name, element) for element in value)
            case bool():
                pass
            case int() | float():
                yield f"{label}: {value:g}" if isinstance(value, float) else f"{label}: {value}"


def notes(card: Card, deck: str) -> str:
    """Return all the data of a card as JSON, for scripts."""
    data = {name: plain(value) for name, value in values_of(card.fields).items()}
    facts = {"deck": deck, "id": card.id, "type": card.type, "title": nickname(card.title)}
    return json.dumps(facts | {"data": data}, ensure_ascii=False, sort_keys=True)

"""Names that stay the same from export to export, for objects, sheets and files.

All of them are digests of ids in the project, so that an export after an edit differs in what the
edit changed, and in nothing else.
"""

from __future__ import annotations

import re

from cardgen.core.fingerprint import digest
from cardgen.products.hosting import PICTURES

_FIRST_KEY, _KEYS = 1000, 899_000
_HEX = 16


class Guids:
    """The GUIDs of the objects in one file: six hexadecimal digits each, and none twice."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def __call__(self, *parts: str | int) -> str:
        """Name an object by what it is; in a clash, which is rare, the first keeps its name."""
        salt = 0
        while True:
            name = digest((*parts, salt))[:6]
            if name not in self._used:
                self._used.add(name)
                return name
            salt += 1


class SheetKeys:
    """The numbers of the card sheets of a game, which are the keys of `CustomDeck`.

    The `CardID` of a card is a hundred times the number of its sheet, plus its cell. Two decks with
    the same number show each other's pictures, so the numbers are spread widely.
    """

    def __init__(self) -> None:
        self._used: set[int] = set()

    def __call__(self, *parts: str | int) -> int:
        """Number a sheet by what it holds."""
        salt = 0
        while True:
            key = _FIRST_KEY + int(digest((*parts, salt))[:12], _HEX) % _KEYS
            if key not in self._used:
                self._used.add(key)
                return key
            salt += 1


def file_name(name: str, key: str, ending: str) -> str:
    """Name a picture by its content, because the game never loads an address twice."""
    return f"{PICTURES}{name}.{key[:8]}.{ending}"


def cache_name(url: str) -> str:
    """Return the name of a file in the game's cache: the letters and digits of its address."""
    return re.sub(r"[^A-Za-z0-9]", "", url)

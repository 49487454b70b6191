"""Names for templates and decks, made of what people write over columns and call files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable

from cardgen.model.fields import NAME_LIMIT

_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d"}
)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 40
_SIGNS = {"#": "number", "%": "percent", "€": "euro", "$": "dollar", "+": "plus", "&": "and"}


def words_of(written: str) -> tuple[str, ...]:
    """Return the words of a header in plain small letters: ``castingTime`` is casting, time."""
    parts: list[str] = []
    for char in _HUMPS.sub(" ", written):
        low = char.lower().translate(_LETTERS)
        plain = unicodedata.normalize("NFKD", low)
        if plain.isascii():
            parts.append(plain if plain.isalnum() else " ")
        elif plain[0].isascii() and plain[0].isalnum():  # an accent of a letter
            parts.append(plain[0])
        elif char.isalpha():
            parts.append(_spelt(char, letter=True))
        elif not unicodedata.combining(char) and unicodedata.category(char) == "So":
            parts.append(f" {_spelt(char)} ")
        else:
            parts.append(" ")
    found = "".join(parts).split()
    if not found:
        found = [_SIGNS[char] for char in written if char in _SIGNS]
    return tuple(found)


def identifier(written: str, otherwise: str = "column") -> str:
    """Return a name by which templates can read a column: small letters, digits and ``_``."""
    name = "_".join(words_of(written))[:_LONGEST].strip("_")
    if not name:
        return otherwise
    return name if name[0].isalpha() else f"n_{name}"


def distinct(name: str, taken: Collection[str]) -> str:
    """Return the name, or the first of ``name_2``, ``name_3`` … that is not taken."""
    if name not in taken:
        return name
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def file_name(stem: str, otherwise: str = "cards") -> str:
    """Return the id of a deck for a file: as `identifier`, but a digit may come first."""
    return "-".join(words_of(stem))[:NAME_LIMIT].strip("-") or otherwise


def label_of(written: str) -> str:
    """Return the words of a header as they are printed: ``casting_time`` is Casting time."""
    text = " ".join(written.replace("_", " ").split())
    if any(unicodedata.category(char) in ("So", "Cn", "Co") for char in text):  # pictures
        text = " ".join(words_of(written))
    if " " not in text and (text != written or not text.isupper()):
        text = _HUMPS.sub(" ", text)
        head, _, tail = text.partition(" ")
        text = f"{head} {tail.lower()}" if tail else head
    return text[:1].upper() + text[1:]


def names_any(written: str, known: Iterable[str]) -> int:
    """Say how well a header means one of some names: 2 if it is one, 1 if a word of it is."""
    words = words_of(written)
    joined = "_".join(words)
    best = 0
    for name in known:
        if joined == name:
            return 2
        if name in words:
            best = 1
    return best


def _spelt(char: str, letter: bool = False) -> str:
    """Spell a sign by its name in Unicode: ``⚡`` is high voltage sign; letters by themselves."""
    name = unicodedata.name(char, "").lower()
    if letter:
        name = name.rpartition("letter ")[2] if "letter " in name else name.rpartition("-")[2]
    return re.sub(r"[^a-z0-9]+", "" if letter else " ", name).strip()

"""What headers and texts of a table mean, and the names that templates and decks get from them."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from cardgen.model.fields import NAME_LIMIT

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
MEANINGS: Mapping[str, tuple[str, ...]] = {
    name: tuple(words.split()) for name, words in _WORDS["headers"].items()
}
"""What people write over columns, by what it means."""
_LANGUAGES = {name: frozenset(words.split()) for name, words in _WORDS["languages"].items()}
HUES: Mapping[str, str] = {name: said.split()[0] for name, said in _WORDS["hues"].items()}
"""Colours by name, each dark enough for white type."""

_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d"}
)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 40
_SIGNS = {"#": "number", "%": "percent", "€": "euro", "$": "dollar", "+": "plus", "&": "and"}


def words_of(written: str) -> tuple[str, ...]:
    """Return the words of a header in plain small letters: ``castingTime`` is casting, time."""
    found = "".join(map(_plain, _HUMPS.sub(" ", written))).split()
    return tuple(found or [_SIGNS[char] for char in written if char in _SIGNS])


def _plain(char: str) -> str:
    """Spell a character in plain letters: ``é`` is e, ``⚡`` is high voltage sign."""
    plain = unicodedata.normalize("NFKD", char.lower().translate(_LETTERS))
    if plain.isascii():
        return plain if plain.isalnum() else " "
    if plain[0].isascii() and plain[0].isalnum():  # an accent of a letter
        return plain[0]
    name = unicodedata.name(char, "").lower()
    if char.isalpha():
        last = name.rpartition("letter ")[2] if "letter " in name else name.rpartition("-")[2]
        return re.sub(r"[^a-z0-9]+", "", last)
    return f" {re.sub(r'[^a-z0-9]+', ' ', name)} " if unicodedata.category(char) == "So" else " "


def identifier(written: str, otherwise: str = "column") -> str:
    """Return a name by which templates can read a column: small letters, digits and ``_``."""
    name = "_".join(words_of(written))[:_LONGEST].strip("_") or otherwise
    return name if name[0].isalpha() else f"n_{name}"


def distinct(name: str, taken: Collection[str]) -> str:
    """Return the name, or the first of ``name_2``, ``name_3`` … that is not taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def file_name(stem: str, otherwise: str = "cards") -> str:
    """Return the id of a deck for a file: as `identifier`, but a digit may come first."""
    return "-".join(words_of(stem))[:NAME_LIMIT].strip("-") or otherwise


def label_of(written: str) -> str:
    """Return the words of a header as they are printed: ``casting_time`` is Casting time."""
    text = " ".join(written.replace("_", " ").split())
    if any(unicodedata.category(char) in ("So", "Cn", "Co") for char in text):  # pictures
        text = " ".join(words_of(written))
    if " " not in text and (text != written or not text.isupper()):
        head, _, tail = _HUMPS.sub(" ", text).partition(" ")
        text = f"{head} {tail.lower()}" if tail else head
    return text[:1].upper() + text[1:]


def means(written: str, known: Iterable[str]) -> int:
    """Say how well a header means one of some names: 2 if it is one, 1 if a word of it is."""
    words = words_of(written)
    names = set(known)
    if "_".join(words) in names:
        return 2
    return int(not names.isdisjoint(words))


def rank(written: str, known: Sequence[str]) -> int:
    """Return the place of the first of some names that a header means; 99 for none."""
    return next((place for place, name in enumerate(known) if means(written, (name,))), 99)


def language_of(texts: Iterable[str]) -> str:
    """Return the language that most texts are in, by its little words; empty if none stands out."""
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())]
    hits = {name: sum(word in known for word in words) for name, known in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    return best if hits[best] > 0.08 * len(words) else ""


def tints(words: Sequence[str]) -> dict[str, str]:
    """Return a colour for each word: the one that it means, else the next that is free."""
    found: dict[str, str] = {}
    free = dict(HUES)
    for word in words:
        parts = set(words_of(word))
        meant = (hue for hue, said in _WORDS["hues"].items() if parts & set(said.split()[1:]))
        hue = next(meant, "")
        if hue in free:
            found[word] = free.pop(hue)
    rest = list(free.values()) or list(HUES.values())
    for number, word in enumerate(one for one in words if one not in found):
        found[word] = rest[number % len(rest)]
    return {word: found[word] for word in words}

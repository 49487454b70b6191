"""What the words of headers and texts mean: roles of columns, names, languages, colours."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import cycle
from pathlib import Path

from cardgen.model.fields import NAME_LIMIT

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
MEANINGS: Mapping[str, tuple[str, ...]] = {
    name: tuple(words.split()) for name, words in _WORDS["headers"].items()
}
"""What people write over columns, by what it means."""
_LANGUAGES = {name: frozenset(words.split()) for name, words in _WORDS["languages"].items()}
_HUES = {name: entry.split() for name, entry in _WORDS["hues"].items()}
HUES: Mapping[str, str] = {name: color for name, (color, *_) in _HUES.items()}
"""Colours by name, each dark enough for white type."""

_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d"}
)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 40


def words_of(written: str) -> list[str]:
    """Return the words of a header in plain small letters: ``castingTime`` is casting, time."""
    return "".join(map(_plain, _HUMPS.sub(" ", written))).split()


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


def identifier(written: str) -> str:
    """Return a name by which templates can read a column: small letters, digits and ``_``."""
    name = "_".join(words_of(written))[:_LONGEST].strip("_") or "column"
    return name if name[0].isalpha() else f"n_{name}"


def distinct(name: str, taken: Collection[str]) -> str:
    """Return the name, or the first of ``name_2``, ``name_3`` … that is not taken."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free


def file_name(stem: str) -> str:
    """Return the id of a deck for a file: as `identifier`, but a digit may come first."""
    return "-".join(words_of(stem))[:NAME_LIMIT].strip("-") or "cards"


def label_of(written: str) -> str:
    """Return the words of a header as they are printed: ``casting_time`` is Casting time."""
    text = " ".join(written.replace("_", " ").split())
    if any(unicodedata.category(char) in ("So", "Cn", "Co") for char in text):  # pictures
        text = " ".join(words_of(written))
    if " " not in text and not text.isupper():
        head, _, tail = _HUMPS.sub(" ", text).partition(" ")
        text = f"{head} {tail.lower()}" if tail else head
    return text[:1].upper() + text[1:]


def language_of(texts: Iterable[str]) -> str:
    """Return the language of most texts, by its little words; empty if it is not clear."""
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())]
    hits = {name: sum(word in known for word in words) for name, known in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    return best if hits[best] > 0.08 * len(words) else ""


def tints(words: Sequence[str]) -> dict[str, str]:
    """Return a colour for each word: the one that it means, else the next that is free."""
    meant: dict[str, str] = {}
    free = dict(HUES)
    for word in words:
        parts = words_of(word)
        hue = next((hue for hue in free if not set(parts).isdisjoint(_HUES[hue])), None)
        if hue is not None:
            meant[word] = free.pop(hue)
    rest = cycle(free.values() or HUES.values())
    return {word: meant.get(word) or next(rest) for word in words}

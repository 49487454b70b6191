"""The words of headers and texts: roles of columns, names of fields, labels, languages."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from cardgen.model.fields import NAME_LIMIT

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
HEADERS: Mapping[str, tuple[str, ...]] = {
    name: tuple(words.split()) for name, words in _WORDS["headers"].items()
}
"""Known headers by the role of their columns."""
HUES: Mapping[str, str] = _WORDS["hues"]
"""Colours by name, each dark enough for white type."""
_LANGUAGES = {name: frozenset(words.split()) for name, words in _WORDS["languages"].items()}
_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d"}
)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST = 40


def words_of(header: str) -> list[str]:
    """Return the words of a header in small letters without accents: ``castingTime`` is two."""
    text = _HUMPS.sub(" ", header).lower().translate(_LETTERS)
    letters = unicodedata.normalize("NFKD", text)
    return re.findall(r"[^\W_]+", "".join(c for c in letters if not unicodedata.combining(c)))


def match_header(header: str, role: str) -> int:
    """Return 2 if the whole header names the role, 1 if one of its words does, else 0."""
    words, names = words_of(header), HEADERS[role]
    return 2 if "_".join(words) in names else int(not set(words).isdisjoint(names))


def header_rank(header: str, role: str) -> int:
    """Return the index of the first known name of the role that the header has; 99 if none."""
    words = words_of(header)
    ranks = (n for n, name in enumerate(HEADERS[role]) if name in (*words, "_".join(words)))
    return next(ranks, 99)


def identifier(header: str) -> str:
    """Return the field name for a header: small letters of English, digits and ``_``."""
    name = file_name(header, "_")[:_LONGEST].strip("_")
    return name if name[:1].isalpha() else f"n_{name}" if name else "column"


def distinct(name: str, taken: Collection[str]) -> str:
    """Return the name, or the first of ``name_2``, ``name_3`` … that is not taken."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free


def file_name(stem: str, hyphen: str = "-") -> str:
    """Return the English letters and digits of a file name or header as an id; or empty."""
    words = (word for word in words_of(stem) if word.isascii())
    return hyphen.join(words)[:NAME_LIMIT].strip(hyphen)


def label_of(header: str) -> str:
    """Return a header as it is printed: ``casting_time`` is Casting time."""
    text = " ".join(header.replace("_", " ").split())
    if " " not in text and not text.isupper():
        head, _, tail = _HUMPS.sub(" ", text).partition(" ")
        text = f"{head} {tail.lower()}" if tail else head
    return text[:1].upper() + text[1:]


def language_of(texts: Iterable[str]) -> str:
    """Return the language of most texts by its common words; empty if it is not clear."""
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())]
    hits = {name: sum(word in common for word in words) for name, common in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    return best if hits[best] > 0.08 * len(words) else ""

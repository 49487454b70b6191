"""The headers of tables: their words, the roles that they name, their names and labels."""

import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping
from pathlib import Path


def read_words(file: Path) -> dict[str, tuple[str, ...]]:
    """Return lists of words by name out of a TOML file that has them as texts."""
    lists = tomllib.loads(file.read_text("utf-8"))
    return {name: tuple(text.split()) for name, text in lists.items()}


HEADERS: Mapping[str, tuple[str, ...]] = read_words(Path(__file__).with_name("headers.toml"))
"""Known headers by the role of their columns, in the languages seen most."""
FLAGS: Mapping[str, tuple[str, ...]] = read_words(Path(__file__).with_name("flags.toml"))
"""The words for yes and no, as values."""
_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d"}
)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def words_of(header: str) -> list[str]:
    """Return the words of a header in small letters without accents: ``castingTime`` is two."""
    text = _HUMPS.sub(" ", header).lower().translate(_LETTERS)
    letters = unicodedata.normalize("NFKD", text)
    return re.findall(r"[^\W_]+", "".join(c for c in letters if not unicodedata.combining(c)))


def header_rank(header: str, role: str) -> int:
    """Return the index of the first known name of the role that the header has; 99 if none."""
    words = words_of(header)
    ranks = (n for n, name in enumerate(HEADERS[role]) if name in (*words, "_".join(words)))
    return next(ranks, 99)


def is_technical(header: str, other_headers: Collection[str]) -> bool:
    """Return True if a column is made for a program and not for players: ``text_width``.

    Last words are judged only in headers for programs, which have no blanks. A word such as `color`
    counts if there is a column without it: `textColor` beside `text`.
    """
    words = words_of(header)
    if header[:1] in ("@", "_") or "_".join(words) in HEADERS["technical"]:
        return True
    if len(words) < 2 or " " in header:
        return False
    return words[-1] in HEADERS["technical"] or (
        words[-1] in HEADERS["derived"]
        and any(words[:-1] == words_of(name) for name in other_headers)
    )


def label_of(header: str) -> str:
    """Return a header for print: ``casting_time`` becomes Casting time."""
    text = " ".join(header.replace("_", " ").split())
    if " " not in text and not text.isupper():
        head, _, tail = _HUMPS.sub(" ", text).partition(" ")
        text = f"{head} {tail.lower()}" if tail else head
    return text[:1].upper() + text[1:]

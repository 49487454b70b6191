"""Names for what comes from a foreign table, and the language of its texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cardgen.assets.sfnt import script_of
from cardgen.model.fields import NAME_LIMIT
from cardgen.source.foreign.headers import read_words, words_of

_LANGUAGES = read_words(Path(__file__).with_name("languages.toml"))
_LANGUAGES_OF_SCRIPTS = {"Hebr": "he", "Hang": "ko", "Thai": "th", "Hira": "ja", "Kana": "ja"}
_LONGEST = 40


def identifier(header: str) -> str:
    """Return the field name for a header: small letters of English, digits and ``_``."""
    name = file_name(header, "_")[:_LONGEST].strip("_")
    return name if name[:1].isalpha() else f"n_{name}" if name else "column"


def file_name(stem: str, hyphen: str = "-") -> str:
    """Return the English letters and digits of a file name or header as an id; or empty."""
    words = (word for word in words_of(stem) if word.isascii())
    return hyphen.join(words)[:NAME_LIMIT].strip(hyphen)


def language_of(texts: Sequence[str]) -> str:
    """Return the language of most texts, by its common words or by its letters; or empty."""
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())]
    hits = {name: sum(word in common for word in words) for name, common in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    if hits[best] > 0.08 * len(words):
        return best
    scripts = Counter(script_of(word[0]) for word in words)
    return _LANGUAGES_OF_SCRIPTS.get(scripts.most_common(1)[0][0], "") if scripts else ""


def is_hyphenated(language: str) -> bool:
    """Return True if cardgen can divide words of a language that `language_of` returns."""
    return language in _LANGUAGES

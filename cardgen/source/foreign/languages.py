"""The language of the texts of a table."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from cardgen.source.foreign.headers import read_words

_LANGUAGES = read_words(Path(__file__).with_name("languages.toml"))
_LANGUAGES_OF_SCRIPTS = {
    "HEBREW": "he",
    "HANGUL": "ko",
    "THAI": "th",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
}
"""Languages by the first word of the Unicode name of their letters."""


def language_of(texts: Iterable[str]) -> str:
    """Return the language of most texts, by its common words or by its letters; or empty."""
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())]
    hits = {name: sum(word in common for word in words) for name, common in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    if hits[best] > 0.08 * len(words):
        return best
    scripts = Counter(unicodedata.name(word[0], "").partition(" ")[0] for word in words)
    return _LANGUAGES_OF_SCRIPTS.get(scripts.most_common(1)[0][0], "") if scripts else ""


def is_hyphenated(language: str) -> bool:
    """Return True if cardgen can divide words of a language that `language_of` returns."""
    return language in _LANGUAGES

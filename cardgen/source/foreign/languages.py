"""The language of the texts of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cardgen.source.foreign.headers import read_words

_LANGUAGES = read_words(Path(__file__).with_name("languages.toml"))


def language_of(texts: Iterable[str]) -> str:
    """Return the language of most texts by its common words; empty if it is not clear."""
    words = [word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())]
    hits = {name: sum(word in common for word in words) for name, common in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    return best if hits[best] > 0.08 * len(words) else ""

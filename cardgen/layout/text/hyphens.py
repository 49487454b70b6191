"""Where words may be divided, by dictionary: patterns for Liang's algorithm, from pyphen."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_LETTERS = r"[^\W\d_]+"


def has_patterns(language: str) -> bool:
    """Whether words of a language, named as in BCP 47, can be divided."""
    from pyphen import language_fallback

    return language_fallback(language) is not None


def break_points(text: str, language: str, limits: tuple[int, ...]) -> list[int]:
    """Return the offsets in a text where a hyphen may stand.

    ``limits`` are the least letters of a word that is divided, before its hyphen and after it.
    Divisions that change how a word is spelt are left out.
    """
    least, before, after = limits
    found: list[int] = []
    for match in re.finditer(_LETTERS, text):
        word = match[0]
        if len(word) >= least:
            points = _patterns(language).positions(word)
            found += [
                match.start() + point
                for point in points
                if point.data is None and before <= point <= len(word) - after
            ]
    return found


@cache
def _patterns(language: str) -> Any:
    from pyphen import Pyphen

    return Pyphen(lang=language, left=1, right=1)

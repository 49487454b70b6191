"""What a theme consists of: named colours and named text styles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from cardgen.core.color import Color

Align = Literal["left", "center", "right", "justify"]
HYPHENATED = (6, 3, 3)
"""Letters that a divided word has, before and after its hyphen, where a style says no more."""
FEATURE = r"^(?:[+-]?([A-Za-z0-9]{4})|([A-Za-z0-9]{4})=([0-9]{1,3}))$"


def parse_feature(word: str) -> tuple[str, int]:
    """Read a feature as HarfBuzz writes it; return its tag and value, 0 for one that is off.

    Raises ValueError.
    """
    match = re.match(FEATURE, word)
    if match is None:
        raise ValueError(f"`{word}` is no feature: write `lnum`, `-zero` or `salt=2`")
    return match[1] or match[2], 0 if word[0] == "-" else int(match[3] or 1)


class TextStyle(Struct, frozen=True):
    """How a run of text looks; sizes in points, leading as a multiple of the size.

    Fonts are ``family/face``, for example ``barlow-condensed/bold``. ``bold`` and
    ``italic`` name the fonts of ``<b>`` and ``<i>``; empty means that the style has none.
    ``tracking`` is extra letter spacing in thousandths of an em. ``features`` are OpenType features
    in the words of HarfBuzz: ``lnum``, ``-zero``, ``salt=2``. ``hyphenate`` holds the least letters
    of a word that is divided, before and after its hyphen; none is divided if it is empty.
    ``widow`` is the least number of characters in the last line of a text.
    """

    font: str
    size: float
    leading: float = 1.2
    color: str = "black"
    align: Align = "left"
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""
    tracking: float = 0.0
    uppercase: bool = False
    features: tuple[str, ...] = ()
    hyphenate: tuple[int, ...] = ()
    widow: int | None = None


class Theme(Struct, frozen=True):
    """Everything layout looks up by name.

    ``fallback`` lists fonts to try for missing glyphs; ``words`` has the word of the game that each
    icon stands for, by the icon's name; ``language`` is that of the game (BCP 47).
    """

    colors: Mapping[str, Color] = {}
    styles: Mapping[str, TextStyle] = {}
    fallback: tuple[str, ...] = ()
    words: Mapping[str, str] = {}
    language: str = "en"

    def color(self, name: str) -> Color:
        """Return a colour by its name or as ``#rrggbb``; raises ValueError for neither."""
        return self.colors.get(name) or Color.parse(name)

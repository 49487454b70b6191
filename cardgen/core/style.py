"""The parts of a theme: colours and gradients by name, and named text styles.

Contrast is measured as WCAG 2 defines it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_NAMED = {"black": "#000000", "white": "#ffffff"}


class Color(Struct, frozen=True):
    """An sRGB colour; each component ranges from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Color:
        """Read ``#rgb``, ``#rgba``, ``#rrggbb``, ``#rrggbbaa``, ``black`` or ``white``.

        Raises ValueError with a message for users.
        """
        text = _NAMED.get(text.strip().lower(), text.strip())
        if not _HEX.fullmatch(text):
            raise ValueError(f"`{text}` is not a colour (write #rgb, #rrggbb or #rrggbbaa)")
        digits = text[1:]
        if len(digits) < 6:
            digits = "".join(d * 2 for d in digits)
        return cls(*(int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2)))

    @property
    def hex(self) -> str:
        """``#rrggbb``, or ``#rrggbbaa`` if the colour is not opaque."""
        parts = [self.red, self.green, self.blue] + ([self.alpha] if self.alpha < 1 else [])
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)

    def with_alpha(self, alpha: float) -> Color:
        """Return the colour with a different opacity."""
        return Color(self.red, self.green, self.blue, alpha)

    def over(self, ground: Color) -> Color:
        """Return the visible colour after painting this one over an opaque ground."""
        return Color(
            ground.red + (self.red - ground.red) * self.alpha,
            ground.green + (self.green - ground.green) * self.alpha,
            ground.blue + (self.blue - ground.blue) * self.alpha,
        )

    @property
    def luminance(self) -> float:
        """Relative luminance (WCAG 2.2), 0 to 1."""
        # The threshold of sRGB (IEC 61966-2-1). Until 2021 WCAG had 0.03928, from a draft of it.
        parts = [
            v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
            for v in (self.red, self.green, self.blue)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: Color, second: Color) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((first.luminance, second.luminance))
    return (high + 0.05) / (low + 0.05)


class LinearGradient(Struct, frozen=True):
    """A gradient along a line in Frame coordinates; stops are (position 0-1, colour)."""

    x0: float
    y0: float
    x1: float
    y1: float
    stops: tuple[tuple[float, Color], ...]


class RadialGradient(Struct, frozen=True):
    """A gradient from a centre outwards in Frame coordinates."""

    cx: float
    cy: float
    radius: float
    stops: tuple[tuple[float, Color], ...]


Paint = Color | LinearGradient | RadialGradient


Align = Literal["start", "left", "center", "right", "end", "justify"]
"""The alignment of lines; a text that runs from right to left starts at the right."""
Direction = Literal["", "ltr", "rtl"]
HYPHENATED = (6, 3, 3)
"""Minimum letters of a word to hyphenate, before its hyphen, and after it; the default.

A fourth number, `RAGGED_LINES`, divides words in lines that are not justified, too.
"""
RAGGED_LINES = 1
FEATURE = r"^(?:[+-]?([A-Za-z0-9]{4})|([A-Za-z0-9]{4})=([0-9]{1,3}))$"


def parse_feature(word: str) -> tuple[str, int]:
    """Read an OpenType feature in HarfBuzz's syntax; return its tag and value, 0 if it is off.

    Raises ValueError.
    """
    match = re.match(FEATURE, word)
    if match is None:
        raise ValueError(f"`{word}` is no feature: write `lnum`, `-zero` or `salt=2`")
    return match[1] or match[2], 0 if word[0] == "-" else int(match[3] or 1)


class TextStyle(Struct, frozen=True):
    """The look of a run of text; sizes in points, leading as a multiple of the size.

    Fonts are ``family/face``, for example ``barlow-condensed/bold``. ``bold`` and ``italic`` name
    the fonts for ``<b>`` and ``<i>``; empty means that the style has none. ``tracking`` is extra
    letter spacing in thousandths of an em. ``features`` are OpenType features in HarfBuzz's syntax:
    ``lnum``, ``-zero``, ``salt=2``. ``hyphenate`` holds the minimum number of letters of a
    hyphenated word, before its hyphen, and after it; if empty, words are not hyphenated. ``widow``
    is the minimum number of characters in the last line of a text. An empty ``direction`` means the
    direction of the language.
    """

    font: str
    size: float
    leading: float = 1.2
    color: str = "black"
    align: Align = "start"
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""
    tracking: float = 0.0
    uppercase: bool = False
    features: tuple[str, ...] = ()
    hyphenate: tuple[int, ...] = ()
    widow: int | None = None
    direction: Direction = ""


class Theme(Struct, frozen=True):
    """Everything that layout looks up by name.

    ``fallback`` lists fonts to try for missing glyphs. ``words`` maps the name of an icon to the
    game word that the icon replaces. ``language`` is the game's language (BCP 47).
    """

    colors: Mapping[str, Color] = {}
    styles: Mapping[str, TextStyle] = {}
    fallback: tuple[str, ...] = ()
    words: Mapping[str, str] = {}
    language: str = "en"

    def color(self, name: str) -> Color:
        """Return a colour by its name or as ``#rrggbb``; raises ValueError if it is neither."""
        return self.colors.get(name) or Color.parse(name)

"""What a theme consists of: colours and gradients by name, and named text styles.

The contrast of two colours is that of WCAG 2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_NAMED = {"black": "#000000", "white": "#ffffff"}


class Color(Struct, frozen=True):
    """An sRGB colour; each component is from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Color:
        """Read ``#rgb``, ``#rgba``, ``#rrggbb``, ``#rrggbbaa``, ``black`` or ``white``.

        Raises ValueError with a message for people.
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
        """``#rrggbb``, with two more digits where it is not opaque."""
        parts = [self.red, self.green, self.blue] + ([self.alpha] if self.alpha < 1 else [])
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)

    def with_alpha(self, alpha: float) -> Color:
        """Return the colour with another opacity."""
        return Color(self.red, self.green, self.blue, alpha)

    def over(self, ground: Color) -> Color:
        """Return the colour that shows when this one is painted over an opaque ground."""
        return Color(
            ground.red + (self.red - ground.red) * self.alpha,
            ground.green + (self.green - ground.green) * self.alpha,
            ground.blue + (self.blue - ground.blue) * self.alpha,
        )

    @property
    def luminance(self) -> float:
        """Relative luminance (WCAG 2.2), 0 to 1."""
        # The threshold of sRGB (IEC 61966-2-1); until 2021 WCAG had 0.03928, of an older text.
        parts = [
            v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
            for v in (self.red, self.green, self.blue)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((one.luminance, other.luminance))
    return (high + 0.05) / (low + 0.05)


class LinearGradient(Struct, frozen=True):
    """A gradient along a line in Frame coordinates; stops are (place 0-1, colour)."""

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
"""How lines stand; a text that runs from right to left starts at the right."""
Direction = Literal["", "ltr", "rtl"]
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
    ``widow`` is the least number of characters in the last line of a text. Its ``direction`` is
    that of the language if it is empty.
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

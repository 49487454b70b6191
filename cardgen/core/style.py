"""What a theme consists of: named colours and named text styles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from cardgen.core.color import Color

Align = Literal["left", "center", "right", "justify"]


class TextStyle(Struct, frozen=True):
    """How a run of text looks; sizes in points, leading as a multiple of the size.

    Fonts are ``family/face``, for example ``barlow-condensed/bold``. ``bold`` and
    ``italic`` name the fonts of ``<b>`` and ``<i>``; empty means that the style has none.
    ``tracking`` is extra letter spacing in thousandths of an em.
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


class Theme(Struct, frozen=True):
    """Everything layout looks up by name; ``fallback`` lists fonts to try for missing glyphs."""

    colors: Mapping[str, Color] = {}
    styles: Mapping[str, TextStyle] = {}
    fallback: tuple[str, ...] = ()

    def color(self, name: str) -> Color:
        """Return a colour by its name or as ``#rrggbb``; raises ValueError for neither."""
        return self.colors.get(name) or Color.parse(name)

"""Chooses fallback fonts with which a game can print all characters of a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct

from cardgen.assets.fonts import Font
from cardgen.assets.library import Library
from cardgen.assets.sfnt import free_family
from cardgen.model.theme import slug
from cardgen.source.files import BUNDLED

MATH = "noto-math/regular"
FALLBACK = ("noto-sans/regular", "noto-symbols/regular", MATH, "m-plus-1p/regular")
"""Fallback fonts for characters that the fonts of the styles lack."""


class FallbackFonts(Struct, frozen=True):
    """The fallback fonts of a game; ``missing`` has the family to get, by the name of its font."""

    names: tuple[str, ...]
    missing: dict[str, str]


def choose_fonts(texts: Iterable[str], folder: Path) -> FallbackFonts:
    """Return the fonts for these texts: the usual ones, and others in ``folder`` or of cardgen."""
    library = Library(folder, fonts=(folder, BUNDLED / "fonts"))
    regular = [name for name in library.font_names() if name.endswith("/regular")]
    first, *others = FALLBACK
    added: list[str] = []
    missing: dict[str, str] = {}
    for char in sorted({char for text in texts for char in text if not char.isascii()}):
        # Fonts for mathematics have letters of some scripts, but do not join them to words.
        fonts = [n for n in (*FALLBACK, *regular) if not (char.isalpha() and n == MATH)]
        font = next((name for name in fonts if library.font(name).covers(char)), "")
        family = "" if font else free_family(char)
        if family:
            # Several families have Chinese characters; the second is for simplified ones.
            family = family.partition(", ")[2].partition(" or ")[0] or family
            font = f"{slug(family)}/regular"
            missing[font] = family
        if font and font not in {*FALLBACK, *added}:
            added.append(font)
    return FallbackFonts((first, *added, *others), missing)


def has_font(char: str) -> bool:
    """Return True if one of the usual fallback fonts has a character."""
    return any(font.covers(char) for font in _usual_fonts())


@cache
def _usual_fonts() -> tuple[Font, ...]:
    library = Library(BUNDLED, fonts=(BUNDLED / "fonts",))
    return tuple(map(library.font, FALLBACK))

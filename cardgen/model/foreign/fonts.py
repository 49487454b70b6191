"""Chooses fallback fonts with which a game can print all characters of a table."""

import os
from collections.abc import Iterable, Mapping
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
_FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
    "~/AppData/Local/Microsoft/Windows/Fonts",
)
"""Where Linux, macOS and Windows install fonts."""


class FallbackFonts(Struct, frozen=True):
    """The fallback fonts of a game.

    ``copies`` has the fonts of this machine to copy, by their paths in the project. ``missing`` has
    the family to get, by the name of its font.
    """

    names: tuple[str, ...]
    copies: Mapping[str, Path]
    missing: Mapping[str, str]


def choose_fonts(texts: Iterable[str], folder: Path) -> FallbackFonts:
    """Return the fonts for these texts: the usual ones, and others in ``folder`` or of cardgen.

    A character that none of them has needs a free font that is installed on this machine.
    """
    library = Library(folder, fonts=(folder, BUNDLED / "fonts"))
    regular = [name for name in library.font_names() if name.endswith("/regular")]
    first, *further = FALLBACK
    added: dict[str, None] = {}
    families: dict[str, None] = {}
    chars = sorted({char for text in texts for char in text if not char.isascii()})
    is_japanese = any("\u3041" <= char <= "\u30ff" for char in chars)  # kana
    for char in chars:
        # Fonts for mathematics have letters of some scripts, but do not join them to words.
        fonts = [n for n in (*FALLBACK, *regular) if not (char.isalpha() and n == MATH)]
        font = next((name for name in fonts if library.font(name).covers(char)), "")
        if font and font not in FALLBACK:
            added[font] = None
        elif not font and (family := free_family(char)):
            # Several families have Chinese characters: for Japanese, for simplified ones, others.
            japanese, _, chinese = family.partition(", ")
            families[japanese if is_japanese else chinese.partition(" or ")[0] or japanese] = None
    copies: dict[str, Path] = {}
    missing: dict[str, str] = {}
    for family in families:
        font = f"{slug(family)}/regular"
        file = _installed_font(family)
        if file is None:
            missing[font] = family
        else:
            copies[f"fonts/{slug(family)}/{file.name}"] = file
            added[font] = None
    names = [name for name in (first, *added, *further) if not (missing and name == MATH)]
    return FallbackFonts(tuple(names), copies, missing)


def _installed_font(family: str) -> Path | None:
    """Return the static TrueType file of a free family on this machine."""
    name = f"{family.replace(' ', '')}-Regular.ttf"
    folders = (Path(folder).expanduser() for folder in _FONT_FOLDERS)
    for folder in folders:
        for parent, _, names in os.walk(folder):
            if name in names:
                return Path(parent, name)
    return None


def has_font(char: str) -> bool:
    """Return True if one of the usual fallback fonts has a character."""
    return any(font.covers(char) for font in _usual_fonts())


@cache
def _usual_fonts() -> tuple[Font, ...]:
    library = Library(BUNDLED, fonts=(BUNDLED / "fonts",))
    return tuple(map(library.font, FALLBACK))

"""The colours and typefaces of a page, out of those of the game.

The hue of a game's text colours the grounds of its pages, the accent of its rules colours links
and rules. Each colour of text is moved towards black or white, in steps of equal lightness, until
its contrast with both grounds is what WCAG 2.2 asks for (1.4.3: 4.5 to 1), in light and in dark.
Lightness, chroma and hue are those of Oklab (Björn Ottosson, 2020).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.style import Color, TextStyle, Theme, contrast
from cardgen.model.flowing import ROLES, FlowSpec
from cardgen.model.game import Game

LEAST = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
_STEP = 0.01
_BLACK, _WHITE = Color(0.0, 0.0, 0.0), Color(1.0, 1.0, 1.0)
_PLAIN_INK, _PLAIN_ACCENT = Color.parse("#20262b"), Color.parse("#2f5d62")
_TYPES = {"chapter": "head", "text": "body"}
"""The roles of a rule text whose typefaces a page takes, and what it calls them."""


class Palette(Struct, frozen=True):
    """The colours of one scheme, each with the name that the style sheet has for it."""

    colors: tuple[tuple[str, str], ...]

    def of(self, name: str) -> str:
        """Return a colour by its name."""
        return dict(self.colors)[name]


def palettes(ink: Color = _PLAIN_INK, accent: Color = _PLAIN_ACCENT) -> tuple[Palette, Palette]:
    """Return the light and the dark colours of a page, from two colours of a game."""
    _, ink_chroma, ink_hue = _lch(ink)
    _, accent_chroma, accent_hue = _lch(accent)
    accent = accent.over(_WHITE)
    hue = ink_hue if ink_chroma > 0.02 else accent_hue
    tint = min(max(ink_chroma, accent_chroma / 4), 0.05)
    # Bands have the same dark colours in both schemes.
    band = _color(0.25, min(tint * 1.3, 0.055), hue), _color(0.19, min(tint, 0.04), hue)
    on_band = {
        "band": band[0].hex,
        "band-deep": band[1].hex,
        "band-ink": _color(0.97, 0.01, hue).hex,
        "band-muted": _readable(_color(0.82, 0.02, hue), band, 1).hex,
        "band-accent": _readable(accent, band, 1).hex,
        "button": accent.hex,
        "on-button": max(_BLACK, _WHITE, key=lambda one: contrast(one, accent)).hex,
    }

    def scheme(grounds: Sequence[Color], ink: Color, muted: Color, way: int) -> Palette:
        strong = _readable(accent, grounds, way)
        line = _color(0.86 if way < 0 else 0.36, tint / 2, hue)
        colors = {
            "ground": grounds[0].hex,
            "panel": grounds[1].hex,
            "ink": ink.hex,
            "muted": _readable(muted, grounds, way).hex,
            "accent": strong.hex,
            "on-accent": grounds[0].hex,
            "line": line.hex,
        }
        return Palette(tuple({**colors, **on_band}.items()))

    light = _color(0.985, tint / 8, hue), _color(0.955, tint / 4, hue)
    dark = _color(0.17, tint / 2, hue), _color(0.215, tint / 1.8, hue)
    return (
        scheme(light, _color(0.24, tint, hue), _color(0.5, tint, hue), -1),
        scheme(dark, _color(0.93, tint / 6, hue), _color(0.74, tint / 3, hue), 1),
    )


def of_game(game: Game, text: FlowSpec | None) -> tuple[Palette, Palette]:
    """Return the colours for a game, those of its rule text if it has one."""
    ink = typefaces(game, text).get("body")
    accent = text.paints["accent"] if text is not None else ""
    return palettes(
        _solid(game.theme, ink.color) if ink is not None else _PLAIN_INK,
        _solid(game.theme, accent) if accent else _PLAIN_ACCENT,
    )


def _solid(theme: Theme, name: str) -> Color:
    return theme.color(name).with_alpha(1.0)


class WebFont(Struct, frozen=True):
    """A font of a page: what the style sheet calls it, its file, and the bytes of that."""

    name: str
    style: str
    weight: str
    path: str
    data: bytes


def typefaces(game: Game, text: FlowSpec | None) -> dict[str, TextStyle]:
    """Return the styles of headings and of running text, as far as a game has them."""
    theme = game.theme if text is None else text.theme  # which has styles at the size of its page
    found: dict[str, TextStyle] = {}
    for role, name in _TYPES.items():
        wishes = ROLES[role] if text is None else (text.styles[role],)
        known = [theme.styles[one] for one in wishes if one in theme.styles]
        if known:
            found[name] = known[0]
    return found


def web_fonts(styles: Mapping[str, TextStyle], letters: str, library: Library) -> list[WebFont]:
    """Return the fonts of some styles, each with the letters that pages have."""
    found = []
    for name, style in styles.items():
        faces = {"normal 400": style.font}
        if name == "body":
            faces |= {"normal 700": style.bold, "italic 400": style.italic}
        for face, key in faces.items():
            if not key:
                continue
            slant, weight = face.split()
            weight = weight if style.bold and name == "body" else "400 700"
            font = library.font(key)
            data = font.subset_to_type("".join(filter(font.covers, letters)))
            path = f"fonts/{key.replace('/', '-')}.ttf"
            found.append(WebFont(name, slant, weight, path, data))
    return found


def letters_of(pages: Iterable[bytes]) -> str:
    """Return every character of some pages once, and those of ASCII."""
    seen = set().union(*(page.decode() for page in pages), map(chr, range(32, 127)))
    return "".join(sorted(one for one in seen if one.isprintable()))


def _readable(color: Color, grounds: Sequence[Color], way: int) -> Color:
    """Return a colour moved towards black (``way`` -1) or white (1) until it can be read."""
    lightness, chroma, hue = _lch(color)
    while min(contrast(_rounded(color), ground) for ground in map(_rounded, grounds)) < LEAST:
        lightness += way * _STEP
        if not 0 < lightness < 1:
            return Color(*[float(way > 0)] * 3)
        color = _color(lightness, chroma, hue)
    return color


def _rounded(color: Color) -> Color:
    return Color.parse(color.hex)


def _lch(color: Color) -> tuple[float, float, float]:
    """Return lightness, chroma and hue (in radians)."""
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in _rgb(color))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    c = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return lightness, math.hypot(a, c), math.atan2(c, a)


def _rgb(color: Color) -> tuple[float, float, float]:
    return color.red, color.green, color.blue


def _color(lightness: float, chroma: float, hue: float) -> Color:
    """Return a colour; of one that sRGB does not have, the nearest with less chroma."""
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    if chroma > 0.001 and not all(-0.0001 <= v <= 1.0001 for v in linear):
        return _color(lightness, chroma * 0.95, hue)
    held = (min(max(v, 0.0), 1.0) for v in linear)
    return Color(*(v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in held))

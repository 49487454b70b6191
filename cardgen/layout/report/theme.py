"""The look of a game's reports: its own colours and fonts, or plain ones where it has none.

A report's theme holds everything in the game's theme and, under names that begin with ``stats-``,
what the templates of reports ask for.
"""

from __future__ import annotations

import colorsys

from msgspec.structs import replace

from cardgen.core.color import Color, contrast
from cardgen.core.style import TextStyle, Theme

_WHITE = Color(1.0, 1.0, 1.0)
_PLAIN = {"ink": "#1c1c1e", "accent": "#2f6690", "band": "#1d2b3a"}
_FIGURES, _TICKS = "barlow-condensed/semibold", "barlow-condensed/medium"
_TEXT = TextStyle("atkinson/regular", 8.0, bold="atkinson/bold")
_TITLE = TextStyle("barlow-condensed/bold", 12.0)
_FALLBACK = ("noto-sans/regular", "noto-math/regular", "noto-symbols/regular")

LIGHT = 0.75  # least luminance of the ground
PALE = 0.25  # least colourfulness of bars, greatest of the ground
DARK = 0.06  # greatest luminance of the band at the top
NEAR = 0.12  # of the colour wheel: the band and the bars should differ by more


def report_theme(theme: Theme) -> Theme:
    """Return a theme with everything that the reports of a game need."""
    title = next((s for n in ("title", "heading") if (s := theme.styles.get(n))), _TITLE)
    body = theme.styles.get("body", _TEXT)
    text = TextStyle(body.font, 8.0, 1.0, "stats-ink", bold=body.bold or _TEXT.bold)
    heading = replace(
        title, size=11.5, leading=1.0, color="stats-ink", align="left", tracking=title.tracking / 2
    )
    figure = TextStyle(_FIGURES, 9.0, 1.0, "stats-ink")
    styles = {
        "stats-title": replace(heading, size=30.0, color="stats-on-band"),
        "stats-heading": heading,
        "stats-text": text,
        "stats-note": replace(text, size=7.5, color="stats-quiet"),
        "stats-figure": figure,
        "stats-tick": replace(figure, font=_TICKS, size=7.5, color="stats-quiet"),
    }
    colors = {f"stats-{name}": color for name, color in _colors(theme).items()}
    fonts = (style.font for style in theme.styles.values())  # one of them has what cards say
    fallback = tuple(dict.fromkeys((*theme.fallback, *_FALLBACK, *fonts)))
    return Theme(
        {**theme.colors, **colors},
        {**theme.styles, **styles},
        fallback,
        theme.words,
        theme.language,
    )


def _colors(theme: Theme) -> dict[str, Color]:
    """Choose what is light, dark and bright of a theme; each choice can be read on the other."""
    own = theme.colors
    solid = [color for color in own.values() if color.alpha == 1.0]
    ground = own.get("paper") or max(
        (c for c in solid if c.luminance > LIGHT and _chroma(c) < PALE), key=_chroma, default=_WHITE
    )
    if ground.alpha < 1.0 or ground.luminance < LIGHT:
        ground = _WHITE
    ground = Color(*((part + 1.0) / 2 for part in (ground.red, ground.green, ground.blue)))
    ink = own.get("ink") or min(solid, key=lambda c: c.luminance, default=_WHITE)
    if ink.alpha < 1.0 or contrast(ink, ground) < 7.0:
        ink = Color.parse(_PLAIN["ink"])
    bright = [c for c in solid if contrast(c, ground) >= 3.0 and _chroma(c) > PALE]
    accent = own.get("accent") or max(bright, key=_chroma, default=Color.parse(_PLAIN["accent"]))
    dark = [c for c in solid if c.luminance < DARK and not _near(c, accent) and _chroma(c) > 0.08]
    band = max(dark, key=_chroma, default=Color.parse(_PLAIN["band"]))
    return {
        "ground": ground,
        "ink": ink,
        "quiet": ink.with_alpha(0.72).over(ground),
        "grid": ink.with_alpha(0.13).over(ground),
        "rule": ink.with_alpha(0.35).over(ground),
        "rest": ink.with_alpha(0.28).over(ground),
        "accent": accent,
        "band": band,
        "on-band": ground,
        "quiet-on-band": ground.with_alpha(0.75).over(band),
    }


def _chroma(color: Color) -> float:
    parts = (color.red, color.green, color.blue)
    return max(parts) - min(parts)


def _near(one: Color, other: Color) -> bool:
    """Whether two colours are of about one hue."""
    hues = [colorsys.rgb_to_hsv(c.red, c.green, c.blue)[0] for c in (one, other)]
    apart = abs(hues[0] - hues[1])
    return min(apart, 1.0 - apart) < NEAR

"""The colours and typefaces of pages, taken from the first rule text of a game.

The style sheet makes the neutral colours from the hue of the text; they have fixed lightness. The
accent of the rules can be anything, so it is mixed here with black or white until it is readable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.style import Color, TextStyle, contrast
from cardgen.model.flowing import ROLES, FlowSpec
from cardgen.model.game import Game

LEAST = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
LIGHT, DARK = Color.parse("#ececec"), Color.parse("#2a2a2a")
"""The style sheet has no darker ground in light, and no lighter one in dark and in bands."""
_BLACK, _WHITE = Color(0.0, 0.0, 0.0), Color(1.0, 1.0, 1.0)
_INK, _ACCENT = Color.parse("#20262b"), Color.parse("#2f5d62")
_STEPS = 50
_GREY = 0.04
"""Up to this difference between its largest and its smallest component, a colour is grey."""
_ROLES = {"head": "chapter", "body": "text"}
"""The roles of a rule text whose styles pages have, by the names in the style sheet."""

WebFont = tuple[str, str, str, str]
"""Its name and style and weight in the style sheet, and the path of its file."""


def colors(ink: Color = _INK, accent: Color = _ACCENT) -> dict[str, str]:
    """Return the colours that the style sheet makes all others from, by their names there."""
    parts = (ink.red, ink.green, ink.blue)
    return {
        "tint": (ink if max(parts) - min(parts) > _GREY else accent).hex,
        "on-light": _mix(accent, _BLACK, LIGHT).hex,
        "on-dark": _mix(accent, _WHITE, DARK).hex,
        "button": accent.hex,
        "on-button": max(_BLACK, _WHITE, key=lambda color: contrast(color, accent)).hex,
    }


def _mix(color: Color, end: Color, ground: Color) -> Color:
    """Return a colour, mixed with black or white until it can be read on a ground."""
    mixes = (end.with_alpha(step / _STEPS).over(color) for step in range(_STEPS + 1))
    return next(mix for mix in mixes if contrast(Color.parse(mix.hex), ground) >= LEAST)


class WebLooks(Struct, frozen=True):
    """The colours of pages by their names in the style sheet, and the styles of their text.

    The styles are those of headings and of running text, as far as the game has them.
    """

    colors: Mapping[str, str]
    styles: Mapping[str, TextStyle] = {}

    def fonts(
        self, pages: Iterable[bytes], library: Library
    ) -> tuple[list[WebFont], dict[str, bytes]]:
        """Return the fonts with the letters that some pages have, and their files."""
        letters = "".join(sorted(set().union(*(page.decode() for page in pages))))
        fonts, files = [], {}
        for name, style in self.styles.items():
            faces = [("normal", "400" if name == "body" and style.bold else "400 700", style.font)]
            if name == "body":
                faces += [("normal", "700", style.bold), ("italic", "400", style.italic)]
            for slant, weight, key in faces:
                if key:
                    path = f"fonts/{key.replace('/', '-')}.ttf"
                    files[path] = library.font(key).subset_to_type(letters)
                    fonts.append((name, slant, weight, path))
        return fonts, files


def looks_of(game: Game | None = None, text: FlowSpec | None = None) -> WebLooks:
    """Return the looks for the pages of a game, those of its rule ``text`` if it has one.

    Pages of all games have the usual colours.
    """
    if game is None:
        return WebLooks(colors())
    theme = text.theme if text else game.theme  # which has styles at the size of its page
    styles: dict[str, TextStyle] = {}
    for name, role in _ROLES.items():
        for style in (text.styles[role],) if text else ROLES[role]:
            if style in theme.styles:
                styles.setdefault(name, theme.styles[style])
    body = styles.get("body")
    ink = game.theme.color(body.color).with_alpha(1.0) if body else _INK
    accent = game.theme.color(text.paints["accent"]).over(_WHITE) if text else _ACCENT
    return WebLooks(colors(ink, accent), styles)

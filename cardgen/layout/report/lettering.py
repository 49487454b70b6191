"""How wide the words of a report are, and which characters its fonts have."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from cardgen.assets.library import Library
from cardgen.core.style import Theme
from cardgen.core.units import MM_PER_POINT


class Lettering:
    """Measures texts in one style, and replaces what cannot be set in it."""

    def __init__(self, theme: Theme, style: str, library: Library) -> None:
        self._style = theme.styles[style]
        names = dict.fromkeys((self._style.font, *theme.fallback))
        self._fonts = [library.font(name) for name in names]

    def legible(self, text: str) -> str:
        """Return the text in one line, with a question mark for each character that no font has."""
        words = " ".join(text.split())
        return "".join(c if any(f.covers(c) for f in self._fonts) else "?" for c in words)

    def width(self, text: str, size: float | None = None) -> float:
        """Return the width of a text in mm; ``size`` is in points, by default that of the style."""
        shown = text.upper() if self._style.uppercase else text
        em = (size or self._style.size) * MM_PER_POINT / 1000
        first = self._fonts[0]
        widths = (
            next((f for f in self._fonts if f.covers(c)), first).shape(c).width for c in shown
        )
        return (sum(widths) + len(shown) * self._style.tracking) * em

    def widest(self, texts: Iterable[str]) -> float:
        """Return the width of the widest text, in mm."""
        return max(chain((self.width(text) for text in texts), [0.0]))

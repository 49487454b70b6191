"""The words of a game: each with its text, icon and colour, and what it means."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardgen.core.diagnostics import Location
from cardgen.model.richtext import EMPTY, Rich, escape

NO_BREAK_SPACE = "&#160;"


@dataclass(frozen=True, slots=True)
class TermValue:
    """A game word; in a template it sets itself as icon and bold word."""

    id: str
    text: str
    plural: str
    icon: str | None = None
    color: str | None = None
    explain: Rich = EMPTY
    at: Location | None = field(default=None, compare=False)

    @property
    def icon_markup(self) -> str:
        """The icon alone, empty where the term has none."""
        if not self.icon:
            return ""
        color = f' color="{escape(self.color)}"' if self.color else ""
        return f'<icon name="{self.icon}"{color}/>'

    def markup(self, word: str) -> str:
        """Return icon and word, kept on one line."""
        icon = self.icon_markup
        return f"{icon}{NO_BREAK_SPACE if icon else ''}<b>{escape(word)}</b>"

    def __html__(self) -> str:
        return self.markup(self.text)

    def __str__(self) -> str:
        return self.text

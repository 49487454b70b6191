"""Texts with inline markup as values: what a text, a term and a pair of braces become.

``markup`` is XML that layout understands. `cardgen.model.markup` reads it out of YAML; a value
hands it to a template as ``__html__``, which autoescaping trusts, and templates cannot inject
markup any other way.
"""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.value import PartlyCompared

NO_BREAK_SPACE = "&#160;"


def escape(text: str) -> str:
    """Escape text for XML, attribute values included."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace('"', "&#34;") if '"' in text else text


def link(kind: str, target: str, inner: str) -> str:
    """Write a link: ``to`` a heading or a place, ``href`` outside; or ``id``, a place itself."""
    return f'<a {kind}="{escape(target)}">{inner}</a>' if inner else ""


class Rich(Struct, frozen=True, eq=False):
    """A text with inline markup: ``plain`` as it reads, ``markup`` as layout sets it.

    ``cites`` names what it draws from, for example ``rule:hand_limit``.
    """

    plain: str
    markup: str
    cites: frozenset[str] = frozenset()

    def __html__(self) -> str:
        return self.markup

    def __str__(self) -> str:
        return self.plain

    def __bool__(self) -> bool:
        return bool(self.markup)

    def __len__(self) -> int:
        return len(self.plain)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rich):
            return self.markup == other.markup and self.plain == other.plain
        return self.plain == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.plain)

    def __lt__(self, other: Rich | str) -> bool:
        return self.plain < str(other)


EMPTY = Rich("", "")


class InlineValue(Struct, frozen=True):
    """What one pair of braces stands for."""

    plain: str
    markup: str
    cites: tuple[str, ...] = ()


class TermValue(PartlyCompared, frozen=True):
    """A word of the game; in a template it is set as its icon and the word in bold."""

    aside = frozenset({"at"})

    id: str
    text: str
    plural: str
    icon: str | None = None
    color: str | None = None
    explain: Rich = EMPTY
    at: Location | None = None

    def icon_markup(self, alt: str = "", number: str = "") -> str:
        """Return the icon alone, with what is read for it; empty if the term has none."""
        if not self.icon:
            return ""
        color = f' color="{escape(self.color)}"' if self.color else ""
        shown = f' number="{escape(number)}"' if number else ""
        return f'<icon name="{self.icon}"{color}{shown} alt="{escape(alt)}"/>'

    def markup(self, word: str) -> str:
        """Return the icon and a word, kept on one line."""
        icon = self.icon_markup()
        return f"{icon}{NO_BREAK_SPACE if icon else ''}<b>{escape(word)}</b>"

    def __html__(self) -> str:
        return self.markup(self.text)

    def __str__(self) -> str:
        return self.text

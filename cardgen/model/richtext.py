"""Texts with inline markup as values, and the typographic marks of a language.

``markup`` is XML that layout understands. `cardgen.model.markup` reads it out of YAML; a value
hands it to a template as ``__html__``, which autoescaping trusts, and templates cannot inject
markup any other way.

Data is typed plainly, with the marks of a keyboard. A game that gives its ``language`` gets the
quotation marks, apostrophes, ranges and products that its printers use. The rules are those of The
Chicago Manual of Style, 17th ed.: 6.115 (curly marks), 6.78 (en dash in ranges); the sign for times
is that of ISO 80000-2.
"""

from __future__ import annotations

import html
import re

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import PartlyCompared

NO_BREAK_SPACE = "&#160;"

_TAG = re.compile(r"<[^>]*>")


def escape(text: str) -> str:
    """Escape text for XML, attribute values included."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace('"', "&#34;") if '"' in text else text


def words_of_markup(markup: str) -> str:
    """Return markup without its tags, characters as they are."""
    return html.unescape(_TAG.sub("", markup))


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


_MARKS = re.compile(r"""["']|(?<![\w-])\d+-(?=\d+(?![\w-]))|(?<=\d) x (?=\d)""")
_BEFORE_QUOTE = " \t\n([{—–/" + "“‘„‚«‹" + "\xa0"
QUOTES = {
    "ar": "” “ ’ ‘",
    "cs": "„ “ ‚ ‘",
    "da": "“ ” ‘ ’",
    "de": "„ “ ‚ ‘",
    "en": "“ ” ‘ ’",
    "el": "« » “ ”",
    "es": "“ ” ‘ ’",
    "fi": "” ” ’ ’",
    "he": "” ” ’ ’",
    "hi": "“ ” ‘ ’",
    "hu": "„ ” » «",
    "it": "« » “ ”",
    "ja": "「 」 『 』",
    "nb": "« » ‘ ’",
    "nl": "‘ ’ ‘ ’",
    "no": "« » ‘ ’",
    "pl": "„ ” « »",
    "pt": "“ ” ‘ ’",
    "ro": "„ ” « »",
    "ru": "« » „ “",
    "sv": "” ” ’ ’",
    "tr": "“ ” ‘ ’",
    "uk": "« » „ “",
    "zh": "“ ” ‘ ’",
}
"""Quotation marks, and those inside of others, as Unicode CLDR 45 gives them (``delimiters``)."""


def _language(name: str) -> str:
    return name.split("-")[0].lower()


def quotes_of(language: str) -> tuple[str, ...]:
    """Return the quotation marks of a language; none if they are not known."""
    return tuple(QUOTES.get(_language(language), "").split())


def knows(language: str) -> bool:
    """Tell whether the marks of a language (BCP 47, such as ``en-US``) are known."""
    return _language(language) in QUOTES


def printed(text: str, before: str = "", language: str = "en") -> str:
    """Return a text with the marks of print; ``before`` is the character that it follows."""
    if not _MARKS.search(text):
        return text

    marks = QUOTES.get(_language(language), QUOTES["en"]).split()

    def mark(match: re.Match[str]) -> str:
        found = match[0]
        if found == " x ":
            return " × "
        if found[0] not in "\"'":
            return f"{found[:-1]}–"
        at = match.start()
        last = text[at - 1] if at else before
        opening, closing = marks[:2] if found == '"' else marks[2:]
        behind = text[at + 1 : at + 2]
        if found == "'" and (behind.isdigit() or (last.isalpha() and behind.isalpha())):
            return "’"  # the ’90s, or an apostrophe
        return opening if not last or last in _BEFORE_QUOTE else closing

    return _MARKS.sub(mark, text)

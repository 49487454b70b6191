"""Quotation marks, apostrophes, ranges and products, as a language prints them.

Data is typed plainly, with the marks of a keyboard; a game that says its ``language`` gets those
of its printers. The rules are those of The Chicago Manual of Style, 17th ed.: 6.115 (curly
marks), 6.78 (en dash in ranges); the sign for times is that of ISO 80000-2.
"""

from __future__ import annotations

import re

_MARKS = re.compile(r"""["']|(?<![\w-])\d+-(?=\d+(?![\w-]))|(?<=\d) x (?=\d)""")
_BEFORE_QUOTE = " \t\n([{—–/" + "“‘" + "\xa0"
_CURLY = {'"': ("“", "”"), "'": ("‘", "’")}


def knows(language: str) -> bool:
    """Tell whether the marks of a language (BCP 47, such as ``en-US``) are known."""
    return language.split("-")[0].lower() == "en"


def printed(text: str, before: str = "") -> str:
    """Return a text with the marks of print; ``before`` is the character that it follows."""
    if not _MARKS.search(text):
        return text

    def mark(match: re.Match[str]) -> str:
        found = match[0]
        if found == " x ":
            return " × "
        if found[0] not in _CURLY:
            return f"{found[:-1]}–"
        at = match.start()
        last = text[at - 1] if at else before
        opening, closing = _CURLY[found]
        behind = text[at + 1 : at + 2]
        if found == "'" and behind.isdigit():  # the ’90s
            return closing
        return opening if not last or last in _BEFORE_QUOTE else closing

    return _MARKS.sub(mark, text)

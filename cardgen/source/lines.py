"""Lines of text: they end with LF, CR or CRLF (YAML 1.2.2, 5.4), and with no other character.

libyaml, polib and Python's ``splitlines`` also end lines at NEL, LS and PS (U+0085, U+2028 and
U+2029), which other programs leave in texts that people paste.
"""

import re

BREAK = re.compile(r"\r\n?|\n")
_SEPARATORS = "\x85\u2028\u2029"
_PRIVATE_USE = range(0xF0000, 0xFFFFE)


def line_starts(text: str) -> list[int]:
    """Return the offset of each line."""
    return [0, *(line_break.end() for line_break in BREAK.finditer(text))]


def hide_separators(text: str) -> tuple[str, dict[int, int]]:
    """Replace NEL, LS and PS by private characters that the text does not have.

    Also returns the table with which ``str.translate`` restores them; it is empty without any.
    """
    if not any(separator in text for separator in _SEPARATORS):
        return text, {}
    free_codes = (code for code in _PRIVATE_USE if chr(code) not in text)
    hidden = dict(zip(map(ord, _SEPARATORS), free_codes, strict=False))
    return text.translate(hidden), {code: separator for separator, code in hidden.items()}

"""Scripts: which cannot be set yet, and where a word passes from one to another.

Lines run from left to right. Nothing here reorders words (UAX #9) or turns a line upright, so that
text which needs either would be drawn well letter by letter, and wrong as a whole.
"""

from __future__ import annotations

import unicodedata
from typing import Any

# Letters and digits that run from right to left or stand among such, and the controls that make
# others do so. The remaining controls change nothing where all text runs from left to right.
_LEFTWARD = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
_DOWNWARD = ("MONGOLIAN ", "PHAGS-PA ")
_ONE_SCRIPT = {"Hira": "Hani", "Kana": "Hani", "Bopo": "Hani"}  # written among each other


def unset(char: str) -> str:
    """Return why text with a character cannot be set yet, or nothing if it can."""
    if char.isascii():
        return ""
    if unicodedata.bidirectional(char) in _LEFTWARD:
        return "it belongs to text that runs from right to left"
    if unicodedata.name(char, "").startswith(_DOWNWARD):
        return "its lines run from top to bottom"
    return ""


def script_runs(text: str) -> list[str]:
    """Cut a word where its script changes: each shapes its letters by rules of its own.

    What all scripts share, such as digits and accents, stays with what stands before it.
    """
    if text.isascii():
        return [text]
    begins, current = [0], ""
    for position, char in enumerate(text):
        script = _script(char)
        if script and current and script != current:
            begins.append(position)
        current = script or current
    return [text[a:b] for a, b in zip(begins, [*begins[1:], len(text)], strict=True)]


def _script(char: str) -> str:
    import uharfbuzz

    buffer: Any = uharfbuzz.Buffer()
    buffer.add_str(char)
    buffer.guess_segment_properties()
    script: str = buffer.script or ""
    return _ONE_SCRIPT.get(script, script)

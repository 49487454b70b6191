"""Letters as one types them: without accents, without case, with plain quotes and dashes."""

from __future__ import annotations

import unicodedata

_ALIKE = str.maketrans({
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "\xad": "", "\u200b": "",
    "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe",
})  # fmt: skip


def fold(text: str) -> str:
    """Return a text in the form in which it is compared."""
    low = text.lower()
    if low.isascii():
        return low
    parts = unicodedata.normalize("NFKD", low.translate(_ALIKE))
    return "".join(c for c in parts if not unicodedata.combining(c)).casefold()


def origins(text: str) -> list[int]:
    """Return for each character of the folded text, and for its end, where it comes from.

    Counted as browsers do, in UTF-16 units.
    """
    found: list[int] = []
    at = 0
    for char in text:
        found += [at] * len(fold(char))
        at += 2 if ord(char) > 0xFFFF else 1
    return [*found, at]

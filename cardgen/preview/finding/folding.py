"""Letters as people type them: without accents, without case, with plain quotes and dashes."""

from __future__ import annotations

import unicodedata

_ALIKE = {
    "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "\xad": "", "\u200b": "",
    "ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe",
}  # fmt: skip


class _Folds(dict[int, str]):
    """The folded form of each character, worked out at its first use."""

    def __missing__(self, code: int) -> str:
        low = chr(code).lower()
        parts = unicodedata.normalize("NFKD", "".join(_ALIKE.get(c, c) for c in low))
        kept = "".join(c for c in parts if not unicodedata.combining(c))
        self[code] = folded = kept.casefold()
        return folded


_FOLDS = _Folds()


def fold(text: str) -> str:
    """Return a text in the form in which it is compared."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def origins(text: str, wide: int = 2) -> list[int]:
    """Return for each character of the folded text, and for its end, where it comes from.

    Positions are in UTF-16 units, as browsers count. With ``wide`` of 1 they are in characters.
    """
    found: list[int] = []
    at = 0
    for char in text:
        found += [at] * len(fold(char))
        at += wide if ord(char) > 0xFFFF else 1
    return [*found, at]

"""Which languages and letters are written from right to left."""

import unicodedata

_LEFTWARD = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
_RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa he ks ku-arab nqo pa-arab ps sd syr ug ur yi".split())


def is_right_to_left(language: str) -> bool:
    """Whether a language (BCP 47) is written from right to left."""
    parts = language.lower().split("-")
    return "arab" in parts or "hebr" in parts or parts[0] in _RIGHT_TO_LEFT


def has_right_to_left(text: str) -> bool:
    """Whether a text has letters that are written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(c) in _LEFTWARD for c in text)


def starts_right_to_left(text: str) -> bool:
    """Whether the first letter of a text is written from right to left (UAX #9, P2 and P3)."""
    strong = (unicodedata.bidirectional(char) for char in text)
    return next((kind in ("R", "AL") for kind in strong if kind in ("L", "R", "AL")), False)

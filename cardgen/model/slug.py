"""Ids made of titles."""

from __future__ import annotations

import re
import unicodedata

from cardgen.model.fields import NAME_LIMIT

_LETTERS = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "æ": "ae",
        "ø": "oe",
        "œ": "oe",
        "å": "aa",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "'": "",
        "’": "",
        "ʼ": "",
    }
)


def slug(title: str) -> str:
    """Return an id made of a title: `Kämpfer & Söhne` is `kaempfer-soehne`; empty if none can be.

    Letters with marks lose them, as filed in English, but for those that have a spelling of two.
    """
    text = title.lower().translate(_LETTERS)
    text = unicodedata.normalize("NFKD", text)
    text = "".join(char for char in text if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")[: NAME_LIMIT - 4].strip("-")

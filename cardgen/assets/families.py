"""Free families of fonts that have the letters of a script."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.assets.sfnt import script_of

_NAMED: Mapping[str, str] = {
    "Arab": "Arabic",
    "Armn": "Armenian",
    "Beng": "Bengali",
    "Cher": "Cherokee",
    "Deva": "Devanagari",
    "Ethi": "Ethiopic",
    "Geor": "Georgian",
    "Gujr": "Gujarati",
    "Guru": "Gurmukhi",
    "Hani": "JP, Noto Sans SC or Noto Sans TC",
    "Hang": "KR",
    "Hebr": "Hebrew",
    "Khmr": "Khmer",
    "Knda": "Kannada",
    "Laoo": "Lao",
    "Mlym": "Malayalam",
    "Mymr": "Myanmar",
    "Nkoo": "NKo",
    "Orya": "Oriya",
    "Sinh": "Sinhala",
    "Syrc": "Syriac",
    "Taml": "Tamil",
    "Telu": "Telugu",
    "Thaa": "Thaana",
    "Thai": "Thai",
    "Tibt": "Tibetan",
}
"""What the families of Noto Sans are called, by the scripts of ISO 15924."""
_PICTURES = range(0x1F000, 0x1FB00)


def free_family(char: str) -> str:
    """Return the name of a free family that has a character; empty if none is known.

    All are under the Open Font License, and have static TrueType files.
    """
    if ord(char) in _PICTURES:
        return "Noto Emoji"
    script = script_of(char)
    if script in ("Latn", "Grek", "Cyrl"):
        return "Noto Sans"
    if script in _NAMED:
        return f"Noto Serif {_NAMED[script]}" if script == "Tibt" else f"Noto Sans {_NAMED[script]}"
    return "" if script else "Noto Sans Symbols 2"

"""Writes the line breaking classes of all characters, from the Unicode Character Database.

Run it as ``python -m tools.line_classes LineBreak.txt`` with the file of a new version of Unicode.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from pathlib import Path

TARGET = Path(__file__).parents[1] / "cardgen/layout/text/line_break.txt"
_RANGE = re.compile(r"^([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", re.MULTILINE)
_VERSION = re.compile(r"LineBreak-([\d.]+)\.txt")
_ALIKE = {"AI": "AL", "SG": "AL", "XX": "AL", "CJ": "NS", "H2": "HS", "H3": "HS"}


def resolved(code: int, kind: str) -> str:
    """Return the class that a character counts as (UAX #14, rule LB1).

    Brackets that are as wide as ideographs are apart, since rule LB30 leaves them out.
    """
    if kind == "SA" and unicodedata.category(chr(code)) in ("Mn", "Mc"):
        return "CM"
    if kind in ("OP", "CP") and unicodedata.east_asian_width(chr(code)) in "FWH":
        return f"{kind}W"
    return _ALIKE.get(kind, kind)


def table(text: str) -> str:
    """Return a line for each run of characters of a class; all others are letters (AL)."""
    ranges: list[list[int | str]] = []
    for first, last, kind in _RANGE.findall(text):
        for code in range(int(first, 16), int(last or first, 16) + 1):
            own = resolved(code, kind)
            if ranges and ranges[-1][2] == own and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code, own])
    kept = [one for one in ranges if one[2] != "AL"]
    return "".join(f"{first:x} {last:x} {kind}\n" for first, last, kind in kept)


if __name__ == "__main__":
    source = Path(sys.argv[1]).read_text(encoding="utf-8")
    version = _VERSION.search(source)
    number = version[1] if version else "?"
    head = f"# Line breaking classes, from Unicode {number}; see unicode.LICENSE.txt.\n"
    TARGET.write_text(head + table(source), encoding="utf-8")

"""Lengths with units: read as millimetres, or as points where they are sizes of type."""

from __future__ import annotations

import math
import re

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
PRINT_DPI = 300.0
"""What pictures for print declare unless somebody asks for another resolution."""

_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt)?\s*")
_LIMIT_MM = 100_000.0


def parse_mm(text: str | int | float, unit: str = "mm") -> float:
    """Read a length such as ``63``, ``"2.5in"`` or ``"9pt"`` as millimetres.

    ``unit`` applies to bare numbers. Raises ValueError with a message for people.
    """
    if isinstance(text, bool):
        raise ValueError("expected a length, found a yes/no value")
    if isinstance(text, int | float):
        value = float(text) * _MM[unit]
    else:
        match = _LENGTH.fullmatch(text)
        if match is None:
            raise ValueError(f"`{text}` is not a length (write 3, 3mm, 0.125in or 9pt)")
        value = float(match[1]) * _MM[match[2] or unit]
    if not math.isfinite(value) or abs(value) > _LIMIT_MM:
        raise ValueError("the length is beyond 100 m")
    return value


def parse_pt(text: str | int | float) -> float:
    """Read a type size, in points unless it names a unit, as points."""
    return parse_mm(text, "pt") / MM_PER_POINT

"""Lengths with units, and paper sizes by name.

Lengths are in millimetres, and type sizes in points. Papers are in portrait orientation.
"""

import math
import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from cardgen.core.geometry import Size

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH
PRINT_DPI = 300.0
"""The default resolution of pictures for print."""

_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt)?\s*")
_LIMIT_MM, _LEAST_MM = 100_000.0, 1e-9


def parse_mm(text: str | int | float, unit: str = "mm") -> float:
    """Read a length such as ``63``, ``"2.5in"`` or ``"9pt"`` as millimetres.

    ``unit`` applies to bare numbers. Raises ValueError with a message for users.
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
    return value if abs(value) >= _LEAST_MM else 0.0


def parse_pt(text: str | int | float) -> float:
    """Read a type size as points; a size may have another unit."""
    return parse_mm(text, "pt") / MM_PER_POINT


PAPERS: Mapping[str, Size] = MappingProxyType(
    {
        "a4": Size(210.0, 297.0),
        "letter": Size(215.9, 279.4),
        "legal": Size(215.9, 355.6),
        "a3": Size(297.0, 420.0),
        "tabloid": Size(279.4, 431.8),
        "arch-b": Size(304.8, 457.2),
        "13x19": Size(330.2, 482.6),
    }
)
HOME_PAPERS = ("a4", "letter")
"""The papers that people have at home, and the default of every product."""
ALIASES: Mapping[str, str] = MappingProxyType(
    {"11x17": "tabloid", "ledger": "tabloid", "12x18": "arch-b", "a3+": "13x19"}
)
"""Alternative names of papers."""
_LABELS: Mapping[str, str] = MappingProxyType({"arch-b": "Arch B", "13x19": "13 x 19 in"})


def label_of(name: str) -> str:
    """Return the name of a paper as people write it; a custom paper keeps its name."""
    return _LABELS.get(name) or (name.capitalize() if name in PAPERS else name)


def propose_papers(fitting: Collection[str]) -> tuple[str, ...]:
    """Return the fitting papers that people have at home, or else the smallest fitting one."""
    at_home = tuple(name for name in HOME_PAPERS if name in fitting)
    return at_home or tuple(name for name in PAPERS if name in fitting)[:1]

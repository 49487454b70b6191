"""The papers that go by a name, with their sizes in portrait, in mm."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from cardgen.core.geometry import Size

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
HOME = ("a4", "letter")
"""The papers that people have at home: what nobody asks for is made for these alone."""
ALIASES: Mapping[str, str] = MappingProxyType(
    {"11x17": "tabloid", "ledger": "tabloid", "12x18": "arch-b", "a3+": "13x19"}
)
"""Other names that papers go by."""
_LABELS: Mapping[str, str] = MappingProxyType({"arch-b": "Arch B", "13x19": "13 x 19 in"})


def label_of(name: str) -> str:
    """Return the name of a paper for people; a paper of their own is called as they call it."""
    return _LABELS.get(name) or (name.capitalize() if name in PAPERS else name)


def proposed(fitting: Collection[str]) -> tuple[str, ...]:
    """Choose which of the papers that fit to propose: those at home, or else the smallest."""
    at_home = tuple(name for name in HOME if name in fitting)
    return at_home or tuple(name for name in PAPERS if name in fitting)[:1]

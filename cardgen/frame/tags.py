"""Tags: what items are to readers that do not see the page."""

from __future__ import annotations

from cardgen.core.geometry import Rect
from cardgen.frame.items import Region, RegionKind

GOES_ON = "+"
"""Behind a type: the items belong to the last element of this type, wherever that began."""
_NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)
END = Region(RegionKind.TAG, _NOWHERE)
"""The end of a tag."""


def tag(role: str, words: str = "", box: Rect = _NOWHERE) -> Region:
    """Return the beginning of a tag, given a structure type of PDF (ISO 32000-2, 14.8.4).

    ``words`` are read in place of what is in the box, or are the title of a section, or the axis of
    the cells that a table's head is for.
    """
    return Region(RegionKind.TAG, box, f"{role} {' '.join(words.split())}".rstrip())

"""The Frame: a finished layout, which every exporter reads.

A Frame is an immutable display list in millimetres, with the origin at the top left of the trim, y
down, and bleed at negative coordinates. Layout makes Frames, imposition puts Frames into larger
Frames, and a backend only paints them. Coordinates are rounded to a micrometre when a Frame is
made, so that dumps and fingerprints are stable.

Fonts and images are named by content (``family/face@digest``, ``digest``), so that a fingerprint
identifies the whole picture. Items also carry a ``stamp``, the location that made them
(``path:#number`` of a tag, or ``path:line:column``), which does not count for equality or
fingerprint.
"""

from cardgen.frame.frame import Frame, Link, Page, pack_frame, unpack_frame
from cardgen.frame.items import (
    CREASE,
    CUT_CONTOUR,
    IDENTITY,
    NO_BLEED,
    Glyph,
    Group,
    Image,
    Item,
    Region,
    RegionKind,
    Shadow,
    Shape,
    Shaped,
    SoftMask,
    Stroke,
    Text,
    regions,
    runs,
)
from cardgen.frame.packing import FACTOR_DIGITS, Shading, WordTable, pack_gradient, unpack_gradient

__all__ = [
    "CREASE",
    "CUT_CONTOUR",
    "FACTOR_DIGITS",
    "IDENTITY",
    "NO_BLEED",
    "Frame",
    "Glyph",
    "Group",
    "Image",
    "Item",
    "Link",
    "Page",
    "Region",
    "RegionKind",
    "Shading",
    "Shadow",
    "Shape",
    "Shaped",
    "SoftMask",
    "Stroke",
    "Text",
    "WordTable",
    "pack_frame",
    "pack_gradient",
    "regions",
    "runs",
    "unpack_frame",
    "unpack_gradient",
]

"""Where two pictures of a side differ, as boxes."""

from __future__ import annotations

from collections import Counter

from cardgen.comparison.tile_looks import common, painted_boxes
from cardgen.core.geometry import Rect
from cardgen.frame import Frame
from cardgen.frame.reach import around

_NEAR = 0.6
"""The largest gap, in mm, across which boxes are joined."""
_GROUND = 0.7
"""The share of the side above which a box is a ground. A ground is not joined with others."""
_MOST = 200
"""The most boxes that are joined one by one; of more, a single box encloses all."""


def difference(before: Frame, after: Frame) -> list[Rect]:
    """Return boxes round what differs, in mm from the top left of the trim, the largest first."""
    old, new = painted_boxes(before), painted_boxes(after)
    counts = Counter(said for _, said in new)
    counts.subtract(said for _, said in old)
    edge = after.bleed_rect
    shown = [common(box, edge) for box, said in (*old, *new) if counts[said]]
    boxes = [box for box in shown if box.width >= 0 and box.height >= 0]
    area = edge.width * edge.height
    grounds = [box for box in boxes if box.width * box.height > _GROUND * area]
    rest = [box for box in boxes if box.width * box.height <= _GROUND * area]
    if len(rest) > _MOST:
        rest = [around(rest)]
    found = [*dict.fromkeys(grounds), *_joined(rest)]
    return sorted(found, key=lambda box: -box.width * box.height)


def _joined(boxes: list[Rect]) -> list[Rect]:
    """Join boxes that touch until none do."""
    found: list[Rect] = []
    for box in boxes:
        while near := [one for one in found if _touch(one, box)]:
            box = around([box, *near])
            found = [one for one in found if one not in near]
        found.append(box)
    return found


def _touch(one: Rect, other: Rect) -> bool:
    both = common(one.grow(_NEAR), other)
    return both.width >= 0 and both.height >= 0

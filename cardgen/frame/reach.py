"""How far what is painted may reach, as boxes."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.frame import Frame
from cardgen.frame.items import Group, Image, Item, Region, Shadow, Shape, Text

NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)


def reach(item: Item) -> Rect:
    """Return the box around what an item may paint, in the coordinates of its Frame."""
    match item:
        case Shape(path=path, stroke=stroke):
            box = path.bounds()
            # With its mitres, as a rule.
            return box if stroke is None else box.grow(2 * stroke.width)
        case Image(rect=rect) | Shadow(rect=rect):
            return rect
        case Text(x=x, y=y, size=size):
            em = size * MM_PER_POINT
            return Rect(x - em, y - 1.5 * em, item.width + 2 * em, 2.5 * em)
        case Group(frame=frame, matrix=matrix, clip=clip):
            whole = reach_of_frame(frame)
            return matrix.apply_rect(whole if clip is None else common(whole, clip.bounds()))
    return NOWHERE


def reach_of_frame(frame: Frame) -> Rect:
    """Return the box around what a Frame may paint."""
    return around([reach(item) for item in frame.items if not isinstance(item, Region)])


def around(boxes: Iterable[Rect]) -> Rect:
    """Return the box around boxes; one without a size if there are none."""
    given = list(boxes)
    if not given:
        return NOWHERE
    left, top = min(box.x for box in given), min(box.y for box in given)
    right, bottom = max(box.right for box in given), max(box.bottom for box in given)
    return Rect(left, top, right - left, bottom - top)


def common(one: Rect, other: Rect) -> Rect:
    """Return the part that two boxes have in common; one without a size if there is none."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(left, top, max(right - left, 0.0), max(bottom - top, 0.0))

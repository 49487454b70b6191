"""How far what is painted may reach, as boxes.

A `Rect` is a box with a size. Where very many are compared, a `Box` of four numbers is quicker.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.geometry import Matrix, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.frame import Frame
from cardgen.frame.items import IDENTITY, Group, Image, Item, Region, Shadow, Shape, Text

NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom; a line or a point is a box, too."""


def sides(rect: Rect) -> Box:
    """Return a rectangle as a box of four numbers."""
    return rect.x, rect.y, rect.right, rect.bottom


def boxed(box: Box) -> Rect:
    """Return a box as a rectangle."""
    left, top, right, bottom = box
    return Rect(left, top, right - left, bottom - top)


def placed(box: Box, matrix: Matrix) -> Box:
    """Return the box around a box that is moved."""
    if matrix is IDENTITY:
        return box
    left, top, right, bottom = box
    return sides(matrix.apply_rect(Rect(left, top, right - left, bottom - top)))


def union(boxes: Iterable[Box]) -> Box:
    """Return the box around some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def holds(box: Box, inner: Box, slack: float = 1e-3) -> bool:
    """Whether a box lies in another, or reaches out of it by no more than a slack."""
    return (
        box[0] <= inner[0] + slack
        and box[1] <= inner[1] + slack
        and box[2] >= inner[2] - slack
        and box[3] >= inner[3] - slack
    )


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
    if frame.reach is None:
        boxes = [reach(item) for item in frame.items if not isinstance(item, Region)]
        frame.reach = around(boxes)
    return frame.reach


def around(boxes: Iterable[Rect]) -> Rect:
    """Return the box around boxes; one without a size if there are none."""
    given = [sides(box) for box in boxes]
    return boxed(union(given)) if given else NOWHERE


def common(one: Rect, other: Rect) -> Rect:
    """Return the part that two boxes have in common; one without a size if there is none."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(left, top, max(right - left, 0.0), max(bottom - top, 0.0))

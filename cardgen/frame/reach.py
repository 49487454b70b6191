"""Boxes around everything that an item or a Frame can paint.

A `Rect` is a box with a size. For comparing many boxes, a `Box` of four numbers is faster.
"""

import math
from collections.abc import Iterable

from cardgen.core.geometry import Matrix, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.frame import Frame
from cardgen.frame.items import IDENTITY, Group, Image, Item, Region, Shadow, Shape, Text

EMPTY_RECT = Rect(0.0, 0.0, 0.0, 0.0)

Box = tuple[float, float, float, float]
"""Left, top, right and bottom; a line or a point is a box, too."""


def to_box(rect: Rect) -> Box:
    """Return a rectangle as a box of four numbers."""
    return rect.x, rect.y, rect.right, rect.bottom


def box_rect(box: Box) -> Rect:
    """Return a box as a rectangle."""
    left, top, right, bottom = box
    return Rect(left, top, right - left, bottom - top)


def transform_box(box: Box, matrix: Matrix) -> Box:
    """Return the bounding box of a transformed box."""
    if matrix is IDENTITY:
        return box
    left, top, right, bottom = box
    return to_box(matrix.apply_rect(Rect(left, top, right - left, bottom - top)))


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the bounding box of boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def boxes_meet(a: Box, b: Box) -> bool:
    """Whether two boxes have a point in common."""
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]


def gap_between(box: Box, other_box: Box) -> float:
    """Return the distance of two boxes; 0 if they have a point in common."""
    across = max(box[0] - other_box[2], other_box[0] - box[2], 0.0)
    return math.hypot(across, max(box[1] - other_box[3], other_box[1] - box[3], 0.0))


def contains(box: Box, inner: Box, slack: float = 1e-3) -> bool:
    """Whether ``box`` contains ``inner``, with a tolerance of ``slack``."""
    return (
        box[0] <= inner[0] + slack
        and box[1] <= inner[1] + slack
        and box[2] >= inner[2] - slack
        and box[3] >= inner[3] - slack
    )


def paint_bounds(item: Item) -> Rect:
    """Return the box that an item can paint on, in the coordinates of its Frame."""
    match item:
        case Shape(path=path, stroke=stroke):
            box = path.bounds()
            # Twice the width usually includes mitres.
            return box if stroke is None else box.grow(2 * stroke.width)
        case Image(rect=rect) | Shadow(rect=rect):
            return rect
        case Text(x=x, y=y, size=size):
            em = size * MM_PER_POINT
            return Rect(x - em, y - 1.5 * em, item.width + 2 * em, 2.5 * em)
        case Group(frame=frame, matrix=matrix, clip=clip):
            box = frame_bounds(frame)
            return matrix.apply_rect(box if clip is None else intersection(box, clip.bounds()))
    return EMPTY_RECT


def frame_bounds(frame: Frame) -> Rect:
    """Return the box that a Frame can paint on."""
    if frame.paint_bounds is None:
        boxes = [paint_bounds(item) for item in frame.items if not isinstance(item, Region)]
        frame.paint_bounds = bounding_rect(boxes)
    return frame.paint_bounds


def bounding_rect(boxes: Iterable[Rect]) -> Rect:
    """Return the bounding box of boxes; an empty box if there are none."""
    numbers = [to_box(box) for box in boxes]
    return box_rect(bounding_box(numbers)) if numbers else EMPTY_RECT


def intersection(first: Rect, second: Rect) -> Rect:
    """Return the intersection of two boxes; an empty box if they do not meet."""
    left, top = max(first.x, second.x), max(first.y, second.y)
    right, bottom = min(first.right, second.right), min(first.bottom, second.bottom)
    return Rect(left, top, max(right - left, 0.0), max(bottom - top, 0.0))

"""Text, icons and pictures must lie within the safe zone."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Image, Shape, Text
from cardgen.proof import problems
from cardgen.proof.background import behind, extent
from cardgen.proof.runner import Evidence, place, rule, short, spoken

_SLACK = 0.05  # mm
_CAPS, _TAIL = 0.7, 0.2  # em: roughly how far letters rise above and sink below the baseline


@rule("safe-zone")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how near each run of text, each icon and each picture comes to the trim."""
    safe = evidence.limits.safe - _SLACK
    lettering: dict[str, tuple[float, str]] = {}  # words on a curve, and their nearest letter
    outlined: dict[str, float] = {}  # how far outlines of texts reach
    clipped: set[int] = set()  # items that show only what a clip around them leaves
    for item, matrix in evidence.items:
        if isinstance(item, Text):
            reach = outlined.get(item.stamp, 0.0)
            near = _distance(_letters(item).grow(reach), matrix, evidence)
            if near < safe:
                whole = spoken(evidence, item)
                if whole is not None:
                    known = lettering.get(item.stamp, (near, whole))
                    lettering[item.stamp] = min(known, (near, whole))
                    continue
                words = short(item.string)
                yield problems.outside_safe_zone(
                    place(item.stamp), words, near, evidence.limits.safe
                )
        elif isinstance(item, Group) and (outlines := behind(item)) is not None:
            outlined[item.stamp] = outlines[-1][1] if outlines else outlined.get(item.stamp, 0.0)
        elif isinstance(item, Group | Image):
            drawing = _drawing(item) if id(item) not in clipped else None
            if drawing is not None:
                what, box = drawing
                near = _distance(box, matrix, evidence)
                if _SLACK < near < safe:  # what reaches the trim is background
                    yield problems.drawing_outside_safe_zone(
                        place(item.stamp), what, near, evidence.limits.safe
                    )
            if isinstance(item, Group) and (item.clip is not None or id(item) in clipped):
                clipped.update(map(id, item.frame.items))
    for at, (near, whole) in lettering.items():
        yield problems.outside_safe_zone(place(at), short(whole), near, evidence.limits.safe)


def _distance(box: Rect, matrix: Matrix, evidence: Evidence) -> float:
    """Return how far a box is from the trim, in mm; less than 0 where it sticks out."""
    if matrix is not IDENTITY:
        box = matrix.apply_rect(box)
    size = evidence.frame.size
    return min(box.x, box.y, size.width - box.right, size.height - box.bottom)


def _letters(text: Text) -> Rect:
    em = text.size * MM_PER_POINT
    return Rect(text.x, text.y - _CAPS * em, text.width, (_CAPS + _TAIL) * em)


def _drawing(item: Group | Image) -> tuple[str, Rect] | None:
    """Tell an icon or a picture from other Groups; return what it is and its box."""
    if isinstance(item, Image):
        return "picture", item.rect
    frame, matrix = item.frame, item.matrix
    if item.clip is not None:  # a picture that covers more than its box
        return ("picture", matrix.apply_rect(item.clip.bounds())) if _is_picture(frame) else None
    # An icon is nothing but shapes, scaled from the grid that they are drawn on.
    if matrix.b or matrix.c or matrix.a == 1 or matrix.a <= 0:
        return None
    drawn = _drawn(frame)
    return None if drawn is None else ("icon", matrix.apply_rect(drawn))


def _is_picture(frame: Frame) -> bool:
    """Whether a picture is all that a Frame shows, whatever it is cut to."""
    if len(frame.items) != 1:
        return False
    (item,) = frame.items
    return isinstance(item, Image) or (isinstance(item, Group) and _is_picture(item.frame))


def _drawn(frame: Frame) -> Rect | None:
    """Return the box around a Frame of nothing but shapes and pictures, on its own grid.

    None for any other Frame. Cards share their icons.
    """
    if frame.children or frame.words or frame.bleed != NO_BLEED:
        return None
    boxes = [extent(inner) for inner in frame.items if isinstance(inner, Shape | Image)]
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Rect(left, top, right - left, bottom - top)

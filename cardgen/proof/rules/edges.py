"""Checks that a side survives printing and cutting.

- Text, icons and pictures must be within the safe zone.
- Lines must be wide enough to print.
- Type must be large enough to read.
- The back of cards that may be turned round must look the same both ways.
"""

from collections.abc import Iterator
from itertools import pairwise

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Image, Shape, Text
from cardgen.frame.reach import bounding_box, box_rect
from cardgen.proof import problems
from cardgen.proof.background import extent, letters_box, read_text_outlines
from cardgen.proof.runner import Evidence, quote, rule

_SAFE_ZONE_SLACK = 0.05  # mm


@rule("safe-zone", worst_only=True)
def check_safe_zone(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure the distance of each text, icon and picture from the trim."""
    safe = evidence.limits.safe - _SAFE_ZONE_SLACK
    outline_reaches: dict[str, float] = {}  # mm around the letters of each tag
    clipped_ids: set[int] = set()  # items inside a clip, whose own boxes are not all visible
    for item, matrix in evidence.items:
        if isinstance(item, Text):
            reach = outline_reaches.get(item.stamp, 0.0)
            distance = _distance_from_trim(letters_box(item).grow(reach), matrix, evidence)
            if distance < safe:
                words = quote(evidence, item)
                args = words, distance, evidence.limits.safe
                yield problems.outside_safe_zone(Location.of(item.stamp), *args)
        elif isinstance(item, Group) and (outlines := read_text_outlines(item)) is not None:
            if outlines:
                outline_reaches[item.stamp] = outlines[-1][1]
        elif isinstance(item, Group | Image):
            drawing = find_icon_or_picture(item) if id(item) not in clipped_ids else None
            if drawing is not None:
                kind, box = drawing
                distance = _distance_from_trim(box, matrix, evidence)
                if _SAFE_ZONE_SLACK < distance < safe:  # drawings up to the trim are background
                    args = kind, distance, evidence.limits.safe
                    yield problems.drawing_outside_safe_zone(Location.of(item.stamp), *args)
            if isinstance(item, Group) and (item.clip is not None or id(item) in clipped_ids):
                clipped_ids.update(map(id, item.frame.items))


def _distance_from_trim(box: Rect, matrix: Matrix, evidence: Evidence) -> float:
    """Return the distance of a box from the trim, in mm; negative if it extends beyond."""
    if matrix is not IDENTITY:
        box = matrix.apply_rect(box)
    size = evidence.frame.size
    return min(box.x, box.y, size.width - box.right, size.height - box.bottom)


def find_icon_or_picture(item: Group | Image) -> tuple[str, Rect] | None:
    """Return the kind of an item, `icon` or `picture`, and its box; None for other Groups."""
    if isinstance(item, Image):
        return "picture", item.rect
    frame, matrix = item.frame, item.matrix
    if item.clip is not None:  # a picture that is cropped to its box
        return ("picture", matrix.apply_rect(item.clip.bounds())) if _is_picture(frame) else None
    # The Frame of an icon has only shapes and pictures, and is scaled from its own grid.
    if matrix.b or matrix.c or matrix.a == 1 or matrix.a <= 0:
        return None
    icon_box = _icon_box(frame)
    return None if icon_box is None else ("icon", matrix.apply_rect(icon_box))


def _is_picture(frame: Frame) -> bool:
    """Whether a Frame contains only a picture, clipped or not."""
    if len(frame.items) != 1:
        return False
    (item,) = frame.items
    return isinstance(item, Image) or (isinstance(item, Group) and _is_picture(item.frame))


def _icon_box(frame: Frame) -> Rect | None:
    """Return the box around shapes and pictures on the Frame's own grid; None for other Frames."""
    if frame.children or frame.words or frame.bleed != NO_BLEED:
        return None
    boxes = [extent(shape) for shape in frame.items if isinstance(shape, Shape | Image)]
    return box_rect(bounding_box(boxes)) if boxes else None


@rule("hairline", worst_only=True)
def check_hairline(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the printed width of each line, and of the rings of text outlines, with the limit."""
    least = evidence.limits.hairline
    outline_ids: set[int] = set()
    for item, matrix in evidence.items:
        if isinstance(item, Group) and (outlines := read_text_outlines(item)) is not None:
            outline_ids.update(id(inner) for inner, _ in item.frame.walk())
            reaches = [0.0, *(reach for _, reach in outlines)]
            rings = [(b - a) * matrix.scale for a, b in pairwise(reaches)]
            if rings and min(rings) < least - 1e-6:
                yield problems.hairline(Location.of(item.stamp), min(rings), least)
        elif isinstance(item, Shape) and item.stroke is not None and id(item) not in outline_ids:
            width = item.stroke.width * matrix.scale
            if width < least - 1e-6:
                yield problems.hairline(Location.of(item.stamp), width, least)


_SMALL_TYPE_SLACK = 0.01


@rule("small-type", worst_only=True)
def check_small_type(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the printed size of each text with the smallest legible size."""
    least = evidence.limits.type
    for item, matrix in evidence.items:
        if isinstance(item, Text):
            size = item.size if matrix is IDENTITY else item.size * matrix.scale
            if size < least - _SMALL_TYPE_SLACK:
                words = quote(evidence, item)
                yield problems.type_too_small(Location.of(item.stamp), words, size, least)


@rule("dark-face")
def check_dark_face(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the dark share of a side with the limit of the game."""
    most = evidence.limits.dark
    if not most:
        return
    from cardgen.backend.raster import dark_share

    share = dark_share(evidence.frame, evidence.library)
    if share > most:
        yield problems.dark_face(None, share, most)


LEAST_SHARE = 0.0002
"""The share of a poker card that one square millimetre takes: players can see it."""


@rule("turned-back")
def check_turned_back(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare a back with itself turned by 180 degrees, pixel by pixel."""
    if not evidence.limits.turns:
        return
    from cardgen.backend.raster import turned_difference

    share, area = turned_difference(evidence.frame, evidence.library)
    if share > LEAST_SHARE:
        yield problems.asymmetric_back(None, share, area)

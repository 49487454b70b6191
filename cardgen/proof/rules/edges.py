"""What a side needs to survive printing and cutting.

- Something must be painted in the bleed on every edge.
- Text, icons and pictures must be within the safe zone.
- Lines must be wide enough to print.
- Type must be large enough to read.
- The back of cards that may be turned round must look the same both ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Image, Shape, Text
from cardgen.frame.reach import boxed, common, union
from cardgen.proof import problems
from cardgen.proof.background import behind, extent, letters_box
from cardgen.proof.runner import Evidence, rule, short, spoken

_EDGES = ("left", "top", "right", "bottom")
_SLACK = 0.05  # mm


@rule("bleed")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report the edges of the bleed that no item reaches."""
    want = evidence.frame.bleed_rect
    missing = {edge for edge in _EDGES if getattr(evidence.frame.bleed, edge) > 0}
    windows: dict[int, Rect | None] = {}  # what clips leave of items
    for item, matrix in evidence.items:
        if not missing:
            return
        window = windows.get(id(item))
        if isinstance(item, Group) and item.frame.bleed == NO_BLEED:
            if item.clip is not None:
                cut = item.matrix.then(matrix).apply_rect(item.clip.bounds())
                window = cut if window is None else common(window, cut)
            windows.update((id(inner), window) for inner in item.frame.items)
            continue
        if isinstance(item, Shape) and item.fill is not None:
            box = item.path.bounds()
        elif isinstance(item, Image):
            box = item.rect
        elif isinstance(item, Group):  # a pictured card
            whole = item.frame.bleed_rect if item.clip is None else item.clip.bounds()
            box = item.matrix.apply_rect(whole)
        else:
            continue
        seen = matrix.apply_rect(box)
        missing -= _reached(seen if window is None else common(window, seen), want)
    if missing:
        edges = tuple(edge for edge in _EDGES if edge in missing)
        yield problems.bleed_not_filled(None, edges)


def _reached(box: Rect, want: Rect) -> set[str]:
    edges = {
        "left": box.x <= want.x + _SLACK,
        "top": box.y <= want.y + _SLACK,
        "right": box.right >= want.right - _SLACK,
        "bottom": box.bottom >= want.bottom - _SLACK,
    }
    return {edge for edge, reached in edges.items() if reached}


_SAFE_ZONE_SLACK = 0.05  # mm


@rule("safe-zone", worst=True)
def check_safe_zone(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how near each run of text, each icon and each picture comes to the trim."""
    safe = evidence.limits.safe - _SAFE_ZONE_SLACK
    outlined: dict[str, float] = {}  # how far outlines of texts reach
    clipped: set[int] = set()  # items that show only what a clip around them leaves
    for item, matrix in evidence.items:
        if isinstance(item, Text):
            reach = outlined.get(item.stamp, 0.0)
            near = _distance(letters_box(item).grow(reach), matrix, evidence)
            if near < safe:
                words = short(spoken(evidence, item) or item.string)
                yield problems.outside_safe_zone(
                    Location.of(item.stamp), words, near, evidence.limits.safe
                )
        elif isinstance(item, Group) and (outlines := behind(item)) is not None:
            outlined[item.stamp] = outlines[-1][1] if outlines else outlined.get(item.stamp, 0.0)
        elif isinstance(item, Group | Image):
            shown = drawing(item) if id(item) not in clipped else None
            if shown is not None:
                what, box = shown
                near = _distance(box, matrix, evidence)
                if _SAFE_ZONE_SLACK < near < safe:  # what reaches the trim is background
                    yield problems.drawing_outside_safe_zone(
                        Location.of(item.stamp), what, near, evidence.limits.safe
                    )
            if isinstance(item, Group) and (item.clip is not None or id(item) in clipped):
                clipped.update(map(id, item.frame.items))


def _distance(box: Rect, matrix: Matrix, evidence: Evidence) -> float:
    """Return how far a box is from the trim, in mm; less than 0 where it sticks out."""
    if matrix is not IDENTITY:
        box = matrix.apply_rect(box)
    size = evidence.frame.size
    return min(box.x, box.y, size.width - box.right, size.height - box.bottom)


def drawing(item: Group | Image) -> tuple[str, Rect] | None:
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
    return boxed(union(boxes)) if boxes else None


@rule("hairline")
def check_hairline(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the width of each line, as printed, with the least; of outlines what is seen."""
    least = evidence.limits.hairline
    covered: set[int] = set()
    for item, matrix in evidence.items:
        if isinstance(item, Group) and (outlines := behind(item)) is not None:
            covered.update(id(inner) for inner, _ in item.frame.walk())
            reaches = [0.0, *(reach for _, reach in outlines)]
            rings = [(b - a) * matrix.scale for a, b in pairwise(reaches)]
            if rings and min(rings) < least - 1e-6:
                yield problems.hairline(Location.of(item.stamp), min(rings), least)
        elif isinstance(item, Shape) and item.stroke is not None and id(item) not in covered:
            width = item.stroke.width * matrix.scale
            if width < least - 1e-6:
                yield problems.hairline(Location.of(item.stamp), width, least)


LEAST_PT = 6.0
_SMALL_TYPE_SLACK = 0.01


@rule("small-type", worst=True)
def check_small_type(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the size of each run, as printed, with the least."""
    for item, matrix in evidence.items:
        if isinstance(item, Text):
            size = item.size if matrix is IDENTITY else item.size * matrix.scale
            if size < LEAST_PT - _SMALL_TYPE_SLACK:
                words = short(spoken(evidence, item) or item.string)
                yield problems.type_too_small(Location.of(item.stamp), words, size, LEAST_PT)


LEAST_SHARE = 0.0002
"""A square of one millimetre on a poker card is seen."""


@rule("turned-back")
def check_turned_back(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare a back with itself turned by 180 degrees, pixel by pixel."""
    if not evidence.limits.turns:
        return
    from cardgen.backend.raster import turned_difference

    share, where = turned_difference(evidence.frame, evidence.library)
    if share > LEAST_SHARE:
        yield problems.back_tells(None, share, where)

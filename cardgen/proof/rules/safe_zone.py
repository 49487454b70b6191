"""Text, icons and pictures must lie within the safe zone."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, NO_BLEED, Group, Image, Text
from cardgen.proof import problems
from cardgen.proof.background import Edges, ink_box
from cardgen.proof.runner import Evidence, place, rule, short

_SLACK = 0.05  # mm
_CAPS = 0.7  # em: what letters rise above and, roughly, sink below the baseline
_TAIL = 0.2


@rule("safe-zone")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how near each run of text, each icon and each picture comes to the trim."""
    width, height = evidence.frame.size.width, evidence.frame.size.height
    safe = evidence.safe - _SLACK
    clipped: set[int] = set()
    for item, matrix in evidence.items:
        if not isinstance(item, Text):
            if isinstance(item, Group | Image):
                if id(item) not in clipped:
                    yield from _drawing(item, matrix, evidence)
                if isinstance(item, Group) and (item.clip is not None or id(item) in clipped):
                    clipped.update(map(id, item.frame.items))  # what is seen of them is another
            continue
        em = item.size * MM_PER_POINT
        top, bottom = item.y - _CAPS * em, item.y + _TAIL * em
        left, right = item.x, item.x + item.width
        if matrix is not IDENTITY:
            seen = matrix.apply_rect(Rect(left, top, right - left, bottom - top))
            left, top, right, bottom = seen.x, seen.y, seen.right, seen.bottom
        near = min(left, top, width - right, height - bottom)
        if near < safe:
            words = short(item.string)
            at = place(item.stamp)
            yield problems.outside_safe_zone(at, words, near, evidence.safe)


def _drawing(item: Group | Image, matrix: Matrix, evidence: Evidence) -> Iterator[Diagnostic]:
    """Look for a drawing that ends in the margin; one that reaches the trim is background."""
    if isinstance(item, Image):
        what, (left, top, right, bottom) = "picture", _edges(item.rect)
    elif (found := _icon(item) or _clipped_picture(item)) is not None:
        what, (left, top, right, bottom) = found
    else:
        return
    if matrix is not IDENTITY:
        left, top, right, bottom = _edges(
            matrix.apply_rect(Rect(left, top, right - left, bottom - top))
        )
    size = evidence.frame.size
    near = min(left, top, size.width - right, size.height - bottom)
    if _SLACK < near < evidence.safe - _SLACK:
        yield problems.drawing_outside_safe_zone(place(item.stamp), what, near, evidence.safe)


def _icon(item: Group) -> tuple[str, Edges] | None:
    """Return where an icon ends: shapes alone, scaled from the grid they are drawn on."""
    m, frame = item.matrix, item.frame
    if m.b or m.c or m.a == 1 or m.a <= 0 or item.clip is not None:
        return None
    if frame.children or frame.words or frame.bleed != NO_BLEED:
        return None
    x0, y0, x1, y1 = ink_box(frame)
    return "icon", (x0 * m.a + m.e, y0 * m.d + m.f, x1 * m.a + m.e, y1 * m.d + m.f)


def _clipped_picture(item: Group) -> tuple[str, Edges] | None:
    """Return where a picture ends that covers more than its box."""
    inside = item.frame.items if item.clip is not None else ()
    if item.clip is None or len(inside) != 1 or not isinstance(inside[0], Image):
        return None
    return "picture", _edges(item.matrix.apply_rect(item.clip.bounds()))


def _edges(box: Rect) -> Edges:
    return box.x, box.y, box.right, box.bottom

"""Text must lie within the safe zone."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, place, rule, short

_SLACK = 0.05  # mm
_CAPS = 0.7  # em: what letters rise above and, roughly, sink below the baseline
_TAIL = 0.2


@rule("safe-zone")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how near each run of text comes to the trim."""
    width, height = evidence.frame.size.width, evidence.frame.size.height
    safe = evidence.safe - _SLACK
    for item, matrix in evidence.items:
        if not isinstance(item, Text):
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
            at = place(item.at)
            yield problems.outside_safe_zone(at, words, near, evidence.safe)

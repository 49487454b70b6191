"""Text must lie within the safe zone."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, place, rule, short

_SLACK = 0.05  # mm
_CAPS = 0.7  # em: what letters rise above and, roughly, sink below the baseline
_TAIL = 0.2


@rule("safe-zone")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how near each run of text comes to the trim."""
    size = evidence.frame.size
    safe = evidence.safe - _SLACK
    for item, matrix in evidence.items:
        if not isinstance(item, Text):
            continue
        em = item.size * MM_PER_POINT
        box = Rect(item.x, item.y - _CAPS * em, item.width, (_CAPS + _TAIL) * em)
        seen = matrix.apply_rect(box)
        near = min(seen.x, seen.y, size.width - seen.right, size.height - seen.bottom)
        if near < safe:
            words = short(item.string)
            at = place(item.at)
            yield problems.outside_safe_zone(at, words, near, evidence.safe)

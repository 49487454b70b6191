"""Lines must be wide enough to print."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Shape
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, place, rule


@rule("hairline")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the width of each line, as printed, with the least."""
    least = evidence.limits.hairline
    for item, matrix in evidence.items:
        if isinstance(item, Shape) and item.stroke is not None:
            width = item.stroke.width * matrix.scale
            if width < least - 1e-6:
                yield problems.hairline(place(item.stamp), width, least)

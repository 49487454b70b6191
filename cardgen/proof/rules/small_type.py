"""Type must be large enough to read."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import IDENTITY, Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, place, rule, short

LEAST_PT = 6.0
_SLACK = 0.01


@rule("small-type")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the size of each run, as printed, with the least."""
    for item, matrix in evidence.items:
        if isinstance(item, Text):
            size = item.size if matrix is IDENTITY else item.size * matrix.scale
            if size < LEAST_PT - _SLACK:
                yield problems.type_too_small(place(item.stamp), short(item.string), size, LEAST_PT)

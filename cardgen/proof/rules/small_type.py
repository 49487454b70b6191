"""Type must be large enough to read."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import IDENTITY, Text
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, place, rule, short, spoken

LEAST_PT = 6.0
_SLACK = 0.01


@rule("small-type")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the size of each run, as printed, with the least."""
    told: set[str] = set()
    for item, matrix in evidence.items:
        if isinstance(item, Text):
            size = item.size if matrix is IDENTITY else item.size * matrix.scale
            if size < LEAST_PT - _SLACK:
                whole = spoken(evidence, item)
                if whole is not None and item.stamp in told:
                    continue
                told.add(item.stamp)
                words = short(whole or item.string)
                yield problems.type_too_small(place(item.stamp), words, size, LEAST_PT)

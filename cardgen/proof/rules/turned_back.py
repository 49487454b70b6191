"""The back of cards that may be turned round must not tell that they were."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, rule

LEAST_SHARE = 0.0002
"""A square of one millimetre on a poker card is seen."""


@rule("turned-back")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare a back with itself turned by 180 degrees, pixel by pixel."""
    if not evidence.limits.turns:
        return
    from cardgen.backend.turning import turned_difference

    share, where = turned_difference(evidence.frame, evidence.library)
    if share > LEAST_SHARE:
        yield problems.back_tells(None, share, where)

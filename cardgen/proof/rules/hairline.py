"""Lines must be wide enough to print."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cardgen.core.diagnostics import Diagnostic
from cardgen.frame import Group, Shape
from cardgen.proof import problems
from cardgen.proof.background import behind
from cardgen.proof.runner import Evidence, place, rule


@rule("hairline")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the width of each line, as printed, with the least; of outlines what is seen."""
    least = evidence.limits.hairline
    covered: set[int] = set()
    for item, matrix in evidence.items:
        if isinstance(item, Group) and (outlines := behind(item)) is not None:
            covered.update(id(inner) for inner, _ in item.frame.walk())
            reaches = [0.0, *(reach for _, reach in outlines)]
            rings = [(b - a) * matrix.scale for a, b in pairwise(reaches)]
            if rings and min(rings) < least - 1e-6:
                yield problems.hairline(place(item.stamp), min(rings), least)
        elif isinstance(item, Shape) and item.stroke is not None and id(item) not in covered:
            width = item.stroke.width * matrix.scale
            if width < least - 1e-6:
                yield problems.hairline(place(item.stamp), width, least)

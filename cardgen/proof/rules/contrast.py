"""Text must stand out from what is painted beneath it.

The thresholds are those of WCAG 2.2, success criterion 1.4.3 Contrast (Minimum), level AA.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.color import Color, contrast
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.units import MM_PER_POINT
from cardgen.proof import problems
from cardgen.proof.background import Grounds, Run, UnknownGroundError, faded
from cardgen.proof.outlines import Point
from cardgen.proof.runner import Evidence, place, rule, short

LEAST, LEAST_LARGE = 4.5, 3.0
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
"""WCAG's "large-scale text", which needs less contrast to be read."""

_SLACK = 0.005
_BOLD = ("bold", "extrabold", "black", "heavy", "ultra")
_ALONG = (0.1, 0.3, 0.5, 0.7, 0.9)  # of a run
_MIDDLE = 0.33  # em above the baseline: half the height of a small letter, and more of a capital
_MANY = 2  # points that lack contrast; a single one may be a line that crosses the text
_NEAR = 1.2  # mm between a text and its shadow


@rule("contrast")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the colour of each run with its ground, and report the worst of each tag."""
    grounds = Grounds(evidence.frame)
    worst: dict[str, tuple[float, Diagnostic]] = {}
    for run in grounds.runs:
        found = _lacking(grounds, run)
        if found is None or _is_shadow(run, grounds.runs):
            continue
        ratio, ground, least = found
        at, words = run.text.stamp, short(run.text.string.strip())
        if at not in worst or ratio < worst[at][0]:
            own = _color(run).hex
            said = problems.low_contrast(place(at), words, own, ground.hex, ratio, least)
            worst[at] = (ratio, said)
    yield from (found for _, found in worst.values())


def _lacking(grounds: Grounds, run: Run) -> tuple[float, Color, float] | None:
    """Return the ratio, the ground and the least ratio allowed; None for a text that is fine.

    A text without a letter or digit is an ornament, which WCAG calls "pure decoration" and
    exempts.
    """
    if not any(char.isalnum() for char in run.text.string):
        return None
    try:
        beneath = grounds.beneath(run, _points(run))
    except UnknownGroundError:
        return None
    own, least = _color(run), _least(run)
    ratios = {ground: contrast(own.over(ground), ground) for ground in beneath}
    ground = sorted(beneath, key=lambda ground: ratios[ground])[_MANY - 1]
    ratio = ratios[ground]
    return None if ratio >= least - _SLACK else (ratio, ground, least)


def _points(run: Run) -> list[Point]:
    """Return points in the middle of the letters, in the coordinates of the side."""
    text = run.text
    y, width = text.y - _MIDDLE * text.size * MM_PER_POINT, text.width
    return [run.groups.matrix.apply(text.x + width * share, y) for share in _ALONG]


def _color(run: Run) -> Color:
    return faded(run.text.color, run.groups.opacity)


def _least(run: Run) -> float:
    size = run.text.size * run.groups.matrix.scale
    bold = run.text.font.rpartition("/")[2].startswith(_BOLD)
    large = size >= (LARGE_BOLD_PT if bold else LARGE_PT) - _SLACK
    return LEAST_LARGE if large else LEAST


def _is_shadow(run: Run, runs: list[Run]) -> bool:
    """Whether the same words are set again on top, slightly moved."""
    x, y = run.groups.matrix.apply(run.text.x, run.text.y)
    for other in runs[runs.index(run) + 1 :]:
        if other.text.string == run.text.string:
            other_x, other_y = other.groups.matrix.apply(other.text.x, other.text.y)
            if abs(other_x - x) < _NEAR and abs(other_y - y) < _NEAR:
                return True
    return False

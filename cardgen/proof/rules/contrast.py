"""Text must stand out from what is painted beneath it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardgen.core.color import Color, contrast
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY
from cardgen.proof import problems
from cardgen.proof.background import Grounds, Run, UnknownGroundError
from cardgen.proof.outlines import Point
from cardgen.proof.runner import Evidence, place, rule, short

LEAST, LEAST_LARGE = 4.5, 3.0
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
"""Type of this size is read at less contrast (WCAG 2.2, 1.4.3)."""

_SLACK = 0.005
_BOLD = ("bold", "extrabold", "black", "heavy", "ultra")
_ALONG = (0.1, 0.3, 0.5, 0.7, 0.9)  # of a run
_CAPS, _MIDDLE = 0.7, 0.33  # em above the baseline
_MANY = 2  # points with too little contrast; one may be a line that crosses the text
_NEAR = 1.2  # mm

_ratios: dict[tuple[Color, Color], float] = {}


@rule("contrast")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the colour of each run with its ground, and tell the worst of each tag."""
    grounds = Grounds(evidence.frame)
    worst: dict[str, tuple[float, Diagnostic]] = {}
    for alike in _alike(grounds.runs):
        for run in () if _are_plainly_fine(grounds, alike) else alike:
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


def _alike(runs: list[Run]) -> Iterator[list[Run]]:
    """Put runs together that follow one another in a colour, with nothing painted between."""
    group: list[Run] = []
    for run in runs:
        if group and not (
            run.depth == group[0].depth
            and run.text.stamp == group[0].text.stamp
            and run.matrix is group[0].matrix
            and run.text.color == group[0].text.color
        ):
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _are_plainly_fine(grounds: Grounds, runs: list[Run]) -> bool:
    """Whether texts stand out from every colour that may lie beneath any of them."""
    first = runs[0]
    if first.opacity != 1.0:
        return False
    left = top = math.inf
    right = bottom = -math.inf
    for run in runs:
        text = run.text
        left, right = min(left, text.x), max(right, text.x + text.width)
        top = min(top, text.y - _CAPS * text.size * MM_PER_POINT)
        bottom = max(bottom, text.y)
    if first.matrix is not IDENTITY:
        box = first.matrix.apply_rect(Rect(left, top, right - left, bottom - top))
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
    colors = grounds.possible(first.depth, (left, top, right, bottom))
    own = first.text.color
    return colors is not None and all(_ratio(own, color) >= LEAST for color in colors)


def _lacking(grounds: Grounds, run: Run) -> tuple[float, Color, float] | None:
    """Return too low a ratio, its ground and what there should be; None for a text that is fine.

    What has neither letter nor digit is an ornament.
    """
    if not any(char.isalnum() for char in run.text.string):
        return None
    try:
        beneath = grounds.beneath(run, _points(run))
    except UnknownGroundError:
        return None
    own, least = _color(run), _least(run)
    ratios = sorted((_ratio(own, ground), ground.hex, ground) for ground in beneath)
    ratio, _, ground = ratios[_MANY - 1]
    return None if ratio >= least - _SLACK else (ratio, ground, least)


def _points(run: Run) -> list[Point]:
    """Return points in the middle of the letters, in the coordinates of the side."""
    text = run.text
    y, width = text.y - _MIDDLE * text.size * MM_PER_POINT, text.width
    return [run.matrix.apply(text.x + width * share, y) for share in _ALONG]


def _color(run: Run) -> Color:
    color = run.text.color
    return color if run.opacity == 1.0 else color.with_alpha(color.alpha * run.opacity)


def _least(run: Run) -> float:
    size = run.text.size * run.matrix.scale
    bold = run.text.font.rpartition("/")[2].startswith(_BOLD)
    large = size >= (LARGE_BOLD_PT if bold else LARGE_PT) - _SLACK
    return LEAST_LARGE if large else LEAST


def _ratio(color: Color, ground: Color) -> float:
    known = _ratios.get((color, ground))
    if known is None:
        if len(_ratios) > 10_000:
            _ratios.clear()
        known = _ratios[color, ground] = contrast(color.over(ground), ground)
    return known


def _is_shadow(run: Run, runs: list[Run]) -> bool:
    """Whether the same words are set once more later, nearly at the same place."""
    x, y = run.matrix.apply(run.text.x, run.text.y)
    for other in runs[runs.index(run) + 1 :]:
        if other.text.string == run.text.string:
            other_x, other_y = other.matrix.apply(other.text.x, other.text.y)
            if abs(other_x - x) < _NEAR and abs(other_y - y) < _NEAR:
                return True
    return False

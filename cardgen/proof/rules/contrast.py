"""Text must stand out from what is painted beneath it.

The thresholds are those of WCAG 2.2, success criterion 1.4.3 Contrast (Minimum), level AA.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Point
from cardgen.core.style import Color, contrast
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.reach import Box, union
from cardgen.proof import problems
from cardgen.proof.background import (
    PAPER,
    Layer,
    Painted,
    Run,
    UnknownGroundError,
    color_at,
    faded,
    one_color,
    seen,
)
from cardgen.proof.outlines import box_around
from cardgen.proof.runner import Evidence, rule, short, spoken

LEAST, LEAST_LARGE = 4.5, 3.0
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
"""WCAG's "large-scale text", which needs less contrast to be read."""

_SLACK = 0.005
_BOLD = ("bold", "extrabold", "black", "heavy", "ultra")
_ALONG = (0.1, 0.3, 0.5, 0.7, 0.9)  # of a run
_MIDDLE = 0.33  # em above the baseline: half the height of a small letter, and more of a capital
_MANY = 2  # points that lack contrast; a single one may be a line that crosses the text
THIN = 0.5
"""How far outlines reach, in mm, beyond which the ground still makes letters stand out."""
_NEAR = 1.2  # mm between a text and its shadow


@rule("contrast", worst=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the colour of each run with its ground, and report the worst of each tag."""
    painted = evidence.painted
    for (at, _, _), block in groupby(painted.runs, _together):
        for run, pair in _lacking(painted, list(block)):
            if not _is_shadow(run, painted.runs):
                words = short(spoken(evidence, run.text) or run.text.string.strip())
                facts = pair.own.hex, pair.ground.hex, pair.ratio, _least(run)
                yield problems.low_contrast(Location.of(at), words, *facts)


def _together(run: Run) -> tuple[str, int, int]:
    """Tell runs of one tag with nothing painted between them."""
    return run.text.stamp, run.depth, id(run.groups)


class _Pair(Struct, frozen=True):
    """A colour of letters on one of their grounds, and the contrast of both."""

    ratio: float
    own: Color
    ground: Color

    @classmethod
    def of(cls, own: Color, ground: Color) -> _Pair:
        return cls(contrast(own.over(ground), ground), own, ground)


def _lacking(painted: Painted, block: list[Run]) -> Iterator[tuple[Run, _Pair]]:
    """Yield the runs of a block that lack contrast.

    Most blocks lie on one colour, which is tried first, then each run by itself. Only where that
    cannot be said, points of it are looked at.
    """
    boxes = [_box(run) for run in block]
    around = union(boxes)
    under = one_color(painted.under(around, block[0].depth, grounds=True), around)
    for run, box in zip(block, boxes, strict=True):
        here = under
        if not isinstance(here, Color) and len(block) > 1:
            here = one_color(here, box)
        if isinstance(here, Color) and isinstance(run.text.color, Color):
            pair = _pair(run, _colors(run)[0], here)
        elif _is_ornament(run):
            continue
        else:
            try:
                beneath: Sequence[Color | None] = _beneath(run, here)
            except UnknownGroundError:
                if not run.outlines or _is_thin(run, len(run.outlines)):
                    continue
                beneath = [None] * len(_ALONG)
            pairs = [_pair(run, *pair) for pair in zip(_colors(run), beneath, strict=True)]
            pair = sorted(pairs, key=lambda pair: pair.ratio)[_MANY - 1]
        ratio = pair.ratio
        if ratio < LEAST - _SLACK and ratio < _least(run) - _SLACK and not _is_ornament(run):
            yield run, pair


def _pair(run: Run, own: Color, ground: Color | None) -> _Pair:
    """Compare letters with their ground, None if that is unknown; or with the best of outlines.

    What lies beyond an outline counts as long as that is thin.
    """
    if not run.outlines and ground is not None:
        return _Pair.of(own, ground)
    paper = PAPER if ground is None else ground
    edges = [color.over(paper) for color, _ in run.outlines]
    if ground is not None:
        edges.append(ground)
    near = [_Pair.of(own, edge) for at, edge in enumerate(edges) if _is_thin(run, at)]
    return max(near, key=lambda pair: pair.ratio)


def _is_thin(run: Run, count: int) -> bool:
    """Whether so many outlines together reach no further than is seen as one with the letters."""
    return not count or run.outlines[count - 1][1] * run.groups.matrix.scale <= THIN


def _beneath(run: Run, here: Color | Sequence[Layer]) -> Sequence[Color]:
    """Return the colour beneath each point of a run. Raises UnknownGroundError at a picture."""
    if isinstance(here, Color):
        return [here] * len(_ALONG)
    return [seen(here, *run.groups.matrix.apply(*point)) for point in _points(run)]


def _is_ornament(run: Run) -> bool:
    """Whether a text has no letter or digit: WCAG calls that "pure decoration" and exempts it."""
    return not any(char.isalnum() for char in run.text.string)


def _box(run: Run) -> Box:
    """Return the box around all points of a run."""
    text, matrix = run.text, run.groups.matrix
    x, y, width = text.x, text.y - _MIDDLE * text.size * MM_PER_POINT, text.width
    x, right = x + width * _ALONG[0], x + width * _ALONG[-1]
    return box_around([matrix.apply(x, y), matrix.apply(right, y)])


def _points(run: Run) -> list[Point]:
    """Return points in the middle of the letters."""
    text = run.text
    y, width = text.y - _MIDDLE * text.size * MM_PER_POINT, text.width
    return [(text.x + width * share, y) for share in _ALONG]


def _colors(run: Run) -> list[Color]:
    """Return the colour of the letters at each of these points."""
    paint, opacity = run.text.color, run.groups.opacity
    if isinstance(paint, Color):
        return [faded(paint, opacity)] * len(_ALONG)
    return [faded(color_at(paint, *point), opacity) for point in _points(run)]


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

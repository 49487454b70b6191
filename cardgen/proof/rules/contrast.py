"""Text must have enough contrast with its ground.

The thresholds are from WCAG 2.2, success criterion 1.4.3 Contrast (Minimum), level AA.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from cardgen.core.choices import INKS
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Point
from cardgen.core.style import Color, contrast
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.ink import apply_ink
from cardgen.frame.reach import Box, bounding_box
from cardgen.proof import problems
from cardgen.proof.background import (
    PAPER,
    Layer,
    PaintedSide,
    Run,
    UnknownGroundError,
    apply_opacity,
    color_at,
    point_color,
    uniform_color,
)
from cardgen.proof.outlines import box_around
from cardgen.proof.runner import Evidence, quote, rule

MIN_RATIO, MIN_LARGE_RATIO = 4.5, 3.0
LARGE_PT, LARGE_BOLD_PT = 18.0, 14.0
"""WCAG's "large-scale text", which needs less contrast to be read."""

_SLACK = 0.005
_BOLD = ("bold", "extrabold", "black", "heavy", "ultra")
_SAMPLE_POSITIONS = (0.1, 0.3, 0.5, 0.7, 0.9)  # as shares of the width of a run
_MIDDLE = 0.33  # em above the baseline: inside small letters and capitals
_MIN_POINTS = 2  # sample points with low contrast make a fault; one alone may be a line across
MAX_THIN_OUTLINE_MM = 0.5
"""The ground around an outline gives contrast only if the outline is at most this wide."""
_MAX_SHADOW_MM = 1.2  # mm between a text and its shadow


class _Pair(Struct, frozen=True):
    """The colour of letters, a colour behind them, and their contrast ratio."""

    ratio: float
    text_color: Color
    ground: Color

    @classmethod
    def of(cls, text_color: Color, ground: Color) -> "_Pair":
        return cls(contrast(text_color.over(ground), ground), text_color, ground)


@rule("contrast", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare the colour of each run with its ground."""
    for run, pair in _low_contrast_texts(evidence.painted_side):
        args = pair.text_color.hex, pair.ground.hex, pair.ratio, _required_contrast(run)
        words = quote(evidence, run.text)
        yield problems.low_contrast(Location.of(run.text.stamp), words, *args)


@rule("contrast-with-less-ink", worst_only=True)
def check_with_less_ink(evidence: Evidence) -> Iterator[Diagnostic]:
    """Find the texts that only full ink makes readable; `print: {inks: true}` turns the rule on."""
    if not evidence.limits.inks:
        return
    stamps = {run.text.stamp for run, _ in _low_contrast_texts(evidence.painted_side)}
    for ink in INKS[1:]:
        side = PaintedSide(apply_ink(evidence.frame, ink))
        for run, pair in _low_contrast_texts(side):
            if run.text.stamp not in stamps:
                location, words = Location.of(run.text.stamp), quote(evidence, run.text)
                args = ink, pair.ratio, _required_contrast(run)
                yield problems.low_contrast_with_ink(location, words, *args)


def _low_contrast_texts(side: PaintedSide) -> Iterator[tuple[Run, _Pair]]:
    for _, block in groupby(side.runs, _block_key):
        for run, pair in _low_contrast_runs(side, list(block)):
            if not _is_shadow(run, side.runs):
                yield run, pair


def _block_key(run: Run) -> tuple[str, int, int]:
    """Return the key of a block: the runs of one tag that have no layers between them."""
    return run.text.stamp, run.depth, id(run.groups)


def _low_contrast_runs(side: PaintedSide, block: list[Run]) -> Iterator[tuple[Run, _Pair]]:
    """Yield the runs of a block with low contrast.

    The quickest test comes first: most blocks are on one colour. Otherwise test each run, and only
    for runs on several colours compute the colours at sample points.
    """
    boxes = [_box(run) for run in block]
    block_box = bounding_box(boxes)
    layers = side.layers_under(block_box, block[0].depth, grounds_only=True)
    block_ground = uniform_color(layers, block_box)
    for run, box in zip(block, boxes, strict=True):
        ground = block_ground
        if not isinstance(ground, Color) and len(block) > 1:
            ground = uniform_color(ground, box)
        if isinstance(ground, Color) and isinstance(run.text.color, Color):
            pair = _compare_colors(run, _colors(run)[0], ground)
        elif _is_ornament(run):
            continue
        else:
            try:
                ground_colors: Sequence[Color | None] = _ground_colors(run, ground)
            except UnknownGroundError:
                if not run.outlines or _is_thin(run, len(run.outlines)):
                    continue  # a picture is visible around the letters: no contrast to compute
                ground_colors = [None] * len(_SAMPLE_POSITIONS)
            points = zip(_colors(run), ground_colors, strict=True)
            pairs = [_compare_colors(run, *colors) for colors in points]
            pair = sorted(pairs, key=lambda pair: pair.ratio)[_MIN_POINTS - 1]
        ratio = pair.ratio + _SLACK
        if ratio < MIN_RATIO and ratio < _required_contrast(run) and not _is_ornament(run):
            yield run, pair


def _compare_colors(run: Run, text_color: Color, ground: Color | None) -> _Pair:
    """Return the best contrast of letters with their ground or outlines.

    Colours beyond an outline count if the outline is thin. ``ground`` is None for a picture.
    """
    if not run.outlines and ground is not None:
        return _Pair.of(text_color, ground)
    paper = PAPER if ground is None else ground
    colors = [color.over(paper) for color, _ in run.outlines]
    if ground is not None:
        colors.append(ground)
    pairs = [_Pair.of(text_color, color) for i, color in enumerate(colors) if _is_thin(run, i)]
    return max(pairs, key=lambda pair: pair.ratio)


def _is_thin(run: Run, count: int) -> bool:
    """Whether the innermost ``count`` outlines together are thin; true for 0 outlines."""
    return not count or run.outlines[count - 1][1] * run.groups.matrix.scale <= MAX_THIN_OUTLINE_MM


def _ground_colors(run: Run, ground: Color | Sequence[Layer]) -> Sequence[Color]:
    """Return the ground's colour at each sample point; raises UnknownGroundError at a picture."""
    if isinstance(ground, Color):
        return [ground] * len(_SAMPLE_POSITIONS)
    return [point_color(ground, *run.groups.matrix.apply(*point)) for point in _points(run)]


def _is_ornament(run: Run) -> bool:
    """Whether a text has no letter or digit: WCAG exempts "pure decoration"."""
    return not any(char.isalnum() for char in run.text.string)


def _box(run: Run) -> Box:
    text, matrix = run.text, run.groups.matrix
    x, y, width = text.x, text.y - _MIDDLE * text.size * MM_PER_POINT, text.width
    x, right = x + width * _SAMPLE_POSITIONS[0], x + width * _SAMPLE_POSITIONS[-1]
    return box_around([matrix.apply(x, y), matrix.apply(right, y)])


def _points(run: Run) -> list[Point]:
    """Return the sample points of a run, halfway up its letters."""
    text = run.text
    y, width = text.y - _MIDDLE * text.size * MM_PER_POINT, text.width
    return [(text.x + width * share, y) for share in _SAMPLE_POSITIONS]


def _colors(run: Run) -> list[Color]:
    """Return the colour of the letters at each sample point."""
    paint, opacity = run.text.color, run.groups.opacity
    if isinstance(paint, Color):
        return [apply_opacity(paint, opacity)] * len(_SAMPLE_POSITIONS)
    return [apply_opacity(color_at(paint, *point), opacity) for point in _points(run)]


def _required_contrast(run: Run) -> float:
    size = run.text.size * run.groups.matrix.scale
    is_bold = run.text.font.rpartition("/")[2].startswith(_BOLD)
    is_large = size >= (LARGE_BOLD_PT if is_bold else LARGE_PT) - _SLACK
    return MIN_LARGE_RATIO if is_large else MIN_RATIO


def _is_shadow(run: Run, runs: list[Run]) -> bool:
    """Whether the same words are drawn again on top, slightly moved."""
    x, y = run.groups.matrix.apply(run.text.x, run.text.y)
    for later_run in runs[runs.index(run) + 1 :]:
        if later_run.text.string == run.text.string:
            later_x, later_y = later_run.groups.matrix.apply(later_run.text.x, later_run.text.y)
            if abs(later_x - x) < _MAX_SHADOW_MM and abs(later_y - y) < _MAX_SHADOW_MM:
                return True
    return False

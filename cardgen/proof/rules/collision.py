"""Two texts must not run into each other, though each fits its own box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Text
from cardgen.frame.reach import gap_between, to_box, transform_box
from cardgen.proof import problems
from cardgen.proof.background import Run, letters, letters_box
from cardgen.proof.runner import Evidence, quote, rule

_TOLERANCE = 0.01
"""Runs of one text without a space between them touch as exactly as this, in mm."""
_SPACE_SHARE = 0.8
"""The least part of a word space between two texts: a space before bold words is a bit narrower."""
_SHADOW_SHARE = 0.5
"""The same words with a larger common part of their boxes are a text and its shadow."""
_DECORATION = 3
"""Of texts whose sizes differ by a larger factor, one is decoration, such as a large numeral."""
_LINE_SHARE = 0.3
"""Texts are on one line if their ink has this share of the lower one in common, vertically."""


@rule("collision", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report texts whose ink is closer to the text beside it than a word space."""
    boxed_runs = sorted(
        (
            (transform_box(to_box(letters_box(run.text)), run.groups.matrix), run)
            for run in evidence.painted_side.runs
        ),
        key=lambda pair: pair[0][0],
    )
    for index, (box, run) in enumerate(boxed_runs):
        reach = box[2] + run.text.size * MM_PER_POINT * run.groups.matrix.scale
        for other_box, other_run in boxed_runs[index + 1 :]:
            if other_box[0] > reach:
                break
            if other_box[1] < box[3] and other_box[3] > box[1]:
                gap = _collision(evidence, run, other_run)
                if gap is not None:
                    words = quote(evidence, run.text), quote(evidence, other_run.text)
                    location = Location.of(other_run.text.stamp)
                    yield problems.texts_collide(Location.of(run.text.stamp), *words, gap, location)


def _collision(evidence: Evidence, run: Run, other_run: Run) -> float | None:
    """Return the gap between the ink of two texts in mm if it is smaller than a word space."""
    text, other_text = run.text, other_run.text
    sizes = [part.text.size * part.groups.matrix.scale for part in (run, other_run)]
    if max(sizes) > _DECORATION * min(sizes):
        return None
    if text.stamp == other_text.stamp and _is_same_text(evidence, run, other_run):
        return None
    font = evidence.library.font_by_key
    ink, other_ink = letters(run, font(text.font)), letters(other_run, font(other_text.font))
    if ink is None or other_ink is None:
        return None
    least = min(
        _least_gap(evidence, part.text) * part.groups.matrix.scale for part in (run, other_run)
    )
    height = min(ink.box[3], other_ink.box[3]) - max(ink.box[1], other_ink.box[1])
    lower = min(letters.box[3] - letters.box[1] for letters in (ink, other_ink))
    if gap_between(ink.box, other_ink.box) >= least or height < _LINE_SHARE * lower:
        return None
    common_width = min(ink.box[2], other_ink.box[2]) - max(ink.box[0], other_ink.box[0])
    if text.string == other_text.string and common_width > _SHADOW_SHARE * text.width:
        return None
    gap = min(gap_between(*pair) for pair in product(ink.boxes_on_side, other_ink.boxes_on_side))
    return gap if gap < least else None


def _is_same_text(evidence: Evidence, run: Run, other_run: Run) -> bool:
    """Whether two runs of one tag are in one text: other lines, or words that follow each other."""
    text, other_text = run.text, other_run.text
    if run.groups.matrix != other_run.groups.matrix or abs(text.y - other_text.y) > _TOLERANCE:
        return True
    if any(word.shaping.direction == "rtl" for word in text.words):
        return True  # spaces between such words can belong to both runs
    gap = other_text.x - text.x - text.width
    least = min(_least_gap(evidence, text), _least_gap(evidence, other_text))
    return abs(gap) <= _TOLERANCE or gap >= least


def _least_gap(evidence: Evidence, text: Text) -> float:
    """Return the least distance of words in the font of a text, in mm."""
    space = evidence.library.font_by_key(text.font).shape(" ")
    return (space.width * text.size * MM_PER_POINT / 1000 + text.tracking) * _SPACE_SHARE

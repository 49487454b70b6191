"""Two texts must not run into each other, though each fits its own box."""

from collections.abc import Iterator
from itertools import product

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.reach import bounding_box, gap_between, to_box, transform_box
from cardgen.proof import problems
from cardgen.proof.background import Run, letters, letters_box
from cardgen.proof.runner import Evidence, quote, rule

_TOLERANCE = 0.01
"""Runs of one text without a space between them touch as exactly as this, in mm."""
_OTHER_SPACE = 0.8
"""Within a text, a space can be of another font, and this much narrower."""
_SHADOW_SHARE = 0.5
"""The same words with a larger common part of their boxes are a text and its shadow."""
_DECORATION = 3
"""Of texts whose sizes differ by a larger factor, one is decoration, such as a large numeral."""
_LINE_SHARE = 0.3
"""Texts are on one line if their ink has this share of the lower one in common, vertically."""


@rule("collision", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report texts whose ink is closer to the text beside it than a word space."""
    boxed_runs = []
    for run in evidence.painted_side.runs:
        if not any(map(str.isalnum, run.text.string)):
            continue  # a sign, such as × beside a number
        reach = run.text.size * MM_PER_POINT / 4  # a word space, roughly
        box = to_box(letters_box(run.text).grow(reach))
        boxed_runs.append((transform_box(box, run.groups.matrix), run))
    boxed_runs.sort(key=lambda pair: pair[0][0])
    for index, (box, run) in enumerate(boxed_runs):
        for other_box, other_run in boxed_runs[index + 1 :]:
            if other_box[0] > box[2]:
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
    matrix, other_matrix = run.groups.matrix, other_run.groups.matrix
    sizes = text.size * matrix.scale, other_text.size * other_matrix.scale
    if max(sizes) > _DECORATION * min(sizes):
        return None
    if text.stamp == other_text.stamp and _is_same_text(evidence, run, other_run):
        return None
    font = evidence.library.font_by_key
    ink, other_ink = letters(run, font(text.font)), letters(other_run, font(other_text.font))
    if ink is None or other_ink is None:
        return None
    boxes, other_boxes, scale = ink.boxes, other_ink.boxes, matrix.scale
    if matrix != other_matrix:  # the texts have no common line to measure along
        boxes, other_boxes, scale = ink.boxes_on_side, other_ink.boxes_on_side, 1.0
    space = min(_space(evidence, part) * part.groups.matrix.scale for part in (run, other_run))
    box, other_box = bounding_box(boxes), bounding_box(other_boxes)
    height = min(box[3], other_box[3]) - max(box[1], other_box[1])
    if height < _LINE_SHARE * min(box[3] - box[1], other_box[3] - other_box[1]):
        return None
    common_width = min(box[2], other_box[2]) - max(box[0], other_box[0])
    if text.string == other_text.string and common_width > _SHADOW_SHARE * (box[2] - box[0]):
        return None
    if gap_between(box, other_box) * scale >= space:
        return None
    gap = min(gap_between(*pair) for pair in product(boxes, other_boxes)) * scale
    return gap if gap < space else None


def _is_same_text(evidence: Evidence, run: Run, other_run: Run) -> bool:
    """Whether two runs of one tag are in one text: other lines, or words that follow each other."""
    text, other_text = run.text, other_run.text
    if run.groups.matrix != other_run.groups.matrix or abs(text.y - other_text.y) > _TOLERANCE:
        return True
    # On pages, a run includes the space that divides it from the next. Spaces between words that
    # run to the left are often of another font.
    if any(part.words[-1].text == " " or part.words[0].text == " " for part in (text, other_text)):
        return True
    if any(word.shaping.direction == "rtl" for word in text.words):
        return True
    gap = other_text.x - text.x - text.width
    space = min(_space(evidence, run), _space(evidence, other_run))
    return abs(gap) <= _TOLERANCE or gap >= space * _OTHER_SPACE


def _space(evidence: Evidence, run: Run) -> float:
    """Return the width of a word space in the font of a run, in mm, before its Groups scale it."""
    text = run.text
    space = evidence.library.font_by_key(text.font).shape(" ")
    return space.width * text.size * MM_PER_POINT / 1000 + text.tracking

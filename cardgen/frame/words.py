"""The words that a Frame shows, as they are read: running text, and what stands for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from cardgen.core.direction import has_right_to_left
from cardgen.core.geometry import Matrix
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.frame import Frame
from cardgen.frame.items import IDENTITY, Group, Text

_JOINED = 0.15
"""How far apart runs of one word may stand, in ems: a word that is partly bold is two runs."""

_EMS = 2.6
"""How far below one another the lines of one text may stand, in ems."""

_Run = tuple[Text | str, Matrix, str]
"""A run or the name of a picture, its place, and the tag that made it."""


def printed(frame: Frame) -> str:
    """Return all words of a Frame in the order of painting, which is that of its template.

    What is read in place of a picture counts, and so do the names of icons.
    """
    return " ".join(texts_of(frame))


def texts_of(frame: Frame) -> list[str]:
    """Return the texts of a Frame in the order of painting, and each as it is read.

    A text is what one tag has set in one place; a picture with a name is one by itself.
    """
    found: list[list[str]] = []
    before: _Run | None = None
    for one in _runs(frame, IDENTITY):
        run = one[0]
        words = run if isinstance(run, str) else run.string
        if before is None or not _is_one_text(before, one):
            found.append([words])
        elif isinstance(run, Text) and isinstance(before[0], Text) and _gap(before, one) <= _JOINED:
            found[-1].append(words)
        else:
            found[-1].append(f" {words}")
        before = one
    frame.let_go_of_items()
    texts = (" ".join("".join(words).split()) for words in found)
    return [text for text in texts if text]


def _runs(frame: Frame, matrix: Matrix) -> Iterator[_Run]:
    """Yield each run of text, and each name of a picture, with its place."""
    for item in frame.items:
        if isinstance(item, Text):
            yield item, matrix, item.stamp
        elif isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.reads is not None:
                # Letters that have places of their own are no words.
                words = item.alt or "" if item.frame.has_texts else item.reads
                yield words, matrix if isinstance(words, Text) else inner, item.stamp
                if item.frame.has_texts:
                    continue
            elif item.alt:
                yield item.alt, inner, item.stamp
            yield from _runs(item.frame, inner)


def _is_one_text(first: _Run, second: _Run) -> bool:
    """Whether a run goes on with the text of another: on its line, or on the one below."""
    if first[2] != second[2]:
        return False
    texts = [run for run, _, _ in (first, second) if isinstance(run, Text)]
    if not texts:
        return False
    em = texts[-1].size * MM_PER_POINT * second[1].scale
    (x, y), (to_x, to_y) = _place(first), _place(second)
    below = (to_y - y) / em
    if abs(below) < 1:
        apart = [(to_x - x) / em - _length(first, em)]
        if _is_right_to_left(first, second):
            apart.append((x - to_x) / em - _length(second, em))
        return any(-1 < one < _EMS for one in apart)
    return below < _EMS and abs(to_x - x) / em <= _length(first, em) + _length(second, em)


def _gap(first: _Run, second: _Run) -> float:
    run, matrix, _ = second
    assert isinstance(run, Text)
    assert isinstance(first[0], Text)
    before, there = first[0], first[1]
    ends = [(there.apply(before.x + before.width, before.y), matrix.apply(run.x, run.y))]
    if _is_right_to_left(first, second):
        ends.append((there.apply(before.x, before.y), matrix.apply(run.x + run.width, run.y)))
    return min(map(dist, *zip(*ends, strict=True))) / (run.size * MM_PER_POINT * matrix.scale)


def _is_right_to_left(first: _Run, second: _Run) -> bool:
    """Whether one of two runs is of words that run from right to left."""
    runs = (first[0], second[0])
    return any(has_right_to_left(run if isinstance(run, str) else run.string) for run in runs)


def _place(one: _Run) -> tuple[float, float]:
    run, matrix, _ = one
    return matrix.apply(run.x, run.y) if isinstance(run, Text) else matrix.apply(0.0, 0.0)


def _length(one: _Run, em: float) -> float:
    """Return how long a run is, in ems; an icon is taken to be as wide as it is high."""
    run, matrix, _ = one
    return run.width * matrix.scale / em if isinstance(run, Text) else 1.0

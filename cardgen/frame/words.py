"""The words of a Frame in reading order: running text, and texts of pictures."""

from collections.abc import Iterator
from math import dist

from cardgen.core.direction import has_right_to_left
from cardgen.core.geometry import Matrix
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.frame import Frame
from cardgen.frame.items import IDENTITY, Group, Text

_JOINED = 0.15
"""Maximum gap between runs of one word, in ems: a partly bold word has two runs."""

_EMS = 2.6
"""Maximum distance between the lines of one text, in ems."""

_Run = tuple[Text | str, Matrix, str]
"""A run or the name of a picture, its transform, and the tag that made it."""


def frame_words(frame: Frame) -> str:
    """Return all words of a Frame in painting order, which is the order of its template.

    This includes alternative texts of pictures and names of icons.
    """
    return " ".join(texts_of(frame))


def texts_of(frame: Frame) -> list[str]:
    """Return the texts of a Frame in painting order, each as a screen reader reads it.

    A text is everything that one tag has set in one place, or the name of a picture.
    """
    text_runs: list[list[str]] = []
    last: _Run | None = None
    for entry in _runs(frame, IDENTITY):
        run = entry[0]
        words = run if isinstance(run, str) else run.string
        if last is None or not _is_one_text(last, entry):
            text_runs.append([words])
        elif isinstance(run, Text) and isinstance(last[0], Text) and _gap(last, entry) <= _JOINED:
            text_runs[-1].append(words)
        else:
            text_runs[-1].append(f" {words}")
        last = entry
    frame.forget_items()
    texts = (" ".join("".join(words).split()) for words in text_runs)
    return [text for text in texts if text]


def _runs(frame: Frame, matrix: Matrix) -> Iterator[_Run]:
    """Yield each run of text, and each name of a picture, with its transform."""
    for item in frame.items:
        if isinstance(item, Text):
            yield item, matrix, item.stamp
        elif isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.reads is not None:
                # Letters that are placed one by one do not form words.
                words = item.alt or "" if item.frame.has_texts else item.reads
                yield words, matrix if isinstance(words, Text) else inner, item.stamp
                if item.frame.has_texts:
                    continue
            elif item.alt:
                yield item.alt, inner, item.stamp
            yield from _runs(item.frame, inner)


def _is_one_text(first: _Run, second: _Run) -> bool:
    """Whether a run continues another run's text, on the same line or the line below."""
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
        return any(-1 < gap < _EMS for gap in apart)
    return below < _EMS and abs(to_x - x) / em <= _length(first, em) + _length(second, em)


def _gap(first: _Run, second: _Run) -> float:
    run, matrix, _ = second
    assert isinstance(run, Text)
    assert isinstance(first[0], Text)
    before, origin = first[0], first[1]
    ends = [(origin.apply(before.x + before.width, before.y), matrix.apply(run.x, run.y))]
    if _is_right_to_left(first, second):
        ends.append((origin.apply(before.x, before.y), matrix.apply(run.x + run.width, run.y)))
    return min(map(dist, *zip(*ends, strict=True))) / (run.size * MM_PER_POINT * matrix.scale)


def _is_right_to_left(first: _Run, second: _Run) -> bool:
    """Whether one of two runs has words that are written from right to left."""
    runs = (first[0], second[0])
    return any(has_right_to_left(run if isinstance(run, str) else run.string) for run in runs)


def _place(placed_run: _Run) -> tuple[float, float]:
    run, matrix, _ = placed_run
    return matrix.apply(run.x, run.y) if isinstance(run, Text) else matrix.apply(0.0, 0.0)


def _length(placed_run: _Run, em: float) -> float:
    """Return the length of a run in ems; an icon counts as one em."""
    run, matrix, _ = placed_run
    return run.width * matrix.scale / em if isinstance(run, Text) else 1.0

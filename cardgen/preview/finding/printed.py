"""The words that are printed on a side, as one reads them."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from cardgen.core.geometry import Matrix
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Frame, Group, Text

_JOINED = 0.15
"""How far apart runs of one word may stand, in ems: a word that is partly bold is two runs."""
_SPREAD = 1.3
"""The same for single letters, as of a word that is set round a curve."""


def printed(frame: Frame) -> str:
    """Return all words of a Frame in the order of painting, which is that of its template.

    What is read in place of a picture counts, and so do the names of icons.
    """
    said: list[str] = []
    before: tuple[Text, Matrix] | None = None
    for run, matrix in _runs(frame):
        if isinstance(run, str):
            said += [" ", run, " "]
            before = None
            continue
        if before is None or not _continues(*before, run, matrix):
            said.append(" ")
        said.append(run.string)
        before = run, matrix
    return " ".join("".join(said).split())


def _runs(frame: Frame) -> Iterator[tuple[Text | str, Matrix]]:
    """Yield each run of text, and each name of a picture, with its place."""
    yield from _runs_in(frame, IDENTITY)


def _runs_in(frame: Frame, matrix: Matrix) -> Iterator[tuple[Text | str, Matrix]]:
    for item in frame.items:
        if isinstance(item, Text):
            yield item, matrix
        elif isinstance(item, Group):
            if item.reads is not None:
                # Letters that have places of their own are no words.
                yield (item.alt or "" if item.frame.has_texts else item.reads), matrix
                if item.frame.has_texts:
                    continue
            elif item.alt:
                yield item.alt, matrix
            yield from _runs_in(item.frame, item.matrix.then(matrix))


def _continues(first: Text, here: Matrix, second: Text, there: Matrix) -> bool:
    """Whether a run goes on with the word that another one began."""
    x, y = here.apply(first.x + first.width, first.y)
    to_x, to_y = there.apply(second.x, second.y)
    away = hypot(to_x - x, to_y - y)
    em = second.size * MM_PER_POINT * there.scale
    if away <= _JOINED * em:
        return True
    alike = first.font == second.font and first.size == second.size
    return alike and _is_letter(first) and _is_letter(second) and away <= _SPREAD * em


def _is_letter(run: Text) -> bool:
    return len(run.string) == 1 and run.string.isalpha()

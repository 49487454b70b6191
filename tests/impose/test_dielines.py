"""Lines that are cut, folded and glued look different, and the legend shows which is which."""

from __future__ import annotations

import itertools

import pytest

from cardgen.core.geometry import Size
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.dielines import CUT, FOLD, HATCH, cuts, folds, legend

KINDS = ("cut", "fold", "glue")
STROKES = {"cut": CUT, "fold": FOLD, "glue": HATCH}


WORDS = {word: Frame(Size(5.0 + n, 1.5), []) for n, word in enumerate(KINDS)}


def write(word: str, _: float) -> Frame:
    return WORDS[word]


def test_folds_are_dashed_and_cuts_are_not() -> None:
    line = [((0.0, 0.0), (9.0, 0.0))]
    for drawn, dashed in ((cuts(line), False), (folds(line), True)):
        below, above = drawn
        assert below.stroke is not None
        assert above.stroke is not None
        assert below.stroke.paint != above.stroke.paint
        assert not below.stroke.dash
        assert bool(above.stroke.dash) == dashed
        assert below.path == above.path


@pytest.mark.parametrize(
    "kinds", [kinds for n in range(4) for kinds in itertools.permutations(KINDS, n)]
)
def test_the_legend_shows_each_line_before_its_word(kinds: tuple[str, ...]) -> None:
    explained = legend(write, kinds, 2.5)
    told, samples = [], []
    edge = 0.0
    for item in explained.items:
        if isinstance(item, Shape):
            assert item.stroke is not None
            box = item.path.bounds()
            assert edge - 0.005 <= box.x < box.right <= edge + 6.005
            assert 0.0 <= box.y <= box.bottom <= 2.5
            samples.append(item.stroke)
        elif isinstance(item, Group):
            kind = next(kind for kind, word in WORDS.items() if word == item.frame)
            box = item.matrix.apply_rect(item.frame.trim)
            assert box.x == pytest.approx(edge + 7.0, abs=0.005)
            assert box.center[1] == pytest.approx(1.25, abs=0.005)
            assert samples[-1] == STROKES[kind]
            told.append(kind)
            edge = box.right + 3.0
            samples = []
    assert tuple(told) == kinds
    assert explained.size.width == pytest.approx(max(edge - 3.0, 0.0), abs=0.005)
    assert explained.size.height == 2.5

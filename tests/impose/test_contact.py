from __future__ import annotations

from itertools import pairwise

import pytest

from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.contact import fan

SIZE = Size(63, 88)


def side(number: int) -> Frame:
    paint = Color(number / 100, 0, 0)
    return Frame(SIZE, [Shape(Path.rect(Rect(0, 0, 63, 88)), paint)])


def boxes(sheet: Frame) -> list[Rect]:
    trim = Rect(0, 0, SIZE.width, SIZE.height)
    return [item.matrix.apply_rect(trim) for item in sheet.items if isinstance(item, Group)]


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_a_fan_holds_every_side_from_left_to_right(count: int) -> None:
    sheet = fan([side(n) for n in range(count)])
    placed = boxes(sheet)
    assert len(placed) == count
    assert all(sheet.trim.contains(box, 1e-6) for box in placed)
    centres = [box.center[0] for box in placed]
    assert centres == sorted(centres)
    assert centres[0] + centres[-1] == pytest.approx(sheet.size.width, abs=0.002)
    steps = [right - left for left, right in pairwise(centres)]
    assert all(0.7 * SIZE.width < step < 0.9 * SIZE.width for step in steps)  # a fifth is hidden

from __future__ import annotations

import pytest

from cardgen.core.color import Color
from cardgen.core.geometry import Path, Rect, Size
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.contact import GAP, columns_for, contact_sheet, fan

SIZE = Size(63, 88)


def side(number: int) -> Frame:
    paint = Color(number / 100, 0, 0)
    return Frame(SIZE, [Shape(Path.rect(Rect(0, 0, 63, 88)), paint)])


def boxes(sheet: Frame) -> list[Rect]:
    trim = Rect(0, 0, SIZE.width, SIZE.height)
    return [item.matrix.apply_rect(trim) for item in sheet.items if isinstance(item, Group)]


@pytest.mark.parametrize("count", [1, 2, 7, 8, 31, 104])
def test_every_side_stands_apart_inside_the_sheet(count: int) -> None:
    sheet = contact_sheet([side(n) for n in range(count)], columns_for(count, SIZE))
    placed = boxes(sheet)
    assert len(placed) == count
    assert all(sheet.trim.contains(box.grow(GAP), 1e-6) for box in placed)
    for index, box in enumerate(placed):
        for other in placed[index + 1 :]:
            apart_x = max(box.x, other.x) - min(box.right, other.right)
            apart_y = max(box.y, other.y) - min(box.bottom, other.bottom)
            assert max(apart_x, apart_y) >= GAP - 1e-6


def test_columns_make_a_sheet_that_is_no_strip() -> None:
    assert columns_for(1, SIZE) == 1
    assert columns_for(32, SIZE) == 8
    assert columns_for(2, Size(120, 70)) <= 2


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_a_fan_holds_every_side_from_left_to_right(count: int) -> None:
    sheet = fan([side(n) for n in range(count)])
    placed = boxes(sheet)
    assert len(placed) == count
    assert all(sheet.trim.contains(box, 1e-6) for box in placed)
    centres = [box.center[0] for box in placed]
    assert centres == sorted(centres)
    assert centres[0] + centres[-1] == pytest.approx(sheet.size.width)


def test_nothing_to_show_is_an_error() -> None:
    with pytest.raises(ValueError, match="sides"):
        fan([])
    with pytest.raises(ValueError, match="sides"):
        contact_sheet([], 3)

from __future__ import annotations

from itertools import combinations

import pytest

from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from tools.gallery.contact import GAP, columns_for, contact_sheet, in_rows, tray

SIZE = Size(63, 88)


def side(number: int) -> Frame:
    paint = Color(number / 100, 0, 0)
    return Frame(SIZE, [Shape(Path.rect(Rect(0, 0, 63, 88)), paint)])


def boxes(sheet: Frame) -> list[Rect]:
    groups = (item for item in sheet.items if isinstance(item, Group))
    return [item.matrix.apply_rect(item.frame.trim) for item in groups]


def assert_apart(sheet: Frame, placed: list[Rect]) -> None:
    assert all(sheet.trim.contains(box.grow(GAP), 1e-6) for box in placed)
    for one, other in combinations(placed, 2):
        apart_x = max(one.x, other.x) - min(one.right, other.right)
        apart_y = max(one.y, other.y) - min(one.bottom, other.bottom)
        assert max(apart_x, apart_y) >= GAP - 1e-6


@pytest.mark.parametrize("count", [1, 2, 7, 8, 31, 104])
def test_every_side_stands_apart_inside_the_sheet(count: int) -> None:
    sheet = contact_sheet([side(n) for n in range(count)], columns_for(count, SIZE))
    placed = boxes(sheet)
    assert len(placed) == count
    assert_apart(sheet, placed)


def test_columns_make_a_sheet_that_is_no_strip() -> None:
    assert columns_for(1, SIZE) == 1
    assert columns_for(32, SIZE) == 8
    assert columns_for(2, Size(120, 70)) <= 2


def test_rows_are_few_and_about_equally_long() -> None:
    assert in_rows([], 100) == []
    assert in_rows([250], 100) == [range(1)]
    assert in_rows([10] * 9, 80) == [range(5), range(5, 9)]
    assert in_rows([90, 20, 20, 90], 100) == [range(1), range(1, 3), range(3, 4)]


@pytest.mark.parametrize("most", [0.0, 20.0, 400.0])
def test_a_tray_holds_pieces_of_many_sizes_apart(most: float) -> None:
    sizes = [[Size(30, 60), Size(20, 20), Size(20, 20), Size(45, 10)], [Size(30, 60)], []]
    sheet = tray([[Frame(size, ()) for size in group] for group in sizes], most)
    placed = boxes(sheet)
    assert len(placed) == 5
    assert_apart(sheet, placed)


def test_nothing_to_show_is_an_error() -> None:
    with pytest.raises(ValueError, match="pieces"):
        tray([[], []])
    with pytest.raises(ValueError, match="sides"):
        contact_sheet([], 3)

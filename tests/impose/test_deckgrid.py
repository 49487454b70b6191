"""Deck grids: every card in one cell, within every limit; and fans of cards."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.contact import LONGEST_LIMIT, CellPixels, cell_pixels, deck_grids, fan

POKER = Size(63, 88)
POKER_CELL = CellPixels(744, 1040)
sides = st.floats(10, 400)
limits = st.integers(200, LONGEST_LIMIT)


def shapes(grids):
    return [(grid.columns, grid.rows, grid.count) for grid in grids]


@pytest.mark.parametrize(
    ("size", "longest", "single", "pixels", "dpi"),
    [
        (POKER, 4096, False, (744, 1040), 300),
        (Size(63.5, 63.5), 4096, False, (752, 752), 300),
        (POKER, 1000, False, (356, 500), 144.3),
        (POKER, 1000, True, (716, 1000), 288.6),
        (Size(297, 210), 4096, False, (2048, 1448), 175.1),
        (Size(297, 210), 4096, True, (3508, 2480), 300),
        (Size(600, 450), 4096, True, (4096, 3072), 173.4),
    ],
)
def test_cells_have_print_resolution_if_there_is_room(size, longest, single, pixels, dpi):
    cell = cell_pixels(size, longest, single)
    assert cell.size == pixels
    assert cell.dpi == pytest.approx(dpi, abs=0.1)


@given(sides, sides, limits, st.booleans())
def test_the_smallest_picture_has_room(width, height, longest, single):
    cell = cell_pixels(Size(width, height), longest, single)
    assert max(cell.size) * (1 if single else 2) <= longest
    assert min(cell.size) >= 4
    assert [side % 4 for side in cell.size] == [0, 0]
    assert cell.dpi <= 300
    assert cell.width == pytest.approx(width / 25.4 * cell.dpi, abs=4)
    assert cell.height == pytest.approx(height / 25.4 * cell.dpi, abs=4)
    if cell.dpi < 300:  # then for want of room
        assert max(cell.size) * (1 if single else 2) > longest - 8


@pytest.mark.parametrize(
    ("count", "slot", "expected"),
    [
        (0, False, []),
        (1, False, [(1, 1, 1)]),
        (1, True, [(2, 2, 1)]),
        (4, False, [(2, 2, 4)]),
        (4, True, [(3, 2, 4)]),
        (15, False, [(5, 3, 15)]),
        (15, True, [(5, 3, 14), (2, 2, 1)]),
        (16, False, [(5, 3, 15), (1, 1, 1)]),
        (31, False, [(5, 3, 15), (5, 3, 15), (1, 1, 1)]),
        (32, False, [(5, 3, 15), (5, 3, 15), (2, 2, 2)]),
    ],
)
def test_grids_of_poker_cards(count, slot, expected):
    assert shapes(deck_grids(count, POKER_CELL, hidden_slot=slot)) == expected


def test_no_grid_is_over_seventy_cells():
    assert shapes(deck_grids(141, CellPixels(100, 100))) == [(10, 7, 70), (10, 7, 70), (1, 1, 1)]


def test_a_cell_of_which_two_do_not_fit_is_shown_alone():
    assert shapes(deck_grids(1, CellPixels(4096, 3000))) == [(1, 1, 1)]


@given(st.integers(0, 400), sides, sides, limits, st.booleans())
def test_every_card_is_in_one_cell_of_a_grid_within_limits(count, width, height, longest, slot):
    cell = cell_pixels(Size(width, height), longest)
    grids = deck_grids(count, cell, longest, slot)
    shown = [card for grid in grids for card in range(grid.first, grid.first + grid.count)]
    assert shown == list(range(count))
    for grid in grids:
        assert grid.count >= 1
        assert grid.count + slot <= grid.cells
        assert max(grid.pixels(cell)) <= longest
        if grid.cells == 1:
            assert not slot
        else:
            assert 2 <= grid.columns <= 10
            assert 2 <= grid.rows <= 7


@given(st.integers(1, 300), sides, sides, st.booleans())
def test_an_appended_card_changes_the_last_grid_only(count, width, height, slot):
    cell = cell_pixels(Size(width, height))
    before = deck_grids(count, cell, hidden_slot=slot)
    after = deck_grids(count + 1, cell, hidden_slot=slot)
    assert after[: len(before) - 1] == before[:-1]
    assert len(after) - len(before) in (0, 1)


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(st.integers(5, 80), sides, sides, st.booleans())
def test_the_last_grid_is_as_small_as_it_can_be(count, width, height, slot):
    cell = cell_pixels(Size(width, height))
    last = deck_grids(count, cell, hidden_slot=slot)[-1]
    assume(last.columns > 2 and last.rows > 2)
    needed = last.count + slot
    assert (last.columns - 1) * last.rows < needed
    assert last.columns * (last.rows - 1) < needed


def side(number):
    paint = Color(number / 100, 0, 0)
    return Frame(POKER, [Shape(Path.rect(Rect(0, 0, 63, 88)), paint)])


def boxes(sheet):
    trim = Rect(0, 0, POKER.width, POKER.height)
    return [item.matrix.apply_rect(trim) for item in sheet.items if isinstance(item, Group)]


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_a_fan_holds_every_side_from_left_to_right(count):
    sheet = fan([side(n) for n in range(count)])
    placed = boxes(sheet)
    assert len(placed) == count
    assert all(sheet.trim.contains(box, 1e-6) for box in placed)
    centres = [box.center[0] for box in placed]
    assert centres == sorted(centres)
    assert centres[0] + centres[-1] == pytest.approx(sheet.size.width, abs=0.002)
    steps = [right - left for left, right in pairwise(centres)]
    assert all(0.7 * POKER.width < step < 0.9 * POKER.width for step in steps)  # a fifth is hidden

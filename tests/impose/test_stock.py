"""Ready-cut sheets: where places lie, how a sheet is turned, and what fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.frame import Frame, Group
from cardgen.impose.stock import Stock, in_place

BUSINESS = Stock(
    "b", "Business", Size(210, 297), Size(85, 54), 2, 5, first=(15, 13.5), pitch=(95, 54)
)
ROUND = Stock(
    "r", "Round", Size(200, 200), Size(40, 40), 4, 4, (5, 5), pitch=(48, 49), shape="round"
)


def test_places_lie_where_the_row_says():
    grid = BUSINESS.arrangement(3.0)
    assert grid.slots == 10
    assert [grid.trim(slot) for slot in (0, 1, 3)] == [
        Rect(15, 13.5, 85, 54),
        Rect(110, 13.5, 85, 54),
        Rect(110, 67.5, 85, 54),
    ]


def test_artwork_bleeds_to_the_middle_of_a_gap_or_to_the_edge():
    grid = BUSINESS.arrangement(20.0)
    assert grid.bleed_at(0) == Insets(13.5, 5.0, 0.0, 15.0)
    assert grid.bleed_at(9) == Insets(0.0, 15.0, 13.5, 5.0)


@given(*(st.integers(1, 4),) * 2, *(st.floats(0, 9),) * 2, *(st.floats(0, 4),) * 2)
def test_turned_the_places_are_the_same_on_the_paper(columns, rows, x, y, across, along):
    sheet = Stock(
        "s", "", Size(100, 120), Size(20, 25), columns, rows, (x, y), (20 + across, 25 + along)
    )
    turned = sheet.quarter_turned
    upright = sheet.arrangement(0).trim
    after = {
        (round(120 - box.bottom, 6), round(box.x, 6), box.height, box.width)
        for box in map(upright, range(columns * rows))
    }
    lying = turned.arrangement(0).trim
    assert turned.paper == Size(120, 100)
    assert after == {
        (round(box.x, 6), round(box.y, 6), box.width, box.height)
        for box in map(lying, range(columns * rows))
    }


@pytest.mark.parametrize(
    ("stock", "size", "shape", "fits"),
    [
        (BUSINESS, Size(85, 54), "rect", True),
        (BUSINESS, Size(85.04, 54), "rect", True),
        (BUSINESS, Size(85.1, 54), "rect", False),
        (BUSINESS, Size(54, 85), "rect", False),
        (ROUND, Size(40, 40), "round", True),
        (ROUND, Size(40, 40), "square", False),
        (ROUND, Size(28, 28), "square", True),  # its diagonal is 39.6 mm
        (ROUND, Size(29, 29), "square", False),
    ],
)
def test_what_a_place_holds(stock, size, shape, fits):
    assert stock.holds(size, shape) is fits


def test_a_smaller_piece_lies_in_the_middle_and_bleeds_less_beyond_its_place():
    side = Frame(Size(80, 50), [], Insets(3, 3, 3, 3))
    placed = in_place(side, Size(85, 54), Path.rect(side.bleed_rect))
    [group] = [item for item in placed.items if isinstance(item, Group)]
    assert (group.matrix.e, group.matrix.f) == (2.5, 2)
    assert placed.size == Size(85, 54)
    assert placed.bleed == Insets(1, 0.5, 1, 0.5)

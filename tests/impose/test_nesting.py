"""Nested pieces lie on their pages, in the order given, and never on each other."""

import itertools
import math

import pytest
from breadth import examples
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import shared_lengths

from cardgen.core.geometry import Rect
from cardgen.impose.workpage import STAGGER, Blank, nest

AREA = Rect(5, 8, 200, 281)
LENGTHS = st.integers(min_value=8, max_value=90).map(float)
SQUARES = st.builds(lambda w, h: Blank(w, h), LENGTHS, LENGTHS)
ROUNDS = LENGTHS.map(lambda w: Blank(w, w, True))
HEXES = LENGTHS.map(lambda w: Blank(w, w * 2 / math.sqrt(3), True))
KINDS = st.lists(
    st.tuples(st.one_of(SQUARES, ROUNDS, HEXES), st.integers(min_value=1, max_value=20)),
    min_size=1,
    max_size=5,
)


def clear(one, other):
    """Whether two pieces do not touch: boxes apart, or staggered shapes their width apart."""
    (a, at), (b, bt) = one, other
    if at.page != bt.page:
        return True
    if min(shared_lengths(at.box, bt.box)) < 1e-6:
        return True
    return a == b and a.staggered and math.dist(at.box.center, bt.box.center) > a.width - 1e-6


@given(KINDS)
@examples(60)
def test_everything_is_on_a_page_and_nothing_touches(kinds):
    blanks = [blank for blank, count in kinds for _ in range(count)]
    places = nest(blanks, AREA)
    assert len(places) == len(blanks)
    for blank, place in zip(blanks, places, strict=True):
        assert (place.box.width, place.box.height) == (blank.width, blank.height)
        assert AREA.contains(place.box, 1e-5)
    pages = {place.page for place in places}
    assert pages == set(range(len(pages)))
    placed = list(zip(blanks, places, strict=True))
    assert all(clear(one, other) for one, other in itertools.combinations(placed, 2))


def test_circles_stand_in_the_gaps_of_the_row_above():
    places = nest([Blank(20, 20, True)] * 19, Rect(0, 0, 200, 281))
    assert [place.box.x for place in places[:2]] == [0, 20]
    assert places[9].box.x == 180
    assert (places[10].box.x, places[10].box.y) == pytest.approx((10, 20 * STAGGER))


def test_small_pieces_fill_the_rest_of_a_shelf_in_rows():
    tall, small = Blank(100, 60), Blank(20, 20)
    places = nest([small] * 15 + [tall], Rect(0, 0, 200, 281))
    assert places[-1].box == Rect(0, 0, 100, 60)
    assert all(place.box.x >= 100 and place.box.bottom <= 60 for place in places[:-1])


def test_a_full_page_begins_another():
    places = nest([Blank(100, 100)] * 5, Rect(0, 0, 200, 250))
    assert [place.page for place in places] == [0, 0, 0, 0, 1]
    assert places[4].box == Rect(0, 0, 100, 100)

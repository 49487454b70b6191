from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from test_layout_strips import STRIPS

from cardgen.layout.book.pages import paginate
from cardgen.layout.book.strips import SLACK, Strip, fill


@given(STRIPS, st.floats(40, 200))
def test_every_strip_comes_once_and_in_order(strips, height):
    columns = paginate(strips, height)
    assert [p.strip for column in columns for p in column.placed] == strips
    assert [column.start for column in columns[1:]] == [column.end for column in columns[:-1]]
    assert all(column.placed[0].y == 0 for column in columns)


@given(STRIPS, st.floats(40, 200))
def test_breaks_are_those_that_are_allowed(strips, height):
    columns = paginate(strips, height)
    for column in columns:
        assert column.height <= height + SLACK
        assert not any(one.strip.fresh for one in column.placed[1:])
    for column in columns[:-1]:
        if strips[column.end - 1].keep and not strips[column.end].fresh:
            run = strips[column.start : column.end]
            assert all(strip.keep for strip in run)  # there was no other way


def test_a_page_ends_early_where_that_fills_the_next_one():
    strips = [*[Strip(10.0)] * 16, Strip(45.0, keep=True), Strip(50.0)]
    assert [column.height for column in fill(strips, 100.0)] == [100, 60, 95]
    assert [column.height for column in paginate(strips, 100.0)] == [80, 80, 95]

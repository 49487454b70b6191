from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardgen.layout.book.strips import SLACK, Strip, balance, fill, stack


def nothing(*_: object) -> None:
    """Paint nothing."""


STRIPS = st.lists(
    st.builds(
        Strip,
        height=st.floats(1, 30),
        paint=st.just(nothing),
        before=st.floats(0, 8),
        after=st.floats(0, 8),
        keep=st.booleans(),
        fresh=st.booleans(),
    ),
    min_size=1,
    max_size=40,
)


@given(STRIPS, st.floats(40, 200))
def test_every_strip_comes_once_and_in_order(strips: list[Strip], height: float) -> None:
    columns = fill(strips, height)
    assert [p.strip for column in columns for p in column.placed] == strips
    assert [column.start for column in columns[1:]] == [column.end for column in columns[:-1]]


@given(STRIPS, st.floats(40, 200))
def test_no_column_is_overfull(strips: list[Strip], height: float) -> None:
    for column in fill(strips, height):
        assert column.height <= height + SLACK
        assert column.placed[0].y == 0


@given(STRIPS, st.floats(40, 200))
def test_what_is_kept_together_is_torn_only_where_it_is_too_tall(
    strips: list[Strip], height: float
) -> None:
    for column in fill(strips, height)[:-1]:
        last, following = strips[column.end - 1], strips[column.end]
        if last.keep and not following.fresh:
            assert all(strip.keep for strip in strips[column.start : column.end])


@given(STRIPS, st.integers(2, 4))
def test_columns_are_no_higher_than_all_in_one(strips: list[Strip], count: int) -> None:
    whole = stack(strips).height
    columns = balance(strips, count, 100.0)
    assert len(columns) <= count
    assert max(column.height for column in columns) <= min(whole, 100.0) + 0.1


def test_a_heading_stays_with_its_text() -> None:
    text = Strip(10, nothing)
    heading = Strip(10, nothing, keep=True)
    columns = fill([text, text, heading, text], 35)
    assert [len(column.placed) for column in columns] == [2, 2]


def test_a_break_is_obeyed() -> None:
    text = Strip(10, nothing)
    columns = fill([text, Strip(10, nothing, fresh=True), text], 100)
    assert [len(column.placed) for column in columns] == [1, 2]


def test_the_head_of_a_table_comes_again() -> None:
    head = Strip(5, nothing, keep=True)
    rows = [Strip(10, nothing, head=head) for _ in range(6)]
    columns = fill([head, *rows], 30)
    assert [column.placed[0].strip for column in columns] == [head] * 3
    assert sum(len(column.placed) for column in columns) == 6 + 3

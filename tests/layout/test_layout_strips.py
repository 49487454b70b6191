from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardgen.layout.book.strips import SLACK, Strip, balance, fill, kept_height, overfull, stack

STRIPS = st.lists(
    st.builds(
        lambda **facts: Strip(**facts),
        height=st.floats(1, 30),
        before=st.floats(0, 8),
        after=st.floats(0, 8),
        keep=st.booleans(),
        weak=st.booleans(),
        fresh=st.booleans(),
    ),
    min_size=1,
    max_size=40,
)


@given(STRIPS, st.floats(40, 200))
def test_every_strip_comes_once_and_in_order(strips, height):
    columns = fill(strips, height)
    assert [p.strip for column in columns for p in column.placed] == strips
    assert [column.start for column in columns[1:]] == [column.end for column in columns[:-1]]


@given(STRIPS, st.floats(40, 200))
def test_no_column_is_overfull(strips, height):
    columns = fill(strips, height)
    assert columns
    for column in columns:
        assert column.height <= height + SLACK
        assert column.placed[0].y == 0


@given(STRIPS, st.floats(40, 200))
def test_what_is_kept_together_is_torn_only_where_it_is_too_tall(strips, height):
    columns = fill(strips, height)
    assume(len(columns) > 1)
    for column in columns[:-1]:
        last, following = strips[column.end - 1], strips[column.end]
        if last.keep and not following.fresh:
            assert all(strip.keep for strip in strips[column.start : column.end])


@given(STRIPS, st.integers(2, 4))
def test_columns_are_no_higher_than_all_in_one(strips, count):
    whole = stack(strips).height
    columns = balance(strips, count, 100.0)
    assert len(columns) <= count
    assert max(column.height for column in columns) <= min(whole, 100.0) + 0.1


def test_a_heading_stays_with_its_text():
    text = Strip(10)
    heading = Strip(10, keep=True)
    columns = fill([text, text, heading, text], 35)
    assert [len(column.placed) for column in columns] == [2, 2]


def test_a_break_is_obeyed():
    text = Strip(10)
    columns = fill([text, Strip(10, fresh=True), text], 100)
    assert [len(column.placed) for column in columns] == [1, 2]


def test_the_head_of_a_table_comes_again():
    head = Strip(5, keep=True)
    rows = [Strip(10, head=head) for _ in range(6)]
    columns = fill([head, *rows], 30)
    assert [column.placed[0].strip for column in columns] == [head] * 3
    assert sum(len(column.placed) for column in columns) == 6 + 3


@given(STRIPS, st.floats(40, 200))
def test_only_what_is_too_tall_is_torn_and_said_to_be(strips, height):
    columns = fill(strips, height)
    found = overfull(strips, columns, height)
    for column in columns[:-1]:
        last, following = strips[column.end - 1], strips[column.end]
        if column.torn:
            assert last.keep
            run = strips[column.start : column.end + 1]
            assert stack(run).height > height
        elif not following.fresh:
            assert not last.keep or last.weak
    assert len(found) == sum(column.torn for column in columns)
    assert all(tall > height for _, _, tall in found)


@given(STRIPS, st.integers(2, 4), st.floats(40, 200))
def test_columns_tear_nothing_that_a_page_would_not(strips, count, height):
    if not any(column.torn for column in fill(strips, height)):
        assert not any(column.torn for column in balance(strips, count, height))


def test_a_short_table_too_tall_for_a_page_breaks_between_its_rows():
    head = Strip(10, keep=True)
    rows = [Strip(20, keep=True, weak=True, head=head) for _ in range(5)]
    title = Strip(10, keep=True)
    columns = fill([title, head, *rows], 65)
    assert [column.torn for column in columns] == [False, False, False]
    assert [len(column.placed) for column in columns] == [4, 3, 2]


def test_a_picture_that_leaves_no_room_for_its_caption_is_found():
    picture = Strip(60, keep=True, what="the picture")
    caption = Strip(10)
    strips = [caption, picture, caption]
    assert overfull(strips, fill(strips, 70), 70) == []
    [(what, strip, height)] = overfull(strips, fill(strips, 65), 65)
    assert what == "the picture with what must stay with it"
    assert (strip, height) == (picture, 70)


def test_a_row_too_tall_below_the_head_that_comes_again_is_found():
    head = Strip(10, keep=True)
    rows = [Strip(tall, head=head, what="a row") for tall in (10, 55)]
    strips = [head, *rows]
    assert overfull(strips, fill(strips, 60), 60) == [("a row", rows[1], 65)]


def test_how_much_is_kept_with_what_follows():
    text, heading = Strip(10), Strip(7, before=3, after=2, keep=True)
    assert kept_height([]) == kept_height([heading, text]) == 0
    assert kept_height([text, heading]) == 9
    assert kept_height([text, heading, heading]) == 7 + 3 + 7 + 2
    assert kept_height([replace(heading, weak=True)]) == 0

"""Strips on pages and in columns: none emptier than it must be, texts on one spread."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.layout.book.headings import _kept_entries, ranges
from cardgen.layout.book.pages import paginate, torn_spreads
from cardgen.layout.book.strips import (
    SLACK,
    Anchor,
    Strip,
    balance,
    fill,
    kept_height,
    overfull,
    stack,
)
from cardgen.model.document import Heading
from cardgen.model.richtext import EMPTY


def strips(text):
    """A strip of 1 mm for each letter: `k` is kept with the next, `n` begins a page, `h` a chapter.

    Those that are capitals stand on one spread, each to its letter.
    """
    chapter = (Anchor("chapter", 1, ""),)
    return [
        Strip(
            1.0,
            spread=ord(c) if c.isupper() else 0,
            keep=c in "kh",
            fresh=c == "n",
            anchors=chapter if c == "h" else (),
        )
        for c in text
    ]


def test_a_page_ends_early_where_that_fills_the_next_one():
    strips = [*[Strip(10.0)] * 16, Strip(45.0, keep=True), Strip(50.0)]
    assert [column.height for column in fill(strips, 100.0)] == [100, 60, 95]
    assert [column.height for column in paginate(strips, 100.0)] == [80, 80, 95]


@pytest.mark.parametrize(
    ("text", "others", "pages"),
    [
        ("aaaaaaaaaa aaa", None, [10, 3]),
        ("aaaaaaaaha aaaaaa", None, [8, 8]),  # no chapter begins with a line at the foot of a page
        ("aaaaaaahaa aaaaaa", None, [10, 6]),
        ("haaaaaaaah h", None, [8, 3]),  # unless the page before would be half empty
        ("haaaaaaaaa ahaaaaaa", None, [8, 10]),  # nor does it end with one above the next chapter
        ("aaaaaaaaaa a", None, [8, 3]),  # the last page is filled by three tenths
        ("aaaaaaaaaa a naaaaa", None, [8, 3, 6]),  # and so is that before a break
        ("aaaaaaaaaa aaaaaaaaaa a", None, [9, 9, 3]),
        ("aaaaaaaaak kkkkaaaaaa", None, [9, 8, 3]),
        ("aaaaaaaaaa aaaaaaaaaa aaaaaaa", 1, [10, 10, 7]),  # one sheet of four pages with the cover
        ("aaaaaaaaaa aaaaaaaaaa aaaaaaa", 0, [8, 8, 8, 3]),  # none of the four stays blank
        ("aaaaaaaaaa aaaaaaaaaa aaaaaaa", 2, [10, 10, 7]),  # six pages would be half empty
    ],
)
def test_pages_are_filled_and_fill_sheets(text, others, pages):
    columns = paginate(strips(text.replace(" ", "")), 10.0, 2, others)
    assert [column.end - column.start for column in columns] == pages


@pytest.mark.parametrize(
    ("text", "first", "pages", "torn"),
    [
        ("aaaaaa", 1, "aaa aaa", []),
        ("AAAaaa", 1, "AAA aaa", []),
        ("AAAAAA", 2, "AAA AAA", []),  # left and right
        ("aaAAaa", 2, "aaA Aaa", []),
        ("aaAAaa", 1, "aa AAa a", []),  # 1 is on the right
        ("kAAAaa", 1, "kAA Aaa", [(1, 2)]),  # moved further, what is kept with it would be torn
        ("aakAAA", 1, "aa kAA A", []),
        ("aAAAAA", 1, "a AAA AA", []),
        ("aAAAAA", 2, "aAA AAA", []),
        ("aaAAAA", 3, "aa AAA A", []),
        ("aaaaAA", 1, "aaa aAA", []),
        ("aaaaAAAA", 2, "aaa a AAA A", []),
        ("AAAAAAA", 2, "AAA AAA A", [(2, 4)]),  # too long
        ("aaAABB", 1, "aa AAB B", []),
        ("aaAABBB", 3, "aa AAB BB", []),
        ("aaAaBBBBB", 1, "aaA aBB BBB", []),
        ("aaBBBBBB", 2, "aaB BBB BB", [(2, 4)]),  # nor is a page left empty
    ],
)
def test_a_page_ends_early_if_that_keeps_a_spread(text, first, pages, torn):
    placed = strips(text)
    columns = paginate(placed, 3.0, first)
    assert " ".join(text[c.start : c.end] for c in columns) == pages
    assert [(a, b) for _, a, b in torn_spreads(placed, columns, first)] == torn


def kept(levels):
    """Show with ``+`` which entries stay with the next one."""
    listed = [Heading(int(level), EMPTY, "", Location("rules.md", 1)) for level in levels]
    return "".join("+" if one else "." for one in _kept_entries(listed))


def test_an_entry_stays_with_its_first_child_and_no_last_child_stands_alone():
    assert kept("12221") == "+.++."
    assert kept("1222212") == "+..+.+."
    assert kept("121") == "++."
    assert kept("1111") == "..+."
    assert kept("12332") == "++++."
    assert kept("1") == "."


def test_pages_in_a_row_are_a_range():
    assert ranges([]) == []
    assert ranges([3]) == [(3, 3)]
    assert ranges([2, 3, 4, 7, 9, 10]) == [(2, 4), (7, 7), (9, 10)]


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


@pytest.mark.parametrize("share", [fill, paginate])
@given(strips=STRIPS, height=st.floats(40, 200))
def test_every_strip_comes_once_and_in_order(share, strips, height):
    columns = share(strips, height)
    assert [p.strip for column in columns for p in column.placed_strips] == strips
    assert [column.start for column in columns[1:]] == [column.end for column in columns[:-1]]
    for column in columns:
        assert column.height <= height + SLACK
        assert column.placed_strips[0].y == 0
        assert not any(one.strip.fresh for one in column.placed_strips[1:])
    for column in columns[:-1]:
        if strips[column.end - 1].keep and not strips[column.end].fresh:
            run = strips[column.start : column.end]
            assert all(strip.keep for strip in run)  # there was no other way


@given(STRIPS, st.integers(2, 4))
def test_columns_are_no_higher_than_all_in_one(strips, count):
    whole = stack(strips).height
    columns = balance(strips, count, 100.0)
    assert len(columns) <= count
    assert max(column.height for column in columns) <= min(whole, 100.0) + 0.1


TEXT, HEADING = Strip(10), Strip(10, keep=True)
HEAD = Strip(5, keep=True, after=1)
ROW = Strip(10, head=HEAD)
WEAK = Strip(20, keep=True, weak=True, head=HEADING)


@pytest.mark.parametrize("share", [fill, paginate])
@pytest.mark.parametrize(
    ("strips", "height", "counts"),
    [
        ([TEXT, TEXT, HEADING, TEXT], 35, [2, 2]),
        ([TEXT, Strip(10, fresh=True), TEXT], 100, [1, 2]),
        ([HEAD, *[ROW] * 6], 31, [3, 3, 3]),
        ([HEAD, *[ROW] * 6], 26, [3, 3, 3]),
        ([HEAD, *[ROW] * 6], 25, [2, 2, 2, 2, 2, 2]),
        ([HEADING, HEADING, *[WEAK] * 5], 65, [4, 3, 2]),
    ],
    ids=["heading", "break", "head again", "it just fits", "it does not fit", "short table"],
)
def test_what_stands_on_each_page(share, strips, height, counts):
    columns = share(strips, height)
    assert [len(column.placed_strips) for column in columns] == counts
    assert not any(column.torn for column in columns)
    head = strips[-1].head
    assert head is None or all(column.placed_strips[0].strip == head for column in columns)


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


def test_a_picture_that_leaves_no_room_for_its_caption_is_found():
    picture = Strip(60, keep=True, subject="the picture")
    caption = Strip(10)
    strips = [caption, picture, caption]
    assert overfull(strips, fill(strips, 70), 70) == []
    [(what, strip, height)] = overfull(strips, fill(strips, 65), 65)
    assert what == "the picture with the strips that stay with it"
    assert (strip, height) == (picture, 70)


def test_a_row_too_tall_below_the_head_that_comes_again_is_found():
    head = Strip(10, keep=True)
    rows = [Strip(tall, head=head, subject="a row") for tall in (10, 55)]
    strips = [head, *rows]
    assert overfull(strips, fill(strips, 60), 60) == [("a row", rows[1], 65)]


def test_how_much_is_kept_with_what_follows():
    text, heading = Strip(10), Strip(7, before=3, after=2, keep=True)
    assert kept_height([]) == kept_height([heading, text]) == 0
    assert kept_height([text, heading]) == 9
    assert kept_height([text, heading, heading]) == 7 + 3 + 7 + 2
    assert kept_height([replace(heading, weak=True)]) == 0

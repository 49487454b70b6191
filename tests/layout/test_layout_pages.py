"""Strips on pages: none emptier than it must be, texts on one spread, and their contents."""

from __future__ import annotations

import pytest

from cardgen.core.diagnostics import Location
from cardgen.layout.book.headings import _kept_entries, ranges
from cardgen.layout.book.pages import paginate, torn_spreads
from cardgen.layout.book.strips import Strip, fill
from cardgen.model.document import Heading
from cardgen.model.richtext import EMPTY


def strips(text: str) -> list[Strip]:
    """A strip of 1 mm for each letter: `k` is kept with the next, `n` begins a page.

    Those that are capitals stand on one spread, each to its letter.
    """
    return [
        Strip(1.0, spread=ord(c) if c.isupper() else 0, keep=c == "k", fresh=c == "n") for c in text
    ]


def test_a_page_ends_early_where_that_fills_the_next_one():
    strips = [*[Strip(10.0)] * 16, Strip(45.0, keep=True), Strip(50.0)]
    assert [column.height for column in fill(strips, 100.0)] == [100, 60, 95]
    assert [column.height for column in paginate(strips, 100.0)] == [80, 80, 95]


@pytest.mark.parametrize(
    ("text", "others", "pages"),
    [
        ("aaaaaaaaaa aaa", None, [10, 3]),
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


def kept(levels: str) -> str:
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

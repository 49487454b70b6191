"""Text that stands on one spread: pages of three strips, the first of them numbered."""

from __future__ import annotations

import pytest

from cardgen.layout.book.pages import paginate, torn_spreads
from cardgen.layout.book.strips import Strip


def strips(text: str) -> list[Strip]:
    """A strip for each letter; those that are capitals stand on one spread, each to its letter."""
    return [Strip(1.0, spread=ord(c) if c.isupper() else 0, keep=c == "k") for c in text]


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

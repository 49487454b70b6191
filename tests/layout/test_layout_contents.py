from __future__ import annotations

from cardgen.core.diagnostics import Location
from cardgen.layout.book.headings import _kept_entries, ranges
from cardgen.model.document import Heading
from cardgen.model.richtext import EMPTY


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

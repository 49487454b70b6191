"""The pages of the games' booklets are filled as a printer would have them.

`page_craft` measures, and run as a script it prints every page.
"""

from __future__ import annotations

import pytest
from one_rule import GAMES
from page_craft import LOW, measured

MEANT = 3
"""Pages a booklet that may be emptier, before a spread that needs both of its pages: none of them
is nearly empty."""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_pages_are_well_made(name: str) -> None:
    book = measured(name)
    assert 50 <= book.mean <= 70
    assert not [page.short for page in book.pages if page.short]
    assert not book.split
    low = [page for page in book.pages if page.fill < LOW and not page.ends]
    assert len(low) <= MEANT
    assert all(page.fill > 0.25 for page in low)
    assert sum(page.fill for page in book.pages) / len(book.pages) > 0.75

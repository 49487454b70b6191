"""The pages of the games' booklets are filled as a printer would have them."""

from __future__ import annotations

import pytest
from five_games import GAMES
from page_craft import LOW, measured


@pytest.mark.broad
@pytest.mark.parametrize("name", GAMES)
def test_pages_are_well_made(name: str) -> None:
    book = measured(name)
    assert 50 <= book.mean <= 70
    assert not [page.short for page in book.pages if page.short]
    assert not book.split
    assert [page.number for page in book.pages if page.fill < LOW] == []
    assert book.count % 4 == 0

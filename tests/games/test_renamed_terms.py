"""A term gets another name, and nothing that is printed, or lies on the table, has the old one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from names_in_use import having, printed_texts, table_texts
from one_rule import copy_game

from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_game

pytestmark = pytest.mark.slow
GAME = "last-men-standing"
"""The game whose terms are names, not words of everyday speech."""
QUOTED = ("The source’s skill list says Leader and its card lists say Leadership",)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Game, dict[str, str]]:
    """The game with other names for all of its terms, and the names that are gone."""
    root = tmp_path_factory.mktemp("renamed")
    copy_game(GAME, root)
    before = load_game(root, GAME)
    file = root / "card_data" / GAME / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for number, term in enumerate(before.terms.values()):
        for key, old in (("text", term.text), ("plural", term.plural)):
            text = re.sub(rf"\b{key}: {re.escape(old)}(?=[,}}\n])", f"{key}: Zz{number}{key}", text)
    file.write_text(text, encoding="utf-8")
    game = load_game(root, GAME)
    assert {term.text for term in game.terms.values()}.isdisjoint(
        term.text for term in before.terms.values()
    )
    gone = {word: id for id, t in before.terms.items() for word in (t.text, t.plural)}
    return root, game, gone


def old_names(texts: list[str], game: Game, gone: dict[str, str]) -> list[str]:
    """Find old names in texts; titles of cards are names of their own."""
    titles = [card.title.plain for deck in decks_of(game) for card in deck.cards]
    return having(gone, texts, (*titles, *QUOTED))


def test_nothing_printed_has_the_old_name(renamed: tuple[Path, Game, dict[str, str]]) -> None:
    root, game, gone = renamed
    found = printed_texts(root, game)
    wrong = {id: old_names(texts, game, gone) for id, texts in found.items()}
    assert {id: texts for id, texts in wrong.items() if texts} == {}


def test_nothing_on_the_table_has_the_old_name(renamed: tuple[Path, Game, dict[str, str]]) -> None:
    root, game, gone = renamed
    assert old_names(table_texts(root, GAME), game, gone) == []

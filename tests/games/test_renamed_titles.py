"""A card gets another title, and nothing that is printed, or lies on the table, has the old one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from names_in_use import having, printed_texts, table_texts
from one_rule import GAMES, copy_game

from cardgen.features.exchange.export import export
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_game

pytestmark = pytest.mark.slow
EVERYDAY = {
    *("The Key", "Timetable", "Your turn"),
    *("Black", "Blue", "Green", "Red", "White", "Yellow"),
}
"""Titles that are words of everyday speech; the colours are players, too."""
OTHERWISE = (
    "item names are ours, except Old Photo, Protein Block and",  # the source's own names
    *("Rails that collapse", "Rails: 7 starting rails"),  # of any card
)
"""Where such words mean something else."""


@pytest.fixture(scope="module", params=GAMES)
def renamed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Game, set[str]]:
    """A game with other titles for all of its cards, and the titles that are gone.

    A title that is a term is changed where the term is declared. Decks are written out as JSON,
    for one entry may make many cards.
    """
    root, name = tmp_path_factory.mktemp("renamed"), request.param
    copy_game(name, root)
    before, folder = load_game(root, name), root / "card_data" / name
    export(root, name, "json", folder / "decks")
    game_file = (folder / "game.yaml").read_text(encoding="utf-8")
    new: dict[str, str] = {}
    for deck in decks_of(before):
        (folder / f"decks/{deck.id}.yaml").unlink()
        file = folder / f"decks/{deck.id}.json"
        rows = json.loads(file.read_text(encoding="utf-8"))
        for card, row in zip(deck.cards, rows["cards"], strict=True):
            title = card.title.plain
            if title in EVERYDAY:
                continue
            other = new.setdefault(title, f"Zz{len(new)}")
            if row.get("title") == title.replace("\n", "{br}"):
                row["title"] = other
            for term in before.terms.values():
                if f"term:{term.id}" in card.title.cites:
                    new |= {term.text: other, term.plural: other}
                    line = rf"(?<=\n  {term.id}: {{)text: {term.text},(?: plural: {term.plural},)?"
                    game_file = re.sub(line, f"text: {other},", game_file)
        file.write_text(json.dumps(rows), encoding="utf-8")
    (folder / "game.yaml").write_text(game_file, encoding="utf-8")
    game = load_game(root, name)
    assert new.keys().isdisjoint(card.title.plain for deck in decks_of(game) for card in deck.cards)
    return root, game, set(new)


def test_nothing_printed_has_the_old_title(renamed: tuple[Path, Game, set[str]]) -> None:
    root, game, gone = renamed
    found = printed_texts(root, game)
    wrong = {id: having(gone, texts, OTHERWISE) for id, texts in found.items()}
    assert {id: texts for id, texts in wrong.items() if texts} == {}


def test_nothing_on_the_table_has_the_old_title(renamed: tuple[Path, Game, set[str]]) -> None:
    root, game, gone = renamed
    assert having(gone, table_texts(root, game.id), OTHERWISE) == []

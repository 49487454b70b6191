"""Small projects in a temporary folder."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from bench_game import DECK, GAME

from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.load import Loaded, load_project


@dataclass
class Bench:
    """Writes projects and loads them."""

    root: Path

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def game(self, game: str = GAME, name: str = "test", **decks: str) -> None:
        """Write a game with its decks and one icon."""
        folder = f"card_data/{name}"
        self.write(f"{folder}/game.yaml", game)
        for deck, text in (decks or {"soldiers": DECK}).items():
            self.write(f"{folder}/decks/{deck}.yaml", text)
        self.write(f"{folder}/icons/medic.svg", "<svg/>")

    def text(self, game: str, text: str, **decks: str) -> Loaded:
        """Write a game with a booklet, and load it."""
        self.game(game, **decks)
        self.write("card_data/test/rules.md", text)
        return self.load()

    def sound(self) -> Game:
        """Load the one game, in which nothing is wrong."""
        loaded = self.load()
        assert [str(one) for one in loaded.diagnostics] == []
        [game] = loaded.games
        return game

    def load(self, *only: str) -> Loaded:
        """Load the project."""
        return load_project(self.root, only)


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


@pytest.fixture
def card(bench):
    """Read one rich text in the test game."""

    def read(text):
        bench.game(soldiers=f"cards:\n  - id: a\n    text: {text}\n")
        return decks_of(bench.sound())[0].cards[0].fields.text

    return read

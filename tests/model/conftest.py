"""Small projects in a temporary folder, and bad ones annotated with what must be reported.

In an annotated file a comment line ``#! CG201 key`` points at the line above it: the
finding must have that code and start at these words. The annotations are taken out
before the file is read.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from bench_game import DECK, GAME

from cardgen.core.diagnostics import Diagnostic
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.load import Loaded, load_project

_ANNOTATION = re.compile(r"^\s*#! (?P<code>CG\d+)(?: (?P<words>.+))?$")


@dataclass
class Bench:
    """Writes projects and loads them."""

    root: Path
    expected: set[tuple[str, str, int, int]] = field(default_factory=set)

    def write(self, path: str, text: str) -> None:
        """Write a file, taking annotations out of it."""
        kept: list[str] = []
        for line in text.split("\n"):
            match = _ANNOTATION.match(line)
            if match:
                column = kept[-1].index(match["words"]) + 1 if match["words"] else 1
                self.expected.add((match["code"], path, len(kept), column))
            else:
                kept.append(line)
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(kept), encoding="utf-8")

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

    def check(self) -> list[Diagnostic]:
        """Load, compare findings with annotations, and return them."""
        found = list(self.load().diagnostics)
        assert {place(item) for item in found} == self.expected
        assert all(item.hints for item in found), found
        return found


def place(item: Diagnostic) -> tuple[str, str, int, int]:
    return item.code, item.location.path, item.location.line, item.location.column


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

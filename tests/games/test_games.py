"""The games that come with cardgen: complete, clean, and true to one source of numbers."""

import re
from collections.abc import Iterator

import pytest
from five_games import GAMES, SPECIMEN
from pieces import ROOT, desk, pages, sides

from cardgen.frame import Text
from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_project

TYPEWRITTEN = re.compile(r"""["'`]|\b\d+-\d+\b|\d ?x ?\d|--|\.\.\.""")
"""Marks of a keyboard: straight quotes, a hyphen in a range, a letter for times."""
# Cards with their copies, as the rules of each game want them.
COUNTS = {
    "hachi-train": {"cars": 48, "assets": 5, "player-aid": 5},
    "last-men-standing": {
        "soldiers": 31,
        "missions": 8,
        "aid": 29,
        "encounters": 32,
        "player-aid": 2,
    },
    "last-train": {
        "class-1": 24,
        "class-2": 24,
        "class-3": 24,
        "skills": 36,
        "events": 22,
        "key": 1,
        "health": 6,
        "aid": 6,
    },
    "minecart": {"starting-rails": 28, "draw": 72, "player-aid": 4},
    "railroaded": {"terminal": 104, "aid": 4},
}


def cards(game: Game) -> Iterator[tuple[Deck, Card]]:
    for deck in decks_of(game):
        for card in deck.cards:
            yield deck, card


def test_all_games_load_without_a_finding() -> None:
    loaded = load_project(ROOT)
    assert not list(loaded.diagnostics)
    assert {game.id for game in loaded.games} == {*GAMES, SPECIMEN}
    assert tuple(sorted(COUNTS)) == GAMES


@pytest.mark.parametrize("name", GAMES)
def test_decks_are_complete(name: str) -> None:
    game = desk(ROOT, name).game
    assert {deck.id: deck.count for deck in decks_of(game)} == COUNTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_side_and_page_is_laid_out_without_a_finding(name: str) -> None:
    components = desk(ROOT, name).game.components.values()
    made = sides(ROOT, name, *(one.id for one in components))
    made += [p for one in components if one.kind == "booklet" for p in pages(ROOT, name, one.id)]
    assert [found.message for result in made for found in result.diagnostics] == []
    assert all(result.frame for result in made)
    faces = {f"{deck.id}/{card.id}/face" for deck, card in cards(desk(ROOT, name).game)}
    assert faces <= {result.id for result in made}
    texts = {
        item.string
        for result in made
        for item, _ in (result.frame.walk() if result.frame else ())
        if isinstance(item, Text)
    }
    assert {text for text in texts if TYPEWRITTEN.search(text)} == set()

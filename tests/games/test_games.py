"""The games that come with cardgen: complete, clean, and true to one source of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import yaml
from five_games import GAMES, SPECIMEN
from pieces import ROOT, desk, pages, sides

from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.richtext import printed

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


@pytest.mark.parametrize("name", [*GAMES, SPECIMEN])
def test_templates_lie_in_folders_by_what_they_draw(name: str) -> None:
    inside = {one.name for one in (ROOT / "templates" / name).iterdir()}
    folders = {"cards", "boards", "booklet", "leaflet", "pocket", "pieces", "art", "show"}
    assert inside <= folders


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


@pytest.mark.parametrize("name", GAMES)
def test_what_was_filled_in_is_said(name: str) -> None:
    game = desk(ROOT, name).game
    path = f"card_data/{name}/game.yaml"
    text = (ROOT / path).read_text(encoding="utf-8")
    written = [printed(one["text"].strip()) for one in yaml.safe_load(text)["assumptions"]]
    whole = [one for one in game.assumptions if not one.card]
    assert written
    for one, words in zip(whole, written, strict=True):  # braces stand for names
        assert re.fullmatch(re.sub(r"\\{[^}]*}", ".+", re.escape(words)), one.text.markup)
    for one in whole:
        assert one.at.path == path
        assert text.splitlines()[one.at.line - 1].startswith(f"  - id: {one.id}")
    ours = {f"{deck.id}/{card.id}": card for deck, card in cards(game) if card.assumption}
    about = {one.card: one for one in game.assumptions if one.card}
    assert about.keys() == ours.keys()
    for id, card in ours.items():
        assert (about[id].text, about[id].at) == (card.assumption, card.at)

"""The games that come with cardgen: complete, clean, true to one source; and their schemas."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from five_games import GAMES, SPECIMEN
from pieces import ROOT, desk, pages, sides

from cardgen.frame import Text
from cardgen.model.cards import Card
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.pipeline.schemas import SCHEMAS, schema_files
from cardgen.products.text import RuleReader, card_texts, plain_text

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


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_a_game_are_told_without_marks_and_gaps(name):
    """What a text cites is filled in, wherever it stands; sections take the place of pages."""
    game = desk(ROOT, name).game
    for booklet in game.components.values():
        if not isinstance(booklet, Booklet):
            continue
        told = plain_text(RuleReader(booklet.flow(game), 1).passages())
        assert "<" not in told
        assert "&#" not in told
        for gap in ("()", "( ", " ,", " .", "page ,", "section ,", "section."):
            assert gap not in " ".join(told.split()).replace("section. ", "section.\n"), gap


@pytest.mark.parametrize("name", GAMES)
def test_cards_of_a_game_are_counted_and_say_something(name):
    game = desk(ROOT, name).game
    for deck in decks_of(game):
        texts = card_texts(deck, game)
        assert sum(one.copies for one in texts) == deck.count
        assert all(one.name and one.fields for one in texts)
        assert len({(one.name, one.fields) for one in texts}) == len(texts)


REFRESH = "run `cardgen schema --write` and commit what it writes"
DATA_FILES = sorted(
    file
    for pattern in ("*/game.yaml", "*/decks/*.yaml")
    for file in (ROOT / "card_data").glob(pattern)
)


def test_the_schemas_are_up_to_date() -> None:
    loaded = load_project(ROOT)
    assert not loaded.diagnostics.has_errors
    wanted = schema_files(ROOT, loaded.games)
    there = {file.name: file.read_bytes() for file in (ROOT / SCHEMAS).glob("*.json")}
    stale = sorted(
        name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name)
    )
    assert not stale, f"out of date: {', '.join(stale)}; {REFRESH}"


@pytest.mark.parametrize("file", DATA_FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_the_first_line_names_a_schema_that_is_there(file: Path) -> None:
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match, f"the first line names no schema: {first}"
    schema = (file.parent / match[1]).resolve()
    name = "game" if file.name == "game.yaml" else f"{file.parts[-3]}.deck"
    assert schema == ROOT / SCHEMAS / f"{name}.schema.json"
    assert schema.is_file(), f"there is no {match[1]}; {REFRESH}"

"""What the files of a game name is noted with its place, for those who ask."""

from __future__ import annotations

from workshops import FILES, write_files

from cardgen.model.load import load_project

GAME = "card_data/game/game.yaml"
DECK = "card_data/game/decks/heroes.yaml"


def test_every_use_of_a_name_is_noted_also_of_one_that_was_named_before(tmp_path):
    terms = "terms: {war: {text: War, icon: axe}}\ncard_types:"
    texts = {GAME: FILES[GAME].replace("card_types:", terms)}
    texts[DECK] = FILES[DECK].replace("{rule:hand} cards", "{rule:hand}, {war} and {rule:hand}")
    root = write_files(tmp_path / "project", {**FILES, **texts}).root
    named = set()
    assert list(load_project(root, named=named).diagnostics) == []
    found = {(what, name, f"{at.path.rpartition('/')[2]}:{at.line}") for what, name, at in named}
    assert {
        ("colour", "ink", "game.yaml:6"),
        ("icon", "axe", "game.yaml:8"),
        ("rule", "hand", "heroes.yaml:2"),
        ("term", "war", "heroes.yaml:2"),
        ("rule", "lives", "heroes.yaml:3"),
        ("rule", "hand", "places.yaml:2"),
    } <= found
    columns = [at.column for what, name, at in named if (name, at.path) == ("hand", DECK)]
    assert len(columns) == 2

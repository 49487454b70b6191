"""A picture of the table at the start, as the manual shows how to draw it: it follows `setup:`."""

from pathlib import Path

import pytest
from documents import document
from workshops import write_files

GAME = "card_data/game/game.yaml"
ASKED = {"papers": ("a4",), "products": ("boards", "booklets", "sheets")}
SETUP = document("pipeline/pictured_table_setup.yaml")
MAP = document("pipeline/pictured_table_map.xml.j2")


@pytest.fixture
def shop(workshop):
    """The picture is of the table for two."""
    manual = (Path(__file__).parents[2] / "docs/booklets.md").read_text(encoding="utf-8")
    _, _, rest = manual.partition('```xml\n<callouts>\n<card ref="map"')
    picture = f'<callouts>\n<card ref="map"{rest.partition("```")[0]}'.replace('["4"]', '["2"]')
    workshop.edit(GAME, 'version: "1"\n', f'version: "1"\nplayers: 2-3\n{SETUP}')
    board = "  map: {kind: board, size: {width: 90mm, height: 90mm}}\n"
    booklet = "  rules: {kind: booklet, title: Rules, size: a7}\n"
    workshop.edit(GAME, "components:\n", f"components:\n{board}{booklet}")
    files = {
        "templates/game/map.xml.j2": MAP,
        "templates/game/table.xml.j2": picture,
        "card_data/game/rules.md": RULES,
    }
    return write_files(workshop.root, files)


FIGURE = '# Rules\n\n```figure table.xml.j2 alt="A table."\nThe table.\n```\n'
RULES = document("pipeline/pictured_table_rules.md")


def redrawn(shop):
    report = shop.build(**ASKED)
    assert report.games[0].status != "failed", list(report.diagnostics)
    return {name: set(ids) for name, ids in report.games[0].redrawn}


def test_it_shows_what_lies_there_and_follows_the_steps(shop):
    redrawn(shop)
    assert redrawn(shop) == {}
    shop.edit("card_data/game/decks/places.yaml", "title: Den", "title: Lair")
    assert redrawn(shop) == {"card.title": {"places/den/face"}, "side:places/den/face": {"rules"}}
    shop.edit("card_data/game/decks/heroes.yaml", "title: Carl", "title: Karl")
    assert redrawn(shop) == {"card.title": {"heroes/carl/face"}}  # who is there with three alone
    shop.edit(GAME, "id: carl}, on: slot-2", "id: carl}, on: slot-1")
    assert redrawn(shop) == {}
    shop.edit(GAME, "number: 2, on: slot-2, face: down", "where: {id: anna}, on: slot-2")
    assert redrawn(shop) == {"setup.2": {"rules"}}
    shop.edit("card_data/game/decks/heroes.yaml", "title: Anna", "title: Ann")
    assert redrawn(shop)["side:heroes/anna/face"] == {"rules"}

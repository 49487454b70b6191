from __future__ import annotations

import json

import pytest

from cardgen.core.diagnostics import ModelError
from cardgen.features.scaffold.new import write_schemas
from cardgen.model.gamefile import deck_schema, game_schema
from cardgen.model.load import load_game

GAME = """\
title: The Bridge
theme:
  styles: {}
card_types: {soldier: {fields: {courage: {kind: number, optional: true}}}}
components:
  soldiers: {kind: deck, title: Soldiers, size: poker}
"""
CARDS = "defaults: {type: soldier}\ncards:\n  - {id: a, title: A}\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "card_data" / "bridge"
    (folder / "decks").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "decks" / "soldiers.yaml").write_text(CARDS)
    (tmp_path / "card_data" / "broken").mkdir()
    (tmp_path / "card_data" / "broken" / "game.yaml").write_text("title: [")
    return tmp_path


def test_schemas(root):
    assert "components" in game_schema()["properties"]
    assert '"courage"' in json.dumps(deck_schema(load_game(root, "bridge"), root))
    with pytest.raises(ModelError):
        load_game(root, "broken")


def test_write(root):
    written, found = write_schemas(root)
    assert written == (
        "card_data/schema/game.schema.json",
        "card_data/schema/bridge.deck.schema.json",
    )
    assert {item.at.path for item in found} == {"card_data/broken/game.yaml"}
    assert json.loads((root / written[0]).read_text("utf-8")) == game_schema()
    assert write_schemas(root, ("bridge",)) == ((), type(found)())

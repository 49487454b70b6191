from __future__ import annotations

import json

import pytest

from cardgen.core.diagnostics import Diagnostics
from cardgen.features.scaffold import new
from cardgen.model import gamefile, load


@pytest.fixture(autouse=True)
def schemas(monkeypatch):
    written = ("card_data/schema/game.schema.json",)
    monkeypatch.setattr(load, "load_game", lambda root, game: game)
    monkeypatch.setattr(gamefile, "game_schema", lambda: {"title": "game"})
    monkeypatch.setattr(gamefile, "deck_schema", lambda game, root: {"title": game})
    monkeypatch.setattr(new, "write_schemas", lambda root, games: (written, Diagnostics()))


def test_game_schema_needs_no_project(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("schema").stdout) == {"title": "game"}


def test_deck_schema(run, project):
    assert json.loads(run("schema", "bridge").stdout) == {"title": "bridge"}


def test_several_games_are_only_written(run, project):
    assert run("schema", "bridge", "rail").exit_code == 2
    assert run("schema", "bridge", "rail", "--write").exit_code == 0


def test_write(run, project):
    assert run("schema", "--write").stdout == "card_data/schema/game.schema.json\n"
    result = run("schema", "--write", "--format", "json")
    assert json.loads(result.stdout) == {"written": ["card_data/schema/game.schema.json"]}

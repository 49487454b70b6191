import json

import pytest
from documents import document
from workshops import write_files

from cardgen.model.gamefile import game_schema
from cardgen.source.files import BUNDLED

FILES = {
    "card_data/bridge/game.yaml": document("cli/schema_game.yaml"),
    "card_data/bridge/decks/soldiers.yaml": "cards: [{id: a, title: A, type: soldier}]\n",
    "card_data/broken/game.yaml": "title: [",
}
WRITTEN = [
    "card_data/schema/game.schema.json",
    "card_data/schema/notes.schema.json",
    "card_data/schema/bridge.deck.schema.json",
]


@pytest.fixture(autouse=True)
def files(project):
    write_files(project, FILES)


def test_game_schema_needs_no_project(run, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert json.loads(run("schema").stdout) == game_schema()
    shipped = (BUNDLED / "card_data/schema/game.schema.json").read_text(encoding="utf-8")
    assert json.loads(shipped) == game_schema()


def test_deck_schema(run):
    assert '"courage"' in run("schema", "bridge").stdout
    assert run("schema", "broken").exit_code == 1


def test_settings_of_vs_code_name_the_schema_of_each_data_file(run, project):
    settings = project / ".vscode/settings.json"
    assert run("schema", "--vscode", "bridge").exit_code == 0
    schemas = json.loads(settings.read_text("utf-8"))["yaml.schemas"]
    assert all((project / name).is_file() for name in schemas if "broken" not in name)
    assert schemas["./card_data/schema/bridge.deck.schema.json"] == "card_data/bridge/decks/*.yaml"
    assert run("schema", "--vscode", "bridge").exit_code == 0
    settings.write_text("{}", "utf-8")
    refused = run("schema", "--vscode", "bridge")
    assert (refused.exit_code, settings.read_text("utf-8")) == (1, "{}")
    assert '"yaml.schemas": {' in refused.stderr


def test_write(run, project):
    result = run("schema", "--write", "--format", "short")
    assert result.stdout.splitlines() == WRITTEN
    assert result.exit_code == 1
    assert result.stderr.startswith("card_data/broken/game.yaml:1:")
    assert json.loads((project / WRITTEN[0]).read_text("utf-8")) == game_schema()
    again = run("schema", "bridge", "--write", "--format", "json")
    assert (again.exit_code, json.loads(again.stdout), again.stderr) == (0, {"written": []}, "")

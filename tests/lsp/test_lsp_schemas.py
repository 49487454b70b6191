"""The language server for YAML that editors have, on the data of all games, by the schemas."""

import shutil
from pathlib import Path

import pytest
from node_programs import node_modules

ROOT = Path(__file__).parents[2]
FILES = sorted(file.relative_to(ROOT).as_posix() for file in ROOT.glob("card_data/**/*.yaml"))
DECK = "card_data/last-men-standing/decks/soldiers.yaml"
GAME = "card_data/last-men-standing/game.yaml"
PROGRAM = "yaml-language-server/bin/yaml-language-server"
SETTINGS = {"validate": True, "completion": True, "hover": True, "schemaStore": {"enable": False}}


@pytest.fixture(scope="module")
def node_program():
    return str(node_modules(PROGRAM) / PROGRAM)


@pytest.fixture(scope="module")
def editor(language_server, node_program):
    made = language_server(ROOT, str(shutil.which("node")), node_program, "--stdio")
    made.set_up({"yaml": SETTINGS})
    for path in FILES:
        made.open(path)
    yield made
    made.close()


@pytest.mark.node
def test_nothing_is_found_in_the_data_of_the_games(editor):
    assert {path: found for path in FILES if (found := editor.findings(path))} == {}


@pytest.mark.node
@pytest.mark.parametrize(
    ("path", "old", "new", "some"),
    [
        (DECK, "\ncards:", "\ncards:\n  - ", {"id", "title", "skills"}),
        (DECK, "skills: [", "skills: [", {"stealth", "leader"}),
        (DECK, "    flavor:", "    \n    flavor:", {"copies", "assumption"}),
        (GAME, "\nrules:", "\nrules:\n  new_rule:\n    ", {"value", "text"}),
    ],
)
def test_fields_and_names_are_completed(editor, path, old, new, some):
    before = editor.texts[path]
    editor.type(path, old, new)
    found = set(editor.complete(path, new.removesuffix("\n    flavor:")))
    editor.type(path, editor.texts[path], before)
    assert some <= found


@pytest.mark.node
def test_a_wrong_name_is_found(editor):
    editor.type(DECK, "skills: [", "skills: [none, ")
    assert "Value is not accepted" in editor.findings(DECK, until=bool)[0].message
    editor.type(DECK, "skills: [none, ", "skills: [")

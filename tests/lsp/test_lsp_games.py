"""A real game in an editor: names are renamed in all of its files, and it can still be read."""

import shutil
from pathlib import Path

import pytest

from cardgen.model.load import load_project

ROOT = Path(__file__).parents[2]
GAME = "hachi-train"
DATA = f"card_data/{GAME}/game.yaml"


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    made = tmp_path_factory.mktemp("game")
    for folder in (f"card_data/{GAME}", f"templates/{GAME}", "templates/shared"):
        shutil.copytree(ROOT / folder, made / folder)
    return made


@pytest.fixture(scope="module")
def editor(language_server, root):
    made = language_server(root)
    made.open(DATA)
    assert made.findings(DATA) == []
    yield made
    assert made.close() == 0


@pytest.mark.broad
@pytest.mark.parametrize(("section", "new"), [("rules", "another_number"), ("terms", "a-word")])
def test_a_name_is_changed_in_all_files_of_a_game(editor, root, section, new):
    names = getattr(load_project(root).games[0], section)
    found = [editor.rename(DATA, f"\n  {name}:", new, 3) for name in names]
    made = max(found, key=len)
    assert len(made) > 3
    again = load_project(root, unsaved={path: text.encode() for path, text in made.items()})
    assert [str(one) for one in again.diagnostics] == []
    renamed = getattr(again.games[0], section)
    assert (new in renamed, len(renamed)) == (True, len(names))

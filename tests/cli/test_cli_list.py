import json
import subprocess
import sys

import pytest
from documents import document

from cardgen.core.diagnostics import Diagnostic, Diagnostics, Severity
from cardgen.features import overview as source
from cardgen.layout.box import ELEMENTS

GAME = {
    "id": "bridge",
    "title": "The Bridge\x1b",
    "players": "1-2",
    "duration": "",
    "age": "12+",
    "version": "1.0",
    "decks": [
        {"id": "soldiers", "designs": 31, "cards": 31, "width": 63.0, "height": 88.0},
        {"id": "aid", "designs": 1, "cards": 29, "width": 63.5, "height": 88.0},
    ],
    "products": ["sheets/aid.a4.pdf"],
    "rules": 14,
    "terms": 1,
    "assumptions": [{"text": "four rows", "why": "no\nsource", "place": "card_data/g.yaml:4"}],
}


@pytest.fixture
def found(monkeypatch):
    found = Diagnostics()
    monkeypatch.setattr(source, "overview", lambda root, games: ((GAME,), found))
    return found


def test_human(run, project, found):
    result = run("list")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == document("cli/list.txt")


def test_errors_do_not_hide_the_good_games(run, project, found):
    found.add(Diagnostic(Severity.ERROR, "CG201", "it is wrong"))
    result = run("list")
    assert result.exit_code == 1
    assert "The Bridge" in result.stdout
    assert "error[CG201]" in result.stderr


def test_names_to_choose_from(run, project):
    (project / "card_data/bridge/game.yaml").write_text("title: Bridge")
    icons = project / "card_data/bridge/icons"
    icons.mkdir()
    (icons / "pontoon.svg").write_text("<svg/>")
    (project / "card_data/other").mkdir()
    (project / "card_data/other/game.yaml").write_text("title: Other")
    given = json.loads(run("list", "--icons", "--fonts", "--format", "json").stdout)
    assert {"pontoon", "water"} < set(given["icons"])
    assert "atkinson/regular" in given["fonts"]
    assert "pontoon" not in run("list", "other", "--icons").stdout.split()
    lines = run("list", "--icons").stdout.splitlines()
    assert [name for line in lines for name in line.split()] == given["icons"]
    assert max(map(len, lines)) <= 100
    # In a process of its own, which has not loaded the elements.
    command = [sys.executable, "-m", "cardgen", "list", "--elements"]
    elements = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    assert len(elements) == len(list(ELEMENTS)) + 1  # the attributes of all boxes
    assert any(line.startswith("qr ") and "QR code" in line for line in elements)
    for names in ("--icons", "--sleeves"):
        result = run("list", "nowhere", names)
        assert (result.exit_code, "no game `nowhere`" in result.stderr) == (1, True)

"""The table of the game that ``cardgen new`` makes: its script sets it up for any number."""

import json

import pytest
from workshops import build_request

pytest.importorskip("lupa.lua52", reason="lupa is not installed")

from presses import press_all
from simulator import Table

from cardgen.features.scaffold import new_game
from cardgen.pipeline.build import build


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    root = new_game(tmp_path_factory.mktemp("new"), None, "my-game").project
    report = build(build_request(root, products=("tts",), jobs=1))
    assert [item.message for item in report.diagnostics] == []
    return json.loads((root / "output/my-game/tts/my-game.json").read_bytes())


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_starter_is_set_up(save, count):
    table = Table(save, seed=count)
    table.press(count)
    assert table.said[-1] == f"My Game is set up for {count} players."
    assert not [text for text in table.said if text.startswith("Check the table")]
    assert len(table.cards_at(table.place("pile"))) == 36
    assert not table.face_up("pile")
    for token, place in (("boat", "tide-0"), ("moon", "moon-1")):
        x, _, z = table.piece(f"tokens/{token}")._position
        assert (x, z) == pytest.approx(table.place(place), abs=0.1)


def test_every_button_of_the_starter_works_after_every_other(save):
    press_all(save)

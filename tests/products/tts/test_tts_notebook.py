"""The notebook on the table: what this edition is made of."""

from pathlib import Path
from types import SimpleNamespace

from cardgen.model.load import load_game
from cardgen.products.tts.tabletop import _notebook

ROOT = Path(__file__).resolve().parents[3]


def test_assumptions_stand_there_without_markup_and_name_their_cards():
    game = load_game(ROOT, "last-men-standing")
    about = _notebook(SimpleNamespace(game=game, table=None))["1"]["body"].splitlines()
    assert about[1] == game.credits[0].plain
    assert not [line for line in about if "()" in line or "<" in line]
    first = game.assumptions[0]
    assert f"- {first.text.plain} ({first.why.plain})" in about

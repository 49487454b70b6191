"""Files of Squib, nanDECK and decksmith end in an error that names the page about moving."""

from __future__ import annotations

import pytest

from cardgen.core.diagnostics import SourceError
from cardgen.features.scaffold.fromtable.columns import read_foreign


@pytest.mark.parametrize(
    ("name", "text", "place", "program"),
    [
        ("deck.rb", "require 'squib'\n\ndata = Squib.csv file: 'cards.csv'\n", 3, "Squib"),
        ("deck.rb", "Squib::Deck.new(cards: 2) do\nend\n", 1, "Squib"),
        ("layout.yml", "title: {x: 75, width: 9}\ntext: {extends: title, y: += 9}\n", 1, "Squib"),
        ("deck.nde", '\'cards\nLINK="cards.csv"\n', 2, "nanDECK"),
        ("deck.txt", 'CARDSIZE=6, 9\nTEXT=1,"Orc",0,0,6,1\n', 1, "nanDECK"),
        ("deck.yaml", "width: 10\nheight: 20\nelements:\n- {type: text}\n", 1, "decksmith"),
        ("deck.json", '{"width": 1, "height": 2, "elements": []}', 1, "decksmith"),
    ],
)
def test_a_file_of_another_program_is_refused(tmp_path, name, text, place, program):
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(SourceError) as caught:
        read_foreign(name, tmp_path)
    (found,) = caught.value.diagnostics
    assert (found.code, found.at.path, found.at.line) == ("CG727", name, place)
    assert found.message == f"`{name}` is a file of {program}, not a table of cards"
    assert "docs/import.md" in found.hints[0]


def test_a_text_that_is_no_script_is_a_file_of_an_unknown_kind(tmp_path):
    (tmp_path / "cards.txt").write_text("Name\tCost\nOrc\t1\n", "utf-8")
    with pytest.raises(SourceError) as caught:
        read_foreign("cards.txt", tmp_path)
    assert caught.value.diagnostics[0].code == "CG717"


def test_cards_that_have_a_place_on_a_map_are_no_layout(tmp_path):
    (tmp_path / "map.json").write_text('{"Hill": {"x": 1, "y": 2}, "Ford": {"x": 3, "y": 1}}')
    assert read_foreign("map.json", tmp_path).rows == 2

"""Files of Squib, nanDECK and decksmith end in an error that names the page about moving."""

from __future__ import annotations

import pytest

from cardgen.core.diagnostics import SourceError
from cardgen.features.fromtable.columns import read_foreign
from cardgen.features.fromtable.squib_layout import read_layout
from cardgen.features.fromtable.table_game import table_game
from cardgen.features.scaffold.new import new_game
from cardgen.pipeline.build import check


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


LAYOUT = """
frame: {x: 37.5, y: 37.5, width: 750, height: 1050}
Name: {x: 75, y: 75, width: 675, height: 90, align: center, valign: !ruby/symbol middle}
cost: &small
  x: 2 cells
  y: 1in
  width: 10mm
  height: middle
  font: Sans Bold 14
power:
  extends: cost
  x: += 75
  y: width - 3.175mm
stamp: {extends: [power], angle: 3.14159265, width: 150, height: 150, file: stamp.png}
"""


def read_boxes(tmp_path, text):
    (tmp_path / "layout.yml").write_text(text, "utf-8")
    layout = read_layout("layout.yml", tmp_path)
    places = {box.name: (box.x, box.y, box.width, box.height) for box in layout.boxes}
    return layout, {
        name: [mm if mm is None else round(mm, 3) for mm in place] for name, place in places.items()
    }


def test_a_layout_of_squib_is_read_in_millimetres_of_the_trimmed_card(tmp_path):
    layout, places = read_boxes(tmp_path, LAYOUT)
    assert layout.format == "poker-us"
    assert places == {
        "frame": [0, 0, 63.5, 88.9],
        "Name": [3.175, 3.175, 57.15, 7.62],
        "cost": [3.175, 22.225, 10, 47.625],
        "power": [9.525, 63.5, 10, 47.625],
        "stamp": [-3.175, 50.8, 12.7, 12.7],  # turned about its corner, which stays where it is
    }
    looks = {box.name: dict(box.look) for box in layout.boxes}
    assert looks["Name"] == {"align": "center", "valign": "middle"}
    assert looks["power"] == {"size": "14"}
    assert looks["stamp"] == {"rotate": "180", "size": "14"}
    assert layout.boxes[-1].picture == "stamp.png"


@pytest.mark.parametrize(
    ("extent", "format"),
    [
        ((825, 1125), "poker-us"),
        ((870, 1480), "tarot"),
        ((1125, 825), "{width: 88.9mm, height: 63.5mm}"),
    ],
)
def test_a_layout_decides_the_size_of_the_cards(tmp_path, extent, format):
    layout, _ = read_boxes(
        tmp_path, f"all: {{x: 0, y: 0, width: {extent[0]}, height: {extent[1]}}}"
    )
    assert layout.format == format


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a: {x: 1, extends: b}\nb: {extends: a}\n", 1, "`a` extends itself"),
        ("a: {x: 1}\nb: {extends: c, x: += 2}\n", 2, "it extends `c`, which does not exist"),
        ("a: {x: 1}\nb: {x: around, y: 2}\n", 2, "`around` is not a length"),
        ("a: {x: 1, angle: steep}\n", 1, "`steep` is not an angle"),
        ("- 1\n- 2\n", 1, "it has no entries"),
    ],
)
def test_a_faulty_layout_is_an_error_at_its_entry(tmp_path, text, line, reason):
    with pytest.raises(SourceError) as caught:
        read_boxes(tmp_path, text)
    diagnostic = caught.value.diagnostics[0]
    assert (diagnostic.code, diagnostic.at.line) == ("CG724", line)
    assert reason in diagnostic.message


def test_a_game_made_with_a_layout_of_squib_builds(tmp_path):
    (tmp_path / "layout.yml").write_text(LAYOUT, "utf-8")
    (tmp_path / "cards.csv").write_text("Name,Cost,Rule\nOrc,3,Hits.\nElf,1,Shoots.\n", "utf-8")
    game = table_game(read_foreign("cards.csv", tmp_path), read_layout("layout.yml", tmp_path))
    assert [use.place for use in game.uses] == ["", "box `cost`", ""]
    assert game.hidden == ["rule"]
    root = new_game(tmp_path, None, "orcs", begin=game.files).project
    template = (root / "templates" / "orcs" / "card.xml.j2").read_text("utf-8")
    for name in ("frame", "power", "stamp.png"):  # what has no column is listed with its place
        assert name in template
    assert not check(root, jobs=1)

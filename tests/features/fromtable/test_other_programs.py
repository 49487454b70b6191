"""Scripts of other programs are refused; layouts of Squib place the columns."""

import pytest
from documents import document

from cardgen.core.diagnostics import SourceError
from cardgen.features.fromtable.table_game import table_game
from cardgen.features.scaffold import new_game
from cardgen.model.foreign.decks import TableOptions
from cardgen.model.foreign.squib_layout import read_layout
from cardgen.pipeline.build import check
from cardgen.source.foreign.reading import read_source


@pytest.mark.parametrize("name", ["deck.rb", "deck.nde"])
def test_a_script_is_refused_with_the_page_about_moving(tmp_path, name):
    (tmp_path / name).write_text("LINK=cards.csv", "utf-8")
    with pytest.raises(SourceError) as caught:
        read_source(name, tmp_path)
    (fault,) = caught.value.diagnostics
    assert fault.code == "CG717"
    assert "cardgen docs import" in fault.hints[1]


LAYOUT = document("features/fromtable/other_programs_layout.yaml")


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
    assert (diagnostic.code, diagnostic.location.line) == ("CG724", line)
    assert reason in diagnostic.message


def test_a_game_made_with_a_layout_of_squib_builds(tmp_path):
    (tmp_path / "layout.yml").write_text(LAYOUT, "utf-8")
    (tmp_path / "cards.csv").write_text("Name,Cost,Rule\nOrc,3,Hits.\nElf,1,Shoots.\n", "utf-8")
    layout = read_layout("layout.yml", tmp_path)
    game = table_game("cards.csv", tmp_path, TableOptions(layout=layout))
    assert [item.role for item in game.deck.roles] == ["title", "box", "hidden"]
    root = new_game(tmp_path, None, "orcs", begin=game.files).project
    template = (root / "templates" / "orcs" / "card.xml.j2").read_text("utf-8")
    for name in ("frame", "power", "stamp.png"):  # what has no column is listed with its place
        assert name in template
    assert not check(root, jobs=1)

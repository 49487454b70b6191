"""Rules, stock, printer profile, schema, explanations."""

import json
import re
from pathlib import Path

import pytest

from cardgen.core.diagnostics import CardgenError
from cardgen.core.geometry import Size
from cardgen.core.style import TextStyle, Theme
from cardgen.core.units import PAPERS
from cardgen.model.components.deck import decks_of
from cardgen.model.fields import ChoiceField
from cardgen.model.formats import CARD_SIZES, LEAST_PT, PAGE_SIZES, at_scale
from cardgen.model.gamefile import deck_schema, game_schema, plural_of
from cardgen.model.load import load_game
from cardgen.model.printer import Cutter, Printer, load_printer
from cardgen.model.scope import Scope, number_word, ordinal, rule_number
from cardgen.source.files import Project

DOCS = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")


def test_number_words_and_ordinals():
    words = "zero|thirteen|twenty|forty-two|one hundred|three hundred and five|minus two|1000"
    numbers = (0, 13, 20, 42, 100, 305, -2, 1000)
    assert [number_word(number) for number in numbers] == words.split("|")
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == (
        "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th".split()
    )


def test_rule_numbers_compute_and_print():
    two = rule_number(2)
    assert (two, two.text, two.word) == (2, "2", "two")
    assert f"{rule_number(0.5)}" == "0.5"
    assert rule_number("5-6") == "5-6"
    assert rule_number("5-6").word == "5-6"


def test_regular_plurals():
    words = "Medic Diplomacy Tactics Torch Box Day y".split()
    assert [plural_of(word) for word in words] == (
        "Medics Diplomacies Tactics Torches Boxes Days ys".split()
    )


def test_stock():
    said = DOCS.partition("Sizes in millimetres:")[2].partition("\n\n")[0]
    listed = re.findall(r"`([\w-]+)` (\d+(?:\.\d+)?)(?: × (\d+(?:\.\d+)?))?", said)
    sizes = {name: Size(float(width), float(height or width)) for name, width, height in listed}
    assert sizes == {name: card.size for name, card in CARD_SIZES.items()}
    assert CARD_SIZES["poker"].radius == 3
    assert all(paper.width < paper.height for paper in PAPERS.values())


@pytest.mark.parametrize("name", [name for name in PAGE_SIZES if name.endswith("in")])
def test_pages_in_inches_are_as_large_as_they_are_called(name):
    width, height = (25.4 * float(inches) for inches in name.removesuffix("in").split("x"))
    size = PAGE_SIZES[name].size
    assert (size.width, size.height) == pytest.approx((width, height))


def test_every_key_of_a_game_says_what_it_is():
    def undescribed(schema, path=""):
        if isinstance(schema, list):
            return [fault for one in schema for fault in undescribed(one, path)]
        if not isinstance(schema, dict):
            return []
        keys = {key: one for key, one in schema.get("properties", {}).items() if key != "kind"}
        found = [f"{path}.{key}" for key, one in keys.items() if not one.get("description")]
        inner = [
            fault for key, one in schema.items() for fault in undescribed(one, f"{path}.{key}")
        ]
        return found + inner

    assert undescribed(game_schema()) == []


def test_printer_profile(tmp_path):
    assert load_printer(tmp_path) == Printer()
    (tmp_path / "printer.yaml").write_text(
        "name: Home\nmargin: 0.25in\nback_offset: {x: 0.5mm, y: -0.25mm}\n"
    )
    assert load_printer(tmp_path) == Printer("Home", 6.35, (0.5, -0.25))
    (tmp_path / "printer.yaml").write_text("margin: 5\n")
    assert load_printer(tmp_path) == Printer()
    (tmp_path / "printer.yaml").write_text(
        "papers: {sra3: {width: 450mm, height: 320mm}}\ncutter: {inset: 0.625in, marks: four}\n"
    )
    cutter = Cutter(marks="four", inset=15.875)
    assert load_printer(tmp_path) == Printer(papers={"sra3": Size(320, 450)}, cutter=cutter)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("margins: 5\n", "CG201", 1, 1),
        ("name: x\nmargin: 90mm\n", "CG204", 2, 9),
        ("back_offset: {x: wide}\n", "CG204", 1, 18),
        ("back_offset: [1, 2]\n", "CG203", 1, 14),
        ("margin: [\n", "CG101", 1, 9),
        ("papers: {a3: {width: 300, height: 400}}\n", "CG206", 1, 10),
        ("papers: {wide: {width: 300}}\n", "CG202", 1, 16),
        ("cutter: {inset: 4mm}\n", "CG204", 1, 17),
        ("cutter: {marks: five}\n", "CG207", 1, 17),
    ],
)
def test_bad_printer_profile(tmp_path, text, code, line, column):
    (tmp_path / "printer.yaml").write_text(text)
    with pytest.raises(CardgenError) as caught:
        load_printer(tmp_path)
    found = caught.value.diagnostics[0]
    assert (found.code, found.location.path) == (code, "printer.yaml")
    assert (found.location.line, found.location.column) == (line, column)
    assert found.hints


def test_game_schema_is_json_and_closed():
    schema = json.loads(json.dumps(game_schema()))
    assert schema["required"] == ["title"]
    assert schema["additionalProperties"] is False
    style = schema["properties"]["theme"]["properties"]["styles"]["additionalProperties"]
    assert style["required"] == ["font", "size"]
    deck = schema["properties"]["components"]["additionalProperties"]["anyOf"][0]
    assert "deck" in json.dumps(schema["properties"]["components"])
    assert deck["additionalProperties"] is False
    kinds = {form["properties"]["kind"]["const"] for form in schema["$defs"]["field"]["anyOf"][1:]}
    assert {"rich", "number", "list", "record", "choice"} <= kinds


def test_a_choice_of_digits_may_be_written_as_a_number():
    field = ChoiceField(choices=("one", "2", "4b", "-5", "0.5", "true", "null", ".inf"))
    allowed = field.schema(Scope(Project(Path()), "test"))["enum"]
    assert allowed == [*field.choices, 2, -5, 0.5, True]


def test_deck_schema_knows_the_fields(bench):
    bench.game()
    schema = json.loads(json.dumps(deck_schema(load_game(bench.root, "test"), bench.root)))
    card, many = schema["properties"]["cards"]["items"]["anyOf"]
    assert many["required"] == ["each", "id"]
    assert many["properties"].keys() == {*card["properties"], "each", "except"}
    assert card["properties"]["skills"]["items"]["enum"] == ["leader", "medic"]
    assert card["properties"]["type"]["const"] == "soldier"
    assert card["required"] == ["id"]
    assert "skills" in schema["properties"]["defaults"]["properties"]


THEME = Theme(
    styles={name: TextStyle("f/r", size) for name, size in {"a": 20, "b": 8, "c": 5}.items()}
)


def test_a_page_of_full_size_takes_the_styles_as_they_are():
    theme, names = at_scale(THEME, {"text": "b"}, (), 1.0)
    assert theme is THEME
    assert names == {"text": "b"}


def test_type_shrinks_no_further_than_it_can_be_read():
    roles = {"chapter": "a", "text": "b", "note": "c", "quote": "none", "table": "b"}
    theme, names = at_scale(THEME, roles, {"table"}, 0.5)
    sizes = {role: theme.styles[name].size for role, name in names.items() if role != "quote"}
    assert sizes == {"chapter": 10, "text": LEAST_PT, "note": 5, "table": 8}
    assert names["quote"] == "none"
    assert theme.styles["b"].size == 8


def test_the_small_game_loads(bench):
    for path, text in re.findall(r"```yaml\n# (card_data/\S+)\n(.*?)```", DOCS, re.DOTALL):
        bench.write(path, text)
    bench.write("card_data/duel/icons/sword.svg", "<svg/>")
    [card] = decks_of(bench.sound())[0].cards
    assert card.fields.text.plain == "Hit. Then draw up to 5 cards."

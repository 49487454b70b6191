"""Tables as people keep them: no cell is lost, and the game that comes out has no errors."""

import csv
import io
import re
import tomllib
from pathlib import Path

import pytest
import python_calamine
from faults import errors_of

from cardgen.cli.report import filled_text
from cardgen.core.diagnostics import SourceError
from cardgen.core.style import Color, contrast
from cardgen.features.fromtable.table_game import TableGame, table_game
from cardgen.model.foreign.decks import TableOptions
from cardgen.model.foreign.looks import HUES, short_labels
from cardgen.model.foreign.roles import assign_roles
from cardgen.source.foreign.columns import text_of
from cardgen.source.foreign.reading import read_source

TABLES = Path(__file__).with_name("tables")
EXPECTED = tomllib.loads(Path(__file__).with_name("expected.toml").read_text("utf-8"))
REFUSED = {"01-demo.csv": "CG128", "40-list.csv": "CG718", "sheets-farm.xlsx": "CG154"}
REFUSED["t-which-sheet.xlsx"] = "CG148"


def read(name: str) -> TableGame:
    return table_game(name, TABLES)


def words_of_source(path: Path, report: str) -> set[str]:
    """Return the words of all cells, without tags and marks, and without sheets reported unread."""
    if path.suffix in (".xlsx", ".ods"):
        book = python_calamine.CalamineWorkbook.from_path(path)
        sheets = [sheet for sheet in book.sheet_names if f" {sheet} (" not in report]
        rows = [row for sheet in sheets for row in book.get_sheet_by_name(sheet).to_python()]
        text = " ".join(str(cell) for row in rows for cell in row)
    elif path.suffix == ".csv":
        rows = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"))))
        text = " ".join(cell for row in rows for cell in row)
    else:
        text = path.read_text("utf-8")
        text = re.sub(r'"(?:[^"\\]|\\.)*"\s*:|\\n', " ", text)  # keys
    text = re.sub(r"<[^>]*>|&\w+;|\\n|\{\S*?\}", " ", text)
    return {word.removesuffix(".0") for word in re.findall(r"[^\W_]+(?:\.\d+)?", text)}


@pytest.mark.parametrize("name", sorted(path.name for path in TABLES.iterdir()))
def test_no_cell_is_lost_and_the_game_builds(name):
    if name in REFUSED:
        with pytest.raises(SourceError) as error:
            read(name)
        assert error.value.diagnostics[0].code == REFUSED[name]
        return
    game = read(name)
    assert [f"{fault.location}: {fault.message}" for fault in errors_of(game)] == []
    report = filled_text("table", game=game)
    roles = game.deck.roles
    on_cards = " ".join(
        text_of(cell) for item in roles for cell in item.column.values if item.role != "empty"
    )
    texts = set(re.findall(r"[^\W_]+(?:\.\d+)?", f"{on_cards} {report}".replace("\\", " ")))
    joined = re.sub(r"\W", "", on_cards)  # calamine leaves no blank between some lines
    lost = (
        words_of_source(TABLES / name, report) - texts - {"null", "true", "false", "True", "False"}
    )
    assert {word for word in lost if word not in joined} == set()
    assert any(item.role not in ("hidden", "note", "empty") for item in roles)
    assert all(item.column.header[:24] in report for item in roles)


def cells(name: str, header: str) -> list[str]:
    columns = (item.column for item in read(name).deck.roles)
    return [text_of(cell) for c in columns if c.header == header for cell in c.cells]


@pytest.mark.parametrize("name", EXPECTED)
def test_tables_give_what_is_expected(name):
    deck, expected = read(name).deck, EXPECTED[name]
    cells = {item.column.header: [*map(text_of, item.column.cells)] for item in deck.roles}
    assert {header: cells[header] for header in expected.get("cells", ())} == expected.get(
        "cells", {}
    )
    titles = next((item.column.texts for item in deck.roles if item.role == "title"), ())
    assert " ".join(titles) == expected.get("titles", " ".join(titles))
    notes = expected.get("notes", [])
    starts = zip(deck.table.notes, notes, strict=False)
    assert [note[: len(start)] for note, start in starts] == notes


def test_a_workbook_that_leaves_a_choice_lists_its_sheets_in_order():
    with pytest.raises(SourceError) as error:
        read("t-which-sheet.xlsx")
    [diagnostic] = error.value.diagnostics
    assert diagnostic.notes == ("the sheets are 'My first', Another, Zoo",)
    assert diagnostic.hints == ("name one after the file: 't-which-sheet.xlsx#My first'",)
    assert table_game("t-which-sheet.xlsx#Zoo", TABLES).deck.table.rows == 3


def test_rows_above_the_header_overrule_the_guess_that_there_is_none():
    game = table_game("t-no-header.csv", TABLES, skip_rows=0)
    assert [item.column.header for item in game.deck.roles][:3] == ["Torch", "Tool", "2"]
    assert game.deck.table.rows == 4


def test_the_report_of_a_wide_table_is_short(tmp_path):
    headers = [f"Property {n}" for n in range(200)]
    rows = [[f"Card {n}", *([f"value {n}"] * 200)] for n in range(9)]
    text = "\n".join(map(",".join, [["Name", *headers], *rows]))
    (tmp_path / "wide.csv").write_text(text, "utf-8")
    report = filled_text("table", game=table_game("wide.csv", tmp_path))
    assert len(report.splitlines()) <= 60
    assert " not shown, " in report


def test_all_marks_are_terms_and_counted():
    game = read("41-a.json")
    counts = {mark: count for mark, (_, count) in game.deck.terms.items()}
    assert (counts["{U}"], counts["{T}"], counts["{U/B}"]) == (2, 1, 1)
    assert "{t}: Add {mark-u}" in cells("41-a.json", "oracle_text")[0]


@pytest.mark.parametrize("name", ["01-demo2.csv", "04b-b.csv", "04b-c.csv"])
def test_a_typed_line_break_is_one_and_costs_no_markup(name):
    field = next(item for item in read(name).deck.fields if item.role == "text")
    assert field.kind == "rich"
    assert any("\n" in text for text in field.column.texts)
    assert not any("\\" in text for text in field.column.texts)


@pytest.mark.parametrize(
    ("rows", "roles"),
    [
        ("Edition|Question\nBasic|Who sleeps most?\nBasic|Who?\nBasic|Why?", "foot title"),
        ("Kind|Text\nA|A long text for the first of some cards.\nA|Short.", "group text"),
        ("Name|Nr\n|1\n|2\nAnna|3", "title id"),
        ("ID Carta|Nome Carta\nN01|Fuoco\nN02|Acqua", "hidden title"),
        (
            "Name|@template|text_width|Text|layout|x\nA|a|1|Go|b|3\nB|b|2|On|c|5",
            "title hidden hidden fact hidden hidden",
        ),
        ("Name|power|powerRaw|Eye color\nA|1|1|red\nB|2|+2|blue", "title number hidden group"),
        ("Name|Front|Data\nA|2.eps|[[1]]\nB|3.eps|[[2]]", "title hidden hidden"),
        (
            "Name|Unique|Bard|Air|Lang|Legal\nA|Ja|Bard|x|nl|✓\nB|Nein|||de|✗",
            "title mark mark mark fact mark",
        ),
        ("Name|Axis|Text\nA|X|x\nB|Y|y", "title fact fact"),
        ("Name|In|Text\nSword|x|Hit\nSword||Run\nSword|x|Hide", "title mark fact"),
        ("Text\nDraw one, then two.\nSkip a turn.", "text"),
        ("Name|bonus_num|Num|No\nA|2|3|1\nB|2|4|2\nC|1|3|3", "title number number id"),
        ("Name|color|border\nA|#98f5ff|#fff\nB|#8b7355|#000", "title color hidden"),
    ],
)
def test_classes_of_columns(tmp_path, rows, roles):
    (tmp_path / "t.tsv").write_text(rows.replace("|", "\t"), "utf-8")
    game = table_game("t.tsv", tmp_path)
    assert [item.role for item in game.deck.roles][: len(roles.split())] == roles.split()
    assert errors_of(game) == []


def test_columns_that_differ_keep_their_room(tmp_path):
    headers = ["Name", *(f"Same {n}" for n in "abcdefgh"), "Two", "Harm", "Sight 2", "Sight"]
    rows = [[f"A{n}", *"55555555", "2" if n == 3 else "", n, n % 4, n % 5] for n in range(20)]
    text = "\n".join(",".join(map(str, row)) for row in [headers, *rows])
    (tmp_path / "t.csv").write_text(text, "utf-8")
    roles = assign_roles(read_source("t.csv", tmp_path), {}, 0.2)
    shown = [i.column.header for i in roles if i.role in ("number", "fact")]
    assert shown == ["Harm", "Sight 2", "Sight"]


def test_colours_labels_and_symbols(tmp_path):
    colors = {"Rot": "red", "dunkel Blau": "blue", "weiß": "slate", "Elf": "green"}
    header = "Name,Farbe,Power delta a,Power delta b,Requires hot gt,Text\n"
    rows = "".join(f"{c[0]},{c},1,2,3,\U0001f525 {{{{POKÉDEX}}}} \uf1f8\n" for c in colors)
    (tmp_path / "t.csv").write_text(header + rows, "utf-8")
    game = table_game("t.csv", tmp_path)
    assert dict(game.deck.tints) == {word: HUES[hue] for word, hue in colors.items()} | {
        "Elf": game.deck.tints["Elf"]
    }
    assert all(contrast(Color.parse(hue), Color.parse("#fbf8f0")) >= 5 for hue in HUES.values())
    assert game.deck.tints["Elf"] not in {
        HUES[colors[word]] for word in ("Rot", "dunkel Blau", "weiß")
    }
    assert game.deck.roles[5].column.texts[0] == "{icon:fire} {pokedex} {u-f1f8}"
    assert [*game.deck.terms] == ["{{POKÉDEX}}", "◆1"]
    assert short_labels(["Power delta a", "Power delta b", "Donaudampfschiff"], 6) == [
        "Pow. del. a",
        "Pow. del. b",
        "Donau.",
    ]
    assert errors_of(game) == []


@pytest.mark.parametrize(
    ("options", "roles"),
    [
        ({"Cost": "title"}, {"Cost": "title", "Name": "fact"}),
        ({"Cost": "copies"}, {"Cost": "copies", "Qty": "number"}),
        ({"cost": "text"}, {"Cost": "text"}),
    ],
)
def test_options_overrule_guesses(options, roles):
    game = table_game("23-b.csv", TABLES, TableOptions(options))
    found = {item.column.header: item.role for item in game.deck.roles}
    assert {header: found[header] for header in roles} == roles
    assert next(i.reason for i in game.deck.roles if i.column.header == "Cost") == "your option"
    with pytest.raises(SourceError) as error:
        table_game("23-b.csv", TABLES, TableOptions({"Costs": "title"}))
    assert error.value.diagnostics[0].code == "CG728"

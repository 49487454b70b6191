"""Decks out of tables: the same cards and the same faults as in YAML, each with its cell."""

import json
from pathlib import Path

import pytest
from documents import document
from hypothesis import given
from hypothesis import strategies as st

from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks
from cardgen.model.theme import slug
from tests.source.test_deck_tables import ods, xlsx

GAME = document("model/deck_tables_game.yaml")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "card_data/test/decks").mkdir(parents=True)
    return tmp_path / "card_data/test"


def load(folder, content, name="soldiers.csv", deck="", game=GAME):
    game = game.replace("{kind: deck}", f"{{kind: deck, {deck}}}") if deck else game
    (folder / "game.yaml").write_text(game)
    data = content.encode() if isinstance(content, str) else content
    (folder / "decks" / name).write_bytes(data)
    return load_project(folder.parents[1])


def said(found):
    prefix = "card_data/test/decks/"
    return [f"{str(one.location).removeprefix(prefix)}: {one.message}" for one in found.diagnostics]


def cards(found):
    assert said(found) == []
    [game] = found.games
    made = [
        {"id": card.id, "title": card.title, "copies": card.copies}
        | {name: card.fields[name] for name in card.fields}
        for card in game.components["soldiers"].cards
    ]
    for card in made:
        card |= {"title": card["title"].plain, "text": card["text"].markup}
    return made


ROWS = [
    ["ID", "Title", "Qty", "Cost", "Note", "Text", "Skills", "Stats", "Fast", "#remark"],
    ["anna", "*Anna*", 3, 2, "007", "draw {rule:hand}\nstop", "run; hide ;a,b", "", True, 1],
    [""] * 10,
    ["ben", "Ben", "", "", "", "", '["a; b", c]', "{attack: 2, name: x}", "", ""],
]
YAML = """\
cards:
  - {id: anna, title: "*Anna*", copies: 3, cost: 2, note: "007", fast: true,
     skills: [run, hide, "a,b"], text: "draw {rule:hand}{br}stop"}
  - {id: ben, title: Ben, skills: ["a; b", c], stats: {attack: 2, name: x}}
"""


def as_csv(rows, between=","):
    def cell(value):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n;\t') else text

    return "\n".join(between.join(map(cell, row)) for row in rows) + "\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("soldiers.csv", as_csv(ROWS).encode()),
        ("soldiers.csv", as_csv(ROWS).encode("utf-8-sig").replace(b"\n", b"\r\n")),
        ("soldiers.tsv", as_csv(ROWS, "\t").encode("utf-16")),
        ("soldiers.XLSX", xlsx(ROWS)),
        ("soldiers.ods", ods(ROWS)),
    ],
)
def test_a_table_makes_the_cards_that_yaml_makes(folder, name, content):
    wanted = cards(load(folder, YAML, "soldiers.yaml"))
    (folder / "decks/soldiers.yaml").unlink()
    assert cards(load(folder, content, name)) == wanted


def test_a_json_deck_is_read_as_any_program_writes_it(folder):
    deck = [{"id": "clef", "Title": "\U0001d11e {rule:hand}", "skills": ["a", "b"], "cost": None}]
    text = json.dumps(deck, indent="\t")
    assert "\\ud834\\udd1e" in text
    [card] = cards(load(folder, text, "soldiers.json"))
    assert (card["title"], card["skills"]) == ("\U0001d11e 5", ("a", "b"))
    (folder / "decks/soldiers.json").unlink()
    whole = json.dumps({"defaults": {"cost": 3}, "cards": deck[:1]})
    assert cards(load(folder, whole, "soldiers.json"))[0]["cost"] == 3


def test_numbers_of_json_may_be_texts_and_keys_may_have_other_names(folder):
    deck = [
        {"Name": "Alms", "Kosten": "0", "fast": "true", "set": {"a": 1}},
        {"Name": "Ball", "Kosten": "5"},
    ]
    named = "ids: title, columns: {Name: title, Kosten: cost, set: '#'}"
    first, second = cards(load(folder, json.dumps(deck), "soldiers.json", named))
    assert (first["id"], first["cost"], first["fast"], second["cost"]) == ("alms", 0, True, 5)
    found = load(folder, json.dumps(deck), "soldiers.json", "ids: title, columns: {Name: title}")
    assert said(found) == [
        "soldiers.json:1:19: no card has a field for the column `Kosten`",
        "soldiers.json:1:50: no card has a field for the column `set`",
    ]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ('[{"id": "a",}]', "soldiers.json:1:1"),
        ("[{'id': 1}]", "soldiers.json:1:3: JSON syntax: expecting property name"),
        ("", "soldiers.json:1:1: JSON syntax: expecting value"),
        ('[{"id": "a\tb"}]', "soldiers.json:1:11: JSON syntax: a line break or tab within a text"),
        ("3", "soldiers.json:1:1: a deck is expected, found `3`"),
        ('{"spells": []}', "soldiers.json:1:1: a deck is expected, found an obj"),
        ('[{"id": "a", "text": "x\\ny *z"}]', "soldiers.json:1:28: `*` is not closed"),
        ('[{"id": "a", "text": "\\ud834\\udd1e *z"}]', "soldiers.json:1:36: `*` is not closed"),
    ],
)
def test_json_has_faults_of_its_own(folder, content, found):
    assert said(load(folder, content, "soldiers.json"))[0].startswith(found)


@pytest.mark.parametrize(
    ("row", "cell", "message"),
    [
        (["a b", "", ""], "A2", "`a b` cannot be the id of a card"),
        (["a", "two", ""], "B2", "expected a whole number, found the text `two`"),
        (["a", 2.5, ""], "B2", "`2.5` is not a whole number"),
        (["a", 1, "say *this"], "C2", "`*` is not closed"),
        (["a", 1, "#REF!"], "C2", "the cell has the error `#REF!`"),
        (["", 1, "x"], "B2", "a card lacks `id`"),
    ],
)
def test_every_fault_has_its_cell(folder, row, cell, message):
    rows = [["id", "cost", "text"], row]
    [text] = said(load(folder, xlsx(rows), "soldiers.xlsx"))
    assert text.startswith(f"soldiers.xlsx!Soldiers!{cell}: {message}")
    (folder / "decks/soldiers.xlsx").unlink()
    [text] = said(load(folder, as_csv(rows)))
    assert text.split(": ", 1)[1].startswith(message)
    assert text.startswith("soldiers.csv:2:")


def test_an_unknown_column_is_told_once_with_a_way_out(folder):
    found = load(folder, "id,Kosten,fast\na,1,true\nb,2,true\n")
    assert said(found) == ["soldiers.csv:1:4: no card has a field for the column `Kosten`"]
    assert "columns: {Kosten: FIELD}" in str(found.diagnostics.items[0].hints)
    both = "columns: {Kosten: cost, 'Laufende Nr.': '#'}"
    [card] = cards(load(folder, "id,Kosten,Laufende Nr.\na,1,7\n", deck=both))
    assert card["cost"] == 1


@pytest.mark.parametrize(
    ("columns", "message"),
    [("{Kosten: cots}", "unknown field `cots`"), ("{Koste: cost}", "unknown column `Koste`")],
)
def test_columns_and_fields_must_be_there(folder, columns, message):
    assert message in said(load(folder, "id,Kosten\na,1\n", deck=f"columns: {columns}"))[0]


def test_copies_has_its_usual_names_unless_a_field_has_them(folder):
    assert cards(load(folder, "id,Quantity\na,4\n"))[0]["copies"] == 4
    game = GAME.replace("      note:", "      count: {kind: number, optional: true}\n      note:")
    [card] = cards(load(folder, "id,Count\na,4\n", game=game))
    assert (card["copies"], card["count"]) == (1, 4)


def test_ids_are_made_of_titles_where_the_deck_says_so(folder):
    table = "id,title\n,Kämpfer & Söhne\n,Copper\ncopper-2,Copper of old\n,Copper\n"
    table += ",*King's* {rule:hand}\n"
    made = [card["id"] for card in cards(load(folder, table, deck="ids: title"))]
    assert made == "kaempfer-soehne copper copper-2 copper-3 kings-rule-hand".split()
    for deck, words in (("", "lacks `id`"), ("ids: title", "no title that can make its id")):
        for title in ("龍", "!"):
            assert words in said(load(folder, f"id,title\n,{title}\n", deck=deck))[0]


@given(st.text(max_size=80))
def test_an_id_made_of_a_title_is_one(title):
    from cardgen.model.fields import NAME, NAME_LIMIT

    made = slug(title)
    assert not made or (NAME.fullmatch(made) and len(made) <= NAME_LIMIT - 4)


def test_a_deck_says_what_its_cards_share(folder):
    game = GAME.replace("components:", "  horse: {fields: {}}\ncomponents:")
    shared = "defaults: {type: soldier, cost: 7}"
    first, second = cards(load(folder, "id,cost\na,\nb,1\n", deck=shared, game=game))
    assert (first["cost"], second["cost"]) == (7, 1)


def test_a_cell_that_cannot_be_used_is_told_once(folder):
    game = GAME.replace("cost: {kind: number, whole: true, optional: true}", "cost: number")
    assert said(load(folder, "id,cost\na,3-Oct\n", game=game)) == [
        "soldiers.csv:2:3: the date `3-Oct` is here: a spreadsheet program has changed the "
        "typed value"
    ]
    assert cards(load(folder, 'id,note\na,"3-Oct"\n'))[0]["note"] == "3-Oct"


def test_a_deck_without_a_file_is_told_what_may_be_one(folder):
    found = load(folder, "id\na\n", "soldier.csv")
    assert found.diagnostics.items[0].hints == (
        "did you mean `soldier.csv`? name it: `cards: decks/soldier.csv`",
    )
    (folder / "decks/soldier.csv").unlink()
    [missing] = load_project(folder.parents[1]).diagnostics
    assert missing.hints == ("make it, as .yaml, .json, .csv, .tsv, .xlsx or .ods",)


def test_two_files_of_one_deck_are_an_error(folder):
    (folder / "decks/~$soldiers.xlsx").write_bytes(b"locked by a program")
    (folder / "decks/soldiers.xlsx").write_bytes(xlsx(ROWS))
    found = load(folder, as_csv(ROWS))
    assert [one.message for one in found.diagnostics] == [
        "which file has the cards of `soldiers`: `soldiers.csv`, `soldiers.xlsx`?"
    ]
    found = load(folder, as_csv(ROWS), deck="cards: decks/soldiers.xlsx#Soldiers")
    assert said(found) == ["soldiers.csv: no component uses this deck file"]


def test_faults_of_deck_files_are_told_beside_those_of_a_game_that_cannot_be_read(folder):
    (folder / "decks/spare.json").write_text("[{]", encoding="utf-8")
    (folder / "game.yaml").write_text("title: [", encoding="utf-8")
    found = [one.location for one in load_project(folder.parents[1]).diagnostics]
    assert [(Path(at.path).name, at.line, at.column) for at in found if at] == [
        ("game.yaml", 1, 9),
        ("spare.json", 1, 3),
    ]


def test_two_decks_may_stand_in_one_workbook(folder):
    game = GAME.replace("deck}", "deck, cards: decks/all.xlsx}")
    game += "  horses: {kind: deck, cards: decks/all.xlsx#horses}\n"
    decks = ReadDecks()
    load(folder, xlsx([["id"], ["a"]], "Soldiers", "Horses"), "all.xlsx", game=game)
    for _ in range(2):
        [made] = load_project(folder.parents[1], decks=decks).games
        [card] = made.components["horses"].cards
        assert str(card.location).rpartition("/")[2] == "all.xlsx!Horses!A2"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        *((f"soldiers.{kind}", b"\n", "the table is empty") for kind in ("csv", "tsv")),
        *((f"soldiers.{kind}", b"id\n", "is empty") for kind in ("csv", "tsv")),
        ("soldiers.xls", b"\xd0\xcf\x11\xe0", "cannot read deck files such as"),
    ],
)
def test_what_is_no_deck(folder, name, content, message):
    named = f"cards: decks/{name}" if name.endswith("xls") else ""
    assert message in said(load(folder, content, name, named))[0]

"""Foreign tables as people keep them: with titles, sums, groups, marks, encodings of their own."""

import json
import random

import pytest
from yaml import safe_load

from cardgen.core.diagnostics import SourceError
from cardgen.features.fromtable.columns import ForeignTable, read_foreign, table_of
from cardgen.features.fromtable.table_game import TableGame, table_game
from cardgen.source.tables.delimited import guessed

HEADER = "Name,Qty,Text"
CARDS = ("Alpha,2,Draw a card.", "Beta,1,Gain two coins.", "Gamma,3,Lose a turn.")


def titles(table: ForeignTable) -> list[str]:
    return [cell.raw for cell in table.columns[0].filled]


def made(text: str, name: str = "t.csv") -> TableGame:
    return table_game(table_of(name, text.encode()))


def game_yaml(game: TableGame) -> str:
    return game.files("shore", "Shore")[0]["card_data/shore/game.yaml"].decode()


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize(
    "above", [[], ["My game v3"], ["My game v3,,", ",,"], ["My game", "", "by me"]]
)
@pytest.mark.parametrize(
    "below", [[], ["Total,6,"], [",6,"], ["", "Summe:,6,", ",,"], ["Total,3,", "Gesamt,6,"]]
)
def test_titles_above_and_sums_below_are_no_cards(between, above, below):
    text = "\n".join([*above, HEADER, *CARDS, *below]).replace(",", between) + "\n"
    game = made(text)
    assert titles(game.table) == ["Alpha", "Beta", "Gamma"]
    assert [one.written for one in game.table.columns] == ["Name", "Qty", "Text"]
    again = table_of("t.csv", game.table.data)
    assert titles(again) == ["Alpha", "Beta", "Gamma"]
    left_out = [one for one in game.table.mended if "left out" in one]
    assert len(left_out) == bool([one for one in above if one.strip(",")]) + bool(below)


@pytest.mark.parametrize("last", ["Total,5,Add all you have.", "Sum,9,", "Delta,6,", "Total,,"])
def test_a_last_card_that_sums_nothing_stays(last):
    assert len(titles(made("\n".join([HEADER, *CARDS, last])).table)) == 4


def test_pictures_that_no_font_has_are_spelt_and_letters_and_signs_stay():
    table = made("Name,Text\nA,Shake \U0001f91d now\nB,Café → 5 °C\n").table
    assert b"Shake (handshake) now" in table.data
    assert "Café → 5 °C".encode() in table.data


def test_all_lists_of_cards_are_taken_with_the_names_of_their_lists():
    heroes = [{"name": "H1", "cost": 1}]
    items = [{"name": "I1", "cost": 2}, {"name": "I2", "cost": 3}]
    text = json.dumps({"cards": {"heroes": heroes, "items": items}})
    table = table_of("t.json", text.encode())
    assert [one.written for one in table.columns] == ["cards", "name", "cost"]
    assert [cell.raw for cell in table.columns[0].filled] == ["heroes", "items", "items"]
    assert [cell.raw for cell in table.columns[1].filled] == ["H1", "I1", "I2"]


def test_cards_in_suits_are_the_cards():
    """The shape of OWASP Cornucopia's decks: a list of suits, each with its own cards."""
    data = [{"id": "VE2", "desc": "a"}, {"id": "VE3", "desc": "b"}]
    suits = [
        {"id": "VE", "name": "Data", "cards": data},
        {"id": "AT", "name": "Login", "cards": [{"id": "AT2", "desc": "c"}]},
    ]
    for ending, text in (
        ("yaml", json.dumps({"meta": {"edition": "x"}, "suits": suits})),
        ("json", json.dumps(suits)),
    ):
        table = table_of(f"t.{ending}", text.encode())
        assert table.rows == 3
        columns = {one.written: [cell.raw for cell in one.filled] for one in table.columns}
        assert columns["id"] == ["VE2", "VE3", "AT2"]
        assert columns["suits" if ending == "yaml" else "group"] == ["Data", "Data", "Login"]


def test_objects_within_a_card_are_none_and_other_lists_are_named():
    own = {"cost": 1, "text": "x", "set": "a", "kind": "b", "parts": [{"hp": 1}, {"hp": 2}]}
    cards = [{"name": name, **own} for name in "AB"]
    table = table_of("t.json", json.dumps({"cards": cards, "sets": [{"code": 1}]}).encode())
    assert table.rows == 2
    assert table.mended == ("left out: 1 objects under `sets`",)


def test_no_object_of_any_tree_is_lost_in_silence():
    chance = random.Random(5)
    for _ in range(200):
        groups = {f"g{n}": chance.randint(0, 4) for n in range(chance.randint(1, 5))}
        alike = {key: chance.random() < 0.7 for key in groups}
        tree = {
            key: [
                {"name": f"{key}-{n}", "cost": n} if alike[key] else {f"x{key}": n}
                for n in range(count)
            ]
            for key, count in groups.items()
        }
        total = sum(groups.values())
        if not total:
            continue
        table = table_of("t.json", json.dumps(tree).encode())
        told = sum(int(note.split()[2]) for note in table.mended if note.startswith("left out"))
        assert table.rows + told == total, tree


def test_one_semicolon_in_prose_makes_no_list():
    texts = ["Draw two; pay one", "Gain a coin", "Lose a turn", "Win"]
    rows = [f"C{n},{text}" for n, text in enumerate(texts)]
    assert "list" not in game_yaml(made("\n".join(["Name,Text", *rows])))
    lists = [f"C{n},red; blue" for n in range(4)]
    assert "kind: list" in game_yaml(made("\n".join(["Name,Tags", *lists])))


def test_marks_of_a_table_become_terms_and_spoil_nothing():
    rows = [f"C{n},Pay {{r}} or {{Wild}} and **draw** two cards: [click] it." for n in range(20)]
    game = made("\n".join(["Name,Text", *rows]))
    assert game.marks == {"r": 20}
    assert game.others == {"{Wild}": 20, "[click]": 20}
    text = game.table.columns[1].filled[0].raw
    assert text == r"Pay {r} or \{Wild\} and **draw** two cards: [click] it."
    written = safe_load(game_yaml(game))
    assert written["terms"] == {"r": {"text": "{r}"}}
    assert written["card_types"]["card"]["fields"]["text"] == "rich"


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("cp1251", "Название,Текст\nАльфа,Возьми карту\nБета,Сбрось две"),
        ("cp932", "名前,効果\n剣,カードを二枚引く\n盾,捨てる"),
        ("mac_roman", "Nom,Texte\nÉpée,Piochez une carte après l’été\nBouclier,Défaussez"),
        ("cp1252", "Name,Text\nKälte,Nimm zwei Münzen für später\nÄpfel,Würfle"),
    ],
)
def test_encodings_are_told_by_their_letters(encoding, words):
    assert guessed(words.encode(encoding)) == encoding
    table = table_of("t.csv", words.encode(encoding))
    assert titles(table) == [row.split(",")[0] for row in words.split("\n")[1:]]
    assert [one.code for one in table.found] == ["CG142"]


def test_an_encoding_that_is_named_counts(tmp_path):
    (tmp_path / "t.csv").write_bytes("Name,Text\nŻółw,Dobierz kartę".encode("cp1250"))
    assert titles(read_foreign("t.csv", tmp_path, "cp1250")) == ["Żółw"]
    for name in ("ascii", "nonsense"):
        with pytest.raises(SourceError) as raised:
            read_foreign("t.csv", tmp_path, name)
        assert raised.value.diagnostics[0].code == "CG723"


def test_a_short_row_is_filled_up_and_told():
    game = made("Name,Cost,Text\nAlpha,2\nBeta,1,Draw a card")
    assert titles(game.table) == ["Alpha", "Beta"]
    assert [(one.code, one.at and one.at.line) for one in game.found] == [("CG160", 2)]

"""A game made of a table: what its columns are taken for, and what is mended in the copy."""

import datetime
import io
import json
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from cardgen.core.diagnostics import CardgenError
from cardgen.core.style import Color, contrast
from cardgen.features.fromtable.columns import read_foreign
from cardgen.features.fromtable.mending import without_tags
from cardgen.features.fromtable.table_game import TableGame, table_game
from cardgen.features.fromtable.words import (
    HUES,
    file_name,
    identifier,
    label_of,
    tints,
)
from cardgen.features.scaffold.new import new_game
from cardgen.features.tabletop.install import install
from cardgen.model.cards import Card
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_game
from cardgen.pipeline.build import BuildRequest, build, check

SPELLS = """\
Name,Level,School,Casting Time,Range,Ritual,Text,Source
Alarm,1,Abjuration,1 minute,30 feet,TRUE,"Set an *alarm*.
Choose a door or a window within range, no larger than a cube of 20 feet.",Basics
Blink,3,Transmutation,1 action,Self,FALSE,"At the end of a turn, vanish on an 11 or more.",Basics
Fear,3,Illusion,1 action,30 feet,FALSE,"You project the worst fears of all in front of you.",Basics
Fly,3,Transmutation,1 action,Touch,FALSE,"Touch a creature: it can fly for a while.",More
Gate,9,Conjuration,1 action,60 feet,FALSE,"You open a way to another plane of your choice.",More
Wish,9,Conjuration,1 action,Self,FALSE,"Say what you wish, and hope that it is heard well.",More
"""


def of(folder: Path, name: str, text: str | bytes) -> TableGame:
    data = text.encode() if isinstance(text, str) else text
    (folder / name).write_bytes(data)
    return table_game(read_foreign(name, folder))


def declared(game: TableGame) -> dict[str, Any]:
    return {one.name: dict(one.declaration) for one in game.fields}


def sound(folder: Path, game: TableGame, name: str = "new") -> Path:
    """Make a game, and see that nothing is wrong with it."""
    root = new_game(folder, None, name, begin=game.files).project
    assert [f"{one.code} {one.at}: {one.message}" for one in check(root, jobs=1)] == []
    return root


def cards(folder: Path, game: TableGame) -> tuple[Card, ...]:
    root = new_game(folder, None, "new", begin=game.files).project
    return decks_of(load_game(root, "new"))[0].cards


# ---- what columns are -------------------------------------------------------------------------


def test_kinds_are_told_from_values(tmp_path):
    game = of(tmp_path, "spells.csv", SPELLS)
    assert [(one.column, one.kind or one.field, one.place) for one in game.uses] == [
        ("Name", "title", ""),
        ("Level", "number", "corner"),
        ("School", "text", "a fact"),
        ("Casting Time", "choice", "below the title, colour"),
        ("Range", "text", "a fact"),
        ("Ritual", "flag", "a mark"),
        ("Text", "rich", "text"),
        ("Source", "choice", "foot"),
    ]
    assert declared(game)["level"] == {"kind": "number", "whole": True}
    assert declared(game)["source"] == {"kind": "choice", "options": ["Basics", "More"]}


@pytest.mark.parametrize(
    ("cells", "declaration"),
    [
        (["1", "2", "40"], {"kind": "number", "whole": True}),
        (["1", "2.5", "-3"], {"kind": "number"}),
        (["007", "1", "2"], {"kind": "text"}),
        (["true", "FALSE", "True"], {"kind": "flag"}),
        (["#a03020", "#fff", "#12ab9f"], {"kind": "color"}),
        (["Fire", "Fire", "Ice", "Ice"], {"kind": "choice", "options": ["Fire", "Ice"]}),
        (["sword; bow", "sword", "axe"], {"kind": "list"}),
        (['["a", "b"]', "[]", '["c"]'], {"kind": "list"}),
        (["[1, 2]", "[3]", "[4]"], {"kind": "list", "of": {"kind": "number", "whole": True}}),
        (["{name: A, at: 1}", "{name: B, at: 2}"], {"kind": "record"}),
        (["A long text that somebody reads; it has **bold** words."] * 2, {"kind": "rich"}),
        (["1", "", "2"], {"kind": "number", "whole": True, "optional": True}),
        (["true", "", "false"], {"kind": "flag"}),
        (["['its', \"b\"]", "['c']", "['d', 'e']"], {"kind": "list"}),  # as Python shows them
    ],
)
def test_each_kind(tmp_path, cells, declaration):
    rows = [f"{chr(65 + n)}\t{cell}" for n, cell in enumerate(cells)]
    game = of(tmp_path, "x.tsv", "\n".join(["name\tvalue", *rows]))
    found = declared(game)["value"]
    assert {key: found[key] for key in found if key != "fields"} == declaration


def test_german_headers_and_decimal_commas(tmp_path):
    text = (
        "Kartenname;Kosten;Stückzahl;Gewicht (g);Größe;Regeltext\r\n"
        "Jäger;3;2;1,50;klein;Ziehe eine Karte und lege danach eine der Karten auf den Stapel.\r\n"
        "Wölfin;4;1;2,25;groß;Du darfst eine Karte von der Hand deines Nachbarn nehmen.\r\n"
    )
    game = of(tmp_path, "Karten Übersicht.csv", text.encode("cp1252"))
    assert game.language == "de"
    copies = game.own["copies"]
    assert (game.deck, copies and copies.written) == ("karten-uebersicht", "Stückzahl")
    assert declared(game)["gewicht_g"] == {"kind": "number"}
    root = sound(tmp_path, game)
    found = decks_of(load_game(root, "new"))[0].cards
    assert [(card.id, card.copies) for card in found] == [("jaeger", 2), ("woelfin", 1)]
    template = (root / "templates/new/card.xml.j2").read_text(encoding="utf-8")
    assert 'card.gewicht_g | string | replace(".", ",")' in template


def test_polish_headers(tmp_path):
    text = (
        "LP,Nazwa,Typ karty,Ilość w talii,Koszt,Opis\n"
        "1,Skrót,Postęp,2,1,Jeśli możesz to dobierz dwie karty i połóż jedną na stos.\n"
        "2,Burza,Zdarzenie,3,0,Każdy gracz traci kartę i nie może jej odzyskać.\n"
        "3,Mgła,Zdarzenie,1,0,Nie możesz się ruszyć do końca tury.\n"
        "4,Lina,Postęp,2,2,Weź kartę za to i połóż ją na stole.\n"
        "5,Mapa,Postęp,2,1,Zajrzyj na wierzch talii i weź jedną kartę.\n"
    )
    game = of(tmp_path, "karty.csv", text)
    assert game.language == "pl"
    uses = {one.column: (one.field, one.place) for one in game.uses}
    assert uses["Nazwa"][0] == "title"
    assert uses["Ilość w talii"][0] == "copies"
    assert uses["Koszt"] == ("koszt", "corner")
    assert uses["LP"] == ("lp", ""), "it only numbers the rows"
    sound(tmp_path, game)


def test_what_is_told_twice_or_the_same_of_all_is_not_shown(tmp_path):
    rows = [
        {
            "stripped_title": f"Card {word}",
            "title": f"Cârd {word}",
            "stripped_text": f"Draw {word} cards and keep one of them for your next turn.",
            "text": f"Draw <b>{word}</b> cards and keep one of them for your next turn.",
            "pack": "Core",
            "flavor": f"Nobody says card {word} any more, whatever they may think of it.",
        }
        for word in ("two", "three", "four", "five", "six")
    ]
    game = of(tmp_path, "x.json", json.dumps(rows))
    assert game.plan.places == {"text": "text", "flavor": "text"}
    assert "stripped_text" in declared(game)


def test_a_header_that_names_the_card_is_shown_and_a_picture_elsewhere_is_not(tmp_path):
    rows = "".join(f"{word},{word[::-1]},{word}.png\n" for word in ("anna", "bertrand", "cleo"))
    game = of(tmp_path, "x.csv", f"Card,Name index,Image\n{rows}")
    assert "name_index" in game.plan.places
    assert game.hidden == ["image"]


@pytest.mark.parametrize(
    ("header", "written", "copies"),
    [
        ("Count deck", "222", [1, 1, 1]),
        ("Count in deck", "222", [2, 2, 2]),
        ("Qty", ["x3", "2x", "1"], [3, 2, 1]),
        ("Qty", ["3 ×", "x2", "X1"], [3, 2, 1]),
        ("Qty", ["0", "999", "1"], [0, 999, 1]),
        ("Qty", ["1", "1000", "1"], [1, 1, 1]),
        ("Qty", ["-1", "2", "2"], [1, 1, 1]),
        ("Qty", ["0.5", "2", "2"], [1, 1, 1]),
    ],
)
def test_copies_are_counted_in_a_deck(tmp_path, header, written, copies):
    rows = [f"{name},{count}" for name, count in zip(("Anna", "Bo", "Cy"), written, strict=True)]
    game = of(tmp_path, "x.csv", "\n".join([f"Name,{header}", *rows]))
    assert [card.copies for card in cards(tmp_path, game)] == copies


def test_sums_beside_the_cards_are_notes(tmp_path):
    game = of(tmp_path, "x.csv", "Name,Cost,,\nAnna,1,total,3\nBert,2,,\n")
    assert game.table.mended
    root = sound(tmp_path, game)
    assert (root / "card_data/new/decks/x.csv").read_text("utf-8-sig").startswith("Name,Cost,#,#\n")


def test_no_cell_of_a_mended_workbook_is_lost_in_silence(tmp_path):
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        sheet = book.add_worksheet("S")
        sheet.write_row(0, 0, ["Name", "Text", "When", "", "Sum"])
        day = book.add_format({"num_format": "d/m/yy"})
        for row, name in enumerate(["Anna", "Bert"], 1):
            sheet.write_row(row, 0, [name, "Draw <b>two</b> cards and keep one of them."])
            sheet.write_datetime(row, 2, datetime.datetime(2026, 1, row), day)
        sheet.write(1, 3, "beside")
        sheet.write_formula(1, 4, "=1+1", None, "")
    game = of(tmp_path, "x.xlsx", buffer.getvalue())
    assert game.table.data.decode("utf-8-sig").splitlines()[:2] == [
        "Name,Text,When,#,Sum",
        "Anna,Draw **two** cards and keep one of them.,2026-01-01,beside,",
    ]
    assert [(one.code, str(one.at)) for one in game.found] == [
        ("CG152", "x.xlsx!S!C2"),
        ("CG154", "x.xlsx!S!E2"),
        ("CG152", "x.xlsx!S!C3"),
    ]


def test_names_that_are_taken_or_none_become_others(tmp_path):
    text = "Title,Type,ID,2nd Edition,💰,class\nA,x,No. 1,3,1,b\nB,x,No. 2,4,2,c\n"
    game = of(tmp_path, "x.csv", text)
    names = "kind number n_2nd_edition money_bag class"
    assert [one.name for one in game.fields] == names.split()
    root = sound(tmp_path, game)
    assert "Type: kind" in (root / "card_data/new/game.yaml").read_text(encoding="utf-8")


def test_nested_json_is_found_and_told(tmp_path):
    rows = {
        "Market": ("5", ["Action"], ""),
        "Moat": ("2", ["Action", "Reaction"], "+2 Cards<br>or <b>more</b>"),
        "Gold": ("6", ["Treasure"], "3 Coins"),
    }
    base = {"name": "Base", "no": 1}
    keys = ("cost", "types", "text", "set")
    data = {name: dict(zip(keys, (*row, base), strict=True)) for name, row in rows.items()}
    game = of(tmp_path, "cards.json", json.dumps({"version": 2, "data": data}))
    assert game.own["title"] is game.table.columns[0]
    assert declared(game)["cost"] == {"kind": "number", "whole": True}
    assert declared(game)["set"]["kind"] == "record"
    stored = json.loads(game.table.data)
    assert stored[0] == {"name": "Market", "cost": 5, "types": ["Action"], "set": base}
    assert stored[1]["text"] == "+2 Cards\nor **more**"
    assert [note.partition(":")[0] for note in game.table.mended] == ["cost", "text", "text"]
    sound(tmp_path, game)


@pytest.mark.parametrize(
    ("name", "text", "stored"),
    [
        ("spells.csv", SPELLS, "spells.csv"),
        ("words.csv", "word\nApple\nPear\n", "words.csv"),
        ("a.yaml", "cards:\n  # The first.\n  - {id: anna, title: Anna, cost: 3}\n", "a.yaml"),
        ("b.json", '[{"id": "anna", "title": "Anna"}]', "b.json"),
        ("c.yaml", "Heroes:\n  - {Name: Anna, Type: Mage}\n  - {Name: Bea, Type: X}\n", "c.json"),
    ],
)
def test_a_sound_table_is_copied_to_the_byte_and_other_yaml_becomes_json(
    tmp_path, name, text, stored
):
    game = of(tmp_path, name, text)
    data = (sound(tmp_path, game) / "card_data/new/decks" / stored).read_bytes()
    assert (data == text.encode()) == (stored == name)
    assert game.table.mended == () or stored != name


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("a<br>b<br/><br>c", "a\nb\nc"),
        ("<p>one</p><p><b>two</b> &amp; <i>three</i></p>", "one\n**two** & *three*"),
        ("<b>open, 2*3 {x}", "open, 2\\*3 \\{x\\}"),
        ("no tag: 3 < 4 > 2", "no tag: 3 < 4 > 2"),
    ],
)
def test_tags_of_web_pages_become_markup(text, new):
    assert without_tags(text) == new


@pytest.mark.parametrize(
    ("name", "text", "stored"),
    [
        (
            "x.csv",  # markup between tags stays
            "name,text\nA,**Now** <small>draw</small>\nB,{T}: <b>tap</b> it and its neighbour\n",
            ["A,**Now** draw", r"B,\{T\}: **tap** it and its neighbour"],
        ),
        (
            "x.json",  # line breaks of word processors
            r'[{"name": "A", "text": "Play:\u000bdraw"}, {"name": "B", "text": "C:\\u000b"}]',
            ["Play:\ndraw", r"C:\u000b"],
        ),
    ],
)
def test_texts_are_mended(tmp_path, name, text, stored):
    data = of(tmp_path, name, text).table.data
    if name.endswith(".csv"):
        assert data.decode("utf-8-sig").splitlines()[1:] == stored
    else:
        assert [one["text"] for one in json.loads(data)] == stored


def test_one_sign_astray_does_not_cost_the_column_its_markup(tmp_path):
    rows = [
        f"Card {n},Draw **{n} cards** and discard as many of them as you like." for n in range(9)
    ]
    game = of(
        tmp_path, "x.csv", "\n".join(["name,text", *rows, "Last,Draw 2 {cards} * and a \\ too."])
    )
    assert declared(game)["text"] == {"kind": "rich"}
    assert game.table.mended == ("text: signs of markup escaped in a cell",)
    last = cards(tmp_path, game)[9].fields["text"]
    assert last.plain == "Draw 2 {cards} * and a \\ too."


def test_texts_too_long_for_a_face_go_on_on_the_back(tmp_path):
    long = " ".join(f"Sentence number {n} of a spell that is never over." for n in range(60))
    rows = [f"Card {n},{long if n == 2 else long[:700]}" for n in range(4)]
    game = of(tmp_path, "x.csv", "\n".join(["name,text", *rows]))
    assert (game.size, game.goes_on) == ("tarot", True)
    root = sound(tmp_path, game)
    assert "back: card.back.xml.j2" in (root / "card_data/new/game.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("rows", "ids"),
    [
        ("Anna,Hero\n,Cave\n,Cave\nBea,Hero\nCleo,Hero\nDora,Hero", "anna cave-2 cave-3"),
        ("剣,1\n盾,2\n", "1 2"),
    ],
    ids=["no name", "other scripts"],
)
def test_cards_without_a_name_that_makes_an_id_get_one(tmp_path, rows, ids):
    found = cards(tmp_path, of(tmp_path, "x.csv", f"name,kind\n{rows}"))
    assert [card.id for card in found][:3] == ids.split()


def test_thirty_columns_are_declared_and_some_shown(tmp_path):
    names = [f"Value {n}" for n in range(30)]
    rows = [[f"Card {n}", *(str(n + k) for k in range(30))] for n in range(4)]
    lines = ["\t".join(row) for row in (["Name", *names], *rows)]
    game = of(tmp_path, "wide.tsv", "\n".join(lines))
    assert len(game.fields) == 30
    assert len(game.plan.places) == 17
    root = sound(tmp_path, game)
    text = (root / "card_data/new/game.yaml").read_text(encoding="utf-8")
    assert "# Not on the card yet: value_" in text


@pytest.mark.slow
def test_a_game_of_the_name_of_its_deck_builds_all_that_it_has(tmp_path):
    root = sound(tmp_path, of(tmp_path, "spells.csv", SPELLS), "spells")
    done = build(BuildRequest(root, jobs=1, strict=True))
    assert [f"{one.at}: {one.message}" for one in done.diagnostics] == []
    (root / "tts/Saves").mkdir(parents=True)
    [installed] = install(root / "output", ["spells"], root / "tts")
    assert [file.name for file in installed.objects] == ["spells.json"]


# ---- names and colours -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "name", "label"),
    [
        ("Casting Time", "casting_time", "Casting Time"),
        ("castingTime", "casting_time", "Casting time"),
        ("nb_actions", "nb_actions", "Nb actions"),
        ("Größe (mm)", "groesse_mm", "Größe (mm)"),
        ("Coût", "cout", "Coût"),
        ("VP", "vp", "VP"),
        ("2nd", "n_2nd", "2nd"),
        ("⚡", "high_voltage_sign", "High voltage sign"),
        ("!?", "column", "!?"),
    ],
)
def test_names_and_labels_of_columns(written, name, label):
    assert identifier(written) == name
    assert label_of(written) == label


def test_decks_are_called_as_their_files():
    assert file_name("Meine Zauber 2") == "meine-zauber-2"
    assert file_name("!!") == "cards"


def test_colours_mean_their_words_and_carry_light_type():
    found = tints(["Rot", "water", "Other", "Feuer"])
    assert (found["Rot"], found["water"]) == (HUES["red"], HUES["blue"])
    assert len(set(found.values())) == 4
    for color in HUES.values():
        assert contrast(Color.parse(color), Color.parse("#fbf8f0")) >= 5


# ---- what is no table ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("cards.pdf", b"%PDF-1.4", "CG717"),
        ("cards", b"name\nA\n", "CG717"),
        ("cards.csv", b"", None),
        ("cards.csv", b"name,cost\n", "CG718"),
        ("cards.csv", b"name,cost,name\nA,1,2\n", None),
        ("cards.json", b"{}", None),
        ("cards.json", b"[1, 2]", "CG718"),
        ("cards.json", b'{"name": "A"}', "CG718"),
        ("cards.json", b"[{]", None),
        ("cards.yaml", b"cards: []", "CG718"),
        ("cards.xlsx", b"name,cost\nA,1\n", None),
        ("cards.csv", b"name\n\x00\x01\n", None),
        ("cards.csv", b"soldier,5,attack,5\nsniper,4,attack,1\n", None),  # no names of columns
    ],
)
def test_what_is_no_table_of_cards_is_refused(tmp_path, name, data, code):
    with pytest.raises(CardgenError) as error:
        of(tmp_path, name, data)
    [found] = error.value.diagnostics
    assert code is None or found.code == code
    assert found.hints


def test_what_is_not_there_an_address_or_a_doubtful_first_line(tmp_path):
    game = of(tmp_path, "x.csv", "THE WHEEL,1,Draw two.\nTOOLS,1,Draw one.\n")
    assert [one.code for one in game.found] == ["CG719"]
    with pytest.raises(CardgenError, match="missing"):
        read_foreign("gone.csv", tmp_path)
    with pytest.raises(CardgenError, match="address") as error:
        read_foreign("https://example.org/cards.csv", tmp_path)
    assert "cardgen fetch" in error.value.diagnostics[0].hints[0]

"""A game made of a table: what its columns are taken for, and what is mended in the copy."""

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from breadth import examples
from documents import document
from faults import errors_of, mended
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image

from cardgen.core.diagnostics import CardgenError
from cardgen.features.fromtable.addition import add_deck, add_to_copy, game_facts
from cardgen.features.fromtable.table_game import TableGame, table_game
from cardgen.features.scaffold import new_game
from cardgen.model.cards import Card
from cardgen.model.components.deck import decks_of
from cardgen.model.fields import RichField
from cardgen.model.foreign import fonts
from cardgen.model.foreign.decks import TableOptions
from cardgen.model.foreign.names import identifier
from cardgen.model.foreign.texts import TextMender, scalar_node, without_tags
from cardgen.model.load import load_game
from cardgen.pipeline.build import check
from cardgen.source.files import BUNDLED
from cardgen.source.foreign.headers import label_of
from cardgen.source.foreign.reading import read_source, table_of

SPELLS = document("features/fromtable/fromtable_spells.csv")


def of(folder: Path, name: str, text: str | bytes) -> TableGame:
    data = text.encode() if isinstance(text, str) else text
    (folder / name).write_bytes(data)
    return table_game(name, folder)


def declared(game: TableGame) -> dict[str, Any]:
    return {item.field: dict(item.declaration) for item in game.deck.fields}


def sound(folder: Path, game: TableGame, name: str = "new") -> Path:
    """Make a game, and see that nothing is wrong with it."""
    root = new_game(folder, None, name, begin=game.files).project
    assert [f"{one.code} {one.location}: {one.message}" for one in check(root, jobs=1)] == []
    return root


def cards(folder: Path, game: TableGame) -> tuple[Card, ...]:
    root = new_game(folder, None, "new", begin=game.files).project
    return decks_of(load_game(root, "new"))[0].cards


# ---- what columns are -------------------------------------------------------------------------


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
        (["[1, 2]", "[3]", "[4]"], {"kind": "list"}),
        (["+1", "+2", "-1"], {"kind": "text"}),  # as the spreadsheet shows them
        (["1,50", "2,25", "3"], {"kind": "text"}),
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
    assert (game.deck.language, game.deck.parts[0].id) == ("de", "karten-uebersicht")
    assert declared(game)["gewicht_g"] == {"kind": "text"}
    cards = decks_of(load_game(sound(tmp_path, game), "new"))[0].cards
    assert [(card.id, card.copies) for card in cards] == [("jaeger", 2), ("woelfin", 1)]


@pytest.mark.parametrize(
    ("header", "written", "copies"),
    [
        ("Count deck", "222", [1, 1, 1]),
        ("Ilość w talii", "222", [2, 2, 2]),
        ("Qty (2p)", "222", [2, 2, 2]),
        ("Qty", ["x3", "2x", "1 ×"], [3, 2, 1]),
        ("Qty", ["0", "999", "1"], [0, 999, 1]),
        ("Qty", ["1", "1000", "1"], [1, 1, 1]),
        ("Duplication", "234", [2, 3, 4]),
        ("Qty", ["-1", "2.5", "2", "2"], [1, 1, 2, 2]),
    ],
)
def test_copies_are_counted_in_a_deck(tmp_path, header, written, copies):
    rows = [f"{name},{count}" for name, count in zip("ABCD", written, strict=False)]
    game = of(tmp_path, "x.csv", "\n".join([f"Name,{header}", *rows]))
    assert [card.copies for card in cards(tmp_path, game)] == copies


def test_no_cell_of_a_mended_workbook_is_lost_in_silence(tmp_path):
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        sheet = book.add_worksheet("S")
        sheet.merge_range("A1:A2", "Name")
        sheet.merge_range("D1:E1", "Strength")
        sheet.write_row(0, 1, ["Text", "When"])
        sheet.write_row(1, 3, ["now", "later"])
        formats = [book.add_format({"num_format": code}) for code in ("d/m/yy", "+0;-0", "0 %")]
        for row, name in enumerate(["Anna", "Bert"], 2):
            sheet.write_row(row, 0, [name, "Draw <b>two</b> cards and keep one of them."])
            for column, value in enumerate([46000 + row, 2, 0.5], 2):
                sheet.write(row, column, value, formats[column - 2])
        sheet.write(2, 5, "beside")
        sheet.write_row(4, 0, ["Cleo", "Gone."], book.add_format({"font_strikeout": True}))
        sheet.write_row(5, 0, ["Dora"])
        sheet.set_row(5, None, None, {"hidden": True})
        sheet.set_column(1, 1, None, None, {"hidden": True})
        sheet.write_comment("A3", "too strong")
        sheet.write_url("C1", "https://example.org", string="When")
    game = of(tmp_path, "x.xlsx", buffer.getvalue())
    assert game.deck.table.data.decode("utf-8-sig").splitlines() == [
        "Name,Text,When,Strength now,Strength later,Column F",
        "Anna,Draw **two** cards and keep one of them.,11/12/25,+2,50 %,beside",
        "Bert,Draw **two** cards and keep one of them.,12/12/25,+2,50 %,",
    ]
    assert {
        "column C, as the sheet shows it: `11/12/25`, `12/12/25`",
        "columns without a header: `Column F`",
        "left out, struck out: line 5 `Cleo, Gone.`",
        "left out, hidden in the sheet (if they are cards, show them there): line 6 `Dora`",
        "comments of cells, not on the cards: A3 `too strong`",
        "links of cells, of which cards have only the words: C1",
    } < set(game.deck.table.notes)
    assert game.deck.roles[1].reason == "the sheet hides it"


def test_a_table_of_markdown(tmp_path):
    text = "| Name | Text |\n|:-----|------|\n| Anna | Draw, then pass. |\n| Bo | Stay. |\n"
    assert [card.title for card in cards(tmp_path, of(tmp_path, "x.txt", text))] == ["Anna", "Bo"]


def test_a_formula_without_a_result_is_refused_at_its_cell(tmp_path):
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        sheet = book.add_worksheet("S")
        sheet.write_row(0, 0, ["Name", "Sum"])
        sheet.write(1, 0, "Anna")
        sheet.write_formula(1, 1, "=1+1", None, "")
    with pytest.raises(CardgenError) as error:
        of(tmp_path, "x.xlsx", buffer.getvalue())
    assert [(f.code, str(f.location)) for f in error.value.diagnostics] == [
        ("CG154", "x.xlsx!S!B2")
    ]


def test_pictures_beside_the_table_are_copied_and_shown(tmp_path):
    pixel = Image.new("RGB", (300, 300), "red")
    for name in ("anna", "bea"):
        pixel.save(tmp_path / f"{name}.png")
    text = "Name,Art,Text\nAnna,anna.png,Draw two cards and keep one.\nBea,bea.png,Pass.\n"
    root = new_game(tmp_path, None, "new", begin=of(tmp_path, "x.csv", text).files).project
    assert [fault.message for fault in check(root) if fault.severity.value == "error"] == []
    assert (root / "card_data/new/art/bea.png").is_file()
    assert '<image src="{{ card.art }}"' in (root / "templates/new/card.xml.j2").read_text("utf-8")
    lost = of(tmp_path, "y.csv", text.replace("bea.png", "bee.png"))
    assert [fault.location.line for fault in errors_of(lost)] == [3]
    assert lost.deck.table.notes[0] == "Art: there is no picture `bee.png`: did you mean `bea.png`?"
    assert of(tmp_path, "z.csv", text.replace(".png", ".jpg")).deck.roles[1].role == "hidden"
    folder = mended(table_game(".", tmp_path))
    assert (folder.findings, folder.size, len(folder.deck.pictures)) == ((), "poker", 2)


def test_names_that_are_taken_or_none_become_others(tmp_path):
    text = "Title,Type,ID,2nd Edition,💰,class\nA,x,No. 1,3,1,b\nB,x,No. 2,4,2,c\n"
    game = of(tmp_path, "x.csv", text)
    names = "kind number n_2nd_edition column class"
    assert [item.field for item in game.deck.fields] == names.split()
    root = sound(tmp_path, game)
    assert "Type: kind" in (root / "card_data/new/game.yaml").read_text(encoding="utf-8")


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
    assert game.deck.table.notes == () or stored != name


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("a<br>b<br/><br>c", "a\nb\nc"),
        ("<p>one</p><p><b>two</b> &amp; <i>three</i></p>", "one\n**two** & *three*"),
        ("<b>open, 2*3 {x}", "open, 2\\*3 \\{x\\}"),
        ("no tag: 3 < 4 > 2", "no tag: 3 < 4 > 2"),
        ("one<br><b></b><br>two", "one\ntwo"),
    ],
)
def test_tags_of_web_pages_become_markup(text, new):
    assert without_tags(text) == new


def test_line_breaks_of_word_processors_are_mended(tmp_path):
    text = r'[{"name": "A", "text": "Play:\u000bdraw"}, {"name": "B", "text": "C:\\u000b"}]'
    data = of(tmp_path, "x.json", text).deck.table.data
    assert [one["text"] for one in json.loads(data)] == ["Play:\ndraw", r"C:\\u000b"]


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        (
            r"Draw {cards and more} * now, and do go on",
            r"Draw \{cards and more\} * now, and do go on",
        ),
        (
            r"Draw **two** in C:\temp and go on reading",
            r"Draw **two** in C:\\temp and go on reading",
        ),
        ("{T}: <b>tap</b> it and its neighbour", "{t}: **tap** it and its neighbour"),
        (r"Keep \{a\} and {b c} \{d\}, always", r"Keep \{a\} and \{b c\} \{d\}, always"),
        ("If x<b and b>3, then go on as before", "If x<b and b>3, then go on as before"),
        ("Draw one * and another, but never a third", r"Draw one * and another, but never a third"),
    ],
)
def test_one_sign_astray_costs_no_other_cell_its_markup(tmp_path, text, stored):
    game = of(tmp_path, "x.tsv", f"name\ttext\nAnna\tDraw **two** cards.\nLast\t{text}\n")
    assert declared(game)["text"] == {"kind": "rich"}
    assert game.deck.roles[1].column.texts == ("Draw **two** cards.", stored)
    sound(tmp_path, game)


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
        ("Anna,Hero\n,Cave\n,Cave\nBea,Hero\nCleo,Hero\nDora,Hero", "anna card-2 card-3"),
        ("剣,1\n盾,2\n", "1 2"),
    ],
    ids=["no name", "other scripts"],
)
def test_cards_without_a_name_that_makes_an_id_get_one(tmp_path, rows, ids):
    found = cards(tmp_path, of(tmp_path, "x.csv", f"name,kind\n{rows}"))
    assert [card.id for card in found][:3] == ids.split()


LINE = "The quick brown fox jumps over the lazy dog."
HARD = {
    "long words": [["Name", "Text", "Fact"], ["Donaudampfschiff" * 6, "x" * 400, "y" * 31]],
    "facts": [["Name", *map(str, range(12))], ["A", *[f"{LINE} {LINE}"] * 12]],
    "values": [["Name", *map(str, range(40)), "Text"], ["A", *[LINE[:30]] * 40, LINE * 20]],
    "texts": [["Name", *(f"Text {n}" for n in range(8))], ["A", *[LINE * 12] * 8]],
    "italic": [["Name", "Type", "Cost"], ["*Anna* **B** ***c***", "*Hero* **x**", "*3*"]],
    "ids": [["id", "Name"], ["con", "CON"], ["aux", "nul"]],
    "marks": [["Name", *(f"Very long mark {n}" for n in range(24))], ["A", *["true"] * 24]],
    "Hebrew": [["שם", "טקסט"], ["דרקון", "משוך שני קלפים מהחפיסה והנח אחד מהם בתחתית."]],
}


@pytest.mark.parametrize("name", HARD)
def test_a_game_is_mended_until_it_builds(tmp_path, name):
    rows = [*HARD[name], ["Last", *["1"] * (len(HARD[name][0]) - 1)]]
    game = mended(of(tmp_path, "x.tsv", "\n".join(map("\t".join, rows))))
    assert [
        f"{one.location}: {one.message}" for one in game.findings if one.severity.value == "error"
    ] == []
    assert game.deck.language == {"Hebrew": "he"}.get(name, game.deck.language)


@pytest.mark.parametrize(
    ("title", "family"), [("용", "KR"), ("มังกร", "Thai"), ("龙", "SC"), ("تنين", "Arabic")]
)
def test_a_script_needs_a_font_of_the_machine_or_names_the_family_to_get(
    tmp_path, monkeypatch, title, family
):
    monkeypatch.setattr(fonts, "_FONT_FOLDERS", [tmp_path / "fonts of the system"])
    table = of(tmp_path, "x.csv", f"Name,Text\n{title},{title}\nA,B\n")
    game = mended(table)
    assert list(game.fonts.missing.values()) == [f"Noto Sans {family}"]
    # Without the extra for Thai, no line can be broken.
    assert [f.code for f in game.findings if f.code in ("CG403", "CG417")]
    file = tmp_path / f"fonts of the system/noto/NotoSans{family}-Regular.ttf"
    file.parent.mkdir(parents=True)
    file.write_bytes((BUNDLED / "fonts/noto-sans/NotoSans-Regular.ttf").read_bytes())
    game = of(tmp_path, "x.csv", f"Name,Text\n{title},{title}\nA,B\n")
    root = new_game(tmp_path, None, "new", begin=game.files).project
    assert (root / f"fonts/noto-sans-{family.lower()}/{file.name}").exists()
    assert f"noto-sans-{family.lower()}/regular" in (root / "card_data/new/game.yaml").read_text()


def test_a_column_divides_the_cards_into_decks(tmp_path):
    (tmp_path / "spells.csv").write_text(SPELLS, "utf-8")
    game = table_game("spells.csv", tmp_path, TableOptions(deck_by="source"))
    decks = decks_of(load_game(sound(tmp_path, game), "new"))
    assert [(deck.id, len(deck.cards)) for deck in decks] == [("basics", 3), ("more", 3)]


def test_decks_are_added_to_a_game_and_change_nothing_else(tmp_path):
    root = sound(tmp_path, of(tmp_path, "first.csv", SPELLS))
    file = root / "card_data/new/game.yaml"
    before = file.read_text("utf-8")
    (tmp_path / "more.csv").write_text(
        "Name,Kind,Text\nA,Hero,Pay {r}.\nB,paper,x\nC,Hero,y\n", "utf-8"
    )
    options = TableOptions(**game_facts(root, "new"))
    more = table_game("more.csv", tmp_path, options, project=root)
    (tmp_path / "copy").mkdir()
    assert add_to_copy(root, "new", tmp_path / "copy", more).files == (
        *("card_data/new/decks/more.csv", "card_data/new/game.yaml"),
        *("templates/new/more-card.xml.j2", "templates/new/more.back.xml.j2"),
    )
    add_deck(root, "new", more)
    assert [f"{one.code} {one.location}: {one.message}" for one in check(root, jobs=1)] == []
    lines = file.read_text("utf-8").splitlines()
    assert [line for line in before.splitlines() if line not in lines] == []
    assert [deck.id for deck in decks_of(load_game(root, "new"))] == ["first", "more"]


# ---- names -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "name", "label"),
    [
        ("Casting Time", "casting_time", "Casting Time"),
        ("nb_actions", "nb_actions", "Nb actions"),
        ("Größe (mm)", "groesse_mm", "Größe (mm)"),
        ("2nd", "n_2nd", "2nd"),
        ("Текст", "column", "Текст"),
        ("!?", "column", "!?"),
    ],
)
def test_names_and_labels_of_columns(written, name, label):
    assert identifier(written) == name
    assert label_of(written) == label


# ---- what is no table ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("cards.pdf", b"%PDF-1.4", "CG717"),
        ("cards", b"name\nA\n", "CG717"),
        ("cards.csv", b"", None),
        ("cards.csv", b"name,cost\n", "CG718"),
        ("cards.json", b'[{"name": null}]', "CG718"),
        ("cards.json", b"[{]", None),
        ("cards.yaml", b"cards: []", "CG718"),
        ("cards.xlsx", b"name,cost\nA,1\n", None),
        ("cards.csv", b"name\n\x00\x01\n", None),
    ],
)
def test_what_is_no_table_of_cards_is_refused(tmp_path, name, data, code):
    with pytest.raises(CardgenError) as error:
        of(tmp_path, name, data)
    [found] = error.value.diagnostics
    assert code is None or found.code == code
    words = "names of columns" if name == "cards.csv" else "a list of objects"
    assert (words if code == "CG718" else "") in found.hints[0]


def test_what_is_not_there_or_an_address(tmp_path):
    with pytest.raises(CardgenError, match="missing"):
        read_source("gone.csv", tmp_path)
    with pytest.raises(CardgenError, match="address") as error:
        read_source("https://example.org/cards.csv", tmp_path)
    assert "cardgen fetch" in error.value.diagnostics[0].hints[0]


# ---- rows that are no cards ------------------------------------------------------------------

CARDS = ("Alpha,2,Draw a card.", "Beta,1,Gain two coins.", "Gamma,3,Lose a turn.")


def titles(text: str, name: str = "t.csv") -> list[str]:
    return list(table_of(name, text.encode()).columns[0].texts)


@pytest.mark.parametrize("between", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("above", "below"),
    [
        ([], []),
        (["My game v3"], ["Total,6,"]),
        (["My game v3,,", ",,"], [",6,"]),
        (["My game", "", "by me"], ["", "Summe:,6,", ",,"]),
        ([], ["Total,3,", "Gesamt,6,"]),
    ],
)
def test_titles_above_and_sums_below_are_no_cards(between, above, below):
    text = "\n".join([*above, "Name,Qty,Text", *CARDS, *below]).replace(",", between)
    table = table_of("t.txt", text.encode())
    assert list(table.columns[0].texts) == ["Alpha", "Beta", "Gamma"]
    gone = [line for line in (*above, *below) if line.strip(",")]
    assert sum(note.count(" `") for note in table.notes if "left out" in note) == len(gone)


@pytest.mark.parametrize("last", ["Total,5,Add all you have.", "Delta,6,", "Total,,"])
def test_a_last_card_that_sums_nothing_stays(last):
    assert len(titles("\n".join(["Name,Qty,Text", *CARDS, last]))) == 4


@examples(60)
@given(
    st.lists(st.integers(1, 50), min_size=2, max_size=5),
    st.sampled_from([("Subtotal", True), ("Average", True), ("Total", True), ("Total", False)]),
    st.sampled_from(["Total Eclipse", "Sum of Fears", "Delta"]),
)
def test_sums_between_cards_go_and_cards_that_look_like_them_stay(numbers, label, name):
    word, is_right = label
    value = sum(numbers) / (len(numbers) if word == "Average" else 1) + 7 * (not is_right)
    rows = [f"Card {n},{number}" for n, number in enumerate(numbers)]
    last = ["name,cost", f"{name},{sum(numbers)}", "Z,1"]
    texts = titles("\n".join(["Name,Cost", *rows, f"{word},{value:.2f}", *last]))
    assert texts[len(numbers) :] == [*([] if is_right else [word]), name, "Z"]


@examples(100)
@given(st.text("ab12*", min_size=3, max_size=9))
def test_no_asterisk_within_a_word_or_number_is_lost(text):
    assume(not text.startswith("*") and not text.endswith("*"))
    rich = TextMender().mend(text)
    assert TextMender().is_sound(rich)
    assert RichField().read(scalar_node(rich), TextMender().scope).plain == text


def test_rows_without_a_deck_and_other_spellings_of_one(tmp_path):
    (tmp_path / "t.csv").write_text("Name,Deck\nA,Red\nB,\nC,red \nD,Blue\n", "utf-8")
    game = table_game("t.csv", tmp_path, TableOptions(deck_by="deck"))
    decks = decks_of(load_game(sound(tmp_path, game), "new"))
    assert [(deck.id, len(deck.cards)) for deck in decks] == [
        ("red", 2),
        ("without-deck", 1),
        ("blue", 1),
    ]
    assert sum(note.startswith("Deck: ") for note in game.deck.table.notes) == 2


@pytest.mark.parametrize(("first", "offers"), [("Copies", 0), ("Power", 1)])
def test_a_column_is_offered_as_copies_unless_there_is_one(tmp_path, first, offers):
    (tmp_path / "t.csv").write_text(f"Name,{first},Count deck\nA,2,1\nB,1,3\n", "utf-8")
    notes = table_game("t.csv", tmp_path).deck.table.notes
    assert sum("add --copies" in note for note in notes) == offers


def test_a_folder_of_pictures_has_a_back_and_names_other_files(tmp_path):
    for name in ("a.png", "b.png", "back.png"):
        Image.new("RGB", (8, 8)).save(tmp_path / name)
    (tmp_path / "notes.txt").write_text("buy paper", "utf-8")
    game = table_game(".", tmp_path)
    files, _ = game.files("new", "New")
    assert game.deck.table.rows == 2
    assert "notes.txt" in "".join(game.deck.table.notes)
    assert any(b'src="art/back.png"' in data for data in files.values())


def test_pictures_that_no_font_has_are_spelt_and_letters_and_signs_stay(tmp_path):
    text = "Name,Text\nA,Shake \U0001f91d now\nB,Café → 5 °C\n"
    texts = of(tmp_path, "x.csv", text).deck.roles[1].column.texts
    assert texts == ("Shake (handshake) now", "Café → 5 °C")


@pytest.mark.parametrize(
    ("tree", "columns"),
    [
        (
            {"cards": {"heroes": [{"name": "H", "cost": 1}], "items": [{"name": "I", "cost": 2}]}},
            {"cards": ("heroes", "items"), "name": ("H", "I"), "cost": (1, 2)},
        ),
        (
            [
                {"id": "VE", "name": "Data", "cards": [{"id": "VE2", "desc": "a"}]},
                {"id": "AT", "name": "Login", "cards": [{"id": "AT2", "desc": "c"}]},
            ],
            {"group": ("Data", "Login"), "id": ("VE2", "AT2"), "desc": ("a", "c")},
        ),
        (
            {"a1": {"Title": "A", "cost": 1}, "b1": {"Title": "B", "cost": 2}},
            {"key": ("a1", "b1"), "Title": ("A", "B"), "cost": (1, 2)},
        ),
        (
            [{"name": "A", "parts": [{"name": "B", "hit points": 2}]}],
            {"name": ("A",), "parts": ("**B.** Hit points 2.",)},
        ),
    ],
)
def test_cards_are_taken_out_of_any_tree(tree, columns):
    table = table_of("t.json", json.dumps(tree).encode())
    assert {column.header: column.cells for column in table.columns} == columns


def test_no_object_of_any_tree_is_lost_in_silence():
    chance = random.Random(5)
    for _ in range(100):
        counts = {f"g{n}": chance.randint(0, 4) for n in range(chance.randint(1, 5))}
        alike = {key: chance.random() < 0.7 for key in counts}
        tree = {
            key: [
                {"name": f"{key}-{n}", "cost": n} if alike[key] else {f"x{key}": n}
                for n in range(count)
            ]
            for key, count in counts.items()
        }
        if total := sum(counts.values()):
            table = table_of("t.json", json.dumps(tree).encode())
            noted = [note.split() for note in table.notes if " objects under " in note]
            assert table.rows + sum(int(words[2]) for words in noted) == total, tree


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("cp1251", "Название,Текст\nАльфа,Возьми карту\nБета,Сбрось две"),
        ("cp932", "名前,効果\n剣,カードを二枚引く\n盾,捨てる"),
        ("cp850", "Nom,Texte\nÉpée,Piochez une carte à la fin\nBouclier,Défaussez-la là"),
        ("mac_roman", "Nom,Texte\nÉpée,Piochez une carte après l’été\nBouclier,Défaussez"),
        ("cp1252", "Name,Text\nKälte,Nimm zwei Münzen für später\nÄpfel,Würfle"),
    ],
)
def test_encodings_are_told_by_their_letters(encoding, words):
    table = table_of("t.csv", words.encode(encoding))
    assert list(table.columns[0].texts) == [row.split(",")[0] for row in words.split("\n")[1:]]
    assert "stored as UTF-8" in table.notes[0]


def test_an_encoding_that_is_named_counts(tmp_path):
    (tmp_path / "t.csv").write_bytes("Name,Text\nŻółw,Dobierz kartę".encode("cp1250"))
    assert read_source("t.csv", tmp_path, "cp1250").columns[0].texts == ("Żółw",)
    for name in ("ascii", "nonsense"):
        with pytest.raises(CardgenError) as raised:
            read_source("t.csv", tmp_path, name)
        assert raised.value.diagnostics[0].code == "CG723"


def test_a_short_row_is_filled_up_and_told():
    table = table_of("t.csv", b"Name,Cost,Text\nAlpha,2\nBeta,1,Draw a card")
    assert table.notes == ("this row has 2 values, and the header 3 names: line 2",)

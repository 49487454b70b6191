"""Cards that stand in a table are live like others, and changed where they stand."""

import json

import pytest
from asgi import Client
from bench import HEROES
from documents import document

from cardgen.preview.about.hit_test import card_node
from cardgen.preview.editing.forms import card_form, deck_form
from tests.source.test_deck_tables import xlsx

GAME = "card_data/test/game.yaml"
BOOK = HEROES.replace(".yaml", ".xlsx")
ROWS = [
    ["type", "id", "title", "class", "power", "text", "qty"],
    ["hero", "anna", "Anna", "knight", 3, "Draw **two** cards.", ""],
    ["hero", "bert", "Bert", "mage", 1, "Keep {rule:hand} cards.", 2],
    ["hero", "cleo", "Cleo", "mage", 7, "", ""],
    ["plain", "dora", "Dora", "", "", "Nothing.", ""],
]


def save(bench, *others, rows=ROWS):
    (bench.root / BOOK).write_bytes(xlsx(rows, "heroes"))
    return bench.saved(BOOK, *others)


@pytest.fixture
def sheet(bench):
    """The heroes moved into a workbook while the preview was watching."""
    (bench.root / HEROES).unlink()
    save(bench, HEROES)
    return bench


def edited(row, column, value):
    rows = [list(one) for one in ROWS]
    rows[row][column] = value
    return rows


def test_a_deck_may_move_into_a_workbook_and_nothing_is_drawn(bench, prints, request):
    before = prints(bench)
    request.getfixturevalue("sheet")
    assert prints(bench) == before
    assert bench.changed() == {}


def test_a_cell_that_is_saved_draws_its_card(sheet):
    save(sheet, rows=edited(1, 5, "Draw **three** cards."))
    assert set(sheet.changed()) == {"heroes/anna/face", "mat/face"}


def test_a_broken_cell_is_told_at_its_card_and_the_last_picture_stays(sheet, prints):
    before = prints(sheet)
    save(sheet, rows=edited(3, 4, "seven"))
    [found] = sheet.loaded.diagnostics()
    assert str(found.location) == f"{BOOK}!heroes!E4"
    assert set(sheet.loaded.state.faults) == {"heroes/cleo"}
    assert prints(sheet) == before
    save(sheet)
    assert list(sheet.loaded.diagnostics()) == []


def test_the_table_and_the_fields_show_cells_that_are_read_only(sheet):
    form = deck_form(sheet.loaded, "heroes")
    assert [card["given"]["title"] for card in form["cards"]] == ["Anna", "Bert", "Cleo", "Dora"]
    assert {card["made"] for card in form["cards"]} == {f"The card is in {BOOK}"}
    fields = card_form(sheet.loaded, "heroes", "bert")
    assert fields["made"] == f"The card is in {BOOK}"
    places = {field["name"]: field["at"] for field in fields["fields"]}
    assert places["power"]["cell"] == "heroes!E3"
    assert places["assumption"] is None


def test_an_id_made_of_a_title_is_shown(sheet):
    rows = [[cell for n, cell in enumerate(row) if n != 1] for row in ROWS]
    text = sheet.text(GAME).replace("heroes: {kind: deck,", "heroes: {kind: deck, ids: title,")
    sheet.write(GAME, text)
    save(sheet, GAME, rows=rows)
    form = deck_form(sheet.loaded, "heroes")
    assert [card["given"]["id"] for card in form["cards"]] == ["anna", "bert", "cleo", "dora"]


def test_a_change_from_the_page_is_refused_with_the_cell(sheet):
    one = {"deck": "heroes", "card": "bert", "field": ["power"], "value": "9"}
    before = (sheet.root / BOOK).read_bytes()
    answer = Client.of(sheet.live).send("/api/games/test/change", {"changes": [one]})
    assert f"`bert` is in a spreadsheet, {BOOK}!heroes!E3: change it there" in str(answer.json())
    assert (sheet.root / BOOK).read_bytes() == before


def test_a_spot_on_a_card_is_found_in_its_cell(sheet):
    node = card_node(sheet.loaded, "heroes/cleo/face")
    assert str(node.key_at("title")) == f"{BOOK}!heroes!C4"


@pytest.mark.parametrize("indent", [None, 1])
def test_a_fault_in_json_is_told_at_its_card(bench, indent):
    (bench.root / HEROES).unlink()
    path = HEROES.replace(".yaml", ".json")
    cards = [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]
    for cleo in (7, "seven"):
        cards[2]["power"] = cleo
        given = [{name: value for name, value in card.items() if value} for card in cards]
        bench.write(path, json.dumps(given, indent=indent))
        bench.saved(HEROES, path)
    assert set(bench.loaded.state.faults) == {"heroes/cleo"}


TABLE = HEROES.replace(".yaml", ".csv")
CSV = document("preview/tables_csv.csv")


@pytest.fixture
def table(bench):
    """The heroes moved into a CSV file while the preview was watching."""
    (bench.root / HEROES).unlink()
    bench.write(TABLE, CSV)
    bench.saved(TABLE, HEROES)
    return bench


def cards(bench):
    return {card.id: card for card in bench.loaded.game.components["heroes"].cards}


def test_an_edit_of_a_row_reads_that_row_alone(table):
    before = cards(table)
    table.save(TABLE, "mage,7", "mage,8")
    assert set(table.changed()) == {"heroes/cleo/face"}
    after = cards(table)
    assert [id for id in after if after[id] is not before[id]] == ["cleo"]
    assert after["cleo"].fields["power"] == 8


def test_two_decks_may_show_one_table(table):
    heroes = "heroes: {kind: deck, title: Heroes, size: poker, back: heroes.back.xml.j2"
    others = heroes.replace("heroes:", "others:").replace("Heroes", "Others")
    rest = ", cards: decks/heroes.csv}"
    table.save(GAME, heroes + "}", f"{heroes}}}\n  {others}{rest}")
    table.save(TABLE, "mage,7", "mage,8")
    assert set(table.changed()) == {"heroes/cleo/face", "others/cleo/face"}


def test_rows_take_the_rules_as_they_are_now(table):
    table.save(GAME, "value: 5", "value: 6")
    assert cards(table)["bert"].fields["text"].plain == "Keep 6 cards."
    table.save(TABLE, "Dora", "Dorothy")
    assert set(table.changed()) == {"heroes/dora/face"}
    assert cards(table)["bert"].fields["text"].plain == "Keep 6 cards."


def test_a_row_that_is_wrong_is_told_after_every_save(table):
    table.save(TABLE, "mage,7", "sage,7")
    told = [one.code for one in table.loaded.diagnostics()]
    assert told
    table.save(TABLE, "Nothing.", "Something.")
    assert [one.code for one in table.loaded.diagnostics()] == told
    table.save(TABLE, "sage,7", "mage,9")
    assert list(table.loaded.diagnostics()) == []
    assert cards(table)["cleo"].fields["power"] == 9


def test_an_id_that_a_row_takes_from_another_is_told(table):
    table.save(TABLE, "hero,cleo", "hero,anna")
    assert [one.code for one in table.loaded.diagnostics()] == ["CG205"]


def test_a_side_that_waits_is_laid_out_though_the_next_save_is_of_another_row(table):
    before = {id: one.fingerprint for id, one in table.loaded.side_results.items()}
    table.write(TABLE, CSV.replace("mage,7", "mage,8"))
    table.loaded.load({TABLE}, 8)  # nothing is laid out in between
    table.save(TABLE, "Dora", "Dorothy")
    new = {id for id, one in table.loaded.side_results.items() if one.fingerprint != before[id]}
    assert new == {"heroes/cleo/face", "heroes/dora/face"}
    assert table.loaded.pending == {}


def test_cards_that_tell_the_number_of_their_deck_follow_it(table):
    table.save("templates/test/plain.xml.j2", "card.title", "deck.count")
    table.save(TABLE, "mage,7,,", "mage,7,,3")
    assert "heroes/dora/face" in table.changed()

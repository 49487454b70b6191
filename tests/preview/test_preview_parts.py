"""New parts of a game from the page: each is one step, the smallest difference, and is undone."""

from base64 import b64encode

import pytest
from bench import HEROES

from tests.source.test_deck_tables import xlsx

API = "/api/games/test"
GAME = "card_data/test/game.yaml"
FACE = "templates/test/hero.xml.j2"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20z"/></svg>'
ICON = b64encode(SVG.encode()).decode()
PARTS = [
    {"part": "color", "name": "moss", "value": "#446622"},
    {"part": "style", "name": "whisper", "like": "body"},
    {"part": "field", "type": "hero", "name": "speed", "kind": "number"},
    {"part": "type", "name": "curse", "like": "hero"},
    {"part": "deck", "title": "Old curses", "type": "hero"},
    {"part": "icon", "name": "My Moon.svg", "data": ICON},
]
REFUSED = [
    {"part": "color", "name": "ink", "value": "#446622"},
    {"part": "color", "name": "!", "value": "#446622"},
    {"part": "style", "name": "whisper", "like": "nothing"},
    {"part": "field", "type": "hero", "name": "title", "kind": "number"},
    {"part": "field", "type": "hero", "name": "speed", "kind": "wish"},
    {"part": "type", "name": "hero", "like": "hero"},
    {"part": "deck", "title": "Heroes", "type": "hero"},
    {"part": "deck", "title": "!", "type": "hero"},
    {"part": "icon", "name": "moon.png", "data": ICON},
    {"part": "icon", "name": "moon.svg", "data": "?"},
    {"part": "picture", "name": "../moon.exe", "data": ICON},
    {"part": "wish"},
    {},
]
FAULTY = [
    {"part": "color", "name": "moss", "value": "greenish"},
    {"part": "icon", "name": "my-moon.svg", "data": b64encode(b"<svg>").decode()},
    {"part": "picture", "name": "moon.png", "data": ICON},
]


def files(bench):
    return {
        path.relative_to(bench.root).as_posix(): path.read_bytes()
        for path in bench.root.rglob("*")
        if path.is_file() and "output" not in path.parts
    }


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part["part"])
def test_a_part_is_added_and_undone(client, bench, part):
    before = files(bench)
    answer = client.send(f"{API}/parts", part).json()
    assert answer["written"], answer
    after = files(bench)
    assert after != before
    lines, new_lines = (set(state[GAME].splitlines()) for state in (before, after))
    assert len(lines - new_lines) <= (part["part"] == "color")  # colours share one line
    bench.live.settle()
    assert not bench.loaded.diagnostics()
    client.send(f"{API}/undo", {"step": answer["undo"]["id"]})
    assert files(bench) == before


@pytest.mark.parametrize("part", [*REFUSED, *FAULTY], ids=str)
def test_an_impossible_part_is_refused(client, bench, part):
    before = files(bench)
    answer = client.send(f"{API}/parts", part).json()
    assert not answer["written"]
    assert answer["faults"][0]["message"]
    assert files(bench) == before


@pytest.mark.parametrize(
    ("card", "type", "values"),
    [
        ("dora", "hero", {"class": "knight", "power": "3", "text": "Nothing."}),
        ("anna", "plain", {"text": "Draw **two** cards."}),
    ],
)
def test_another_type_gets_the_missing_fields_of_its_first_card(client, bench, card, type, values):
    change = {"deck": "heroes", "card": card, "field": ["type"], "value": type}
    answer = client.send(f"{API}/change", {"changes": [change]}).json()
    assert answer["written"], answer
    lost = ", without fields class and power" if type == "plain" else ""
    assert answer["undo"]["label"] == f"type of {card.title()}{lost}"
    bench.live.settle()
    fields = client.get(f"{API}/fields?deck=heroes&card={card}").json()["fields"]
    given = {field["name"]: field["given"] for field in fields if field["given"] is not None}
    built_in = {"id": card, "title": card.title(), "type": type}
    assert {name: given[name] for name in given if name not in built_in} == values


@pytest.mark.parametrize(
    ("kind", "name", "status"),
    [("icon", "anchor", 200), ("icon", "nothing", 404), ("image", "art/nothing.png", 404)],
)
def test_icons_and_pictures_are_sent_by_name(client, kind, name, status):
    answer = client.get(f"{API}/asset?kind={kind}&name={name}")
    assert (answer.status_code, bool(answer.content)) == (status, True)


TABLE = "card_data/test/decks/heroes.csv"
ROWS = """\
Name,Type,Text,Qty
Anna,Knight,"Draw, then play.",
Bert,Mage,Keep it.,2
"""
ONE_TYPE = """\
title: Test
theme: {colors: {red: "#f0d0d0"}, styles: {body: {font: atkinson/regular, size: 9pt, color: black}}}
card_types:
  hero: {fields: {kind: {kind: text}, text: {kind: rich, optional: true}}}
components:
  heroes:
    kind: deck
    cards: decks/heroes.csv
    ids: title
    back: none
    columns: {Name: title, Type: kind}
"""


@pytest.fixture
def table(bench):
    """A game with one type of cards, which are in a table."""
    (bench.root / HEROES).unlink()
    bench.write(GAME, ONE_TYPE)
    bench.write(
        FACE,
        '<side background="red"><text style="body" x="5" y="5" width="50">'
        "{{ card.title }}</text></side>",
    )
    bench.write(TABLE, ROWS)
    bench.saved(GAME, FACE, TABLE, HEROES)
    assert not bench.loaded.diagnostics()
    return bench


def test_a_field_in_a_game_of_a_table_is_a_column_there(table, client):
    part = {"part": "field", "type": "hero", "name": "Attack Power", "kind": "number"}
    answer = client.send(f"{API}/parts", part).json()
    assert answer["written"], answer
    assert (answer["name"], answer["note"]) == ("attack_power", "")
    assert table.text(TABLE).splitlines() == [
        "Name,Type,Text,Qty,Attack Power",
        'Anna,Knight,"Draw, then play.",,',
        "Bert,Mage,Keep it.,2,",
    ]
    assert "attack_power: {kind: number, optional: true, doc: Attack Power}" in table.text(GAME)
    table.live.settle()
    change = {"deck": "heroes", "card": "anna", "field": ["attack_power"], "value": "3"}
    change["was"] = None
    assert client.send(f"{API}/change", {"changes": [change]}).json()["written"]
    assert table.text(TABLE).splitlines()[1] == 'Anna,Knight,"Draw, then play.",,3'
    table.live.settle()
    fields = client.get(f"{API}/fields?deck=heroes&card=anna").json()["fields"]
    labels = {field["name"]: field["control"].get("label") for field in fields}
    assert (labels["kind"], labels["type"]) == ("Type", "Card type")
    assert (labels["attack_power"], labels["text"]) == ("Attack Power", "Text")
    assert not table.loaded.diagnostics()


def test_cards_of_a_table_keep_their_type_beside_a_second_one(table, client):
    answer = client.send(f"{API}/parts", {"part": "type", "name": "Curse", "like": "hero"}).json()
    assert answer["written"], answer
    assert "defaults: {type: hero}" in table.text(GAME)
    table.live.settle()
    assert not table.loaded.diagnostics()
    change = {"deck": "heroes", "card": "bert", "field": ["type"], "value": "curse"}
    assert client.send(f"{API}/change", {"changes": [change]}).json()["written"]
    table.live.settle()
    assert not table.loaded.diagnostics()
    types = {card.id: card.type for card in table.loaded.game.components["heroes"].cards}
    assert types == {"anna": "hero", "bert": "curse"}
    assert table.text(TABLE).splitlines()[2] == "Bert,Mage,Keep it.,2,curse"


def test_a_value_for_which_a_table_has_no_column_adds_one(table, client):
    change = {"deck": "heroes", "card": "bert", "field": ["assumption"], "value": "Too strong?"}
    change["was"] = None
    answer = client.send(f"{API}/change", {"changes": [change]}).json()
    assert answer["written"], answer
    assert table.text(TABLE).splitlines()[::2] == [
        "Name,Type,Text,Qty,Assumption",
        "Bert,Mage,Keep it.,2,Too strong?",
    ]
    client.send(f"{API}/undo", {"step": answer["undo"]["id"]})
    assert table.text(TABLE) == ROWS


def test_a_field_in_a_game_of_a_workbook_asks_for_a_column(table, client):
    (table.root / TABLE).unlink()
    book = TABLE.replace(".csv", ".xlsx")
    rows = [["Name", "Type", "Text"], ["Anna", "Knight", "Draw."]]
    (table.root / book).write_bytes(xlsx(rows, "heroes"))
    table.write(GAME, ONE_TYPE.replace("heroes.csv", "heroes.xlsx"))
    table.saved(GAME, TABLE, book)
    part = {"part": "field", "type": "hero", "name": "Attack Power", "kind": "number"}
    answer = client.send(f"{API}/parts", part).json()
    assert answer["written"], answer
    assert "add a column “attack power”" in answer["note"]
    answer = client.send(f"{API}/parts", {"part": "type", "name": "Curse", "like": "hero"}).json()
    assert answer["written"], answer
    assert "keep their type" in answer["note"]

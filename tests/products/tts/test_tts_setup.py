"""The set-up of a small game and of a new one, done by the script that is made of its steps."""

import json

import pytest
from documents import document
from presses import press_all
from simulator import Table, data_of
from workshops import FILES, build_request, write_files

from cardgen.api import open_game
from cardgen.core.diagnostics import OutputError
from cardgen.features.scaffold import new_game
from cardgen.pipeline.build import build, check
from cardgen.products.tts import contents_of
from cardgen.products.tts.names import Guids
from cardgen.products.tts.setup import FELT, UNUSED
from cardgen.products.tts.tabletop import table_save

pytest.importorskip("lupa.lua52", reason="lupa is not installed")


GAME = "card_data/game/game.yaml"
PIECES = """\
  board: {kind: board, size: {width: 200mm, height: 200mm}, template: board.xml.j2}
  tokens:
    kind: tokens
    size: 20mm
    template: token.xml.j2
    tokens: [{id: white}, {id: red}, {id: green}]
  table: {kind: table, seats: [White, Red, Green]}
"""
BOARD = document("products/tts/setup_board.xml.j2")
HEROES = """\
cards:
  - {id: anna, copies: 4}
  - {id: bert, copies: 5}
  - {id: carl}
"""
STEPS = document("products/tts/setup_steps.yaml")


@pytest.fixture
def made(tmp_path):
    """Write the game, with some steps and perhaps a script, and load the save of its table."""

    def save(steps=STEPS, table="", lua=""):
        game = FILES[GAME].replace('version: "1"', 'version: "1"\nplayers: 2-3')
        pieces = PIECES.replace("Green]}", f"Green]{table}}}")
        files = {
            **FILES,
            GAME: f"{game}{pieces}{steps}",
            "card_data/game/decks/heroes.yaml": HEROES,
            "templates/game/board.xml.j2": BOARD,
            "templates/game/token.xml.j2": '<side background="sea"/>\n',
            "templates/game/own.lua.j2": lua,
        }
        write_files(tmp_path, files)
        with open_game(build_request(tmp_path, jobs=1), "game") as opened:
            request = opened.lay_out().product_request([])
            return json.loads(json.dumps(table_save(request, contents_of(request), Guids())))

    return save


def pressed(save, count, **how):
    table = Table(save, **how)
    table.press(count)
    assert table.said[-1] == f"Game is set up for {count} players.", table.said
    return table


@pytest.mark.parametrize("count", [2, 3])
def test_the_script_does_what_the_steps_say(made, count):
    table = pressed(made(), count)
    for slot in ("slot-1", "slot-2"):
        [card] = table.cards_at(table.place(slot))
        assert data_of(card)["id"] == "bert"
        assert not table.face_up(slot)
    assert table.cards_at(table.place("slot-3")) == []
    colors = ("White", "Red", "Green") if count == 3 else ("White", "Red")
    assert [len(table.hand(color)) for color in colors] == list(range(1, count + 1))
    for color in colors:
        x, _, z = table.piece(f"tokens/{color.lower()}")._position
        assert (x, z) == pytest.approx(table.place(f"home-{color.lower()}"))
    assert "Hold 5 cards." in table.said
    assert table.lua.globals()["Turns"]["turn_color"] == colors[-1]
    box = table.cards_at((UNUSED.x, UNUSED.z))
    assert [data_of(card)["id"] for card in box] == (["carl"] if count == 2 else [])


def test_what_a_seat_has_follows_who_sits_there(made):
    table = pressed(made(), 2, sitting=("Green", "Red"))
    x, _, z = table.piece("tokens/green")._position
    assert (x, z) == pytest.approx(table.place("home-green"))
    assert [len(table.hand(color)) for color in ("White", "Red", "Green")] == [0, 1, 2]


def test_before_a_player_is_in_front_of_the_seat(made):
    table = pressed(
        made("setup: [{draw: heroes, before: [-2in, 4in]}]\n"), 2, sitting=("White", "Green")
    )
    near, far = (
        (spot._position[0], spot._position[2])
        for spot, card in table.lying()
        if data_of(card)["deck"] == "heroes" and spot.type == "Card"
    )
    assert (near[1], far[1]) == (-22, 22)
    seats = table.lua.globals()["SEATS"]
    assert (near[0] - seats[1]["x"], far[0] - seats[3]["x"]) == pytest.approx((-2, 2))


def test_players_sit_where_the_board_says(made):
    save = made(table=", sit_at: [home-white, slot-1, slot-3]")
    seats = Table(save).lua.globals()["SEATS"]
    white, red, green = (seats[number] for number in (1, 2, 3))
    assert [one["turn"] for one in (white, red, green)] == [180, 0, 0]
    assert white["x"] == pytest.approx((40 + 15 - 100) / 25.4, abs=0.001)
    assert red["x"] < green["x"]  # too close for two hands: further apart, in their order


def test_seats_that_the_board_lacks_are_found(made):
    with pytest.raises(OutputError) as caught:
        made(table=", sit_at: [home-white, home-rde]")
    unknown, few = caught.value.diagnostics
    assert (unknown.code, unknown.message) == ("CG207", "unknown place `home-rde`")
    assert few.message == "2 places to sit at, for 3 players"
    assert few.location.path == unknown.location.path == GAME


COUNTERS = """, counters: {gold: {title: Gold, start: hand}, day: {title: Day, each: table},
    sun: {title: Sun, each: table}}"""


def counted(things):
    return [one._data["Counter"]["value"] for one in things if one._data["Name"] == "Counter"]


def test_counters_lie_before_the_players_and_start_over(made):
    table = Table(made(table=COUNTERS))
    counters = [one for one in table.things if one._data["Name"] == "Counter"]
    assert counted(counters) == [5, 5, 5, 0, 0]
    seats = table.lua.globals()["SEATS"]
    for number, one in enumerate(counters[:3], 1):
        x, _, z = one._position
        side = 1 if seats[number]["turn"] == 180 else -1
        spot = (side * (x - seats[number]["x"]), side * z)
        assert spot == pytest.approx((9.5, 3 - FELT[1] / 2))  # at the right hand
    spots = [(one._position[0], one._position[2]) for one in counters[3:]]
    assert spots == [(-UNUSED.x, UNUSED.z), (-UNUSED.x, UNUSED.z - 2.5)]
    pieces = [one for one in table.lua.globals()["PIECES"].values() if one["kind"] == "counter"]
    assert [(piece["width"], piece["depth"]) for piece in pieces] == [(3, 2)] * 5
    for one in counters:
        one._data["Counter"] = {"value": 9}
    table.press(2)
    assert counted(table.things) == [9] * 5  # nobody has touched the pieces
    table.press(3)
    assert sorted(counted(table.things)) == [0, 0, 5, 5, 5]


def test_without_a_board_pieces_lie_beside_an_open_middle(made):
    table = Table(made("setup: [{shuffle: heroes}]\n", ", leave_out: [board]"))
    x, _, z = table.piece("heroes")._position
    assert (x, z) == pytest.approx(((300 + 63) / 2 / 25.4 + 1, 10 - 88 / 2 / 25.4), abs=0.001)


def test_the_counts_are_checked(made):
    save = made()
    save["LuaScript"] = save["LuaScript"].replace('deal("heroes", 2', 'deal("heroes", 1')
    table = Table(save)
    table.press(2)
    assert any("1 instead of 2" in text for text in table.said)


def test_a_script_beside_the_steps_may_call_them(made):
    lua = 'function setup(players) say("Ready?"); return set_up(players) end'
    table = pressed(made(table=", script: own.lua.j2", lua=lua), 2)
    assert table.said.index("Ready?") < table.said.index("Hold 5 cards.")
    assert len(table.hand("Red")) == 2


def test_a_place_that_no_board_has_is_found_by_check(made, tmp_path):
    steps = "setup:\n  - {draw: heroes, on: slto-1}\n  - {put: tokens/red, on: pile}\n"
    with pytest.raises(OutputError) as caught:
        made(steps)
    [found] = caught.value.diagnostics
    assert (found.code, found.message) == ("CG207", "unknown place `slto-1`")
    assert (found.location.path, found.location.column) == (GAME, 24)
    assert "slot-1" in found.hints[0]
    assert [one.message for one in check(tmp_path, ("game",))] == [found.message]


pytest.importorskip("lupa.lua52", reason="lupa is not installed")


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    root = new_game(tmp_path_factory.mktemp("new"), None, "my-game").project
    report = build(build_request(root, products=("tts",), jobs=1))
    assert [item.message for item in report.diagnostics] == []
    return json.loads((root / "output/my-game/tts/my-game.json").read_bytes())


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_starter_is_set_up(save, count):
    table = Table(save, seed=count)
    table.press(count)
    assert table.said[-1] == f"My Game is set up for {count} players."
    assert not [text for text in table.said if text.startswith("Check the table")]
    assert len(table.cards_at(table.place("pile"))) == 36
    assert not table.face_up("pile")
    for token, place in (("boat", "tide-0"), ("moon", "moon-1")):
        x, _, z = table.piece(f"tokens/{token}")._position
        assert (x, z) == pytest.approx(table.place(place), abs=0.1)


def test_every_button_of_the_starter_works_after_every_other(save):
    press_all(save)

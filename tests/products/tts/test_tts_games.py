"""Every set-up button of every game, pressed on a simulated table: hands, piles and places."""

import json
from collections import Counter
from pathlib import Path

import pytest
from breadth import DEFAULT_GAME

pytest.importorskip("lupa.lua52", reason="lupa is not installed")

from five_games import GAMES, SPECIMEN
from simulator import Table, data_of

from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.table import VirtualTable, player_counts
from cardgen.model.components.tokens import TokenSet
from cardgen.model.load import load_game

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[3]


def load(table_of, game):
    return json.loads((table_of(game) / f"{game}.json").read_bytes())


def set_up(table_of, game, count, seed=1):
    """Press a button; the table must say that all is well, and hide the panel."""
    table = Table(load(table_of, game), seed=seed)
    table.press(count)
    wrong = [text for text in table.said if text.startswith("Check the table")]
    assert not wrong, wrong
    title, players = table.save["SaveName"], "one player" if count == 1 else f"{count} players"
    assert table.said[-1] == f"{title} is set up for {players}."
    assert table.attributes["setup", "active"] == "false"
    return table


def hands(table):
    return sorted(filter(None, (len(table.hand(color)) for color in table.seats)))


def decks_in_hands(table):
    return Counter(data_of(card._data)["deck"] for c in table.seats for card in table.hand(c))


def all_cards(table):
    return sum(1 for _ in table.lying()) + sum(len(table.hand(color)) for color in table.seats)


ALL = [
    *(("hachi-train", n) for n in (3, 4, 5)),
    *(("last-men-standing", n) for n in (1, 2)),
    *(("last-train", n) for n in (3, 4, 5, 6)),
    *(("minecart", n) for n in (2, 3, 4)),
    ("railroaded", 4),
]
for_each_game = pytest.mark.parametrize("game", GAMES)


@pytest.mark.parametrize(("game", "count"), ALL)
def test_every_button_sets_up_and_loses_no_card(table_of, game, count):
    before = all_cards(Table(load(table_of, game)))
    table = set_up(table_of, game, count)
    assert all_cards(table) == before
    assert len(hands(table)) == count
    for color in table.seats:  # a hand fits side by side into its zone; sizes are within 2 %
        width = sum(card.true_size()[0] for card in table.hand(color))
        assert width <= table.seats[color]["Transform"]["scaleX"] * 1.03


@for_each_game
def test_there_is_a_button_for_every_number_of_players(table_of, game):
    save = load(table_of, game)
    counts = [number for name, number in ALL if name == game]
    assert save["PlayerCounts"] == [min(counts), max(counts)]
    for count in counts:
        assert f'id="{count}" onClick="pressed"' in save["XmlUI"]
    assert save["XmlUI"].count('onClick="pressed"') == len(counts)
    assert len([o for o in save["ObjectStates"] if o["Name"] == "HandTrigger"]) == max(counts)


def test_the_seats_that_are_taken_are_dealt_to(table_of):
    save = load(table_of, DEFAULT_GAME)
    colors = list(Table(save).seats)[-3:]
    table = Table(save, sitting=tuple(colors))
    table.press(3)
    assert {color for color in table.seats if table.hand(color)} == set(colors)


@for_each_game
@pytest.mark.parametrize("frames", [0, 500])
def test_sizes_are_settled_once_the_pictures_are_there(table_of, game, frames):
    table = Table(load(table_of, game), loading=frames)
    pieces = dict(table.lua.globals()["PIECES"])
    for id in ("BOARD", *pieces):
        piece = table.lua.globals()[id] if id == "BOARD" else pieces[id]
        thing = table.find(piece["guid"])
        assert thing is not None
        if piece["kind"] in ("board", "deck", "card", "token"):
            assert thing.true_size()[0] == pytest.approx(piece["width"], rel=0.021), id


def test_a_set_up_waits_for_the_pictures(table_of):
    table = Table(load(table_of, DEFAULT_GAME), loading=300)
    table.press(3)
    assert table.frame > 300
    assert table.said[-1].endswith("is set up for 3 players.")


@for_each_game
def test_starting_over_gathers_everything_and_sets_up_again(table_of, game):
    least, most = (choose(n for name, n in ALL if name == game) for choose in (min, max))
    table = set_up(table_of, game, most)
    table.call("open_panel", None, "", "again")
    assert table.attributes["setup", "active"] == "true"
    lost = next(thing for thing in table.things if thing.type in ("Card", "Deck"))
    table.things.remove(lost)  # lost cards come back
    table.press(least)
    assert not [text for text in table.said if text.startswith("Check the table")]
    fresh = set_up(table_of, game, least)
    assert holdings(table) == holdings(fresh)
    assert table.attributes["setup", "active"] == "false"


def test_starting_over_after_a_game_was_saved(table_of):
    table = set_up(table_of, DEFAULT_GAME, 5)
    state = table.call("onSave")
    save = {**table.save, "ObjectStates": [json.loads(thing.getJSON()) for thing in table.things]}
    again = Table(save, state=state)
    again.press(3)
    assert again.said[-1].endswith("is set up for 3 players.")
    assert holdings(again) == holdings(set_up(table_of, DEFAULT_GAME, 3))


def holdings(table):
    """What is in hands, how many cards there are, and where pieces lie that are no cards."""
    others = (one for one in table.things if one.is_object and one.type not in ("Card", "Deck"))
    spots = ((round(one._position[0], 2), round(one._position[2], 2)) for one in others)
    return decks_in_hands(table), all_cards(table), Counter(spots)


@for_each_game
def test_everything_lies_there_as_often_as_the_game_says(table_of, game):
    made = load_game(ROOT, game)
    left_out = next(c.leave_out for c in made.components.values() if isinstance(c, VirtualTable))
    want = Counter()
    for id, component in made.components.items():
        match component:
            case Deck():
                want[id] = sum(card.copies for card in component.cards)
            case TokenSet() if id not in left_out:
                want[id] = component.count
            case Die() if id not in left_out:
                want[id] = component.copies
            case Board() | Booklet() if id not in left_out:
                want[id] = 1
            case VirtualTable():
                each = {True: player_counts(made.players)[-1], False: 1}
                want[id] = sum(each[one.is_own] for one in component.counters.values())
    have = Counter()
    for thing in load(table_of, game)["ObjectStates"]:
        for one in thing.get("ContainedObjects", [thing]):
            have.update(one.get("Tags", [])[:1])
    assert have == +want


@pytest.mark.parametrize("game", [*GAMES, SPECIMEN])
def test_every_object_has_words_to_be_found_by(table_of, game):
    for thing in load(table_of, game)["ObjectStates"]:
        if thing["Name"] == "HandTrigger":
            continue
        cards = thing.get("ContainedObjects", [])
        for one in [thing, *cards]:
            assert all((one["Nickname"], one["Description"], one["Tags"])), one
            assert one["Description"].split("\n") == [
                line.strip() for line in one["Description"].split("\n") if line.strip()
            ]
        assert all(thing["Nickname"] in card["Description"] for card in cards)


FIRST = {"hachi-train": 0, "last-train": 0, "minecart": 0, "railroaded": -1}


@for_each_game
def test_turns_go_round_the_players_where_the_rules_say_so(table_of, game):
    count = max(number for name, number in ALL if name == game)
    save = load(table_of, game)
    assert save["Turns"]["Enable"] == (game in FIRST)
    table = set_up(table_of, game, count)
    turns = table.lua.globals()["Turns"]
    assert turns["enable"] == (game in FIRST)
    if game in FIRST:
        order = list(turns["order"].values())
        assert order == [color for color in save["Turns"]["TurnOrder"] if table.hand(color)]
        assert len(order) == count
        assert (turns["type"], turns["turn_color"]) == (2, order[FIRST[game]])


def test_a_missing_card_is_noticed(table_of):
    save = load(table_of, "hachi-train")
    deck = next(
        thing for thing in save["ObjectStates"] if thing["Nickname"] == "Train and special cars"
    )
    deck["ContainedObjects"].pop()
    table = Table(save)
    table.press(4)
    assert any("47 instead of 48" in text for text in table.said)
    assert ("setup", "active") not in table.attributes


# ---- the rules of each game ---------------------------------------------------------------------

Cards = dict[str, int]
ENCOUNTERS = {f"encounter-{number}": 1 for number in range(1, 15)}
OTHER_ROAD = {f"other-road/{place}": 1 for place in (*ENCOUNTERS, "mission")}
SQUADS = {"tokens/squad": "start", "tokens/second-squad": "other-road/start"}
LANES = {f"lane-{lane}-{letter}": 1 for lane in range(1, 5) for letter in "abcdefg"}
CARTS = {f"tokens/cart-{name}": f"lane-{n}-d" for n, name in enumerate(("pick", "gem"), 1)}
STATIONS = {f"station-{way}": 1 for way in ("north", "east", "south", "west")}
SET_UPS = [
    ("hachi-train", 3, 8, {"removed": 16, "stock": 8}, {}),
    ("hachi-train", 4, 8, {"removed": 8, "stock": 8}, {}),
    ("hachi-train", 5, 8, {"removed": 0, "stock": 8}, {}),
    (
        *("last-men-standing", 1, 4),
        {**ENCOUNTERS, "mission": 1, "soldiers": 31 - 12},
        {"tokens/turn": "turn-1"},
    ),
    (
        *("last-men-standing", 2, 4),
        {**ENCOUNTERS, **OTHER_ROAD, "soldiers": 31 - 24, "encounters": 32 - 28, "missions": 8 - 2},
        SQUADS,
    ),
    ("last-train", 3, 7, {"class-1": 24 - 5, "class-2": 24 - 5, "class-3": 24 - 5}, {}),
    ("last-train", 6, 7, {"class-1": 24 - 10, "class-2": 24 - 10, "class-3": 24 - 10}, {}),
    ("minecart", 2, 5, {**LANES, "draw": 72 - 10}, {**CARTS, "tokens/torch": "torch-1"}),
    ("minecart", 4, 5, {**LANES, "draw": 72 - 20}, {**CARTS, "tokens/torch": "torch-1"}),
    ("railroaded", 4, 9, {**STATIONS, "terminal": 104 - 36 - 4}, {}),
]


@pytest.mark.parametrize(("game", "count", "hand", "cards", "pieces"), SET_UPS)
def test_hands_piles_and_pieces_are_those_of_the_rules(table_of, game, count, hand, cards, pieces):
    table = set_up(table_of, game, count)
    assert hands(table) == [hand] * count
    assert {place: len(table.cards_at(table.place(place))) for place in cards} == cards
    for piece, place in pieces.items():
        position = table.piece(piece).getPosition()
        assert (position["x"], position["z"]) == pytest.approx(table.place(place), abs=0.01)

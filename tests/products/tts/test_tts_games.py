"""Every set-up button of every game, pressed on a simulated table: hands, piles and places."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

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
TableOf = Callable[[str], Path]
FAST = "last-men-standing"
ROOT = Path(__file__).resolve().parents[3]


def load(table_of: TableOf, game: str) -> dict[str, Any]:
    save: dict[str, Any] = json.loads((table_of(game) / f"{game}.json").read_bytes())
    return save


def set_up(table_of: TableOf, game: str, count: int, seed: int = 1) -> Table:
    """Press a button; the table must say that all is well, and hide the panel."""
    table = Table(load(table_of, game), seed=seed)
    table.press(count)
    wrong = [text for text in table.said if text.startswith("Check the table")]
    assert not wrong, wrong
    title, players = table.save["SaveName"], "one player" if count == 1 else f"{count} players"
    assert table.said[-1] == f"{title} is set up for {players}."
    assert table.attributes["setup", "active"] == "false"
    return table


def hands(table: Table) -> list[int]:
    return sorted(filter(None, (len(table.hand(color)) for color in table.seats)))


def decks_in_hands(table: Table) -> Counter[str]:
    return Counter(data_of(card._data)["deck"] for c in table.seats for card in table.hand(c))


def all_cards(table: Table) -> int:
    return sum(1 for _ in table.lying()) + sum(len(table.hand(color)) for color in table.seats)


ALL = [
    *(("hachi-train", n) for n in (3, 4, 5)),
    *(("last-men-standing", n) for n in (1, 2)),
    *(("last-train", n) for n in (3, 4, 5, 6)),
    *(("minecart", n) for n in (2, 3, 4)),
    ("railroaded", 4),
]


@pytest.mark.parametrize(("game", "count"), ALL)
def test_every_button_sets_up_and_loses_no_card(table_of: TableOf, game: str, count: int) -> None:
    before = all_cards(Table(load(table_of, game)))
    table = set_up(table_of, game, count)
    assert all_cards(table) == before
    assert len(hands(table)) == count


@pytest.mark.parametrize(("game", "count"), ALL)
def test_the_first_hand_fits_side_by_side_into_its_zone(
    table_of: TableOf, game: str, count: int
) -> None:
    table = set_up(table_of, game, count)
    for color in table.seats:
        cards = sum(card.true_size()[0] for card in table.hand(color))
        assert cards <= table.seats[color]["Transform"]["scaleX"] * 1.03  # sizes are within 2 %


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_there_is_a_button_for_every_number_of_players(table_of: TableOf, game: str) -> None:
    save = load(table_of, game)
    counts = [number for name, number in ALL if name == game]
    assert save["PlayerCounts"] == [min(counts), max(counts)]
    for count in counts:
        assert f'id="{count}" onClick="pressed"' in save["XmlUI"]
    assert save["XmlUI"].count('onClick="pressed"') == len(counts)
    assert len([o for o in save["ObjectStates"] if o["Name"] == "HandTrigger"]) == max(counts)


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_things_get_their_true_size(table_of: TableOf, game: str) -> None:
    table = Table(load(table_of, game))
    board = next(thing for thing in table.things if thing.type == "Board")
    wanted = table.lua.globals()["BOARD"]["width"]
    assert board.true_size()[0] == pytest.approx(wanted, rel=0.021)
    for id, piece in dict(table.lua.globals()["PIECES"]).items():
        if piece["kind"] in ("deck", "card", "token"):
            assert table.piece(id).true_size()[0] == pytest.approx(piece["width"], rel=0.021), id


def test_the_seats_that_are_taken_are_dealt_to(table_of: TableOf) -> None:
    table = Table(load(table_of, "last-train"), sitting=("Green", "Blue", "Red"))
    table.press(3)
    assert {color for color in table.seats if table.hand(color)} == {"Green", "Blue", "Red"}


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_sizes_are_settled_once_the_pictures_are_there(table_of: TableOf, game: str) -> None:
    table = Table(load(table_of, game), loading=500)
    pieces = dict(table.lua.globals()["PIECES"])
    for id in ("BOARD", *pieces):
        piece = table.lua.globals()[id] if id == "BOARD" else pieces[id]
        thing = table.find(piece["guid"])
        assert thing is not None
        if piece["kind"] in ("board", "deck", "card", "token"):
            assert thing.true_size()[0] == pytest.approx(piece["width"], rel=0.021), id


def test_a_set_up_waits_for_the_pictures(table_of: TableOf) -> None:
    table = Table(load(table_of, FAST), loading=300)
    table.press(1)
    assert table.frame > 300
    assert table.said[-1].endswith("is set up for one player.")


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_starting_over_gathers_everything_and_sets_up_again(table_of: TableOf, game: str) -> None:
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


def test_starting_over_after_a_game_was_saved(table_of: TableOf) -> None:
    table = set_up(table_of, FAST, 2)
    state = table.call("onSave")
    save = {**table.save, "ObjectStates": [json.loads(thing.getJSON()) for thing in table.things]}
    again = Table(save, state=state)
    again.press(1)
    assert again.said[-1].endswith("is set up for one player.")
    assert holdings(again) == holdings(set_up(table_of, FAST, 1))


def holdings(table: Table) -> tuple[Counter[str], int, Counter[tuple[float, float]]]:
    """What is in hands, how many cards there are, and where pieces lie that are no cards."""
    others = (one for one in table.things if one.is_object and one.type not in ("Card", "Deck"))
    spots = ((round(one._position[0], 2), round(one._position[2], 2)) for one in others)
    return decks_in_hands(table), all_cards(table), Counter(spots)


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_everything_lies_there_as_often_as_the_game_says(table_of: TableOf, game: str) -> None:
    made = load_game(ROOT, game)
    left_out = next(c.leave_out for c in made.components.values() if isinstance(c, VirtualTable))
    want: Counter[str] = Counter()
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
    have: Counter[str] = Counter()
    for thing in load(table_of, game)["ObjectStates"]:
        for one in thing.get("ContainedObjects", [thing]):
            have.update(one.get("Tags", [])[:1])
    assert have == +want


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_every_piece_says_what_it_is_for(table_of: TableOf, game: str) -> None:
    kinds = ("Custom_Tile", "Custom_Board", "Figurine_Custom", "Die_6_Rounded", "Die_20")
    pieces = [one for one in load(table_of, game)["ObjectStates"] if one["Name"] in kinds]
    assert pieces
    assert [one["Nickname"] for one in pieces if "\n" not in one["Description"]] == []


@pytest.mark.parametrize("game", [*GAMES, SPECIMEN])
def test_every_object_has_words_to_be_found_by(table_of: TableOf, game: str) -> None:
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


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_every_picture_can_be_compressed(table_of: TableOf, game: str) -> None:
    files = sorted((table_of(game) / "images").glob("*.*g"))
    assert files
    for file in files:
        with Image.open(file) as found:
            assert (found.format, found.mode) in {("PNG", "RGB"), ("JPEG", "RGB")}, file.name
            assert [side % 4 for side in found.size] == [0, 0], file.name
            assert max(found.size) <= 4096, file.name


FIRST = {"hachi-train": 0, "last-train": 0, "minecart": 0, "railroaded": -1}


@pytest.mark.parametrize("game", sorted({game for game, _ in ALL}))
def test_turns_go_round_the_players_where_the_rules_say_so(table_of: TableOf, game: str) -> None:
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


def test_a_missing_card_is_noticed(table_of: TableOf) -> None:
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


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("count", "removed"), [(3, 16), (4, 8), (5, 0)])
def test_hachi_train(table_of: TableOf, count: int, removed: int, seed: int) -> None:
    table = set_up(table_of, "hachi-train", count, seed)
    assert hands(table) == [8] * count
    out = [data_of(card) for card in table.cards_at(table.place("removed"))]
    assert len(out) == removed
    assert (
        Counter(card["data"]["value"] for card in out) == dict.fromkeys(range(1, 9), removed // 8)
        or not out
    )
    allowed = {3: {"4+", "5"}, 4: {"5"}, 5: set()}[count]
    assert {card["data"]["players"] for card in out} == allowed
    stock = [data_of(card) for card in table.cards_at(table.place("stock"))]
    assert [card["type"] for card in stock] == ["special"] * 8
    dealt = [data_of(card._data) for color in table.seats for card in table.hand(color)]
    assert {card["type"] for card in dealt} == {"car"}


def test_last_men_standing_alone(table_of: TableOf) -> None:
    table = set_up(table_of, "last-men-standing", 1)
    assert hands(table) == [4]
    assert decks_in_hands(table) == {"aid": 4}
    for place in range(1, 15):
        [card] = table.cards_at(table.place(f"encounter-{place}"))
        assert data_of(card)["deck"] == "encounters"
        assert not table.face_up(f"encounter-{place}")
    [mission] = table.cards_at(table.place("mission"))
    assert data_of(mission)["deck"] == "missions"
    assert table.face_up("mission")
    assert len(table.cards_at(table.place("soldiers"))) == 31 - 12
    squad = [card for _, card in table.lying() if data_of(card)["deck"] == "soldiers"]
    assert len(squad) == 31
    at = table.piece("tokens/turn").getPosition()
    assert (at["x"], at["z"]) == pytest.approx(table.place("turn-1"))


def test_last_men_standing_for_two(table_of: TableOf) -> None:
    table = set_up(table_of, "last-men-standing", 2)
    assert hands(table) == [4, 4]
    assert len(table.cards_at(table.place("soldiers"))) == 31 - 24
    assert len(table.cards_at(table.place("encounters"))) == 32 - 28
    assert len(table.cards_at(table.place("missions"))) == 8 - 2
    for road in ("", "other-road/"):
        for place in range(1, 15):
            [card] = table.cards_at(table.place(f"{road}encounter-{place}"))
            assert data_of(card)["deck"] == "encounters"
        [mission] = table.cards_at(table.place(f"{road}mission"))
        assert data_of(mission)["deck"] == "missions"
    for squad, start in (("squad", "start"), ("second-squad", "other-road/start")):
        at = table.piece(f"tokens/{squad}").getPosition()
        assert (at["x"], at["z"]) == pytest.approx(table.place(start))


@pytest.mark.parametrize(
    ("count", "classes"),
    [(3, (1, 2, 3)), (4, (1, 2, 3, 3)), (5, (1, 2, 2, 3, 3)), (6, (1, 1, 2, 2, 3, 3))],
)
def test_last_train(table_of: TableOf, count: int, classes: tuple[int, ...]) -> None:
    table = set_up(table_of, "last-train", count)
    assert hands(table) == [7] * count
    dealt = decks_in_hands(table)
    players = Counter(classes)
    assert dealt["skills"] == 2 * count
    for number in (1, 2, 3):
        assert dealt[f"class-{number}"] == 5 * players[number]
        assert len(table.cards_at(table.place(f"class-{number}"))) == 24 - 5 * players[number]
        assert table.face_up(f"class-{number}")
    assert not table.face_up("events")
    for color in table.seats:
        held = {data_of(card._data)["deck"] for card in table.hand(color)} - {"skills"}
        assert len(held) <= 1
    markers = [
        table.piece(f"markers/{one}")
        for one in ("red", "black", "white", "blue", "yellow", "green")
    ]
    spots = {table.place(f"place-{n}-{k}"): n for n in (1, 2, 3) for k in range(1, 3)}
    standing = []
    for marker in markers:
        at = marker.getPosition()
        for (x, z), number in spots.items():
            if abs(at["x"] - x) < 0.01 and abs(at["z"] - z) < 0.01:
                standing.append(number)
    assert sorted(standing) == sorted(classes)
    health = [
        card
        for thing, card in table.lying()
        if data_of(card)["deck"] == "health" and thing.type == "Card"
    ]
    assert len(health) in (count, 6 if count >= 5 else count)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_minecart(table_of: TableOf, count: int) -> None:
    table = set_up(table_of, "minecart", count)
    assert hands(table) == [5] * count
    for lane in range(1, 5):
        for row, letter in enumerate("abcdefg", 1):
            [card] = table.cards_at(table.place(f"lane-{lane}-{letter}"))
            data = data_of(card)
            assert (data["deck"], data["data"]["lane"]) == ("starting-rails", lane)
            assert data["data"]["start"] is (row == 4)
            assert table.face_up(f"lane-{lane}-{letter}")
    for lane, cart in enumerate(("pick", "gem", "shoe", "bolt")[:count], 1):
        at = table.piece(f"tokens/cart-{cart}").getPosition()
        assert (at["x"], at["z"]) == pytest.approx(table.place(f"lane-{lane}-d"))
    torch = table.piece("tokens/torch").getPosition()
    assert (torch["x"], torch["z"]) == pytest.approx(table.place("torch-1"))
    assert len(table.cards_at(table.place("draw"))) == 72 - 5 * count


def test_railroaded(table_of: TableOf) -> None:
    table = set_up(table_of, "railroaded", 4)
    assert hands(table) == [9] * 4
    stations = [table.place(f"station-{way}") for way in ("north", "east", "south", "west")]
    for way, spot in zip(("north", "east", "south", "west"), stations, strict=True):
        [card] = table.cards_at(spot)
        assert data_of(card)["deck"] == "terminal"
        assert table.face_up(f"station-{way}")
    assert len(table.cards_at(table.place("terminal"))) == 104 - 36 - 4
    x, z = table.place("terminal")
    for sx, sz in stations:
        assert ((sx - x) ** 2 + (sz - z) ** 2) ** 0.5 == pytest.approx(12, abs=0.01)  # inches

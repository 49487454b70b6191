"""Rooms of the games that come with cardgen: what they hold, and what their buttons do."""

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from five_games import GAMES
from rooms import HIGH, WIDE, PlayedRoom
from workshops import build_request

from cardgen.api import open_game
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.setup.values import NOBODY, seat_of
from cardgen.products.pcio import RoomWidgets
from cardgen.products.pcio.piles import Widget
from cardgen.products.tts.names import nickname

ROOT = Path(__file__).resolve().parents[3]
Made = tuple[Game, list[Widget], dict[str, tuple[int, int]]]


@pytest.fixture(scope="module")
def room_of(outputs):
    @cache
    def made(game):
        with open_game(build_request(ROOT, games=(game,), output=outputs, jobs=1), game) as opened:
            laid = opened.lay_out()
            room = RoomWidgets(laid.product_request([]))
            widgets = room.widgets()
            return laid.game, widgets, {n: one.size for n, one in room.pictures.items()}

    return made


@pytest.mark.parametrize("name", [*GAMES, "specimen"])
def test_a_room_holds_every_card_and_token_once_for_each_copy(name, room_of):
    game, widgets, pictures = room_of(name)
    room = PlayedRoom(widgets)
    assert len(room.by_id) == len(widgets) <= 1200
    decks = [one for one in game.components.values() if isinstance(one, Deck)]
    cards = Counter(
        {(nickname(deck.title), card.id): card.copies for deck in decks for card in deck.cards}
    )
    there = room.cards()
    assert {key: there[key] for key in cards if cards[key]} == {k: n for k, n in cards.items() if n}
    shown = set()
    for one in widgets:
        assert min(one["x"], one["y"]) >= 0
        if "width" in one:
            assert one["x"] + one["width"] <= WIDE + 0.1, one["id"]
            assert one["y"] + one["height"] <= HIGH, one["id"]
        if "parent" in one:
            assert room.by_id[one["parent"]]["type"] == "holder"
        if one["type"] == "board":
            shown.add(one["boardImage"])
        for kind in one.get("cardTypes", {}).values():
            shown |= {kind["image"], kind["back"]}
            assert kind["label"]
    assert shown == {f"package://{name}" for name in pictures}
    assert all(max(size) <= 2200 for size in pictures.values())


@pytest.mark.parametrize("name", GAMES)
def test_buttons_leave_what_the_set_up_comes_to(name, room_of):
    """Pressed at once, and after any other button."""
    game, widgets, _ = room_of(name)
    start = PlayedRoom(widgets)
    labels = {one.players: f"Set up for {one.players}" for one in game.setup}
    assert start.labels() == [*labels.values(), "Gather"]
    assert "By hand" not in start.of("labelText")[0]["labelContent"]
    for one in game.setup:
        room = PlayedRoom(widgets, seed=one.players)
        room.press(labels[one.players])
        check(room, game, one)
    for one, other in combinations((*game.setup, *reversed(game.setup)), 2):
        room = PlayedRoom(widgets, seed=other.players)
        room.press(labels[one.players])
        room.press(labels[other.players])
        check(room, game, other)
    room.press("Gather")
    assert {id: len(pile) for id, pile in room.piles.items() if pile} == {
        id: len(pile) for id, pile in start.piles.items()
    }


def check(room, game, one):
    titles = {id: nickname(part.title) for id, part in game.components.items()}
    most = game.setup[-1].players
    seats = {seat_of(player, one.players, most) for player in range(one.players)}
    for seat in range(most):
        held = room.held(f"seat-{seat + 1}")
        assert (seat in seats) or not held
    for player, hand in enumerate(one.hands):
        seat = seat_of(player, one.players, most) + 1
        expected = Counter({titles[deck]: number for deck, number in hand.items()})
        assert room.held(f"seat-{seat}") == +expected
    lying = Counter()
    for thing in one.placements:
        if not thing.number or thing.spot.player != NOBODY:
            continue
        off = (thing.spot.right, thing.spot.away)
        name = "box" if thing.spot.place == "box" else f"at-{thing.spot.place}"
        name += "".join(f"-{value:g}" for value in off if any(off))
        down = {
            card["faceup"]
            for card in room.piles[name]
            if titles[thing.piece] == deck_of(room, card)
        }
        assert down == {not thing.face_down}, name
        lying[name, titles[thing.piece]] += thing.number
    for (name, title), number in lying.items():
        assert room.held(name)[title] == number, name


def deck_of(room, card):
    return str(room.by_id[card["deck"]]["collectionName"])


def test_the_cards_that_a_set_up_asks_for_are_those_that_lie_there(room_of):
    """Hachi Train takes out the cars whose mark is above the number of players."""
    game, widgets, _ = room_of("hachi-train")
    cars = game.components["cars"]
    assert isinstance(cars, Deck)
    marks = {card.id: str(card.record["players"]) for card in cars.cards if card.type == "car"}
    for one in game.setup:
        room = PlayedRoom(widgets, seed=one.players)
        room.press(f"Set up for {one.players}")
        out = [card["cardType"] for card in room.piles.get("at-removed", [])]
        above = {id for id, mark in marks.items() if int(mark.rstrip("+")) > one.players}
        assert set(out) == above
        hands = [
            card["cardType"] for seat in range(5) for card in room.piles.get(f"seat-{seat + 1}", [])
        ]
        assert set(hands) <= marks.keys() - above
        stock = [card["cardType"] for card in room.piles["at-stock"]]
        assert set(stock).isdisjoint(marks)


def test_hands_are_shuffled(room_of):
    _, widgets, _ = room_of("hachi-train")

    def hand(seed):
        room = PlayedRoom(widgets, seed)
        room.press("Set up for 4")
        return [card["cardType"] for card in room.piles["seat-1"]]

    assert hand(1) != hand(2)

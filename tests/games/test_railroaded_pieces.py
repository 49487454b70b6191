"""Boards and booklet of Railroaded agree with its data and its rules."""

import ast
import math
import re
from collections.abc import Sequence
from itertools import pairwise

import pieces
import pytest
from eyes import lightness_and_hue
from pieces import ROOT, regions

from cardgen.frame import Frame, Text
from cardgen.model.components.board import Board
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game

pytestmark = pytest.mark.broad  # as all tests of other games than the smallest
GAME = "railroaded"
CARD = (63.0, 88.0)
INCH = 25.4
WAYS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
TEMPLATES = ROOT / "templates" / GAME
RANKS = "ace two three four five six seven eight nine ten jack queen king".split()
RED = ("hearts", "diamonds")


def number(game: Game, rule: str) -> int:
    return int(str(game.rules[rule].value))


def board(name: str) -> tuple[Board, Frame]:
    return pieces.board(ROOT, GAME, name)


def test_stations_lie_at_the_distance_of_the_rules(game: Game) -> None:
    _, frame = board("board")
    places = regions(frame)
    middle = places["terminal"].rect.center
    far = number(game, "station_inches") * INCH
    for way, (x, y) in WAYS.items():
        box = places[f"station-{way}"].rect
        assert box.center[0] == pytest.approx(middle[0] + x * far, abs=1e-3)
        assert box.center[1] == pytest.approx(middle[1] + y * far, abs=1e-3)


def test_the_card_that_may_link_lies_before_its_station(game: Game) -> None:
    _, frame = board("board")
    places = regions(frame)
    length = number(game, "link_length")
    cx, cy = places["terminal"].rect.center
    for way, (x, y) in WAYS.items():
        marks = [places[f"{way}-{n}"].rect for n in range(1, length + 1)]
        away = [x * (m.center[0] - cx) + y * (m.center[1] - cy) for m in marks]
        steps = [b - a for a, b in pairwise(away)]
        assert min(steps) == pytest.approx(max(steps), abs=2e-3)
        size = CARD[0] if x else CARD[1]
        last_card_ends = away[-1] - steps[-1] / 2 + size
        station = number(game, "station_inches") * INCH - size / 2
        assert last_card_ends < station
        assert away[0] - steps[0] / 2 > size / 2


def test_the_board_states_the_numbers_of_the_rules(game: Game) -> None:
    _, frame = board("board")
    said = pieces.words(frame)
    assert f"Draw {game.rules['play_draw'].value}" in said
    assert f"Draw {game.rules['stuck_draw'].value}" in said
    assert f"From {game.rules['link_length'].value} cards" in said


def test_the_board_says_the_same_to_each_of_the_four_seats() -> None:
    _, frame = board("board")
    turns = [
        round(math.degrees(math.atan2(matrix.b, matrix.a))) % 360
        for item, matrix in frame.walk()
        if isinstance(item, Text) and item.string.startswith("Nothing in your hand")
    ]
    assert sorted(turns) == [0, 90, 180, 270]


@pytest.mark.parametrize("name", ["", "protan", "deutan", "tritan"])
def test_there_are_two_inks_and_everybody_tells_them_apart(game: Game, name: str) -> None:
    inks = game.theme.colors
    assert inks["spades"] == inks["clubs"]
    assert inks["hearts"] == inks["diamonds"]
    black, red = (lightness_and_hue(inks[suit], name) for suit in ("spades", "hearts"))
    assert math.dist(black, red) > 35
    paper = lightness_and_hue(inks["paper"], name)
    assert math.dist(paper, red) > 35


def fits(one: str, other: str) -> bool:
    """Say whether a card may lie on another."""
    (rank, suit), (rank2, suit2) = one.split("-"), other.split("-")
    step = abs(RANKS.index(rank) - RANKS.index(rank2))
    return step == (1 if (suit in RED) == (suit2 in RED) else 0)


def drawn(name: str, variable: str) -> list[str]:
    """Read a list of cards that a template sets."""
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    found = re.search(rf"{{% set {variable} = (\[[^%]*?\]) %}}", text)
    assert found is not None, f"{name} has no {variable}"
    cards = ast.literal_eval(found[1])
    assert isinstance(cards, list)
    return cards


CHAINS: Sequence[tuple[str, str, tuple[str, ...]]] = (
    # The linking play; then the Station and what was pulled over onto it.
    ("booklet/chains.xml.j2", "north", ("ten-diamonds", "ten-spades", "jack-clubs")),
    ("booklet/chains.xml.j2", "west", ()),
    ("booklet/chains.xml.j2", "east", ("jack-clubs",)),
    ("booklet/chains.xml.j2", "linked_east", ("jack-diamonds",)),
    ("booklet/chains.xml.j2", "south", ()),
    ("booklet/tie.xml.j2", "long", ()),
    ("booklet/tie.xml.j2", "other", ("six-hearts", "six-spades")),
)


@pytest.mark.parametrize(("name", "variable", "more"), CHAINS)
def test_every_chain_in_the_booklet_obeys_the_rules(
    name: str, variable: str, more: tuple[str, ...], game: Game
) -> None:
    chain = [*drawn(name, variable), *more]
    ids = {card.id for deck in decks_of(game) if deck.id == "terminal" for card in deck.cards}
    assert set(chain) <= ids
    wrong = [(a, b) for a, b in pairwise(chain) if not fits(a, b)]
    assert not wrong


def test_nothing_in_the_hand_of_the_example_fits() -> None:
    text = (TEMPLATES / "booklet/stuck.xml.j2").read_text(encoding="utf-8")
    ends = re.findall(r'\(_\("(?:North|East|South|West)"\), "([a-z-]+)"\)', text)
    found = re.search(r"kit\.chain\((\([^)]*\)), 0\.3, ", text)
    assert found is not None
    hand = ast.literal_eval(found[1])
    drawn_later = ("four-diamonds", "nine-diamonds")
    assert (len(ends), len(hand)) == (4, 8)
    assert not [(card, end) for card in hand for end in ends if fits(card, end)]
    assert all(any(fits(card, end) for end in ends) for card in drawn_later)


def test_a_rider_without_the_suit_of_the_example_holds_none_of_it() -> None:
    text = (TEMPLATES / "booklet/turn.xml.j2").read_text(encoding="utf-8")
    found = re.search(r"{% set hand = \(([^)]*)\) %}", text)
    assert found is not None
    hand = [name.strip(' "') for name in found[1].split(",")]
    west = drawn("booklet/chains.xml.j2", "west")
    assert len(hand) == 9
    assert "chains.west[1]" in hand
    assert fits(west[1], west[0])
    assert not [card for card in (*hand, west[1]) if card.endswith("spades")]


def test_no_card_of_the_example_lies_on_the_table_three_times() -> None:
    name = "booklet/chains.xml.j2"
    table = [card for way in ("west", "east", "south") for card in drawn(name, way)]
    # The head of the chain in the north is the Three of Clubs, the fifth in the list.
    table += drawn(name, "north")[-10:]
    table += ["ten-diamonds", "jack-clubs", "ten-spades", "jack-diamonds"]
    table += ["four-hearts", "queen-clubs"]
    assert max(table.count(card) for card in table) <= 2


def test_the_linking_example_names_every_card_that_fits_both(game: Game) -> None:
    terminal = next(deck for deck in decks_of(game) if deck.id == "terminal")
    both = {c.id for c in terminal.cards if fits(c.id, "nine-hearts") and fits(c.id, "ten-spades")}
    assert both == {"ten-diamonds", "ten-hearts", "nine-spades", "nine-clubs"}

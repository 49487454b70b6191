"""Board, markers and guide of Last Train agree with its data and rules."""

import re
from pathlib import Path

import pytest
from five_games import copy_game
from pieces import ROOT, board, regions, set_rules, told, words

from cardgen.model.cards import Card
from cardgen.model.components.deck import decks_of
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

pytestmark = pytest.mark.broad  # as all tests of other games than the smallest
GAME = "last-train"
PLAYERS = ["red", "black", "white", "blue", "yellow", "green"]


def cards_of(game: Game, deck: str) -> tuple[Card, ...]:
    return next(one.cards for one in decks_of(game) if one.id == deck)


def test_the_places_of_a_class_lie_in_its_own_cars() -> None:
    places = regions(board(ROOT, GAME)[1])
    for name in (name for name in places if name.startswith("place-")):
        box = places[name].rect
        assert box.width == box.height >= 25
        inside = [c for c in range(1, 7) if places[f"car-{c}"].rect.contains(box)]
        assert len(inside) == 1
        assert 3 - (inside[0] - 1) // 2 == int(name.split("-")[1])


def test_the_stated_length_follows_from_the_events(game: Game) -> None:
    events = next(deck for deck in decks_of(game) if deck.id == "events")
    drawn = game.rules["events_drawn"].value
    assert game.rules["rounds"].value == events.count // drawn - 1  # the last ones end the game


def test_each_player_has_a_standee_and_a_health_marker_of_one_emblem(game: Game) -> None:
    markers = game.components["markers"]
    assert isinstance(markers, TokenSet)
    assert sum(token.copies for token in markers.tokens) == 12
    cards = {card.fields["player"]: card.fields["shape"] for card in cards_of(game, "health")}
    for player in PLAYERS:
        own = [token for token in markers.tokens if token.fields["player"] == player]
        assert [token.shape for token in own] == ["standee", "round"]
        assert {token.fields["emblem"] for token in own} == {cards[player]}
    assert len(set(cards.values())) == len(PLAYERS)


def test_a_standee_finds_room_on_its_place_and_a_marker_on_its_health_card(game: Game) -> None:
    markers = game.components["markers"]
    assert isinstance(markers, TokenSet)
    place = regions(board(ROOT, GAME)[1])["place-1-1"].rect
    for token in markers.tokens:
        # Numbers on the Health card are 12 mm wide, every 13.7 mm; a marker may not reach the next.
        assert token.size.width < (place.width if token.shape == "standee" else 2 * (13.7 - 6))


def test_the_guide_lists_all_skills_and_events(game: Game) -> None:
    text = "".join(told(ROOT, GAME)[18:20]).replace(" ", "")
    for deck, count in (("skills", 12), ("events", 11)):
        titles = [str(card.title) for card in cards_of(game, deck)]
        assert len(titles) == count
        assert [t for t in titles if re.sub(r"\s", "", t) not in text] == []


def test_examples_are_added_up_from_the_rules_and_the_board_follows(tmp_path: Path) -> None:
    copy_game(GAME, tmp_path)
    set_rules(tmp_path, GAME, stars_small_1=9, survive_4=99, end_bonus_1=8)
    assert "3 + 3 + 2 + 7 set = 15" in "".join(told(ROOT, GAME))
    changed = told(tmp_path, GAME)
    assert "3 + 3 + 2 + 9 set = 17" in "".join(changed)
    assert "99" in changed[3]
    assert "+8" in words(board(tmp_path, GAME)[1])


def test_the_clock_means_the_skill_step_alone(game: Game) -> None:
    signs = {id: term.icon for id, term in game.terms.items() if term.icon}
    assert len(set(signs.values())) == len(signs)
    assert [id for id, icon in signs.items() if icon == "clock"] == ["skill-step"]
    for card in cards_of(game, "events"):
        assert card.fields["lasts"].id in ("at-once", "this-round")

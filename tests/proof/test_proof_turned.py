"""The back of cards that may be turned round equals itself turned by 180 degrees."""

from pathlib import Path

import pytest

from cardgen.model.formats import Limits
from cardgen.model.load import load_game
from cardgen.pipeline.build import check
from cardgen.proof.runner import proof

ROOT = Path(__file__).parents[2]
HALF = (
    '<text x="8" y="9" size="14">TURN</text><rect x="-3" y="20" width="30" height="6" fill="red"/>'
)
TWICE = "".join(f'<stack width="60" height="90" rotate="{by}">{HALF}</stack>' for by in (0, 180))
MARK = '<rect x="{}" y="{}" width="{}" height="2" fill="ink"/>'


def found(frame, library, turns=True):
    limits = Limits(0.0, turns=turns)
    return [item for item in proof(frame, limits, library) if item.code == "CG807"]


def test_one_half_set_twice_is_the_same_upside_down(frame_of, library):
    assert found(frame_of(TWICE), library) == []
    middle = '<ellipse x="20" y="35" width="20" height="20" fill="ink"/>'
    assert found(frame_of(TWICE + middle), library) == []


def test_it_says_how_much_differs_and_where(frame_of, library):
    (warning,) = found(frame_of(MARK.format(10, 20, 27)), library)
    assert warning.message == "the back looks different upside down: 2.5 % of its pixels differ"
    assert warning.notes == ("from 10 to 50 mm from the left, 20 to 70 mm from the top",)


@pytest.mark.parametrize(("paint", "told"), [("#eeeeee", 0), ("ink", 1)])
def test_a_small_mark_is_found_and_a_trace_is_not(frame_of, library, paint, told):
    mark = MARK.format(40, 60, 0.5).replace("ink", paint)
    assert len(found(frame_of(TWICE + mark), library)) == told


def test_nobody_asks_for_it_where_cards_are_not_turned(frame_of, library):
    assert found(frame_of(HALF), library, turns=False) == []


def test_a_deck_says_that_its_cards_are_turned(workshop):
    workshop.edit(
        "templates/game/back.xml.j2",
        '<side background="sea"/>',
        '<side background="sea"><rect x="9" y="9" width="9" height="9" fill="#000"/></side>',
    )
    assert not list(check(workshop.root, jobs=1))
    workshop.edit("card_data/game/game.yaml", "kind: deck", "kind: deck, turns: true")
    (told,) = check(workshop.root, jobs=1)
    assert told.code == "CG807"
    assert any("the back of deck" in note for note in told.notes)


@pytest.mark.parametrize(("game", "deck"), [("hachi-train", "cars"), ("railroaded", "terminal")])
def test_the_decks_that_rules_turn_say_so(game, deck):
    found = load_game(ROOT, game).components[deck]
    assert found.turns

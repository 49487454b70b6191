"""The pieces of Last Men Standing agree with its terms and rules."""

import pytest
from pieces import ROOT, desk, words

from cardgen.model.components.deck import decks_of
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

pytestmark = pytest.mark.broad  # as all tests of other games than the smallest
GAME = "last-men-standing"


def test_every_skill_has_a_reminder_and_both_squads_stand(game: Game) -> None:
    tokens = game.components["tokens"]
    assert isinstance(tokens, TokenSet)
    skills = [token.fields["skill"].id for token in tokens.tokens if token.fields["skill"]]
    assert skills == list(game.terms)
    assert len(skills) == 18
    shapes = {token.id: token.shape for token in tokens.tokens if not token.fields["skill"]}
    assert shapes == {"squad": "standee", "second-squad": "standee", "turn": "hex"}


def test_a_reward_is_printed_on_the_encounters_that_pay_it_and_on_no_other(game: Game) -> None:
    encounters = next(deck for deck in decks_of(game) if deck.id == "encounters")
    paying = set()
    for design in desk(ROOT, GAME).sides["encounters"]:
        for spec in design.specs:
            frame = desk(ROOT, GAME).side(spec, drawn=False).frame
            assert frame is not None
            if "completed:" in words(frame):
                paying.add(spec.id.split("/")[1])
    rewarded = {"interrogation", "intelligence"}
    required = {
        card.id
        for card in encounters.cards
        if rewarded & {skill.id for skill in card.fields["skills"]}
    }
    assert paying == required
    assert len(paying) == 5

"""Tokens, die and box of Last Men Standing agree with its data."""

from __future__ import annotations

from pathlib import Path

import pieces

from cardgen.core.units import PAPERS
from cardgen.impose.tuckbox import TuckBoxNet
from cardgen.impose.workpage import page_for
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

ROOT = Path(__file__).resolve().parents[2]
GAME = "last-men-standing"


def test_every_skill_has_a_reminder_and_both_squads_stand(game: Game) -> None:
    tokens = game.components["tokens"]
    assert isinstance(tokens, TokenSet)
    skills = [token.fields["skill"].id for token in tokens.tokens if token.fields["skill"]]
    assert skills == list(game.terms)
    assert len(skills) == 18
    shapes = {token.id: token.shape for token in tokens.tokens if not token.fields["skill"]}
    assert shapes == {"squad": "standee", "second-squad": "standee", "turn": "hex"}


def test_the_box_holds_all_cards_and_fits_both_papers(game: Game) -> None:
    box = game.components["box"]
    assert isinstance(box, TuckBox)
    inside = box.inside(game)
    assert inside.count == sum(deck.count for deck in decks_of(game))
    net = TuckBoxNet(inside.width, inside.height, inside.depth)
    assert all(page_for(net.size, paper, 5.0) for paper in PAPERS.values())


def test_the_die_is_a_six(game: Game) -> None:
    die = game.components["danger-die"]
    assert isinstance(die, Die)
    assert die.faces == 6


def test_every_side_is_laid_out_without_a_finding() -> None:
    results = pieces.sides(ROOT, GAME, "tokens", "danger-die", "box")
    assert not [found for result in results for found in result.diagnostics]
    assert len(results) == 20 + 2 + 2 + 6 + 6

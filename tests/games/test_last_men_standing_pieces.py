"""The tokens of Last Men Standing agree with its terms."""

from __future__ import annotations

from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

GAME = "last-men-standing"


def test_every_skill_has_a_reminder_and_both_squads_stand(game: Game) -> None:
    tokens = game.components["tokens"]
    assert isinstance(tokens, TokenSet)
    skills = [token.fields["skill"].id for token in tokens.tokens if token.fields["skill"]]
    assert skills == list(game.terms)
    assert len(skills) == 18
    shapes = {token.id: token.shape for token in tokens.tokens if not token.fields["skill"]}
    assert shapes == {"squad": "standee", "second-squad": "standee", "turn": "hex"}

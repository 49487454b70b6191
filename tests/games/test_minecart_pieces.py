"""Mat, tokens, die and rules of Minecart agree with its data."""

import itertools

import pytest
from pieces import ROOT, board, regions

from cardgen.frame import Region
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

pytestmark = pytest.mark.broad  # as all tests of other games than the smallest
GAME = "minecart"
CARD = 63.5


def number(game: Game, rule: str) -> int:
    """Return a rule that is a whole number."""
    return int(str(game.rules[rule].value))


def places() -> dict[str, Region]:
    return regions(board(ROOT, GAME)[1])


def test_every_lane_has_room_for_its_rails_edge_to_edge(game: Game) -> None:
    found = places()
    rows = "abcdefghijklmnop"[: number(game, "mat_rows")]
    for lane in range(1, number(game, "lanes") + 1):
        boxes = [found[f"lane-{lane}-{row}"].rect for row in rows]
        assert all((box.width, box.height) == (CARD, CARD) for box in boxes)
        for back, front in itertools.pairwise(boxes):
            # A line must read as one track: no gap between a rail and the next one ahead.
            assert front.bottom == pytest.approx(back.y)
            assert front.x == back.x


def test_the_torch_has_a_place_under_every_lane(game: Game) -> None:
    found = places()
    for lane in range(1, number(game, "lanes") + 1):
        torch, back = found[f"torch-{lane}"].rect, found[f"lane-{lane}-a"].rect
        assert torch.y > back.bottom
        assert back.x < torch.x < torch.right < back.right


def test_every_cart_has_an_emblem_of_its_own_standing_and_flat(game: Game) -> None:
    tokens = game.components["tokens"]
    assert isinstance(tokens, TokenSet)
    by_shape: dict[str, list[str]] = {}
    for token in tokens.tokens:
        by_shape.setdefault(token.shape, []).append(token.fields["emblem"] or token.id)
    assert by_shape == {
        "standee": ["pick", "gem", "shoe", "bolt", "torch"],
        "round": ["pick", "gem", "shoe", "bolt"],
    }
    assert all(token.back for token in tokens.tokens)
    # A minecart stands on a rail card, and its feet with it.
    standees = [token for token in tokens.tokens if token.shape == "standee"]
    assert all(token.size.width < CARD and 2 * tokens.tab < CARD for token in standees)


def test_the_die_has_the_faces_that_the_rules_say(game: Game) -> None:
    die = game.components["die"]
    assert isinstance(die, Die)
    assert die.faces == number(game, "die") == 20

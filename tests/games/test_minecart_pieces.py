"""Mat, tokens, die, box and rules of Minecart agree with its data."""

from __future__ import annotations

import itertools
from pathlib import Path

import pieces
import pytest

from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group, Region, RegionKind
from cardgen.impose.tiling import cut_by
from cardgen.impose.tuckbox import TuckBoxNet
from cardgen.impose.workpage import page_for
from cardgen.model.components.board import Board
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import decks_of
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

ROOT = Path(__file__).resolve().parents[2]
GAME = "minecart"
CARD = 63.5


def mat() -> tuple[Board, Frame]:
    return pieces.board(ROOT, GAME)


def number(game: Game, rule: str) -> int:
    """Return a rule that is a whole number."""
    return int(str(game.rules[rule].value))


def places() -> dict[str, Region]:
    return {i.id: i for i, _ in mat()[1].regions(RegionKind.NAMED)}


def test_every_lane_has_room_for_its_rails_edge_to_edge(game: Game) -> None:
    found = places()
    rows = "abcdefghijklmnop"[: number(game, "mat_rows")]
    assert len(rows) == 10
    for lane in range(1, number(game, "lanes") + 1):
        boxes = [found[f"lane-{lane}-{row}"].rect for row in rows]
        assert all((box.width, box.height) == (CARD, CARD) for box in boxes)
        for back, front in itertools.pairwise(boxes):
            # A line must read as one track: no gap between a rail and the next one ahead.
            assert front.bottom == pytest.approx(back.y)
            assert front.x == back.x
    assert len([name for name in found if name.startswith("lane-")]) == 40


def test_the_torch_has_a_place_under_every_lane(game: Game) -> None:
    found = places()
    for lane in range(1, number(game, "lanes") + 1):
        torch, back = found[f"torch-{lane}"].rect, found[f"lane-{lane}-a"].rect
        assert torch.y > back.bottom
        assert torch.x == pytest.approx(back.x)


def test_the_piles_are_as_large_as_cards_and_the_draw_pile_shows_its_back() -> None:
    _, frame = mat()
    found = places()
    for name in ("draw", "discard"):
        assert (found[name].rect.width, found[name].rect.height) == (CARD, CARD)
    shown = [
        item.matrix.then(matrix).apply_rect(item.frame.trim)
        for item, matrix in frame.walk()
        if isinstance(item, Group) and item.frame.size.width == CARD
    ]
    assert shown == [found["draw"].rect]


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 9), ("letter", 10)])
def test_seams_of_the_mat_run_between_places(paper: str, sheets: int) -> None:
    board, frame = mat()
    tiling, keep = pieces.tiled(board, frame, paper)
    assert tiling.rows * tiling.columns == sheets
    assert cut_by(tiling, keep) == []


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


def test_the_box_holds_all_cards_and_fits_both_papers(game: Game) -> None:
    box = game.components["box"]
    assert isinstance(box, TuckBox)
    inside = box.inside(game)
    assert inside.count == sum(deck.count for deck in decks_of(game)) == 104
    net = TuckBoxNet(inside.width, inside.height, inside.depth)
    assert all(page_for(net.size, paper, 5.0) for paper in PAPERS.values())


def test_every_side_is_laid_out_without_a_finding() -> None:
    results = pieces.sides(ROOT, GAME, "tokens", "die", "box")
    assert not [found for result in results for found in result.diagnostics]
    assert len(results) == 18 + 20 + 6


def test_the_rules_name_every_kind_of_card_and_every_number() -> None:
    text = (ROOT / "card_data/minecart/rules.md").read_text(encoding="utf-8")
    for kind in ("rail", "dynamite", "stalactite", "rocket", "swap"):
        assert f"booklet/kind-{kind}.xml.j2" in text
        assert f"booklet/play-{kind}.xml.j2" in text
    cited = ("lanes", "rails_per_lane", "mat_rows", "hand_size", "cards_played", "die")
    ends = ("collapse", "advance", "torch_step", "rocket_move", "double_cards", "double_raise")
    for rule in (*cited, *ends):
        assert f"{{rule:{rule}" in text
    assert "The order of lanes is 2, 3, {rule:lanes}, 1" in text

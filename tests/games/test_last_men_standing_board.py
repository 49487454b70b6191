"""The board of Last Men Standing: places as large as cards, all there, seams beside them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pieces
import pytest
from pieces import regions

from cardgen.frame import Frame, Group
from cardgen.impose.tiling import cut_by
from cardgen.model.components.board import Board

ROOT = Path(__file__).resolve().parents[2]
GAME = "last-men-standing"
CARD = (63.0, 88.0)


def board(root: Path = ROOT) -> tuple[Board, Frame]:
    return pieces.board(root, GAME)


def test_every_place_for_cards_has_the_size_of_a_card() -> None:
    game, (_, frame) = pieces.desk(ROOT, GAME).game, board()
    places = regions(frame)
    row = [f"encounter-{n}" for n in range(1, game.rules["encounter_row"].value + 1)]
    piles = ["soldiers", "missions", "aid", "encounters", "aid-discard", "casualties", "mission"]
    turns = {f"turn-{n}" for n in range(1, game.rules["turn_limit"].value + 1)}
    assert set(places) == {*row, *piles, *turns, "start"}
    for name in (*row, *piles):
        box = places[name].rect
        assert (box.width, box.height) == CARD
        assert frame.trim.contains(box)
    boxes = [places[name].rect for name in (*row, *piles)]
    for one in boxes:
        for other in boxes:
            apart = one.right < other.x or other.right < one.x
            assert one is other or apart or one.bottom < other.y or other.bottom < one.y


def test_the_decks_show_their_real_backs_at_true_size() -> None:
    _, frame = board()
    places = regions(frame)
    shown = {}
    for item, matrix in frame.walk():
        if isinstance(item, Group) and (item.frame.size.width, item.frame.size.height) == CARD:
            whole = item.matrix.then(matrix)
            assert whole.scale == pytest.approx(1.0)
            box = whole.apply_rect(item.frame.trim)
            names = [n for n, region in places.items() if region.rect == box]
            shown |= dict.fromkeys(names, item.frame.fingerprint)
    assert set(shown) == {"soldiers", "missions", "aid", "encounters"}
    assert len(set(shown.values())) == 4


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_seam_cuts_a_place(paper: str) -> None:
    found, frame = board()
    tiling, keep = pieces.tiled(found, frame, paper)
    assert tiling.rows * tiling.columns == 8
    assert cut_by(tiling, keep) == []


def test_the_numbers_of_the_rules_decide_how_many_places_there_are(tmp_path: Path) -> None:
    for part in (f"card_data/{GAME}", f"templates/{GAME}", "templates/shared"):
        shutil.copytree(ROOT / part, tmp_path / part)
    file = tmp_path / "card_data" / GAME / "game.yaml"
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"(encounter_row: \{value: )\d+", r"\g<1>11", text)
    text = re.sub(r"(turn_limit: \{value: )\d+", r"\g<1>24", text)
    file.write_text(text, encoding="utf-8")
    _, frame = board(tmp_path)
    assert sum(name.startswith("encounter-") for name in regions(frame)) == 11
    words = [item.string for item, _ in frame.walk() if hasattr(item, "string")]
    assert "24" in words
    assert "25" not in words

"""Play mat, markers, box and rules of Hachi Train agree with its data."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pieces
import pytest

from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Region, RegionKind
from cardgen.impose.tiling import cut_by
from cardgen.impose.tuckbox import TuckBoxNet
from cardgen.impose.workpage import page_for
from cardgen.model.components.board import Board
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import decks_of
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

ROOT = Path(__file__).resolve().parents[2]
GAME = "hachi-train"
CARD = (63.0, 88.0)


def mat(root: Path = ROOT) -> tuple[Board, Frame]:
    return pieces.board(root, GAME)


def words(frame: Frame) -> str:
    """Return what a side says, in the order in which it is painted."""
    return " ".join(item.string for item, _ in frame.walk() if hasattr(item, "string"))


def pages(root: Path = ROOT) -> tuple[Frame, ...]:
    results = pieces.pages(root, GAME, "rules")
    assert not [found.message for result in results for found in result.diagnostics]
    return tuple(result.frame for result in results if result.frame is not None)


def test_the_mat_has_its_places_at_true_size() -> None:
    _, frame = mat()
    places = {i.id: i for i, _ in frame.regions(RegionKind.NAMED)}
    cards = [f"field-{n}" for n in range(1, 7)] + ["stock", "discard", "removed"]
    assert set(places) == {*cards, "direction", "round-1", "round-2", "round-3", "round-4"}
    for name in cards:
        assert (places[name].rect.width, places[name].rect.height) == CARD
        assert frame.trim.contains(places[name].rect)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_seam_cuts_a_place_of_the_mat(paper: str) -> None:
    found, frame = mat()
    tiling, keep = pieces.tiled(found, frame, paper)
    assert tiling.rows * tiling.columns == 4
    assert cut_by(tiling, keep) == []


def test_the_markers_are_a_standee_and_a_disc(game: Game) -> None:
    markers = game.components["markers"]
    assert isinstance(markers, TokenSet)
    assert {one.id: one.shape for one in markers.tokens} == {
        "start-player": "standee",
        "round": "round",
    }


def test_the_box_holds_all_cards_and_fits_both_papers(game: Game) -> None:
    box = game.components["box"]
    assert isinstance(box, TuckBox)
    inside = box.inside(game)
    assert inside.count == sum(deck.count for deck in decks_of(game)) == 58
    net = TuckBoxNet(inside.width, inside.height, inside.depth)
    assert all(page_for(net.size, paper, 5.0) for paper in PAPERS.values())


def test_every_side_is_laid_out_without_a_finding() -> None:
    results = pieces.sides(ROOT, GAME, "board", "markers", "box")
    assert not [found for result in results for found in result.diagnostics]
    assert len(results) == 1 + 4 + 6


def test_the_rules_fill_whole_sheets_and_state_the_game(game: Game) -> None:
    told = [words(page) for page in pages()]
    assert len(told) == 20
    text = " ".join(told)
    assert "Never rearrange your hand" in text
    assert "on an empty field" in text
    assert "Out of cars?" in text
    # One word a thing: the marker is no locomotive, an asset no bond; all train cars are dealt.
    for word in ("takes the locomotive", "bond", "left over", "not dealt"):
        assert word not in text
    for name in ("Arao Toshiki", "Orion", "『HACHI TRAIN - 第2版 - 』"):
        assert name.replace(" ", "") in text.replace(" ", "")


@pytest.mark.slow
def test_the_table_for_set_up_is_computed(tmp_path: Path) -> None:
    for part in (f"card_data/{GAME}", f"templates/{GAME}", "templates/shared", "fonts"):
        shutil.copytree(ROOT / part, tmp_path / part)
    file = tmp_path / "card_data" / GAME / "game.yaml"
    text = file.read_text(encoding="utf-8")
    text = re.sub(r"(hand_size: \{value: )\d+", r"\g<1>7", text)
    text = re.sub(r"(rounds: \{value: )\d+", r"\g<1>3", text)
    file.write_text(text, encoding="utf-8")
    assert table(pages()) == [[3, 2, 24, 8], [4, 1, 32, 8], [5, 0, 40, 8]]
    assert table(pages(tmp_path)) == [[3, 2, 21, 11], [4, 1, 28, 12], [5, 0, 35, 13]]
    _, frame = mat(tmp_path)
    places = {item.id for item, _ in frame.walk() if isinstance(item, Region)}
    assert "round-3" in places
    assert "round-4" not in places


def table(all_pages: tuple[Frame, ...]) -> list[list[int]]:
    """Return the numbers of the set-up table, a row for each number of players."""
    page = next(found for one in all_pages if "Train cars dealt" in (found := words(one)))
    inside = page[page.index("the stock", page.index("Train cars dealt")) :]
    inside = re.sub(r"mark (\d\+ and )?\d", "", inside)
    numbers = [int(number) for number in re.findall(r"\d+", inside)]
    return [numbers[at : at + 4] for at in (0, 4, 8)]

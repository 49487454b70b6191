"""The boards of the games: all places are there, as large as cards, and no seam cuts one."""

from itertools import combinations
from pathlib import Path

import pytest
from five_games import copy_game
from pieces import ROOT, board, desk, regions, set_rules, tiled

from cardgen.frame import Frame, Group, Text
from cardgen.impose.tiling import cut_by
from cardgen.model.components.deck import decks_of

WAYS = ("north", "east", "south", "west")


def numbered(name: str, count: int) -> list[str]:
    return [f"{name}-{n}" for n in range(1, count + 1)]


BOARDS = {  # pages of A4 and of Letter
    ("hachi-train", "board"): (4, 4),
    ("last-men-standing", "board"): (8, 8),
    ("last-train", "board"): (8, 8),
    ("minecart", "board"): (9, 10),
    ("railroaded", "board"): (12, 12),
    ("railroaded", "mat"): (1, 1),
}
BACKS = {  # piles, which show the backs of their cards
    "hachi-train": ["stock"],
    "last-men-standing": ["soldiers", "missions", "aid", "encounters"],
    "last-train": ["class-1", "class-2", "class-3", "skills", "events"],
    "minecart": ["draw"],
    "railroaded": ["terminal"],
}
CARDS = {  # other places for cards
    "hachi-train": [*numbered("field", 6), "discard", "removed"],
    "last-men-standing": [*numbered("encounter", 14), *("aid-discard", "casualties", "mission")],
    "last-train": [*(f"class-{n}-discard" for n in (1, 2, 3)), *("skill-discard", "event-discard")],
    "minecart": ["discard"],
    "railroaded": [f"station-{way}" for way in WAYS],
}
OTHERS = {
    "hachi-train": ["direction", *numbered("round", 4)],
    "last-men-standing": ["start", *numbered("turn", 30)],
    "last-train": [
        *("engine", "classes", "score"),
        *numbered("car", 6),
        *(place for n in (1, 2, 3) for place in numbered(f"place-{n}", 6)),
    ],
    "minecart": [
        *("your-turn", "round-end"),
        *numbered("torch", 4),
        *(f"lane-{lane}-{row}" for lane in (1, 2, 3, 4) for row in "abcdefghij"),
    ],
    "railroaded": [card for way in WAYS for card in numbered(way, 10)],
}


def shown_on(frame: Frame, name: str) -> dict[str, str]:
    """Where a board pictures cards at true size: the looks of those on top."""
    sizes = [deck.size for deck in decks_of(desk(ROOT, name).game)]
    shown = {}
    for item, matrix in frame.walk():
        if isinstance(item, Group) and item.frame.size in sizes:
            whole = item.matrix.then(matrix)
            assert whole.scale == pytest.approx(1.0)
            box = whole.apply_rect(item.frame.trim)
            for place, region in regions(frame).items():
                if region.rect.center == pytest.approx(box.center, abs=0.01):
                    shown[place] = item.frame.fingerprint
    return shown


@pytest.mark.parametrize("name", CARDS)
def test_places_for_cards_have_their_size_and_piles_show_their_real_backs(name: str) -> None:
    frame, places = board(ROOT, name)[1], regions(board(ROOT, name)[1])
    sizes = {(deck.size.width, deck.size.height) for deck in decks_of(desk(ROOT, name).game)}
    assert set(places) == {*BACKS[name], *CARDS[name], *OTHERS[name]}
    boxes = [places[id].rect for id in (*BACKS[name], *CARDS[name])]
    for box in boxes:
        assert (box.width, box.height) in sizes
        assert frame.trim.contains(box)
    for one, other in combinations(boxes, 2):
        across = one.right <= other.x or other.right <= one.x
        assert across or one.bottom <= other.y or other.bottom <= one.y
    shown = shown_on(frame, name)
    assert set(shown) == set(BACKS[name])
    assert len(set(shown.values())) == len(shown)


@pytest.mark.parametrize(("name", "id"), BOARDS)
def test_no_seam_cuts_a_place(name: str, id: str) -> None:
    found, frame = board(ROOT, name, id)
    for paper, sheets in zip(("a4", "letter"), BOARDS[name, id], strict=True):
        tiling, keep = tiled(found, frame, paper)
        assert tiling.rows * tiling.columns == sheets
        assert len(keep) >= len(regions(frame))
        assert cut_by(tiling, keep) == []


@pytest.mark.broad
def test_the_numbers_of_the_rules_decide_how_many_places_there_are(tmp_path: Path) -> None:
    copy_game("last-men-standing", tmp_path)
    set_rules(tmp_path, "last-men-standing", encounter_row=11, turn_limit=24)
    frame = board(tmp_path, "last-men-standing")[1]
    places = [name for name in regions(frame) if name.startswith(("encounter-", "turn-"))]
    assert sorted(places) == sorted([*numbered("encounter", 11), *numbered("turn", 24)])
    words = {item.string for item, _ in frame.walk() if isinstance(item, Text)}
    assert "24" in words
    assert "25" not in words

"""The rules and the play mat of Hachi Train follow its data."""

from __future__ import annotations

import re
from pathlib import Path

import pieces
import pytest
from one_rule import copy_game, set_rules
from pieces import ROOT, board, regions

from cardgen.frame import Frame

GAME = "hachi-train"


def words(frame: Frame) -> str:
    """Return what a side says, in the order in which it is painted."""
    return " ".join(item.string for item, _ in frame.walk() if hasattr(item, "string"))


def pages(root: Path = ROOT) -> tuple[Frame, ...]:
    results = pieces.pages(root, GAME, "rules")
    assert not [found.message for result in results for found in result.diagnostics]
    return tuple(result.frame for result in results if result.frame is not None)


def test_the_rules_have_one_word_a_thing_and_name_the_authors() -> None:
    text = " ".join(map(words, pages()))
    # The marker is no locomotive, an asset no bond; all train cars are dealt.
    for word in ("takes the locomotive", "bond", "left over", "not dealt"):
        assert word not in text
    for name in ("Arao Toshiki", "Orion", "『HACHI TRAIN - 第2版 - 』"):
        assert name.replace(" ", "") in text.replace(" ", "")


@pytest.mark.slow
def test_the_table_for_set_up_is_computed(tmp_path: Path) -> None:
    copy_game(GAME, tmp_path)
    set_rules(tmp_path, GAME, hand_size=7, rounds=3)
    assert table(pages()) == [[3, 2, 24, 8], [4, 1, 32, 8], [5, 0, 40, 8]]
    assert table(pages(tmp_path)) == [[3, 2, 21, 11], [4, 1, 28, 12], [5, 0, 35, 13]]
    places = regions(board(tmp_path, GAME)[1])
    assert "round-3" in places
    assert "round-4" not in places


def table(all_pages: tuple[Frame, ...]) -> list[list[int]]:
    """Return the numbers of the set-up table, a row for each number of players."""
    page = next(found for one in all_pages if "Train cars dealt" in (found := words(one)))
    inside = page[page.index("the stock", page.index("Train cars dealt")) :]
    inside = re.sub(r"mark (\d\+ and )?\d", "", inside)
    numbers = [int(number) for number in re.findall(r"\d+", inside)]
    return [numbers[at : at + 4] for at in (0, 4, 8)]

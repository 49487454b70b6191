"""The rules and the play mat of Hachi Train follow its data."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest
from eyes import lightness_and_hue
from five_games import copy_game
from pieces import ROOT, board, regions, set_rules, told

from cardgen.model.game import Game

GAME = "hachi-train"


@pytest.mark.parametrize("name", ["", "protan", "deutan", "tritan"])
def test_any_two_lines_are_told_apart_by_colour_alone(game: Game, name: str) -> None:
    seen = [lightness_and_hue(game.theme.colors[f"line-{n}"], name) for n in range(1, 9)]
    assert min(math.dist(one, other) for one, other in combinations(seen, 2)) > 15


@pytest.mark.slow
def test_the_table_for_set_up_is_computed(tmp_path: Path) -> None:
    copy_game(GAME, tmp_path)
    set_rules(tmp_path, GAME, hand_size=7, rounds=3)
    assert table(told(ROOT, GAME)) == [[3, 2, 24, 8], [4, 1, 32, 8], [5, 0, 40, 8]]
    assert table(told(tmp_path, GAME)) == [[3, 2, 21, 11], [4, 1, 28, 12], [5, 0, 35, 13]]
    places = regions(board(tmp_path, GAME)[1])
    assert "round-3" in places
    assert "round-4" not in places


def table(pages: tuple[str, ...]) -> list[list[int]]:
    """Return the numbers of the set-up table, a row for each number of players."""
    page = next(page for page in pages if "Train cars dealt" in page)
    inside = page[page.index("the stock", page.index("Train cars dealt")) :]
    inside = re.sub(r"mark (\d\+ and )?\d", "", inside)
    numbers = [int(number) for number in re.findall(r"\d+", inside)]
    return [numbers[at : at + 4] for at in (0, 4, 8)]

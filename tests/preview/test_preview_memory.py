"""What stays alive while a real game is edited again and again."""

import gc
import re
from collections import Counter

import pytest
from bench import Bench
from five_games import copy_known_game

from cardgen.frame import Frame, Group, Shape, Text

GAME = "railroaded"
GAME_FILE = f"card_data/{GAME}/game.yaml"
KINDS = (Frame, Group, Shape, Text)


@pytest.fixture
def railroaded(tmp_path, outputs):
    copy_known_game(GAME, tmp_path, outputs)
    made = Bench.at(tmp_path, {})
    made.live.settle()
    return made


def recolour(bench, number):
    """Give a colour that many sides read another value; return how many sides that changed."""
    text = re.sub(
        r'(\n    brass: "#)\w{6}', rf"\g<1>{0xC29700 + number:06x}", bench.text(GAME_FILE)
    )
    bench.put(GAME_FILE, text)
    return len(bench.changed())


def alive():
    gc.collect()
    return Counter(type(one) for one in gc.get_objects() if isinstance(one, KINDS))


@pytest.mark.broad
@pytest.mark.slow(seconds=20)
def test_three_colour_edits_of_railroaded_leave_no_more_alive_than_one(railroaded):
    counts, past = {}, []
    for number in range(1, 4):
        assert recolour(railroaded, number) > 20
        past.append([*railroaded.live.loaded[GAME].side_results.values()][3].fingerprint)
        counts[number] = alive()
    assert counts[3] == counts[1]
    live = railroaded.live
    assert live.loaded[GAME].work.laid_out_count > 3 * 20
    assert all(live.frame(name) for name in past)  # though it lives on disk alone

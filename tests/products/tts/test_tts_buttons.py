"""Every button of every table, pressed after every other one, amid another one, and too late."""

import json
from collections import Counter
from itertools import pairwise, product

import pytest

pytest.importorskip("lupa.lua52", reason="lupa is not installed")

from five_games import GAMES, SPECIMEN
from presses import CLOSE, TIDY, after, lying, press, press_all, tour
from simulator import Table

slow = pytest.mark.slow


def test_a_tour_has_each_pair_once():
    assert Counter(pairwise(tour("abc"))) == Counter(product("abc", repeat=2))


@pytest.fixture(scope="module", params=[*GAMES, SPECIMEN])
def save(request, table_of):
    return json.loads((table_of(request.param) / f"{request.param}.json").read_bytes())


@slow
def test_every_button_works_after_every_other(save):
    press_all(save)


@slow
@pytest.mark.parametrize("which", [0, TIDY])
def test_a_button_is_refused_while_another_is_at_work(save, which):
    count = str(save["PlayerCounts"][1])
    table = Table(save)
    table.click(count)
    table.step(8)
    table.click(which or str(save["PlayerCounts"][0]))
    table.run()
    assert "One moment: the table is still busy." in table.said
    assert lying(table) == after(save, count)


@slow
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_table_that_was_touched_is_laid_out_anew(save, by_hand):
    count = str(save["PlayerCounts"][0])
    table = Table(save)
    if by_hand:
        table.click(CLOSE)
        for thing in table.things:
            if thing.is_object and thing.type != "Board":
                thing.setPosition(table.vector((1.0, 3.0, 1.0)))
    else:
        next(one for one in table.things if one.type == "Deck").deal(1, next(iter(table.seats)))
    press(table, count)
    assert lying(table) == after(save, count)
    assert not [text for text in table.said if text.startswith("Check")]

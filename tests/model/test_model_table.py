"""The virtual table of a game, in ``game.yaml``."""

import pytest
from bench_game import GAME

from cardgen.model.components.table import player_counts


def test_a_table_has_what_it_is_given_and_its_defaults(bench):
    given = "{kind: table, seats: [Red, Blue], leave_out: [soldiers], places: {soldiers: pile}}"
    bench.game(
        f"{GAME}  table: {given}\n  board: {{kind: board, size: {{width: 90, height: 90}}}}\n"
    )
    table = bench.sound().components["table"]
    assert (table.title, table.turns, table.board, table.script) == ("Table", "clockwise", "", "")
    assert (table.seats, table.leave_out) == (("Red", "Blue"), ("soldiers",))
    assert table.places == {"soldiers": "pile"}


def test_a_table_counts_from_a_number_or_a_rule(bench):
    bench.game(
        f'{GAME}  table: {{kind: table, sit_at: "home-{{1..2}}", counters:'
        " {points: {title: Points}, round: {title: Round, start: lives, each: table}}}\n"
    )
    table = bench.sound().components["table"]
    assert [name for name, _ in table.sit_at] == ["home-1", "home-2"]
    points, round = table.counters.values()
    assert (points.title.plain, points.start, points.is_own) == ("Points", 0, True)
    assert (round.title.plain, round.start, round.is_own) == ("Round", 1, False)


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("3-6", [3, 4, 5, 6]),
        ("4", [4]),
        ("2 bis 3", [2, 3]),
        ("", [1]),
        ("9-50", [9, 10]),
        ("8+", [8, 9, 10]),
    ],
)
def test_the_numbers_of_players(said, counts):
    assert list(player_counts(said)) == counts

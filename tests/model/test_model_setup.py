"""The set-up of a game: its steps for each number of players, and what they come to."""

import pytest
from bench_game import GAME
from documents import document

from cardgen.model.record import plain
from cardgen.model.setup.values import tables_of

HEAD = document("model/setup_head.yaml")
CARDS = """\
defaults: {type: card, suit: red, top: false}
cards:
  - {id: a, copies: 6, marks: [x, y]}
  - {id: b, copies: 4, suit: blue}
  - {id: c, top: true, suit: blue}
"""
EXTRA = "cards: [{id: e, type: card, suit: red, top: false, copies: 3}]\n"


@pytest.fixture
def game(bench):
    """Write the game with the steps of a set-up; return that for each number of players."""

    def load(steps):
        lines = "".join(f"  {line}\n" for line in steps.strip().splitlines())
        bench.game(f"{HEAD}setup:\n{lines}", cards=CARDS, extra=EXTRA)
        return {one.players: one for one in bench.sound().setup}

    return load


def lying(set_up):
    return [(one.spot.place, one.piece, one.number, one.face_down) for one in set_up.placements]


def test_a_game_without_a_set_up_has_none(bench):
    bench.game(GAME)
    assert bench.sound().setup == ()


def test_everybody_is_dealt_to_and_the_rest_is_left(game):
    for players, one in game("- shuffle: cards\n- {deal: cards, number: hand}").items():
        assert one.hands == ({"cards": 2},) * players
        assert one.left == {"cards": 11 - 2 * players, "extra": 3}
    assert list(game("- shuffle: cards")) == [2, 3, 4]


def test_each_of_several_places_takes_one_card_and_the_last_of_one_all(game):
    one = game("""
- {draw: cards, number: 2, on: "slot-{1..2}", face: down}
- {draw: cards, number: 3, on: pile}
""")[2]
    down = [(f"slot-{n}", "cards", 1, True) for n in (1, 2)]
    assert lying(one) == [*down, ("pile", "cards", 3, False)]


def test_a_place_that_is_taken_is_passed_over(game):
    one = game("""
- {draw: cards, where: {top: true}, on: row-b}
- {draw: cards, number: 2, on: "row-{a..c}"}
- {put: [tokens/cube, tokens/cube/2], on: "hut-{1..row}"}
""")[2]
    places = [place for place, *_ in lying(one)]
    assert places == ["row-b", "row-a", "row-c", "hut-1", "hut-2"]


def test_all_cards_with_a_value_are_taken_out(game):
    found = game("""
- {remove: cards, number: all, where: {suit: blue, top: false}, with: 2}
- {remove: cards, number: all, where: {marks: y}, on: aside, with: 3+}
- {deal: cards, where: {suit: [red, blue]}}
""")
    assert {n: one.left["cards"] for n, one in found.items()} == {2: 5, 3: 2, 4: 1}
    assert lying(found[2]) == [("box", "cards", 4, True)]
    assert lying(found[3]) == [("aside", "cards", 6, True)]


def test_cards_with_a_flag_are_removed(game):
    assert game("- {remove: cards, number: all, where: {top: true}}")[2].left["cards"] == 10


def test_blocks_are_written_out_for_values_and_players(game):
    found = game("""
- each: {row: 1..row, side: [left, right]}
  do: [{draw: cards, on: "{side}-{row}", with: 2}]
- each: player
  values: {camp: order}
  do:
    - {draw: cards, on: "camp-{camp}-{player}-of-{players}", with: 3}
    - {deal: cards, number: 2}
""")
    sides = [f"{side}-{row}" for row in (1, 2, 3) for side in ("left", "right")]
    assert [place for place, *_ in lying(found[2])] == sides
    assert [place for place, *_ in lying(found[3])] == [
        "camp-2-1-of-3",
        "camp-1-2-of-3",
        "camp-2-3-of-3",
    ]


def test_values_may_differ_by_the_number_of_players(game):
    found = game("""
- each: player
  values: {n: {2: [1, 2], 3: [1, 1, 1], 4: [2, 1, 1, 1]}}
  do: [{deal: cards, number: "{n}"}]
""")
    dealt = {n: [hand["cards"] for hand in one.hands] for n, one in found.items()}
    assert dealt == {2: [1, 2], 3: [1, 1, 1], 4: [2, 1, 1, 1]}


def test_what_a_seat_has_follows_who_sits_there(game):
    one = game("""
- each: player
  seats: {color: [red, cube, blue, cube]}
  do: [{put: "tokens/{color}", before: [10mm, 20mm]}]
""")[2]
    assert [step.piece for step in one.steps] == ["tokens/{color}"] * 2
    assert [(one.piece, one.spot.player) for one in one.placements] == [
        ("tokens/red", 0),
        ("tokens/blue", 1),
    ]
    assert one.seats == {"color": ("red", "cube", "blue", "cube")}


def test_rows_lie_side_by_side(game):
    one = game("- {draw: cards, number: 5, before: [0, 200mm], rows: 2, player: last}")[2]
    spots = [(one.spot.right, one.spot.away) for one in one.placements]
    assert {one.spot.player for one in one.placements} == {1}
    step = spots[1][0] - spots[0][0]
    assert step > 63
    assert [x for x, _ in spots] == pytest.approx([-step, 0, step, -step, 0])
    assert spots[0][1] == 200
    assert spots[3][1] < 200 - 88


def test_a_deck_that_is_added_makes_the_other_larger(game):
    one = game("- {add: extra, to: cards}\n- {deal: cards, number: 6, with: 2}")[2]
    assert one.left == {"cards": 2, "extra": 0}


def test_nothing_lies_where_no_card_is_drawn(game):
    assert lying(game("- {draw: cards, number: 0, on: pile}")[2]) == []


def test_a_deck_is_put_as_it_lies(bench):
    backed = HEAD.replace(
        "  extra: {kind: deck, size: poker, back: none}", "  extra: {kind: deck, size: poker}"
    )
    steps = "setup: [{put: extra, on: a}, {put: cards, on: b}, {put: extra, face: up}]\n"
    bench.game(backed + steps, cards=CARDS, extra=EXTRA)
    assert lying(bench.sound().setup[0]) == [
        ("a", "extra", 0, True),
        ("b", "cards", 0, False),
        ("extra", "extra", 0, False),
    ]


def test_cards_come_in_order_unless_a_deck_is_shuffled(game):
    steps = '- {draw: cards, number: 8, on: "slot-{1..8}"}\n'
    ordered = [one.card for one in game(steps)[2].placements]
    mixed = [one.card for one in game(f"- shuffle: cards\n{steps}")[2].placements]
    assert ordered == [*"aaaaaabb"]
    assert ordered != mixed
    assert set(mixed) <= {*"abc"}


def test_the_last_may_begin(game):
    assert {n: one.first for n, one in game("- start: last").items()} == {2: 1, 3: 2, 4: 3}


def test_templates_see_what_lies_where_and_what_is_in_hand(game):
    found = game("""
- {shuffle: cards}
- {put: extra, face: up}
- {draw: cards, number: 2, on: pile, face: down}
- {draw: cards, where: {top: true}, on: pile}
- {put: [tokens/cube/2, tokens/red], on: hut}
- {deal: cards, number: hand}
- {put: tokens/blue, before: [0, 5cm], player: last}
""")
    tables = plain(tables_of(found.values()))
    assert list(tables) == ["2", "3", "4"]
    for players, table in tables.items():
        assert table["on"] == {
            "extra": [{"ref": "extra/e", "cards": 3, "down": False}],
            "pile": [
                {"ref": "cards", "cards": 2, "down": True},
                {"ref": "cards/c", "cards": 1, "down": False},
            ],
            "hut": [
                {"ref": ref, "cards": 0, "down": False} for ref in ("tokens/cube", "tokens/red")
            ],
        }
        *others, last = table["before"]
        assert not any(others)
        assert [thing["ref"] for thing in last] == ["tokens/blue"]
        assert [len(hand) for hand in table["hands"]] == [2] * int(players)
        held = [ref for hand in table["hands"] for ref in hand]
        assert held.count("cards/a") + held.count("cards/b") == len(held)
        assert held.count("cards/a") <= 6

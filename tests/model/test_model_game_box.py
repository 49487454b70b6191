import math

import pytest
from bench_game import DECK, GAME
from documents import document
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import Size
from cardgen.model.components.game_box import ALLOWANCE, LID, TURN_IN
from cardgen.model.stowage import CARD, PLAY, Lot, least_depth

PIECES = document("model/game_box_pieces.yaml")


def load(bench, box, **decks):
    text = GAME + PIECES + f"  crate: {{kind: game-box{box}}}\n"
    bench.game(text, **(decks or {"soldiers": DECK}))
    bench.write("card_data/test/rules.md", "# Rules\n")
    (game,) = bench.load().games
    found = game.components["crate"]
    return game, found


def parts(need):
    return {(part.name, round(part.thick, 2), part.count) for part in need.parts}


def test_everything_but_boards_goes_into_it(bench):
    game, box = load(bench, "")
    assert [one.id for one in box.content(game)] == ["soldiers", "d6", "d20", "markers", "rules"]
    need = box.stowage(game)
    assert parts(need) == {
        ("cards", CARD, 1),
        ("dice", 16, 1),
        ("dice", 30.24, 2),  # a D20 is 1.51 edges high
        ("tokens", CARD, 6),
        ("tokens", 2 * CARD, 1),  # glued to its back
        ("standees", 20, 1),  # its base stands on edge
    }
    assert (need.floor, need.piles, need.booklets) == (Size(148, 210), 30.5, 3.0)
    assert box.size(game) == (150, 212, 35.5)
    assert box.base(game) == Size(150 + ALLOWANCE, 212 + ALLOWANCE)
    assert box.lid(game) == Size(150 + ALLOWANCE + LID, 212 + ALLOWANCE + LID)


def test_it_may_hold_less(bench):
    game, box = load(bench, ", holds: [soldiers, rules]")
    assert box.size(game) == (150, 212, round(0.5 + 3 + PLAY, 2))


def test_without_a_booklet_two_piles_lie_side_by_side(bench):
    many = "cards:\n  - {id: private, title: Private, copies: 100}\n"
    game, box = load(bench, ", holds: [soldiers]", soldiers=many)
    assert box.size(game) == (129, 90, 15.5 + PLAY + 0.0)
    game, box = load(bench, ", holds: [soldiers], sleeved: true", soldiers=many)
    assert box.size(game)[:2] == (135, 93)


def test_its_faces(bench):
    game, box = load(bench, ", template: lid.xml.j2, sides: wall.xml.j2, scale: 2, safe: 4mm")
    faces = {one.face.context["face"].name: one.face for one in box.sides(game)}
    lid, base = box.lid(game), box.base(game)
    assert faces["front"].size == Size(lid.width / 2, lid.height / 2)
    assert faces["back"].size == Size(base.width / 2, base.height / 2)
    assert faces["long"].size == Size(lid.height, 35.5)
    assert faces["short"].size == Size(lid.width, 35.5)
    assert [one.template for one in faces.values()] == ["lid.xml.j2"] * 2 + ["wall.xml.j2"] * 2
    assert [one.safe for one in faces.values()] == [2, 2, 4, 4]
    assert faces["front"].context["box"].depth == 35.5
    assert faces["front"].context["box"].count == 1


def test_board_adds_its_thickness_and_the_picture_of_the_lid_goes_down_its_walls(bench):
    game, box = load(
        bench, ", wrap: 2mm, scale: 2, inside: {width: 160mm, height: 220mm, depth: 40mm}"
    )
    assert box.base(game) == Size(164 + ALLOWANCE, 224 + ALLOWANCE)
    assert box.lid(game) == Size(168 + ALLOWANCE + LID, 228 + ALLOWANCE + LID)
    base, lid = box.walls(game)
    assert (base, lid) == (42, 44)
    faces = {one.face.context["face"].name: one.face for one in box.sides(game)}
    # Down the wall, over the rim, and as far inside as the paper is turned in, with 2 mm to spare.
    assert faces["front"].bleed.left == (44 + 2 + TURN_IN + 2) / 2
    assert faces["front"].context["face"].bleed == faces["front"].bleed.left
    assert faces["long"].size.height == 44
    assert faces["long"].bleed.left == 0
    assert (box.turn(base), box.turn(lid)) == (TURN_IN, TURN_IN)


@pytest.mark.parametrize(
    ("more", "turn", "run_on"),
    [
        (", lining: ink", 44 - 2 - 1, 44 + 2 + 2),  # down to the floor, in a colour of its own
        (", lining: ink, turn_in: 15mm", 15, 44 + 2 + 2),
        (", turn_in: 15mm", 15, 44 + 2 + 15 + 2),
        (", turn_in: 60mm", 41, 44 + 2 + 41 + 2),  # no deeper than the box
    ],
)
def test_how_far_paper_is_turned_in(bench, more, turn, run_on):
    inside = ", inside: {width: 160mm, height: 220mm, depth: 40mm}"
    _, box = load(bench, f", wrap: 2mm{inside}{more}")
    assert box.turn(44) == turn
    assert box.run_on(44) == run_on


def test_its_contents_are_counted(bench):
    def told(box):
        return [f"{one.count} {one.title or one.noun}" for one in box.contents(game)]

    game, box = load(bench, "")
    # Boards lie on top.
    pieces = ["1 Soldiers", "1 D6", "2 D20", "7 tokens", "1 standee", "1 Rules", "1 board"]
    assert told(box) == pieces
    game, box = load(bench, ", holds: [soldiers, rules]")
    assert told(box) == ["1 Soldiers", "1 Rules"]


def test_a_size_may_be_given(bench):
    game, box = load(bench, ", inside: {width: 160mm, height: 220mm, depth: 40mm}")
    assert box.size(game) == (160, 220, 40)
    assert box.stowage(game).floor == Size(158, 218)
    game, box = load(bench, ", inside: {width: 100mm, height: 220mm, depth: 40mm}")
    assert box.stowage(game).piles is None  # the booklet is wider


lengths = st.floats(5, 100)
some = st.lists(
    st.builds(Lot, st.just("x"), lengths, lengths, st.floats(0.3, 30), st.integers(1, 40)),
    min_size=1,
    max_size=5,
)


@given(some, st.builds(Size, st.floats(60, 300), st.floats(60, 300)))
def test_piles_have_room_in_all_three_directions(given, floor):
    depth = least_depth(given, floor)
    if depth is None:
        return
    assert depth >= max(part.thick for part in given)
    volume = sum(
        part.width * part.height * math.ceil(part.count / math.floor(depth / part.thick + 1e-6))
        for part in given
    )
    assert volume <= floor.width * floor.height
    for part in given:
        assert min(part.width, part.height) <= min(floor.width, floor.height)


@pytest.mark.parametrize(("count", "depth"), [(4, 10), (8, 20), (9, 30), (32, 80), (33, None)])
def test_piles_grow_when_the_floor_is_full(count, depth):
    """Four piles of cards lie on an A5 page, as they would on any table."""
    assert least_depth([Lot("x", 63, 88, 10, count)], Size(148, 210)) == depth

from __future__ import annotations

import math
from itertools import combinations

import pytest
from msgspec.structs import replace

from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.dicesheet import icosahedron_net
from tools.gallery import things
from tools.gallery.arranging import flat_lay
from tools.gallery.flatlay import (
    NARROW,
    WIDE,
    Belongings,
    bounds,
    hand,
    in_lines,
    on_table,
)
from tools.gallery.showcase import showcase


def side(width: float, height: float, paint: float = 0.5) -> Frame:
    size = Size(width, height)
    box = Path.rect(Rect(0, 0, width, height))
    return Frame(size, [Shape(box, Color(paint, 0, 0))])


BOX = {"front": side(64, 89), "left": side(20, 89), "bottom": side(64, 20)}
ALL = Belongings(
    board=things.board(side(600, 400)),
    hand=tuple(things.card(side(63, 88, n / 9)) for n in range(5)),
    piles=(things.pile(side(63, 88), 54),),
    booklet=things.booklet(side(148, 210)),
    boxes=(things.box(BOX),),
    small=(things.token(side(28, 44), "standee"), things.token(side(20, 20), "round")),
)
NOTHING = Belongings()
SOME = [
    ALL,
    replace(ALL, board=None),
    replace(ALL, board=things.board(side(300, 900))),
    replace(ALL, hand=(), piles=(), boxes=()),
    replace(NOTHING, hand=ALL.hand),
    replace(NOTHING, booklet=ALL.booklet),
    replace(NOTHING, small=ALL.small * 9),
]


@pytest.mark.parametrize("game", SOME)
def test_all_of_a_game_lies_on_the_table(game: Belongings) -> None:
    placed = flat_lay(game)
    one_each = [one for one in (game.board, game.booklet) if one is not None]
    wanted = [*one_each, *game.hand, *game.piles, *game.boxes, *game.small]
    assert sorted(id(one.thing) for one in placed) == sorted(map(id, wanted))
    picture = on_table(placed)
    shape = picture.size.width / picture.size.height  # of a Frame, which is rounded
    assert NARROW - 1e-4 <= shape <= WIDE + 1e-4
    shown = [item for item in picture.items if isinstance(item, Group)][1::2]
    for item, one in zip(shown, placed, strict=True):
        seen = one.thing.outline.transformed(item.matrix).bounds()
        assert picture.trim.contains(seen, 1e-6)


def test_nothing_on_a_table_is_no_picture() -> None:
    assert flat_lay(NOTHING) == []
    with pytest.raises(ValueError, match="things"):
        on_table([])
    with pytest.raises(ValueError, match="things"):
        showcase([NOTHING, NOTHING], [])


def assert_apart(boxes: list[Rect]) -> None:
    for one, other in combinations(boxes, 2):
        apart_x = max(one.x, other.x) - min(one.right, other.right)
        apart_y = max(one.y, other.y) - min(one.bottom, other.bottom)
        assert max(apart_x, apart_y) > 0


@pytest.mark.parametrize("game", SOME)
def test_nothing_covers_anything_but_cards_each_other(game: Belongings) -> None:
    placed = flat_lay(game)
    fan = [one.box for one in placed if one.thing in game.hand]
    rest = [one.box for one in placed if one.thing not in game.hand]
    assert_apart([*rest, *([bounds(fan)] if fan else [])])


def test_lines_stand_on_a_common_foot_around_a_middle() -> None:
    high, low = things.card(side(20, 60)), things.card(side(40, 30))
    placed = in_lines([[(high, 1.0), (low, 0.5)], [(low, 1.0)]], 5.0)
    first, second, below = (one.box for one in placed)
    assert first.bottom == pytest.approx(second.bottom) == pytest.approx(60.0)
    assert first.x == pytest.approx(-second.right) == pytest.approx(-22.5)
    assert below.y > first.bottom + 5.0 - 1e-6
    assert below.center[0] == pytest.approx(0.0)


def test_a_hand_is_turned_evenly_about_its_middle() -> None:
    found = hand(ALL.hand, (10.0, 20.0))
    assert [one.turn for one in found] == pytest.approx([-9.2, -4.6, 0.0, 4.6, 9.2])
    assert found[2].at == pytest.approx((10.0, 20.0))
    assert [one.at[0] for one in found] == sorted(one.at[0] for one in found)


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_a_showcase_has_a_board_of_every_game_in_rows(count: int) -> None:
    boards = [things.board(side(200 + 90 * n, 300)) for n in range(count)]
    picture = showcase([replace(ALL, board=one) for one in boards], ALL.hand)
    known = {one.picture for one in boards}
    found = [item for item in picture.items if isinstance(item, Group)][1::2]
    boards_shown = [item for item in found if item.frame in known]
    cards = {one.picture for one in ALL.hand}
    others = [item for item in found if item.frame not in known and item.frame not in cards]
    assert len(boards_shown) == count
    boxes = [item.matrix.apply_rect(item.frame.trim) for item in found]
    assert all(picture.trim.contains(box, 8.0) for box in boxes)
    assert_apart([item.matrix.apply_rect(item.frame.trim) for item in [*boards_shown, *others]])


def test_a_showcase_of_cards_alone_shows_them_whole() -> None:
    picture = showcase([replace(NOTHING, hand=ALL.hand)] * 2, ALL.hand)
    cards = {one.picture for one in ALL.hand}
    shown = [item for item in picture.items if isinstance(item, Group) and item.frame in cards]
    assert len(shown) == len(ALL.hand)
    for item in shown:
        assert picture.trim.contains(item.matrix.apply_rect(item.frame.trim), 1e-6)


def test_a_d20_shows_the_ten_faces_around_its_20() -> None:
    edge = 24.0
    faces = {n: side(edge, edge * math.sqrt(3) / 2, n / 20) for n in range(1, 21)}
    drawn = things.icosahedron(faces).picture
    numbers = {frame: n for n, frame in faces.items()}
    shown = [item for item in drawn.items if isinstance(item, Group)]
    assert len({numbers[item.frame] for item in shown}) == 10
    for item in shown:
        assert drawn.trim.contains(
            item.clip.transformed(item.matrix).bounds() if item.clip else Rect(0, 0, 99, 99), 1e-3
        )
    # Faces that meet on the net meet here too.
    points = {}
    for item in shown:
        assert item.clip is not None
        path = item.clip.transformed(item.matrix)
        ends = {(round(float(s[1]), 2), round(float(s[2]), 2)) for s in path.segments if len(s) > 1}
        points[numbers[item.frame]] = ends
    for one, other in icosahedron_net(edge).hinges():
        if one in points and other in points:
            assert len(points[one] & points[other]) == 2
    opposite = {21 - n for n in points}
    assert not opposite & set(points)

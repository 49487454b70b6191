"""Nets of boxes with lids: what is folded meets what it is glued to."""

import math

import pytest
from folding import words, write
from page_boxes import boxes_of_lines, overlap

from cardgen.core.geometry import Insets, Rect, Size, polylines, signed_area
from cardgen.core.style import Color
from cardgen.frame import Frame, Region, Shape
from cardgen.impose.dielines import CUT, FOLD, HATCH
from cardgen.impose.lidbox import (
    BLEED,
    FLAP,
    flap_of,
    panel_frame,
    panel_size,
    wall_frame,
    wall_frames,
    wall_size,
)

PANEL, DEPTH = Size(150, 212), 28.0


def face(width, height, bleed=BLEED):
    head = Region.for_id("head", Rect(0, 0, width, 1))
    return Frame(Size(width, height), [head], Insets.of((bleed,)))


def region(frame, id):
    [found] = [
        matrix.apply_rect(item.rect)
        for item, matrix in frame.walk()
        if isinstance(item, Region) and item.id == id
    ]
    return found


def test_a_panel_has_a_flap_on_every_side():
    net = panel_frame(PANEL, DEPTH, face(75, 106, BLEED / 2), write)
    assert net.size == panel_size(PANEL, DEPTH) == Size(150 + 2 * FLAP, 212 + 2 * FLAP)
    assert boxes_of_lines(net, CUT) == [Rect(0, 0, net.size.width, net.size.height)]
    assert boxes_of_lines(net, FOLD) == [Rect(FLAP, FLAP, 150, 212)]
    assert len(boxes_of_lines(net, HATCH)) == 4
    fold = Rect(FLAP, FLAP, 150, 212).grow(BLEED)
    for glue in boxes_of_lines(net, HATCH):  # outside of the artwork and its bleed
        assert not overlap(glue, fold)


def test_the_face_of_a_panel_is_enlarged_to_fill_it():
    net = panel_frame(PANEL, DEPTH, face(75, 106, BLEED / 2), write)
    assert region(net, "head") == Rect(FLAP, FLAP, 150, 2)


def test_flaps_are_shorter_than_a_low_wall():
    assert flap_of(8.0) == 7.0
    assert flap_of(60.0) == FLAP


def test_a_wall_stands_with_the_edge_at_the_panel_on_the_right():
    wall = wall_frame(212, DEPTH, face(212, DEPTH), write, False, "")
    assert wall.size == wall_size(212, DEPTH) == Size(DEPTH, 212 + FLAP)
    assert region(wall, "head") == Rect(DEPTH - 1, 0, 1, 212)  # the top of the face
    assert boxes_of_lines(wall, FOLD) == [Rect(0, 212, DEPTH, 0)]
    assert boxes_of_lines(wall, CUT) == [Rect(0, 0, DEPTH, 212 + FLAP)]
    assert len(boxes_of_lines(wall, HATCH)) == 1


@pytest.mark.parametrize("notched", [False, True])
@pytest.mark.parametrize(
    ("length", "depth", "flap", "taper", "notch"),
    [(212, 28, 12, 3, (10, 6)), (32, 8, 7, 2, (8, 2)), (16, 40, 12, 3, (4, 6))],
)
def test_a_notch_is_half_an_ellipse_in_the_middle_of_the_rim(
    notched, length, depth, flap, taper, notch
):
    wall = wall_frame(length, depth, None, write, notched, "base")
    [cut] = [i.path for i, _ in wall.walk() if isinstance(i, Shape) and i.stroke == CUT]
    [(outline, closed)] = polylines(cut, 0.001)
    assert closed
    half, deep = notch
    lost = notched * math.pi * half * deep / 2
    assert signed_area(outline) == pytest.approx(
        length * depth + (depth - taper) * flap - lost, abs=0.1
    )
    end = [(depth - taper, length + flap), (taper, length + flap)]
    corners = [(0, 0), (depth, 0), (depth, length), *end, (0, length)]
    rim = [(0, length / 2 + half), (0, length / 2 - half)] if notched else []
    for point in (*corners, *rim):
        assert min(math.dist(point, other) for other in outline) < 1e-6
    for x, y in outline:
        if (x, y) not in corners:
            away = math.hypot(x / deep, (y - length / 2) / half)
            assert notched
            assert away == pytest.approx(1, abs=1e-3)


def test_words_stand_on_walls_and_flaps_along_their_edges():
    middle, (width, height) = (FLAP + BLEED) / 2, (PANEL.width, PANEL.height)
    net = panel_frame(PANEL, DEPTH, face(75, 106, BLEED / 2), write)
    assert [(text, box.center, turned) for text, box, turned in words(net)] == [
        ("glue", pytest.approx((FLAP + width / 2, FLAP - middle)), False),
        ("glue", pytest.approx((FLAP + width + middle, FLAP + height / 2)), True),
        ("glue", pytest.approx((FLAP + width / 2, FLAP + height + middle)), False),
        ("glue", pytest.approx((FLAP - middle, FLAP + height / 2)), True),
    ]
    wall = wall_frame(212, DEPTH, None, write, False, "base")
    assert [(text, box.center, turned) for text, box, turned in words(wall)] == [
        ("base", pytest.approx((14, 106)), True),
        ("glue", pytest.approx((14, 218)), False),
    ]


def test_walls_are_as_long_as_the_edges_they_stand_on():
    lid, base = Size(153, 215), Size(151, 213)
    faces = {"long": face(215, DEPTH), "short": face(153, DEPTH)}
    walls = wall_frames(lid, base, DEPTH, faces, None, write)
    lengths = [wall.size.height - FLAP for wall in walls]
    assert lengths == [215, 215, 153, 153, 213, 213, 151, 151]
    printed = [any(isinstance(i, Region) and i.id == "head" for i, _ in w.walk()) for w in walls]
    assert printed == [True] * 4 + [False] * 4


def test_walls_of_a_base_have_the_colour_of_its_lining_over_rim_and_end():
    red = Color(0.7, 0.1, 0.1)
    faces = {"long": face(215, DEPTH), "short": face(153, DEPTH)}
    walls = wall_frames(Size(153, 215), Size(151, 213), DEPTH, faces, red, write)
    filled = [
        [i.path.bounds() for i in wall.items if isinstance(i, Shape) and i.fill == red]
        for wall in walls
    ]
    assert filled == [[]] * 4 + [
        [Rect(-2, -2, DEPTH + 4, length + 4)] for length in (213, 213, 151, 151)
    ]
    words = {i.id for wall in walls for i, _ in wall.walk() if isinstance(i, Region)}
    assert {"word base, long wall", "word base, short wall"} <= words

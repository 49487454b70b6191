"""Nets of boxes with lids: what is folded meets what it is glued to."""

from __future__ import annotations

import pytest

from cardgen.core.geometry import Insets, Rect, Size
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


def write(text: str, size: float) -> Frame:
    return Frame(Size(len(text), 2), [Region.named(f"word {text}", Rect(0, 0, len(text), 2))])


def face(width: float, height: float, bleed: float = BLEED) -> Frame:
    head = Region.named("head", Rect(0, 0, width, 1))
    return Frame(Size(width, height), [head], Insets.of((bleed,)))


def drawn(frame: Frame, stroke: object) -> list[Rect]:
    """The boxes of the lines of one kind."""
    return [
        matrix.apply_rect(item.path.bounds())
        for item, matrix in frame.walk()
        if isinstance(item, Shape) and item.stroke == stroke
    ]


def region(frame: Frame, id: str) -> Rect:
    [found] = [
        matrix.apply_rect(item.rect)
        for item, matrix in frame.walk()
        if isinstance(item, Region) and item.id == id
    ]
    return found


def test_a_panel_has_a_flap_on_every_side() -> None:
    net = panel_frame(PANEL, DEPTH, face(75, 106, BLEED / 2), write)
    assert net.size == panel_size(PANEL, DEPTH) == Size(150 + 2 * FLAP, 212 + 2 * FLAP)
    assert drawn(net, CUT) == [Rect(0, 0, net.size.width, net.size.height)]
    assert drawn(net, FOLD) == [Rect(FLAP, FLAP, 150, 212)]
    assert len(drawn(net, HATCH)) == 4
    fold = Rect(FLAP, FLAP, 150, 212).grow(BLEED)
    for glue in drawn(net, HATCH):  # outside of the artwork and its bleed
        assert (
            glue.bottom <= fold.y
            or glue.y >= fold.bottom
            or glue.right <= fold.x
            or glue.x >= fold.right
        )


def test_the_face_of_a_panel_is_enlarged_to_fill_it() -> None:
    net = panel_frame(PANEL, DEPTH, face(75, 106, BLEED / 2), write)
    assert region(net, "head") == Rect(FLAP, FLAP, 150, 2)


def test_flaps_are_shorter_than_a_low_wall() -> None:
    assert flap_of(8.0) == 7.0
    assert flap_of(60.0) == FLAP


def test_a_wall_stands_with_the_edge_at_the_panel_on_the_right() -> None:
    wall = wall_frame(212, DEPTH, face(212, DEPTH), write, False, "")
    assert wall.size == wall_size(212, DEPTH) == Size(DEPTH, 212 + FLAP)
    assert region(wall, "head") == Rect(DEPTH - 1, 0, 1, 212)  # the top of the face
    assert drawn(wall, FOLD) == [Rect(0, 212, DEPTH, 0)]
    assert drawn(wall, CUT) == [Rect(0, 0, DEPTH, 212 + FLAP)]
    assert len(drawn(wall, HATCH)) == 1


@pytest.mark.parametrize("notched", [False, True])
def test_a_notch_is_cut_into_the_middle_of_the_rim(notched: bool) -> None:
    wall = wall_frame(212, DEPTH, None, write, notched, "base, long wall")
    [outline] = [
        item.path for item, _ in wall.walk() if isinstance(item, Shape) and item.stroke == CUT
    ]
    at = [segment for segment in outline.segments if segment[0] == "C"]
    assert len(at) == (2 if notched else 0)
    if notched:
        assert at[0][5:] == (6.0, 106.0)
        assert at[1][5:] == (0.0, 96.0)
    assert region(wall, "word base, long wall").height == 15  # it reads along the wall


def test_walls_are_as_long_as_the_edges_they_stand_on() -> None:
    lid, base = Size(153, 215), Size(151, 213)
    faces = {"long": face(215, DEPTH), "short": face(153, DEPTH)}
    walls = wall_frames(lid, base, DEPTH, faces, None, write)
    lengths = [wall.size.height - FLAP for wall in walls]
    assert lengths == [215, 215, 153, 153, 213, 213, 151, 151]
    printed = [any(isinstance(i, Region) and i.id == "head" for i, _ in w.walk()) for w in walls]
    assert printed == [True] * 4 + [False] * 4


def test_walls_of_a_base_have_the_colour_of_its_lining_over_rim_and_end() -> None:
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

"""Which item is under a spot."""

from __future__ import annotations

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Region, Shape, Stroke
from cardgen.preview.about.hit_test import hits

RED = Color(1.0, 0.0, 0.0)
SIZE = Size(60.0, 90.0)


def names(frame, x, y):
    return [hit.item.stamp for hit in hits(frame, x, y)]


def box(x, y, width, height, at):
    return Shape(Path.rect(Rect(x, y, width, height)), RED, None, at)


def test_the_topmost_comes_first():
    frame = Frame(SIZE, [box(0, 0, 60, 90, "low"), box(10, 10, 20, 20, "high")])
    assert names(frame, 15, 15) == ["high", "low"]
    assert names(frame, 40, 40) == ["low"]
    assert names(frame, 70, 40) == []


def test_corners_of_a_round_shape_are_not_in_it():
    frame = Frame(SIZE, [Shape(Path.ellipse(30, 30, 10, 10), RED, None, "disc")])
    assert names(frame, 30, 30) == ["disc"]
    assert names(frame, 21, 21) == []


def test_a_hole_lets_through():
    ring = Path(
        (*Path.rect(Rect(0, 0, 40, 40)).segments, *Path.rect(Rect(10, 10, 20, 20)).segments), True
    )
    frame = Frame(SIZE, [box(0, 0, 60, 90, "low"), Shape(ring, RED, None, "ring")])
    assert names(frame, 20, 20) == ["low"]
    assert names(frame, 5, 5) == ["ring", "low"]


def test_a_line_is_hit_beside_its_middle():
    line = Shape(Path.polygon([(0, 10), (60, 10)], closed=False), None, Stroke(RED, 1.0), "line")
    frame = Frame(SIZE, [line])
    assert names(frame, 30, 10.7) == ["line"]
    assert names(frame, 30, 12) == []


def test_groups_move_and_clip():
    inner = Frame(Size(20, 20), [box(0, 0, 20, 20, "inner")])
    clip = Path.rect(Rect(0, 0, 10, 20))
    frame = Frame(SIZE, [Group(inner, Matrix.translation(30, 40), clip)])
    [hit] = hits(frame, 35, 45)
    assert (hit.item.stamp, hit.box) == ("inner", Rect(30, 40, 20, 20))
    assert names(frame, 45, 45) == []


def test_regions_paint_nothing():
    frame = Frame(
        SIZE,
        [
            box(0, 0, 60, 90, "low"),
            Region.named("name", Rect(0, 0, 60, 90), stamp="region"),
        ],
    )
    assert names(frame, 5, 5) == ["low"]


def test_a_letter_on_a_curve_stands_for_its_words(frame_of):
    frame = frame_of('<curved-text width="60" height="20" size="20" arc="90">Harbour</curved-text>')
    letter, place = next((item, here) for item, here in frame.walk() if getattr(item, "font", ""))
    [hit] = hits(frame, *place.apply(letter.width / 2, -1))
    assert hit.item.string == "Harbour"
    assert hit.box.width > 25

"""Which item is under a spot."""

import pytest

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


LOW = box(0, 0, 60, 90, "low")
RING = (*Path.rect(Rect(0, 0, 40, 40)).segments, *Path.rect(Rect(10, 10, 20, 20)).segments)
LINE = Path.polygon([(0, 10), (60, 10)], closed=False)


@pytest.mark.parametrize(
    ("items", "found"),
    [
        pytest.param(
            [LOW, box(10, 10, 20, 20, "high")],
            {(15, 15): ["high", "low"], (40, 40): ["low"], (70, 40): []},
            id="the topmost comes first",
        ),
        pytest.param(
            [Shape(Path.ellipse(30, 30, 10, 10), RED, None, "disc")],
            {(30, 30): ["disc"], (21, 21): []},
            id="corners of a round shape are not in it",
        ),
        pytest.param(
            [LOW, Shape(Path(RING, True), RED, None, "ring")],
            {(20, 20): ["low"], (5, 5): ["ring", "low"]},
            id="a hole lets through",
        ),
        pytest.param(
            [Shape(LINE, None, Stroke(RED, 1.0), "line")],
            {(30, 10.7): ["line"], (30, 12): []},
            id="a line is hit beside its middle",
        ),
        pytest.param(
            [LOW, Region.for_id("name", Rect(0, 0, 60, 90), stamp="region")],
            {(5, 5): ["low"]},
            id="regions paint nothing",
        ),
    ],
)
def test_what_is_under_a_spot(items, found):
    assert {spot: names(Frame(SIZE, items), *spot) for spot in found} == found


def test_groups_move_and_clip():
    inner = Frame(Size(20, 20), [box(0, 0, 20, 20, "inner")])
    clip = Path.rect(Rect(0, 0, 10, 20))
    frame = Frame(SIZE, [Group(inner, Matrix.translation(30, 40), clip)])
    [hit] = hits(frame, 35, 45)
    assert (hit.item.stamp, hit.box) == ("inner", Rect(30, 40, 20, 20))
    assert names(frame, 45, 45) == []


def test_a_letter_on_a_curve_stands_for_its_words(frame_of):
    frame = frame_of('<curved-text width="60" height="20" size="20" arc="90">Harbour</curved-text>')
    letter, place = next((item, here) for item, here in frame.walk() if getattr(item, "font", ""))
    [hit] = hits(frame, *place.apply(letter.width / 2, -1))
    assert hit.item.string == "Harbour"
    assert hit.box.width > 25

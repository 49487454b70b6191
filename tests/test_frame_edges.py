"""The judgement that lets cards touch on a sheet."""

import pytest

from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import Frame, Group, Image, Region, Shape, Stroke, Text
from cardgen.frame.edges import PAPER, edge_color, edges_agree

SIZE, BLEED = Size(63, 88), Insets(3, 3, 3, 3)
WHOLE = Rect(-3, -3, 69, 94)
RED, NEARLY, BLUE = Color(0.8, 0.1, 0.1), Color(0.81, 0.1, 0.12), Color(0.1, 0.1, 0.8)


def filled(box, color=RED):
    return Shape(Path.rect(box), fill=color)


def side(*items):
    return Frame(SIZE, items, BLEED)


def seen(*items):
    return edge_color(side(*items))


GROUND = filled(WHOLE)
INSIDE = filled(Rect(0.5, 0.5, 62, 87), BLUE)
ACROSS = filled(Rect(0.4, 20, 5, 5), BLUE)


def test_a_ground_is_the_colour_of_the_edge():
    assert seen(GROUND) == RED
    assert seen(filled(WHOLE, BLUE), GROUND) == RED
    assert seen(GROUND, Region.for_id("x", WHOLE)) == RED


def test_what_lies_half_a_millimetre_inside_is_no_edge():
    assert seen(GROUND, INSIDE) == RED
    assert seen(GROUND, Shape(Path.rect(Rect(1, 1, 61, 86)), stroke=Stroke(BLUE, 1.0))) == RED


def test_a_path_of_no_points_paints_nothing():
    line = Shape(Path(()), BLUE, Stroke(BLUE, 1.0))
    assert seen(GROUND, line) == RED
    assert seen(GROUND, Group(side(ACROSS), clip=Path(()))) == RED


@pytest.mark.parametrize(
    "item",
    [
        ACROSS,
        filled(Rect(20, 87.6, 5, 9), BLUE),
        filled(WHOLE, RED.with_alpha(0.5)),
        Shape(Path.rect(WHOLE), LinearGradient(0, 0, 0, 88, ((0, RED), (1, BLUE)))),
        Shape(Path.rect(Rect(1, 1, 61, 86)), stroke=Stroke(BLUE, 1.2)),
        Shape(Path.ellipse(31.5, 44, 31.2, 40), fill=BLUE),
        Image("digest", WHOLE),
        Group(side(ACROSS)),
        Group(side(GROUND), opacity=0.5),
        Group(Frame(Size(10, 10), [filled(Rect(0, 0, 10, 10), BLUE)]), Matrix.rotation(45, 0, 0)),
    ],
)
def test_anything_else_at_the_edge_is_another_colour(item):
    assert seen(GROUND, item) is None


def test_a_text_counts_where_it_begins():
    assert seen(GROUND, Text(20, 40, "font", 8, BLUE, ())) == RED
    assert seen(GROUND, Text(0.2, 40, "font", 8, BLUE, ())) is None
    assert seen(GROUND, Text(0.2, 40, "font", 8, RED, ())) == RED


def test_what_is_of_the_same_colour_makes_no_difference():
    assert seen(GROUND, filled(Rect(0, 0, 9, 9), NEARLY)) == NEARLY
    assert seen(GROUND, filled(Rect(0, 0, 9, 9), BLUE), GROUND) == RED


def test_paper_shows_where_nothing_covers_the_edge():
    assert seen() == PAPER
    assert seen(INSIDE) == PAPER
    assert seen(filled(Rect(-3, -3, 69, 40))) is None
    assert seen(Shape(Path.rect(WHOLE, 9), fill=RED)) is None  # its corners are round


def test_groups_are_looked_into_and_clipped():
    inner = Group(side(GROUND), clip=Path.rect(WHOLE))
    assert seen(inner, INSIDE) == RED
    clipped = Group(side(filled(WHOLE, BLUE)), clip=Path.rect(Rect(2, 2, 50, 50)))
    assert seen(GROUND, clipped) == RED
    assert seen(GROUND, Group(side(filled(WHOLE, BLUE)), opacity=0.0)) == RED
    assert seen(Group(side(GROUND), clip=Path.ellipse(31, 44, 60, 60))) is None


def test_sides_agree_if_all_have_one_colour():
    red, blue = side(GROUND), side(filled(WHOLE, BLUE))
    assert edges_agree([])
    assert edges_agree([red, side(filled(WHOLE, NEARLY))])
    assert edges_agree([None, side()])
    assert not edges_agree([red, blue])
    assert not edges_agree([red, None])
    assert not edges_agree([red, side(GROUND, ACROSS)])

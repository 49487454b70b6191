"""Grounds of sides: printed in less ink, and judged where cards touch on a sheet."""

import pytest
from msgspec.structs import replace
from signs import lost_signs

from cardgen.core.choices import INKS
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient, contrast
from cardgen.frame import Frame, Group, Image, Region, Shape, Stroke, Text
from cardgen.frame.edges import PAPER, edge_color, edges_agree
from cardgen.frame.ink import apply_ink, brightness, grey

BLACK, WHITE, NAVY = Color(0, 0, 0), Color(1, 1, 1), Color.parse("#14264f")
GOLD = Color.parse("#d3a23a")
CARD = Size(63, 88)


def box(x, y, width, height, color):
    return Shape(Path.rect(Rect(x, y, width, height)), color)


def fills(frame):
    return [item.fill for item, _ in frame.walk() if isinstance(item, Shape) and item.fill]


def card(*items):
    return Frame(CARD, items)


@pytest.mark.parametrize("ground", [BLACK, NAVY, GOLD, WHITE])
@pytest.mark.parametrize("mark", [BLACK, NAVY, GOLD, WHITE])
def test_what_stood_out_still_does_in_dark_on_light(ground, mark):
    side = card(box(0, 0, 63, 88, ground), box(10, 10, 4, 4, mark))
    paper, drawn = fills(apply_ink(side, "light"))
    assert brightness(paper) >= 0.919
    assert brightness(drawn) <= brightness(paper) + 0.08
    before = abs(brightness(ground) - brightness(mark))
    if before > 0.6:
        assert contrast(paper, drawn) > 4.5


@pytest.mark.parametrize(("size", "pale"), [(4, False), (60, True)])
def test_a_line_round_a_shape_becomes_as_dark_as_what_it_encloses(size, pale):
    edged = Shape(Path.rect(Rect(1, 1, size, size)), GOLD, Stroke(GOLD, 0.5, (2.0, 1.0)))
    made, *_ = apply_ink(card(edged, box(20, 20, 2, 2, WHITE)), "light").items
    assert made.stroke == Stroke(made.fill, 0.5, (2.0, 1.0))
    assert (brightness(made.fill) > brightness(GOLD)) == pale


@pytest.mark.parametrize(("y", "pale"), [(15.5, False), (17, True), (19.5, False)])
def test_a_band_behind_the_middle_of_small_letters_is_a_ground(y, pale):
    side = card(box(5, y, 50, 2.5, GOLD), Text(6, 20, "font", 10, WHITE, ()))
    [band] = fills(apply_ink(side, "light"))
    assert (brightness(band) > brightness(GOLD)) == pale


def test_outlines_hide_what_lies_beneath():
    side = card(box(0, 0, 63, 88, NAVY), box(10, 10, 30, 30, GOLD), box(12, 12, 2, 2, WHITE))
    drawn = [item for item, _ in apply_ink(side, "outline").walk() if isinstance(item, Shape)]
    assert [shape.fill for shape in drawn[:2]] == [WHITE, WHITE]
    assert all(shape.stroke for shape in drawn[:2])


def test_what_a_mask_cuts_off_is_outlined_by_the_mask():
    circle = Path.ellipse(20, 20, 10, 10)
    for content in (
        box(10, 10, 20, 20, NAVY),
        Image("picture", Rect(0, 0, 60, 40)),
        Group(Frame(Size(20, 20), [box(0, 0, 20, 20, NAVY)]), Matrix.translation(10, 10)),
    ):
        masked = Group(Frame(Size(63, 88), [content]), clip=circle)
        (group,) = apply_ink(card(masked), "outline").items
        edge = group.frame.items[-1]
        assert (edge.path, edge.fill) == (group.clip, None)
    masked = Group(Frame(CARD, [box(15, 15, 9, 9, NAVY)]), clip=circle)  # nothing is cut off
    (group,) = apply_ink(card(masked), "outline").items
    assert len(group.frame.items) == 1


def test_every_sign_of_a_specimen_is_kept(library):
    cream, dark = Color.parse("#f3e9d2"), Color.parse("#1d1814")
    square = Path.rect(Rect(8, 8, 8, 8))
    dashes = Stroke(cream, 0.5, (1.2, 0.7))
    side = card(
        box(-3, -3, 69, 94, cream),
        box(0, 0, 63, 44, Color.parse("#a32a1a")),
        Shape(square, dark, dashes),  # a socket with a dashed rim
        box(10, 10, 4, 4, cream),
        Shape(Path.rect(Rect(24, 8, 8, 8)), cream, Stroke(dark, 0.4)),
        Shape(Path.ellipse(45, 40, 8, 8), dark),  # a figure that reaches over two grounds
        box(44, 44, 3, 3, cream),
        Shape(Path((("M", 5, 44), ("L", 25, 30), ("L", 45, 44), ("Z",))), Color.parse("#5d1d16")),
        box(15, 38, 20, 12, dark),
    )
    light = apply_ink(side, "light")
    assert lost_signs(side, light, library) < 0.1
    bare = [replace(i, stroke=None) if isinstance(i, Shape) else i for i in light.items]
    assert lost_signs(side, Frame(CARD, bare), library) > 0.15


@pytest.mark.parametrize("panel", [BLACK, NAVY, GOLD])
def test_a_shape_in_the_color_of_the_ground_around_it_follows_the_ground(panel):
    cream = Color.parse("#f3e9d2")
    notch = Shape(Path.ellipse(20, 20, 3, 3), cream)
    side = card(box(-3, -3, 69, 94, cream), box(20, 20, 30, 50, panel), notch)
    paper, _, made = fills(apply_ink(side, "light"))
    assert made == paper


def test_groups_are_told_apart_by_where_they_lie():
    sign = Frame(Size(4, 4), [box(0, 0, 4, 4, WHITE)])
    side = card(
        box(0, 0, 63, 44, BLACK),
        Group(sign, Matrix.translation(5, 5)),
        Group(sign, Matrix.translation(5, 60)),
    )
    _, on_black, on_paper = fills(apply_ink(side, "light"))
    assert brightness(on_black) < 0.4  # it was seen
    assert brightness(on_paper) > 0.9  # it was not


def test_grey_keeps_luminance_and_gradients_their_places():
    paint = LinearGradient(0, 0, 10, 0, ((0.0, NAVY), (1.0, GOLD)))
    side = card(Shape(Path.rect(Rect(0, 0, 9, 9)), paint, Stroke(GOLD.with_alpha(0.5), 1.0)))
    [made] = apply_ink(side, "grey").items
    assert made.stroke.paint.alpha == 0.5
    for (at, new), (before, old) in zip(made.fill.stops, paint.stops, strict=True):
        assert at == before
        assert new.red == new.green == new.blue
        assert new.luminance == pytest.approx(old.luminance, abs=1e-3)
    assert grey(WHITE) == WHITE


@pytest.mark.parametrize("ink", INKS)
def test_sizes_bleeds_and_regions_stay(ink):
    region = Region.for_id("keep", Rect(1, 2, 3, 4))
    side = card(Image("a" * 32, Rect(5, 6, 20, 30)), region, box(0, 0, 63, 88, NAVY))
    made = apply_ink(side, ink)
    assert (made.size, made.bleed) == (side.size, side.bleed)
    assert region in made.items
    assert len(made.items) == 3
    assert apply_ink(side, ink).fingerprint == made.fingerprint
    assert (made is side) == (ink == "full")


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

"""Lines that are cut, folded and glued: told apart by a legend, or in inks for a press."""

import itertools
import math

import pytest
from test_impose_tokens import side

from cardgen.core.geometry import Insets, Rect, Size
from cardgen.frame import CREASE, CUT_CONTOUR, Frame, Group, Region, RegionKind, Shape
from cardgen.impose.dicesheet import _angle
from cardgen.impose.dielines import (
    CUT,
    FOLD,
    HATCH,
    HATCH_PITCH,
    beyond,
    corners,
    cuts,
    flap,
    folds,
    hatch,
    inside,
    join_lines,
    legend,
)
from cardgen.impose.separations import box_for_press, token_for_press
from cardgen.impose.tokens import TokenPiece, cutting_of, standee_folds
from cardgen.impose.tuckbox import TuckBoxNet

KINDS = ("cut", "fold", "glue")
STROKES = {"cut": CUT, "fold": FOLD, "glue": HATCH}


WORDS = {word: Frame(Size(5.0 + n, 1.5), []) for n, word in enumerate(KINDS)}


def write(word, _):
    return WORDS[word]


def test_folds_are_dashed_and_cuts_are_not():
    line = [((0.0, 0.0), (9.0, 0.0))]
    for drawn, dashed in ((cuts(line), False), (folds(line), True)):
        below, above = drawn
        assert below.stroke.paint != above.stroke.paint
        assert not below.stroke.dash
        assert bool(above.stroke.dash) == dashed
        assert below.path == above.path


@pytest.mark.parametrize(
    "kinds", [kinds for n in range(4) for kinds in itertools.permutations(KINDS, n)]
)
def test_the_legend_shows_each_line_before_its_word(kinds):
    explained = legend(write, kinds, 2.5)
    told, samples = [], []
    edge = 0.0
    for item in explained.items:
        if isinstance(item, Shape):
            box = item.path.bounds()
            assert edge - 0.005 <= box.x < box.right <= edge + 6.005
            assert 0.0 <= box.y <= box.bottom <= 2.5
            samples.append(item.stroke)
        elif isinstance(item, Group):
            kind = next(kind for kind, word in WORDS.items() if word == item.frame)
            box = item.matrix.apply_rect(item.frame.trim)
            assert box.x == pytest.approx(edge + 7.0, abs=0.005)
            assert box.center[1] == pytest.approx(1.25, abs=0.005)
            assert samples[-1] == STROKES[kind]
            told.append(kind)
            edge = box.right + 3.0
            samples = []
    assert tuple(told) == kinds
    assert explained.size.width == pytest.approx(max(edge - 3.0, 0.0), abs=0.005)
    assert explained.size.height == 2.5


@pytest.mark.parametrize("depth", [1.0, 2.5, 9.0])
def test_what_lies_beyond_a_depth_of_a_flap_keeps_its_sides(depth):
    fold = ((10.0, 5.0), (30.0, 5.0))
    one, other, far, near = beyond(flap(fold, 4.0, 2.0), depth)
    deep = min(depth, 4.0)
    assert one == pytest.approx((10 + deep / 2, 5 - deep))
    assert other == pytest.approx((30 - deep / 2, 5 - deep))
    assert (far, near) == ((28.0, 1.0), (12.0, 1.0))


@pytest.mark.parametrize(
    ("end", "angle"),
    [((9, 0), 0), ((-9, 0), 0), ((0, 9), -90), ((0, -9), -90), ((9, 9), 45), ((-9, 9), -45)],
)
def test_words_on_a_tab_are_never_upside_down(end, angle):
    assert _angle(((0.0, 0.0), end, (0.0, 0.0), (0.0, 0.0))) == angle


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "area",
    [
        corners(Rect(3.0, 4.0, 20.0, 7.0)),
        flap(((10.0, 5.0), (30.0, 5.0)), 8.0, 3.0),
        flap(((9.0, 40.0), (2.0, 12.0)), 5.0, 4.0),
    ],
)
def test_glue_is_hatched_slantwise_up_to_a_distance_from_the_edges(area, turned):
    area = [*reversed(area)] if turned else [*area]
    edges = [*zip(area, [*area[1:], area[0]], strict=True)]

    def from_edge(x, y):
        return min(
            abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.dist((ax, ay), (bx, by))
            for (ax, ay), (bx, by) in edges
        )

    drawn = [segment[1:] for segment in hatch(area).path.segments]
    for x, y in drawn:
        assert inside(area, (x, y))
        assert from_edge(x, y) == pytest.approx(0.6)
    sums = [(sum(one), sum(other)) for one, other in zip(drawn[::2], drawn[1::2], strict=True)]
    begin, pitch = sums[0][0], HATCH_PITCH * math.sqrt(2)
    for number, ends in enumerate(sums):
        assert ends == pytest.approx((begin + number * pitch,) * 2)
    for missing in (begin - pitch, sums[-1][0] + pitch):
        line = [(x / 8, missing - x / 8) for x in range(-80, 400)]
        assert not [one for one in line if inside(area, one) and from_edge(*one) > 0.6]


def cut(path):
    """Return a path as a Frame keeps it."""
    [shape] = Frame(Size(1, 1), [Shape(path)]).items
    return shape.path


def drawn(frame):
    """Return the names of sides that are shown, and the lines in each ink."""
    sides, inks = [], {}
    for group in frame.items:
        for item in group.frame.items:
            if isinstance(item, Region) and item.kind is RegionKind.SEPARATION:
                assert item.rect == frame.trim
                inks[item.note] = [i.path for i in group.frame.items if isinstance(i, Shape)]
            elif isinstance(item, Region):
                sides.append(item.id)
    return sides, inks


@pytest.mark.parametrize("shape", ["round", "square", "hex", "standee"])
def test_a_token_has_its_outline_and_the_folds_of_a_standee(shape):
    piece = TokenPiece("a", shape, side("face", 20, 24), side("back", 20, 24), 1, 6.0)
    stands = shape == "standee"
    front = token_for_press(piece)
    assert (front.size, front.bleed) == (Size(20, 60 if stands else 24), Insets(2, 2, 2, 2))
    sides, inks = drawn(front)
    assert sides == (["back", "face"] if stands else ["face"])
    lines = {CUT_CONTOUR: [cut(cutting_of(piece).outline())]}
    assert inks == (lines | {CREASE: [join_lines(standee_folds(piece))]} if stands else lines)
    if not stands:
        assert drawn(token_for_press(piece, back=True)) == (["back"], lines)
        bled = front.items[0].clip.bounds()
        assert bled == cut(cutting_of(piece).outline(2)).bounds()


def test_a_box_has_its_faces_its_outline_and_its_folds():
    box = TuckBoxNet(60, 90, 20)
    faces = {one.name: side(one.name, one.box.width, one.box.height) for one in box.panels()}
    net = box_for_press(box, faces)
    assert (net.size, net.bleed) == (box.size, Insets(2, 2, 2, 2))
    sides, inks = drawn(net)
    assert sides == ["back", "left", "front", "right", "top", "bottom"]
    assert inks == {CREASE: [join_lines(box.folds())], CUT_CONTOUR: [cut(box.outline())]}

"""Pieces for a press: art, and lines in the inks that its machines look for."""

import pytest
from test_impose_tokens import side

from cardgen.core.geometry import Insets, Size
from cardgen.frame import CREASE, CUT_CONTOUR, Frame, Region, RegionKind, Shape
from cardgen.impose.dielines import join_lines
from cardgen.impose.separations import box_for_press, token_for_press
from cardgen.impose.tokens import TokenPiece, cutting_of, standee_folds
from cardgen.impose.tuckbox import TuckBoxNet


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

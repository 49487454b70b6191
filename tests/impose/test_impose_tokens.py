"""Token sheets: cut lines, standees, bases, and backs that lie behind their faces."""

import itertools
import math

import pytest
from breadth import examples
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from page_boxes import boxes_of_lines, refusal, shared_lengths

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.frame import Frame, Group, Page, Region, Shape
from cardgen.impose.dielines import CUT, FOLD, inside
from cardgen.impose.tokens import (
    TokenPiece,
    area_of,
    count_pages,
    cutting_of,
    folded_over,
    hexagon,
    is_two_sided,
    standee,
    token_pages,
    with_bases,
)
from cardgen.impose.workpage import nest

A4 = Size(210, 297)
AT = Location("card_data/demo/game.yaml", 7, 9)


def write(text, size):
    return Frame(Size(len(text), 2), [])


def side(name, width, height):
    box = Frame(Size(width, height), []).trim
    return Frame(Size(width, height), [Region.for_id(name, box)], Insets(2, 2, 2, 2))


def token(shape, back=False, copies=1, width=20):
    high = {"hex": 2 / math.sqrt(3), "standee": 1.6}.get(shape, 1) * width
    return TokenPiece(
        shape,
        shape,
        side(f"{shape} face", width, high),
        side(f"{shape} back", width, high) if back else None,
        copies,
        10 if shape == "standee" else 0,
        AT,
    )


def pages(pieces, duplex="long-edge", offset=(0, 0)):
    return token_pages(
        pieces, A4, 5, duplex, offset, lambda n, of, side: write(side, 5), write, write("mm", 5)
    )


def drawn(page, name):
    """Middle and rotation of every side of a name on a page."""
    found = []
    for item, matrix in page.frame.walk():
        if isinstance(item, Region) and item.id == name:
            x, y = matrix.apply_rect(item.rect).center
            found.append((round(x, 3), round(y, 3), 0 if matrix.a > 0 else 180))
    return found


@pytest.mark.parametrize(("duplex", "turn"), [("long-edge", 0), ("short-edge", 180)])
def test_backs_lie_behind_their_faces(duplex, turn):
    # What "long edge" means for an upright page is told in impose/duplex: tests go by the paper.
    front, back = pages([token("hex", True, 7), token("round", True, 9)], duplex, (0.5, -0.25))
    upright = drawn(back, "hex back")[0][2] == 0
    for shape in ("hex", "round"):
        behind = set()
        for x, y, _ in drawn(front, f"{shape} face"):
            place = (A4.width - x, y, 0) if upright else (x, A4.height - y, 180)
            behind.add((round(place[0] + 0.5, 3), round(place[1] - 0.25, 3), place[2]))
        assert behind == set(drawn(back, f"{shape} back"))


def test_long_and_short_edge_differ():
    pieces = [token("round", True)]
    long, short = (drawn(pages(pieces, d)[1], "round back") for d in ("long-edge", "short-edge"))
    assert {long[0][2], short[0][2]} == {0, 180}


def test_every_front_has_a_back_page_if_any_piece_has_a_back():
    pieces = [token("square", False, 200), token("round", True)]
    assert len(pages(pieces)) % 2 == 0
    assert len(pages(pieces)) == 2 * len(pages(pieces, "none"))
    assert not is_two_sided([token("standee", True)])
    assert len(pages([token("standee", True)])) == 1


def test_gutterfold_has_both_sides_on_a_page():
    [page] = pages([token("round", True, 3)], "gutterfold")
    faces, backs = drawn(page, "round face"), drawn(page, "round back")
    assert {(round(A4.width - x, 3), y, 0) for x, y, _ in faces} == set(backs)
    assert all(x + 12 < A4.width / 2 for x, _, _ in faces)


@pytest.mark.parametrize("shape", ["round", "square", "hex"])
def test_a_piece_that_is_folded_over_has_its_back_on_its_head_above(shape):
    [piece] = folded_over([token(shape, True, 3)])
    [page] = pages([piece])
    faces, backs = drawn(page, f"{shape} face"), drawn(page, f"{shape} back")
    blank = cutting_of(replace(piece, folded=False)).blank
    # Folded about the line between them, each back comes to lie behind its face.
    assert [(x, round(y - blank.height, 3), 180) for x, y, _ in faces] == backs
    middles = {round((y + by) / 2, 3) for (_, y, _), (_, by, _) in zip(faces, backs, strict=True)}
    assert middles <= {round(box.y, 3) for box in boxes_of_lines(page.frame, FOLD)}


def test_only_what_needs_a_back_page_is_folded_over():
    given = [token("round", True), token("hex"), token("standee", True), token("square", True, 0)]
    assert [piece.folded for piece in folded_over(given)] == [True, False, False, False]
    assert not is_two_sided(folded_over(given))
    area = area_of(A4, 5, "none")
    assert count_pages(given, area) == count_pages(folded_over(given), area) == 1
    assert count_pages([token("square", width=400)], area) is None


def test_every_copy_is_there_once():
    made = pages([token("round", copies=40), token("square", copies=3), token("hex", copies=0)])
    count = {
        shape: sum(len(drawn(page, f"{shape} face")) for page in made)
        for shape in ("round", "square", "hex")
    }
    assert count == {"round": 40, "square": 3, "hex": 0}


@pytest.mark.parametrize("shape", ["round", "square", "hex"])
def test_the_cut_follows_the_shape_and_the_bleed_goes_round_it(shape):
    piece = token(shape)
    cutting = cutting_of(piece)
    box, bled = cutting.outline().bounds(), cutting.outline(2).bounds()
    assert (box.width, box.height) == pytest.approx((piece.face.size.width, piece.face.size.height))
    assert bled.width == pytest.approx(box.width + 4)
    assert cutting.blank.width == pytest.approx(bled.width)
    assert cutting.blank.height == pytest.approx(bled.height)
    [page] = pages([piece])
    cut = [i for i, _ in page.frame.walk() if isinstance(i, Shape) and i.stroke == CUT]
    [drawn] = Frame(cutting.size, [Shape(cutting.outline())]).items
    assert drawn.path in [shape.path for shape in cut]


def test_a_hexagon_is_regular():
    corners = hexagon(Size(20, 40 / math.sqrt(3)))
    sides = [math.dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    assert sides == pytest.approx([20 / math.sqrt(3)] * 6)
    assert inside(corners, (10, 10))


def test_a_standee_is_a_strip_with_three_folds():
    piece = token("standee", True)
    frame = standee(piece, write)
    assert frame.size == Size(20, 2 * (32 + 10))
    page = Page.of_sheet(frame)
    assert drawn(page, "standee back") == [(10, 10 + 16, 180)]
    assert drawn(page, "standee face") == [(10, 10 + 32 + 16, 0)]
    [folds] = [i.path for i in frame.items if isinstance(i, Shape) and i.stroke == FOLD]
    assert [s[2] for s in folds.segments if s[0] == "M"] == [10, 42, 74]
    # Folded about its top, the back stands behind the face, and its head is up.
    for (x, y, _), (bx, by, _) in zip(
        drawn(page, "standee face"), drawn(page, "standee back"), strict=True
    ):
        assert (bx, 2 * 42 - by) == (x, y)


def test_a_standee_without_a_back_shows_its_face_twice():
    frame = standee(token("standee"), write)
    assert len(drawn(Page.of_sheet(frame), "standee face")) == 2


@pytest.mark.parametrize(("tab", "reach"), [(10.0, 2.0), (4.0, 2.0), (3.0, 1.5)])
def test_artwork_covers_its_half_of_a_standee_and_a_bit_of_its_foot(tab, reach):
    frame = standee(replace(token("standee", True), tab=tab), write)
    sides = [i for i in frame.items if isinstance(i, Group) and i.clip is not None]
    back, face = (i.matrix.apply_rect(i.clip.bounds()) for i in sides if i.clip is not None)
    assert (back.x, back.y, back.right, back.bottom) == (-2, tab - reach, 22, tab + 32)
    assert (face.x, face.y, face.right, face.bottom) == (-2, tab + 32, 22, tab + 64 + reach)


def test_every_standee_has_a_base():
    queue = with_bases([token("standee", copies=2), token("round")])
    assert [piece.shape for piece in queue] == ["standee", "standee", "base", "base", "round"]
    assert queue[2].face.size == Size(20, 20)
    low = replace(token("standee"), tab=7)  # the two feet, side by side
    assert with_bases([low])[1].face.size == Size(20, 14)


def test_a_token_larger_than_the_paper_is_located():
    with pytest.raises(ImpositionError) as caught:
        pages([token("standee", width=120), token("square", width=403)])
    first, second = caught.value.diagnostics
    assert (first.code, first.location) == ("CG611", AT)
    assert "token `standee` needs 124 x 408 mm" in first.message
    assert second.hints == ("it fits on no paper that cardgen knows: make it smaller",)
    fault = refusal(pages, [token("square", width=200)])
    assert fault.hints[0].startswith("it fits on Letter")
    tall = replace(token("square", width=200), face=side("tall", 200, 275))  # too tall for Letter
    assert refusal(pages, [tall]).hints == ("it fits on Legal: build with `--paper legal`",)


def cuts_of(page):
    """Return the boxes of all outlines to cut; lines in the legend are not as high."""
    return [box for box in boxes_of_lines(page.frame, CUT) if box.height > 6]


@given(
    st.lists(
        st.builds(
            token,
            st.sampled_from(["round", "square", "hex", "standee"]),
            st.booleans(),
            st.integers(1, 9),
            st.floats(10, 50),
        ),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(["none", "long-edge", "gutterfold"]),
)
@examples(40)
def test_what_is_cut_out_lies_within_the_borders_and_not_on_its_neighbour(pieces, duplex):
    for page in pages(pieces, duplex):
        blanks = [box.grow(2) for box in cuts_of(page)]
        for box in blanks:
            assert Rect(0, 0, A4.width, A4.height).grow(-5).contains(box, 1e-6)
            assert duplex != "gutterfold" or box.right < A4.width / 2 or not is_two_sided(pieces)
        for one, other in itertools.combinations(blanks, 2):
            # Round ones and hexagons stand in the gaps of the row before, by a quarter.
            least = min(one.width, one.height, other.width, other.height)
            assert min(shared_lengths(one, other)) < least / 3


@pytest.mark.parametrize("shape", ["round", "square", "hex", "standee"])
def test_a_piece_lies_in_the_middle_of_its_place_with_its_bleed_inside(shape):
    pieces = [token(shape, copies=5)]
    cuttings = [cutting_of(piece) for piece in with_bases(pieces)]
    places = nest([one.blank for one in cuttings], area_of(A4, 5, "none"))
    [page] = pages(pieces)
    cut = cuts_of(page)
    assert len(cut) == len(places)
    for box, place, cutting in zip(cut, places, cuttings, strict=True):
        assert box.center == pytest.approx(place.box.center, abs=0.002)
        size = (cutting.size.width, cutting.size.height)
        assert (box.width, box.height) == pytest.approx(size, abs=0.002)
        assert place.box.contains(box.grow(2), 0.002)

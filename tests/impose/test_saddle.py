import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import arranged, numbered_pages, places_of_pages, refusal

from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.core.units import HOME_PAPERS, PAPERS
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.booklets import CUT_NEAR, MARK, THICKNESS, fold_of, saddle, signature
from cardgen.impose.duplex import mirror_rect
from cardgen.impose.marks import BLACK

A5, A6, A7 = Size(148.0, 210.0), Size(105.0, 148.0), Size(74.0, 105.0)


def reading(sheets):
    """Fold and nest sheets, and return the pages in the order in which they are then read."""
    opening: list[int | None] = []
    closing: list[int | None] = []
    for sheet in sheets:
        # The right half of the front becomes a leaf whose other side is the left of the back.
        opening += [sheet.front[1], sheet.back[0]]
        closing += [sheet.front[0], sheet.back[1]]
    return opening + closing[::-1]


@given(st.integers(1, 300))
def test_folded_and_nested_it_reads_in_order(count):
    order = reading(signature(count))
    assert len(order) % 4 == 0
    assert len(order) - count < 4
    assert [page for page in order if page is not None] == list(range(count))


@given(st.integers(2, 300))
def test_blanks_stand_before_the_back_cover(count):
    order = reading(signature(count))
    blanks = len(order) - count
    assert order[-1] == count - 1
    assert order[count - 1 : count - 1 + blanks] == [None] * blanks
    assert reading(signature(count, back=False)) == [*range(count), *[None] * blanks]


def test_sixteen_pages_by_hand():
    first, second, *_ = signature(16)
    assert (first.front, first.back) == ((15, 0), (1, 14))
    assert (second.front, second.back) == ((13, 2), (3, 12))
    assert signature(0) == []


def test_the_leaf_of_a_sheet_carries_neighbours():
    """Flipped on the short edge, what is right on the front lies behind the left of the back."""
    for paper in PAPERS.values():
        fold = fold_of(A5, paper, 5.0)
        for sheet in signature(20):
            assert (sheet.front[1] or 0) + 1 == sheet.back[0]
        right = fold.place(left=False, shift=0.3)
        behind = mirror_rect(right, fold.paper, "vertical")
        left = fold.place(left=True, shift=0.3)
        assert (behind.x, behind.y) == pytest.approx((left.x, left.y))


@given(st.integers(1, 60), st.sampled_from(sorted(PAPERS)))
def test_every_page_is_printed_once_on_its_half(count, paper):
    pages = numbered_pages(count, A5)
    fold = fold_of(A5, PAPERS[paper], 5.0)
    made = saddle(pages, fold)
    assert len(made) == 2 * len(signature(count))
    seen = []
    for page in made:
        assert page.frame.size == PAPERS[paper].quarter_turned  # which lies
        for number, place, _ in places_of_pages(page, pages):
            assert fold.paper.height + 0.01 >= place.bottom
            seen.append(number)
    assert sorted(seen) == list(range(count))


def test_creep_moves_inner_pages_to_the_fold():
    fold = fold_of(A5, PAPERS["a4"], 5.0)
    outer, inner = fold.place(True, 0.0), fold.place(True, 4 * THICKNESS)
    assert inner.right - outer.right == pytest.approx(4 * THICKNESS)
    right = fold.place(False, 4 * THICKNESS)
    assert right.x == pytest.approx(fold.paper.width / 2 - 4 * THICKNESS)


def test_a5_shrinks_a_little_on_letter_and_not_on_a4():
    assert fold_of(A5, PAPERS["a4"], 5.0).scale == 1.0
    assert fold_of(A5, PAPERS["letter"], 5.0).scale == pytest.approx(0.9439, abs=1e-3)


def test_a_page_much_too_large_is_refused():
    assert refusal(fold_of, Size(210, 297), PAPERS["a4"], 5.0).code == "CG631"


@given(st.sampled_from(HOME_PAPERS), st.sampled_from([A5, A6, A7]))
def test_staples_are_on_the_page_and_cuts_beside_its_bleed(paper, size):
    fold = fold_of(size, PAPERS[paper], 5.0)
    [outside, inside] = saddle([Frame(size, []) for _ in range(4)], fold)
    shapes = [item for item in outside.frame.items if isinstance(item, Shape) and item.stroke]
    left, right = fold.place(True, 0.0), fold.place(False, 0.0)
    cover = Rect(left.x, left.y, right.right - left.x, left.height)
    solid = [s for s in shapes if s.stroke and not s.stroke.dash and s.stroke.paint == BLACK]
    assert len(solid) == (1 if size == A5 else 2)
    assert cover.contains(solid[0].path.bounds())
    for cut in solid[1:]:
        assert outside.frame.trim.contains(cut.path.bounds())
        ends = [(float(x), float(y)) for _, x, y in cut.path.segments]
        away = cover.grow(3.0)
        assert not any(away.contains(Rect(x, y, 0, 0)) for x, y in ends)
    assert not [item for item in inside.frame.items if isinstance(item, Shape)]


SHAPES = st.builds(Size, st.floats(60, 160), st.floats(80, 240))


@given(SHAPES, st.sampled_from(sorted(PAPERS)), st.booleans(), st.floats(0, 2), st.floats(0, 9))
def test_a_page_keeps_its_shape_and_lies_beside_the_fold(size, paper, left, shift, bleed):
    fold = arranged(fold_of, size, PAPERS[paper], 5.0)
    place = fold.place(left, shift)
    assert fold.scale <= 1.0
    assert (place.width, place.height) == pytest.approx(
        (size.width * fold.scale, size.height * fold.scale)
    )
    middle = fold.paper.width / 2
    assert (place.right - shift if left else place.x + shift) == pytest.approx(middle)
    assert place.y == pytest.approx(fold.paper.height - place.bottom)
    assert place.grow(1e-6).height <= fold.paper.height + 1e-5
    art = Shape(Path.rect(Rect(-30, -30, 300, 400)))
    alone = [Frame(size, [art], Insets(bleed, bleed, bleed, bleed))]
    [outside, _] = saddle(alone, fold, back=False)
    [drawn] = [i for i in outside.frame.items if isinstance(i, Group)]
    [page] = [i for i in drawn.frame.items if isinstance(i, Group)]
    printed, wanted = page.matrix.apply_rect(page.frame.trim), fold.place(False, 0.0)
    assert [printed.x, printed.y, printed.right, printed.bottom] == pytest.approx(
        [wanted.x, wanted.y, wanted.right, wanted.bottom], abs=0.002
    )
    painted = drawn.clip.bounds()  # no art beyond the bleed, and none on a cut mark
    assert wanted.grow(min(bleed * fold.scale, CUT_NEAR) + 0.002).contains(painted)
    assert painted.right >= min(fold.paper.width, wanted.right + min(bleed, 4) * fold.scale) - 0.002


@given(st.sampled_from(sorted(PAPERS)), st.sampled_from([A5, A6]))
def test_two_staples_of_twelve_millimetres_go_through_the_fold(paper, size):
    fold = fold_of(size, PAPERS[paper], 5.0)
    [outside, _] = saddle([Frame(size, [])] * 4, fold)
    lines = [
        [(float(x), float(y)) for _, x, y in item.path.segments]
        for item in outside.frame.items
        if isinstance(item, Shape) and item.stroke == MARK
    ]
    ticks = lines[0]
    assert {x for x, _ in ticks} == {fold.paper.width / 2 - 1, fold.paper.width / 2 + 1}
    ys = sorted({y for _, y in ticks})
    page = fold.place(False, 0.0)
    quarter = page.height / 4
    wanted = [page.y + q + side for q in (quarter, 3 * quarter) for side in (-6.0, 6.0)]
    assert ys == pytest.approx(wanted, abs=0.001)


def test_bound_at_the_right_pages_change_sides():
    pages = numbered_pages(8, A5)
    sides: list[list[tuple[int, int, bool]]] = []
    for leftward in (False, True):
        fold = fold_of(A5, PAPERS["a4"], 5.0, leftward=leftward)
        found = []
        for sheet, page in enumerate(saddle(pages, fold)):
            for number, place, _ in places_of_pages(page, pages):
                found.append((sheet, number, place.center[0] < fold.paper.width / 2))
        sides.append(sorted(found))
    usual, other = sides
    assert other == [(sheet, page, not left) for sheet, page, left in usual]
    assert (0, 0, True) in other

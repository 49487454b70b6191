"""The eight-page fold, folded by code: every panel is laid on the others as paper would be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import numbered_pages, places_of_pages, refusal

from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.booklets import MINI_ROWS, FoldPanel, eight, mini, mini_of, slit

A7, A5 = Size(74.0, 105.0), Size(148.0, 210.0)
SIZES = st.builds(Size, st.floats(50, 210), st.floats(50, 297))
Edge = tuple[tuple[float, float], tuple[float, float]]


def reflection(edge):
    """Fold about a line along an axis: what lies beyond comes to lie over what is before."""
    (x0, y0), (x1, y1) = edge
    if abs(x0 - x1) < 1e-9:
        return Matrix(-1.0, 0.0, 0.0, 1.0, 2 * x0, 0.0)
    assert abs(y0 - y1) < 1e-9
    return Matrix(1.0, 0.0, 0.0, -1.0, 0.0, 2 * y0)


def joints(fold):
    """Panels that hang together: they share an edge, and the slit does not part them."""
    x0, y, x1, _ = slit(fold)
    panels = fold.panels()
    found: list[tuple[FoldPanel, FoldPanel, Edge]] = []
    for a in panels:
        for b in panels:
            if abs(a.box.right - b.box.x) < 1e-6 and abs(a.box.y - b.box.y) < 1e-6:
                found.append((a, b, ((b.box.x, b.box.y), (b.box.x, b.box.bottom))))
            if abs(a.box.bottom - b.box.y) < 1e-6 and abs(a.box.x - b.box.x) < 1e-6:
                cut = abs(b.box.y - y) < 1e-6 and x0 - 1e-6 <= b.box.x and b.box.right <= x1 + 1e-6
                if not cut:
                    found.append((a, b, ((b.box.x, b.box.y), (b.box.right, b.box.y))))
    return found


def folded(fold):
    """Fold at every joint, panel by panel round the ring, beginning with the front page.

    Yields each panel with the way of its paper and whether its printed side looks up. Asserts that
    the paper hangs together in a ring, and that it comes home to where it began.
    """
    edges = {(a.page, b.page): edge for a, b, edge in joints(fold)}
    edges |= {(b, a): edge for (a, b), edge in edges.items()}
    panels = {panel.page: panel for panel in fold.panels()}
    order, moved, up = [0], Matrix(), True
    found = [(panels[0], moved, up)]
    while True:
        here = order[-1]
        ahead = [b for a, b in edges if a == here and b not in order]
        # Of the two ways round, the one over the head of the front page.
        above = [b for b in ahead if abs(panels[b].box.x - panels[here].box.x) < 1e-6]
        step = (above or ahead or [0])[0]
        # What is beyond the joint is folded over it, and then moves along with this panel.
        moved, up = reflection(edges[here, step]).then(moved), not up
        if step == 0:
            break
        order.append(step)
        found.append((panels[step], moved, up))
    assert len(edges) == 16
    assert up, "an odd number of folds"
    assert moved.apply(3.0, 7.0) == pytest.approx((3.0, 7.0)), "the paper tears"
    return found


@given(st.sampled_from(sorted(PAPERS)), SIZES, st.booleans())
def test_folded_it_reads_one_to_eight_upright(paper, size, leftward):
    fold = mini_of(size, PAPERS[paper], 5.0, leftward)
    leaves = folded(fold)
    assert [panel.page for panel, _, _ in leaves] == list(range(8))
    front = leaves[0][0].box
    for panel, moved, up in leaves:
        place = moved.apply_rect(panel.box)
        assert (place.x, place.y) == pytest.approx((front.x, front.y))
        # Right-hand pages look at the reader, the others at their neighbours.
        assert up == (panel.page % 2 == 0)
        page = fold.matrix(panel).then(moved)
        across = page.apply(1, 0)[0] - page.apply(0, 0)[0]
        down = page.apply(0, 1)[1] - page.apply(0, 0)[1]
        assert down > 0, "upright"
        assert across > 0 if up else across < 0, "not mirrored, once one has turned the leaf"
        # Its inner edge lies at the spine, the left edge of the front, or the right one.
        inner = page.apply(0.0 if up != leftward else size.width, 0.0)[0]
        assert inner == pytest.approx(front.right if leftward else front.x)


@given(st.sampled_from(sorted(PAPERS)))
def test_neighbours_hang_together_where_a_booklet_wants_it(paper):
    """Two sides of a leaf at head or fore edge, pages that face each other at the spine."""
    fold = mini_of(A7, PAPERS[paper], 5.0)
    place = {panel.page: moved for panel, moved, _ in folded(fold)}
    front = fold.panels()[0].box
    for a, b, edge in joints(fold):
        first, second = sorted((a.page, b.page))
        lies = [place[a.page].apply(*point) for point in edge]
        at_spine = all(abs(x - front.x) < 1e-6 for x, _ in lies)
        at_fore_edge = all(abs(x - front.right) < 1e-6 for x, _ in lies)
        at_head = all(abs(y - front.y) < 1e-6 for _, y in lies)
        if first % 2 == 0 and second == first + 1:
            assert at_head or at_fore_edge
        else:
            assert (second - first) in (1, 7)
            assert at_spine


@given(st.integers(1, 8), st.sampled_from(sorted(PAPERS)), st.sampled_from([A7, A5]))
def test_every_page_is_printed_once_in_its_panel(count, paper, size):
    pages = numbered_pages(count, size)
    fold = mini_of(size, PAPERS[paper], 5.0)
    made = mini(pages, fold)
    assert made.frame.size.width > made.frame.size.height
    places = {number: place for number, place, _ in places_of_pages(made, pages)}
    assert sorted(places) == list(range(count))
    for panel, number in zip(fold.panels(), eight(count), strict=True):
        if number is not None:
            assert panel.box.contains(places[number], 0.001)


@given(st.integers(1, 8))
def test_blanks_stand_before_the_back_cover(count):
    order = eight(count)
    assert len(order) == 8
    assert [page for page in order if page is not None] == list(range(count))
    assert order[-1] == count - 1
    assert None not in order[: count - 1]
    assert eight(count, back=False) == [*range(count), *[None] * (8 - count)]


def test_by_hand():
    """What everybody knows who folded one: 6 7 8 1 below, 5 4 3 2 above on their heads."""
    assert [[page + 1 for page in row] for row in MINI_ROWS] == [[5, 4, 3, 2], [6, 7, 8, 1]]
    fold = mini_of(A7, PAPERS["a4"], 5.0)
    assert {panel.page + 1 for panel in fold.panels() if panel.turned} == {2, 3, 4, 5}
    assert slit(fold) == (74.25, 105.0, 222.75, 105.0)


def test_a7_is_not_scaled_on_a4():
    assert mini_of(A7, PAPERS["a4"], 5.0).scale == 1.0
    assert mini_of(A5, PAPERS["a4"], 5.0).scale == pytest.approx(0.5, abs=2e-3)
    assert mini_of(Size(20, 20), PAPERS["a4"], 5.0).scale == 1.0


def test_nine_pages_are_refused():
    assert refusal(eight, 9).code == "CG632"


def test_the_cut_is_solid_and_the_folds_are_dashed():
    fold = mini_of(A7, PAPERS["a4"], 5.0)
    slug = Frame(Size(60, 2), [])
    made = mini(numbered_pages(8, A7), fold, slug=slug)
    strokes = [item for item in made.frame.items if isinstance(item, Shape) and item.stroke]
    dashed = [shape for shape in strokes if shape.stroke and shape.stroke.dash]
    solid = [shape for shape in strokes if shape.stroke and not shape.stroke.dash][-1]
    assert len(dashed) == 1
    x0, y, x1, _ = slit(fold)
    assert solid.path.bounds() == Rect(x0, y, x1 - x0, 0.0)
    within = made.frame.trim.inset(Insets(5, 5, 5, 5))
    assert within.contains(dashed[0].path.bounds(), 1e-6)
    [line] = [item for item in made.frame.items if isinstance(item, Group) and item.frame is slug]
    box = line.matrix.apply_rect(slug.trim)
    assert fold.panels()[6].box.contains(box)
    assert box.y < y + 1


@given(st.floats(5, 200), st.floats(1, 3), st.sampled_from(sorted(PAPERS)))
def test_the_line_beside_the_slit_stands_on_white_below_it(width, height, paper):
    fold = mini_of(A7, PAPERS[paper], 5.0)
    slug = Frame(Size(width, height), [])
    made = mini(numbered_pages(8, A7), fold, slug=slug)
    ground, line = made.frame.items[-2:]
    assert line.frame == slug
    box, white = line.matrix.apply_rect(slug.trim), ground.path.bounds()
    assert ground.fill == Color(1, 1, 1)
    assert line.matrix.a == pytest.approx(
        min(1.0, (fold.panels()[6].box.width - 4) / slug.size.width), abs=1e-5
    )
    shrunk = box.height / slug.size.height
    assert box.width / slug.size.width == pytest.approx(shrunk, abs=1e-4)
    assert (white.x, white.right) == pytest.approx((box.x - 0.4, box.right + 0.4), abs=0.001)
    assert (white.y, white.bottom) == pytest.approx((box.y, box.bottom), abs=0.001)
    _, cut, _, _ = slit(fold)
    assert 0.2 < box.y - cut < 0.5  # clear of the knife, and nearer to it than any text
    assert fold.panels()[6].box.contains(white, 0.001)

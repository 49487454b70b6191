"""Pages to cut out: what lies in the lanes above and below, and which paper holds a piece."""

import pytest
from breadth import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from page_boxes import refusal, shared_lengths

from cardgen.core.geometry import Rect, Size
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group
from cardgen.impose.workpage import check_page, furnish, nest, nest_nets, page_for, roomy, work_area

papers = st.sampled_from(list(PAPERS.values()))
margins = st.sampled_from([0.0, 4.0, 5.0, 12.0])


@given(papers, margins, st.floats(5, 90), st.floats(5, 60))
def test_slug_legend_and_ruler_lie_in_the_lanes_along_the_border(paper, margin, long, explained):
    assume(abs(long - explained) > 0.01)  # frames that are alike are one
    slug, legend, ruler = (Frame(Size(width, 2.0), []) for width in (long, explained, 101.0))
    page = furnish(paper, margin, [], slug, legend, ruler)
    places = {
        item.frame.fingerprint: item.matrix.apply_rect(item.frame.trim)
        for item in page.frame.items
        if isinstance(item, Group)
    }
    head, key, foot = (places[one.fingerprint] for one in (slug, legend, ruler))
    border, area = max(margin, 4.0), work_area(paper, margin)
    assert page.frame.size == paper
    assert (area.x, area.right) == pytest.approx((border, paper.width - border))
    assert (area.y, paper.height - area.bottom) == pytest.approx((border + 3.0, border + 3.0))
    assert (head.x, foot.x, key.right) == pytest.approx(
        (border, border, paper.width - border), abs=0.001
    )
    assert head.width == pytest.approx(long, abs=0.001)  # there is room
    assert key.x - head.right >= 4.0 - 0.002
    middles = border + 1.25
    assert [head.center[1], key.center[1], paper.height - foot.center[1]] == pytest.approx(
        [middles] * 3, abs=0.001
    )


def test_a_slug_is_shrunk_to_end_before_the_legend():
    slug, legend = Frame(Size(190.0, 2.0), []), Frame(Size(60.0, 2.0), [])
    page = furnish(PAPERS["a4"], 5.0, [], slug, legend)
    [line] = [item for item in page.frame.items if isinstance(item, Group) and item.frame is slug]
    assert line.matrix.apply_rect(slug.trim).right == pytest.approx(210 - 5 - 60 - 4)


@given(st.builds(Size, st.floats(20, 300), st.floats(20, 300)), papers, margins)
def test_a_page_holds_a_piece_with_two_millimetres_around_it(piece, paper, margin):
    blank = roomy(piece)
    assert (blank.width, blank.height) == (piece.width + 4, piece.height + 4)
    fitting = []
    for page in (paper, paper.quarter_turned):
        wide, high = (side - 2 * max(margin, 4.0) for side in (page.width, page.height))
        assume(abs(wide - blank.width) > 1e-3 and abs(high - 6 - blank.height) > 1e-3)
        if blank.width <= wide and blank.height <= high - 6:
            fitting.append(page)
    assert page_for(piece, paper, margin) == next(iter(fitting), None)


@pytest.mark.parametrize(
    ("piece", "hint"),
    [
        (Size(100, 268), "it fits on A4"),
        (Size(100, 350), "it fits on A3"),
        (Size(100, 600), "fold it"),
    ],
)
def test_a_piece_that_no_page_holds_is_told_what_would(piece, hint):
    letter = PAPERS["letter"]
    assert check_page(Size(100, 250), letter, 5.0, "box `b`", None) == letter
    assert check_page(Size(250, 100), letter, 5.0, "box `b`", None) == letter.quarter_turned
    fault = refusal(check_page, piece, letter, 5.0, "box `b`", None, "fold it")
    assert fault.code == "CG611"
    assert hint in fault.hints[0]


def test_walls_of_a_box_lie_beside_its_panels_where_that_saves_a_page():
    lengths = (227, 227, 165, 165, 225, 225, 163, 163)  # of a box that holds an A5 booklet
    parts = [Frame(Size(177, 239), []), Frame(Size(175, 237), [])]
    parts += [Frame(Size(28, length), []) for length in lengths]
    page, sheets = nest_nets(parts, PAPERS["a4"], 5.0)
    assert (page, len(sheets)) == (PAPERS["a4"].quarter_turned, 3)


SIDES = st.integers(20, 180).map(float)
NETS = st.lists(st.builds(Size, SIDES, SIDES), min_size=1, max_size=5)


@given(NETS, papers)
@examples(50)
def test_nets_lie_on_the_page_and_clear_of_each_other(sizes, paper):
    page, sheets = nest_nets([Frame(size, []) for size in sizes], paper, 5.0)
    area, found = work_area(page, 5.0), list[str]()
    for items in sheets:
        boxes: list[Rect] = []
        for item in items:
            box = item.matrix.apply_rect(item.frame.trim)
            assert area.contains(box.grow(2.0), 1e-3)
            for other in boxes:
                assert min(shared_lengths(box, other)) <= -4.0 + 1e-3
            boxes.append(box)
            found.append(repr(item.frame.size))
    assert sorted(found) == sorted(map(repr, sizes))
    plain = [roomy(size) for size in sizes]
    assert len(sheets) <= 1 + max(place.page for place in nest(plain, work_area(paper, 5.0)))

"""Sheets of cards, and pages to cut out: lanes, pieces and the papers that hold them."""

from collections import Counter

import pytest
from breadth import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from page_boxes import refusal, shared_lengths
from test_duplex import groups

from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group, Region, RegionKind, Shape, regions
from cardgen.impose.margins import margins_of
from cardgen.impose.marks import BLACK, ruler
from cardgen.impose.nup import arrange
from cardgen.impose.sheet import PageSide, SheetCard, impose
from cardgen.impose.workpage import check_page, furnish, nest, nest_nets, page_for, roomy, work_area

A4 = PAPERS["a4"]
POKER = Size(63, 88)
BLEED = Insets(3, 3, 3, 3)


def side(name, size=POKER):
    return Frame(size, [Shape(Path.rect(Rect(0, 0, 5, name)), fill=BLACK)], BLEED)


def cards_on(page):
    """Return all sides on a page, in painting order."""
    return [frame for frame, _, _ in groups(page.frame)]


@pytest.mark.parametrize(
    ("cards", "duplex", "counts"),
    [
        ([SheetCard(side(1), side(2), 10)], "none", [9, 1]),
        ([SheetCard(side(1), None)], "long-edge", [1]),
        ([SheetCard(side(1), None, 9), SheetCard(side(2), side(3))], "long-edge", [9, 0, 1, 1]),
        ([SheetCard(side(1), None, 0)], "none", []),
    ],
    ids=["fronts only", "no backs at all", "a sheet without backs", "no copies"],
)
def test_pages_have_backs_where_cards_have(cards, duplex, counts):
    pages = impose(cards, arrange(POKER, 3, A4, 5, "butt"), duplex)
    assert [len(cards_on(page)) for page in pages] == counts
    shown = {frame for page in pages for frame in cards_on(page)}
    assert duplex != "none" or shown <= {card.face for card in cards}


def test_fronts_and_backs_alternate():
    back = side(50)
    pieces = [SheetCard(side(i), back, 2, f"c{i}") for i in range(1, 7)]
    pages = impose(pieces, arrange(POKER, 3, A4, 5, "butt"), "long-edge")
    assert [len(cards_on(page)) for page in pages] == [9, 9, 3, 3]
    assert set(cards_on(pages[1])) == {back}
    assert cards_on(pages[0])[0] == cards_on(pages[0])[1] == side(1)


def groups_on(page):
    return [item for item in page.frame.items if isinstance(item, Group)]


def test_equal_back_pages_are_one_frame():
    pieces = [SheetCard(side(1), side(2), 27)]
    pages = impose(pieces, arrange(POKER, 3, A4, 5, "butt"), "long-edge")
    shown = [groups_on(page)[0] for page in pages[1::2]]
    assert all(isinstance(item, Group) and item.frame is shown[0].frame for item in shown)


def test_clips_are_trim_and_allowed_bleed():
    pieces = [SheetCard(side(i), side(50), 1) for i in range(1, 10)]
    front, back = impose(pieces, arrange(POKER, 3, A4, 5, "butt"), "short-edge")
    first = groups_on(front)[0]
    assert first.clip.bounds() == Rect(-3, -3, 66, 91)
    whole = groups_on(back)[0]
    behind = whole.frame.items[0]
    assert behind.clip.bounds() == Rect(0, -3, 66, 91)


def test_a_side_without_bleed_is_cut_at_its_trim():
    bare = Frame(POKER, [Shape(Path.rect(Rect(-9, -9, 99, 99)), fill=BLACK)])
    (page,) = impose([SheetCard(bare, None)], arrange(POKER, 3, A4, 5, "bleed"), "none")
    first = groups_on(page)[0]
    assert first.clip.bounds() == Rect(0, 0, 63, 88)
    assert page.frame.size == Size(297, 210)  # that of the paper
    assert page.trim == page.bleed == Rect(0, 0, 297, 210)


def test_each_card_is_a_section_with_its_title_and_nothing_else_is_read():
    anna = SheetCard(side(1), side(2), 2, title="Anna")
    pieces = [anna, SheetCard(side(3), side(2), title="Bert")]
    front, back = impose(pieces, arrange(POKER, 3, A4, 5, "butt"), "long-edge")
    tags = list(regions(front.frame.items, RegionKind.TAG))
    assert [one.note for one in tags] == [*["Sect Anna", "P", "", ""] * 2, "Sect Bert", "P", "", ""]
    read, depth = [], 0
    for item in front.frame.items:
        if isinstance(item, Region):
            depth += 1 if item.note else -1
        elif depth:
            read.append(item)
    assert [one.frame for one in read] == [side(1), side(1), side(3)]
    assert [one.note for one in regions(back.frame.items, RegionKind.TAG)] == ["P", ""]


@pytest.mark.parametrize("length", [50.0, 500.0])
@pytest.mark.parametrize("size", [POKER, Size(88, 63), Size(200, 287)])
def test_the_slug_counts_sheets_names_sides_and_lies_in_its_lane(size, length):
    asked: list[tuple[int, int, PageSide]] = []
    lines: list[Frame] = []

    def slug(sheet, total, side):
        asked.append((sheet, total, side))
        lines.append(Frame(Size(length, 2.3), [Region.for_id(str(asked[-1]), Rect(0, 0, 1, 1))]))
        return lines[-1]

    grid = arrange(size, 3, A4, 5, "butt")
    copies = grid.slots + 1
    pages = impose([SheetCard(side(1, size), side(2, size), copies)], grid, "long-edge", slug=slug)
    assert asked == [(1, 2, "front"), (1, 2, "back"), (2, 2, "front"), (2, 2, "back")]
    lane = margins_of(grid).slug
    assert (lane is None) == (size.width == 200)  # which leaves no room
    for page, line in zip(pages, lines, strict=True):
        groups = [i for i in page.frame.items if isinstance(i, Group) and i.frame == line]
        boxes = [group.matrix.apply_rect(line.trim) for group in groups]
        assert len(boxes) == (lane is not None)
        for box in boxes:
            assert lane.box.contains(box, 1e-3)
            assert max(box.width, box.height) == pytest.approx(min(length, lane.length), abs=1e-3)


def test_the_ruler_is_on_fronts_at_true_size():
    scale = ruler()
    front, back = impose(
        [SheetCard(side(1), side(2))], arrange(POKER, 3, A4, 5), "long-edge", ruler=scale
    )
    placed = [i for i in front.frame.items if isinstance(i, Group) and i.frame == scale]
    assert [(group.matrix.a, group.matrix.d) for group in placed] == [(1, 1)]
    assert not any(isinstance(i, Group) and i.frame == scale for i in back.frame.items)


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=25),
    st.builds(Size, st.floats(25, 120), st.floats(25, 120)),
    st.sampled_from(list(PAPERS.values())),
    st.sampled_from(["long-edge", "short-edge", "none"]),
)
def test_every_card_appears_as_often_as_it_has_copies(copies, size, paper, duplex):
    pieces = [
        SheetCard(side(1 + i / 10, size), side(50 + i / 10, size), n) for i, n in enumerate(copies)
    ]
    grid = arrange(size, 3, paper, 5)
    pages = impose(pieces, grid, duplex)
    counted = Counter(frame for page in pages for frame in cards_on(page))
    for piece in pieces:
        assert counted[piece.face] == piece.copies
        assert counted[piece.back] == (0 if duplex == "none" else piece.copies)
    fronts = len(pages) if duplex == "none" else len(pages) / 2
    assert fronts == len(grid.deal([size] * sum(copies)))


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

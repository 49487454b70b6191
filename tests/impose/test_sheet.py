from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_duplex import groups

from cardgen.core.geometry import Insets, Path, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group, Region, RegionKind, Shape, regions
from cardgen.impose.margins import margins_of
from cardgen.impose.marks import BLACK, ruler
from cardgen.impose.nup import arrange
from cardgen.impose.sheet import PageSide, SheetCard, impose

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

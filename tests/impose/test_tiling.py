"""Tiles of a board: nothing lost, nothing twice, fewest sheets, boxes spared, marks that meet."""

import itertools

import pytest
from breadth import examples
from hypothesis import example, given
from hypothesis import strategies as st
from page_boxes import line_ends, refusal
from page_boxes import overlap as is_overlap

from cardgen.core.diagnostics import Location, column_letters
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Shape
from cardgen.impose.marks import FOLD, ruler
from cardgen.impose.tilepage import diamonds, overview, tile_pages
from cardgen.impose.tiling import LEAST, SEAM_BLEED, Room, cut_by, seams, tile

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
GAME = Size(594, 420)

boards = st.builds(Size, st.floats(20, 3000), st.floats(20, 3000))
papers = st.sampled_from([A4, LETTER])
overlaps = st.sampled_from([0.0, 2.0, 10.0, 25.0])
bleeds = st.sampled_from([0.0, 2.0, 3.0, 10.0])
rooms = st.builds(
    lambda middle, near, far: Room(middle + near + far, middle + near, middle, middle + far),
    st.integers(40, 90),
    st.integers(0, 9),
    st.integers(0, 9),
)
intervals = st.lists(
    st.tuples(st.integers(0, 280), st.integers(1, 60)).map(lambda box: (box[0], sum(box))),
    max_size=6,
)


def words(text, size):
    return Frame(Size(len(text) * size * 0.2, size * 0.42), [])


def spread(board=GAME, overlap=0.0, *keep, paper=A4):
    return tile(board, 3, keep, paper, 5, overlap)


def at(tiling, row, column):
    return tiling.tiles()[row * tiling.columns + column]


@given(boards, bleeds, papers, overlaps, st.sampled_from([0.0, 5.0, 8.0]))
def test_tiles_are_the_board_and_lie_on_the_page(board, bleed, paper, overlap, margin):
    tiling = tile(board, bleed, [], paper, margin, overlap)
    tiles = tiling.tiles()
    assert len(tiles) == tiling.rows * tiling.columns
    assert sum(t.cell.width * t.cell.height for t in tiles) == pytest.approx(
        board.width * board.height
    )
    for one in tiles:
        assert one.cell.width > 0
        assert one.cell.height > 0
        dx, dy = tiling.origin(one)
        printed = one.printed_area.shift(dx, dy)
        inside = Rect(0, 0, tiling.page.width, tiling.page.height).grow(-max(margin, 4))
        assert inside.contains(printed.grow(4), 1e-6)  # with its marks
        assert printed.bottom + 4 <= tiling.foot.y + 1e-6
        assert min(bleed, 3) <= min(one.reach.left, one.reach.top) + 1e-6


@given(boards, papers, overlaps)
def test_no_grid_takes_fewer_sheets(board, paper, overlap):
    tiling = tile(board, 3, [], paper, 5, overlap)
    flap = overlap or SEAM_BLEED
    counts = []
    for page in (paper, paper.quarter_turned):
        across, along = page.width - 19 - 6, page.height - 19 - 8.5 - 6  # both ends bleed 3 mm
        lost = flap - SEAM_BLEED
        counts.append(
            next(n for n in itertools.count(1) if n * across - (n - 1) * lost >= board.width - 1e-6)
            * next(
                n for n in itertools.count(1) if n * along - (n - 1) * lost >= board.height - 1e-6
            )
        )
    assert tiling.rows * tiling.columns == min(counts)


@given(st.integers(20, 300), rooms, intervals)
@example(380, Room(37, 37, 31, 31), [(164, 203), (321, 353)])  # one place leads nowhere
@examples(150)
def test_seams_cut_as_few_boxes_as_can_be(length, room, boxes):
    found, cost = seams(length, room, boxes)
    ends = [0, *found, length]
    assert len(found) + 1 == room.count(length)
    for index, (near, far) in enumerate(itertools.pairwise(ends)):
        assert far - near <= room.of(index, len(found) + 1) + 1e-3
    cuts = sum(near + 1e-4 < at < far - 1e-4 for at in found for near, far in boxes)
    assert cuts == cost.cut == _fewest(length, room, boxes)


def _fewest(length, room, boxes):
    """Try every millimetre; all measures are whole."""
    count = room.count(length)
    ways = {0: 0}
    for index in range(1, count):
        reached: dict[int, int] = {}
        for place in range(1, length):
            cut = sum(near < place < far for near, far in boxes)
            before = [
                cost
                for at, cost in ways.items()
                if LEAST <= place - at <= room.of(index - 1, count)
            ]
            if before:
                reached[place] = min(before) + cut
        ways = reached
    last = room.of(count - 1, count)
    return min(cost for at, cost in ways.items() if count == 1 or LEAST <= length - at <= last)


def test_a_board_of_the_size_of_a2():
    for paper in (A4, LETTER):
        tiling = spread(paper=paper)
        assert (tiling.columns, tiling.rows, tiling.landscape) == (4, 2, False)
        assert [t.label for t in tiling.tiles()] == "A1 A2 A3 A4 B1 B2 B3 B4".split()
    assert spread(Size(180, 260)).tiles()[0].reach == Insets(3, 3, 3, 3)


def test_a_lying_page_where_it_saves_sheets():
    assert spread(Size(270, 170)).landscape
    assert spread(Size(270, 170)).tiles()[0].label == "A1"


def test_seams_move_out_of_boxes_and_keep_clear_of_them():
    box = Rect(140, 20, 30, 30)
    tiling = spread(GAME, 0.0, box)
    assert not cut_by(tiling, [box])
    assert all(x <= 138 or x >= 172 for x in tiling.across)


def test_the_paper_that_spares_more_boxes_is_chosen():
    board = Size(260, 260)  # two sheets upright and side by side, or lying one below the other
    upright = spread(board)
    assert (upright.landscape, upright.columns, upright.rows) == (False, 2, 1)
    bar = Rect(10, 100, 240, 10)
    lying = spread(board, 0.0, bar)
    assert (lying.landscape, lying.columns, lying.rows) == (True, 1, 2)
    assert not cut_by(lying, [bar])


def test_a_box_that_cannot_be_spared_is_told():
    wide, small = Rect(0, 10, 594, 20), Rect(10, 40, 20, 20)
    tiling = spread(GAME, 0.0, wide, small)
    assert cut_by(tiling, [wide, small]) == [0]


def test_the_largest_board_with_boxes_all_over():
    keep = [Rect(i * 0.97 % 2900, i * 1.53 % 2900, 3, 3) for i in range(1000)]
    tiling = spread(Size(3000, 3000), 0.0, *keep)
    assert tiling.rows * tiling.columns == 12 * 17


@pytest.mark.parametrize("overlap", [0.0, 10.0])
def test_diamonds_of_neighbours_meet_on_the_seam(overlap):
    tiling = spread(Size(700, 900), overlap)
    assert (tiling.rows, tiling.columns) >= (3, 3)
    for one, other in itertools.permutations(tiling.tiles(), 2):
        step = other.column - one.column, other.row - one.row
        if step in ((1, 0), (0, 1)):
            axis, seam = (0, one.cell.right) if step == (1, 0) else (1, one.cell.bottom)
            meeting = {d for d in diamonds(tiling, one) if d[0][axis] == seam}
            assert meeting == {d for d in diamonds(tiling, other) if d[0][axis] == seam}
            assert len(meeting) == 2


def test_diamonds_lie_beside_the_board_except_where_seams_cross():
    tiling = spread()
    crossings = {(x, y) for x in tiling.across for y in tiling.along}
    for one in tiling.tiles():
        for (x, y), half in diamonds(tiling, one):
            inside = 0 <= x <= 594 and 0 <= y <= 420
            assert inside == ((x, y) in crossings)
            assert inside or not -3 - half < min(x, y, 594 - x, 420 - y) < 0


def test_a_diamond_has_its_middle_where_it_is_looked_for():
    tiling = spread()
    board = Frame(GAME, [], Insets(3, 3, 3, 3))
    pages = tile_pages(board, tiling, lambda *_: words("x", 5), words, ruler())
    for page, one in zip(pages, tiling.tiles(), strict=True):
        marks = page.frame.items[1]
        drawn = [s.path for s in marks.frame.items if isinstance(s, Shape) and s.fill]
        wanted = diamonds(tiling, one)
        assert len(drawn) == len(wanted) > 0
        for path, ((x, y), half) in zip(drawn, wanted, strict=True):
            corners = {(round(a - x, 6), round(b - y, 6)) for _, a, b in path.segments[:-1]}
            assert corners == {(-half, 0), (0, -half), (0, half), (half, 0)}


def test_overlapping_tiles_repeat_the_strip():
    tiling = spread(GAME, 10.0)
    first, second = at(tiling, 0, 0), at(tiling, 0, 1)
    assert first.printed_area.right == pytest.approx(second.cell.x + 10)
    assert second.printed_area.x == pytest.approx(second.cell.x - SEAM_BLEED)
    assert at(tiling, 0, tiling.columns - 1).reach.right == 3


@pytest.mark.parametrize("overlap", [180.0, 250.0, 3000.0])
def test_an_overlap_larger_than_the_page_is_located(overlap):
    place = Location("card_data/demo/game.yaml", 7, 20)
    found = refusal(tile, GAME, 3, [], A4, 5, overlap, place)
    assert (found.code, found.location) == ("CG620", place)
    assert f"an overlap of {overlap:g} mm leaves no room" in found.message
    assert "tiling: butt" in found.hints[0]


def test_a_border_that_leaves_no_room_is_told():
    assert "the printer's border" in refusal(tile, GAME, 3, [], A4, 95, 0).message


def test_pages_show_the_board_where_it_belongs():
    board = Frame(GAME, [], Insets(3, 3, 3, 3))
    tiling = spread()
    said: list[str] = []

    def slug(one, total):
        said.append(f"{one.label}/{total}")
        return words(one.label, 5.5)

    pages = tile_pages(board, tiling, slug, words, ruler())
    assert said == [f"{one.label}/8" for one in tiling.tiles()]
    for page, one in zip(pages, tiling.tiles(), strict=True):
        assert page.frame.size == A4
        assert page.trim == page.frame.trim
        group = page.frame.items[0]
        assert group.frame == board
        assert group.matrix.scale == 1
        assert group.clip.bounds() == one.printed_area
    assert pages[0].frame.fingerprint != pages[1].frame.fingerprint


def test_marks_stay_out_of_the_artwork_but_for_crossings():
    for overlap in (0.0, 12.0):
        tiling = spread(GAME, overlap)
        board = Frame(GAME, [], Insets(3, 3, 3, 3))
        pages = tile_pages(board, tiling, lambda *_: words("x", 5), words, ruler())
        for page, one in zip(pages, tiling.tiles(), strict=True):
            marks = page.frame.items[1]
            dashed = [
                s
                for s in marks.frame.items
                if isinstance(s, Shape) and s.stroke and s.stroke.dash == FOLD.dash
            ]
            inner = one.column < tiling.columns - 1 or one.row < tiling.rows - 1
            assert bool(dashed) == (overlap > 0 and inner)
            for item in marks.frame.items:
                if isinstance(item, Shape) and item.stroke and not item.fill:
                    for x0, y0, x1, y1 in line_ends(item):
                        line = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
                        assert not is_overlap(line, one.printed_area, 0)


def test_the_map_fills_the_tile_of_the_page_alone():
    tiling = spread()
    tiles = tiling.tiles()
    for one in tiles:
        chart = overview(tiling, tiles, one, 8)
        filled = [s for s in chart.items if isinstance(s, Shape) and s.fill]
        assert [tiles[list(chart.items).index(s)] for s in filled] == [one]
        assert chart.size.height == 8


def test_rows_are_named_as_far_as_it_goes():
    assert [column_letters(n + 1) for n in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == (
        "A B Z AA AB AZ BA ZZ AAA".split()
    )


@given(boards, papers, overlaps, st.sampled_from([0.0, 4.0, 5.0, 12.0]))
def test_the_foot_runs_along_the_lower_border_from_side_to_side(board, paper, overlap, margin):
    tiling = tile(board, 3, [], paper, margin, overlap)
    foot, border = tiling.foot, max(margin, 4.0)
    assert (foot.x, foot.height) == (border, 8.0)
    assert (foot.right, foot.bottom) == pytest.approx(
        (tiling.page.width - border, tiling.page.height - border)
    )


@given(st.integers(100, 170), st.integers(12, 40), st.integers(0, 20))
def test_a_seam_keeps_two_millimetres_away_from_a_box_that_it_can_avoid(at, long, less):
    room = Room(100.0, 100.0, 100.0, 100.0)
    length = 190.0 - less  # the one seam may stand anywhere from 90 - less to 100
    box = (float(at - long), float(at))
    found, cost = seams(length, room, [box])
    assert len(found) == 1
    free = [x for x in range(90 - less, 101) if x <= box[0] - 2 or x >= box[1] + 2]
    assert not free or (cost.near == 0 and not box[0] - 2 < found[0] < box[1] + 2)

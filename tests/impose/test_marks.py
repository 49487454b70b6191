import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import arranged, grown, line_ends, overlap, page_of

from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group
from cardgen.impose.duplex import back_place, behind
from cardgen.impose.gutterfold import arrange_fold
from cardgen.impose.margins import EDGE_CLEARANCE, GAP, LANE, margins_of
from cardgen.impose.marks import FOLD, HAIRLINE, crop_marks, fold_line, ruler
from cardgen.impose.nup import arrange

POKER = Size(63, 88)
TAB = Frame(Size(100, 2.33), [])


def marks_of(grid, filled=None):
    return crop_marks(grid, grid.plan(filled).bands)


def poker(paper, mode):
    return arrange(POKER, 3, PAPERS[paper], 5, mode)


def test_one_mark_at_either_end_of_a_shared_cut():
    marks = line_ends(marks_of(poker("a4", "butt")))
    assert len(marks) == 16  # 4 upright and 4 level cuts
    assert (10.5, 8.5, 10.5, 13.5) in marks
    assert len(line_ends(marks_of(poker("a4", "bleed")))) == 2 * (8 + 4)


def test_only_cuts_that_touch_a_card_are_marked():
    assert len(line_ends(marks_of(poker("a4", "butt"), 1))) == 2 * (2 + 2)
    assert len(line_ends(marks_of(poker("a4", "butt"), 4))) == 2 * (4 + 3)


@pytest.mark.parametrize(
    ("paper", "mode", "above", "beside", "upright", "slug"),
    [
        ("a4", "butt", 5.0, 3.5, False, Rect(5, 5.5, 200, 2.5)),
        ("a4", "bleed", 3.0, 5.0, False, Rect(5, 5, 287, 2.5)),
        ("letter", "butt", 2.0, 2.45, True, Rect(5, 5, 2.5, 269.4)),
        ("letter", "bleed", 5.0, 5.0, False, Rect(5, 5.95, 269.4, 2.5)),
    ],
)
def test_marks_and_slug_of_poker_cards(paper, mode, above, beside, upright, slug):
    room = margins_of(poker(paper, mode))
    assert (room.vertical_mark_length, room.horizontal_mark_length) == pytest.approx(
        (above, beside)
    )
    assert room.slug.upright == upright
    box = room.slug.box
    assert (box.x, box.y, box.width, box.height) == pytest.approx(
        (slug.x, slug.y, slug.width, slug.height)
    )


def test_a_sheet_without_room_goes_without_a_slug():
    room = margins_of(arrange(Size(199, 286), 3, PAPERS["a4"], 5))
    assert (room.slug, room.ruler) == (None, None)


def test_a_single_large_card_has_its_slug_between_the_marks():
    room = margins_of(arrange(Size(190, 277), 3, PAPERS["a4"], 5))
    assert room.slug.box == Rect(11, 4, 188, 2.5)


def test_a_line_too_long_for_its_lane_is_shrunk_but_a_ruler_is_not():
    lane = margins_of(poker("a4", "butt")).slug
    group = lane.place(Frame(Size(400, 2.4), []))
    assert group.matrix.a == pytest.approx(0.5)
    assert lane.place(Frame(Size(400, 2.4), []), shrink=False) is None


def test_an_upright_line_is_read_from_the_right():
    lane = margins_of(poker("letter", "butt")).slug
    group = lane.place(TAB)
    box = group.matrix.apply_rect(TAB.trim)
    assert lane.box.contains(box, 0.001)
    assert group.matrix.apply(0, 0)[1] == pytest.approx(box.bottom)


def test_the_ruler_is_a_hundred_millimetres():
    frame = ruler()
    assert frame.size == Size(100, LANE)
    (scale,) = frame.items
    assert (scale.path.bounds().x, scale.path.bounds().right) == (0, 100)
    [base, *ticks] = line_ends(scale)
    assert base == (0, LANE, 100, LANE)
    assert [(x0, x1, y1) for x0, _, x1, y1 in ticks] == [(mm, mm, LANE) for mm in range(101)]
    long = [(LANE - y0) / LANE for _, y0, _, _ in ticks]
    tens, fives = set(long[10:100:10]), set(long[5:100:10])
    ones = {one for mm, one in enumerate(long) if mm % 5}
    assert {long[0], long[100]} == {1.0}
    assert 1.0 > max(tens) == min(tens) > max(fives) == min(fives) > max(ones) == min(ones) > 0.0


def test_a_label_stands_after_the_ruler():
    label = Frame(Size(20, 2), [])
    frame = ruler(label)
    assert frame.size.width == 121.5
    assert frame.items[-1] == Group(label, Matrix.translation(101.5, 0.25))


sizes = st.builds(Size, st.floats(20, 190), st.floats(20, 190))
papers = st.sampled_from(list(PAPERS.values()))
modes = st.sampled_from(["auto", "butt", "inner", "bleed"])
margins = st.sampled_from([0.0, 3.0, 4.2, 5.0, 6.35, 12.0])


@given(sizes, papers, modes, margins)
def test_the_fold_runs_along_the_middle_and_marks_across_it_where_there_is_room(
    size, paper, mode, margin
):
    grid = arranged(arrange_fold, size, 3, paper, margin, mode)
    art, reach, room, (across, along) = grid.artwork, grid.reach, margins_of(grid), grid.cuts(None)
    if grid.fold == "vertical":
        middle, inner, cuts = grid.page.width / 2, reach.right, along
        near, far, mark, way = art.y, art.bottom, room.vertical_mark_length, 1
    else:
        middle, inner, cuts = grid.page.height / 2, reach.bottom, across
        near, far, mark, way = art.x, art.right, room.horizontal_mark_length, -1
    fold = fold_line(grid)
    assert fold.stroke.dash
    turned = [(a[::way], b[::way]) for a, b in ((line[:2], line[2:]) for line in line_ends(fold))]
    assert {x for line in turned for x, _ in line} == {middle}
    spans = [(near - mark, near), (far, far + mark)]
    if middle - inner > GAP:
        spans = [(near - mark, far + mark)]
    assert [(a[1], b[1]) for a, b in turned] == [pytest.approx(span) for span in spans]
    crossing = [
        a[1]
        for a, b in ((one[:2][::way], one[2:][::way]) for one in line_ends(marks_of(grid)))
        if a[0] < middle - 1e-6 and b[0] > middle + 1e-6
    ]
    assert sorted(crossing) == pytest.approx(sorted(cuts) if inner < middle - 1e-6 else [])


def test_marks_are_hairlines_of_a_quarter_of_a_point():
    for stroke in (HAIRLINE, FOLD):
        assert stroke.width == pytest.approx(25.4 / 72 / 4)


@given(sizes, papers, modes, margins, st.booleans(), st.integers(1, 60))
def test_marks_stay_off_artwork_on_the_page_and_out_of_the_slug(
    size, paper, mode, margin, fold, filled
):
    grid = arranged(arrange_fold if fold else arrange, size, 3, paper, margin, mode)
    filled = min(filled, grid.slots)
    boxes = [grown(grid.trim(s), grid.bleed_at(s, filled)) for s in range(filled)]
    if grid.fold:
        for slot in range(filled):
            place, rotation = back_place(grid, grid.trim(slot), "gutterfold")
            reach = behind(grid.bleed_at(slot, filled))
            if rotation:
                reach = Insets(reach.bottom, reach.left, reach.top, reach.right)
            boxes.append(grown(place, reach))
    room = margins_of(grid)
    boxes += [lane.box for lane in (room.slug, room.ruler) if lane]
    shapes = [marks_of(grid, filled)] + ([fold_line(grid)] if grid.fold else [])
    for x0, y0, x1, y1 in [line for shape in shapes for line in line_ends(shape)]:
        line = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
        assert page_of(grid).contains(line, 1e-6)
        assert not any(overlap(line, box) for box in boxes)


@given(sizes, papers, modes, margins, st.booleans(), st.floats(1, 400))
def test_the_slug_stays_off_artwork_and_away_from_the_edge(size, paper, mode, margin, fold, width):
    grid = arranged(arrange_fold if fold else arrange, size, 3, paper, margin, mode)
    room = margins_of(grid)
    for lane in filter(None, (room.slug, room.ruler)):
        assert page_of(grid).grow(-min(margin, EDGE_CLEARANCE)).contains(lane.box, 1e-6)
        group = lane.place(Frame(Size(width, 2.33), []))
        box = group.matrix.apply_rect(group.frame.trim)
        assert lane.box.contains(box, 0.001)
        assert not overlap(box, grid.artwork, 0)


@given(sizes, papers, modes, margins, st.booleans(), st.integers(1, 60))
def test_every_edge_of_a_face_and_of_its_back_is_marked_on_both_sides(
    size, paper, mode, margin, fold, filled
):
    grid = arranged(arrange_fold if fold else arrange, size, 3, paper, margin, mode)
    filled = min(filled, grid.slots)
    cards = [grid.trim(slot) for slot in range(filled)]
    if grid.fold:
        cards += [back_place(grid, grid.trim(slot), "gutterfold")[0] for slot in range(filled)]
    art, room = grid.artwork, margins_of(grid)
    marks = line_ends(marks_of(grid, filled))
    upright = {(x0, min(y0, y1), max(y0, y1)) for x0, y0, x1, y1 in marks if x0 == x1}
    level = {(y0, min(x0, x1), max(x0, x1)) for x0, y0, x1, y1 in marks if y0 == y1}

    def marked(found, *wanted):
        return any(one == pytest.approx(wanted, abs=1e-6) for one in found)

    for card in cards:
        for x in (card.x, card.right) if room.vertical_mark_length > 0 else ():
            assert marked(upright, x, art.y - room.vertical_mark_length, art.y)
            assert marked(upright, x, art.bottom, art.bottom + room.vertical_mark_length)
        for y in (card.y, card.bottom) if room.horizontal_mark_length > 0 else ():
            assert marked(level, y, art.x - room.horizontal_mark_length, art.x)
            assert marked(level, y, art.right, art.right + room.horizontal_mark_length)

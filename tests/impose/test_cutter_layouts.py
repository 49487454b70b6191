"""Layouts for Silhouette machines: the published ones, and those made by the same rules."""

from itertools import permutations

import pytest
from page_boxes import overlap, page_of, refusal

from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.impose.cutters.layouts import (
    BORDERLESS,
    CLEAR,
    INSET,
    MOST_ARM,
    SIZES,
    SQUARE,
    lanes,
    layout_for,
    published_table,
    quiet_zones,
    registration_marks,
    values,
)
from cardgen.impose.cutters.paths import chain_paths

INCH = 25.4
POKER, STANDARD = Size(2.5 * INCH, 3.5 * INCH), Size(63, 88)
TABLE = sorted(published_table())


def chosen(paper, size, borderless):
    return layout_for(SIZES[size], paper, PAPERS[paper], borderless=borderless)


@pytest.mark.parametrize(
    ("piece", "paper", "version", "page", "grid", "arm", "first"),
    [  # rows and columns, lengths and versions as published; places by arithmetic
        (STANDARD, "a4", 5, (297, 210), (4, 2), 9.4, (20.625, 16.375)),
        (STANDARD, "letter", 6, (279.4, 215.9), (4, 2), 8.04, (11.825, 19.325)),
        (POKER, "a4", 3, (297, 210), (4, 2), 8.38, (19.625, 15.475)),
        (POKER, "letter", 4, (279.4, 215.9), (4, 2), 7.2, (10.825, 18.425)),
    ],
)
def test_cards_lie_where_published_templates_cut(piece, paper, version, page, grid, arm, first):
    layout = layout_for(piece, paper, PAPERS[paper])
    assert layout.version == version
    assert layout.registration.arm == arm
    assert (layout.columns, layout.rows) == grid
    found = layout.arrangement(piece, 3.0)
    assert (found.page.width, found.page.height) == page
    for slot in range(found.slots):
        row, column = divmod(slot, grid[0])
        trim = found.trim(slot)
        assert trim.x == pytest.approx(first[0] + column * (piece.width + 1.25), abs=0.01)
        assert trim.y == pytest.approx(first[1] + row * (piece.height + 1.25), abs=0.01)


@pytest.mark.parametrize(("paper", "size", "borderless"), TABLE)
def test_marks_of_every_layout_are_clear_of_its_cards(paper, size, borderless):
    layout = chosen(paper, size, borderless)
    assert layout.name.startswith(f"{paper}, {size}")
    assert_marks_are_clear(layout, SIZES[size])


def assert_marks_are_clear(layout, piece):
    marks, grid = layout.registration, layout.arrangement(piece, 3.0)
    assert page_of(grid).grow(-marks.inset).contains(grid.block, 0.05)
    # Arms are as long as 300 dots an inch and a clearance of 1.25 mm allow.
    free = max(grid.block.x, grid.block.y) - marks.inset - CLEAR
    assert marks.arm == pytest.approx(min(free, MOST_ARM), abs=0.3)
    assert not any(
        overlap(zone, grid.trim(slot)) for zone in quiet_zones(marks) for slot in range(grid.slots)
    )
    assert lanes(marks, grid.artwork) is not None


@pytest.mark.parametrize(("paper", "size", "borderless"), TABLE)
def test_our_own_rules_hold_as_many_cards(paper, size, borderless):
    piece = SIZES[size]
    known = chosen(paper, size, borderless)
    almost = Size(piece.width - 0.06, piece.height - 0.06)  # no size of the table
    own = layout_for(almost, paper, PAPERS[paper], borderless=borderless)
    assert own.name.startswith(f"{almost.width:g} x")
    assert own.columns * own.rows >= known.columns * known.rows
    assert_marks_are_clear(own, almost)


def test_a_sheet_feeder_has_its_marks_further_in():
    layout = layout_for(STANDARD, "a4", PAPERS["a4"], inset=0.625 * INCH)
    marks, grid = layout.registration, layout.arrangement(STANDARD, 3.0)
    assert marks.inset == pytest.approx(15.875)
    assert page_of(grid).grow(-15.875).contains(grid.block, 1e-6)
    assert "inset 15.875 mm" in values(marks)


def test_borderless_layouts_tell_the_program_of_a_larger_paper():
    marks = layout_for(STANDARD, "letter", PAPERS["letter"], borderless=True).registration
    assert marks.inset == BORDERLESS
    assert (marks.media.width, marks.media.height) == pytest.approx((228.9, 292.4))
    assert "media 228.9 x 292.4 mm, portrait" in values(marks)
    assert f"inset {INSET:g} mm" in values(marks)


@pytest.mark.parametrize(("kind", "count"), [("three", 3), ("four", 4)])
def test_arms_of_marks_point_inwards_from_the_corners_of_the_inset(kind, count):
    marks = layout_for(STANDARD, "a4", PAPERS["a4"], kind).registration
    near, arm, page = marks.inset, marks.arm, marks.page
    drawn = [item.path for item in registration_marks(marks).frame.items if item.stroke]
    squares = [path.bounds() for path in drawn if path.segments[-1] == ("Z",)]
    assert squares == ([Rect(near, near, SQUARE, SQUARE)] if kind == "three" else [])
    angles = [path for path in drawn if path.segments[-1] != ("Z",)]
    assert len(squares) + len(angles) == len(quiet_zones(marks)) == count
    for path in angles:
        (ax, ay), (x, y), (bx, by) = (segment[1:] for segment in path.segments)
        assert min(x, page.width - x) == pytest.approx(near)
        assert min(y, page.height - y) == pytest.approx(near)
        inwards = [1 if at < edge / 2 else -1 for at, edge in ((x, page.width), (y, page.height))]
        assert (ax - x, ay - y) == pytest.approx((inwards[0] * arm, 0), abs=1e-6)
        assert (bx - x, by - y) == pytest.approx((0, inwards[1] * arm), abs=1e-6)


@pytest.mark.parametrize("upright", [False, True])
def test_lines_of_type_lie_in_the_wider_bands_between_marks_and_cards(upright):
    marks = layout_for(STANDARD, "a4", PAPERS["a4"]).registration
    page = marks.page
    x, y = (30.0, 20.0) if upright else (20.0, 30.0)
    art = Rect(x, y, page.width - 2 * x, page.height - 2 * y)
    found = lanes(marks, art)
    assert [lane.upright for lane in found] == [upright, upright]
    for lane in found:
        assert (lane.box.height > lane.box.width) is upright
        assert Rect(0, 0, page.width, page.height).contains(lane.box)
        assert not overlap(lane.box, art)
        assert not any(overlap(lane.box, zone) for zone in quiet_zones(marks))
    boxes = [lane.box.center[0 if upright else 1] for lane in found]
    assert sum(boxes) == pytest.approx(page.width if upright else page.height)


OPEN = [((0, 0), (9, 0)), ((9, 5), (9, 0)), ((9, 5), (0, 5)), ((0, 0), (0, 5))]


@pytest.mark.parametrize("lines", [*permutations(OPEN)])
def test_lines_that_meet_are_cut_in_one_go(lines):
    apart = Path.polygon([(20, 0), (30, 0)], closed=False)
    whole = Path.rect(Rect(40, 0, 5, 5))
    paths = [Path.polygon(line, closed=False) for line in lines]
    done = chain_paths([*paths[:2], apart, whole, *paths[2:]])
    assert len(done) == 3
    assert {whole, apart} < set(done)
    [outline] = [path for path in done if path not in (whole, apart)]
    assert outline.segments[-1] == ("Z",)
    assert {segment[1:] for segment in outline.segments[:-1]} == {(0, 0), (9, 0), (9, 5), (0, 5)}


@pytest.mark.parametrize("first", range(4))
def test_outlines_that_touch_at_a_corner_are_cut_each_by_itself(first):
    ring = [*OPEN[first:], *OPEN[:first]]
    other = [[(x + 9, y + 5) for x, y in line] for line in ring]
    done = chain_paths([Path.polygon(line, closed=False) for line in [*ring, *other]])
    assert [len(path.segments) for path in done] == [5, 5]
    boxes = [path.bounds() for path in done]
    assert boxes == [Rect(0, 0, 9, 5), Rect(9, 5, 9, 5)]
    assert all(path.segments[-1] == ("Z",) for path in done)


def test_a_card_that_fits_no_frame_is_refused():
    fault = refusal(layout_for, Size(200, 280), "a4", PAPERS["a4"])
    assert fault.code == "CG605"
    assert "200 x 280 mm does not fit between a cutter's marks" in fault.message
    assert "on paper of 210 x 297" in fault.message

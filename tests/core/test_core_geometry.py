import math
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size, polylines

numbers = st.floats(-500, 500, allow_nan=False)


def test_rectangles_know_their_edges_and_sizes_turn():
    assert Size(63, 88).quarter_turned == Size(88, 63)
    rect = Rect(1, 2, 10, 20)
    assert (rect.right, rect.bottom, rect.center) == (11, 22, (6, 12))
    assert rect.inset(Insets(1, 2, 3, 4)) == Rect(5, 3, 4, 16)
    assert rect.grow(1) == Rect(0, 1, 12, 22)
    assert rect.shift(5, -2) == Rect(6, 0, 10, 20)


def test_containing_allows_for_slack():
    rect = Rect(0, 0, 10, 10)
    assert rect.contains(Rect(0, 0, 10, 10))
    assert not rect.contains(Rect(-0.1, 0, 5, 5))
    assert rect.contains(Rect(-0.1, 0, 5, 5), slack=0.1)
    assert not rect.contains(Rect(5, 5, 5, 5.2))


@pytest.mark.parametrize(
    ("values", "insets"),
    [
        ((1,), Insets(1, 1, 1, 1)),
        ((1, 2), Insets(1, 2, 1, 2)),
        ((1, 2, 3), Insets(1, 2, 3, 2)),
        ((1, 2, 3, 4), Insets(1, 2, 3, 4)),
    ],
)
def test_insets_read_like_css(values, insets):
    assert Insets.of(values) == insets
    assert insets.horizontal == insets.left + insets.right
    assert insets.vertical == insets.top + insets.bottom


@pytest.mark.parametrize("values", [(), (1, 2, 3, 4, 5)])
def test_insets_take_one_to_four_values(values):
    with pytest.raises(ValueError, match="one to four"):
        Insets.of(values)


def test_quarter_turns_are_exact_and_clockwise_on_the_page():
    assert Matrix.rotation(90).apply(1, 0) == (0, 1)  # right becomes down
    assert Matrix.rotation(180).apply(1, 0) == (-1, 0)
    assert Matrix.rotation(-90).apply(1, 0) == (0, -1)
    assert Matrix.rotation(360) == Matrix()
    assert Matrix.rotation(90, 10, 10).apply(10, 0) == (20, 10)


def test_then_applies_the_left_one_first():
    both = Matrix.scaling(2).then(Matrix.translation(10, 0))
    assert both.apply(1, 1) == (12, 2)
    assert Matrix.translation(10, 0).then(Matrix.scaling(2)).apply(1, 1) == (22, 2)


@given(numbers, numbers, numbers, numbers, numbers)
def test_turning_keeps_distances(angle, cx, cy, x, y):
    turn = Matrix.rotation(angle, cx, cy)
    tx, ty = turn.apply(x, y)
    assert math.hypot(tx - cx, ty - cy) == pytest.approx(math.hypot(x - cx, y - cy), abs=1e-6)
    assert turn.scale == pytest.approx(1)


@given(numbers, numbers, numbers, numbers)
def test_then_is_composition(angle, dx, x, y):
    one, other = Matrix.rotation(angle), Matrix(2, 0, 0, 3, dx, 1)
    assert one.then(other).apply(x, y) == pytest.approx(other.apply(*one.apply(x, y)), abs=1e-6)


lengths = st.floats(0.5, 500)
rects = st.builds(Rect, numbers, numbers, lengths, lengths)


@given(rects, rects)
def test_what_is_fitted_lies_in_the_middle_and_touches_two_edges(inner, box):
    placed = Matrix.fitting(inner, box).apply_rect(inner)
    assert placed.center == pytest.approx(box.center, abs=1e-6)
    assert placed.width / placed.height == pytest.approx(inner.width / inner.height)
    free = (box.width - placed.width, box.height - placed.height)
    assert min(free) == pytest.approx(0, abs=1e-6)
    assert max(free) > -1e-6


@given(numbers, numbers, numbers, numbers)
def test_undo_finds_the_point_again(angle, dx, x, y):
    both = Matrix.rotation(angle).then(Matrix(2, 1, 0, 3, dx, 7))
    assert both.undo(*both.apply(x, y)) == pytest.approx((x, y), abs=1e-6)
    assert Matrix(0, 0, 0, 0, 1, 1).undo(x, y) == (math.inf, math.inf)


def test_a_transformed_rectangle_is_the_box_around_it():
    assert Matrix.rotation(90).apply_rect(Rect(0, 0, 2, 1)) == Rect(-1, 0, 1, 2)
    turned = Matrix.rotation(45, 1, 1).apply_rect(Rect(0, 0, 2, 2))
    assert turned.width == pytest.approx(2 * math.sqrt(2))
    assert Matrix.scaling(2, 8).scale == 4


def test_outlines_of_rectangles_and_of_open_polygons():
    assert Path.polygon([(0, 0), (1, 1)], closed=False).segments == (("M", 0, 0), ("L", 1, 1))
    sharp = Path.rect(Rect(1, 2, 3, 4))
    assert sharp.segments == (("M", 1, 2), ("L", 4, 2), ("L", 4, 6), ("L", 1, 6), ("Z",))
    assert Path.rect(Rect(1, 2, 3, 4), -1) == sharp
    round_ = Path.rect(Rect(0, 0, 10, 20), 50)  # as round as it can be
    assert round_.segments[0] == ("M", 5, 0)
    assert round_.bounds() == Rect(0, 0, 10, 20)


def test_an_ellipse_passes_through_its_four_extremes():
    ellipse = Path.ellipse(5, 10, 4, 8)
    ends = {tuple(segment[-2:]) for segment in ellipse.segments if segment[0] == "C"}
    assert ends == {(5, 18), (1, 10), (5, 2), (9, 10)}
    assert ellipse.bounds() == Rect(1, 2, 8, 16)


def test_transforming_keeps_the_fill_rule():
    path = Path((("M", 0, 0), ("C", 1, 0, 2, 0, 3, 3), ("Z",)), even_odd=True)
    moved = path.transform(Matrix.translation(10, 20))
    assert moved.segments == (("M", 10, 20), ("C", 11, 20, 12, 20, 13, 23), ("Z",))
    assert moved.even_odd
    assert Path(()).bounds() == Rect(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        ("M L", [([(0, 0), (1, 2)], False)]),
        ("M L Z", [([(0, 0), (1, 2)], True)]),
        ("M L Z M L Z", [([(0, 0), (1, 2)], True), ([(3, 6), (4, 8)], True)]),
        ("M L Z L", [([(0, 0), (1, 2)], True), ([(0, 0), (3, 6)], False)]),
        ("M M L M", [([(1, 2), (2, 4)], False)]),
        ("M L M L", [([(0, 0), (1, 2)], False), ([(2, 4), (3, 6)], False)]),
    ],
)
def test_each_part_of_a_path_is_a_line_of_its_own(words, drawn):
    segments = [(one,) if one == "Z" else (one, n, 2 * n) for n, one in enumerate(words.split())]
    assert [*polylines(Path(tuple(segments)), 0.1)] == drawn


def test_straight_pieces_end_on_their_curve():
    # The cubic with these points is y = x (3 - x) / 3 over 0 to 3, as x runs evenly.
    path = Path((("M", 0.0, 0.0), ("C", 1.0, 1.0, 2.0, 1.0, 3.0, 0.0)))
    ((points, closed),) = polylines(path, 0.001)
    assert not closed
    assert len(points) > 9
    assert [x for x, _ in points] == pytest.approx(
        [3 * n / (len(points) - 1) for n in range(len(points))]
    )
    assert [y for _, y in points] == pytest.approx([x * (3 - x) / 3 for x, _ in points])


BENT = [(0, 0), (100, -100), (200, 200), (300, 500)]  # at one end, and along one axis alone


@given(st.lists(st.tuples(numbers, numbers), min_size=4, max_size=4))
@example(BENT)
@example(BENT[::-1])
@example([(y, x) for x, y in BENT])
@example([(y, x) for x, y in BENT[::-1]])
def test_straight_pieces_stay_near_their_curve(given):
    a, b, c, d = given
    near = 1.0
    ((points, _), *_) = [*polylines(Path((("M", *a), ("C", *b, *c, *d))), near), ([a, a], False)]
    for step in range(101):
        t = step / 100
        shares = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
        x, y = (sum(s * p[i] for s, p in zip(shares, given, strict=True)) for i in (0, 1))
        assert min(_away((x, y), *pair) for pair in pairwise([*points, points[-1]])) <= near + 1e-6


def _away(point, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = (point[0] - a[0]) * dx + (point[1] - a[1]) * dy
    share = min(max(along / (dx * dx + dy * dy), 0), 1) if dx or dy else 0
    return math.dist(point, (a[0] + share * dx, a[1] + share * dy))

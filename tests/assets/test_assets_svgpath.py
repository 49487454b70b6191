"""Path data: every command, and positions in the messages of what is wrong."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.assets.svgoutline import parse_path
from cardgen.core.geometry import Matrix, polylines


def drawn(d):
    words = []
    for name, *numbers in parse_path(d).segments:
        words.append(" ".join([str(name), *(f"{float(n):g}" for n in numbers)]))
    return "; ".join(words)


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        ("", ""),
        ("M1 2L3 4Z", "M 1 2; L 3 4; Z"),
        ("m1 2l3 4z", "M 1 2; L 4 6; Z"),
        ("m1 1 2 2 3 3", "M 1 1; L 3 3; L 6 6"),
        ("M0 0h5v5H1V2", "M 0 0; L 5 0; L 5 5; L 1 5; L 1 2"),
        ("M0 0h1 2 3", "M 0 0; L 1 0; L 3 0; L 6 0"),
        ("M0 0C1 2 3 4 5 6", "M 0 0; C 1 2 3 4 5 6"),
        ("M0 0c1 1 2 1 3 0s2-1 3 0", "M 0 0; C 1 1 2 1 3 0; C 4 -1 5 -1 6 0"),
        ("M5 5S6 6 7 5", "M 5 5; C 5 5 6 6 7 5"),
        ("M0 0Q3 3 6 0", "M 0 0; C 2 2 4 2 6 0"),
        ("M0 0Q3 3 6 0T12 0", "M 0 0; C 2 2 4 2 6 0; C 8 -2 10 -2 12 0"),
        ("M0 0T6 0", "M 0 0; C 0 0 2 0 6 0"),
        ("M.5.5-1-1+2 1e1", "M 0.5 0.5; L -1 -1; L 2 10"),
        ("M0 0a0 5 0 0 1 3 3", "M 0 0; L 3 3"),
        ("M1 1A5 5 0 0 1 1 1L2 2", "M 1 1; L 2 2"),
        ("M1 1h2zl4 4", "M 1 1; L 3 1; Z; M 1 1; L 5 5"),
        ("M1 1h2zm4 4h1", "M 1 1; L 3 1; Z; M 5 5; L 6 5"),
    ],
)
def test_commands(d, expected):
    assert drawn(d) == expected


@given(
    rx=st.floats(20, 60),
    ry=st.floats(20, 60),
    turn=st.integers(-90, 90),
    large=st.booleans(),
    sweep=st.booleans(),
    end=st.tuples(st.integers(3, 12), st.integers(-12, 12)),
)
def test_arcs_lie_on_a_turned_ellipse_and_go_the_way_that_is_asked(rx, ry, turn, large, sweep, end):
    path = parse_path(f"M0 0A{rx} {ry} {turn} {large:d} {sweep:d} {end[0]} {end[1]}")
    straight = Matrix.rotation(-turn).then(Matrix.scaling(1 / rx, 1 / ry))  # makes it a circle
    ((points, _),) = polylines(path.transform(straight), 1e-4)
    (ax, ay), (bx, by), (cx, cy) = points[0], points[len(points) // 2], points[-1]
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a, b, c = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d
    for point in points:
        assert math.dist(point, (x, y)) == pytest.approx(1, abs=0.002)
    steps = [
        math.remainder(math.atan2(q[1] - y, q[0] - x) - math.atan2(p[1] - y, p[0] - x), math.tau)
        for p, q in pairwise(points)
    ]
    assert all((step > 0) == sweep for step in steps)
    assert (abs(sum(steps)) > math.pi) == large


def test_turned_ellipse_ends_exactly():
    assert parse_path("M3 4A25 15 -30 1 0 40 10").segments[-1][-2:] == (40.0, 10.0)


@pytest.mark.parametrize(
    ("d", "words"),
    [
        ("L1 1", "begins with `M`"),
        ("5 5", "`5` at character 1"),
        ("M1", "character 3 of the path is its end"),
        ("M1 1 L2 x", "character 9 of the path is `x`"),
        ("M1 1 X2 2", "`X` at character 6"),
        ("M1 1 A1 1 0 2 0 3 3", "0 or 1 at character 13"),
        ("M1 1e999", "too large"),
        ("M1 99999999", "too large"),
        ("M1 1z5", "`5` at character 6"),
        ("M1 1 L nan nan", "`n`"),
    ],
)
def test_bad_data_says_where(d, words):
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        parse_path(d)


def test_endless_paths_and_numbers_are_refused():
    for data, words in (("M0 0" + "h1" * 100_001, "segments"), ("M" + "1" * 200_000, "too large")):
        with pytest.raises(ValueError, match=words):
            parse_path(data)


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,- e+", max_size=60))
def test_any_text_gives_a_path_or_a_message(d):
    try:
        path = parse_path(d)
    except ValueError:
        return
    assert not path.segments or path.segments[0][0] == "M"
    assert all(math.isfinite(float(n)) for s in path.segments for n in s[1:])


@pytest.mark.parametrize(
    ("close", "apart"),
    [
        ("M1.5-2L.5.5", "M 1.5 -2 L .5 , .5"),
        ("M0 0A5 5 0 016 7h-2Z", "M0,0 A5 5 0 0 1 6 7 h -2 Z"),
        ("M1 2 3 4q1-2 3 0t3 0", "M1 2L3 4q1 -2 3 0t3 0"),
        ("m1 1h2zl4 4", "M1 1 H3 Z L5 5"),
    ],
)
def test_what_is_written_close_reads_as_what_is_written_apart(close, apart):
    assert parse_path(close) == parse_path(apart)

"""Lines as areas: what a line covers, by its caps, corners and dashes."""

import math
from itertools import pairwise

import pytest
from breadth import examples
from hypothesis import given
from hypothesis import strategies as st

from cardgen.backend.shading import outline_stroke
from cardgen.core.geometry import Path, polylines, signed_area
from cardgen.core.style import Color
from cardgen.frame import Stroke
from cardgen.proof.outlines import Outline

BLACK = Color(0.0, 0.0, 0.0)
DASH = (3.0, 2.0)
POINTS = st.tuples(st.integers(0, 12), st.integers(0, 12))


def line(points, closed=False, **look):
    return outline_stroke(Path.polygon(points, closed), Stroke(BLACK, 2.0, **look))


def distance(p, a, b):
    """How far a point is from a straight line between two."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return math.dist(p, (a[0] + share * dx, a[1] + share * dy))


def dashes(ring):
    """Return what a pattern draws of the straight pieces of a line."""
    drawn, done = [], 0.0
    for a, b in pairwise(ring):
        length = math.dist(a, b)
        marks = {0.0, length}
        for number in range(40):
            marks |= {number * 5.0 - done, number * 5.0 + 3.0 - done}
        stops = sorted(at for at in marks if 0 <= at <= length)
        for one, other in pairwise(stops):
            if (done + (one + other) / 2) % 5.0 < 3.0:
                ends = [
                    (a[0] + (b[0] - a[0]) * at / length, a[1] + (b[1] - a[1]) * at / length)
                    for at in (one, other)
                ]
                drawn.append((ends[0], ends[1]))
        done += length
    return drawn


@pytest.mark.parametrize("dash", [(), DASH, (0.01, 0.005)])
@given(
    points=st.lists(POINTS, min_size=2, max_size=5, unique=True),
    closed=st.booleans(),
    p=st.tuples(st.floats(-3, 15), st.floats(-3, 15)),
)
@examples(60)
def test_a_round_line_covers_what_is_near_to_it(dash, points, closed, p):
    covered = line(points, closed, cap="round", join="round", dash=dash)
    ring = [*points, points[0]] if closed else points
    pieces = dashes(ring) if dash == DASH else [*pairwise(ring)]
    away = min(distance(p, *piece) for piece in pieces)
    if abs(away - 1.0) > 0.02:  # as near as straight pieces stay to curves
        assert Outline(covered).holds(*p) == (away < 1.0)
    assert all(signed_area(piece) < 0 for piece, _ in polylines(covered, 0.01))


@given(
    turns=st.lists(st.tuples(st.floats(-14, 14), st.floats(0.2, 4)), min_size=2, max_size=6),
    p=st.tuples(st.floats(-1, 12), st.floats(-4, 4)),
)
@examples(60)
def test_a_bent_line_has_no_gaps(turns, p):
    points, heading = [(0.0, 0.0)], 0.0
    for turn, length in turns:
        heading += math.radians(turn)
        x, y = points[-1]
        points.append((x + length * math.cos(heading), y + length * math.sin(heading)))
    covered = line(points, cap="round", join="bevel")
    away = min(distance(p, *piece) for piece in pairwise(points))
    if abs(away - 1.0) > 0.02:
        assert Outline(covered).holds(*p) == (away < 1.0)
    assert all(signed_area(piece) < 0 for piece, _ in polylines(covered, 0.01))


@pytest.mark.parametrize(
    ("cap", "inside", "outside"),
    [
        ("butt", [(0.1, 0.9), (3.9, -0.9)], [(-0.1, 0.0), (4.1, 0.0), (2.0, 1.1)]),
        ("square", [(-0.9, 0.9), (4.9, -0.9)], [(-1.1, 0.0), (5.1, 0.0), (2.0, -1.1)]),
        ("round", [(-0.6, 0.6), (4.6, -0.6)], [(-0.8, 0.8), (4.8, -0.8)]),
    ],
)
def test_ends(cap, inside, outside):
    for turn in range(8):  # whichever way the line runs
        s, c = math.sin(turn * math.pi / 4), math.cos(turn * math.pi / 4)
        shape = Outline(line([(0.0, 0.0), (4 * c, 4 * s)], cap=cap))
        for where, holds in ((inside, True), (outside, False)):
            for x, y in where:
                assert shape.holds(x * c - y * s, x * s + y * c) == holds
    dot = Outline(line([(3.0, 4.0), (3.0, 4.0)], cap=cap))
    corners = [(3 + x, 4 + y) for x in (-0.9, 0.9) for y in (-0.9, 0.9)]
    assert [dot.holds(*p) for p in corners] == [cap == "square"] * 4
    assert dot.holds(3.6, 4.6) == (cap != "butt")
    assert not any(dot.holds(*p) for p in ((4.1, 4.0), (3.0, 5.1), (1.9, 4.0), (3.0, 2.9)))


@pytest.mark.parametrize(
    ("join", "miter", "reach"),
    [
        ("miter", 1.5, 1.0),
        ("miter", 1.3, 0.5),  # the limit is less than the root of 2
        ("bevel", 9.0, 0.5),
        ("round", 9.0, math.sqrt(0.5)),
    ],
)
def test_corners(join, miter, reach):
    for side in (-1, 1):  # to the left and to the right
        points = [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0 * side)]
        shape = Outline(line(points, join=join, miter=miter))
        inner, outer = reach - 0.02, reach + 0.02
        assert shape.holds(5 + inner, -inner * side)
        assert not shape.holds(5 + outer, -outer * side)
        assert shape.holds(4.5, 0.5 * side)
        assert not shape.holds(3.9, 1.1 * side)


def test_a_line_of_no_width_covers_nothing():
    assert outline_stroke(Path.polygon([(0, 0), (1, 1)]), Stroke(BLACK, 0.0)) == Path(())

"""Nets are folded in space by code: they must close, with tabs where edges meet."""

import itertools
import math
from collections import Counter

import pytest
from breadth import examples
from folding import distinct, dot, fold, middle, normal
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import Insets, Size, polylines, signed_area
from cardgen.frame import Frame
from cardgen.impose.dicesheet import cube_net, icosahedron_net, net_frame
from cardgen.impose.dielines import inside

EDGES = st.floats(min_value=8, max_value=60, allow_nan=False)
# Faces, corners, faces at a corner, degrees to fold: 180 less the angle between two faces.
KINDS = {
    6: (cube_net, 8, 3, 90.0),
    20: (icosahedron_net, 12, 5, 180.0 - math.degrees(math.acos(-math.sqrt(5) / 3))),
}
EACH = pytest.mark.parametrize("kind", KINDS)


def folded(net, degrees):
    faces = {str(facet.value): facet.corners for facet in net.facets}
    hinges = [(str(a), str(b), edge) for (a, b), edge in net.hinges().items()]
    return {int(name): points for name, points in fold(faces, hinges, degrees).items()}


def edges(points):
    return list(zip(points, [*points[1:], points[0]], strict=True))


def meet(one, other):
    """Whether two edges lie on each other, as those of neighbours do: in opposite directions."""
    return math.dist(one[0], other[1]) < 1e-6 and math.dist(one[1], other[0]) < 1e-6


def neighbours(solid):
    found: dict[int, set[int]] = {value: set() for value in solid}
    for a, b in itertools.permutations(solid, 2):
        if any(meet(e, f) for e in edges(solid[a]) for f in edges(solid[b])):
            found[a].add(b)
    return found


@EACH
@given(edge=EDGES)
@examples(8)
def test_the_net_closes(kind, edge):
    make, corners, at_corner, degrees = KINDS[kind]
    solid = folded(make(edge), degrees)
    assert sorted(solid) == list(range(1, kind + 1))
    points = distinct(itertools.chain.from_iterable(solid.values()))
    assert len(points) == corners
    for point in points:
        touching = [v for v, face in solid.items() if any(math.dist(point, p) < 1e-6 for p in face)]
        assert len(touching) == at_corner
    centre = middle(points)
    assert len({round(math.dist(centre, point), 5) for point in points}) == 1
    assert all(len(beside) == len(solid[value]) for value, beside in neighbours(solid).items())


@EACH
@given(edge=EDGES)
@examples(8)
def test_opposite_faces_have_the_right_sum(kind, edge):
    make, _, _, degrees = KINDS[kind]
    solid = folded(make(edge), degrees)
    normals = {value: normal(points) for value, points in solid.items()}
    for value, direction in normals.items():
        [other] = [v for v, n in normals.items() if dot(direction, n) < -1 + 1e-9]
        assert value + other == kind + 1


@EACH
@given(edge=EDGES)
@examples(8)
def test_every_seam_has_one_tab(kind, edge):
    make, _, _, degrees = KINDS[kind]
    net = make(edge)
    solid = folded(net, degrees)
    tabs = {(tab.value, tab.edge) for tab in net.tabs}
    outer = {(facet.value, index) for facet, index in net.outer()}
    assert tabs <= outer
    assert len(tabs) == len(net.tabs)
    for value, index in outer:
        mine = edges(solid[value])[index]
        [partner] = [
            (v, i) for v, i in outer if (v, i) != (value, index) and meet(mine, edges(solid[v])[i])
        ]
        assert ((value, index) in tabs) != (partner in tabs)


@EACH
@given(edge=EDGES)
@examples(8)
def test_nothing_lies_on_anything_else(kind, edge):
    net = KINDS[kind][0](edge)
    parts = [facet.corners for facet in net.facets] + [tab.corners for tab in net.tabs]
    for one, other in itertools.permutations(parts, 2):
        assert not any(inside(one, point, slack=-1e-3) for point in other)
        x, y = (sum(p[i] for p in other) / len(other) for i in (0, 1))
        assert not inside(one, (x, y))
    assert all(signed_area(facet.corners) > 0 for facet in net.facets)  # clockwise on paper
    for tab in net.tabs:
        assert signed_area(tab.corners) < 0  # on the other side of its edge
        start, end, *outer = tab.corners
        depths = [
            -2 * signed_area([start, end, corner]) / math.dist(start, end) for corner in outer
        ]
        assert depths == pytest.approx([min(0.3 * edge, 7.0)] * 2)
    points = [p for part in parts for p in part]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)
    assert max(x for x, _ in points) == pytest.approx(net.size.width)
    assert max(y for _, y in points) == pytest.approx(net.size.height)


@EACH
def test_lines_are_cut_or_folded_never_both(kind):
    net = KINDS[kind][0](20.0)
    cut = {frozenset(((round(a, 6), round(b, 6)) for a, b in line)) for line in net.cuts()}
    bent = {frozenset(((round(a, 6), round(b, 6)) for a, b in line)) for line in net.folds()}
    assert not cut & bent
    assert len(bent) == len(net.facets) - 1 + len(net.tabs)
    ends: dict[object, int] = {}
    for line in cut:
        for point in line:
            ends[point] = ends.get(point, 0) + 1
    assert all(count % 2 == 0 for count in ends.values())  # the knife comes back to its start


@EACH
@given(edge=EDGES)
@examples(8)
def test_drawings_lie_on_their_faces(kind, edge):
    net = KINDS[kind][0](edge)
    high = edge if kind == 6 else edge * math.sqrt(3) / 2
    drawn = [(0, 0), (edge, 0), (edge, high), (0, high)]
    if kind == 20:
        drawn = [(edge / 2, 0), (edge, high), (0, high)]
    for facet in net.facets:
        placed = {tuple(round(v, 6) for v in facet.matrix.apply(x, y)) for x, y in drawn}
        assert placed == {tuple(round(v, 6) for v in corner) for corner in facet.corners}


@EACH
def test_artwork_ends_at_its_face_and_bleeds_over_outer_edges_alone(kind):
    net, bleed = KINDS[kind][0](20.0), 2.0
    face = Frame(Size(20.0, 20.0), [], Insets(bleed, bleed, bleed, bleed))
    faces = dict.fromkeys(range(1, kind + 1), face)
    drawn = net_frame(net, faces, lambda *_: Frame(Size(1, 1), []))
    outer = Counter(facet.value for facet, _ in net.outer())
    for facet, group in zip(net.facets, drawn.items, strict=False):
        shown, *over = (points for points, _ in polylines(group.clip.transform(group.matrix), 1))
        assert [point for corner in shown for point in corner] == pytest.approx(
            [point for corner in facet.corners for point in corner], abs=1e-3
        )
        assert len(over) == outer[facet.value]
        for points in over:
            # Beyond the edge, and as far as the bleed: a trapezium with slopes of 45 degrees.
            assert not any(inside(facet.corners, point) for point in points[2:])
            assert signed_area(points) == pytest.approx(bleed * (20.0 - bleed), abs=0.1)


def test_one_two_three_run_counterclockwise():
    solid = folded(cube_net(20.0), 90.0)
    points = list(itertools.chain.from_iterable(solid.values()))
    assert min(z for _, _, z in points) > -1e-6  # folded away from the printed side
    cx, cy, cz = middle(points)
    one, two, three = (
        (x - cx, y - cy, z - cz) for x, y, z in (middle(solid[v]) for v in (1, 2, 3))
    )
    turn = (
        one[1] * two[2] - one[2] * two[1],
        one[2] * two[0] - one[0] * two[2],
        one[0] * two[1] - one[1] * two[0],
    )
    assert dot(turn, three) > 0  # as x, y and z do, seen from their far corner

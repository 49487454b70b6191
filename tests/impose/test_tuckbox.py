"""The box's net is folded in space by code: its walls must stand where its contents end."""

import itertools
import math

import pytest
from breadth import examples
from folding import distinct, dot, fold, middle, normal, words, write
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import overlap

from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.dielines import HATCH, corners, inside
from cardgen.impose.tuckbox import TuckBoxNet, box_art, box_frame

BOXES = st.builds(
    TuckBoxNet,
    st.floats(min_value=30, max_value=120),
    st.floats(min_value=40, max_value=180),
    st.floats(min_value=5, max_value=80),
)
MANY = examples(25)


def near(a, b):
    return math.dist(a, b) < 1e-6


def folded(box):
    faces = {panel.name: corners(panel.box) for panel in box.panels()}
    hinges = []
    for a, b in itertools.combinations(faces, 2):
        for start, end in zip(faces[a], [*faces[a][1:], faces[a][0]], strict=True):
            other = zip(faces[b], [*faces[b][1:], faces[b][0]], strict=True)
            if any(near(start, q) and near(end, p) for p, q in other):
                hinges.append((a, b, (start, end)))
    return fold(faces, hinges, 90.0)


@given(BOXES)
@MANY
def test_the_box_closes_and_holds_what_it_was_made_for(box):
    solid = folded(box)
    points = distinct(itertools.chain.from_iterable(solid.values()), 1e-5)
    assert len(points) == 8
    spans = sorted(max(p[i] for p in points) - min(p[i] for p in points) for i in range(3))
    assert spans == pytest.approx(sorted((box.width, box.height, box.depth)))
    normals = {name: normal(face) for name, face in solid.items()}
    for one, other in (("front", "back"), ("left", "right"), ("top", "bottom")):
        assert dot(normals[one], normals[other]) == pytest.approx(-1)


@given(BOXES)
@MANY
def test_the_front_is_seen_with_its_sides_and_lid_where_they_are_called(box):
    solid = folded(box)
    at = {name: middle(face) for name, face in solid.items()}
    # The back lies on the table, printed side up; its viewer sees the left side on the right.
    assert at["front"][2] == pytest.approx(box.depth)
    assert at["left"][0] > at["back"][0] > at["right"][0]
    assert at["top"][1] < at["back"][1] < at["bottom"][1]


@given(BOXES)
@MANY
def test_the_outline_goes_round_everything_once(box):
    outline = box.outline()
    bounds = outline.bounds()
    assert (bounds.x, bounds.y) == pytest.approx((0, 0), abs=1e-6)
    assert (bounds.width, bounds.height) == pytest.approx((box.size.width, box.size.height))
    ends = [(segment[-2], segment[-1]) for segment in outline.segments if len(segment) > 1]
    for panel in box.panels():
        assert bounds.contains(panel.box, 1e-6)
    for flap in box.flaps():
        start, end = flap.corners[:2]
        for corner in (start, end):
            assert any(near(corner, at) for at in ends), flap.name


@given(BOXES)
@MANY
def test_flaps_keep_clear_of_each_other(box):
    parts = [panel.box for panel in box.panels()]
    for flap in box.flaps():
        xs, ys = [x for x, _ in flap.corners], [y for _, y in flap.corners]
        parts.append(Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    for a, b in itertools.combinations(parts, 2):
        assert not overlap(a, b)


def test_the_walls_close_only_by_glue_and_the_lid_by_its_tongue():
    flaps = {flap.name: flap.glued for flap in TuckBoxNet(64, 89, 32).flaps()}
    glued_flaps = {name for name, glued in flaps.items() if glued}
    assert glued_flaps == {"seam", "hem", "left foot", "right foot"}


def blank_faces(box):
    return {
        panel.name: Frame(Size(panel.box.width, panel.box.height), [], Insets(2, 2, 2, 2))
        for panel in box.panels()
    }


def test_a_lining_covers_just_the_flaps_that_no_glue_holds():
    box, red = TuckBoxNet(60, 90, 20), Color(0.7, 0.1, 0.1)
    faces = blank_faces(box)
    art = box_art(box, faces, red)
    filled = [item.path.bounds() for item in art if isinstance(item, Shape)]
    loose = [flap for flap in box.flaps() if not flap.glued]
    assert len(filled) == len(loose) == 3
    for bounds, flap in zip(filled, loose, strict=True):
        xs, ys = zip(*flap.corners, strict=True)
        flat = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        assert bounds.contains(flat)  # out to the bleed, whatever the knife does
    assert not [item for item in box_art(box, faces) if isinstance(item, Shape)]


def test_artwork_goes_over_outer_edges_and_never_onto_a_neighbour():
    box = TuckBoxNet(60, 90, 20)
    faces = blank_faces(box)
    drawn = box_frame(box, faces, write)
    panels = {panel.name: panel.box for panel in box.panels()}
    shown = [item for item in drawn.items if isinstance(item, Group) and item.clip is not None]
    assert len(shown) == 6
    told = {}
    for text, place, turned in words(drawn):
        [name] = [flap.name for flap in box.flaps() if inside(flap.corners, place.center)]
        told[name] = (text, turned)
    assert told == {
        "seam": ("glue", True),
        "hem": ("glue", False),
        "tongue": ("tuck in", False),
        "left foot": ("glue", False),
        "right foot": ("glue", False),
    }
    glue = [i.path for i in drawn.items if isinstance(i, Shape) and i.stroke == HATCH]
    for hatched, flap in zip(glue, (f for f in box.flaps() if f.glued), strict=True):
        start, end = flap.corners[:2]
        for _, x, y in hatched.segments:  # clear of the fold and of what bleeds over it
            across = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
            assert abs(across) / math.dist(start, end) >= 2 + 0.6 - 1e-3
            assert inside(flap.corners, (x, y))
    for group, (name, place) in zip(shown, panels.items(), strict=True):
        reach = group.matrix.apply_rect(group.clip.bounds())
        assert reach.contains(place, 1e-6)
        for other, wall in panels.items():
            assert other == name or not overlap(reach, wall), (name, other)
    assert shown[4].matrix == Matrix(
        -1.0, 0.0, 0.0, -1.0, panels["top"].right, panels["top"].bottom
    )


@given(BOXES)
@MANY
def test_corners_of_the_tongue_and_the_thumb_notch_are_round(box):
    segments = box.outline().segments
    arcs = []
    for before, segment in itertools.pairwise(segments):
        if segment[0] == "C":
            points = [tuple(before[-2:]), *zip(segment[1::2], segment[2::2], strict=True)]
            arcs.append([(float(x), float(y)) for x, y in points])
    front = next(panel.box for panel in box.panels() if panel.name == "front")
    tongue = next(flap for flap in box.flaps() if flap.name == "tongue").corners
    corner = min(0.6 * box.tongue, box.width / 4)
    wanted = [
        ((tongue[3][0] + corner, tongue[3][1] + corner), corner),
        ((tongue[2][0] - corner, tongue[2][1] + corner), corner),
        ((front.x + front.width / 2, front.y), box.notch),
        ((front.x + front.width / 2, front.y), box.notch),
    ]
    assert len(arcs) == len(wanted)
    for points, (centre, radius) in zip(arcs, wanted, strict=True):
        for step in range(9):
            t, u = step / 8, 1 - step / 8
            share = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
            x = sum(s * px for s, (px, _) in zip(share, points, strict=True))
            y = sum(s * py for s, (_, py) in zip(share, points, strict=True))
            assert math.dist((x, y), centre) == pytest.approx(radius, rel=1e-3)
    assert all(
        y <= centre[1]
        for points, (centre, _) in zip(arcs[:2], wanted, strict=False)
        for _, y in points
    )


@pytest.mark.parametrize(
    ("box", "radius"), [((100, 120, 20), 10.0), ((30, 120, 20), 6.0), ((100, 28, 20), 7.0)]
)
def test_the_thumb_notch_is_as_large_as_a_thumb_where_the_front_has_room(box, radius):
    assert TuckBoxNet(*box).notch == radius


@given(BOXES)
@MANY
def test_flaps_are_no_longer_than_the_box_allows(box):
    assert 0 < box.dust <= box.width / 2  # the two dust flaps do not meet
    assert box.tongue <= box.height / 2
    assert box.hem <= box.height / 2
    assert box.seam <= box.depth


@given(BOXES)
@MANY
def test_flaps_are_tapered_and_keep_a_third_of_their_fold(box):
    for flap in box.flaps():
        start, end, far, near = flap.corners
        fold, edge = math.dist(start, end), math.dist(near, far)
        assert fold / 3 - 1e-9 <= edge < fold
        along = [(b - a) * (d - c) for a, b, c, d in zip(start, end, near, far, strict=True)]
        assert sum(along) > 0  # its sides do not cross


def test_flaps_of_a_very_small_box_end_in_its_middle():
    small = TuckBoxNet(10, 8, 20)
    assert (small.tongue, small.hem, small.dust) == (4, 4, 5)
    assert TuckBoxNet(60, 90, 5).seam == 5

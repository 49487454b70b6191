import pytest
from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import Frame, Group, Region, Shadow, Shape, SoftMask, Stroke, Text
from cardgen.frame.packing import look
from cardgen.frame.reach import contains

SIZE = Size(60.0, 90.0)
BOX = Path.rect(Rect(0, 0, 10, 10))
RED, BLUE = Color(1.0, 0.0, 0.0), Color(0.0, 0.0, 1.0)


def test_regions_paint_nothing():
    bare = Frame(SIZE, [Shape(BOX, RED)])
    named = Frame(SIZE, [Region.for_id("spot", Rect(0, 0, 5, 5)), Shape(BOX, RED)])
    assert bare.fingerprint != named.fingerprint
    assert look(bare) == look(named)
    around = [Frame(SIZE, [Group(inner, Matrix.translation(3, 0))]) for inner in (bare, named)]
    assert look(around[0]) == look(around[1])


def test_everything_else_counts():
    frames = [
        Frame(SIZE, [Shape(BOX, RED)]),
        Frame(SIZE, [Shape(BOX, BLUE)]),
        Frame(Size(60.0, 91.0), [Shape(BOX, RED)]),
        Frame(SIZE, [Shape(BOX, RED), Shape(BOX, BLUE)]),
        Frame(SIZE, [Shape(BOX, BLUE), Shape(BOX, RED)]),
        Frame(SIZE, [Group(Frame(SIZE, [Shape(BOX, RED)]))]),
        Frame(SIZE, [Group(Frame(SIZE, [Shape(BOX, BLUE)]))]),
        Frame(SIZE, [Group(Frame(SIZE, [Shape(BOX, RED)]), opacity=0.5)]),
    ]
    assert len({look(frame) for frame in frames}) == len(frames)


@pytest.mark.parametrize(
    "painted",
    [
        lambda paint: Shape(BOX, paint),
        lambda paint: Shape(BOX, None, Stroke(paint, 0.25)),
        lambda paint: Text(1, 5, "a/b@0", 9.0, paint, ()),
    ],
)
def test_computed_places_of_gradients_are_rounded(painted):
    stops = ((0.0, RED), (1.0, BLUE))
    one, other, moved = (
        Frame(SIZE, [painted(LinearGradient(0.0, 0.0, x, 5.0, stops))])
        for x in (8.660254037844386, 8.660254037844387, 8.67)
    )
    assert one.fingerprint != other.fingerprint
    assert look(one) == look(other) != look(moved)


def test_the_pixels_of_a_shadow_do_not_count_but_its_place_and_strength_do():
    mask = SoftMask(2, 1, b"rows", 0.5)
    here = Shadow(Rect(0, 0, 10, 10), RED, mask)
    looks = [
        look(Frame(SIZE, [replace(here, **change)]))
        for change in (
            {},
            {"mask": SoftMask(3, 4, b"others", 0.5)},
            {"mask": replace(mask, opacity=0.6)},
            {"rect": Rect(0, 0, 10, 11)},
            {"color": BLUE},
        )
    ]
    assert looks[0] == looks[1]
    assert len(set(looks)) == 4


def test_looks_are_remembered(frame_of):
    known = {}
    frame = frame_of("<text>Hello</text>")
    first = look(frame, known)
    assert known[frame.fingerprint] == first
    known[frame.fingerprint] = "as remembered"
    assert look(frame, known) == "as remembered"


@pytest.mark.parametrize("side", range(4))
def test_a_box_is_held_if_it_reaches_out_by_no_more_than_the_slack(side: int) -> None:
    def shifted(by: float) -> tuple[float, ...]:
        outwards = -by if side < 2 else by
        return tuple(edge + outwards * (n == side) for n, edge in enumerate((2, 2, 8, 8)))

    box = shifted(0)
    assert contains(box, shifted(-1))
    assert contains(box, box)
    assert contains(box, shifted(0.4), 0.5)
    assert not contains(box, shifted(0.6), 0.5)

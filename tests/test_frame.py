"""Frames: equality, travelling, dumps, and the micrometre to which they are exact."""

import pickle

import pytest
from frame_text import text_of
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardgen.backend.drawing import draw
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.frame import Frame, Group, Image, Page, Region, RegionKind, Shape, Stroke, Text
from cardgen.frame.items import Dies

RED, INK = Color(1, 0, 0), Color(0, 0, 0, 0.5)
BOX = Path.rect(Rect(1, 2, 3, 4))
CURVE = Path((("M", 3.0, 3.0), ("C", 4.0, 3.0, 7.0, 5.0, 7.0, 7.0), ("Z",)))
STOPS = ((0.0, RED), (1.0, INK))


@pytest.fixture
def items(library):
    font = library.font("atkinson/regular")
    words = tuple(font.shape(word) for word in ("fish", " ", "AVA"))
    inner = Frame(Size(5, 5), [Shape(BOX, RED, stamp="inner.xml:1:1")])
    return [
        Shape(BOX, RED, stamp="a.xml:1:2"),
        Shape(replace(BOX, even_odd=True), None, Stroke(INK, 0.25, (2, 1), "round", "bevel", 2.5)),
        Shape(CURVE, LinearGradient(0, 0, 5, 5, STOPS), None, "a.xml:2:2"),
        Shape(BOX, RadialGradient(1, 2, 3, STOPS)),
        Text(1, 5, font.key, 9.0, INK, words, 0.25, 0.05, "a.xml:3:2"),
        Image("0123456789abcdef", Rect(0, 0, 10, 5), "a.xml:4:2"),
        Group(inner, Matrix.rotation(90), BOX, 0.5, "a.xml:5:2"),
        Group(inner, Matrix.translation(3, 0), None, 1.0, "a.xml:6:2"),
        Region.for_id("title", Rect(0, 0, 1, 1), "a.xml:7:2"),
        Shape(CURVE, None, Stroke(LinearGradient(0, 0, 5, 5, STOPS), 0.25), "a.xml:8:2"),
        Text(1, 5, font.key, 9.0, RadialGradient(1, 2, 3, STOPS), words, stamp="a.xml:9:2"),
    ]


@pytest.fixture
def frame(items):
    return Frame(Size(63, 88), items, Insets(3, 3, 3, 3))


def test_a_replaced_shape_is_packed_anew(items):
    shape = items[0]
    red = Frame(Size(5, 5), [shape])
    assert Frame(Size(5, 5), [replace(shape, fill=INK)]) == Frame(Size(5, 5), [Shape(BOX, INK)])
    assert Frame(Size(5, 5), [replace(shape, stamp="b.xml:1:1")]) == red


def test_where_an_item_was_made_does_not_count(items):
    for item in items:
        moved = replace(item, stamp="b.xml:9:9")
        assert moved == item
        assert hash(moved) == hash(item)
    assert len(set(items)) == len(items)
    here = Frame(Size(63, 88), items)
    there = Frame(Size(63, 88), [replace(item, stamp="b.xml:9:9") for item in items])
    assert here == there
    assert here.fingerprint == there.fingerprint


def test_a_frame_travels_and_arrives_the_same(frame):
    there = pickle.loads(pickle.dumps(frame))
    assert there == frame
    assert hash(there) == hash(frame)
    assert text_of(there) == text_of(frame)
    assert (there.size, there.bleed) == (frame.size, frame.bleed)
    assert [item.stamp for item in there.items] == [item.stamp for item in frame.items]
    assert [i.stamp for i, _ in there.walk()] == [i.stamp for i, _ in frame.walk()]
    assert Frame(there.size, there.items, there.bleed) == frame
    assert pickle.loads(pickle.dumps(there)) == frame


def test_every_fact_survives_packing(frame, items):
    there = pickle.loads(pickle.dumps(frame))
    for arrived, sent in zip(there.items, items, strict=True):
        if isinstance(sent, Text):
            for came, went in zip(arrived.words, sent.words, strict=True):
                assert (came.text, came.glyphs, came.width) == (went.text, went.glyphs, went.width)
            arrived = replace(arrived, words=sent.words)
        assert arrived == sent


def test_a_group_that_is_read_as_a_word_travels_with_it(library):
    font = library.font("atkinson/regular")
    word = Text(1, 5, font.key, 9.0, INK, (font.shape("fish"),), stamp="a.xml:1:1")
    frame = Frame(Size(9, 9), [Group(Frame(Size(5, 5), []), stamp="a.xml:1:1", alt="", reads=word)])
    [there] = pickle.loads(pickle.dumps(frame)).items
    assert (there.reads.string, there.reads.x, there.reads.stamp) == ("fish", 1, "a.xml:1:1")


def test_an_inner_frame_is_stored_once(frame):
    assert len(frame.children) == 1
    there = pickle.loads(pickle.dumps(frame))
    first, second = (item for item in there.items if isinstance(item, Group))
    assert first.frame is second.frame


def test_every_difference_shows_in_the_fingerprint(items):
    def print_of(index, **changes):
        changed = [replace(item, **changes) if i == index else item for i, item in enumerate(items)]
        return Frame(Size(63, 88), changed).fingerprint

    other = Frame(Size(5, 6), [])
    seen = [
        Frame(Size(63, 88), items).fingerprint,
        Frame(Size(63.001, 88), items).fingerprint,
        Frame(Size(63, 88), items, Insets(3, 3, 3, 3)).fingerprint,
        Frame(Size(63, 88), items[1:]).fingerprint,
        Frame(Size(63, 88), [items[1], items[0], *items[2:]]).fingerprint,
        print_of(0, fill=INK),
        print_of(0, fill=None),
        print_of(1, stroke=Stroke(INK, 0.3)),
        print_of(1, stroke=Stroke(INK, 0.3, miter=4.0)),
        print_of(1, path=BOX),
        print_of(2, fill=LinearGradient(0, 0, 5, 6, STOPS)),
        print_of(3, fill=RadialGradient(1, 2, 3, STOPS[::-1])),
        print_of(4, x=1.001),
        print_of(4, size=9.25),
        print_of(4, stretch=0.3),
        print_of(4, tracking=0.0501),
        print_of(4, font="atkinson/regular@ffffffff"),
        print_of(5, asset="ffff"),
        print_of(6, frame=other),
        print_of(6, opacity=0.25),
        print_of(6, clip=None),
        print_of(6, matrix=Matrix.rotation(89.99)),
        print_of(8, note="min-size=6"),
        print_of(8, kind=RegionKind.KEEP),
        print_of(8, id="other"),
        print_of(9, stroke=Stroke(LinearGradient(0, 0, 5, 6, STOPS), 0.25)),
        print_of(10, color=RadialGradient(1, 2, 4, STOPS)),
    ]
    assert len(set(seen)) == len(seen)


def test_it_is_exact_to_a_micrometre():
    def at(x):
        return Frame(Size(63, 88), [Shape(Path.rect(Rect(x, 0, 1, 1)), RED)])

    assert at(1.0) == at(1.0004)
    assert at(1.0) != at(1.001)
    assert at(0.0) == at(-0.0) == at(-0.0004)


def test_regions_of_a_kind_are_found_in_frames_inside():
    size, place = Size(63, 88), Rect(1.0, 2.0, 3.0, 4.0)
    spot, other = Region(RegionKind.KEEP, place), Region.for_id("keep", place)
    inner, plain = Frame(size, [spot, other]), Frame(size, [other])
    groups = [Group(inner, Matrix.translation(10.0, 0.0)), Group(plain), spot]
    frame = Frame(size, [Group(Frame(size, groups), Matrix(2.0, 0.0, 0.0, 2.0, 0.0, 5.0))])
    expected = [(i, m) for i, m in frame.walk() if i is spot or i == spot]
    assert list(frame.regions(RegionKind.KEEP)) == expected
    assert len(expected) == 2
    assert [region.id for region, _ in frame.regions(RegionKind.NAMED)] == ["keep", "keep"]
    assert list(frame.regions(RegionKind.FAULT)) == []


@pytest.mark.parametrize("kind", RegionKind)
def test_an_id_of_an_author_is_no_mark(kind):
    place, size = Rect(1.0, 2.0, 3.0, 4.0), Size(63, 88)
    items = [Region.for_id(kind.value, place), Region(kind, place, "note")]
    frame = Frame(size, items)
    there = pickle.loads(pickle.dumps(frame))
    assert list(there.items) == list(frame.items) == items
    assert len({Frame(size, [item]) for item in [*items, Region(kind, place)]}) == 3


def test_walking_gives_the_transform_to_the_outer_frame():
    dot = Shape(Path.rect(Rect(0, 0, 1, 1)), RED)
    inner = Frame(Size(2, 2), [Group(Frame(Size(1, 1), [dot]), Matrix.translation(1, 0))])
    outer = Frame(Size(9, 9), [Group(inner, Matrix.scaling(2)), dot])
    found = [(item, matrix.apply(0, 0)) for item, matrix in outer.walk() if item == dot]
    assert found == [(dot, (2, 0)), (dot, (0, 0))]


def test_the_width_of_a_run(items):
    text = next(item for item in items if isinstance(item, Text))
    em = 9 * 25.4 / 72000
    glyphs = sum(len(word.glyphs) for word in text.words)
    natural = sum(word.width for word in text.words) * em
    assert text.width == pytest.approx(natural + 0.25 + glyphs * 0.05)
    assert text.string == "fish AVA"


def test_rectangles_of_a_frame(frame):
    assert frame.trim == Rect(0, 0, 63, 88)
    assert frame.bleed_rect == Rect(-3, -3, 69, 94)
    assert repr(frame).startswith("<Frame 63 x 88 ")
    assert frame != "frame"


def test_pages_of_sheets_and_of_pieces(frame):
    sheet = Page.of_sheet(frame)
    assert sheet.trim == sheet.bleed == frame.trim
    piece = Page.of_piece(frame)
    assert piece.frame.size == Size(69, 94)
    assert piece.trim == Rect(3, 3, 63, 88)
    assert piece.bleed == Rect(0, 0, 69, 94)
    (group,) = piece.frame.items
    assert group.matrix == Matrix.translation(3, 3)


ANY = st.floats(-500, 500)
LENGTH = st.floats(0.0001, 500)
RECTS = st.builds(Rect, ANY, ANY, LENGTH, LENGTH)
GRADIENTS = st.builds(LinearGradient, ANY, ANY, ANY, ANY, st.just(STOPS))
STROKES = st.builds(
    Stroke,
    st.just(RED) | GRADIENTS,
    LENGTH,
    st.lists(st.floats(0.5, 500), max_size=2).map(tuple),  # not a million dashes
    st.just("round"),
)


@given(data=st.data())
def test_what_is_painted_is_what_was_packed(library, data):
    """Laid out just now, sent by another process or kept: the numbers are the same."""
    font = library.font("atkinson/regular")
    words = tuple(font.shape(word) for word in ("fish", " ", "AVA"))
    draw_one = data.draw
    inner = Frame(
        Size(draw_one(LENGTH), draw_one(LENGTH)),
        [
            Text(*(draw_one(ANY), draw_one(ANY)), font.key, draw_one(LENGTH), INK, words),
            Text(1, 5, font.key, 9.0, INK, words, draw_one(LENGTH), draw_one(LENGTH)),
        ],
    )
    matrix = Matrix(*(draw_one(ANY) for _ in range(6)))
    items = [
        Shape(Path.rect(draw_one(RECTS)), draw_one(GRADIENTS), draw_one(STROKES)),
        Image("0123456789abcdef", draw_one(RECTS)),
        Group(inner, matrix, Path.rect(draw_one(RECTS)), draw_one(st.floats(0, 1))),
        Region(RegionKind.LINK, draw_one(RECTS), "to=one"),
    ]
    frame = Frame(Size(draw_one(LENGTH), draw_one(LENGTH)), items, Insets(draw_one(LENGTH)))
    there = pickle.loads(pickle.dumps(frame))
    assert there.items == frame.items
    assert (there.size, there.bleed) == (frame.size, frame.bleed)
    assert draw(there) == draw(frame)
    again = Frame(frame.size, frame.items, frame.bleed)
    assert (again, again.items) == (frame, frame.items)


def test_items_that_were_let_go_of_are_made_again(items):
    frame = Frame(Size(63, 88), items)
    before = frame.items
    frame.forget_items()
    assert not frame.is_empty
    assert frame._items is None
    assert frame.items == before
    assert [item.stamp for item in frame.items] == [item.stamp for item in before]
    assert Frame(Size(63, 88), ()).is_empty


def test_the_code_of_cutting_paths_tells_paths_apart_to_the_micrometre():
    def code(length, crease=False):
        path = (Path.rect(Rect(0, 0, length, 5)),)
        return Dies(Size(99, 99), *(((), path) if crease else (path,))).code

    assert code(10.0) == code(10.0004)
    assert len({code(10.0), code(10.001), code(10.0, crease=True)}) == 3


def test_a_frame_at_rest_is_the_same_and_holds_what_is_equal_once():
    def made():
        inner = Frame(Size(5, 5), [Shape(Path.rect(Rect(0, 0, 4, 4)), RED)] * 9)
        groups = [Group(inner, Matrix.translation(x, 0)) for x in range(40)]
        return Frame(Size(50, 5), [*groups, Region.for_id("spot", Rect(0, 0, 1, 1))])

    whole, other, fresh = made(), Frame(Size(9, 9), [Group(made())]), made()
    wide = len(pickle.dumps(whole))
    known = {}
    for _ in range(2):  # the second time, nothing is left to do
        assert whole.compact(known) is whole
        assert other.compact(known) is other
    assert other.children[0] is whole
    assert made().compact(known) is whole
    assert whole.items == fresh.items
    assert whole.packed_items == fresh.packed_items
    assert list(whole.regions(RegionKind.NAMED)) == list(fresh.regions(RegionKind.NAMED))
    assert pickle.loads(pickle.dumps(whole)).items == fresh.items
    assert len(pickle.dumps(whole)) <= wide
    assert whole.fingerprint == fresh.fingerprint

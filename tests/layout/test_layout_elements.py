"""Every element: what it draws."""

import math

import pytest
from frame_text import text_of

from cardgen.core.geometry import Path as Outline
from cardgen.core.geometry import Rect, Size
from cardgen.core.style import Theme
from cardgen.frame import Frame, Shape
from cardgen.layout.attributes import COLOR, LENGTH
from cardgen.layout.box import ELEMENTS


def rounded(path):
    """Return a path as Frames hold it, to a micrometre."""
    [item] = Frame(Size(1, 1), [Shape(path)]).items
    return item.path


def shape(frame):
    (item,) = frame.items
    return item


@pytest.mark.parametrize(
    ("markup", "line"),
    [
        ('<rect x="1" width="3" height="4" fill="red"/>', "shape 1,0 3 x 4 fill #ff0000"),
        ('<rect width="3" height="4" fill="ink/50%"/>', "shape 0,0 3 x 4 fill #10203080"),
        ('<rect width="3" height="4"/>', "shape 0,0 3 x 4 fill none"),
        (
            '<ellipse width="8" height="4" stroke="red" stroke-width="0.5"/>',
            "shape 0,0 8 x 4 fill none stroke #ff0000 0.5",
        ),
        (
            '<line x="1" y="2" width="10" height="4" stroke="ink"/>',
            "shape 1,2 10 x 4 fill none stroke #102030 0.3",
        ),
        (
            '<line x1="1" y1="50%" x2="9" y2="50%" height="10" stroke="ink"/>',
            "shape 1,5 8 x 0 fill none stroke #102030 0.3",
        ),
        ('<polygon x="1" points="0,0 10,0 5,8" fill="red"/>', "shape 1,0 10 x 8 fill #ff0000"),
        ('<path x="5" d="M1 1h2v3z" fill="red"/>', "shape 6,1 2 x 3 fill #ff0000"),
        ("<spacer/>", ""),
        ('<image src="wide.png" width="20" height="10"/>', "image 0,0 20 x 10"),
        ('<icon name="square" size="6" x="1" color="red"/>', "group 0.25 0 0 0.25 1 0"),
        ('<icon name="wide" width="12" height="12"/>', "group 0.5 0 0 0.5 0 3"),
    ],
)
def test_what_elements_draw(frame_of, markup, line):
    lines = text_of(frame_of(markup)).splitlines()[1:2]
    assert " ".join(lines).strip().startswith(line)
    assert bool(lines) == bool(line)


@pytest.mark.parametrize("element", ["rect", "ellipse", "line", "stack", "row"])
def test_no_stroke_is_as_good_as_none_at_all(frame_of, element):
    size = 'width="3" height="4"'
    plain = frame_of(f"<{element} {size}/>")
    assert frame_of(f'<{element} {size} stroke="none"/>').fingerprint == plain.fingerprint
    assert frame_of(f'<{element} {size} stroke="red"/>').fingerprint != plain.fingerprint


def test_strokes(frame_of):
    found = shape(
        frame_of('<line stroke="red" stroke-width="1" dash="2 1" cap="round" join="bevel"/>')
    ).stroke
    assert (found.width, found.dash, found.cap, found.join) == (1, (2, 1), "round", "bevel")


@pytest.mark.parametrize(("more", "last"), [("", ("Z",)), ('closed="false"', ("L", 1, 1))])
def test_polygons_close_unless_told_otherwise(frame_of, more, last):
    polygon = shape(frame_of(f'<polygon points="0,0 1,0 1,1" stroke="red" {more}/>'))
    assert polygon.path.segments[-1] == last


def test_round_corners(frame_of):
    found = shape(frame_of('<rect width="10" height="6" radius="2" fill="red"/>'))
    assert found.path == rounded(Outline.rect(Rect(0, 0, 10, 6), 2))


@pytest.mark.parametrize(
    ("preserve", "bounds"),
    [
        ("meet", Rect(10, 5, 20, 20)),
        ("slice", Rect(0, -5, 40, 40)),
        ("stretch", Rect(0, 5, 40, 20)),
    ],
)
def test_paths_scale_from_their_view_box(frame_of, preserve, bounds):
    found = shape(
        frame_of(
            f'<path d="M1 1h2v2h-2z" viewbox="1 1 2 2" y="5" width="40" height="20" fill="red" '
            f'fill-rule="evenodd" preserve="{preserve}"/>'
        )
    )
    assert found.path.bounds() == bounds
    assert found.path.even_odd


@pytest.mark.parametrize(
    ("fill", "names", "places", "stops"),
    [
        ("linear(90 red 0% ink/0% 100%)", "x0 y0 x1 y1", (20, 20, 20, 30), [0, 1]),
        ("linear(0 red ink red)", "x0 y0 x1 y1", (10, 25, 30, 25), [0, 0.5, 1]),
        ("radial(red 10% ink 90%)", "cx cy radius", (20, 25, math.hypot(20, 10) / 2), [0.1, 0.9]),
    ],
)
def test_gradients_fit_their_box(frame_of, fill, names, places, stops):
    markup = f'<rect x="10" y="20" width="20" height="10" fill="{fill}"/>'
    found = shape(frame_of(markup)).fill
    assert [getattr(found, name) for name in names.split()] == pytest.approx(places)
    assert [at for at, _ in found.stops] == stops
    colors = ["#ff0000", "#10203000" if "ink/0%" in fill else "#102030", "#ff0000"]
    assert [color.hex for _, color in found.stops] == colors[: len(stops)]


@pytest.mark.parametrize(
    ("markup", "sizes"),
    [
        ('<row gap="1">{}<icon name="square" size="50%"/></row>', [4, 30]),
        ('<stack width="20" height="30"><icon name="square" size="50%"/></stack>', [10]),
    ],
)
def test_icons_in_flows_are_four_millimetres_and_shares_are_of_the_width(frame_of, markup, sizes):
    frame = frame_of(markup.format('<icon name="square"/>'))
    assert [item.matrix.a * 24 for item in frame.items] == pytest.approx(sizes, abs=0.001)


@pytest.mark.parametrize(
    ("fit", "rect", "clipped"),
    [
        ("cover", Rect(-5, 0, 20, 10), True),
        ("contain", Rect(0, 2.5, 10, 5), False),
        ("stretch", Rect(0, 0, 10, 10), False),
    ],
)
def test_pictures_cover_contain_or_stretch(frame_of, fit, rect, clipped):
    (item,) = frame_of(f'<image src="wide.png" width="10" height="10" fit="{fit}"/>').items
    if clipped:
        assert item.clip == Outline.rect(Rect(0, 0, 10, 10))
        (item,) = item.frame.items
    assert item.rect == rect


def test_pictures_keep_their_shape_in_a_column(frame_of):
    frame = frame_of('<column width="20"><image src="wide.png"/><rect height="1"/></column>')
    image, rect = frame.items
    assert (image.rect.width, image.rect.height) == (20, 10)
    assert rect.path.bounds().y == 10


def test_coarse_pictures_are_reported(lay):
    (found,) = lay('<image src="photo.jpg" width="30" height="30"/>').diagnostics
    assert found.code == "CG404"
    assert found.message == "the picture `photo.jpg` is enlarged to less than 200 dpi"
    assert found.notes == ("it is printed at 51 dpi",)  # 60 px on 30 mm
    assert found.rank == pytest.approx(50.8)
    assert lay('<image src="photo.jpg" width="30" height="30" min-dpi="50"/>').diagnostics == ()


@pytest.fixture
def shows():
    """Cards of 40 x 60 mm to look up."""
    frame = Frame(Size(40, 60), [])
    known = {"deck/one/face": frame, "deck/one/back": frame, "deck/back": frame}

    def look_up(side):
        if side == "deck/self/face":
            raise RecursionError
        if side == "deck/broken/face":
            return None
        if side not in known:
            raise LookupError(side)
        return known[side]

    return {"pictures": look_up}


ONE = '<card ref="deck/one" {}/>'


@pytest.mark.parametrize(
    ("markup", "attributes", "scale", "x", "y"),
    [
        (ONE, "", 1, 0, 0),
        (ONE, 'side="back" x="5"', 1, 5, 0),
        ('<card ref="deck" {}/>', 'width="20" height="30"', 0.5, 0, 0),
        (ONE, 'width="20" height="40"', 0.5, 0, 5),
        (ONE, 'x="3" y="7" width="20"', 0.5, 3, 7),
        (ONE, 'right="3" bottom="7" height="30"', 0.5, 37, 53),
        (ONE, 'x="10" right="10" y="7"', 1, 10, 7),
        (ONE, 'x="5" right="5" y="5" bottom="5"', 1.25, 5, 7.5),
        (f'<stack x="2" y="3" padding="1">{ONE}</stack>', 'y="4" width="20"', 0.5, 3, 8),
        (f'<grid columns="20 20"><spacer/>{ONE}</grid>', 'width="100%"', 0.5, 20, 0),
        (f'<row height="80">{ONE}</row>', 'width="20"', 0.5, 0, 0),
        (f'<row height="80" align="end">{ONE}</row>', 'width="20"', 0.5, 0, 50),
        (f'<row height="80" gap="2">{ONE}<spacer/></row>', 'height="30"', 0.5, 0, 0),
        (f'<column width="50">{ONE}</column>', 'height="30"', 0.5, 0, 0),
        (f'<column width="50" align="end">{ONE}</column>', 'height="30"', 0.5, 30, 0),
        (f'<column width="60">{ONE}</column>', 'width="50"', 1.25, 0, 0),
        (f'<row height="80">{ONE}</row>', 'width="10" min-width="20"', 0.5, 0, 0),
    ],
)
def test_a_card_keeps_its_shape_in_every_container(
    frame_of, shows, markup, attributes, scale, x, y
):
    (item,) = frame_of(markup.format(attributes), **shows).items
    assert item.frame.size == Size(40, 60)
    assert (item.matrix.a, item.matrix.e, item.matrix.f) == pytest.approx((scale, x, y))
    assert item.clip == rounded(Outline.rect(Rect(0, 0, 40, 60), 3))


@pytest.mark.parametrize(
    ("markup", "place"),
    [
        ('<column><card ref="deck/one" width="20"/><rect height="5"/></column>', (0, 30)),
        ('<row><card ref="deck/one" height="45"/><rect width="5"/></row>', (30, 0)),
        (
            '<column><stack><card ref="deck/one" width="20"/></stack><rect height="5"/></column>',
            (0, 30),
        ),
    ],
)
def test_what_follows_a_card_makes_room_for_its_shape(frame_of, shows, markup, place):
    frame = frame_of(markup, **shows)
    box = next(item for item in frame.items if isinstance(item, Shape)).path.bounds()
    assert (box.x, box.y) == place


@pytest.mark.parametrize(
    ("card", "codes"), [("deck/two", ["CG409"]), ("deck/self", ["CG410"]), ("deck/broken", [])]
)
@pytest.mark.parametrize("size", ["", 'width="20"'])
@pytest.mark.parametrize("around", ["{}", "<row>{}</row>"])
def test_cards_that_cannot_be_shown(lay, shows, card, codes, size, around):
    laid = lay(around.format(f'<card ref="{card}" {size}/>'), **shows)
    assert laid.frame.items == ()
    assert [found.code for found in laid.diagnostics] == codes
    assert all(card in found.message and found.location for found in laid.diagnostics)


def test_a_theme_without_colours_says_so():
    with pytest.raises(ValueError, match=r"no colour `ink` \(it has none at all\)"):
        COLOR.parse("ink", Theme())


@pytest.mark.parametrize(
    ("tag", "name", "values"),
    [
        ("rect", "x", ["1in", ".5", "-10%"]),
        (
            "rect",
            "fill",
            ["#aabbcc80", "red/0%", "linear(45 red, ink, #fff)", "linear(-90 red ink)"],
        ),
        ("rect", "dash", ["", "1", "2,1 0.5mm"]),
        ("grid", "columns", ["200", "10 1fr 2.5fr", "1in 5mm"]),
        ("row", "gap", ["-1"]),
        ("text", "size", ["8pt", "3mm"]),
    ],
)
def test_good_values(lay, tag, name, values):
    for value in values:
        assert lay(f'<{tag} {name}="{value}"/>').diagnostics == ()


def test_every_attribute_is_documented():
    assert LENGTH.name == "length or %"
    for tag, cls in ELEMENTS.items():
        assert cls.__doc__, tag
        for name, attribute in cls.attributes.items():
            assert attribute.doc, f"{tag} {name}"
            assert "_" not in name
        assert set(cls.needed) <= set(cls.attributes)

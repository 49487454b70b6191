"""Contrast of text with what is painted beneath it: found where it is low, nowhere else."""

import math
from itertools import product
from pathlib import Path as Root

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.assets.library import Library
from cardgen.backend.raster import rasterize
from cardgen.core.diagnostics import Location, Severity
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.frame import Frame, Group, Shape, Text
from cardgen.model.formats import Limits
from cardgen.proof.background import PaintedSide, color_at, point_color, uniform_color
from cardgen.proof.outlines import Outline
from cardgen.proof.runner import proof

GREY = '<text x="10" y="10" color="#888888">Horse</text>'  # 3.5:1 on white
BLACK, WHITE = Color(0, 0, 0), Color(1, 1, 1)


def found(frame):
    return [
        item
        for item in proof(
            frame, Limits(0.0), Library(Root(), (Root(__file__).parents[2] / "fonts",))
        )
        if item.code == "CG805"
    ]


def test_it_is_a_warning_at_the_tag_that_names_text_colours_and_ratio(frame_of):
    (warning,) = found(frame_of(f'<side background="#f0f0f0">\n {GREY}\n</side>'))
    assert (warning.severity, warning.location) == (
        Severity.WARNING,
        Location("card.xml", tag_number=2),
    )
    assert warning.message == "text is hard to read: its contrast is less than 4.5:1"
    assert warning.notes == ("`Horse` in #888888 on #f0f0f0 has 3.1:1",)


def test_paper_is_white(frame_of):
    (warning,) = found(frame_of(GREY))
    assert warning.notes == ("`Horse` in #888888 on #ffffff has 3.5:1",)
    assert found(frame_of('<text x="10" y="10" color="#767676">Horse</text>')) == []


@pytest.mark.parametrize(
    ("style", "least"),
    [
        ('size="17.9"', "4.5:1"),
        ('size="18"', None),
        ('size="13.9" style="title"', "4.5:1"),
        ('size="14" style="title"', None),
        ('size="14"', "4.5:1"),
    ],
)
def test_large_type_needs_less(frame_of, style, least):
    side = f'<text x="5" y="10" color="#888888" {style}>Horse</text>'
    warnings = found(frame_of(side))
    assert [warning.message[-5:] for warning in warnings] == ([least] if least else [])
    (warning,) = found(frame_of(side.replace("#888888", "#a0a0a0")))
    assert least or warning.message.endswith("less than 3:1")


def test_size_counts_as_printed(frame_of):
    inner = frame_of('<text x="5" y="10" color="#888888" size="20">Horse</text>')
    assert found(inner) == []
    shrunk = Frame(Size(60, 90), [Group(inner, Matrix.scaling(0.5))])
    assert len(found(shrunk)) == 1


def test_every_tag_tells_its_worst_text_once(frame_of):
    ground = '<rect x="0" y="20" width="60" height="70" fill="#aaaaaa"/>'
    words = "Horse horse horse horse Carts"
    text = f'<text x="{{}}" y="10" width="12" color="#888888">{words}</text>'
    frame = frame_of(ground + text.format(5) + text.format(30))
    notes = [(str(warning.location), warning.notes[0]) for warning in found(frame)]
    assert notes == [
        ("card.xml:#3", "`horse` in #888888 on #aaaaaa has 1.5:1"),
        ("card.xml:#4", "`horse` in #888888 on #aaaaaa has 1.5:1"),
    ]


@pytest.mark.parametrize("order", [("#888888", "#999999"), ("#999999", "#888888")])
def test_of_several_colours_in_a_tag_the_worst_is_told(frame_of, order):
    words = "".join(f'<span color="{color}">Horse</span> ' for color in order)
    fine = '<span color="#000000">Cart</span>'
    [warning] = found(frame_of(f'<text x="5" y="10" width="50">{fine} {words}</text>'))
    assert warning.notes[0].startswith("`Horse` in #999999 on #ffffff")


PANEL = '<rect x="5" y="5" width="50" height="15" fill="{}"/>'
IMAGE = '<image src="wide.png" x="5" y="{}" width="50" height="25" min-dpi="0"/>'
CLIPPED = (
    '<stack width="{}" height="40" clip="true"><rect width="60" height="40" fill="#000"/></stack>'
)
WHITE_TEXT = '<text x="10" y="10" color="#ffffff">Horse</text>'


@pytest.mark.parametrize(
    ("beneath", "ground"),
    [
        (PANEL.format("#000000"), None),
        (PANEL.format("#000000") + PANEL.format("#eeeeee"), "#eeeeee"),
        (PANEL.format("#eeeeee") + PANEL.format("#000000"), None),
        ('<ellipse x="0" y="0" width="40" height="25" fill="#000000"/>', None),
        ('<ellipse x="0" y="11" width="60" height="60" fill="#000000"/>', "#ffffff"),
        ('<rect x="8" y="8" width="50" height="9" radius="3" fill="#000000"/>', None),
        ('<polygon points="5,5 55,5 55,20 5,20" fill="#000000"/>', None),
        ('<path d="M0 0H60V30H0Z"  fill="#000000"/>', None),
        ('<icon name="square" x="5" y="2" size="25" color="#000000"/>', None),
        ('<icon name="square" x="5" y="2" size="4" color="#000000"/>', "#ffffff"),
        ('<line x1="0" y1="11.5" x2="60" y2="11.5" stroke="#000000" stroke-width="8"/>', None),
        ('<line x1="0" y1="11.5" x2="60" y2="11.5" stroke="#000000"/>', "#ffffff"),
        (PANEL.format("#00000010"), "#efefef"),
        (PANEL.format("#000000c0"), None),
        (PANEL.format("#000000") + PANEL.format("#ffffffc0"), "#c0c0c0"),
        ('<stack x="0" y="0" width="60" height="30" background="#000000" opacity="0.9"/>', None),
        ('<stack width="60" height="30" background="#000000" opacity="0.1"/>', "#e6e6e6"),
        ('<stack x="0" y="0" width="60" height="30" rotate="3" background="#000000"/>', None),
        (CLIPPED.format(12), "#ffffff"),
        (CLIPPED.format(9), "#ffffff"),
        (IMAGE.format(5), None),
        (IMAGE.format(40), "#ffffff"),
        (IMAGE.format(5) + PANEL.format("#bbbbbb"), "#bbbbbb"),
        (IMAGE.format(5) + PANEL.format('#bbbbbb" opacity="0.9'), None),
    ],
)
def test_the_ground_is_what_was_painted_last(frame_of, beneath, ground):
    warnings = found(frame_of(beneath + WHITE_TEXT))
    assert [warning.notes[0].split()[4] for warning in warnings] == ([ground] if ground else [])


def test_what_is_painted_later_is_no_ground(frame_of):
    assert found(frame_of(PANEL.format("#000000") + WHITE_TEXT + PANEL.format("#eeeeee"))) == []


@pytest.mark.parametrize(
    ("width", "warned"), [(48.0, 0), (15.0, 1), (13.2, 1), (12.1, 1), (19.5, 0), (0.3, 1)]
)
def test_a_text_that_leaves_its_panel(frame_of, width, warned):
    panel = f'<rect x="5" y="5" width="{width}" height="20" fill="#000000"/>'
    text = '<text x="10" y="10" color="#ffffff">Horses and carts</text>'
    assert len(found(frame_of(panel + text))) == (warned or width < 30)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("dark_at_the_start", [True, False])
def test_a_turned_text_is_looked_at_along_all_of_its_line(frame_of, turn, dark_at_the_start):
    text = frame_of('<text x="5" y="27" width="50" size="12">Horse horse horse horse</text>')
    about = (
        Matrix.translation(-30, -30).then(Matrix.rotation(turn)).then(Matrix.translation(30, 30))
    )
    near = dark_at_the_start == (turn in (0, 90))
    half = (0 if near else 30, 0, 30, 60) if turn % 180 == 0 else (0, 0 if near else 30, 60, 30)
    ground = Shape(Path.rect(Rect(*half)), BLACK)
    assert len(found(Frame(Size(60, 60), [ground, Group(text, about)]))) == 1


def test_a_thin_line_across_a_text_is_no_ground(frame_of):
    line = '<rect x="10.8" y="0" width="0.6" height="40" fill="#ffffff"/>'
    assert found(frame_of(PANEL.format("#000000") + line + WHITE_TEXT)) == []


def test_the_colour_of_a_gradient_counts_where_the_text_is(frame_of):
    ground = '<side background="linear(0 #000000 0% #ffffff 100%)">{}</side>'
    left = '<text x="3" y="10" color="#ffffff">Hi</text>'
    right = '<text x="50" y="10" color="#ffffff">Hi</text>'
    assert found(frame_of(ground.format(left))) == []
    assert len(found(frame_of(ground.format(right)))) == 1


def test_colours_of_gradients():
    stops = ((0.25, BLACK), (0.75, WHITE))
    line = LinearGradient(0, 0, 10, 0, stops)
    ring = RadialGradient(5, 5, 4, stops)
    assert [round(color_at(line, x, 3).red, 3) for x in (-1, 2.5, 5, 7.5, 99)] == [0, 0, 0.5, 1, 1]
    assert [round(color_at(ring, x, 5).red, 3) for x in (5, 6, 7, 8, 99)] == [0, 0, 0.5, 1, 1]


def test_outlined_text_is_compared_with_its_outline(frame_of):
    ground = '<side background="#dddddd">{}</side>'
    plain = ground.format('<text x="3" y="10" color="#ffffff">Hi there</text>')
    assert len(found(frame_of(plain))) == 1
    assert found(frame_of(plain.replace("<text", '<text outline="0.4 #000000"'))) == []
    (said,) = found(frame_of(plain.replace("<text", '<text outline="0.8 #eeeeee"')))
    assert said.rank == pytest.approx(1.16, abs=0.01)  # white on #eeeeee
    dark = ground.replace("#dddddd", "#000000")
    thin, thick = (
        dark.format(f'<text x="3" y="10" color="#ffffff" outline="{width} #eeeeee">Hi</text>')
        for width in (0.3, 0.8)
    )
    assert found(frame_of(thin)) == []
    assert len(found(frame_of(thick))) == 1


def test_outlines_make_text_on_pictures_judgeable(frame_of):
    picture = '<image src="wide.png" width="60" height="30" min-dpi="0"/>'
    text = '<text x="3" y="10" color="#ffffff" outline="{}">Hi there</text>'
    assert found(frame_of(picture + text.format("0.8 #000000"))) == []
    assert found(frame_of(picture + text.format("0.2 #ffffff"))) == []
    assert len(found(frame_of(picture + text.format("0.8 #ffffff")))) == 1


def test_letters_of_a_gradient_are_looked_at_along_the_line(frame_of):
    text = '<side background="#000"><text x="3" y="10" color="linear(0 {})">Horses</text></side>'
    assert found(frame_of(text.format("#ffffff #aaaaaa"))) == []
    assert len(found(frame_of(text.format("#ffffff #000000")))) == 1


def test_a_faint_text_counts_as_it_is_seen(frame_of):
    assert len(found(frame_of('<text x="9" y="9" color="#00000080">Horse</text>'))) == 1
    assert len(found(frame_of('<text x="9" y="9" color="#000" opacity="0.3">Horse</text>'))) == 1
    assert found(frame_of('<text x="9" y="9" color="#000" opacity="0.9">Horse</text>')) == []


def test_ornaments_and_shadows_need_no_contrast(frame_of):
    assert found(frame_of('<text x="9" y="9" color="#dddddd">• — ·</text>')) == []
    shadow = PANEL.format("#000000") + WHITE_TEXT.replace("#ffffff", "#222222") + WHITE_TEXT
    near, apart = (
        shadow.replace('x="10" y="10" color="#222', f'x="{x}" y="10" color="#222')
        for x in (10.3, 20)
    )
    assert found(frame_of(near)) == []
    assert len(found(frame_of(apart))) == 1


def test_a_pictured_card_is_a_ground_and_proofed_by_itself(frame_of):
    card = frame_of(f'<side background="#777777">{GREY}</side>', bleed=3)
    picture = Group(card, Matrix.scaling(0.5), Path.rect(card.trim, 3.0))
    (text,) = [i for i in frame_of(GREY).items if isinstance(i, Text)]
    board = Frame(Size(60, 90), [picture, text])
    (warning,) = found(board)
    assert "on #777777" in warning.notes[0]
    assert found(Frame(Size(60, 90), [picture])) == []


def test_text_inside_of_groups_is_looked_at_too(frame_of):
    inner = frame_of(GREY)
    turned = Group(inner, Matrix.rotation(90, 30, 45))
    assert len(found(Frame(Size(60, 90), [turned]))) == 1
    dark = Shape(Path.rect(Rect(-20, 0, 100, 90)), BLACK)
    assert found(Frame(Size(60, 90), [dark, turned])) == []
    twice = Frame(Size(60, 90), [Group(Frame(Size(60, 90), [turned]), Matrix.translation(1, 1))])
    assert len(found(twice)) == 1
    assert len(PaintedSide(twice).runs) == 1


NESTED = (*Path.rect(Rect(0, 0, 9, 9)).segments, *Path.rect(Rect(3, 3, 3, 3)).segments)
"""One in another, in the same direction: only the rule tells whether there is a hole."""


@pytest.mark.parametrize(
    ("path", "inside", "outside"),
    [
        (Path.rect(Rect(0, 0, 10, 10)), [(0.1, 0.1), (5, 5), (10, 10)], [(10.1, 5), (5, -0.1)]),
        (Path.rect(Rect(0, 0, 10, 10), 3), [(5, 0.1), (1, 5), (1, 1)], [(0.1, 0.1), (9.9, 9.9)]),
        (Path.ellipse(5, 5, 5, 3), [(0.2, 5), (5, 2.1), (8, 6)], [(1, 3), (5, 8.1)]),
        (Path.polygon([(0, 0), (10, 0), (0, 10)]), [(1, 1), (4.9, 4.9)], [(5.1, 5.1), (9, 9)]),
        (Path(NESTED, even_odd=True), [(1, 1), (8, 4)], [(4, 4), (5.9, 5.9)]),
        (Path((("M", 0.0, 0.0), ("L", 9.0, 0.0), ("L", 9.0, 9.0))), [(8, 1)], [(1, 8)]),
        (Path(()), [], [(0, 0)]),
        (  # after Z the next subpath starts where the last one did, if no M follows
            Path(
                (
                    *(("M", 2.0, 2.0), ("L", 6.0, 2.0), ("L", 6.0, 6.0), ("Z",)),
                    *(("L", 2.0, 8.0), ("L", 0.0, 8.0)),
                )
            ),
            [(5, 3), (1.5, 7)],
            [(4, 7), (1, 3)],
        ),
        (Path(NESTED), [(1, 1), (4, 4)], [(9.1, 4)]),
    ],
)
def test_points_in_paths(path, inside, outside):
    shape = Outline(path)
    assert [shape.holds(x, y) for x, y in inside] == [True] * len(inside)
    assert [shape.holds(x, y) for x, y in outside] == [False] * len(outside)


@given(turn=st.floats(0, 2 * math.pi), share=st.floats(0, 2), radius=st.floats(0.5, 50))
def test_points_in_a_circle_of_curves(turn, share, radius):
    shape = Outline(Path.ellipse(3, -4, radius, radius))
    x, y = 3 + share * radius * math.cos(turn), -4 + share * radius * math.sin(turn)
    if not 0.99 < share < 1.001:  # its curves are taken as straight pieces
        assert shape.holds(x, y) is (share < 1)
    distance = abs(share - 1) * radius
    assert shape.is_near(x, y, distance + 0.01 * radius)
    assert not shape.is_near(x, y, distance - 0.01 * radius)


_NUMBER = st.floats(-12, 12).map(lambda number: round(number, 2))
_PATHS = st.one_of(
    st.builds(lambda x, y, w, h, r: Path.rect(Rect(x, y, abs(w), abs(h)), abs(r)), *[_NUMBER] * 5),
    st.builds(lambda x, y, rx, ry: Path.ellipse(x, y, abs(rx), abs(ry)), *[_NUMBER] * 4),
    st.lists(st.tuples(_NUMBER, _NUMBER), min_size=3, max_size=9).map(Path.polygon),
)


@given(path=_PATHS, even_odd=st.booleans(), x=_NUMBER, y=_NUMBER, w=_NUMBER, h=_NUMBER)
def test_a_box_is_in_or_out_as_all_of_its_points_are(path, even_odd, x, y, w, h):
    shape = Outline(Path(path.segments, even_odd))
    right, bottom = x + abs(w) / 3, y + abs(h) / 3
    points = [
        (x + (right - x) * i / 6, y + (bottom - y) * j / 6) for i, j in product(range(7), range(7))
    ]
    whole = shape.holds_box((x, y, right, bottom))
    if whole is not None:
        assert [shape.holds(*point) for point in points] == [whole] * len(points)
    if shape.holds_box((x, y, right, bottom), 0.5) is not None:
        assert not any(shape.is_near(*point, 0.5) for point in points)


@pytest.mark.parametrize(
    ("path", "inside", "outside", "both"),
    [
        (Path.rect(Rect(0, 0, 60, 90)), (1, 1, 59, 89), (61, 0, 70, 9), (50, 5, 70, 9)),
        (Path.rect(Rect(5, 5, 50, 20), 3), (6, 9, 54, 9), (9, 26, 40, 30), (0, 9, 9, 9)),
        (
            Path.polygon([(0, 0), (9, 40), (50, 50), (9, 60), (0, 99)]),
            *((3, 47, 20, 52), (30, 5, 40, 9), (0, 0, 9, 9)),
        ),
    ],
    ids=["card", "panel", "star"],
)
def test_most_boxes_are_known_to_be_in_or_out(path, inside, outside, both):
    shape = Outline(path)
    assert [shape.holds_box(box) for box in (inside, outside, both)] == [True, False, None]


def test_grounds_have_the_colours_that_a_printer_paints(frame_of, library):
    """Compare each point with the pixel there, unless an edge runs through it."""
    side = frame_of(
        '<side background="linear(30 #ffffff 0% #8899ff 100%)">'
        '<rect x="0" y="0" width="40" height="30" fill="#000000"/>'
        '<ellipse x="5" y="3" width="40" height="30" fill="#44444499"/>'
        '<rect x="10" y="20" width="40" height="30" radius="6" fill="radial(#cc0000 #ffff00)"/>'
        '<polygon x="2" y="40" points="0,0 40,8 12,45" fill="#cccccc"/>'
        '<rect x="30" y="50" width="20" height="25" rotate="20" fill="#00aa00" opacity="0.5"/>'
        '<path x="3" y="60" d="M0 0H30V25H0Z M6 5H20V20H6Z" fill-rule="evenodd" fill="#008899"/>'
        '<line x1="2" y1="58" x2="58" y2="34" stroke="#663300" stroke-width="5" cap="round"/>'
        '<stack x="35" y="5" width="12" height="40" clip="true" rotate="-9">'
        '<icon name="square" x="-4" y="3" size="25" color="#aa00aa"/></stack></side>'
    )
    pixels = rasterize(side, 600, 900, library).load()
    grounds = PaintedSide(side)
    compared = known = 0
    for x, y in product(range(5, 600, 13), range(5, 900, 17)):
        around = [pixels[x + i, y + j] for i in (-3, 0, 3) for j in (-3, 0, 3)]
        if any(max(parts) - min(parts) > 4 for parts in zip(*around, strict=True)):
            continue
        point = (x + 0.5) / 10, (y + 0.5) / 10
        color = point_color(grounds.layers_under((*point, *point), grounds_only=True), *point)
        box = (point[0] - 0.3, point[1] - 0.2, point[0] + 0.3, point[1] + 0.2)
        whole = uniform_color(grounds.layers_under(box, grounds_only=True), box)
        if isinstance(whole, Color):
            assert whole == color, (x, y)
            known += 1
        parts = [255 * part for part in (color.red, color.green, color.blue)]
        assert parts == pytest.approx(pixels[x, y], abs=3), (x, y)
        compared += 1
    assert compared > 1500
    assert known > 100


def test_bleed_of_a_side_is_no_matter(frame_of):
    frame = frame_of(f'<side background="#000000">{WHITE_TEXT}</side>', bleed=3)
    assert frame.bleed == Insets(3, 3, 3, 3)
    assert found(frame) == []


def losses_with_less_ink(frame, **limits):
    library = Library(Root(), (Root(__file__).parents[2] / "fonts",))
    return [item for item in proof(frame, Limits(0.0, **limits), library) if item.code == "CG822"]


def test_a_text_that_less_ink_makes_hard_to_read_is_reported_with_the_worst_ink(frame_of):
    veiled = '<text x="10" y="10" color="white" opacity="0.6">Horse</text>'
    frame = frame_of(f'<side background="#000000">{veiled}</side>')
    assert found(frame) == []
    (warning,) = losses_with_less_ink(frame, inks=True)
    assert warning.message.startswith("text is hard to read with `--ink ")
    assert losses_with_less_ink(frame) == []


def test_a_text_that_is_hard_to_read_in_full_ink_is_reported_once(frame_of):
    assert losses_with_less_ink(frame_of(GREY), inks=True) == []

"""Icons: what the SVG subset draws, and every hostile or unsupported file."""

import contextlib
import itertools
import re

import pytest
from breadth import examples
from frame_text import text_of
from hypothesis import given
from hypothesis import strategies as st

from cardgen.assets.icons import read_icon
from cardgen.backend.svg import svg
from cardgen.core.diagnostics import AssetError
from cardgen.core.geometry import Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import Group, Stroke
from cardgen.proof.outlines import Outline

RED = Color(1.0, 0.0, 0.0)
BLUE = '<path color="blue" d="M0 0h1v1z"/>'
RADIAL = (
    '<radialGradient id="g" {}><stop/><stop offset="1"/></radialGradient>'
    '<rect width="9" height="9" fill="url(#g)"/>'
)
XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def icon(inside, attributes='viewBox="0 0 24 24"'):
    return read_icon("test", f"<svg {XMLNS} {attributes}>{inside}</svg>".encode(), "icons/t.svg")


def dump(inside, attributes='viewBox="0 0 24 24"'):
    lines = text_of(icon(inside, attributes).frame(RED)).splitlines()
    return [line.strip().removeprefix("shape ") for line in lines[1:]]


def refused(data):
    text = data if isinstance(data, bytes) else data.encode()
    with pytest.raises(AssetError) as caught:
        read_icon("test", text, "icons/t.svg")
    (found,) = caught.value.diagnostics
    assert found.location.path == "icons/t.svg"
    assert found.location.line >= 1
    return found


def refused_inside(inside):
    return refused(f'<svg {XMLNS} viewBox="0 0 24 24">\n  {inside}</svg>')


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ('<path d="M1 2h3v4z"/>', "1,2 3 x 4 fill #ff0000"),
        ('<rect x="1" y="2" width="3" height="4"/>', "1,2 3 x 4 fill #ff0000"),
        ('<rect width="8" height="4" rx="3" ry="1"/>', "0,0 8 x 4 fill #ff0000"),
        ('<rect width="8" height="4" ry="9"/>', "0,0 8 x 4 fill #ff0000"),
        ('<circle cx="5" cy="6" r="2"/>', "3,4 4 x 4 fill #ff0000"),
        ('<ellipse cx="5" cy="6" rx="2" ry="1"/>', "3,5 4 x 2 fill #ff0000"),
        ('<polygon points="0,0 4,0 2 3"/>', "0,0 4 x 3 fill #ff0000"),
        (
            '<polyline points="0,0 4,0 2 3" fill="none" stroke="currentColor"/>',
            "0,0 4 x 3 fill none stroke #ff0000 1",
        ),
        ('<line x2="9" y2="9" stroke="#00f"/>', "0,0 9 x 9 fill none stroke #0000ff 1"),
        ('<path d="M0 0h1v1z" fill="teal"/>', "0,0 1 x 1 fill #008080"),
        ('<path d="M0 0h1v1z" fill="rgb(0%, 50%, 100%)"/>', "0,0 1 x 1 fill #0080ff"),
        ('<path d="M0 0h1v1z" style="fill:#0f0;"/>', "0,0 1 x 1 fill #00ff00"),
        ('<path d="M0 0h1v1z" fill="blue" style="fill:lime"/>', "0,0 1 x 1 fill #00ff00"),
        ('<path d="M0 0h1v1z" color="blue" fill="currentColor"/>', "0,0 1 x 1 fill #0000ff"),
        ('<path d="M0 0h1v1z" opacity=".5" fill-opacity="50%"/>', "0,0 1 x 1 fill #ff000040"),
        ('<g opacity=".5"><path d="M0 0h1v1z"/></g>', "0,0 1 x 1 fill #ff000080"),
        ('<g fill="blue"><path d="M0 0h1v1z" fill="inherit"/></g>', "0,0 1 x 1 fill #0000ff"),
        ('<path transform="translate(2 3) scale(2)" d="M1 1h1v1z"/>', "4,5 2 x 2 fill #ff0000"),
        ('<path transform="rotate(90 12 12)" d="M0 0h4v2z"/>', "22,0 2 x 4 fill #ff0000"),
        ('<path transform="matrix(1 0 0 1 5 5)" d="M0 0h4v2z"/>', "5,5 4 x 2 fill #ff0000"),
        (
            '<g transform="scale(2)" stroke-width="1.5" stroke="blue"><path d="M0 0h1v1z"/></g>',
            "0,0 2 x 2 fill #ff0000 stroke #0000ff 3",
        ),
        (
            '<defs><path id="p" d="M0 0h1v1z"/><path id="p" d="M0 0h2v2z"/></defs>'
            '<use xlink:href="#q" href="#p" x="5"/>',
            "5,0 1 x 1 fill #ff0000",
        ),
        ('<ellipse cx="5" cy="6" rx="2"/>', "3,4 4 x 4 fill #ff0000"),
        ('<ellipse cx="5" cy="6" rx="auto" ry="2"/>', "3,4 4 x 4 fill #ff0000"),
        ('<path d="M0 0h1v1z" style="/*:*/fill:#0f0/* ; */"/>', "0,0 1 x 1 fill #00ff00"),
        ('<path d="M0 0h1v1z" style="FILL:#0f0;id:x;font-size:3"/>', "0,0 1 x 1 fill #00ff00"),
        (f'<g color="red" fill="currentColor">{BLUE}</g>', "0,0 1 x 1 fill #0000ff"),
        (f'<g stroke="currentColor">{BLUE}</g>', "0,0 1 x 1 fill #ff0000 stroke #0000ff 1"),
        ('<path d="M0 0h1v1z" fill="url(#no) #00f"/>', "0,0 1 x 1 fill #0000ff"),
        (
            '<linearGradient id="g"/>'
            '<path d="M0 0h1v1z" color="blue" fill="url(#g) currentColor"/>',
            "0,0 1 x 1 fill #0000ff",
        ),
        ('<g opacity=".5"><path d="M0 0h1v1z" opacity="inherit"/></g>', "0,0 1 x 1 fill #ff000040"),
        ('<path d="M3 4zM0 0h1v1z"/>', "0,0 1 x 1 fill #ff0000"),
    ],
)
def test_elements(element, expected):
    assert dump(element) == [expected]


@pytest.mark.parametrize(
    "element",
    [
        "<title>Medic</title><desc>x</desc><metadata><a/></metadata>",
        '<path d=""/>',
        '<rect width="0" height="3"/>',
        '<path d="M0 0h1v1z" fill="none"/>',
        '<path d="M0 0h1v1z" display="none"/>',
        '<g visibility="hidden"><path d="M0 0h1v1z"/></g>',
        '<defs><path d="M0 0h1v1z"/></defs>',
        '<x:thing xmlns:x="urn:other"><path d="M0 0h1v1z"/></x:thing>',
        '<g opacity="0"><path d="M0 0h1v1z"/></g>',
        '<line stroke="blue"/>',
        '<path d="M3 4h0" stroke="blue"/>',
        '<path d="M0 0h1v1z" transform="scale(0)"/>',
        '<symbol id="s"><path d="M0 0h1v1z"/></symbol>',
        '<symbol id="s"><path d="M0 0h1v1z"/></symbol><use href="#s" width="0"/>',
    ],
)
def test_what_draws_nothing_is_left_out(element):
    assert len(dump(element + '<path d="M0 0h2v2z"/>')) == 1
    with pytest.raises(AssetError) as caught:
        icon(element)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("CG516", "the icon draws nothing")
    assert found.location.path.endswith(".svg")


def groups(inside, attributes='viewBox="0 0 24 24"'):
    items = icon(inside, attributes).frame(RED).items
    assert all(isinstance(item, Group) for item in items)
    return list(items)


OUTSIDE = '<path d="M-99 -99h1v1z"/>'
SYMBOL = f'<symbol id="s" {{}}><path d="M0 0h4v2z"/>{OUTSIDE}</symbol><use href="#s" {{}}/>'
OBLONG = 'viewBox="0 0 4 2"'
SMALL = 'width="4" height="4"'
FIT = f"{OBLONG} preserveAspectRatio="


@pytest.mark.parametrize(
    ("symbol", "use", "clip", "shape"),
    [
        ("", "", (0, 0, 24, 24), (0, 0, 4, 2)),
        ("", 'x="3" width="50%" height="5"', (3, 0, 12, 5), (3, 0, 4, 2)),
        (OBLONG, "", (0, 0, 24, 24), (0, 6, 24, 12)),
        (f'{OBLONG} width="8" height="6"', "", (0, 0, 8, 6), (0, 1, 8, 4)),
        (f'{OBLONG} width="8"', SMALL, (0, 0, 4, 4), (0, 1, 4, 2)),
        (f'{FIT}"xMaxYMax"', SMALL, (0, 0, 4, 4), (0, 2, 4, 2)),
        (f'{FIT}"xMinYMin slice"', SMALL, (0, 0, 4, 4), (0, 0, 8, 4)),
        (f'{FIT}"none"', SMALL, (0, 0, 4, 4), (0, 0, 4, 4)),
    ],
)
def test_symbols_fit_into_their_box_and_are_cut_at_it(symbol, use, clip, shape):
    (group,) = groups(SYMBOL.format(symbol, use))
    assert group.clip.bounds() == Rect(*clip)
    assert group.frame.items[0].path.bounds() == Rect(*shape)
    assert len(dump(SYMBOL.format(f'{symbol} overflow="visible"', use))) == 2


@pytest.mark.parametrize(
    ("how", "size", "shape"),
    [
        ("", Size(40, 20), Rect(10, 0, 20, 20)),
        ('preserveAspectRatio="xMaxYMid"', Size(40, 20), Rect(20, 0, 20, 20)),
        ('preserveAspectRatio="none"', Size(20, 10), Rect(0, 0, 20, 10)),
        ('preserveAspectRatio="xMidYMin slice"', Size(20, 10), Rect(0, 0, 20, 20)),
    ],
)
def test_drawing_in_a_box_of_another_shape(how, size, shape):
    for width, height in (("80", "40"), ("8mm", "4mm"), ("2in", "1in")):
        drawing = f'viewBox="2 3 20 20" width="{width}" height="{height}" {how}'
        shown = icon('<path d="M2 3h20v20h-20z"/>', drawing)
        assert (shown.box.width, shown.box.height) == pytest.approx((size.width, size.height))
        (item,) = shown.frame(RED).items
        if "slice" in how:
            assert item.clip.bounds() == shown.box
            (item,) = item.frame.items
        box = item.path.bounds()
        assert (box.x, box.y, box.width, box.height) == pytest.approx(
            (shape.x, shape.y, shape.width, shape.height)
        )


def test_what_overlaps_fades_as_one_picture():
    two = '<path d="M0 0h2v2z"/><path d="M1 0h2v2z"/>'
    both = '<path d="M0 0h2v2z" stroke="blue" opacity=".5"/>'
    for inside in (f'<g opacity=".5">{two}</g>', f'<g id="a" opacity=".5">{two}</g>', both):
        (group,) = groups(inside)
        assert group.opacity == 0.5
        assert "80" not in "".join(text_of(group.frame).splitlines())


def test_a_fill_shows_through_its_stroke():
    fill, stroke = dump('<path d="M0 0h2v2z" stroke="blue" fill-opacity=".5" stroke-opacity=".5"/>')
    assert (fill, stroke) == ("0,0 2 x 2 fill #ff000080", "0,0 2 x 2 fill none stroke #0000ff80 1")


def test_lines_of_no_length_show_their_caps_once():
    (shape,) = icon(
        '<path d="M1 2L1 2L1 2M4 4h2" stroke="blue" stroke-linecap="square" fill="none"/>'
    ).parts
    assert shape.path.segments[:3] == (("M", 1, 2), ("L", 1, 2), ("M", 4, 4))


def test_mitres_are_as_long_as_the_drawing_says():
    for attribute, limit in (
        ("", 4),
        ('stroke-miterlimit="7"', 7),
        ('stroke-linejoin="round"', 10),
    ):
        (shape,) = icon(f'<path d="M0 0L9 2L0 4" stroke="blue" {attribute}/>').parts
        assert shape.stroke.miter == limit


def stops_of(inside, gradient="linearGradient"):
    (shape,) = icon(
        f'<{gradient}><rect width="8" height="8" fill="url(#g)"/>'.replace(
            ">", f' id="g">{inside}</{gradient.split()[0]}>', 1
        )
    ).parts
    if isinstance(shape.fill, Color):
        return [(1.0, shape.fill.hex)]
    return [(round(at, 4), color.hex) for at, color in shape.fill.stops]


def test_colours_of_stops():
    ends = '<stop stop-color="{}" {}/><stop offset="1" stop-color="#00f"/>'
    assert stops_of(ends.format("currentColor", 'color="lime"'))[0] == (0, "#00ff00")
    within = '<g color="lime"><linearGradient id="g">{}</linearGradient></g>'
    (shape,) = icon(
        within.format(ends.format("currentColor", "")) + '<path d="M0 0h9v9z" fill="url(#g)"/>'
    ).parts
    assert shape.fill.stops[0][1].hex == "#00ff00"
    shown = icon(RADIAL.format('color="lime"').replace("<stop/>", '<stop stop-color="red"/>'))
    assert shown.color_at(4, 4, RED) == RED  # of a gradient, its first colour
    assert (
        stops_of(ends.format("inherit", ""), 'linearGradient stop-color="lime"')[0][1] == "#00ff00"
    )
    assert stops_of(ends.format("inherit", ""))[0][1] == "#000000"
    faint = ends.format("lime", 'stop-opacity="inherit"')
    assert stops_of(faint, 'linearGradient stop-opacity=".5"')[0][1] == "#00ff0080"


def test_stops_at_one_end_keep_both_colours():
    at = '<stop offset="{}" stop-color="{}"/>'.format
    assert stops_of(at(0, "lime") + at(0, "red") + at(0, "blue") + at(1, "red")) == [
        (0, "#00ff00"),
        (0.001, "#0000ff"),
        (1, "#ff0000"),
    ]
    assert stops_of(at(0, "lime") + at(1, "red") + at(1, "blue")) == [
        (0, "#00ff00"),
        (0.999, "#ff0000"),
        (1, "#0000ff"),
    ]


def test_radial_gradient_that_begins_at_a_circle():
    ends = '<stop stop-color="lime"/><stop offset="1" stop-color="#00f"/>'
    assert stops_of(ends, 'radialGradient fr=".2"') == [(0.4, "#00ff00"), (1, "#0000ff")]
    assert stops_of(ends, 'radialGradient r="0"') == [(1, "#0000ff")]


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        ('viewBox="-4 -4 40 20"', Rect(0, 0, 40, 20)),
        ('viewBox="0 0 20 20" width="100%" height="40"', Rect(0, 0, 20, 20)),
        ('viewBox="0 0 20 20" width="40"', Rect(0, 0, 20, 20)),
        ('viewBox="0 0 20 20" height="4em"', Rect(0, 0, 20, 20)),
        ('width="30px" height="20"', Rect(0, 0, 30, 20)),
    ],
)
def test_the_box_of_a_drawing_begins_at_the_origin(attributes, box):
    drawing = icon('<path d="M-4 -4h8v8z"/>', attributes)
    assert drawing.box == box
    assert drawing.parts[0].path.bounds().x == (0 if "-4" in attributes else -4)


def test_tiny_boxes_are_enlarged_so_that_rounding_does_not_show():
    shown = icon('<path d="M0 0h.1234v1z"/>', 'viewBox="0 0 1 .5"')
    assert (shown.box.width, shown.box.height) == (24, 12)
    assert shown.parts[0].path.bounds().width == pytest.approx(0.1234 * 24, abs=1e-4)


def test_fill_rule_and_stroke_details():
    (shape,) = icon(
        '<path d="M0 0h9v9z" fill-rule="evenodd" stroke="blue" stroke-linecap="round"'
        ' stroke-linejoin="bevel" stroke-dasharray="3 1 2"/>'
    ).parts
    assert shape.path.even_odd
    assert (shape.stroke.cap, shape.stroke.join) == ("round", "bevel")
    assert shape.stroke.dash == (3, 1, 2, 3, 1, 2)


@pytest.mark.parametrize(
    ("written", "dash"),
    [
        ("none", ()),
        ("0 0", ()),
        ("4 1", (4, 1)),
        ("5", (5, 5)),
        ("0 3", (0, 3)),  # dots, with round ends
        ("4 0 2 1", (4, 0, 2, 1)),
    ],
)
def test_dashes(written, dash):
    (shape,) = icon(f'<path d="M0 0h9" stroke="blue" stroke-dasharray="{written}"/>').parts
    assert shape.stroke.dash == dash


def test_the_fill_rule_of_a_group_holds_until_another_is_given():
    path = '<path d="M0 0h9v9z"{}/>'
    rule = ' fill-rule="{}"'.format
    shapes = icon(
        f'<g fill-rule="evenodd">{path.format("")}{path.format(rule("nonzero"))}</g>'
        f"{path.format(rule('inherit'))}{path.format(rule('evenodd'))}"
    ).parts
    assert [shape.path.even_odd for shape in shapes] == [True, False, False, True]


def square(near, far, clockwise=True):
    across, down = f"H{far}", f"V{far}"
    ahead = (across, down, f"H{near}") if clockwise else (down, across, f"V{near}")
    return f"M{near} {near}{''.join(ahead)}Z"


@pytest.mark.parametrize("even_odd", [False, True])
@pytest.mark.parametrize("ways", [*itertools.product((1, -1), repeat=4)])
def test_a_silhouette_is_what_is_filled_whichever_way_it_is_drawn(even_odd, ways):
    rings = ((2, 22), (5, 19), (8, 16))
    d = "".join(square(*ring, way > 0) for ring, way in zip(rings, ways, strict=False))
    corner = square(20, 24, ways[3] > 0)[:-1]  # over the outermost ring, and left open
    rule = "evenodd" if even_odd else "nonzero"
    line = '<path d="M0 1h9v9" fill="none" stroke="red"/>'
    shown = icon(f'<path fill-rule="{rule}" d="{d}"/><path d="{corner}"/>{line}')
    filled = {(1, 12): False, (21, 21): True, (23, 23): True, (23, 12): False, (3.5, 12): True}
    filled[6.5, 12] = not even_odd and sum(ways[:2]) != 0
    filled[9, 9] = even_odd or sum(ways[:3]) != 0
    outline = Outline(shown.silhouette)
    for (x, y), holds in filled.items():
        assert outline.holds(x, y) == holds
        assert shown.color_at(x, y, RED) == (RED if holds else None)


def test_what_is_visible_in_a_hidden_group_is_drawn():
    path = '<path d="M0 0h9v9z" visibility="{}"/>'
    drawn = "".join(map(path.format, ("visible", "collapse", "hidden", "visible")))
    assert len(icon(f'<g visibility="hidden">{drawn}<path d="M0 0h9v9z"/></g>').parts) == 2


def test_colour_of_the_icon_may_be_see_through():
    frame = icon('<path d="M0 0h9v9z" opacity=".5"/>').frame(RED.with_alpha(0.5))
    assert "#ff000040" in text_of(frame)


def test_linear_gradient():
    (shape,) = (
        icon(
            '<linearGradient id="base"><stop offset="0" stop-color="blue"/>'
            '<stop offset="1" stop-color="currentColor" stop-opacity=".5"/></linearGradient>'
            '<linearGradient id="a" href="#base" x2="0" y2="100%"/>'
            '<rect x="4" y="2" width="10" height="20" fill="url(#a)"/>'
        )
        .frame(RED)
        .items
    )
    fill = shape.fill
    assert (fill.x0, fill.y0, fill.x1, fill.y1) == pytest.approx((4, 2, 4, 22))
    assert fill.stops == ((0.0, Color(0, 0, 1)), (1.0, RED.with_alpha(0.5)))


def test_gradients_on_strokes():
    line = (
        '<linearGradient id="a"><stop offset="0" stop-color="blue"/>'
        '<stop offset="1" stop-color="currentColor"/></linearGradient>'
        '<path d="M4 2h10v20" fill="none" stroke="url(#a)" stroke-width="2" stroke-opacity=".5"/>'
    )
    (shape,) = icon(line).frame(RED).items
    stroke = shape.stroke
    assert stroke == Stroke(
        LinearGradient(4, 2, 14, 2, ((0.0, Color(0, 0, 1, 0.5)), (1.0, RED.with_alpha(0.5)))),
        2,
        miter=4,
    )
    (faded,) = icon(line.replace("<path", '<path opacity=".5"')).frame(RED).items
    assert faded.opacity == 0.5
    (missing,) = icon('<path d="M0 0h2v2" stroke="url(#no) blue"/>').frame(RED).items
    assert missing.stroke == Stroke(Color(0, 0, 1), 1, miter=4)


def test_diagonal_gradient_on_an_oblong_keeps_its_stripes():
    (shape,) = icon(
        '<linearGradient id="a" x2="1" y2="1"><stop stop-color="blue"/><stop offset="1"/>'
        '</linearGradient><rect width="20" height="10" fill="url(#a)"/>'
    ).parts
    fill = shape.fill
    dx, dy = fill.x1 - fill.x0, fill.y1 - fill.y0
    # The stripe through the middle joins the two other corners.
    assert dx * 20 - dy * 10 == pytest.approx(0)
    middle = ((10 - fill.x0) * dx + (5 - fill.y0) * dy) / (dx * dx + dy * dy)
    assert middle == pytest.approx(0.5)


def test_radial_gradient():
    (shape,) = icon(
        '<radialGradient id="a" gradientUnits="userSpaceOnUse" cx="3" cy="4" r="2">'
        '<stop stop-color="blue"/><stop offset="1"/></radialGradient>'
        '<g transform="scale(2)"><rect width="9" height="5" fill="url(#a)"/></g>'
    ).parts
    assert (shape.fill.cx, shape.fill.cy, shape.fill.radius) == (6, 8, 4)


@pytest.mark.parametrize(
    ("inside", "code", "words"),
    [
        ("<text>x</text>", "CG512", "<text>"),
        ('<image href="#a"/>', "CG512", "<image>"),
        ("<style>g &gt; path{fill:red}</style>", "CG512", "the style rule `g > path`"),
        ("<svg/>", "CG512", "<svg> inside"),
        ('<path d="M0 0h1" filter="url(#f)"/>', "CG512", "`filter`"),
        ('<path d="M0 0h1v1" style="clip-path: url(#f)"/>', "CG515", "no clip path"),
        ('<g transform="scale(2 1)"><path d="M0 0h1" stroke="red"/></g>', "CG512", "strokes"),
        ("<script>1</script>", "CG513", "scripts"),
        ('<path onclick="x()" d="M0 0h1"/>', "CG513", "scripts"),
        ('<use href="https://example.org/a.svg#b"/>', "CG513", "links"),
        ('<use xlink:href="other.svg#b"/>', "CG513", "links"),
        ('<path d="M0 0h1v1" fill="url(file:///etc/passwd)"/>', "CG513", "links"),
        ('<path d="M0 0h1v1" style="fill:url( \'http://x/#a\')"/>', "CG513", "links"),
        ("<?xml-stylesheet href='a.css'?>", "CG513", "style sheet"),
        ('<path d="M0 0 X"/>', "CG515", "`X` at character 6"),
        ('<path d="M0 0h1v1" fill="blurple"/>', "CG515", "blurple"),
        ('<path d="M0 0h1v1" fill="url(#no)"/>', "CG515", "no gradient"),
        ('<path d="M0 0h1v1" transform="turn(3)"/>', "CG515", "turn"),
        ('<rect width="10%" height="1"/>', "CG515", "10%"),
        ('<rect width="-1" height="1"/>', "CG515", "negative"),
        ('<polygon points="1 2 3"/>', "CG515", "without its y"),
        ('<use href="#nothing"/>', "CG515", "nothing"),
        ('<path d="M0 0h1" stroke="red" stroke-width="-2"/>', "CG515", "negative"),
        ('<path d="M0 0h1" stroke="red" vector-effect="non-scaling-stroke"/>', "CG512", "vector"),
        ('<path d="M0 0h1v1" systemLanguage="de"/>', "CG512", "`systemLanguage`"),
        ('<rect width="9" style="height:9mm"/>', "CG515", "`9mm` is not a plain number"),
        ("<style>@media print{path{fill:red}}</style>", "CG512", "@media"),
        ('<pattern id="p"/><path d="M0 0h1v1" fill="url(#p)"/>', "CG512", "<pattern>"),
        ('<symbol id="s" transform="scale(2)"/><use href="#s"/>', "CG512", "on <symbol>"),
        ('<symbol id="s" viewBox="0 0 0 1"/><use href="#s"/>', "CG515", "viewBox"),
        ('<symbol id="s"/><use href="#s" width="-1"/>', "CG515", "negative"),
        ('<path d="M0 0h1v1" fill="rgb(0, 5%, 0)"/>', "CG515", "mixes"),
        ('<path d="M0 0h1v1" fill="url(#a) url(#b)"/>', "CG515", "not a colour"),
        ('<path d="M0 0h1" stroke="red" stroke-dasharray="4 0"/>', "CG515", "between the dashes"),
        ('<path d="M0 0h1" stroke="red" stroke-dasharray="4 -1"/>', "CG515", "cannot be negative"),
        ('<path d="M0 0h1" stroke="red" stroke-miterlimit="0"/>', "CG515", "mitres"),
        (RADIAL.format('r="-1"'), "CG515", "negative"),
        (RADIAL.format('fr=".5"'), "CG512", "begins where it ends"),
        (RADIAL.format('gradientTransform="scale(0)"'), "CG515", "gradientTransform"),
        ('<path d="M0 0h1v1"', "CG511", "not well-formed"),
        ("<g>", "CG511", "mismatched"),
    ],
)
def test_refusals_say_what_and_where(inside, code, words):
    found = refused_inside(inside)
    assert found.code == code
    assert words in found.message or "well-formed" in found.message
    assert found.location.line >= 2
    assert found.location.column >= 1


def test_position_of_an_element():
    at = refused_inside("<g>\n    <text>x</text></g>").location
    assert (at.line, at.column) == (3, 5)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        *((b, "CG511") for b in (b"", b"hello", b"<html/>", b"\xff\xfe\x00", b"<svg", b"\x89PNG")),
        (b'<?xml version="1.0" encoding="klingon"?><svg/>', "CG511"),
        ("<svg/>", "CG515"),
        ('<svg viewBox="0 0 0 5"/>', "CG515"),
        (f'<svg {XMLNS} viewBox="0 0 9 9" width="0" height="9"/>', "CG515"),
        (f'<svg {XMLNS} id="r" viewBox="0 0 1 1"><use href="#r"/></svg>', "CG514"),
    ],
)
def test_what_is_no_drawing(data, code):
    assert refused(data).code == code


EXPORTS = {
    "illustrator": (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd" '
        '[<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" viewBox="0 0 24 24">'
        "<style type='text/css'>.st0,.st1{fill:none;stroke:#00F;stroke-width:2px} .st1{fill:lime}"
        "path.st1{opacity:.5;stroke:none!important}@font-face{font-family:x}</style><switch>"
        '<foreignObject requiredExtensions="urn:x" width="1" height="1"/><g>'
        '<path class="st1" style="stroke:red" d="M1 1h2v2z"/></g><text>old reader</text></switch>'
    ),
    "figma": (
        f'<svg {XMLNS} viewBox="0 0 24 24" fill="none"><g clip-path="url(#clip0_1_2)">'
        '<path d="M1 1h2v2z" fill="#00ff0080"/></g><defs><clipPath id="clip0_1_2">'
        '<rect width="24" height="24" fill="white"/></clipPath></defs>'
    ),
    "game-icons": (
        f'<svg {XMLNS} viewBox="0 0 24 24"><defs><filter id="f" x="-1"><feFlood/></filter></defs>'
        '<path d="M1 1h2v2z" fill="lime" stroke-opacity="1" fill-opacity=".5"/>'
    ),
    "inkscape": (
        f'<svg {XMLNS} viewBox="0 0 24 24"><g display="none"><text>hidden</text></g><path d="M1 1h2'
        'v2z" style="fill:#0f0;stroke:none;paint-order:markers stroke fill;fill-opacity:.5;'
        'stroke-dashoffset:3;-inkscape-stroke:none;vector-effect:none;mix-blend-mode:normal"/>'
    ),
    "font awesome": (
        f'<svg {XMLNS} viewBox="0 0 24 24"><defs><style>/*! free */.a .fa-2{{fill:red}}#x .fa-2'
        "{opacity:.5;fill:lime}.fa-2:hover{fill:blue}</style></defs><a href='https://fa.com' "
        'id="x" class="b a"><path class="fa-2" d="M1 1h2v2z"/></a>'
    ),
}


@pytest.mark.parametrize("program", EXPORTS)
def test_files_of_drawing_programs_lose_nothing(program):
    shown = read_icon("test", f"{EXPORTS[program]}</svg>".encode(), "icons/t.svg")
    assert text_of(shown.frame(RED)).split("\n")[1].strip() == "shape 1,1 2 x 2 fill #00ff0080"
    assert shown.silhouette


def test_a_clip_path_cuts_what_is_outside_of_it():
    cut = '<clipPath id="c" clip-rule="evenodd"><use href="#p" x="1"/>{}</clipPath>'
    defs = '<defs><path id="p" fill="none" d="M0 0h8v8h-8zM2 2h4v4h-4z"/></defs>'
    use = '<g transform="scale(2)" clip-path="url(#c)"><path d="M0 0h20v20h-20z"/></g>'
    (group,) = groups(defs + cut.format("") + use)
    assert group.clip.bounds() == Rect(2, 0, 16, 16)
    shown = icon(defs + cut.format('<path d="M1 1"/>') + use)
    assert [bool(shown.color_at(x, 8, RED)) for x in (1, 4, 9, 17, 19)] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert shown.silhouette is None
    assert refused_inside(cut.format("<text/>") + defs + use).code == "CG512"


def test_a_stroke_may_be_below_its_fill():
    shape = '<path d="M0 0h9v9z" stroke="blue" {}/>'
    assert [bool(part.fill) for part in icon(shape.format('paint-order="stroke"')).parts] == [
        False,
        True,
    ]
    assert len(icon(shape.format('paint-order="markers"')).parts) == 1


def test_ground_behind_the_drawing():
    text = (
        f'<svg {XMLNS} viewBox="0 0 9 9" style="background-color: {{}}"><path d="M0 0h9v9z"/></svg>'
    )
    assert refused(text.format("blue")).code == "CG512"
    assert read_icon("t", text.format("none").encode(), "t.svg").parts


def test_document_type_is_refused_before_its_entities_are_read():
    bomb = '<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(9)
    )
    found = refused(f'<!DOCTYPE svg [{bomb}]><svg viewBox="0 0 1 1">&j;</svg>')
    assert found.code == "CG513"
    assert "DOCTYPE" in found.message


COPIES = "".join(f'<g id="l{i}">' + f'<use href="#l{i - 1}"/>' * 10 + "</g>" for i in range(1, 9))
DEEP = "".join(
    f'<g id="d{i}">{"<g>" * 50}<use href="#d{i + 1}"/>{"</g>" * 50}</g>' for i in range(9)
)
SQUARE = '<path d="M0 0h1v1z"/>'


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("<g>" * 60_000 + "</g>" * 60_000, "64 deep"),
        ('<path d="M0 0h1"/>' * 20_001, ""),
        (f'<g id="l0">{SQUARE}</g>{COPIES}', "copies"),
        (DEEP, "elements and copies are nested more than 200 deep"),
        (f'<g id="a">{SQUARE}<use href="#a"/></g>', "itself"),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', ""),
        (f'<path id="p" d="M0 0{"h1" * 20_000}"/>' + '<use href="#p"/>' * 10, ""),
        (
            '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
            '<path d="M0 0h1v1z" fill="url(#a)"/>',
            "",
        ),
        (
            f'<clipPath id="c">{SQUARE * 400}</clipPath>'
            + f'<g clip-path="url(#c)">{SQUARE}</g>' * 60,
            "",
        ),
        (f"<style>{'a{fill:red}' * 9000}</style>" + "<g/>" * 500, "too many rules"),
        (f"<style>{' ' * 100_001}</style>", "too long"),
        ('<g transform="scale(9999999)">' * 60 + SQUARE + "</g>" * 60, ""),
        (f'<g transform="{" " * 100_000}x"/>', ""),
    ],
    ids=lambda given: given[:40],
)
def test_too_complicated_drawings(inside, words):
    found = refused_inside(inside)
    assert found.code == "CG514"
    assert words in found.message


@pytest.mark.parametrize(
    ("inside", "most", "words"),
    [
        (lambda n: "<g>" * n + SQUARE + "</g>" * n, 64 - 2, "more than 64 deep"),
        (lambda n: "<g/>" * n + SQUARE, 20_000 - 2, "more than 20000 elements"),
        (lambda n: f'<g id="{"x" * n}">{SQUARE}</g>', 10_000, "longer than 10000 characters"),
    ],
)
def test_a_drawing_may_be_as_large_as_the_limits_say(inside, most, words):
    assert icon(inside(most)).parts
    found = refused_inside(inside(most + 1))
    assert found.code == "CG514"
    assert words in found.message


def test_long_path_data_of_rubbish_is_read_in_no_time():
    assert refused_inside(f'<path d="M{"1" * 500_000}x"/>').code == "CG515"
    assert refused_inside(f'<polygon points="{"1" * 500_000}x"/>').code == "CG515"


NUMBERS = st.sampled_from("0 1 9 -3 0.5 1e-9 1e-200 -1e-200 5e-324 1e7 1e400".split())
DRAWINGS = st.sampled_from(
    [
        *(f'<path d="M0 0 {c}"/>' for c in ("a@ @ @ 0 1 @ @", "A9 9 0 1 0 @ @", "c@ @ @ @ @ @")),
        *('<path d="M@ @ q@ @ @ @t@ @z"/>', '<path d="M1 1h@v@l@ @s@ @ @ @" stroke-width="@"/>'),
        *('<rect x="@" width="@" height="@" rx="@" ry="@"/>', '<circle cx="@" cy="@" r="@"/>'),
        *('<ellipse rx="@" ry="@"/>', '<line x1="@" y2="@" stroke="red" stroke-dasharray="@ @"/>'),
        '<path d="M0 0h9v9z" transform="scale(@ @) rotate(@ @ @) skewX(@) matrix(@ @ @ @ @ @)"/>',
        '<path d="M0 0h9v9z" opacity="@" stroke="red" stroke-miterlimit="@" stroke-width="@"/>',
        RADIAL.format('cx="@" r="@" fx="@" gradientTransform="scale(@) translate(@ @)"'),
        '<symbol id="s" viewBox="@ @ @ @"><path d="M0 0h9v9z"/></symbol>'
        '<use href="#s" x="@" width="@" height="@"/>',
    ]
)


@examples(800)
@given(DRAWINGS, st.sampled_from(["0 0 9 9", "0 0 9 9", "@ @ @ @"]), st.data())
def test_numbers_of_any_size_draw_or_are_refused(inside, box, data):
    drawing = f'<svg {XMLNS} viewBox="{box}">{inside}</svg>'
    drawing = re.sub("@", lambda _: data.draw(NUMBERS), drawing)
    with contextlib.suppress(AssetError):
        frame = read_icon("test", drawing.encode(), "icons/t.svg").frame(RED)
        assert svg(frame, "test", None, lambda stamp: ("", ""))

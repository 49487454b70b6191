"""Rows, columns, grids, stacks: sizes and places against numbers worked out by hand."""

import pytest
from frame_text import text_of

from cardgen.frame import Region, RegionKind, Shape
from cardgen.layout.distribute import FlexItem, distribute, justify


@pytest.fixture
def boxes(frame_of):
    """Return x, y, width and height of every shape, in order, to the micrometre."""

    def run(markup, **options):
        found = []
        for item, matrix in frame_of(markup, **options).walk():
            if isinstance(item, Shape):
                r = matrix.apply_rect(item.path.bounds())
                found.append(tuple(round(v, 3) + 0.0 for v in (r.x, r.y, r.width, r.height)))
        return found

    return run


def row(content, attributes=""):
    return f'<row width="50" height="20" {attributes}>{content}</row>'


def column(content, attributes=""):
    return f'<column width="20" height="50" {attributes}>{content}</column>'


R10 = '<rect width="10" fill="ink"/>'


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        ("", (0, 0, 60, 90)),
        ('width="10" height="20"', (0, 0, 10, 20)),
        ('x="5" y="6"', (5, 6, 55, 84)),
        ('x="5" right="6" y="7" bottom="8"', (5, 7, 49, 75)),
        ('right="5" bottom="6" width="10" height="20"', (45, 64, 10, 20)),
        ('x="-3" width="66"', (-3, 0, 66, 90)),
        ('x="10%" width="50%" height="25%"', (6, 0, 30, 22.5)),
        ('x="1cm" width="0.5in" height="72pt"', (10, 0, 12.7, 25.4)),
        # Bleed extends the edges on the trim.
        ('bleed="true"', (-3, -3, 66, 96)),
        ('bleed="true" height="10"', (-3, -3, 66, 13)),
        ('bleed="true" bottom="0" height="10"', (-3, 80, 66, 13)),
        ('bleed="true" x="5" y="5" width="9" height="9"', (5, 5, 9, 9)),
        ('bleed="true" x="50" width="10" y="1" height="9"', (50, 1, 13, 9)),
    ],
)
def test_places_on_a_side(boxes, attributes, box):
    assert boxes(f'<rect fill="ink" {attributes}/>', bleed=3) == [box]


def test_backgrounds_and_borders_of_panels(frame_of):
    frame = frame_of(
        '<stack width="20" height="10" background="ink" stroke="red" stroke-width="1" radius="2">'
        "</stack>"
    )
    assert text_of(frame) == ("frame 60 x 90\n  shape 0.5,0.5 19 x 9 fill #102030 stroke #ff0000 1")


def test_the_sides_background_fills_the_bleed(frame_of):
    frame = frame_of('<side background="ink"/>', bleed=3)
    assert text_of(frame) == "frame 60 x 90 bleed 3 3 3 3\n  shape -3,-3 66 x 96 fill #102030"


@pytest.mark.parametrize(
    ("how", "starts"),
    [
        ("start", (0, 12)),
        ("center", (14, 26)),
        ("end", (28, 40)),
        ("between", (0, 40)),
        ("around", (7, 33)),
    ],
)
def test_justify(boxes, how, starts):
    found = boxes(row(R10 * 2, f'gap="2" justify="{how}"'))
    assert tuple(box[0] for box in found) == starts


@pytest.mark.parametrize(
    ("how", "y", "height"),
    [("start", 0, 5), ("center", 7.5, 5), ("end", 15, 5), ("stretch", 0, 20)],
)
def test_align_across(boxes, how, y, height):
    # A column is as high as its content where nothing stretches it.
    inner = '<column width="10" background="ink"><spacer height="5"/></column>'
    assert boxes(row(inner, f'align="{how}"')) == [(0, y, 10, height)]
    own = inner.replace("<column", f'<column align-self="{how}"')
    assert boxes(row(own, 'align="center"')) == [(0, y, 10, height)]


def cell(attributes="", color="ink"):
    return f'<rect fill="{color}" {attributes}/>'


def inner(tag, content, attributes=""):
    return f'<{tag} background="ink" {attributes}>{content}</{tag}>'


def grid(content, attributes):
    return f"<grid {attributes}>{content}</grid>"


@pytest.mark.parametrize(
    ("markup", "places"),
    [
        (row(R10 * 3, 'gap="2" padding="1 3"'), [(3, 1, 10, 18), (15, 1, 10, 18), (27, 1, 10, 18)]),
        (row(cell('width="50%" height="50%"'), 'padding="5"'), [(5, 5, 20, 5)]),
        (
            column(cell('height="10"') + cell('grow="1" width="5" align-self="end"'), 'gap="2"'),
            [(0, 0, 20, 10), (15, 12, 5, 38)],
        ),
        (
            column(inner("row", '<spacer height="4"/><spacer height="6"/>') + cell('height="1"')),
            [(0, 0, 20, 6), (0, 6, 20, 1)],
        ),
        (column(inner("column", cell('min-height="5"'))), [(0, 0, 20, 5), (0, 0, 20, 5)]),
        (
            column(inner("row", cell('min-width="5" height="2"')), 'align="start"'),
            [(0, 0, 5, 2), (0, 0, 5, 2)],
        ),
        (
            column(inner("row", cell('width="2" height="50%"') + '<spacer height="8"/>')),
            [(0, 0, 20, 8), (0, 0, 2, 4)],
        ),
        (
            column(inner("stack", cell('x="2" y="3" width="4" height="5"'), 'padding="1"')),
            [(0, 0, 20, 10), (3, 4, 4, 5)],
        ),
        (
            column(inner("stack", cell('x="2" width="4" height="5"')), 'align="start"'),
            [(0, 0, 6, 5), (2, 0, 4, 5)],
        ),
        (
            '<side padding="1 2 3 4"><stack padding="10"><rect fill="ink" x="50%"/></stack></side>',
            [(4 + 10 + 17, 11, 17, 66)],
        ),
        # 56 mm in three columns with two gaps of 2 mm
        (
            grid(cell('height="4"') * 4, 'width="58" columns="3" gap="2" row-gap="1"'),
            [(0, 0, 18, 4), (20, 0, 18, 4), (40, 0, 18, 4), (0, 5, 18, 4)],
        ),
        (
            grid(cell('height="1"') * 3, 'columns="10 1fr 4fr" padding="0 5"'),
            [(5, 0, 10, 1), (15, 0, 8, 1), (23, 0, 32, 1)],
        ),
        (
            grid(cell('right="1" bottom="1" width="2" height="2"'), 'columns="2" row-height="10"'),
            [(27, 7, 2, 2)],
        ),
    ],
    ids=(
        "a row|shares|a column|in a column|least height|least width|share of an unknown|stack|"
        "narrow stack|padding|grid|fractions|cells"
    ).split("|"),
)
def test_boxes_stand_where_they_belong(boxes, markup, places):
    assert boxes(markup) == places


@pytest.mark.parametrize(
    ("content", "attributes", "spans"),
    [
        # 50 - 2 gaps - 10 - 4 = 30: ten for the second, twenty more for the third
        (
            R10 + cell('grow="1"') + cell('width="4" grow="2"'),
            'gap="3"',
            [(0, 10), (13, 10), (26, 24)],
        ),
        (cell('grow="1" max-width="10"') + cell('grow="1"'), "", [(0, 10), (10, 40)]),
        # 20 too much, 60 that give way: a third of each
        (
            cell('width="20" shrink="1"') + cell('width="40" shrink="1"') + R10,
            "",
            [(0, 13.333), (13.333, 26.667), (40, 10)],
        ),
        (
            cell('width="40" shrink="1" min-width="35"') + cell('width="40" shrink="1"'),
            "",
            [(0, 35), (35, 15)],
        ),
        (R10 + '<spacer grow="1"/>' + R10, "", [(0, 10), (40, 10)]),
        (R10 + '<spacer width="7"/>' + R10, "", [(0, 10), (17, 10)]),
    ],
    ids=["grow", "grow to a limit", "shrink", "shrink to a limit", "spacer", "wide spacer"],
)
def test_what_is_left_is_shared_out(boxes, content, attributes, spans):
    assert [(box[0], box[2]) for box in boxes(row(content, attributes))] == spans


@pytest.mark.parametrize(
    ("attributes", "heights", "tops"),
    [
        ('row-height="7"', ["", "", ""], [0, 0, 7]),
        ('rows="equal" height="20"', ["", "", ""], [0, 0, 10]),
        ("", ['height="3"', 'height="5"', 'height="2"'], [0, 0, 5]),
    ],
)
def test_grid_row_heights(boxes, attributes, heights, tops):
    found = boxes(grid("".join(map(cell, heights)), f'columns="2" {attributes}'))
    assert [box[1] for box in found] == tops


def test_rotation_turns_about_the_centre(frame_of):
    markup = '<rect x="10" y="10" width="20" height="10" fill="ink" rotate="90"/>'
    frame = frame_of(markup)
    (group,) = frame.items
    assert group.matrix.apply(10, 10) == (25, 5)
    assert group.matrix.apply(30, 20) == (15, 25)


def test_opacity_and_clip_make_groups(frame_of):
    markup = (
        '<stack x="1" y="2" width="10" height="10" clip="true" radius="1" opacity="0.5" '
        'background="ink"><rect width="50" fill="red"/></stack>'
    )
    assert text_of(frame_of(markup)) == (
        "frame 60 x 90\n"
        "  group 1 0 0 1 0 0 opacity 0.5\n"
        "    frame 11 x 12\n"
        "      shape 1,2 10 x 10 fill #102030\n"
        "      group 1 0 0 1 0 0 clipped\n"
        "        frame 11 x 12\n"
        "          shape 1,2 50 x 10 fill #ff0000"
    )


@pytest.mark.parametrize(
    ("attributes", "kind", "id", "box"),
    [
        ('id="art"', RegionKind.NAMED, "art", (10, 10, 20, 10)),
        ('id="art" rotate="90"', RegionKind.NAMED, "art", (10, 10, 20, 10)),  # as it was placed
        ('keep="true"', RegionKind.KEEP, "", (10, 10, 20, 10)),
        ('keep="true" rotate="90"', RegionKind.KEEP, "", (15, 5, 10, 20)),  # as it is seen
    ],
)
def test_named_and_kept_boxes_leave_a_region(frame_of, attributes, kind, id, box):
    place = 'x="10" y="10" width="20" height="10"'
    frame = frame_of(f"<rect {attributes} {place}/>")
    ((region, matrix),) = [(i, m) for i, m in frame.walk() if isinstance(i, Region)]
    assert (region.kind, region.id) == (kind, id)
    found = matrix.apply_rect(region.rect)
    assert (found.x, found.y, found.width, found.height) == box


def test_one_broken_box_does_not_hide_the_others(lay):
    laid = lay(
        '<rect x="70" fill="ink"/><icon name="sqare"/><rect fill="red"/><image src="no.png"/>'
    )
    assert [found.code for found in laid.diagnostics] == ["CG407", "CG510", "CG520"]
    assert "#ff0000" in text_of(laid.frame)


def flex(wanted, grow=0, shrink=0, most=1e6):
    return FlexItem(wanted, grow, shrink, 0, most)


def test_distribute():
    assert distribute([], 10) == []
    assert distribute([flex(4)], 10) == [4]
    assert distribute([flex(4), flex(9)], 10) == [4, 9]
    assert distribute([flex(0, 1), flex(0, 1, most=2), flex(0, 2)], 12) == pytest.approx(
        [10 / 3, 2, 20 / 3]
    )
    assert distribute([flex(8, shrink=1), flex(8, shrink=3)], 12) == pytest.approx([7, 5])


def test_justify_edges():
    assert justify(-1, 3, "center") == (0, 0)
    assert justify(6, 1, "between") == (0, 0)
    assert justify(6, 0, "around") == (0, 0)

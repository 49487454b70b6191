"""What turns, cuts, fades and shades whole boxes, as tiny sides painted a letter a pixel."""

import io
import pickle
from statistics import NormalDist

import pikepdf
import pypdfium2
import pytest
from frame_text import text_of
from msgspec.structs import replace
from workshops import picture as expect

from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.backend.press.flattening import write_press_pdf
from cardgen.backend.press.profile import press_condition
from cardgen.core.diagnostics import TemplateError
from cardgen.core.geometry import Rect
from cardgen.core.style import Color
from cardgen.frame import Frame, Page, RegionKind, Shadow, Shape, Text
from cardgen.frame.edges import edge_color
from cardgen.frame.ink import apply_ink
from cardgen.frame.packing import look


@pytest.fixture
def picture(frame_of, drawn):
    """One letter a pixel: R red, K ink, _ paper, . anything between."""

    def run(markup, size=(8, 4)):
        return drawn(frame_of(markup, size=size), "_RK", within=20)

    return run


def test_a_box_is_mirrored_about_its_centre(picture):
    corner = '<rect width="50%" height="50%" fill="red"/><rect x="50%" width="50%" fill="ink"/>'
    assert picture(f'<stack flip="horizontal">{corner}</stack>') == expect("""
        KKKKRRRR
        KKKKRRRR
        KKKK____
        KKKK____
    """)
    assert picture(f'<stack flip="vertical">{corner}</stack>').splitlines()[0] == "____KKKK"
    assert picture(f'<stack flip="both">{corner}</stack>').splitlines()[3] == "KKKKRRRR"


def test_a_box_leans_over_by_degrees(picture):
    assert picture('<rect x="2" width="4" fill="red" skew="45"/>') == expect("""
        .RRR.___
        _.RRR.__
        __.RRR._
        ___.RRR.
    """)
    down = picture('<rect y="2" height="2" width="4" fill="red" skew="0 45"/>', size=(4, 6))
    assert down.splitlines()[0] == "." + "_" * 3
    assert [row[3] for row in down.splitlines()] == list("___.R.")


def test_mirroring_comes_before_leaning_and_leaning_before_turning(frame_of):
    markup = '<rect width="10" height="10" fill="red" rotate="90" skew="45" flip="horizontal"/>'
    (group,) = frame_of(markup).items
    # The top left corner goes right, then on by the lean, then a quarter turn on.
    right = (10 - 5, 0 - 5)
    leant = (right[0] + right[1], right[1])
    turned = (-leant[1] + 5, leant[0] + 5)
    assert group.matrix.apply(0, 0) == pytest.approx(turned)


def test_regions_inside_follow_the_transform_of_their_box_alone(frame_of):
    inner = '<rect id="spot" width="2" height="2" fill="red" skew="30"/>'
    frame = frame_of(f'<stack width="10" height="10" flip="horizontal">{inner}</stack>')
    ((region, matrix),) = frame.regions(RegionKind.NAMED)
    box = matrix.apply_rect(region.rect)
    assert (box.x, box.y, box.width, box.height) == (8, 0, 2, 2)


@pytest.mark.parametrize(
    ("mask", "shown"),
    [
        ("ellipse", ["...RR...", ".RRRRRR.", ".RRRRRR.", "...RR..."]),
        ("rounded 2", ["..RRRR..", ".RRRRRR.", ".RRRRRR.", "..RRRR.."]),
        ("polygon 50% 0 100% 0 100% 100% 50% 4", ["____RRRR"] * 4),
        ("path M0 0H8V2H0Z", ["RRRRRRRR", "RRRRRRRR", "________", "________"]),
        ("path 0 0 2 2 M1 0L2 0L2 2L1 2Z", ["____RRRR"] * 4),
        ("icon:square", ["__RRRR__"] * 4),
        ("none", ["RRRRRRRR"] * 4),
    ],
)
def test_a_box_shows_what_is_inside_its_mask(picture, mask, shown):
    assert picture(f'<rect fill="red" mask="{mask}"/>').splitlines() == shown


def test_a_circle_is_as_large_as_fits(picture):
    rows = picture('<rect fill="red" mask="circle"/>', size=(16, 8)).splitlines()
    assert [row[0:4] + row[12:16] for row in rows] == ["_" * 8] * 8
    assert rows[3] == "____RRRRRRRR____"


@pytest.mark.parametrize(
    ("attribute", "said"),
    [
        ('focus="40%"', "two shares"),
        ('focus="140% 0%"', "from 0 to 100 %"),
        ('focus="4 5"', "two shares"),
        ('zoom="0.5"', "from 1 to"),
        ('crop="0% 0% 0% 10%"', "inside the picture"),
        ('crop="50% 0% 60% 10%"', "inside the picture"),
        ('mask="circl"', "did you mean `circle`"),
        ('mask="rounded"', "rounded 2"),
        ('mask="polygon 0 0 1 1"', "three corners"),
        ('mask="polygon 0 0 50% 0 100% 0"', "lie on one line"),
        ('mask="path M0 0"', "encloses nothing"),
        ('mask="path M0 0H9Z"', "encloses nothing"),
        ('skew="45 45"', "it is a line"),
        ('mask="path"', "write `circle`"),
        ('fade="30%"', "an edge and how far"),
        ('fade="left 0"', "no room"),
        ('shadow="1"', "dx dy blur colour"),
        ('shadow="1 1 -2"', "no blur is less than 0"),
        ('shadow="1 1 red red"', "dx dy blur colour"),
        ('skew="90"', "from -85 to 85"),
        ('flip="left"', "none of"),
    ],
)
def test_what_cannot_be_read_is_explained(lay, attribute, said):
    with pytest.raises(TemplateError) as caught:
        lay(f'<image src="wide.png" {attribute}/>')
    assert said in str(caught.value)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{}</svg>'
PARTS = (
    '<path d="M0 0H12V24H0Z"/><path d="M9 0V24H24V0Z"/>'  # wound the other way round
    '<path fill-rule="evenodd" d="M0 0H24V3H0Z"/>'
)
HOLE = '<path fill-rule="evenodd" d="M0 0H24V24H0ZM6 6H18V18H6Z"/>'


def test_a_mask_of_lines_alone_is_an_error(lay, library):
    ring = '<circle cx="12" cy="12" r="9" fill="none" stroke="black"/>'
    (library.root / "only-lines.svg").write_text(SVG.format(ring))
    assert [d.code for d in lay('<rect fill="red" mask="icon:only-lines"/>').diagnostics] == [
        "CG443"
    ]


@pytest.mark.parametrize(
    ("drawing", "rows"),
    [(PARTS, ["RRRRRRRR"] * 8), (HOLE, ["RRRRRRRR"] * 2 + ["RR____RR"] * 4 + ["RRRRRRRR"] * 2)],
    ids=["parts", "hole"],
)
def test_overlapping_parts_of_an_icon_are_one_area_and_holes_stay(
    picture, library, request, drawing, rows
):
    name = request.node.callspec.id
    (library.root / f"{name}.svg").write_text(SVG.format(drawing))
    assert picture(f'<rect fill="red" mask="icon:{name}"/>', size=(8, 8)).splitlines() == rows


@pytest.mark.parametrize(
    ("more", "greens"),
    [
        ("", [0, 0, 0, 0, 32, 96, 159, 223]),
        ('opacity="0.5"', [128, 128, 128, 128, 143, 175, 207, 239]),
    ],
)
def test_a_box_fades_towards_an_edge(frame_of, pixels, more, greens):
    image = pixels(frame_of(f'<rect fill="red" fade="right 50%" {more}/>', size=(8, 1)), 20)
    seen = [image.getpixel((20 * x + 10, 10))[1] for x in range(8)]
    assert seen == pytest.approx(greens, abs=3)


def test_a_sharp_shadow_has_the_shape_of_its_box(picture):
    def middles(markup):
        rows = picture(markup, size=(24, 12)).splitlines()
        return "\n".join(row[1::3] for row in rows[1::3])

    assert middles('<rect width="12" height="6" fill="red" shadow="6 3 0 ink"/>') == expect("""
        RRRR____
        RRRRKK__
        __KKKK__
        ________
    """)
    cut = '<rect width="12" height="6" fill="red" mask="path M0 0H6V6H0Z" shadow="6 6 0 ink"/>'
    assert middles(cut) == expect("""
        RR______
        RR______
        __KK____
        __KK____
    """)


def test_a_sharp_shadow_is_drawn_as_outlines(frame_of):
    (shadow, text) = frame_of('<text color="red" shadow="0.3 0.4 ink/50%">Hi</text>').items
    assert shadow.alt == ""
    _, dark = shadow.frame.items
    assert (dark.opacity, dark.matrix.e, dark.matrix.f) == (0.5, 0.3, 0.4)
    assert [type(item) for item in dark.frame.items] == [Shape]
    assert isinstance(text, Text)
    outlined, *_ = frame_of('<text outline="0.4 red" shadow="1 1 ink">Hi</text>').items
    assert colors_in(outlined) == colors_in(shadow) == {Color.parse("#102030")}
    for markup in (
        '<image src="wide.png" width="9" height="4" min-dpi="0" shadow="1 1"/>',
        '<rect width="9" height="9" fill="red/50%" shadow="1 1"/>',
    ):
        assert isinstance(frame_of(markup).items[0], Shadow), markup


def colors_in(group):
    shapes = [item for item, _ in group.frame.walk() if isinstance(item, Shape)]
    lines = {shape.stroke.paint for shape in shapes if shape.stroke is not None}
    return lines | {shape.fill for shape in shapes if shape.fill is not None}


def test_a_sharp_shadow_changes_no_contrast_and_goes_with_less_ink(frame_of, judged):
    frame = frame_of('<text size="20" shadow="0.3 0.3 black">Horses</text>')
    assert judged(frame, safe=0) == []
    (text,) = apply_ink(frame, "light").items
    assert isinstance(text, Text)


def test_a_soft_shadow_falls_off_evenly(frame_of, pixels):
    frame = frame_of(
        '<rect x="10" y="10" width="20" height="20" fill="red" shadow="0 0 4 black"/>',
        size=(40, 40),
    )
    image = pixels(frame, 10)
    right = [image.getpixel((300 + 10 * step, 200))[0] for step in range(6)]
    left = [image.getpixel((99 - 10 * step, 200))[0] for step in range(6)]
    # The normal distribution with a deviation of 2 mm; pdfium is a little off, to the right.
    gauss = [255 * NormalDist(0, 2).cdf(step + 0.05) for step in range(6)]
    assert [(a + b) / 2 for a, b in zip(left, right, strict=True)] == pytest.approx(gauss, abs=4)
    assert right == pytest.approx(gauss, abs=12)


def test_shadows_of_texts_icons_and_pictures(frame_of):
    for markup in (
        '<text shadow="1 1 1">Words</text>',
        '<icon name="square" size="4" shadow="1 1 1"/>',
        '<image src="glass.png" width="9" height="9" min-dpi="0" shadow="1 1 1 red/50%, 0 0 2"/>',
    ):
        items = frame_of(markup).items
        assert isinstance(items[0], Shadow), markup
        assert not isinstance(items[-1], Shadow), markup
    assert frame_of('<stack width="9" height="9" shadow="1 1"/>').items == ()


@pytest.mark.parametrize(("source", "dark"), [("photo.jpg", 0), ("glass.png", 127)])
def test_the_shadow_of_a_picture_has_its_opacity(frame_of, pixels, source, dark):
    look = 'width="10" height="10" fit="stretch" min-dpi="0" shadow="10 0 0 black"'
    image = pixels(frame_of(f'<image src="{source}" {look}/>', size=(20, 10)), 10)
    assert image.getpixel((150, 50))[0] == pytest.approx(dark, abs=3)


def test_equal_shadows_are_stored_once_and_take_little(frame_of, library):
    def size(markup):
        return len(write_pdf([Page.of_sheet(frame_of(markup))], DocumentInfo("x"), library))

    plain = '<rect x="{}" y="9" width="20" height="9" fill="red"/>'
    shaded = plain.replace("/>", ' shadow="0.5 0.8 2 ink/50%"/>')
    one = size(shaded.format(5)) - size(plain.format(5))
    two = size(shaded.format(5) + shaded.format(30)) - size(plain.format(5) + plain.format(30))
    assert one < 2500
    assert two - one < 150


def test_a_frame_keeps_shadows_and_fades_through_a_pickle(frame_of):
    frame = frame_of('<rect width="9" height="9" fill="red" shadow="1 1 1" fade="top 3"/>')
    again = pickle.loads(pickle.dumps(frame))
    assert again.items == frame.items
    assert text_of(again) == text_of(frame)
    assert " fading" in text_of(frame)
    assert "shadow " in text_of(frame)


def test_a_look_counts_fades(frame_of):
    faded = '<rect width="9" height="9" fill="red" fade="top {}"/>'
    assert look(frame_of(faded.format(3))) != look(frame_of(faded.format(4)))


def test_a_look_does_not_depend_on_who_renders_a_shadow(frame_of):
    def looks(blur, rows=None):
        frame = frame_of(f'<rect width="9" height="9" fill="red" shadow="1 1 {blur}"/>')
        shadow, rect = frame.items
        mask = replace(shadow.mask, rows=rows or shadow.mask.rows)
        return look(Frame(frame.size, [replace(shadow, mask=mask), rect]))

    assert looks(1) == looks(1, b"others")
    assert looks(1) != looks(2)


def test_inks_that_save_leave_shadows_out(frame_of):
    frame = frame_of('<rect width="9" height="9" fill="red" shadow="1 1 1 red"/>')
    for ink in ("light", "outline"):
        assert [type(item) for item in apply_ink(frame, ink).items] == [Shape]
    shadow, _ = apply_ink(frame, "grey").items
    assert shadow.color.red == shadow.color.green == shadow.color.blue


@pytest.mark.parametrize(
    ("more", "one"), [(None, True), ('shadow="1 1 1"', False), ('fade="right 20"', False)]
)
def test_the_edge_of_a_side_with_a_soft_thing_at_it_is_of_no_one_color(frame_of, more, one):
    box = f'<rect x="40" y="40" width="20" height="20" fill="red" {more}/>' if more else ""
    side = frame_of(f'<side background="ink">{box}</side>', bleed=3)
    assert (edge_color(side) is not None) == one


PLATE = (
    '<rect width="60" height="20" fill="ink" {}/>'
    '<text x="6" y="6" width="40" height="8" color="#ffffff">Words on it</text>'
)
TURNED = '<stack x="20" y="20" width="20" height="50" {}><text y="20">Word</text></stack>'
MASKED = '<image src="wide.png" y="20" width="20" height="20" min-dpi="0" mask="circle" {}/>'


@pytest.mark.parametrize(
    ("markup", "more", "codes"),
    [
        (PLATE, "", []),
        (PLATE, 'fade="left 200%"', ["CG805"]),
        (TURNED, "", []),
        (TURNED, 'skew="0 -80"', ["CG801"]),
        (MASKED, 'x="5"', []),
        (MASKED, 'x="1"', ["CG806"]),
        (MASKED, 'x="1" fit="stretch"', ["CG806"]),
    ],
)
def test_boxes_are_judged_as_they_are_seen(judged, markup, more, codes):
    assert [found.code for found in judged(markup.format(more))] == codes


@pytest.mark.parametrize(
    ("look", "unpainted"),
    [
        ("", []),
        ('mask="ellipse"', []),
        ('mask="circle"', ["top and bottom"]),
        ('mask="polygon 50% 0 100% 0 100% 100% 50% 100%"', ["left"]),
    ],
)
def test_what_a_mask_cuts_off_fills_no_bleed(frame_of, judged, look, unpainted):
    found = judged(frame_of(f'<rect bleed="true" fill="red" {look}/>', bleed=3))
    said = "nothing is painted in the bleed at the "
    assert [one.message for one in found] == [said + where for where in unpainted]


@pytest.mark.parametrize("standard", ["pdfx4", "pdfx1a"])
def test_a_press_gets_shadows_and_fades(frame_of, library, standard):
    frame = frame_of(
        '<rect x="10" y="10" width="20" height="20" fill="red" shadow="0 0 4 ink"/>'
        '<rect x="10" y="50" width="20" height="20" fill="red" fade="right 100%"/>'
    )
    pages = [Page.of_piece(frame)]
    data = write_press_pdf(pages, DocumentInfo("x"), library, press_condition(standard))
    if standard == "pdfx1a":
        assert not any(
            isinstance(thing, pikepdf.Dictionary) and "/SMask" in thing
            for thing in pikepdf.open(io.BytesIO(data)).objects
        )
    page = pypdfium2.PdfDocument(data)[0]
    image = page.render(scale=72 / 25.4).to_pil().convert("RGB")
    scale = image.width / 60

    def at(x, y):
        return image.getpixel((int(x * scale), int(y * scale)))

    assert at(20, 20)[1] < 90  # red ink
    assert 40 < at(31, 20)[0] < 200  # half a shadow
    assert at(38, 20) == pytest.approx((255, 255, 255), abs=3)
    assert at(11, 60)[1] < at(20, 60)[1] < at(29, 60)[1]


def test_a_black_shadow_adds_black_ink_and_takes_none_away(frame_of, library):
    from cardgen.backend.press.inks import Separator
    from cardgen.backend.press.plates import render_inks as plates

    separator = Separator(press_condition("pdfx4").profile)
    ground = '<side background="#225577">{}</side>'
    shaded = '<rect x="20" y="20" width="20" height="20" fill="red" shadow="0 0 4 black/60%"/>'
    inks = [
        plates(frame_of(ground.format(inside)), Rect(0, 0, 60, 90), 50, library, separator)
        for inside in ("", shaded)
    ]
    plain, dark = (one.getpixel((round(41 / 25.4 * 50), round(30 / 25.4 * 50))) for one in inks)
    assert dark[:3] == pytest.approx(plain[:3], abs=2)
    assert dark[3] > plain[3] + 20

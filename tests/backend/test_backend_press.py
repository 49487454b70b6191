"""Files for a press, read back by pikepdf and pdfium, and by Ghostscript if it is installed."""

import io
import re
import shutil
import subprocess
import zlib
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import PIL.Image
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from patience import patience
from PIL import ImageChops, ImageCms
from workshops import opened as read

from cardgen.assets.library import Library
from cardgen.backend.document import Bookmark, DocumentInfo
from cardgen.backend.press.flattening import _join_boxes, write_press_pdf
from cardgen.backend.press.inks import BLACK, OVER, RICH, Separator
from cardgen.backend.press.plates import dpi_of, highest_sum, knocks_out, render_inks
from cardgen.backend.press.profile import (
    press_condition,
    read_profile,
    registry_name,
    shipped_profiles,
)
from cardgen.core.choices import STANDARDS
from cardgen.core.diagnostics import OutputError
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.frame import (
    CREASE,
    CUT_CONTOUR,
    Frame,
    Group,
    Image,
    Link,
    Page,
    Region,
    RegionKind,
    Shadow,
    Shape,
    SoftMask,
    Stroke,
    Text,
)

NAVY, RED, NOTHING = Color(0.09, 0.13, 0.18), Color(1, 0, 0), Color(0, 0, 0)
WHITE = Color(1, 1, 1)
BLEED = Insets(3, 3, 3, 3)
INFO = DocumentInfo("Soldiers", "A. <Designer>", outline=(Bookmark("One", 0),))
X4, X1A = press_condition("pdfx4"), press_condition("pdfx1a")
RGB = {"rg", "RG", "sc", "SC", "scn", "SCN", "cs", "CS"}


def box(x, y, width, height):
    return Outline.rect(Rect(x, y, width, height))


def words(library, text, color, y, size=12):
    font = library.font("atkinson/regular")
    return Text(5, y, font.key, size, color, (font.shape(text),))


def pictured(library, name, place):
    return Image(library.picture(name).key, place)


@pytest.fixture(scope="module")
def card(library):
    """All that a card may show: text, lines, areas, gradients, pictures, things see-through."""
    pieces = Frame(Size(20, 20), [Shape(box(0, 0, 15, 15), RED), Shape(box(5, 5, 15, 15), NAVY)])
    fading = LinearGradient(0, 0, 63, 0, ((0, NAVY), (1, NAVY.with_alpha(0))))
    both = RadialGradient(30, 60, 20, ((0, RED), (0.5, Color(1, 1, 0, 0.5)), (1, WHITE)))
    items = [
        Shape(box(-3, -3, 69, 94), LinearGradient(0, 0, 0, 88, ((0, RED), (1, NAVY)))),
        Shape(box(0, 40, 30, 20), fading),
        Shape(box(20, 50, 30, 20), both),
        pictured(library, "wide.png", Rect(0, 70, 20, 10)),
        pictured(library, "photo.jpg", Rect(22, 70, 10, 10)),
        pictured(library, "glass.png", Rect(34, 70, 10, 10)),
        Shape(box(5, 20, 10, 10), Color(0, 1, 0, 0.4), Stroke(NOTHING, 0.2)),
        Shape(box(40, 5, 1, 1), NOTHING, Stroke(RED, 1)),
        Group(pieces, Matrix.translation(30, 20), opacity=0.5),
        words(library, "Near black", NAVY, 10),
        words(library, "white", WHITE, 16),
        words(library, "red", Color(0.8, 0.1, 0.1), 86),
    ]
    return Frame(Size(63, 88), items, BLEED)


def written(library, *frames, condition=X4, info=INFO):
    pages = [Page.of_piece(frame) for frame in frames]
    return write_press_pdf(pages, info, library, condition)


@pytest.fixture(scope="module")
def files(library, card):
    """The card as a file of each standard."""
    return {one.standard: written(library, card, condition=one) for one in (X4, X1A)}


def streams(pdf):
    yield from pdf.pages
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and str(thing.get("/Subtype")) == "/Form":
            yield thing


def operators(pdf):
    for stream in streams(pdf):
        for operands, operator in pikepdf.parse_content_stream(stream):
            yield str(operator), list(operands)


def picture(data):
    document = pypdfium2.PdfDocument(data)
    try:
        return document[0].render(scale=3).to_pil().convert("RGB")
    finally:
        document.close()


def one_page(library, *items):
    return read(written(library, Frame(Size(63, 88), items, BLEED)))


def content(pdf):
    data: bytes = pdf.pages[0].Contents.read_bytes()
    return data.decode()


@pytest.mark.parametrize("condition", [X4, X1A], ids=["pdfx4", "pdfx1a"])
def test_nothing_is_in_rgb(files, condition):
    pdf = read(files[condition.standard])
    assert not RGB & {operator for operator, _ in operators(pdf)}
    for thing in pdf.objects:
        said = repr(dict(thing.items())) if isinstance(thing, pikepdf.Stream) else repr(thing)
        assert "DeviceRGB" not in said
        assert "ICCBased" not in said


@pytest.mark.parametrize("condition", [X4, X1A], ids=["pdfx4", "pdfx1a"])
def test_the_file_says_what_it_is(files, condition):
    pdf = read(files[condition.standard])
    [intent] = pdf.Root.OutputIntents
    assert str(intent.S) == "/GTS_PDFX"
    assert str(intent.OutputConditionIdentifier) == "FOGRA39"
    assert intent.DestOutputProfile.read_bytes() == condition.profile.data
    assert int(intent.DestOutputProfile.N) == 4
    assert str(pdf.docinfo.Trapped) == "/False"
    assert pdf.docinfo.CreationDate == pdf.docinfo.ModDate
    if condition is X1A:
        assert (pdf.pdf_version, str(pdf.docinfo.GTS_PDFXVersion)) == ("1.4", "PDF/X-1a:2003")
        return
    assert pdf.pdf_version == "1.6"
    tree = ElementTree.fromstring(pdf.Root.Metadata.read_bytes())
    said = {node.tag.rpartition("}")[2]: node.text for node in tree.iter() if node.text}
    assert said["GTS_PDFXVersion"] == "PDF/X-4"
    assert said["Trapped"] == "False"
    assert said["CreateDate"] == "2000-01-01T00:00:00Z"
    assert "A. <Designer>" in [node.text for node in tree.iter()]
    assert re.fullmatch(r"uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", said["DocumentID"])


def test_boxes_lie_within_each_other_and_nothing_can_be_clicked(library, card):
    page = Page.of_piece(card)
    linked = Page(page.frame, page.trim, page.bleed, (Link(Rect(0, 0, 9, 9), uri="https://x.org"),))
    pdf = read(write_press_pdf([linked], INFO, library, X4))
    [found] = pdf.pages
    boxes = [[round(float(v), 2) for v in found[key]] for key in ("/MediaBox", "/TrimBox")]
    assert boxes == [[0, 0, 195.59, 266.46], [8.5, 8.5, 187.09, 257.95]]
    assert found.BleedBox == found.MediaBox
    assert "/ArtBox" not in found
    assert "/Annots" not in found


def test_transparency_is_blended_in_inks(files):
    pdf = read(files["pdfx4"])
    assert str(pdf.pages[0].Group.CS) == "/DeviceCMYK"
    masks = {
        thing.SMask.G.objgen
        for thing in pdf.objects
        if isinstance(thing, pikepdf.Dictionary)
        and isinstance(thing.get("/SMask"), pikepdf.Dictionary)
    }
    spaces = {"/DeviceCMYK": set(), "/DeviceGray": set()}
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and "/Group" in thing:
            spaces[str(thing.Group.CS)].add(thing.objgen)
    assert spaces["/DeviceCMYK"]
    assert spaces["/DeviceGray"] == masks != set()


def test_black_text_is_black_ink_over_its_ground(library):
    for color in (NOTHING, NAVY, Color(0.12, 0.1, 0.08)):
        page = one_page(library, Shape(box(0, 0, 50, 50), RED), words(library, "Ink", color, 20))
        assert re.search(r"/PO gs\n0 0 0 1 k\nBT", content(page))
        state = page.pages[0].Resources.ExtGState.PO
        assert (bool(state.OP), bool(state.op), int(state.OPM)) == (True, True, 1)


def test_overprint_ends_with_the_black(library):
    inner = Frame(Size(5, 5), [Shape(box(0, 0, 4, 4), WHITE)])
    black = words(library, "Ink", NOTHING, 20)
    for after in (
        Shape(box(0, 0, 5, 5), WHITE),
        Group(inner),
        words(library, "white", WHITE, 30),
        pictured(library, "wide.png", Rect(0, 0, 5, 5)),
        Shape(box(0, 0, 5, 5), LinearGradient(0, 0, 5, 0, ((0, RED), (1, WHITE)))),
    ):
        said = content(one_page(library, black, after))
        assert said.index("/PO gs") < said.index("/PK gs")
        assert said.index("/PK gs") < len(said) - 1
        assert said.rindex("/PK gs") > said.rindex("0 0 0 1 k\nBT")
    faint = Shape(box(0, 0, 5, 5), RED.with_alpha(0.5))
    assert "/A1000 gs\n/PO gs\n0 0 0 1 k\nBT" in content(one_page(library, faint, black))


def test_lines_and_letters_of_a_gradient_are_shaded_in_inks(library):
    fade = LinearGradient(0, 0, 40, 0, ((0, RED), (1, NAVY)))
    line = Shape(box(5, 5, 20, 20), None, Stroke(fade, 1))
    said = content(one_page(library, words(library, "Ink", NOTHING, 30), line))
    assert said.index("/PO gs") < said.index("/PK gs") < said.index(" W n /S")
    pdf = one_page(library, replace(words(library, "Ink", NOTHING, 20), color=fade))
    assert re.search(r"BT 7 Tr /F\w+ .* ET /S\w+ sh Q", content(pdf))
    dictionaries = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)]
    shadings = [thing for thing in dictionaries if "/ShadingType" in thing]
    assert {str(shading.ColorSpace) for shading in shadings} == {"/DeviceCMYK"}


def test_a_colour_of_its_own_keeps_its_inks(library):
    violet = words(library, "Ink", Color(0.1, 0, 0.5), 20)
    grey = words(library, "Ink", Color(0.5, 0.5, 0.5), 30)
    said = content(one_page(library, violet, grey))
    assert "/PO gs" not in said
    assert re.search(r"0 0 0 0\.[56]\d* k\nBT", said)


def test_hairlines_are_black_ink_and_wide_lines_are_not(library):
    thin, wide = (Shape(box(0, 0, 9, 9), stroke=Stroke(NAVY, w)) for w in (0.35, 0.6))
    assert "/PO gs\n0 0 0 1 K" in content(one_page(library, thin))
    assert "/PO gs" not in content(one_page(library, wide))


def test_black_areas_are_rich_by_their_size_on_the_page(library):
    icon = Frame(Size(100, 100), [Shape(box(0, 0, 100, 100), NOTHING)])
    small = Group(icon, Matrix.scaling(0.01))
    large = Group(icon, Matrix.scaling(0.5))
    assert "0.6 0.4 0.4 1 k" not in content(one_page(library, small))
    assert "0.6 0.4 0.4 1 k" in content(one_page(library, large))
    assert sum(RICH) == pytest.approx(2.4)


@pytest.mark.parametrize("name", shipped_profiles())
def test_solids_are_those_of_the_profile(name):
    profile = read_profile(name)
    inks = Separator(profile)
    way = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(io.BytesIO(profile.data)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    for rgb in ((255, 0, 0), (23, 99, 201), (250, 240, 3), (90, 20, 5), (1, 130, 60)):
        dot = ImageCms.applyTransform(PIL.Image.new("RGB", (1, 1), rgb), way)
        wanted = [round(v / 255, 3) for v in dot.tobytes()]
        assert list(inks.ink_layer(Color(*(v / 255 for v in rgb)), "patch").ink) == wanted
    assert inks.ink_layer(WHITE, "area").ink == (0, 0, 0, 0)


EDGES = st.integers(0, 30).map(float)
BOXES = st.lists(st.builds(Rect, EDGES, EDGES, EDGES, EDGES), max_size=9)


@given(BOXES)
def test_boxes_are_joined_until_none_of_them_meet(boxes):
    joined = _join_boxes(boxes)
    for one, other in combinations(joined, 2):
        across = one.x <= other.right and other.x <= one.right
        assert not (across and one.y <= other.bottom and other.y <= one.bottom)
    for whole in joined:
        inside = [box for box in boxes if whole.contains(box, 1e-9)]
        near = min(box.x for box in inside), min(box.y for box in inside)
        far = max(box.right for box in inside), max(box.bottom for box in inside)
        assert (*near, *far) == (whole.x, whole.y, whole.right, whole.bottom)
    assert all(any(whole.contains(box, 1e-9) for whole in joined) for box in boxes)


def test_inks_look_like_the_colour_that_was_meant():
    """Back through the profile, colours that a press can print differ by a just noticeable step."""
    inks = Separator(X4.profile)
    lab = ImageCms.createProfile("LAB")
    press = ImageCms.ImageCmsProfile(io.BytesIO(X4.profile.data))
    intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
    shown = ImageCms.buildTransform(press, lab, "CMYK", "LAB", intent)
    meant = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), lab, "RGB", "LAB", intent)

    def seen(image, way):
        done = ImageCms.applyTransform(image, way)
        return [v - 256 if n and v > 127 else v for n, v in enumerate(done.tobytes())]

    for rgb in ((180, 60, 50), (210, 190, 120), (90, 130, 90), (128, 128, 128), (200, 200, 200)):
        ink = inks.ink_layer(Color(*(v / 255 for v in rgb)), "patch").ink
        printed = PIL.Image.frombytes("CMYK", (1, 1), bytes(round(v * 255) for v in ink))
        one = seen(PIL.Image.new("RGB", (1, 1), rgb), meant)
        other = seen(printed, shown)
        # Bytes of L are 2.55 to the unit. Black-point compensation lightens darks a little.
        far = ((one[0] - other[0]) / 2.55) ** 2 + sum(
            (a - b) ** 2 for a, b in zip(one[1:], other[1:], strict=True)
        )
        assert far**0.5 < 4, (rgb, one, other)


def test_grey_pictures_are_black_ink_alone(library, tmp_path):
    PIL.Image.linear_gradient("L").save(tmp_path / "grey.png")
    assets = Library(tmp_path, (Path(__file__).parents[2] / "fonts",), (), (tmp_path,))
    item = Image(assets.picture("grey.png").key, Rect(0, 0, 20, 20))
    pdf = read(write_press_pdf([Page.of_sheet(Frame(Size(20, 20), [item]))], INFO, assets, X4))
    [image] = [t for t in pdf.objects if isinstance(t, pikepdf.Stream) and "/Width" in t]
    assert str(image.ColorSpace) == "/DeviceGray"
    assert image.read_bytes()[-1] == 255


def test_pictures_are_converted_without_loss(library):
    pdf = one_page(library, pictured(library, "wide.png", Rect(0, 0, 20, 10)))
    [image] = [t for t in pdf.objects if isinstance(t, pikepdf.Stream) and "/Width" in t]
    assert str(image.ColorSpace) == "/DeviceCMYK"
    wanted = Separator(X4.profile).ink(RED)
    assert [round(v / 255, 3) for v in image.read_bytes()[:4]] == list(wanted)


def line_in(ink, x, width=0.25):
    """Return an upright line that is printed in an ink of its own."""
    mark = Region(RegionKind.SEPARATION, Rect(0, 0, 63, 88), ink)
    outline = Shape(Outline.polygon([(x, 0), (x, 88)], closed=False), stroke=Stroke(RED, width))
    return Group(Frame(Size(63, 88), [mark, outline]))


def test_cuts_and_creases_are_inks_of_their_own(library):
    lines = line_in(CUT_CONTOUR, 9), line_in(CREASE, 20)
    pdf = one_page(library, Shape(box(0, 0, 60, 80), NAVY), *lines)
    assert f"/{CUT_CONTOUR} CS 1 SCN" in content(pdf)
    spaces = pdf.pages[0].Resources.ColorSpace
    for name, looks in ((CUT_CONTOUR, [0, 1, 0, 0]), (CREASE, [1, 0, 0, 0])):
        kind, ink, space, tint = spaces[f"/{name}"]
        assert (str(kind), str(ink), str(space)) == ("/Separation", f"/{name}", "/DeviceCMYK")
        assert ([*map(float, tint.C0)], [*map(float, tint.C1)]) == ([0, 0, 0, 0], looks)
    said = content(pdf)
    assert said.index("/PS gs") < said.index("SCN")


def test_flat_pages_look_the_same_without_transparency(files):
    live, flat = (picture(files[standard]) for standard in ("pdfx4", "pdfx1a"))
    difference = ImageChops.difference(live, flat).convert("L")
    histogram = difference.histogram()
    # Pixels of the picture and of the page do not fall on each other, so edges are a bit softer.
    assert sum(histogram[24:]) / sum(histogram) < 0.02
    pdf = read(files["pdfx1a"])
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
            assert "/SMask" not in thing
            assert "/Group" not in thing
            assert float(thing.get("/ca", 1)) == float(thing.get("/CA", 1)) == 1


def test_text_on_top_of_what_was_flattened_stays_text(files):
    said = pypdfium2.PdfDocument(files["pdfx1a"])[0].get_textpage().get_text_bounded()
    assert {"black", "white", "red"} <= set(said.split())


def test_what_is_opaque_is_not_flattened(library):
    plain = Frame(Size(63, 88), [Shape(box(0, 0, 60, 80), RED), words(library, "A", NAVY, 9)])
    pdf = read(written(library, plain, condition=X1A))
    assert not [t for t in pdf.objects if isinstance(t, pikepdf.Stream) and "/Width" in t]


@pytest.mark.parametrize("condition", [X4, X1A], ids=["pdfx4", "pdfx1a"])
def test_the_same_pages_give_the_same_bytes(library, card, files, condition):
    assert written(library, card, condition=condition) == files[condition.standard]


def test_plates_hold_what_the_file_says(library):
    text = words(library, "IIIIIIII", NOTHING, 15, 30)
    frame = Frame(Size(40, 20), [Shape(box(0, 0, 40, 20), RED), text])
    inks = Separator(X4.profile)
    pixels = render_inks(frame, frame.trim, 150, library, inks)
    red = tuple(round(v * 255) for v in inks.ink(RED))
    corner = pixels.getpixel((1, 1))
    assert all(abs(a - b) <= 1 for a, b in zip(corner, red, strict=True))
    black = pixels.getchannel("K")
    assert black.getextrema() == (0, 255)
    low, high = pixels.getchannel("M").getextrema()  # the text leaves no gap
    assert red[1] - 1 <= low <= high <= red[1] + 1


@pytest.mark.parametrize("name", shipped_profiles())
def test_no_colour_takes_more_ink_than_its_profile_allows(name):
    profile = read_profile(name)
    steps = range(0, 256, 15)
    colors = bytes(part for r in steps for g in steps for b in steps for part in (r, g, b))
    inks = Separator(profile).picture(PIL.Image.frombytes("RGB", (len(colors) // 3, 1), colors))
    most = max(map(sum, zip(*[iter(inks.tobytes())] * 4, strict=True)))
    assert most / 2.55 <= profile.limit


def full(library, ground):
    """Black text, a black line and a black shadow on a ground of much ink."""
    brown = Color(0.45, 0.1, 0.05)
    grounds = {
        "color": Shape(box(-3, -3, 46, 26), brown),
        "gradient": Shape(box(-3, -3, 46, 26), LinearGradient(0, 0, 40, 0, ((0, RED), (1, brown)))),
        "picture": pictured(library, "photo.jpg", Rect(-3, -3, 46, 26)),
        "light": Shape(box(-3, -3, 46, 26), Color(1, 0.9, 0.8)),
    }
    text = words(library, "III", NOTHING, 15, 30)
    line = Shape(Outline.polygon([(0, 17), (40, 17)], closed=False), stroke=Stroke(NOTHING, 0.3))
    inner = Frame(Size(40, 20), [text, line])
    mask = SoftMask(1, 1, zlib.compress(b"\0\xff"))
    shade = Shadow(Rect(25, 2, 10, 10), NOTHING.with_alpha(0.6), mask)
    return Frame(Size(40, 20), [grounds[ground], shade, Group(inner)], BLEED)


def ghostscript(data, output, *options):
    """Let Ghostscript paint a PDF."""
    file = output.with_name("page.pdf")
    file.write_bytes(data)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", *options]
    command += [f"-sOutputFile={output}", str(file)]
    subprocess.run(command, check=True, timeout=patience())


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize(
    "profile", [pytest.param("gracol-240", marks=pytest.mark.broad), "fogra39-240", "fogra39"]
)
@pytest.mark.parametrize("ground", ["color", "gradient", "picture", "light"])
def test_black_ink_never_brings_a_page_above_its_limit(
    library, ground, profile, standard, tmp_path
):
    condition = press_condition(standard, profile)
    frame, limit = full(library, ground), condition.profile.limit
    data = written(library, frame, condition=condition)
    inks = Separator(condition.profile)
    knocked = limit == 240 and ground != "light"
    pixels = render_inks(frame, frame.trim, dpi_of(frame, 300), library, inks, knocked)
    assert highest_sum(pixels) / 2.55 <= limit
    assert knocks_out(frame, library, inks, limit) == knocked
    pages = operators(read(data))
    overprints = any(name == "gs" and operands[0] == f"/{OVER}" for name, operands in pages)
    assert overprints is not knocked
    if shutil.which("gs"):
        file = tmp_path / "one.tif"
        ghostscript(data, file, "-sDEVICE=tiff32nc", "-r200", "-dOverprint=/enable")
        seen = PIL.Image.open(file).tobytes()
        assert max(map(sum, zip(*[iter(seen)] * 4, strict=True))) / 2.55 <= limit + 1


@pytest.mark.skipif(
    not shutil.which("gs"), reason="Ghostscript, which parts inks, is not installed"
)
def test_black_text_stands_on_the_black_plate_alone(library, tmp_path):
    ground = Shape(box(-3, -3, 69, 94), Color(1, 1, 0))
    items = [ground, words(library, "Office", NAVY, 40, 30), line_in(CUT_CONTOUR, 9, 1)]
    data = written(library, Frame(Size(63, 88), items, BLEED))
    ghostscript(data, tmp_path / "plate%d.tif", "-sDEVICE=tiffsep", "-r100")
    plates = {
        name: PIL.Image.open(tmp_path / f"plate1({name}).tif").convert("L")
        for name in ("Cyan", "Magenta", "Yellow", "Black", CUT_CONTOUR)
    }
    assert plates["Black"].getextrema() == (0, 255)
    for name in ("Cyan", "Magenta", "Yellow"):
        low, high = plates[name].getextrema()
        assert high - low <= 2, name
    cut = plates[CUT_CONTOUR].point(lambda v: 255 - v).getbbox()
    assert [edge / 100 * 25.4 - 3 for edge in cut[::2]] == pytest.approx([8.5, 9.5], abs=0.4)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "CG721"),
        (b"hello" * 99, "CG721"),
        (X4.profile.data[:9000], "CG721"),
        (X4.profile.data[:200] + bytes(len(X4.profile.data) - 200), "CG721"),
        (ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), "CG722"),
        (X4.profile.data[:12] + b"scnr" + X4.profile.data[16:], "CG722"),
    ],
    ids=["empty", "no profile", "cut short", "hollow", "a screen's", "a scanner's"],
)
def test_a_profile_that_is_of_no_press_is_refused(content, code, tmp_path):
    file = tmp_path / "press.icc"
    file.write_bytes(content)
    assert refused_profile(str(file)).code == code


def refused_profile(name):
    with pytest.raises(OutputError) as error:
        read_profile(name)
    [found] = error.value.diagnostics
    return found


def test_a_profile_that_is_not_there_is_refused(tmp_path):
    for name, code, words in (
        ("fogra93", "CG720", "did you mean `fogra39`?"),
        (str(tmp_path / "press.icc"), "CG721", "ask the press"),
    ):
        found = refused_profile(name)
        assert found.code == code
        assert words in " ".join(found.hints)


def test_a_profile_of_ones_own(tmp_path):
    file = tmp_path / "house.icc"
    file.write_bytes(X4.profile.data)
    own = read_profile(str(file))
    assert (own.name, own.condition, own.limit) == ("house.icc", "FOGRA39", 300)
    assert own.data == X4.profile.data


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("ISO Coated v2 300% (ECI)", "FOGRA39"),
        ("PSO Coated v3", "FOGRA51"),
        ("PSO Uncoated v3 (FOGRA52)", "FOGRA52"),
        ("GRACoL2006_Coated1v2", "CGATS TR 006"),
        ("our own paper", "Custom"),
    ],
)
def test_well_known_profiles_go_by_their_registered_names(title, name):
    assert registry_name(title) == name


def test_black_needs_no_other_ink():
    inks = Separator(X4.profile)
    assert inks.ink_layer(NOTHING, "text").ink == BLACK
    assert inks.ink_layer(NOTHING, "patch").ink == BLACK
    assert inks.ink_layer(NOTHING, "area").ink == RICH
    assert 14 < inks.darkest < 20

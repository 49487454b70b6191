"""The structure of PDF files, read back by pikepdf and pdfium."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unicodedata

import pikepdf
import pypdfium2
import pytest
from workshops import opened as read

from cardgen.assets.library import Library
from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import Kept, write_pdf
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.frame import Frame, Group, Image, Page, Shape, Text

FONTS = pathlib.Path(__file__).parents[2] / "fonts"
RED = Color(1, 0, 0)
TITLE = "S\u0142owa \u2014 \u6f22\u5b57 (1\\2)"
INFO = DocumentInfo(TITLE, "A. Designer", "Cards", "cards, sheets", "long-edge")
POINTS = 72 / 25.4


def write(library, *frames, info=INFO):
    return write_pdf([Page.of_sheet(frame) for frame in frames], info, library)


def objects(pdf, **wanted):
    """Yield the dictionaries that have these names as values."""
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream) and all(
            str(thing.get(f"/{key}", "")) == f"/{value}" for key, value in wanted.items()
        ):
            yield thing


@pytest.mark.parametrize(("name", "value"), [("HOME", "/dev/null"), ("SOURCE_DATE_EPOCH", "x")])
def test_odd_environments_do_no_harm(name, value):
    code = "from cardgen.backend.objects import PdfFile; PdfFile()"
    environment = {**os.environ, name: value}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


@pytest.fixture
def card(frame_of):
    return frame_of(
        '<side background="ink"><text x="5" y="5" width="50" height="20">An <b>office</b> AVATAR: '
        "caf\u00e9 \u2660</text>"
        '<image src="glass.png" width="5" height="5" min-dpi="0"/></side>',
        bleed=3,
    )


def test_a_font_under_two_names_is_embedded_once(tmp_path):
    """A copy of a font has its content and so its name in the file, but another key."""
    for family in ("one", "other"):
        (tmp_path / family).mkdir()
        regular = FONTS / "atkinson/AtkinsonHyperlegibleNext-Regular.ttf"
        shutil.copy(regular, tmp_path / family / "regular.ttf")
    library = Library(tmp_path, (tmp_path,))
    fonts = library.font("one/regular"), library.font("other/regular")
    words = zip(fonts, ("Ab", "bC"), strict=True)
    items = [Text(0, 5, font.key, 10, RED, (font.shape(word),)) for font, word in words]
    pdf = write(library, Frame(Size(40, 9), items))
    assert len(list(objects(read(pdf), Type="Font", Subtype="Type0"))) == 1
    said = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    assert sorted(said.replace(" ", "")) == sorted("AbbC")


def test_every_font_is_embedded_subset_and_readable(library, card):
    pdf = read(write(library, card))
    fonts = list(objects(pdf, Type="Font", Subtype="Type0"))
    assert len(fonts) == 3
    for font in fonts:
        assert re.fullmatch(r"/[A-Z]{6}\+\S+", str(font.BaseFont))
        assert font.Encoding == "/Identity-H"
        assert b"beginbfchar" in font.ToUnicode.read_bytes()
        (glyphs,) = font.DescendantFonts
        assert glyphs.Subtype == "/CIDFontType2"
        assert glyphs.BaseFont == font.BaseFont == glyphs.FontDescriptor.FontName
        assert 500 < len(glyphs.FontDescriptor.FontFile2.read_bytes()) < 40_000
    assert len(list(objects(pdf, Type="Font"))) == 2 * len(fonts)
    assert b"Helvetica" not in write(library, card)


def test_equal_glyphs_give_equal_tags_and_others_not(library, frame_of):
    def tag(text):
        pdf = read(write(library, frame_of(f"<text>{text}</text>")))
        (font,) = objects(pdf, Type="Font", Subtype="Type0")
        return str(font.BaseFont)

    assert tag("abc") == tag("cab")
    assert tag("abc") != tag("abd")


def boxes(page):
    names = ("MediaBox", "CropBox", "BleedBox", "TrimBox")
    return {name: [round(float(v) / POINTS, 2) for v in page[f"/{name}"]] for name in names}


def test_page_boxes(library):
    frame = Frame(Size(63, 88), [], Insets(1, 2, 3, 4))
    pages = [Page.of_sheet(frame), Page.of_piece(frame)]
    pdf = read(write_pdf(pages, INFO, library))
    sheet, piece = pdf.pages
    assert set(map(tuple, boxes(sheet).values())) == {(0, 0, 63, 88)}
    assert boxes(piece) == {
        "MediaBox": [0, 0, 69, 92],
        "CropBox": [0, 0, 69, 92],
        "BleedBox": [0, 0, 69, 92],
        "TrimBox": [4, 3, 67, 91],  # from the lower left: 3 mm of bleed below
    }


@pytest.mark.parametrize(
    ("duplex", "name"),
    [("long-edge", "/DuplexFlipLongEdge"), ("short-edge", "/DuplexFlipShortEdge"), (None, None)],
)
def test_the_print_dialog_is_set(library, duplex, name):
    pdf = read(write(library, Frame(Size(9, 9), []), info=DocumentInfo("T", duplex=duplex)))
    preferences = pdf.Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert bool(preferences.PickTrayByPDFSize)
    assert bool(preferences.DisplayDocTitle)
    assert preferences.get("/Duplex") == name


def test_metadata(library):
    data = write(library, Frame(Size(9, 9), []))
    pdf = read(data)
    assert pdf.docinfo["/Title"] == TITLE
    assert pdf.docinfo["/Author"] == "A. Designer"
    assert pdf.docinfo["/Subject"] == "Cards"
    assert pdf.docinfo["/Keywords"] == "cards, sheets"
    assert str(pdf.docinfo["/Creator"]).startswith("cardgen ")
    assert pdf.Root.Lang == "en"
    assert "anonymous" not in data.decode("latin-1")
    assert "unspecified" not in data.decode("latin-1")


def test_a_repeated_side_is_stored_once(library, card):
    def sheet(count):
        return Frame(
            Size(200, 300), [Group(card, Matrix.translation(20 * n, 0)) for n in range(count)]
        )

    pdf = read(write(library, sheet(8), sheet(3)))
    forms = objects(pdf, Type="XObject", Subtype="Form")
    assert sum(b"TJ" in form.read_bytes() for form in forms) == 1
    calls = [page.Contents.read_bytes().count(b" Do") for page in pdf.pages]
    assert calls == [8, 3]
    assert all(b"TJ" not in page.Contents.read_bytes() for page in pdf.pages)
    assert list(objects(read(write(library, sheet(1))), Type="XObject", Subtype="Form")) == []


def test_a_form_reaches_as_far_as_what_it_paints(library):
    far = Frame(Size(1, 1), [Shape(Path.rect(Rect(-50, -50, 150, 150)), RED)])
    pdf = read(write(library, Frame(Size(99, 99), [Group(far), Group(far)])))
    (form,) = objects(pdf, Type="XObject", Subtype="Form")
    x0, y0, x1, y1 = (float(v) for v in form.BBox)
    assert Rect(x0, y0, x1 - x0, y1 - y0).contains(Rect(-50, -50, 150, 150))


def test_a_picture_is_stored_once(library):
    asset = library.picture("photo.jpg").key
    glass = library.picture("glass.png").key
    frames = [
        Frame(Size(50, 50), [Image(asset, Rect(n, 0, 10, 10)), Image(glass, Rect(0, n, 5, 5))])
        for n in range(3)
    ]
    pdf = read(write(library, *frames))
    pictures = list(objects(pdf, Type="XObject", Subtype="Image"))
    assert len(pictures) == 3  # the photo, the glass and its mask
    jpeg = next(p for p in pictures if p.get("/Filter") == "/DCTDecode")
    assert jpeg.read_raw_bytes() == library.picture("photo.jpg").data
    (clear,) = (p for p in pictures if "/SMask" in p)
    assert clear.SMask.ColorSpace == "/DeviceGray"


def test_the_same_input_gives_the_same_bytes(library, card):
    info = DocumentInfo("Same")
    first = write(library, card, Frame(Size(9, 9), [Group(card), Group(card)]), info=info)
    assert first == write(library, card, Frame(Size(9, 9), [Group(card), Group(card)]), info=info)
    drawings = {}
    pages = [Page.of_sheet(card), Page.of_sheet(Frame(Size(9, 9), [Group(card), Group(card)]))]
    for _ in range(2):
        assert write_pdf(pages, info, library, drawings) == first
    assert write(library, card, info=info) != first


def text_of(data, page=0):
    document = pypdfium2.PdfDocument(data)
    try:
        found: str = document[page].get_textpage().get_text_range()
        return found.replace("\r\n", "\n")
    finally:
        document.close()


@pytest.mark.parametrize(
    "text",
    [
        "office fjord waffle AVATAR To Wave",
        "A na\u00efve caf\u00e9 costs 5 \u20ac \u2013 \u201cso much\u201d",
        "e\u0301 x\u0301 n\u0303",
        "100% (sic) [ok] \\ / <b> & 'quotes'",
    ],
)
def test_text_can_be_read_back(library, frame_of, text):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    for attributes in ("", 'align="justify"', 'style="title"'):
        frame = frame_of(f'<text {attributes} width="200">{escaped}</text>', size=(200, 90))
        found = unicodedata.normalize("NFC", text_of(write(library, frame)).strip())
        assert found == unicodedata.normalize("NFC", text)


def test_justified_and_mixed_lines_read_in_order(library, frame_of):
    words = "The <b>quick</b> brown <i>fox</i> jumps over the lazy dog and runs away, office"
    for align in ("left", "justify", "center"):
        frame = frame_of(f'<text width="40" align="{align}">{words}</text>')
        found = text_of(write(library, frame)).split()
        assert found == re.sub("<[^>]+>", "", words).split()


def contents(data):
    pdf = read(data)
    (page,) = pdf.pages
    return str(page.Contents.read_bytes().decode("ascii"))


def test_kerning_is_written_as_adjustments(library):
    font = library.font("atkinson/regular")
    word = font.shape("AV")
    a, v = word.glyphs
    stream = contents(write(library, Frame(Size(9, 9), [Text(0, 5, font.key, 10, RED, (word,))])))
    assert f"[<{a.index:04x}>{a.natural - a.advance:g}<{v.index:04x}>] TJ" in stream


def test_no_number_has_an_exponent(library):
    font = library.font("atkinson/regular")
    words = (font.shape("I"), font.shape(" "), font.shape("I"))
    frame = Frame(
        Size(9, 9),
        [
            Text(0, 5, font.key, 6, RED, words, stretch=50.0),
            Text(0, 5, font.key, 6, RED, words, stretch=0.00004, tracking=0.00004),
            Shape(Path.rect(Rect(0.00001, 1234.5678, 1e7, 2e6)), RED),
            Shape(Path.rect(Rect(0, 0, 1, 1)), Color(0.00001, 0.5, 1e-9)),
            Group(
                Frame(Size(1, 1), [Shape(Path.rect(Rect(0, 0, 1, 1)), RED)]), Matrix(1e-8, 0, 0, 1)
            ),
        ],
    )
    stream = contents(write(library, frame))
    assert re.findall(r"\d\.?\d*e[-+]\d+", stream) == []
    numbers = re.findall(r"(?<![\w<])-?\d*\.?\d+", stream)
    assert len(numbers) > 20


def test_a_glow_of_one_color_is_filled_and_needs_no_shading(library):
    glow = RadialGradient(4, 4, 4, ((0.0, RED), (1.0, RED.with_alpha(0))))
    data = write(library, Frame(Size(9, 9), [Shape(Path.rect(Rect(0, 0, 9, 9)), glow)]))
    pdf = read(data)
    shadings = [t for t in objects(pdf) if "/ShadingType" in t]
    assert [s.ColorSpace for s in shadings] == ["/DeviceGray"]  # that of the mask
    assert " sh" not in contents(data)


def test_gradients_are_shadings(library):
    area = Path.rect(Rect(0, 0, 9, 9))
    stops = ((0.0, RED), (0.5, Color(0, 1, 0)), (1.0, Color(0, 0, 1)))
    frame = Frame(
        Size(9, 9),
        [
            Shape(area, LinearGradient(0, 0, 9, 0, stops)),
            Shape(area, LinearGradient(0, 0, 9, 0, stops)),
            Shape(area, RadialGradient(4, 4, 4, stops)),
            Shape(area, RadialGradient(4, 4, 4, ((0.0, RED), (1.0, Color(0, 0, 1, 0))))),
        ],
    )
    pdf = read(write(library, frame))
    shadings = [t for t in objects(pdf) if "/ShadingType" in t]
    assert sorted(int(s.ShadingType) for s in shadings if s.ColorSpace == "/DeviceRGB") == [2, 3, 3]
    (fading,) = (t for t in objects(pdf) if "/SMask" in t)
    assert fading.SMask.S == "/Luminosity"
    assert fading.SMask.G.Group.CS == "/DeviceGray"
    (linear,) = (s for s in shadings if s.ShadingType == 2)
    assert linear.Function.FunctionType == 3
    assert [float(v) for v in linear.Function.Bounds] == [0.5]


def test_faded_groups_are_transparency_groups(library):
    inner = Frame(Size(5, 5), [Shape(Path.rect(Rect(0, 0, 5, 5)), RED)])
    pdf = read(write(library, Frame(Size(9, 9), [Group(inner, opacity=0.25)])))
    (form,) = objects(pdf, Type="XObject", Subtype="Form")
    assert form.Group.S == "/Transparency"
    assert bool(form.Group.I)
    states = [t for t in objects(pdf) if "/ca" in t]
    assert {float(state.ca) for state in states} == {0.25}


def test_clips_are_paths(library):
    inner = Frame(Size(5, 5), [Shape(Path.rect(Rect(0, 0, 5, 5)), RED)])
    clip = Path.rect(Rect(1, 1, 3, 3))
    stream = contents(write(library, Frame(Size(9, 9), [Group(inner, clip=clip)])))
    assert "1 1 m 4 1 l 4 4 l 1 4 l h W n" in stream


def test_a_form_is_packed_once_for_all_documents_and_never_taken_for_another(library):
    dot = Frame(Size(2, 2), [Shape(Path.rect(Rect(0, 0, 2, 2)), RED)])
    card = Frame(Size(20, 30), [Group(dot), Shape(Path.rect(Rect(5, 5, 9, 9)), RED)])
    twice = Frame(Size(90, 90), [Group(card), Group(card, Matrix.translation(30, 0))])
    faded = Frame(Size(90, 90), [Group(card, opacity=0.5)])
    other = Frame(Size(90, 90), [Group(dot), Group(card, opacity=0.5)])  # now `card` calls `dot`
    forms: Kept = {}
    for frames in ([twice], [twice, twice], [faded], [other], [faded]):
        pages = [Page.of_sheet(frame) for frame in frames]
        before = dict(forms)
        assert write_pdf(pages, INFO, library, forms=forms) == write_pdf(pages, INFO, library)
        if frames == [twice, twice]:
            assert all(forms[name] is known for name, known in before.items())
            assert before

"""Frames as SVG: what is text, what is defined once, and where each part comes from."""

import base64
import io
import re
from xml.etree import ElementTree

import PIL.Image
import pytest
from msgspec.structs import replace
from PIL import ImageChops, ImageStat

from cardgen.assets.fonts import Font
from cardgen.backend.lettering import Outliner
from cardgen.backend.raster import rasterize
from cardgen.backend.svg import svg
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.frame import Frame, Group, Image, Shape, Stroke, Text
from cardgen.frame.items import Shaping

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
RED, WHITE = Color(1, 0, 0), Color(1, 1, 1)
BOX = Path.rect(Rect(0, 0, 4, 4))


@pytest.fixture
def written(library):
    """Write a Frame, or items, and read the document back."""

    def run(*items, frame=None):
        frame = frame or Frame(Size(60, 90), items, Insets(3, 3, 3, 3))
        return ElementTree.fromstring(svg(frame, "A & B", library, lambda at: ("", at)))

    return run


def all_of(document, name):
    return list(document.iter(SVG + name))


def test_a_unit_is_a_millimetre_from_the_corner_of_the_trim(written):
    document = written(Shape(BOX, RED))
    assert [document.get(name) for name in ("width", "height", "viewBox", "data-trim")] == [
        "66mm",
        "96mm",
        "-3 -3 66 96",
        "0 0 60 90",
    ]
    assert document.findtext(SVG + "title") == "A & B"


def test_a_line_of_text_is_one_element_in_a_font_that_sets_its_letters(lay, library):
    frame = lay('<text style="title" tracking="40" x="5" y="5">Two &amp; two</text>').frame
    data = svg(frame, "", library, lambda at: ("text", at))
    [text] = all_of(ElementTree.fromstring(data), "text")
    assert text.text == "Two & two"
    assert "'Barlow Condensed'" in text.get("style")
    assert "normal 700" in text.get("style")
    assert "letter-spacing:0.169px" in text.get("style")  # 40 thousandths of 12 pt
    [face] = re.findall(rb"src:url\(data:font/ttf;base64,([^)]+)\)", data)
    font = Font("subset", base64.b64decode(face))
    [run] = [item for item, _ in frame.walk() if isinstance(item, Text)]
    whole = library.font_by_key(run.font)
    for word in run.words:
        assert font.shape(word.text, ligatures=False).width == word.width
    assert not font.covers("x")
    assert len(font.data) < len(whole.data) / 4


def test_letters_as_outlines_have_neither_text_nor_font(lay, library, written):
    markup = '<text style="body" x="5" y="5" width="50" align="justify">Æthel fled, '
    frame = lay(markup + "office <b>bold</b> and <u>far</u>; so be it.</text>").frame
    shapes = Outliner(library).frame(frame)
    document = written(frame=shapes)
    assert not all_of(document, "text")
    assert not all_of(document, "style")
    assert not shapes.has_texts
    pictures = [rasterize(one, 480, 720, library).convert("L") for one in (frame, shapes)]
    apart = ImageStat.Stat(ImageChops.difference(*pictures))
    assert apart.extrema[0][1] < 160  # antialiasing; a letter that is elsewhere makes 255
    assert apart.mean[0] < 0.5


def test_glyphs_that_no_letters_bring_about_are_shapes(lay, library, written):
    frame = lay('<text style="body" x="5" y="5">ab</text>').frame
    [(at, run)] = [(i, t) for i, t in enumerate(frame.items) if isinstance(t, Text)]
    named = replace(run, words=tuple(replace(w, shaping=Shaping(glyphs=(5, 6))) for w in run.words))
    items = [*frame.items[:at], named, *frame.items[at + 1 :]]
    document = written(*items)
    assert not all_of(document, "text")
    assert len(all_of(document, "path")) == 1


def test_what_is_painted_twice_is_a_symbol_and_pictures_are_embedded_once(library, written):
    inner = Frame(Size(4, 4), [Shape(BOX, RED)])
    once = Frame(Size(4, 4), [Shape(BOX, WHITE)])
    wide, photo = (library.picture(name).key for name in ("wide.png", "photo.jpg"))
    document = written(
        Group(inner),
        Group(inner, Matrix.translation(5, 5)),
        Group(once),
        *(Image(key, Rect(x, 0, 10, 5)) for key in (wide, photo) for x in (0, 20)),
    )
    [symbol] = all_of(document, "symbol")
    images = all_of(document, "image")
    assert [image.get(LINK).partition(";")[0] for image in images] == [
        "data:image/png",
        "data:image/jpeg",
    ]
    uses = [use.get(LINK) for use in all_of(document, "use")]
    assert uses == [
        f"#{one.get('id')}" for one in (symbol, symbol, images[0], images[0], images[1], images[1])
    ]


def test_a_picture_that_is_seen_through_keeps_its_opacity(library, written):
    document = written(Image(library.picture("glass.png").key, Rect(0, 0, 4, 2)))
    [image] = all_of(document, "image")
    data = base64.b64decode(image.get(LINK).partition(",")[2])
    assert PIL.Image.open(io.BytesIO(data)).getpixel((0, 0)) == (0, 0, 255, 128)


def test_groups_have_the_name_and_the_place_of_their_element(frame_of, library):
    frame = frame_of('<rect id="frame" width="9" height="9" fill="red"/><rect width="4"/>')
    places = iter([("rect", "card.xml:1"), ("rect", "card.xml:1")])
    document = ElementTree.fromstring(svg(frame, "", library, lambda at: next(places)))
    [group] = [g for g in all_of(document, "g") if g.get("id") == "frame"]
    assert group.get("data-src") == "card.xml:1"
    assert group.find(SVG + "path").get("fill") == "#ff0000"


def test_lines_gradients_clips_and_fades(written):
    fade = LinearGradient(0, 0, 0, 4, ((0, WHITE), (1, WHITE.with_alpha(0))))
    shade = LinearGradient(0, 0, 4, 0, ((0, RED), (1, WHITE.with_alpha(0.5))))
    line = Stroke(shade, 0.5, dash=(1, 0.5), cap="round")
    inner = Frame(Size(4, 4), [Shape(BOX, shade, line), Shape(BOX, RED.with_alpha(0.25))])
    document = written(Group(inner, clip=BOX, opacity=0.5, fade=fade))
    [clip] = all_of(document, "clipPath")
    [mask] = all_of(document, "mask")
    [group] = [g for g in all_of(document, "g") if g.get("mask")]
    assert group.get("clip-path") == f"url(#{clip.get('id')})"
    assert group.get("mask") == f"url(#{mask.get('id')})"
    assert group.get("opacity") == "0.5"
    first, second = group.findall(SVG + "path")
    assert first.get("fill") == first.get("stroke")
    assert first.get("stroke-dasharray") == "1,0.5"
    assert first.get("stroke-miterlimit") == "10"
    assert second.get("fill-opacity") == "0.25"
    assert len(all_of(document, "linearGradient")) == 2

"""Fonts: shaping, metrics, subsets, and every way a font file can be unusable."""

import io
import random
import struct
from pathlib import Path

import pytest
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables
from msgspec.structs import astuple

from cardgen.assets.fonts import Font
from cardgen.assets.sfnt import script_runs, unset
from cardgen.core.diagnostics import AssetError, Location
from cardgen.core.geometry import Matrix
from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.frame.items import Shaping
from cardgen.layout.text.faces import Face, FaceKey, clusters_of

FONTS = Path(__file__).parents[2] / "fonts"
AT = Location("card.xml.j2", 2, 3)
REGULAR = FONTS / "atkinson" / "AtkinsonHyperlegibleNext-Regular.ttf"
BARLOW = FONTS / "barlow-condensed" / "BarlowCondensed-Bold.ttf"


def load(file=REGULAR):
    return Font("test/face", file.read_bytes(), file.name)


def refusal(data):
    with pytest.raises(AssetError) as caught:
        Font("test/face", data, "fonts/test/Test-Face.ttf")
    (found,) = caught.value.diagnostics
    assert found.code == "CG502"
    assert "fonts/test/Test-Face.ttf" in found.message
    return found.message


def test_metrics_are_thousandths_of_an_em():
    font = load(FONTS / "courier-prime" / "CourierPrime-Italic.ttf")
    assert font.facts.upem == 2048
    assert font.cap_height == pytest.approx(1187 / 2.048, abs=0.001)
    assert font.x_height == pytest.approx(924 / 2.048, abs=0.001)
    assert font.shape("H").glyphs[0].advance == font.glyph_width(font.shape("H").glyphs[0].index)
    assert font.ascent == 781.25
    assert font.descent < 0
    assert font.facts.fixed_pitch
    assert font.italic_angle == -10
    assert font.weight == 400
    assert font.postscript_name == "CourierPrime-Italic"
    assert not font.facts.restricted


def test_key_names_the_content():
    font = load()
    name, _, digest = font.key.partition("@")
    assert name == "test/face"
    assert len(digest) == 8
    assert font.key != Font("test/face", BARLOW.read_bytes()).key


def test_kerning_moves_letters_together():
    font = load(BARLOW)
    word = font.shape("AVATAR")
    natural = sum(glyph.natural for glyph in word.glyphs)
    assert word.width < natural
    assert word.width == pytest.approx(sum(glyph.advance for glyph in word.glyphs))
    assert [glyph.text for glyph in word.glyphs] == list("AVATAR")


def test_ligature_carries_its_text_on_its_first_glyph():
    font = load(FONTS / "saira-stencil-one" / "SairaStencilOne-Regular.ttf")
    for text in ("office", "fluffy", "fit"):
        word = font.shape(text)
        assert "".join(glyph.text for glyph in word.glyphs) == text
        apart = font.shape(text, ligatures=False)
        assert len(apart.glyphs) == len(text)


def test_a_letter_of_a_word_keeps_its_glyph_where_it_stands_alone():
    font, features = load(BARLOW), Shaping(("frac",))
    alone = font.shape("1", True, features)
    over, _, under = font.shape("1/1", True, features).glyphs
    assert over.index == alone.glyphs[0].index != under.index
    assert font.cluster((over,), True, features) is alone
    below = font.cluster((under,), True, features)
    assert (below.text, below.glyphs, below.width) == ("1", (under,), under.natural)
    assert below.shaping != alone.shaping
    assert font.cluster((under,), True, features) is below
    assert font.shape("1", True, features) is alone


def test_combining_marks_sit_on_their_letter_and_keep_their_text():
    word = load().shape("q\u0308a")
    assert [glyph.text for glyph in word.glyphs] == ["q", "\u0308", "a"]
    mark = word.glyphs[1]
    assert mark.advance == 0
    assert mark.dx < 0


@pytest.mark.parametrize(
    ("char", "covered"),
    [("a", True), ("é", True), (" ", True), ("\u00a0", True), ("→", False), ("漢", False)],
)
def test_covers(char, covered):
    assert load().covers(char) is covered


@pytest.mark.parametrize("char", ["\u00ad", "\u200d", "\ufe0f", "\u2009"])
def test_invisible_characters_and_odd_spaces_need_no_glyph(char):
    assert load().covers(char)


def test_subset_keeps_glyph_numbers_and_outlines():
    import uharfbuzz

    font = load()
    word = font.shape("Äbc")
    data = font.subset(glyph.index for glyph in word.glyphs)
    assert len(data) < len(font.data) / 5
    small = uharfbuzz.Font(uharfbuzz.Face(data))
    for glyph in word.glyphs:
        assert small.get_glyph_extents(glyph.index) == font._font.get_glyph_extents(glyph.index)
        assert small.get_glyph_h_advance(glyph.index) == round(glyph.natural)
    absent = font.shape("z").glyphs[0].index
    assert not small.get_glyph_extents(absent) or small.get_glyph_extents(absent).width == 0
    tables = set(uharfbuzz.Face(data).table_tags)
    assert {"glyf", "loca", "head", "hhea", "hmtx", "maxp"} <= tables
    assert not tables & {"GSUB", "GPOS", "name"}


def test_subset_depends_on_those_glyphs_alone_that_the_font_has():
    one, other = load(), load()
    assert one.subset([9, 5, 5, 7]) == other.subset([7, 9, 5])
    assert one.subset([60_000]) == other.subset([])


# Unusable files


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (b"OTTO\0\1", "PostScript (CFF)"),
        (b"ttcf\0\1", "collection"),
        (b"wOF2", "web font"),
        (b"<html>", "not a TrueType"),
        (b"", "not a TrueType"),
        (b"\0\1\0\0", "damaged"),
    ],
)
def test_other_formats_are_refused(start, reason):
    assert reason in refusal(start)


@pytest.mark.parametrize("keep", [13, 200, 5_000, -1])
def test_cut_short(keep):
    refusal(REGULAR.read_bytes()[:keep])


@pytest.mark.parametrize(
    ("tag", "new", "said"),
    [
        *((tag, "zzzz", tag) for tag in ("glyf", "cmap", "loca", "hmtx")),
        ("gasp", "fvar", "variable"),
    ],
)
def test_fonts_that_lack_a_table_or_are_variable_are_refused(tag, new, said):
    data = REGULAR.read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    at = data.index(tag.encode(), 12, 12 + 16 * count)
    assert said in refusal(data[:at] + new.encode() + data[at + 4 :])


def test_no_damage_escapes_as_anything_but_an_asset_error():
    original = REGULAR.read_bytes()
    picked = random.Random(7)
    refused = 0
    for _ in range(200):
        damaged = bytearray(original)
        for _ in range(picked.choice((1, 4, 60))):
            # Most of the damage goes where the structure is.
            reach = picked.choice((300, 300, len(damaged)))
            damaged[picked.randrange(reach)] = picked.randrange(256)
        if picked.random() < 0.2:
            del damaged[picked.randrange(len(damaged)) :]
        try:
            font = Font("test/face", bytes(damaged))
            word = font.shape("Office AVÄ →")
            font.covers("→")
            font.subset(glyph.index for glyph in word.glyphs)
        except AssetError:
            refused += 1
    assert refused > 20


def test_metrics_fall_back_where_the_font_states_none():
    original = TTFont(REGULAR)
    del original["OS/2"]
    file = io.BytesIO()
    original.save(file)
    font = Font("test/face", file.getvalue())
    assert 600 < font.cap_height < 750
    assert 400 < font.x_height < 600
    assert font.ascent > 0


def outline_of(data, char, size=None):
    """Where the outline of a character lies in a font with a short index; it may be cut short."""
    tables = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        tables[tag] = offset
    glyph = Font("", bytes(data)).shape(char).glyphs[0].index
    start, end = struct.unpack_from(">HH", data, tables[b"loca"] + 2 * glyph)
    if size is not None:
        end = start + size // 2
        struct.pack_into(">H", data, tables[b"loca"] + 2 * glyph + 2, end)
    return slice(tables[b"glyf"] + 2 * start, tables[b"glyf"] + 2 * end)


@pytest.mark.parametrize(("size", "is_empty"), [(10, True), (12, True), (14, False)])
def test_an_outline_without_contours_has_nothing_behind_its_box(size, is_empty):
    data = bytearray(REGULAR.read_bytes())
    place = outline_of(data, "e", size)
    data[place.start : place.start + 2] = bytes(2)
    font = Font("x/regular", bytes(data), "fonts/x/X-Regular.ttf")
    try:
        font.check(font.shape("e"), AT)
    except AssetError:
        assert not is_empty
    else:
        assert is_empty


@pytest.mark.parametrize("byte", [0x00, 0x55, 0x77, 0xFF])
@pytest.mark.parametrize("kept", [0, 10])
def test_damaged_outlines_are_found_where_they_are_used(byte, kept):
    data = bytearray(REGULAR.read_bytes())
    place = outline_of(data, "e")
    size = place.stop - place.start
    data[place.start + kept : place.stop] = bytes((byte,)) * (size - kept)
    font = Font("x/regular", bytes(data), "fonts/x/X-Regular.ttf")
    font.check(font.shape("fox "), AT)
    for text in ("fen", "\u00e9"):  # the second is made of the first and an accent
        with pytest.raises(AssetError) as caught:
            font.check(font.shape(text), AT)
        (found,) = caught.value.diagnostics
        assert (found.code, found.location) == ("CG502", AT)
        assert text in found.message


# Scripts: which are refused though a font has them, and how a word of two scripts is shaped


def test_text_that_runs_from_top_to_bottom_is_not_set():
    assert all("top to bottom" in unset(char) for char in "\u1820\ua840")


def test_all_else_is_set():
    # Thai and others without spaces: lines break at zero-width spaces, and none is drawn wrong.
    others = "a\u00e9\u0301\u06f4\u0915\u0e01\u1780\u1000\u0f40\u12a0\u3042\uac00\u200d\u200e\u2066"
    others += "\u05d0\u0627\u0664\u07c1\U0001e900\u200f\u202b\u2067"
    assert [char for char in others if unset(char)] == []


def test_scripts_are_shaped_each_by_its_own_rules():
    sans = load(FONTS / "noto-sans" / "NotoSans-Regular.ttf")
    alone = [glyph.index for glyph in sans.shape("\u0915\u093f").glyphs]
    reading = [sans.shape(char).glyphs[0].index for char in "\u0915\u093f"]
    assert alone[0] != reading[0]  # the vowel is written before its consonant
    both = sans.shape("X\u0915\u093fY")
    assert [glyph.index for glyph in both.glyphs][1:-1] == alone
    assert "".join(glyph.text for glyph in both.glyphs) == both.text
    widths = [sans.shape(part).width for part in ("X", "\u0915\u093f", "Y")]
    assert both.width == pytest.approx(sum(widths), abs=0.01)


def test_what_scripts_share_stays_together():
    assert script_runs("a-1") == ["a-1"]
    assert script_runs("\u6f22\u3042\u30a2") == ["\u6f22\u3042\u30a2"]
    assert script_runs("(\u03b1\u0301)1x") == ["(\u03b1\u0301)1", "x"]


# Colour fonts

FORMATS = "Solid LinearGradient RadialGradient SweepGradient Glyph ColrLayers Composite Scale"
SOLID, LINEAR, RADIAL, SWEEP, GLYPH, LAYERS, BLEND, SCALED = (
    getattr(otTables.PaintFormat, f"Paint{name}") for name in FORMATS.split()
)
RED = {"Format": SOLID, "PaletteIndex": 0, "Alpha": 1.0}
LINE = {"ColorLine": {"Extend": "pad", "ColorStop": [(0.0, 0), (0.5, 1)]}}
WIDE = {"Format": LINEAR, **LINE, "x0": 0, "y0": 0, "x1": 512, "y1": 512, "x2": 0, "y2": 256}
ROUND = {"Format": RADIAL, **LINE, "x0": 256, "y0": 0, "r0": 0, "x1": 256, "y1": 0, "r1": 128}
SPUN = {"Format": SWEEP, **LINE, "centerX": 0, "centerY": 0, "startAngle": 0, "endAngle": 90}

PAIR = ("SourcePaint", "BackdropPaint")


def on_hyphen(paint):
    return {"Format": GLYPH, "Glyph": "hyphen", "Paint": paint}


def colour_font(**letters):
    """A font of 2048 units an em with such pictures of letters."""
    original, file = TTFont(FONTS / "courier-prime" / "CourierPrime-Italic.ttf"), io.BytesIO()
    original["COLR"] = buildCOLR(letters)
    original["CPAL"] = buildCPAL([[(1, 0, 0, 1), (0, 0, 1, 1)]])
    original.save(file)
    return Font("test/colour", file.getvalue())


def test_colour_glyphs_are_shapes_in_thousandths_of_an_em():
    ink = {"Format": SOLID, "PaletteIndex": 0xFFFF, "Alpha": 0.5}
    flat = {"Format": SCALED, "scaleX": 1, "scaleY": 0.5, "Paint": ROUND}
    layers = {"Format": LAYERS, "Layers": map(on_hyphen, (RED, WIDE, flat, ink))}
    font = colour_font(A=[("hyphen", 0)], B=layers)
    hyphen, green = font.outline(font.shape("-").glyphs[0].index), Color(0, 1, 0)
    frame = font.picture(font.shape("AB"), green, AT)
    assert frame.size.width == font.shape("AB").width
    old, red, wide, oval, ink = frame.items
    second = Matrix(1, 0, 0, -1, font.shape("A").width, font.ascent)
    for matrix, shape in ((Matrix(1, 0, 0, -1, 0, font.ascent), old), (second, red)):
        box, wanted = shape.path.bounds(), matrix.apply_rect(hyphen.bounds())
        assert astuple(box) == pytest.approx(astuple(wanted), abs=0.002)
    assert [shape.fill.hex for shape in (old, red, ink)] == ["#ff0000", "#ff0000", "#00ff0080"]
    # The colours run along x only, as the third point is above the first; the second is half way.
    (shape,) = wide.frame.items
    assert wide.matrix == second
    assert shape.path.bounds().bottom == pytest.approx(hyphen.bounds().bottom, abs=0.001)
    assert shape.fill == LinearGradient(0, 0, 125, 0, ((0, Color(1, 0, 0)), (1, Color(0, 0, 1))))
    (shape,) = oval.frame.items
    assert oval.matrix == Matrix(1, 0, 0, -0.5, font.shape("A").width, font.ascent)
    assert shape.fill == RadialGradient(125, 0, 31.25, ((0, Color(1, 0, 0)), (1, Color(0, 0, 1))))
    assert shape.path.bounds().height == pytest.approx(2 * hyphen.bounds().height, abs=0.01)
    assert font.picture(font.shape("C"), green, AT) is None
    assert load().picture(load().shape("A"), green, AT) is None


def test_a_word_of_a_colour_font_is_an_inline_picture_with_its_text():
    font = colour_font(A=[("hyphen", 0)])
    key = FaceKey("", "", False, False, 10, 1, Color(0, 0, 0), 0, False, ())
    face = Face(key, font, (font,))
    (piece,) = [piece for unit in face.units("A", "") for piece in unit.pieces]
    assert (piece.icon, piece.alt) == (font.picture(piece.shaped, face.color, AT), "A")
    assert piece.width == pytest.approx(piece.shaped.width * face.em / 1000)
    height = piece.scale * face.cap_height
    assert height == pytest.approx((font.ascent - font.descent) * face.em / 1000)
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert clusters_of(f"a{family}b") == ["a", family, "b"]


@pytest.mark.parametrize(
    ("paint", "why"),
    [
        (on_hyphen(SPUN), "a sweep gradient"),
        (on_hyphen(ROUND | {"x1": 512}), "its own focus"),
        (on_hyphen({**WIDE, "ColorLine": {**LINE["ColorLine"], "Extend": "repeat"}}), "repeated"),
        ({"Format": BLEND, "CompositeMode": 23, **dict.fromkeys(PAIR, on_hyphen(RED))}, "blend"),
        (RED, "without an outline"),
    ],
)
def test_effects_that_shapes_cannot_have_are_refused(paint, why):
    font = colour_font(A=paint)
    with pytest.raises(AssetError) as caught:
        font.picture(font.shape("A"), Color(0, 0, 0), AT)
    (found,) = caught.value.diagnostics
    assert (found.code, found.location) == ("CG502", AT)
    assert why in found.message
    assert "Noto Emoji" in found.hints[0]

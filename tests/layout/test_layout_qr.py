"""QR codes: what a reader of barcodes finds on the pixels, and what proofs say of them."""

import random
import re

import pytest
import zxingcpp

from cardgen.assets.qrcodes import qr_code
from cardgen.backend.press.profile import press_condition
from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Matrix, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Shape
from cardgen.frame.ink import apply_ink

LINK = "https://example.org/duel/lunge"


@pytest.fixture
def read(pixels):
    """What a reader of barcodes finds on a Frame."""

    def run(frame, scale=10):
        return [found.text for found in zxingcpp.read_barcodes(pixels(frame, scale))]

    return run


@pytest.mark.parametrize(
    "data", [LINK, "7", "HELLO WORLD", "Grüße aus 日本", "a" * 250, "x & y < z"]
)
@pytest.mark.parametrize("level", ["L", "H"])
def test_a_reader_finds_what_was_written(frame_of, read, data, level):
    escaped = data.replace("&", "&amp;").replace("<", "&lt;")
    frame = frame_of(f'<qr data="{escaped}" level="{level}" x="5" y="5" width="50" height="50"/>')
    assert read(frame) == [data]


SIGNS = "¥~‾\\ｱｶﾟ漢字üßÃ©é\u0085\u00a0😀שלא[]{}$%*+-./: 0Aa"


@pytest.mark.parametrize("count", [20, pytest.param(80, marks=pytest.mark.broad)])
def test_what_a_code_holds_is_read_back_exactly(read, count):
    chance = random.Random(18004)
    for _ in range(count):
        data = "".join(chance.choices(SIGNS + "\n\t\r", k=chance.randint(1, 40)))
        code = qr_code(data, "M")
        side = code.size + 8
        shape = Shape(code.outline.transform(Matrix(1, 0, 0, 1, 4, 4)), Color(0, 0, 0))
        assert read(Frame(Size(side, side), [shape]), 4) == [data]


INKS = f"""<side background="ink"><qr data="{LINK}" x="9" y="9" width="30" height="30"/>
<rect y="50" width="20" height="20" fill="red"/></side>"""
OTHER = f"""<side background="#f6efe0"><qr data="{LINK}" x="9" y="9" width="40" height="40"
quiet="0" background="none" color="ink" rotate="20"/></side>"""


@pytest.mark.parametrize("ink", ["full", "light", "grey", "outline"])
@pytest.mark.parametrize("markup", [INKS, OTHER], ids=["on a dark ground", "turned"])
def test_codes_of_other_looks_are_read_in_every_ink(frame_of, read, markup, ink):
    assert read(apply_ink(frame_of(markup), ink)) == [LINK]


def test_a_press_prints_it_in_black_ink_alone(frame_of, library):
    from cardgen.backend.press.inks import Separator
    from cardgen.backend.press.plates import render_inks as plates

    frame = frame_of(f'<qr data="{LINK}" width="30" height="30"/>')
    separator = Separator(press_condition("pdfx4").profile)
    image = plates(frame, frame.trim, 100, library, separator)
    most = [high for _, high in image.getextrema()]
    assert most == [0, 0, 0, 255]


def test_modules_that_touch_are_one_outline(frame_of):
    (group,) = frame_of(f'<qr data="{LINK}" width="30" height="30"/>').items
    assert group.alt == f"QR code: {LINK}"
    shapes = [item for item in group.frame.items if isinstance(item, Shape)]
    assert len(shapes) == 2
    code = qr_code(LINK, "M")
    assert code.size == 29
    assert len(shapes[1].path.segments) < 1000  # some 420 squares would have five each
    (said,) = frame_of(f'<qr data="{LINK}" width="30" height="30" alt="Rules"/>').items
    assert said.alt == "Rules"


def test_every_module_of_the_outline_is_as_in_the_code():
    import segno

    from cardgen.proof.outlines import Outline

    for data in ("7", LINK, "a" * 90):
        code = qr_code(data, "M")
        outline = Outline(code.outline)
        for y, row in enumerate(segno.make_qr(data, error="M", boost_error=True).matrix):
            for x, dark in enumerate(row):
                assert outline.holds(x + 0.5, y + 0.5) == bool(dark)


def test_it_fits_into_its_box_and_has_a_size_of_its_own(frame_of):
    (group,) = frame_of('<qr data="7" width="40" height="29"/>').items
    assert (group.matrix.a, group.matrix.e, group.matrix.f) == (1.0, 5.5, 0.0)  # 21 + 8 modules
    (row,) = frame_of('<row><qr data="7"/></row>').items
    assert row.matrix.a == 0.5


@pytest.mark.parametrize(("data", "said"), [("", "is empty"), ("a" * 2400, "2400 bytes")])
def test_data_that_no_code_holds_is_an_error(lay, data, said):
    (found,) = lay(f'<qr data="{data}" width="30" height="30"/>').diagnostics
    assert found.code == "CG444"
    assert said in found.message


PLACED = f'<qr data="{LINK}" x="10" y="10" width="30" height="30" {{}}/>'
ON_A_PICTURE = '<image src="wide.png" width="60" min-dpi="0"/>' + PLACED.format('quiet="1"')
DARK = '<side background="ink">{}</side>'


@pytest.mark.parametrize(
    ("markup", "codes"),
    [
        (PLACED.format(""), []),
        (PLACED.format('quiet="0"'), []),
        (f'<qr data="{LINK}" x="10" y="10" width="10" height="10"/>', ["CG811"]),
        (f'<qr data="{LINK}" x="10" y="10" width="12.3" height="12.3"/>', []),
        (PLACED.format('color="#dddddd"'), ["CG812"]),
        (PLACED.format('color="#ffffff" background="ink"'), ["CG812"]),
        (DARK.format(PLACED.format("")), []),
        (DARK.format(PLACED.format('quiet="1"')), ["CG813"]),
        (DARK.format(PLACED.format('background="none"')), ["CG812"]),
        (PLACED.format("") + '<rect x="11" y="20" width="1" height="9" fill="red"/>', ["CG813"]),
        (PLACED.format("") + '<rect x="41" y="20" width="9" height="9" fill="red"/>', []),
        (PLACED.format("") + '<text x="11" y="36" width="20" height="5">Scan</text>', ["CG813"]),
        (PLACED.format("") + '<text x="11" y="41" width="20" height="5">Scan</text>', []),
        (ON_A_PICTURE, ["CG813"]),
        (f'<qr data="{LINK}" x="-3" y="20" width="30" height="30"/>', ["CG813"]),
    ],
)
def test_codes_that_a_camera_would_miss_are_reported(judged, markup, codes):
    found = [one for one in judged(markup) if one.code.startswith("CG81")]
    assert [one.code for one in found] == codes
    for one in found:
        assert one.location == Location("card.xml", tag_number=one.location.tag_number)
        if one.code == "CG813":
            assert re.match(r"[a-z ]+ is within 4 modules of the QR code", one.message)


def test_the_least_size_is_named(judged):
    found = judged(f'<qr data="{LINK}" x="10" y="10" width="8" height="8"/>')
    (small,) = (one for one in found if one.code == "CG811")
    assert "0.22 mm" in small.message
    assert small.notes == ("with this number of modules, the code needs 12.2 mm",)  # 37 of 0.33 mm


@pytest.mark.parametrize("name", ["qr", "machine-read"])
def test_a_box_may_have_any_name(judged, name):
    box = f'<qr id="{name}" data="{LINK}" x="10" y="10" width="30" height="30"/>'
    named = f'<stack id="{name}" x="10" y="50" width="30" height="30"/>'
    assert judged(box + named) == []

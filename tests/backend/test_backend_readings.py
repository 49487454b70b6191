"""What is read, found and copied from a PDF in place of what is seen."""

import io
import pickle
import shutil
import subprocess

import pikepdf
import pypdfium2
import pytest
from frame_text import text_of
from msgspec.structs import replace

from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.backend.raster import rasterize
from cardgen.core.geometry import Matrix, Size
from cardgen.frame import Frame, Group, Page, WordTable, pack_frame, unpack_frame
from cardgen.frame.packing import look


@pytest.fixture
def words(theme):
    """A theme in which the icon `square` stands for Health, and `wide` for class I."""
    return replace(theme, words={"square": "Health", "wide": "class I"})


def pdf_of(frame, library):
    return write_pdf([Page.of_sheet(frame)], DocumentInfo("Read me"), library)


def read(frame, library):
    page = pypdfium2.PdfDocument(pdf_of(frame, library))[0]
    return " ".join(page.get_textpage().get_text_range().split())


def found(frame, library, wanted):
    page = pypdfium2.PdfDocument(pdf_of(frame, library))[0]
    return page.get_textpage().search(wanted, match_case=True).get_next() is not None


def operators(frame, library):
    """Return each operator of marked content with what stands in it: its operands, in words."""
    pdf = pikepdf.open(io.BytesIO(pdf_of(frame, library)))
    return [
        (str(op), " ".join(str(operand) for operand in operands))
        for operands, op in pikepdf.parse_content_stream(pdf.pages[0])
        if str(op) in ("BDC", "BMC", "EMC", "Do", "f", "Tr")
    ]


ICON = '<icon name="square"/>'


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        (f"no {ICON} is lost", "no Health is lost"),
        (f"lose 1&#160;{ICON}.", "lose 1 Health."),
        (f"lose 1 {ICON} Health", "lose 1 Health"),
        (f"lose 1 {ICON}&#160;<b>Health</b>", "lose 1 Health"),
        (f"the health, {ICON} of all", "the health, of all"),
        ('a <icon name="wide"/> car', "a class I car"),
        ('classes <icon name="wide"/> I', "classes class I I"),
        ('no <icon name="square" alt="pulse"/> is lost', "no pulse is lost"),
        ('no <icon name="square" alt=""/> is lost', "no is lost"),
        ('no <icon name="square" alt="naïve ♥ (1)"/> is', "no naïve ♥ (1) is"),
    ],
)
def test_icons_in_running_text_are_read_as_the_word_of_their_term(
    frame_of, library, words, markup, said
):
    frame = frame_of(f'<text width="60" height="20">{markup}</text>', theme=words)
    assert read(frame, library) == said


SPACED = [
    ('<text width="60" height="20" tracking="200">LAST TRAIN</text>', "LAST TRAIN"),
    ('<text width="60" height="20" rotate="8" tracking="80">Last Train</text>', "Last Train"),
    ('<text width="60" height="20" tracking="200">The <b>LAST TRAIN</b></text>', "LAST TRAIN"),
    ('<text width="60" height="20" tracking="200">1 <span tracking="0">BY</span> BUS</text>', "BY"),
    (f'<text width="60" height="20" tracking="200">no {ICON} is lost</text>', "no Health is lost"),
    (
        '<text width="24" height="60" tracking="90" hyphenate="4 2 2">incomprehensibility</text>',
        "incomprehensibility",
    ),
    ('<curved-text width="60" height="20" arc="90" tracking="90">LAST TRAIN</curved-text>', "LAST"),
    ('<curved-text width="60" height="20" arc="170">LAST TRAIN</curved-text>', "LAST TRAIN"),
]


@pytest.mark.parametrize(("markup", "wanted"), SPACED)
def test_letter_spaced_words_have_their_text_beside_their_letters(
    frame_of, library, words, markup, wanted
):
    """No letters of a spaced run are outside of replacement text, and none are inside of two."""
    frame = frame_of(markup, theme=words)
    assert found(frame, library, wanted)
    pdf = pikepdf.open(io.BytesIO(pdf_of(frame, library)))
    inside, spaced = [False], False
    for operands, operator in pikepdf.parse_content_stream(pdf.pages[0]):
        match str(operator):
            case "BDC":
                inside.append("/ActualText" in operands[1])
                assert inside.count(True) <= 1
            case "BMC":
                inside.append(False)
            case "EMC":
                inside.pop()
            case "Tc":
                spaced = operands[0] != 0
            case "TJ":
                shown = b"".join(
                    bytes(one) for one in operands[0] if isinstance(one, pikepdf.String)
                )
                one_sign = len(shown) <= 2  # such as a space
                assert any(inside) or one_sign or not spaced


def test_words_of_a_form_are_where_they_are_seen(frame_of, library):
    inner = frame_of('<text width="40" height="9" tracking="200">LAST</text>')
    groups = [Group(inner, Matrix.translation(0, 60 * n)) for n in range(2)]
    frame = Frame(Size(63, 120), groups)
    page = pypdfium2.PdfDocument(pdf_of(frame, library))[0]
    seen = page.get_textpage()
    assert seen.get_text_range().split() == ["LAST", "LAST"]
    tops = [seen.get_charbox(at)[3] / 72 * 25.4 for at in (0, seen.count_chars() - 1)]
    assert tops[0] - tops[1] == pytest.approx(60, abs=2)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler's pdftotext is not here")
@pytest.mark.parametrize(("markup", "wanted"), SPACED)
def test_poppler_reads_letter_spaced_words(frame_of, library, words, markup, wanted):
    data = pdf_of(frame_of(markup, theme=words), library)
    command = ["pdftotext", "-", "-"]
    said = subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()
    assert wanted in " ".join(said.split())


def test_words_without_any_width_are_no_misfortune(frame_of, library):
    frame = frame_of('<text>no <icon name="square" alt="&#173;"/> is lost</text>')
    assert read(frame, library) == "no is lost"


def test_icons_beside_text_have_an_alternate_description_or_decorate(frame_of, library, words):
    def marked(markup):
        (_, operands), *_ = operators(frame_of(markup, theme=words), library)
        return operands

    assert "Health" in marked('<icon name="square" size="5"/>')
    assert "Alt" in marked('<icon name="square" size="5"/>')
    assert "pulse" in marked('<icon name="square" size="5" alt="pulse"/>')
    assert marked('<icon name="square" size="5" alt=""/>') == ""
    assert read(frame_of('<icon name="square" size="5"/>', theme=words), library) == ""


def test_what_is_read_changes_no_pixel_and_no_look(frame_of, library, words):
    plain = frame_of(f'<text color="#000000">no {ICON} is lost</text>')
    said = frame_of(f'<text color="#000000">no {ICON} is lost</text>', theme=words)
    assert plain.fingerprint != said.fingerprint
    assert look(plain) == look(said)
    one, other = (rasterize(frame, 240, 360, library).tobytes() for frame in (plain, said))
    assert one == other


def test_a_kept_frame_reads_the_same(frame_of, library, words):
    frame = frame_of(f"<text>no {ICON} is lost</text>", theme=words)
    table = WordTable([])
    kept = unpack_frame(
        frame.fingerprint,
        pack_frame(frame, table),
        WordTable(list(table.packed)),
        {child.fingerprint: child for child in frame.children}.__getitem__,
    )
    for again in (kept, pickle.loads(pickle.dumps(frame))):
        assert text_of(again) == text_of(frame)
        assert pdf_of(again, library) == pdf_of(frame, library)

"""The checks, on documents that break one each, and on files that are not as they were written."""

import hashlib
import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
from msgspec.structs import replace
from workshops import Workshop, write_files

from cardgen.assets.library import KeyedAssets, Library
from cardgen.backend.document import DocumentInfo, PageLabel
from cardgen.backend.press.flattening import write_press_pdf
from cardgen.backend.press.profile import press_condition
from cardgen.core.choices import Standard
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.folding import grouped
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.core.style import Color, LinearGradient
from cardgen.features.preflight.checks import CheckedFile, PageChecks, PageInk, check_game
from cardgen.frame import Frame, Group, Image, Page, Shape, Text
from cardgen.products.artifact import PdfDocument

INFO = DocumentInfo("Deck", labels=(PageLabel(0, words="anna front"),))
RED, BLACK = Color(1, 0, 0), Color(0, 0, 0)
DARK = Color(0.35, 0.05, 0.05)
WHITE = Shape(Outline.rect(Rect(-3, -3, 69, 94)), Color(1, 1, 1))
GROUND = LinearGradient(0, 0, 0, 88, ((0, RED), (1, BLACK)))


def card(library: Library, *more: Any, bleed: float = 3) -> Frame:
    font = library.font("atkinson/regular")
    return Frame(
        Size(63, 88),
        [
            Shape(Outline.rect(Rect(-3, -3, 69, 94)), GROUND),
            Text(5, 20, font.key, 12, BLACK, (font.shape("Anna"),)),
            *more,
        ],
        Insets(bleed, bleed, bleed, bleed),
    )


def shining(library: Library) -> Frame:
    square = Frame(Size(9, 9), [Shape(Outline.rect(Rect(0, 0, 9, 9)), RED)])
    return card(library, Group(square, Matrix.translation(30, 30), opacity=0.5))


def document(*frames: Frame, standard: Standard = "pdfx4") -> PdfDocument:
    pages = [Page.of_piece(frame) for frame in frames]
    return PdfDocument("deck", pages, INFO, press_condition(standard))


def checked(
    document: PdfDocument, library: KeyedAssets, limit: float = 300
) -> tuple[list[PageInk], list[Diagnostic]]:
    return PageChecks(document, "deck.pdf", library, limit).run()


@pytest.mark.parametrize("standard", ["pdfx4", "pdfx1a"])
def test_a_sound_page_passes(library, standard):
    [ink], found = checked(document(shining(library), standard=standard), library)
    assert found == []
    assert (ink.page, ink.name) == (0, "anna front")


def test_the_worst_spot_is_named_with_card_and_place(library):
    dark = Shape(Outline.rect(Rect(40, 60, 10, 10)), BLACK)
    [ink], [found] = checked(document(card(library, WHITE, dark)), library, 220)
    assert ink.percent == pytest.approx(240, abs=1)
    assert ink.place == pytest.approx((40, 60), abs=1.1)
    assert found.code == "CG740"
    assert found.message.startswith(f"page 1 (`anna front`) at {ink.place[0]:.1f}, ")
    assert "240 % of ink, where 220 % is allowed" in found.message
    for less, expected in ((0.0, []), (0.4, []), (0.6, ["CG740"])):  # a letter's edge is not told
        _, said = checked(document(card(library, WHITE, dark)), library, ink.percent - less)
        assert [one.code for one in said] == expected


@pytest.mark.parametrize("edge", ["top", "right", "bottom", "left"])
@pytest.mark.parametrize(("bleed", "enough"), [(1.5, False), (1.9, False), (2.0, True)])
def test_little_bleed_at_any_edge_is_found(library, edge, bleed, enough):
    frame = card(library)
    around = replace(frame.bleed, **{edge: bleed})
    _, found = checked(document(Frame(frame.size, frame.items, around)), library)
    said = f"page 1 (`anna front`): {bleed} mm of bleed around the trim"
    assert [(one.code, one.message) for one in found] == ([] if enough else [("CG737", said)])


def test_small_dark_text_in_many_inks_is_found(library):
    font = library.font("atkinson/regular")
    for size, expected in ((9, ["CG741"]), (9.1, []), (3, ["CG741"]), (2.9, [])):
        text = Text(5, 40, font.key, size, DARK, (font.shape("Anna"),))
        _, found = checked(document(card(library, WHITE, text)), library)
        assert [one.code for one in found] == expected
        said = f"at 5.0, 40.0 mm: dark text of {size:.1f} pt in magenta, yellow"
        assert all(said in one.message for one in found)


@pytest.mark.parametrize(("width", "height"), [(7, 7), (8, 7), (7, 8), (0, 8)])
def test_a_coarse_picture_is_found(library, width, height):
    """The picture has 60 pixels each way: on 7 mm that is 218 dpi, on 8 mm 190 dpi."""
    frame = card(library, Image(library.picture("photo.jpg").key, Rect(20, 30, width, height)))
    _, found = checked(document(frame), library)
    assert [one.code for one in found] == (["CG744"] if {width, height} == {7, 8} else [])
    assert all("at 20.0, 30.0 mm: a picture of 190 dpi" in one.message for one in found)


def test_what_becomes_a_coarse_picture_in_x1a_is_found(library):
    half = Shape(Outline.rect(Rect(0, 0, 900, 900)), RED.with_alpha(0.5))
    board = Frame(Size(900, 900), [half], Insets(3, 3, 3, 3))
    assert checked(document(board), library)[1] == []
    _, [found] = checked(document(board, standard="pdfx1a"), library)
    assert "a picture of 137 dpi" in found.message


def test_a_finding_is_reported_once_with_all_its_pages(library):
    frames = [
        card(library, Shape(Outline.rect(Rect(9, 9, n, n)), RED), bleed=0) for n in range(1, 10)
    ]
    ink, found = checked(document(*frames, frames[0]), library)
    [one] = grouped(found)
    assert one.shown.notes == ("and on 8 more sides: page 2, page 3, page 4, …",)
    assert len(ink) == 9  # the last page is the first one again


@pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript, which knows inks, is not here")
def test_ink_is_as_much_as_another_program_says(library, tmp_path):
    asked = document(shining(library))
    file, pixels = tmp_path / "deck.pdf", tmp_path / "deck.tif"
    assert asked.press is not None
    file.write_bytes(write_press_pdf(asked.pages, INFO, library, asked.press))
    [ink], _ = checked(asked, library)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiff32nc", "-r300"]
    command.append("-dOverprint=/enable")
    subprocess.run([*command, f"-sOutputFile={pixels}", str(file)], check=True)
    with PIL.Image.open(io.BytesIO(pixels.read_bytes())) as image:
        inks = image.crop([round(edge / 25.4 * 300) for edge in (3, 3, 66, 91)]).tobytes()
    most = max(map(sum, zip(*(inks[n::4] for n in range(4)), strict=True)))
    assert ink.percent == pytest.approx(most / 2.55, abs=2)


@pytest.fixture
def root(tmp_path):
    write_files(tmp_path).build(products=("press",), press=press_condition("pdfx4"))
    return tmp_path


def messages(root: Path) -> list[str]:
    found = [one for one in check_game(root, "game") if not isinstance(one, CheckedFile)]
    assert {one.code for one in found} <= {"CG731"}
    return [one.message for one in found]


def files(root: Path) -> list[CheckedFile]:
    return [one for one in check_game(root, "game") if isinstance(one, CheckedFile)]


def test_files_as_they_were_written_are_checked(root):
    assert messages(root) == []
    assert {one.condition for one in files(root)} == {"FOGRA39"}


def test_a_damaged_changed_or_missing_file_is_named_and_never_a_bug(root):
    file = root / "output/game/press/heroes.pdfx4.pdf"
    data = file.read_bytes()
    half = len(data) // 2
    for changed in (b"", b"hello", data[:half], data + b" ", data[:half] + bytes(9) + data[half:]):
        file.write_bytes(changed)
        assert messages(root) == ["this press file is not as cardgen wrote it"]
    file.unlink()
    assert messages(root) == ["this press file is missing"]


def test_a_foreign_file_with_the_right_digest_is_named(root):
    """The record may have been changed along with the file."""
    record = root / "output/game/build.json"
    file = root / "output/game/press/heroes.pdfx4.pdf"
    for data in (b"hello", b"/DestOutputProfile 9 0 R\n9 0 obj stream\nhello"):
        old = hashlib.sha256(file.read_bytes()).hexdigest()
        file.write_bytes(data)
        new = hashlib.sha256(data).hexdigest()
        record.write_text(record.read_text().replace(old, new))
        assert any("another state of the game" in one for one in messages(root))


def test_a_file_of_an_earlier_state_is_named(root):
    Workshop(root).edit("templates/game/back.xml.j2", "sea", "ink")
    assert {"another state of the game" in one for one in messages(root)} == {True}


def test_a_profile_of_ones_own_is_read_off_the_file(root):
    own = root / "own.icc"
    data = bytearray(press_condition("pdfx4", "gracol").profile.data)
    data[64] ^= 1  # the rendering intent, in the header
    own.write_bytes(data)
    condition = press_condition("pdfx1a", str(own))
    Workshop(root).build(products=("press",), press=condition)
    assert {one.standard for one in files(root)} == {"PDF/X-4", "PDF/X-1a:2003"}
    assert {one.limit for one in files(root)} == {300}

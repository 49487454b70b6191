"""The rules, on files that break one each: of other programs, and of ours with a change."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import PIL.Image
import pytest
from reportlab.pdfgen.canvas import Canvas

from cardgen.assets.library import Library
from cardgen.backend.document import DocumentInfo, PageLabel
from cardgen.backend.press.document import write_press_pdf
from cardgen.backend.press.profile import press_condition
from cardgen.core.color import Color, LinearGradient
from cardgen.core.diagnostics import Severity
from cardgen.core.errors import OutputError
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.features.preflight.report import CheckedFile, check_file
from cardgen.frame import Frame, Group, Page, Shape, Text

Change = Callable[[pikepdf.Pdf], None]
INFO = DocumentInfo("Deck", labels=(PageLabel(0, words="anna front"),))
FOGRA = press_condition("pdfx4").profile.data
RED, BLACK = Color(1, 0, 0), Color(0, 0, 0)
GROUND = LinearGradient(0, 0, 0, 88, ((0, RED), (1, BLACK)))


def card(library: Library, *more: Any) -> Frame:
    font = library.font("atkinson/regular")
    return Frame(
        Size(63, 88),
        [
            Shape(Outline.rect(Rect(-3, -3, 69, 94)), GROUND),
            Text(5, 20, font.key, 12, BLACK, (font.shape("Anna"),)),
            *more,
        ],
        Insets(3, 3, 3, 3),
    )


@pytest.fixture(scope="module")
def ours(library: Library) -> bytes:
    shining = Frame(Size(9, 9), [Shape(Outline.rect(Rect(0, 0, 9, 9)), RED)])
    frame = card(library, Group(shining, Matrix.translation(30, 30), opacity=0.5))
    return write_press_pdf([Page.of_piece(frame)], INFO, library, press_condition("pdfx4"))


def checked(data: bytes, tmp_path: Path, limit: int | None = None) -> CheckedFile:
    file = tmp_path / "deck.pdf"
    file.write_bytes(data)
    return check_file(file, tmp_path, limit)


def changed(data: bytes, change: Change) -> bytes:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf)
        out = io.BytesIO()
        pdf.save(out, fix_metadata_version=False)
        return out.getvalue()


def codes(found: CheckedFile) -> list[str]:
    return sorted(item.code for item in found.diagnostics)


def test_what_cardgen_writes_passes(ours: bytes, tmp_path: Path) -> None:
    found = checked(ours, tmp_path)
    assert [item.message for item in found.diagnostics] == []
    assert (found.standard, found.condition, found.pages) == ("PDF/X-4", "FOGRA39", 1)


def test_the_worst_spot_is_told_with_card_and_place(library: Library, tmp_path: Path) -> None:
    dark = Shape(Outline.rect(Rect(40, 60, 10, 10)), BLACK)
    white = Shape(Outline.rect(Rect(-3, -3, 69, 94)), Color(1, 1, 1))
    data = write_press_pdf(
        [Page.of_piece(card(library, white, dark))], INFO, library, press_condition("pdfx4")
    )
    found = checked(data, tmp_path, limit=220)
    [ink] = found.ink
    assert ink.percent == pytest.approx(240, abs=1)
    assert ink.place == pytest.approx((40, 60), abs=1.1)
    assert codes(found) == ["CG740"]
    [told] = found.diagnostics
    assert told.message.startswith(f"page 1 (`anna front`) at {ink.place[0]:.1f}, ")
    assert "240 % of ink, where 220 % is allowed" in told.message


def content(text: str) -> Change:
    """Write operators behind those of the first page, in points."""

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(pdf.make_stream(b"q "), prepend=True)
        pdf.pages[0].contents_add(pdf.make_stream(b" Q " + text.encode()))

    return change


def put(where: Callable[[pikepdf.Pdf], Any], key: str, value: Any) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        where(pdf)[key] = value(pdf) if callable(value) else value

    return change


def remove(where: Callable[[pikepdf.Pdf], Any], key: str) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        del where(pdf)[key]

    return change


def first(pdf: pikepdf.Pdf) -> Any:
    return pdf.pages[0].obj


def link(pdf: pikepdf.Pdf) -> Any:
    note = pikepdf.Dictionary(Subtype=pikepdf.Name.Link, Rect=[9, 9, 40, 40])
    return pikepdf.Array([pdf.make_indirect(note)])


def coarse(pdf: pikepdf.Pdf) -> None:
    image = pdf.make_stream(bytes(4 * 30 * 30))
    image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
    image.Width, image.Height, image.BitsPerComponent = 30, 30, 8
    image.ColorSpace = pikepdf.Name.DeviceCMYK
    first(pdf).Resources.XObject["/Coarse"] = image
    content("100 0 0 100 20 20 cm /Coarse Do")(pdf)


def unembedded(pdf: pikepdf.Pdf) -> None:
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Courier
    )
    first(pdf).Resources.Font["/Other"] = pdf.make_indirect(font)


def damaged_xmp(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Metadata.write(b"<x:xmpmeta><unclosed>")


def rgb_group(pdf: pikepdf.Pdf) -> None:
    first(pdf).Group.CS = pikepdf.Name.DeviceRGB


def rgb_profile(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OutputIntents[0].DestOutputProfile.write(FOGRA[:16] + b"RGB " + FOGRA[20:])


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (content("1 0 0 rg 20 20 30 30 re f"), "CG739", "an area in RGB"),
        (content("/PO gs 0 0 0 0 k 20 20 30 30 re f"), "CG743", "white"),
        (content("/PO gs 0 1 0 0 K 20 20 30 30 re S"), "CG748", "a line in magenta"),
        (content("0.9 0.9 0.9 1 k 20 20 30 30 re f"), "CG740", "% of ink, where 300 %"),
        (content("/PK gs BT /X 8 Tf 0 0 0 1 k (x) Tj ET"), "CG742", "black text"),
        (content("BT /X 8 Tf .5 .5 .5 .9 k (x) Tj ET"), "CG741", "8.0 pt in cyan, magenta"),
        (content("/Missing gs"), "CG749", "not checked"),
        (coarse, "CG744", "a picture of 22 dpi"),
        (unembedded, "CG738", "`Courier`"),
        (put(first, "/Annots", link), "CG745", "(Link)"),
        (remove(first, "/TrimBox"), "CG736", "no trim"),
        (put(first, "/ArtBox", [9, 9, 40, 40]), "CG736", "both TrimBox and ArtBox"),
        (put(first, "/TrimBox", [-9, 9, 40, 40]), "CG736", "trim reaches beyond its bleed"),
        (put(first, "/BleedBox", [7, 7, 189, 260]), "CG737", "0.5 mm of bleed"),
        (remove(lambda pdf: pdf.Root, "/OutputIntents"), "CG735", "no output intent"),
        (remove(lambda pdf: pdf.Root.OutputIntents[0], "/DestOutputProfile"), "CG735", "profile"),
        (rgb_profile, "CG735", "not CMYK"),
        (remove(lambda pdf: pdf.Root, "/Metadata"), "CG734", "does not say that it is"),
        (damaged_xmp, "CG734", "damaged"),
        (remove(lambda pdf: pdf.docinfo, "/Trapped"), "CG734", "trapped"),
        (rgb_group, "CG747", "blended in RGB"),
    ],
    ids=[
        "rgb", "white overprints", "colour overprints", "much ink", "knock-out", "four inks",
        "unknown state", "coarse", "font", "link", "no trim", "art box", "trim outside",
        "little bleed", "no intent", "no profile", "rgb profile", "no metadata", "bad metadata",
        "trapped", "group",
    ],
)  # fmt: skip
def test_each_rule_finds_what_breaks_it(
    ours: bytes, change: Change, code: str, words: str, tmp_path: Path
) -> None:
    found = checked(changed(ours, change), tmp_path)
    assert code in codes(found), [item.message for item in found.diagnostics]
    told = [item.message for item in found.diagnostics if item.code == code]
    assert any(words in message for message in told), told
    assert set(codes(found)) == {code}


def test_x1a_knows_no_transparency(library: Library, ours: bytes, tmp_path: Path) -> None:
    def claim(pdf: pikepdf.Pdf) -> None:
        del pdf.Root["/Metadata"]
        pdf.docinfo["/GTS_PDFXVersion"] = "PDF/X-1a:2003"

    found = checked(changed(ours, claim), tmp_path)
    assert set(codes(found)) == {"CG746"}
    flat = write_press_pdf([Page.of_piece(card(library))], INFO, library, press_condition("pdfx1a"))
    assert codes(checked(flat, tmp_path)) == []


def test_a_finding_is_told_once_with_all_its_pages(library: Library, tmp_path: Path) -> None:
    frames = [card(library, Shape(Outline.rect(Rect(9, 9, n, n)), RED)) for n in range(1, 10)]
    data = write_press_pdf(
        [Page.of_piece(one) for one in frames], INFO, library, press_condition("pdfx4")
    )

    def notes(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.obj["/Annots"] = link(pdf)

    [told] = checked(changed(data, notes), tmp_path).diagnostics
    assert "also pages 2, 3, 4, 5, 6 and 3 more" in told.message


def foreign(path: Path) -> None:
    canvas = Canvas(str(path), pagesize=(200, 300))
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(10, 10, 80, 80, fill=1)
    canvas.drawString(20, 150, "Hello")
    canvas.linkURL("https://example.org", (10, 10, 50, 50))
    canvas.setFillColorCMYK(1, 1, 1, 1)
    canvas.rect(100, 200, 60, 60, fill=1, stroke=0)
    picture = path.with_suffix(".jpg")
    PIL.Image.new("CMYK", (30, 30), (255, 255, 0, 0)).save(picture)
    canvas.drawImage(str(picture), 100, 50, 60, 60)
    canvas.showPage()
    canvas.save()


def test_a_file_of_another_program_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "foreign.pdf"
    foreign(file)
    found = check_file(file, tmp_path)
    expected = {"CG734", "CG735", "CG736", "CG738", "CG739", "CG740", "CG744", "CG745"}
    assert set(codes(found)) == expected
    [ink] = found.ink
    assert ink.percent == pytest.approx(400, abs=1)
    assert ink.place == pytest.approx((35.8, 14.6), abs=1.1)
    errors = {item.code for item in found.diagnostics if item.severity is Severity.ERROR}
    assert errors == expected - {"CG740", "CG744"}


def test_ink_of_a_picture_of_another_program_is_measured(tmp_path: Path) -> None:
    file, picture = tmp_path / "foreign.pdf", tmp_path / "one.jpg"
    PIL.Image.new("CMYK", (300, 300), (255, 204, 51, 128)).save(picture, quality=100)
    canvas = Canvas(str(file), pagesize=(200, 300))
    canvas.drawImage(str(picture), 50, 50, 60, 60)
    canvas.showPage()
    canvas.save()
    [ink] = check_file(file, tmp_path).ink
    assert ink.percent == pytest.approx(100 + 80 + 20 + 50, abs=3)


@pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript, which knows inks, is not here")
def test_ink_is_as_much_as_another_program_says(
    library: Library, ours: bytes, tmp_path: Path
) -> None:
    file, pixels = tmp_path / "deck.pdf", tmp_path / "deck.tif"
    [ink] = checked(ours, tmp_path).ink
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiff32nc", "-r144"]
    subprocess.run([*command, f"-sOutputFile={pixels}", str(file)], check=True, timeout=120)
    with PIL.Image.open(pixels) as image:
        x, y = (round((edge + 3) / 25.4 * 144) for edge in ink.place)
        spot = image.crop((x - 2, y - 2, x + 3, y + 3)).tobytes()
    assert ink.percent == pytest.approx(sum(spot) / 25 / 2.55, abs=2)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "trailer"),
        (b"hello", "trailer"),
        (b"%PDF-1.6\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>", "pages"),
    ],
    ids=["empty", "no pdf", "no pages"],
)
def test_what_is_no_pdf_is_refused(content: bytes, reason: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError) as error:
        checked(content, tmp_path)
    [found] = error.value.diagnostics
    assert found.code == "CG731"
    assert reason in found.message
    assert str(tmp_path) not in found.message


def test_a_damaged_file_is_judged_or_refused_but_never_a_bug(ours: bytes, tmp_path: Path) -> None:
    for share in range(1, 20):
        for data in (
            ours[: len(ours) * share // 20],
            ours[: len(ours) * share // 20] + bytes(200) + ours[len(ours) * share // 20 + 200 :],
        ):
            try:
                refused = [item.code for item in checked(data, tmp_path).diagnostics] and ["CG731"]
            except OutputError as error:
                refused = [found.code for found in error.diagnostics]
            assert refused in ([], ["CG731"])


def test_a_locked_file_is_refused(ours: bytes, tmp_path: Path) -> None:
    for password in ("", "secret"):
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(ours)) as pdf:
            pdf.save(out, encryption=pikepdf.Encryption(user=password, owner="mine"))
        with pytest.raises(OutputError) as error:
            checked(out.getvalue(), tmp_path)
        assert [found.code for found in error.value.diagnostics] == ["CG732"]


def test_without_the_library_it_says_how_to_get_it(
    ours: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(OutputError) as error:
        checked(ours, tmp_path)
    [found] = error.value.diagnostics
    assert found.code == "CG730"
    assert "cardgen[press]" in found.hints[0]

import pypdfium2
import pytest

from cardgen.core.diagnostics import CardgenError, OutputError
from cardgen.core.units import MM_PER_POINT
from cardgen.features.calibration import calibrate, save_printer
from cardgen.model.printer import Printer, load_printer

HEADER = "# How the printer at hand prints; see `cardgen calibrate`.\n"


def test_other_numbers_and_the_name_stay(tmp_path):
    (tmp_path / "printer.yaml").write_text(
        "name: 'my \"best\" # ж'\nmargin: 4\nback_offset:\n  x: 1mm\n  y: 2mm\n", "utf-8"
    )
    save_printer(tmp_path, (0.5, -0.0001), None)
    assert load_printer(tmp_path) == Printer('my "best" # ж', 4.0, (0.5, 0.0))
    save_printer(tmp_path, None, 6)
    assert load_printer(tmp_path) == Printer('my "best" # ж', 6.0, (0.5, 0.0))


def test_papers_and_cutter_stay_as_they_are_written(tmp_path):
    own = "papers:  # of the copy shop\n  sra3: {width: 320mm, height: 450mm}\n"
    (tmp_path / "printer.yaml").write_text(own + "margin: 4\ncutter: {marks: four}")
    save_printer(tmp_path, (0.5, -0.25), None)
    assert (tmp_path / "printer.yaml").read_text() == (
        f"{own}margin: 4\ncutter: {{marks: four}}\nback_offset: {{x: 0.5mm, y: -0.25mm}}"
    )
    assert sizes(*calibrate(tmp_path, ("sra3",))) == [(320, 450)] * 2 + [(450, 320)] * 2


@pytest.mark.parametrize("text", ["margin: [", "colour: red", "[]"])
def test_damaged_profile_is_not_overwritten(tmp_path, text):
    (tmp_path / "printer.yaml").write_text(text)
    with pytest.raises(CardgenError):
        save_printer(tmp_path, (1, 1), None)
    assert (tmp_path / "printer.yaml").read_text() == text


def test_a_profile_that_cannot_be_written_has_no_other_place(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot write") as raised:
        save_printer(tmp_path / "file", (1, 1), None)
    assert "--output" not in " ".join(raised.value.diagnostics[0].hints)


def sizes(path):
    """The pages of a PDF in whole millimetres."""
    with pypdfium2.PdfDocument(path) as document:
        return [tuple(round(side * MM_PER_POINT) for side in page.get_size()) for page in document]


def test_sheets_for_every_paper(tmp_path):
    made = calibrate(tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in made] == [
        "output/calibration.a4.pdf",
        "output/calibration.letter.pdf",
    ]
    assert [sizes(path) for path in made] == [
        [(210, 297)] * 2 + [(297, 210)] * 2,
        [(216, 279)] * 2 + [(279, 216)] * 2,
    ]
    before = made[0].read_bytes()
    assert calibrate(tmp_path)[0].read_bytes() == before


def words(page):
    return page.get_textpage().get_text_bounded()


def test_each_sheet_names_its_pages_and_the_command_for_its_numbers(tmp_path):
    (made,) = calibrate(tmp_path, ("a4",), "short-edge", tmp_path / "there")
    assert made == tmp_path / "there" / "calibration.a4.pdf"
    with pypdfium2.PdfDocument(made) as document:
        upright, behind, lying, under = (words(page) for page in document)
    assert "portrait pages" in upright
    assert "Back, portrait pages" in behind
    assert "landscape pages" in lying
    assert "Back, landscape pages" in under
    assert "cardgen calibrate --offset X Y" in upright
    assert "--landscape" not in upright
    assert "cardgen calibrate --offset X Y --landscape" in lying


def letters(page):
    """The middles of all letters from the middle of the page, in points."""
    text, (width, height) = page.get_textpage(), page.get_size()
    boxes = [text.get_charbox(index) for index in range(text.count_chars())]
    return [((x0 + x1 - width) / 2, (y0 + y1 - height) / 2) for x0, y0, x1, y1 in boxes]


def test_a_ruler_that_prints_short_makes_all_sheets_larger_and_no_cut_path(workshop):
    def pages():
        workshop.build(products=("sheets", "cut", "singles"), papers=("a4",), cut="silhouette")
        pdfs, paths = workshop.output.rglob("*.pdf"), (workshop.output / "game/cut").iterdir()
        sheets = {path.name: [*map(letters, pypdfium2.PdfDocument(path))] for path in pdfs}
        return sheets, {path.name: path.read_bytes() for path in paths if path.suffix != ".pdf"}

    before, cut_paths = pages()
    save_printer(workshop.root, None, None, ruler=99)
    profile = HEADER + "margin: 5mm\nback_offset: {x: 0mm, y: 0mm}\nscale: 1.0101\n"
    assert (workshop.root / "printer.yaml").read_text() == profile
    after, same = pages()
    assert before.keys() == after.keys()
    for name, sheets in before.items():
        scale = 1.0101 if ".a4." in name else 1
        for sheet, scaled in zip(sheets, after[name], strict=True):
            wanted = [(x * scale, y * scale) for x, y in sheet]
            assert scaled == [pytest.approx(place, abs=0.05) for place in wanted]
    assert len(cut_paths) == 4
    assert same == cut_paths

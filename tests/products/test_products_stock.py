"""Cards and tokens on ready-cut sheets, from a project on disk to pages that are measured."""

import pypdfium2
import pytest
from documents import document
from workshops import opened

from cardgen.core.diagnostics import OutputError, Severity
from cardgen.products.stock import stock_named, stocks

OWN = document("products/stock_own.toml")
POINT = 25.4 / 72


def make(workshop, name, **options):
    stock = stock_named(workshop.root, name)
    return workshop.build(products=("stock",), stock=stock, **options)


def drawn(path, scale=2.0):
    """Return the columns and rows of a page, in mm, that have something else than white."""
    page = pypdfium2.PdfDocument(path)[0].render(scale=scale).to_pil().convert("L")
    box = page.point(lambda value: 255 * (value < 200)).getbbox()
    return [round(edge / scale * POINT) for edge in box]


def test_a_card_smaller_than_its_place_lies_in_the_middle_of_it(workshop):
    (workshop.root / "stock").mkdir()
    (workshop.root / "stock/mine.toml").write_text(OWN, encoding="utf-8")
    template = "templates/game/card.xml.j2"
    workshop.edit(template, 'background="paper"', 'background="sea"')
    workshop.edit(template, 'style="body"', 'style="body" color="paper"')
    assert not make(workshop, "tiny").diagnostics.items
    made = workshop.output / "game/stock/heroes.tiny.pdf"
    pdf = opened(made.read_bytes())
    assert len(pdf.pages) == 8  # four cards, each with its back
    words = (pdf.docinfo.Title, pdf.docinfo.Subject)
    assert words == ("Game: Heroes", "on Tiny cards; print at actual size")
    width, height = (float(v) * POINT for v in pdf.pages[0].MediaBox[2:])
    assert (round(width), round(height)) == (100, 148)
    # A poker card of 63 x 88 mm in the middle of the place, and 3 mm of bleed around it.
    assert drawn(made) == pytest.approx([15.5, 27, 84.5, 121], abs=1)
    assert make(workshop, "tiny").games[0].status == "unchanged"


def test_a_test_page_has_the_outlines_and_no_art(workshop):
    make(workshop, "perforated-9")
    test = workshop.output / "game/stock/perforated-9.test.pdf"
    assert drawn(test) == [13, 6, 203, 273]
    assert "hold this against a sheet" in (
        pypdfium2.PdfDocument(test)[0].get_textpage().get_text_bounded()
    )


def test_a_card_that_fits_lying_turns_the_sheet(workshop):
    make(workshop, "perforated-8")
    pdf = opened((workshop.output / "game/stock/heroes.perforated-8.pdf").read_bytes())
    assert pdf.pages[0].MediaBox[2] > pdf.pages[0].MediaBox[3]


def test_larger_cards_are_told_with_both_sizes_and_nothing_is_made(workshop):
    found = list(make(workshop, "avery-8293").diagnostics)
    assert {one.code for one in found} == {"CG705"}
    assert "63 x 88 mm" in found[0].message
    assert "38.1 x 38.1 mm" in found[0].message
    assert "perforated-9" in " ".join(found[0].hints)
    assert found[0].location.path == "card_data/game/game.yaml"
    assert not (workshop.output / "game/stock").exists()


def test_what_fits_is_made_and_the_rest_is_a_warning(workshop):
    workshop.edit("card_data/game/game.yaml", "size: poker", "size: tarot")
    report = make(workshop, "perforated-9")
    assert [(one.code, one.severity) for one in report.diagnostics] == [("CG705", Severity.WARNING)]
    names = {path.name for path in (workshop.output / "game/stock").iterdir()}
    assert names == {"places.perforated-9.pdf", "perforated-9.test.pdf"}


def test_every_row_lies_on_its_paper():
    rows = stocks()
    assert {"avery-5371", "avery-8371", "avery-c32011", "index-3x5", "photo-10x15"} <= set(rows)
    for row in rows.values():
        grid = row.stock().arrangement(0.0)
        last = grid.trim(grid.slots - 1)
        assert last.right <= grid.page.width + 1e-6, row.id
        assert last.bottom <= grid.page.height + 1e-6, row.id


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"18mm"', '"38mm"', "reach out of the paper"),
        ('"64mm"', "64", "length with its unit"),
        ('source = "mine"', 'source = "yours"', "names a source"),
        ('feed = "upright"', "", "missing required field"),
        ("[[stock]]", "[[stck]]", "stck"),
        ('title = "', "title = '", ""),
    ],
)
def test_a_faulty_file_is_named(workshop, old, new, said):
    (workshop.root / "stock").mkdir()
    (workshop.root / "stock/mine.toml").write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(OutputError) as caught:
        stock_named(workshop.root, "tiny")
    [found] = caught.value.diagnostics
    assert found.code == "CG704"
    assert "stock/mine.toml" in found.message
    assert said in found.message


def test_an_unknown_name_is_told_with_the_nearest(workshop):
    with pytest.raises(OutputError) as caught:
        stock_named(workshop.root, "avery-5731")
    [found] = caught.value.diagnostics
    assert (found.code, found.hints) == ("CG703", ("did you mean `avery-5371`?",))

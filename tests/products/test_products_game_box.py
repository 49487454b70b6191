"""Boxes for whole games from a project on disk to PDFs that are read back."""

import pikepdf
import pytest
from documents import document
from workshops import build_request, write_files

from cardgen.pipeline.build import build

GAME = document("products/game_box_game.yaml")
FILES = {
    "card_data/demo/decks/heroes.yaml": "cards:\n  - {id: anna, copies: 60}\n",
    "card_data/demo/few.yaml": "cards:\n  - {id: one}\n",
    "card_data/demo/guide.md": "# One\n\nWords.\n",
    "templates/demo/plain.xml.j2": '<side background="ink"/>',
    "templates/demo/page.xml.j2": "<side/>",
}
INSIDE = ", inside: {width: %smm, height: %smm, depth: %smm}"


def make(root, more="", **options):
    files = {"card_data/demo/game.yaml": GAME.replace("MORE", more), **FILES}
    write_files(root, files)
    return build(build_request(root, **{"jobs": 1, "papers": ("a4",), **options}))


def test_panels_and_walls_share_sheets(tmp_path):
    report = make(tmp_path)
    assert not [item for item in report.diagnostics if item.code.startswith(("CG6", "CG7"))]
    with pikepdf.open(tmp_path / "output/demo/boxes/crate.a4.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert str(pdf.docinfo["/Subject"]) == (
            "box with a lid for the game, 107 x 150 x 35 mm inside, on A4; print at actual size"
        )
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"


@pytest.mark.parametrize(
    ("inside", "why"),
    [
        (("107", "150", "32.3"), None),  # a die of 30 mm, two leaves and 2 mm of play
        (("107", "150", "32"), "piles of 30 mm, booklets of 0.3 mm and 2 mm of play are 32.3 mm"),
        (("100", "150", "40"), "no arrangement in piles fits on 100 x 150 mm"),
    ],
)
def test_content_that_does_not_fit_is_an_error_with_the_numbers(tmp_path, inside, why):
    found = [one for one in make(tmp_path, INSIDE % inside).diagnostics if one.code == "CG711"]
    if why is None:
        assert not found
        return
    [one] = found
    assert why in one.message
    assert "{} x {} x {} mm inside".format(*inside) in one.message
    assert str(one.location) == "card_data/demo/game.yaml:11:10"


def test_a_box_too_large_for_its_paper_says_what_to_do(tmp_path):
    report = make(tmp_path, INSIDE % ("220", "300", "30"))
    [found] = [one for one in report.diagnostics if one.code == "CG611"]
    assert found.message.startswith("box `crate` needs ")
    assert "let it hold less, in `holds`" in found.hints[0] or "fits on" in found.hints[0]


def test_a_box_for_a_single_card_can_be_glued(tmp_path):
    report = make(tmp_path, ", holds: [few]}\n  few: {kind: deck, cards: few.yaml, back: none")
    assert not report.diagnostics.has_errors
    with pikepdf.open(tmp_path / "output/demo/boxes/crate.a4.pdf") as pdf:
        assert "x 5 mm inside" in str(pdf.docinfo["/Subject"])


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 3), ("a3", 2)])
def test_paper_round_board_is_one_cross_where_the_page_is_large_enough(tmp_path, paper, sheets):
    report = make(tmp_path, ", wrap: 1mm", papers=(paper,))
    assert not report.diagnostics.has_errors
    with pikepdf.open(tmp_path / f"output/demo/boxes/crate.{paper}.pdf") as pdf:
        assert len(pdf.pages) == sheets

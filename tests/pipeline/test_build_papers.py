"""Papers by name and by size, and how sheets lie on them."""

import pikepdf
import pytest
from workshops import PRINTED

from cardgen.core.units import PAPERS


def page_size(shop, paper):
    with pikepdf.open(shop.output / f"game/sheets/heroes.{paper}.pdf") as pdf:
        return tuple(round(float(v) * 25.4 / 72, 1) for v in pdf.pages[0].mediabox)[2:]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_has_sheets_of_its_size(workshop, paper):
    workshop.build(products=PRINTED, papers=(paper,))
    size = PAPERS[paper]
    assert sorted(page_size(workshop, paper)) == [size.width, size.height]


def test_a_paper_of_the_users_own(workshop):
    profile = workshop.root / "printer.yaml"
    profile.write_text("papers: {roll: {width: 500mm, height: 330mm}}\n")
    report = workshop.build(products=PRINTED, papers=("roll",))
    assert not report.diagnostics.has_errors
    assert sorted(page_size(workshop, "roll")) == [330.0, 500.0]
    workshop.build(products=PRINTED, papers=("a4",))
    assert {"sheets/heroes.roll.pdf", "sheets/heroes.a4.pdf"} <= set(workshop.files())


def test_an_unknown_paper_is_told_once_and_nothing_is_written(workshop):
    (workshop.root / "printer.yaml").write_text("papers: {roll: {width: 330mm, height: 500mm}}\n")
    report = workshop.build(products=PRINTED, papers=("rolls",))
    [found] = report.diagnostics
    assert (found.code, found.hints[0]) == ("CG602", "did you mean `roll`?")
    assert not (workshop.output / "game").exists()


def test_sheets_lie_as_one_asks(workshop):
    sizes = []
    for way in ("landscape", "portrait"):
        workshop.build(products=PRINTED, papers=("a4",), orientation=way)
        sizes.append(page_size(workshop, "a4"))
    assert sizes == [(297.0, 210.0), (210.0, 297.0)]
    workshop.edit("card_data/game/game.yaml", "kind: deck", "kind: deck, orientation: landscape")
    workshop.build(products=PRINTED, papers=("a4",))
    assert page_size(workshop, "a4") == (297.0, 210.0)

"""Sheets in several inks lie side by side, and builds of one leave those of the others alone."""

import pikepdf
import pytest
from workshops import HEROES, PRINTED

from cardgen.backend.raster import coverage

LIGHT = tuple(name.replace(".pdf", ".light.pdf") for name in HEROES)


def test_each_ink_has_files_of_its_own(workshop):
    workshop.build(products=PRINTED)
    before = workshop.stamps()
    report = workshop.build(products=PRINTED, ink="light")
    assert set(LIGHT) <= set(report.games[0].made)
    after = workshop.stamps()
    assert all(after[name] == stamp for name, stamp in before.items() if name != "build.json")
    workshop.build(products=PRINTED)
    assert {*LIGHT, *HEROES} <= set(workshop.files())


def test_what_another_ink_shows_of_an_earlier_state_is_counted(workshop):
    workshop.build(products=PRINTED, ink="light", papers=("a4",))
    assert workshop.build(products=PRINTED, papers=("a4",)).games[0].stale == ()
    workshop.edit("card_data/game/decks/heroes.yaml", "Anna", "Hanna")
    [game] = workshop.build(products=PRINTED, papers=("a4",)).games
    assert game.stale == (("sheets", 1),)


def test_pages_are_measured(workshop):
    workshop.edit("templates/game/back.xml.j2", "sea", "ink")
    for ink in ("full", "light", "outline"):
        workshop.build(products=PRINTED, papers=("a4",), ink=ink)
    folder = workshop.output / "game/sheets"
    dark = {ink: coverage(folder / f"heroes.a4{ink}.pdf") for ink in ("", ".light", ".outline")}
    backs = [pages[1] for pages in dark.values()]
    assert backs[0] > 5 * backs[1] > 0
    assert backs[2] < 0.02
    with pikepdf.new() as blank:
        blank.add_blank_page()
        blank.save(folder / "blank.pdf")
    assert coverage(folder / "blank.pdf") == (0.0,)
    with pytest.raises(OSError, match="Failed to load"):
        coverage(workshop.root / "card_data/game/game.yaml")

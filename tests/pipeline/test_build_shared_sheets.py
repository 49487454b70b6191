"""A deck that is printed on the sheets of another."""

import re

import pytest
from test_build_booklet import words
from workshops import HEROES, PRINTED, write_files

from cardgen.features.revision.printed import printed
from cardgen.features.revision.reprint import reprint

GAME = "card_data/game/game.yaml"
PLACES = "card_data/game/decks/places.yaml"
SHARED = "{kind: deck, title: Places, size: poker, back: none, sheets: heroes}"


@pytest.fixture
def shared(tmp_path):
    workshop = write_files(tmp_path / "project")
    workshop.edit(GAME, "{kind: deck, title: Places, size: square-small, back: none}", SHARED)
    return workshop


def texts(file):
    """What a reader can copy from each page."""
    return [" ".join(page.split()) for page in words(file)]


def test_guests_follow_on_the_sheets_of_their_host(shared):
    shared.build(products=PRINTED, papers=("a4",))
    assert set(shared.files()) == {"build.json", "sheets/heroes.a4.pdf"}
    front, back = texts(shared.output / "game/sheets/heroes.a4.pdf")
    assert re.search("Anna.*Bert.*Bert.*Carl.*Den.*Elm", front)
    assert "Game · Heroes, Places · sheet 1 of 1 · front" in front
    assert "Game · Heroes, Places · sheet 1 of 1 · back" in back


def test_each_sheet_names_the_decks_on_it(shared):
    shared.edit(PLACES, "title: Elm", "title: Elm, copies: 8")
    shared.build(products=PRINTED, papers=("a4",))
    pages = texts(shared.output / "game/sheets/heroes.a4.pdf")
    assert "Game · Heroes, Places · sheet 1 of 2" in pages[0]
    assert "Game · Places · sheet 2 of 2" in pages[2]


def test_an_edit_of_a_guest_makes_the_file_again_and_history_leaves_no_trace(shared):
    shared.build(products=PRINTED)
    before = shared.files()
    shared.edit(PLACES, "title: Elm", "title: Oak")
    shared.build(products=PRINTED)
    after = shared.files()
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"build.json", *HEROES}
    assert shared.equals_a_clean_build(products=PRINTED, jobs=2)


def test_the_file_of_a_deck_that_becomes_a_guest_goes(shared):
    for old, new, there in ((", sheets: heroes}", "}", True), ("}", ", sheets: heroes}", False)):
        shared.edit(GAME, f"back: none{old}", f"back: none{new}")
        shared.build(products=PRINTED, papers=("a4",))
        assert ("sheets/places.a4.pdf" in shared.files()) == there


def test_a_reprint_puts_host_and_guest_on_one_sheet(shared):
    printed(shared.root, "game")
    shared.edit(PLACES, "title: Elm", "title: Oak")
    report = reprint(shared.root, "game", papers=("a4",))
    assert report.written[0] == "output/game/reprint/heroes.a4.pdf"
    (front,) = texts(shared.output / "game/reprint/heroes.a4.pdf")
    assert "Game · Places, reprint · sheet 1 of 1" in front
    assert "Den" not in front
    shared.edit("card_data/game/decks/heroes.yaml", "title: Anna", "title: Hanna")
    reprint(shared.root, "game", papers=("a4",))
    front, _ = texts(shared.output / "game/reprint/heroes.a4.pdf")
    assert re.search("Hanna.*Oak", front)
    assert "Heroes, reprint, Places, reprint" in front

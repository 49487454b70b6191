"""A deck that is printed on the sheets of another, of one size or of several."""

import re

import pikepdf
import pytest
from test_build_booklet import words
from workshops import HEROES, PRINTED, build_request, write_files

from cardgen.features.revision.printed import printed
from cardgen.features.revision.reprint import reprint
from cardgen.features.selection.select import CardChoice, select

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


SMALLER = SHARED.replace("size: poker", "size: mini")


@pytest.fixture
def mixed(tmp_path):
    """A project whose decks share sheets and differ in size."""
    workshop = write_files(tmp_path / "project")
    workshop.edit(GAME, "{kind: deck, title: Places, size: square-small, back: none}", SMALLER)
    return workshop


def subject(file):
    with pikepdf.open(file) as pdf:
        return str(pdf.docinfo["/Subject"])


def test_cards_of_two_sizes_lie_on_one_sheet(mixed):
    mixed.build(products=PRINTED, papers=("a4",))
    assert set(mixed.files()) == {"build.json", "sheets/heroes.a4.pdf"}
    file = mixed.output / "game/sheets/heroes.a4.pdf"
    front, back = texts(file)
    assert re.search("Anna.*Bert.*Bert.*Carl.*Den.*Elm", front)
    assert "Game · Heroes, Places · sheet 1 of 1 · front" in front
    assert "Game · Heroes, Places · sheet 1 of 1 · back" in back
    assert subject(file) == (
        "6 cards on 1 sheet of A4, several sizes, full bleed; print at actual size"
    )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ink": "light"},
        {"inset": 0.5},
        {"duplex": "gutterfold"},
        {"duplex": "short-edge", "orientation": "landscape"},
    ],
)
def test_an_edit_of_a_smaller_guest_makes_the_file_again_and_leaves_no_trace(mixed, options):
    asked = {"products": PRINTED, "papers": ("a4",), **options}
    mixed.build(**asked)
    before = mixed.files()
    mixed.build(**asked)
    assert mixed.files() == before
    mixed.edit(PLACES, "title: Elm", "title: Oak, copies: 3")
    mixed.build(**asked)
    ink = ".light" if "ink" in options else ""
    (sheet,) = (name for name in mixed.files() if name != "build.json")
    assert sheet == f"sheets/heroes.a4{ink}.pdf"
    assert mixed.files()[sheet] != before[sheet]
    assert mixed.equals_a_clean_build(**asked)


def test_a_change_of_size_moves_a_deck_between_grid_and_shelves(mixed):
    mixed.build(products=PRINTED, papers=("a4",))
    file = mixed.output / "game/sheets/heroes.a4.pdf"
    mixed.edit(GAME, "size: mini", "size: poker")
    mixed.build(products=PRINTED, papers=("a4",))
    assert "8-up" in subject(file)
    mixed.edit(GAME, SHARED, SMALLER)
    mixed.build(products=PRINTED, papers=("a4",))
    assert "several sizes" in subject(file)


def test_a_reprint_and_a_selection_have_grids_where_one_size_is_left(mixed):
    printed(mixed.root, "game")
    mixed.edit(PLACES, "title: Elm", "title: Oak")
    reprint(mixed.root, "game", papers=("a4",))
    file = mixed.output / "game/reprint/heroes.a4.pdf"
    (front,) = texts(file)
    assert "Game · Places, reprint · sheet 1 of 1" in front
    alone = {"mini": "16-up", "poker": "8-up"}
    assert subject(file).startswith("1 card on 1 sheet of A4, ")
    assert alone["mini"] in subject(file)
    mixed.edit("card_data/game/decks/heroes.yaml", "title: Anna", "title: Hanna")
    reprint(mixed.root, "game", papers=("a4",))
    front, _ = texts(file)
    assert re.search("Hanna.*Oak", front)
    assert "several sizes" in subject(file)
    for cards, said in ((("anna",), alone["poker"]), (("anna", "den"), "several sizes")):
        request = build_request(mixed.root, ("game",), papers=("a4",), jobs=1)
        select(request, "game", CardChoice(cards=cards))
        assert said in subject(mixed.output / "game/selection/sheets/heroes.a4.pdf")


def test_a_cutting_machine_has_sheets_of_each_size(mixed):
    mixed.build(products=("cut",), papers=("a4",), cut="silhouette")
    ours = {name.split("/")[1] for name in mixed.files() if name.endswith("silhouette.pdf")}
    assert ours == {"heroes.a4.silhouette.pdf", "places.a4.silhouette.pdf"}
    for name, number in (("heroes", "4"), ("places", "2")):
        said = subject(mixed.output / f"game/cut/{name}.a4.silhouette.pdf")
        assert said.startswith(f"{number} cards, layout")


def test_a_guest_that_fits_nowhere_is_an_error_at_its_place(mixed):
    mixed.edit(GAME, "size: mini", "size: {width: 250mm, height: 300mm}")
    report = mixed.build(products=PRINTED, papers=("a4",))
    (found,) = (one for one in report.diagnostics if one.code == "CG601")
    lines = (mixed.root / GAME).read_text().splitlines()
    assert lines[found.at.line - 1].startswith("  places:")
    assert "sheets/heroes.a4.pdf" not in mixed.files()

"""A deck that is printed on the sheets of another, of one size or of several."""

import re

import pikepdf
import pytest
from test_build_booklet import words
from workshops import PRINTED, build_request

from cardgen.comparison.printed import record_printed
from cardgen.features.revision import reprint
from cardgen.features.selection import CardChoice, select

GAME = "card_data/game/game.yaml"
HEROES_FILE, PLACES = (f"card_data/game/decks/{deck}.yaml" for deck in ("heroes", "places"))
A4 = {"products": PRINTED, "papers": ("a4",)}
SHARED = "{kind: deck, title: Places, size: poker, back: none, sheets: heroes}"
SMALLER = SHARED.replace("size: poker", "size: mini")


def with_guest(workshop, guest):
    """Print the deck of places on the sheets of the deck of heroes."""
    workshop.edit(GAME, "{kind: deck, title: Places, size: square-small, back: none}", guest)
    return workshop


@pytest.fixture
def shared(workshop):
    """Decks of one size that share sheets."""
    return with_guest(workshop, SHARED)


@pytest.fixture
def mixed(workshop):
    """Decks of two sizes that share sheets."""
    return with_guest(workshop, SMALLER)


def texts(file):
    """Return the text of each page."""
    return [" ".join(page.split()) for page in words(file)]


def subject(file):
    with pikepdf.open(file) as pdf:
        return str(pdf.docinfo["/Subject"])


@pytest.mark.parametrize(
    ("guest", "arrangement"), [(SHARED, "8-up"), (SMALLER, "several sizes")], ids=["one", "two"]
)
def test_guests_follow_on_the_sheets_of_their_host(workshop, guest, arrangement):
    with_guest(workshop, guest).build(**A4)
    assert set(workshop.files()) == {"build.json", "sheets/heroes.a4.pdf"}
    file = workshop.output / "game/sheets/heroes.a4.pdf"
    front, back = texts(file)
    assert re.search("Anna.*Bert.*Bert.*Carl.*Den.*Elm", front)
    assert "Game · Heroes, Places · sheet 1 of 1 · front" in front
    assert "Game · Heroes, Places · sheet 1 of 1 · back" in back
    assert subject(file) == (
        f"6 cards on 1 sheet of A4, {arrangement}, full bleed; print at actual size"
    )


def test_each_sheet_names_the_decks_on_it(shared):
    shared.edit(PLACES, "title: Elm", "title: Elm, copies: 8")
    shared.build(**A4)
    pages = texts(shared.output / "game/sheets/heroes.a4.pdf")
    assert "Game · Heroes, Places · sheet 1 of 2" in pages[0]
    assert "Game · Places · sheet 2 of 2" in pages[2]


def test_the_file_of_a_deck_that_becomes_a_guest_goes(shared):
    for old, new, there in ((", sheets: heroes}", "}", True), ("}", ", sheets: heroes}", False)):
        shared.edit(GAME, f"back: none{old}", f"back: none{new}")
        shared.build(**A4)
        assert ("sheets/places.a4.pdf" in shared.files()) == there


@pytest.mark.parametrize(
    ("guest", "options"),
    [
        (SHARED, {"jobs": 2}),
        (SMALLER, {}),
        (SMALLER, {"ink": "light"}),
        (SMALLER, {"inset": 0.5}),
        (SMALLER, {"duplex": "gutterfold"}),
        (SMALLER, {"duplex": "short-edge", "orientation": "landscape"}),
    ],
)
def test_an_edit_of_a_guest_makes_the_file_again_and_leaves_no_trace(workshop, guest, options):
    asked = {**A4, **options}
    with_guest(workshop, guest).build(**asked)
    before = workshop.files()
    workshop.build(**asked)
    assert workshop.files() == before
    workshop.edit(PLACES, "title: Elm", "title: Oak, copies: 3")
    workshop.build(**asked)
    ink = ".light" if "ink" in options else ""
    (sheet,) = (name for name in workshop.files() if name != "build.json")
    assert sheet == f"sheets/heroes.a4{ink}.pdf"
    assert workshop.files()[sheet] != before[sheet]
    assert workshop.equals_a_clean_build(**asked)


def test_a_change_of_size_moves_a_deck_between_grid_and_shelves(mixed):
    mixed.build(**A4)
    file = mixed.output / "game/sheets/heroes.a4.pdf"
    mixed.edit(GAME, "size: mini", "size: poker")
    mixed.build(**A4)
    assert "8-up" in subject(file)
    mixed.edit(GAME, SHARED, SMALLER)
    mixed.build(**A4)
    assert "several sizes" in subject(file)


def test_a_reprint_and_a_selection_share_sheets_with_grids_where_one_size_is_left(mixed):
    record_printed(mixed.root, "game")
    mixed.edit(PLACES, "title: Elm", "title: Oak")
    report = reprint(build_request(mixed.root, papers=("a4",)), "game")
    assert report.files[0] == "output/game/reprint/heroes.a4.pdf"
    file = mixed.output / "game/reprint/heroes.a4.pdf"
    (front,) = texts(file)
    assert "Game · Places, reprint · sheet 1 of 1" in front
    assert "Den" not in front
    assert subject(file).startswith("1 card on 1 sheet of A4, 16-up")
    mixed.edit(HEROES_FILE, "title: Anna", "title: Hanna")
    reprint(build_request(mixed.root, papers=("a4",)), "game")
    front, _ = texts(file)
    assert re.search("Hanna.*Oak", front)
    assert "Heroes, reprint, Places, reprint" in front
    assert "several sizes" in subject(file)
    for cards, arrangement in ((("anna",), "8-up"), (("anna", "den"), "several sizes")):
        request = build_request(mixed.root, ("game",), papers=("a4",), jobs=1)
        select(request, "game", CardChoice(cards=cards))
        assert arrangement in subject(mixed.output / "game/selection/sheets/heroes.a4.pdf")


def test_a_cutting_machine_has_sheets_of_each_size(mixed):
    mixed.build(products=("cut",), papers=("a4",), cut="silhouette")
    ours = {name.split("/")[1] for name in mixed.files() if name.endswith("silhouette.pdf")}
    assert ours == {"heroes.a4.silhouette.pdf", "places.a4.silhouette.pdf"}
    for name, number in (("heroes", "4"), ("places", "2")):
        said = subject(mixed.output / f"game/cut/{name}.a4.silhouette.pdf")
        assert said.startswith(f"{number} cards, layout")


def test_a_guest_that_fits_nowhere_is_an_error_at_its_place(mixed):
    mixed.edit(GAME, "size: mini", "size: {width: 250mm, height: 300mm}")
    report = mixed.build(**A4)
    (found,) = (one for one in report.diagnostics if one.code == "CG601")
    lines = (mixed.root / GAME).read_text().splitlines()
    assert lines[found.location.line - 1].startswith("  places:")
    assert "sheets/heroes.a4.pdf" not in mixed.files()

import re

import pikepdf
import pypdfium2
import pytest
from repositories import NEEDS_GIT, commit
from workshops import Workshop, build_request, contents, leftovers

from cardgen.comparison.printed import record_printed
from cardgen.core.diagnostics import OutputError
from cardgen.features.clean import clean
from cardgen.features.revision import DiffReport, reprint
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry

HEROES = "card_data/game/decks/heroes.yaml"
PLACES = "card_data/game/decks/places.yaml"
GAME = "card_data/game/game.yaml"
PULLS = ("pull-list.html", "pull-list.txt")


def again(workshop: Workshop, against: str | None = None, **options: object) -> DiffReport:
    request = build_request(workshop.root, **{"papers": ("a4",), **options})
    return reprint(request, "game", against)


def files(workshop: Workshop) -> set[str]:
    folder = workshop.output / "game/reprint"
    return {path.name for path in folder.iterdir()} - set(PULLS) if folder.is_dir() else set()


def page(workshop: Workshop) -> str:
    return (workshop.output / "game/reprint/pull-list.html").read_text(encoding="utf-8")


def texts(workshop: Workshop, name: str) -> list[str]:
    """What a reader can copy from each page."""
    document = pypdfium2.PdfDocument(workshop.output / "game/reprint" / name)
    try:
        found = [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()
    return [re.sub(r"\s+", " ", text) for text in found]


def pulls(workshop: Workshop) -> str:
    return (workshop.output / "game/reprint/pull-list.txt").read_text(encoding="utf-8")


def test_nothing_changed_writes_nothing(recorded):
    report = again(recorded)
    assert (report.files, report.pulls) == ((), ())
    assert not recorded.output.exists()


def test_just_the_changed_cards_in_their_number_with_a_mark_of_the_printing(recorded):
    recorded.edit(HEROES, "You have", "You own")
    report = again(recorded)
    assert report.files == (
        "output/game/reprint/heroes.a4.pdf",
        "output/game/reprint/pull-list.html",
        "output/game/reprint/pull-list.txt",
    )
    front, back = texts(recorded, "heroes.a4.pdf")
    assert front.count("Bert") == front.count("You own 3 lives.") == 2
    assert "Anna" not in front
    assert "Heroes, reprint" in front
    assert "sheet 1 of 1" in front
    assert "back" in back
    assert "take out   2 × Bert [bert]  – changed" in pulls(recorded)
    assert "put in     2 × Bert [bert]  – changed" in pulls(recorded)
    listed = page(recorded)
    for words in (
        "Game: pull list",
        "Heroes <small>4 cards, as before",
        '<input type="checkbox"> take out 2 × <strong>Bert</strong> <code>bert</code> changed',
    ):
        assert words in listed, listed
    marks = re.findall(r"version 1\)?, mark ([0-9a-f]{4})", pulls(recorded))
    assert len(set(marks)) == 2
    assert f"version 1, mark {marks[1]}" in texts(recorded, "heroes.a4.pdf")[0]
    assert f"version 1, mark {marks[1]}" in page(recorded)
    record_printed(recorded.root, "game")
    recorded.edit(HEROES, "You own", "You hold")
    again(recorded)
    assert f"in the box: what was printed (version 1), mark {marks[1]}" in pulls(recorded)


def test_backs_lie_as_on_the_usual_sheets(recorded):
    """A reprint of every card is the usual sheets, but for the words in the margin."""
    recorded.edit("templates/game/card.xml.j2", 'x="4" y="4"', 'x="5" y="4"')
    again(recorded)
    recorded.build(papers=("a4",), products=("sheets",))
    for deck, pages in (("heroes", 2), ("places", 1)):
        found = []
        for folder in ("sheets", "reprint"):
            with pikepdf.open(recorded.output / f"game/{folder}/{deck}.a4.pdf") as file:
                assert len(file.pages) == pages
                assert file.pages[0].mediabox == file.pages[-1].mediabox
                found.append([len(page.Resources.get("/XObject", {})) for page in file.pages])
                duplex = file.Root.ViewerPreferences.get("/Duplex")
                assert duplex == ("/DuplexFlipLongEdge" if deck == "heroes" else "/Simplex")
        assert found[0] == found[1]


def test_only_additional_copies_on_the_papers_that_are_asked_for(recorded):
    recorded.edit(HEROES, "copies: 2", "copies: 5")
    again(recorded)
    assert texts(recorded, "heroes.a4.pdf")[0].count("Bert") == 3
    assert "put in     3 × Bert [bert]  – more of it" in pulls(recorded)
    assert "take out" not in pulls(recorded)
    again(recorded, papers=("letter",), duplex="none")
    assert files(recorded) == {"heroes.letter.pdf"}
    assert len(texts(recorded, "heroes.letter.pdf")) == 1
    again(recorded, papers=())
    assert files(recorded) == {"heroes.letter.pdf", "heroes.a4.pdf"}


def test_what_is_only_taken_out_makes_no_sheet(recorded):
    recorded.edit(HEROES, "copies: 2", "copies: 1")
    recorded.edit(GAME, "  places: {kind: deck,", "  # {kind: deck,")
    (recorded.root / PLACES).unlink()
    assert len(again(recorded).files) == 2
    assert files(recorded) == set()
    assert "take out   1 × Bert [bert]  – one too many" in pulls(recorded)
    assert "Places (2 → 0 cards)" in pulls(recorded)
    assert "take out   1 × Elm [elm]  – removed" in pulls(recorded)


def test_tiles_pages_and_pieces(recorded):
    recorded.edit(GAME, "hand: 5", "hand: 6")
    recorded.edit(GAME, "points: 5", "points: 6")
    again(recorded)
    assert files(recorded) == {
        "chips.a4.pdf",
        "heroes.a4.pdf",
        "places.a4.pdf",
        "map.a4.pdf",
        "rules.fold.a4.pdf",
        "rules.mini.a4.pdf",
    }
    (tile,) = texts(recorded, "map.a4.pdf")  # of several: the one with the number
    assert "Hands of 6" in tile
    assert "North west" not in tile
    label = re.search(r"tile (\w+) of", tile)
    assert label
    assert f"tile {label[1]} of" in pulls(recorded)
    sheet = texts(recorded, "rules.fold.a4.pdf")
    assert len(sheet) == 2  # both sides of one sheet
    assert sum("Hold 6 cards" in side for side in sheet) == 1
    stapled = r"put in +1 × if stapled: sheet \d of 2, counted from the outside"
    assert re.search(stapled, pulls(recorded))
    folded = "put in    all  if folded from one sheet: the whole booklet"
    assert folded in pulls(recorded)
    assert "put in    all  Chips" in pulls(recorded)
    assert texts(recorded, "chips.a4.pdf")[0].count("1") >= 4


def test_another_number_of_sheets_prints_the_whole_booklet(recorded):
    with (recorded.root / "card_data/game/rules.md").open("a") as file:
        file.write("# More\n\nWords.\n")
    again(recorded)
    assert files(recorded) == {"rules.fold.a4.pdf"}
    assert len(texts(recorded, "rules.fold.a4.pdf")) == 6
    assert "the whole booklet, 3 sheets" in pulls(recorded)


def test_files_of_the_last_reprint_go(recorded):
    recorded.edit(HEROES, "title: Anna", "title: Anne")
    recorded.edit(PLACES, "title: Den", "title: Cave")
    again(recorded)
    mine = recorded.output / "game/reprint/mine.pdf"
    mine.write_text("mine")
    recorded.edit(PLACES, "title: Cave", "title: Den")
    report = again(recorded)
    assert report.removed == ("output/game/reprint/places.a4.pdf",)
    assert files(recorded) == {"heroes.a4.pdf", "mine.pdf"}
    mine.unlink()
    listed = {entry.path for entry in Ledger(recorded.output, "game", "reprint").entries()}
    assert listed == {f"reprint/{name}" for name in contents(recorded.output / "game/reprint")}
    record_printed(recorded.root, "game")
    assert len(again(recorded).removed) == 3
    assert not (recorded.output / "game/reprint").exists()


def test_the_same_reprint_gives_the_same_bytes_which_builds_leave_alone_and_clean_does_not(
    recorded,
):
    recorded.edit(GAME, "hand: 5", "hand: 6")
    again(recorded)
    before = contents(recorded.output / "game/reprint")
    again(recorded)
    assert contents(recorded.output / "game/reprint") == before
    assert leftovers(recorded.output) == []
    recorded.build(papers=("a4",), products=("sheets",))
    recorded.build(products=("sheets",))
    assert contents(recorded.output / "game/reprint") == before
    mine = recorded.output / "game/reprint/mine.pdf"
    mine.write_text("mine")
    clean(recorded.root)
    assert [path for path in recorded.output.rglob("*") if path.is_file()] == [mine]


@pytest.mark.parametrize("path", ["../../../card_data/game/game.yaml", "reprint/../../x", "/x"])
def test_a_list_of_files_leads_nowhere_else(recorded, path):
    recorded.edit(HEROES, "title: Anna", "title: Anne")
    again(recorded)
    Ledger(recorded.output, "game", "reprint").announce([ArtifactEntry(path, "reprint")])
    (recorded.output / "x").write_text("mine")
    before = contents(recorded.root / "card_data")
    again(recorded, papers=("letter",))
    clean(recorded.root)
    assert contents(recorded.root / "card_data") == before
    assert (recorded.output / "x").exists()


def test_nothing_is_written_through_a_link(recorded, tmp_path):
    recorded.edit(HEROES, "title: Anna", "title: Anne")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (recorded.output / "game").mkdir(parents=True)
    (recorded.output / "game/reprint").symlink_to(elsewhere)
    with pytest.raises(OutputError):
        again(recorded)
    assert not list(elsewhere.iterdir())


@NEEDS_GIT
def test_against_a_commit(recorded):
    commit(recorded.root)
    recorded.edit(HEROES, "title: Anna", "title: Anne")
    commit(recorded.root)
    record_printed(recorded.root, "game")
    assert not again(recorded).files
    report = again(recorded, against="HEAD~1")
    assert [card.id for card in report.changes.cards] == ["anna"]
    assert files(recorded) == {"heroes.a4.pdf"}


def test_revision_marks_tell_a_card_from_its_older_self(recorded):
    mark = '<revision style="body" size="6" x="4" y="70" width="20" height="5"/></side>'
    recorded.edit("templates/game/card.xml.j2", "</side>", mark)
    record_printed(recorded.root, "game")
    recorded.edit(HEROES, "title: Anna", "title: Anne")
    assert [card.id for card in again(recorded).changes.cards] == ["anna"]


def test_no_revision_mark_on_the_pages_of_a_text(recorded):
    page = recorded.root / "templates/game/page.xml.j2"
    page.write_text('<side><revision style="body" x="4" y="4" height="5"/></side>')
    recorded.edit(GAME, "size: a6}", "size: a6, page: page.xml.j2}")
    assert {found.code for found in again(recorded).diagnostics} == {"CG411"}

"""Files of earlier builds go when nothing claims them any more, and not before."""

from pathlib import Path

import pytest
from workshops import EVERYTHING, HEROES, HOSTED, PLACES, PRINTED, SMALL, Workshop, plain_names

from cardgen.features.clean import clean
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry
from cardgen.pipeline.output_files import OutputFiles

GAME = "card_data/game/game.yaml"
HEROES_FILE = "card_data/game/decks/heroes.yaml"
FACES = "tts/images/heroes.png"
TABLE_OF_PLACES = tuple(name for name in EVERYTHING if name.startswith("tts") and "places" in name)
PICTURES = tuple(
    f"cards/{card}.{side}{kind}.png"
    for card, sides in {
        **dict.fromkeys(("heroes/anna", "heroes/bert", "heroes/carl"), ("back", "face")),
        **dict.fromkeys(("places/den", "places/elm"), ("face",)),
    }.items()
    for side in sides
    for kind in (".bleed", "")
)


def remove_places(workshop):
    line = "  places: {kind: deck, title: Places, size: square-small, back: none}\n"
    workshop.edit(GAME, line, "")
    (workshop.root / "card_data/game/decks/places.yaml").unlink()


def removed(workshop, **options):
    """Build; name what went, and see that the record names exactly what is there."""
    report = workshop.build(**options)
    assert not report.diagnostics.has_errors
    there = {name for name in workshop.files() if name != "build.json"}
    assert {entry["path"] for entry in workshop.manifest()["artifacts"]} == there
    [game] = report.games
    assert game.status != "unchanged" or not game.removed
    return plain_names(game.removed)


def test_a_picture_that_shows_an_old_card_goes(built):
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert removed(built) == (FACES,)
    assert removed(built) == ()


@pytest.mark.parametrize(
    ("products", "first", "then"),
    [(("tts",), (FACES, *TABLE_OF_PLACES), PLACES), (PRINTED, PLACES, (FACES, *TABLE_OF_PLACES))],
    ids=["tables", "sheets"],
)
def test_a_build_of_one_product_removes_its_files_alone(built, products, first, then):
    remove_places(built)
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert removed(built, products=products) == plain_names(first)
    assert set(then) - {FACES} <= set(plain_names(built.files()))
    assert removed(built, products=products) == ()
    assert removed(built) == plain_names(then)


@pytest.mark.parametrize("products", [(), PRINTED], ids=["all", "sheets"])
def test_a_build_on_one_paper_leaves_the_other_alone(built, products):
    remove_places(built)
    tables = () if products else TABLE_OF_PLACES
    assert removed(built, papers=("a4",), products=products) == (PLACES[0], *tables)
    assert {*HEROES, PLACES[1]} <= set(built.files())
    rest = () if tables else TABLE_OF_PLACES
    assert removed(built) == (PLACES[1], *rest)


def test_a_paper_that_the_game_gives_up_goes(built):
    built.edit(GAME, "rules:", "print: {papers: [a4]}\nrules:")
    assert removed(built, papers=("letter",)) == ()
    assert removed(built) == (HEROES[1], PLACES[1])


def test_what_is_made_on_request_is_removed_on_request(built):
    assert removed(built, products=("images",)) == ()
    assert set(PICTURES) < set(built.files())
    remove_places(built)
    assert not set(PICTURES) & set(removed(built))
    assert not set(PICTURES) & set(removed(built, products=("tts", *PRINTED)))
    places = tuple(name for name in PICTURES if "places" in name)
    assert removed(built, products=("images",), papers=("a4",)) == plain_names(places)
    assert set(PICTURES) - set(places) < set(built.files())


def stale(workshop, **options):
    """Build, and again with nothing to do; name the files that are said to be old."""
    reports = [workshop.build(**options).games[0] for _ in range(2)]
    assert reports[0].stale == reports[1].stale
    assert reports[1].made == ()
    return dict(reports[0].stale)


def test_what_a_build_does_not_look_after_is_current_or_said_to_be_old(built):
    assert stale(built, products=("images",)) == {}
    assert stale(built) == {}
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert stale(built) == {"images": 2}  # the face of one card, with bleed and without
    remove_places(built)
    assert stale(built) == {"images": 2 + 4}
    assert stale(built, products=("images",)) == {}
    assert stale(built) == {}


def test_files_on_another_paper_are_said_to_be_old(built):
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert stale(built, products=PRINTED, papers=("a4",))["sheets"] == 1
    assert stale(built, products=PRINTED).get("sheets", 0) == 0
    assert stale(built) == {}


def test_a_file_that_is_gone_anyway_is_not_counted(built):
    remove_places(built)
    (built.output / "game" / PLACES[0]).unlink()
    assert removed(built, products=PRINTED) == PLACES[1:]


def test_what_cannot_be_removed_stays_on_record(built, monkeypatch):
    remove_places(built)
    unlink = Path.unlink

    def refuse(path, *args):
        if path.name == "places.a4.pdf":
            raise PermissionError
        unlink(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        assert removed(built) == plain_names([PLACES[1], *TABLE_OF_PLACES])
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert removed(built) == (PLACES[0], FACES)


@pytest.fixture
def interrupted(built, end):
    """A project whose last build ended when its files were in place, and no more than that."""
    built.edit(HEROES_FILE, "Carl", "Carlo")
    end(built, OutputFiles, "prune")
    return built


def test_the_pictures_of_an_interrupted_build_are_found(interrupted):
    interrupted.edit(HEROES_FILE, "Carlo", "Karl")
    assert removed(interrupted, products=PRINTED) == ()
    assert removed(interrupted) == (FACES, FACES)
    assert plain_names(interrupted.files()) == plain_names([*EVERYTHING, "build.json"])


def test_an_edit_taken_back_leaves_nothing_of_an_interrupted_build(interrupted):
    interrupted.edit(HEROES_FILE, "Carlo", "Carl")
    assert removed(interrupted) == (FACES,)
    assert removed(interrupted) == ()


def test_a_new_deck_taken_back_leaves_nothing_of_an_interrupted_build(built, end):
    before = built.files()
    abbey = "  abbey: {kind: deck, size: poker, back: none}\n"
    built.edit(GAME, "components:\n", f"components:\n{abbey}")
    deck = built.root / "card_data/game/decks/abbey.yaml"
    deck.write_text("cards: [{id: abbot, title: Abbot}]\n")
    end(built, OutputFiles, "_make", OutputFiles._make)
    assert set(built.files()) == {*before, "tts/abbey.png"}
    assert all(built.files()[name] == before[name] for name in before)
    built.edit(GAME, abbey, "")
    deck.unlink()
    assert removed(built) == ("tts/abbey.png",)
    assert built.files() == before


def test_cleaning_takes_what_an_interrupted_build_left(interrupted):
    mine = interrupted.output / "game/tts/images/mine.png"
    mine.write_text("mine")
    assert not clean(interrupted.root).diagnostics.items
    assert [path for path in interrupted.output.rglob("*") if path.is_file()] == [mine]


def test_pictures_are_not_lost_with_the_record(built):
    (built.output / "game/build.json").write_text("")
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert removed(built) == (FACES,)


@pytest.mark.parametrize("path", ["../../../mine.txt", "link/mine.txt", "/mine.txt", "mine.txt"])
@pytest.mark.parametrize("removing", [Workshop.build, lambda workshop: clean(workshop.root)])
def test_the_ledger_cannot_make_foreign_files_go(built, path, removing):
    elsewhere = built.root / "elsewhere"
    elsewhere.mkdir()
    (built.output / "game/link").symlink_to(elsewhere)
    (built.output / "game/mine.txt").symlink_to(elsewhere / "mine.txt")
    for folder in (built.root.parent, elsewhere):
        (folder / "mine.txt").write_text("mine")
    Ledger(built.output, "game").announce([ArtifactEntry(path, "tts")])
    removing(built)
    assert (built.root.parent / "mine.txt").read_text() == "mine"
    assert (elsewhere / "mine.txt").read_text() == "mine"


def test_sizes_and_addresses_that_change_leave_nothing(built):
    before = plain_names(built.files())
    images = tuple(name for name in EVERYTHING if "/images/" in name)
    assert removed(built, **SMALL) == images
    assert removed(built, **SMALL, **HOSTED) == ()
    assert removed(built) == images
    assert plain_names(built.files()) == before

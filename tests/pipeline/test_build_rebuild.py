"""Only what changed is made again, and all of it."""

import gc
import hashlib
import json
import sys
import weakref

import pytest
from workshops import (
    EVERYTHING,
    HEROES,
    PLACES,
    PRINTED,
    TABLES,
    contents,
    plain_names,
    write_files,
)

import cardgen.backend.pdf
import cardgen.backend.pixels
import cardgen.pipeline.game_build
from cardgen.pipeline import build as builds

GAME = "card_data/game/game.yaml"
HEROES_FILE = "card_data/game/decks/heroes.yaml"
CARD, BACK_TEMPLATE = "templates/game/card.xml.j2", "templates/game/back.xml.j2"
SAVES = ("tts/game.json", "tts/heroes.json")
FANS = ("tts/game.png", "tts/heroes.png")
FACES, BACK = "tts/images/heroes.png", "tts/images/heroes-back.png"


@pytest.fixture
def undrawn(monkeypatch):
    """Let nothing be drawn from here on."""

    def refuse(*_, **__):
        raise AssertionError("something is drawn")

    for module in (cardgen.backend.pdf, cardgen.pipeline.game_build):
        monkeypatch.setattr(module, "write_pdf", refuse, raising=False)
    for name in ("grid", "thumbnail"):
        assert hasattr(cardgen.backend.pixels.PixelCamera, name)
        monkeypatch.setattr(cardgen.backend.pixels.PixelCamera, name, refuse)


def made(report):
    """Name the files that were made; those of pictures without the digest."""
    [game] = report.games
    assert not report.diagnostics.has_errors
    return plain_names(game.made)


def removed(report):
    [game] = report.games
    return plain_names(game.removed)


def test_a_build_makes_everything_once(workshop):
    report = workshop.build()
    assert made(report) == EVERYTHING
    assert (report.made, report.kept, report.removed) == (len(EVERYTHING), 0, 0)
    assert plain_names(workshop.files()) == plain_names([*EVERYTHING, "build.json"])


def test_a_second_build_touches_nothing(built, undrawn):
    before, stamps = built.files(), built.stamps()
    report = built.build()
    assert [(g.status, g.made, plain_names(g.kept)) for g in report.games] == [
        ("unchanged", (), EVERYTHING)
    ]
    assert (built.files(), built.stamps()) == (before, stamps)


@pytest.mark.parametrize(
    ("file", "old", "new", "sides", "files"),
    [
        (HEROES_FILE, "Carl", "Carlo", {"heroes/carl/face"}, {*HEROES, *SAVES, FACES}),
        (
            *(GAME, "hand: 5", "hand: 7", {"heroes/anna/face", "places/den/face"}),
            {*EVERYTHING} - {BACK, "tts/images/felt.png", "tts/images/places-back.png"},
        ),
        (GAME, "lives: 3", "lives: 7", {"heroes/bert/face"}, {*HEROES, *SAVES, *FANS, FACES}),
        (BACK_TEMPLATE, "sea", "ink", {"heroes/back"}, {*HEROES, *SAVES, *FANS, BACK}),
    ],
    ids=["a card", "a rule of two decks", "a rule of one card", "a shared back"],
)
def test_an_edit_remakes_what_shows_it_and_touches_nothing_else(
    built, file, old, new, sides, files
):
    stamps, fingerprints = built.stamps(), built.fingerprints()
    built.edit(file, old, new)
    report = built.build()
    assert set(made(report)) == files
    assert removed(report) == plain_names(name for name in files if "/images/" in name)
    [game] = report.games
    assert set(game.kept) == set(built.files()) - {*game.made, "build.json"}
    assert all(built.stamps()[name] == stamps[name] for name in game.kept)
    now = built.fingerprints()
    assert {id for id in now if now[id] != fingerprints[id]} == sides


def test_notes_of_a_playtest_are_nothing_to_a_build(built, undrawn, laid):
    files, stamps = built.files(), built.stamps()
    del files["build.json"]
    for notes in (
        "notes: [{id: n1, on: heroes/anna, text: Too cheap?}]\n",
        "notes: [{id: n1, on: nothing/there, x: left}]\n",
        "notes: [",
    ):
        write_files(built.root, {"card_data/game/notes.yaml": notes})
        report = built.build()
        assert made(report) == removed(report) == ()
        assert laid == []
        assert files.items() <= built.files().items()
        assert all(built.stamps()[name] == stamps[name] for name in files)
    assert "CG101" in {one.code for one in report.diagnostics}


def test_copies_count_without_a_new_fingerprint(built):
    fingerprints = built.fingerprints()
    built.edit(HEROES_FILE, "copies: 2", "copies: 3")
    report = built.build()
    assert (made(report), removed(report)) == ((*HEROES, *SAVES), ())
    assert built.fingerprints() == fingerprints
    copies = {side["id"]: side["copies"] for side in built.manifest()["sides"]}
    assert copies["heroes/bert/face"] == 3
    assert copies["heroes/back"] == 5


def test_a_shared_template_counts(built):
    line = "templates/shared/line.xml.j2"
    write_files(built.root, {line: '<rect width="5" height="5" fill="#000"/>'})
    built.edit(CARD, "</side>", '{% include "shared/line.xml.j2" %}</side>')
    for old, new in (("#000", "#111"), ("#111", "#222")):
        assert {*HEROES, *PLACES, FACES} < {*made(built.build())}
        built.edit(line, old, new)


def test_the_printer_profile_counts(built):
    (built.root / "printer.yaml").write_text("back_offset: {x: 1mm, y: 0mm}\n")
    assert made(built.build()) == (*HEROES, *PLACES)  # on paper alone


@pytest.mark.parametrize(
    ("damage", "name"),
    [("edit", HEROES[0]), ("delete", FACES), ("truncate", "tts/game.json"), ("empty", FANS[0])],
)
def test_a_file_that_was_touched_is_made_again(built, damage, name):
    before = built.files()
    [path] = [path for path in before if plain_names([path]) == (name,)]
    file = built.output / "game" / path
    data = bytearray(file.read_bytes())
    match damage:
        case "edit":
            data[len(data) // 2] ^= 1
            file.write_bytes(data)
        case "truncate":
            file.write_bytes(data[:-100])
        case "empty":
            file.write_bytes(b"")
        case "delete":
            file.unlink()
    assert made(built.build()) == (name,)
    assert built.files() == before


@pytest.mark.parametrize("text", ["", "[]", '{"format": 99}', "[" * 100_000, "\udcff"])
def test_a_damaged_manifest_is_written_anew_from_the_ledger(built, text):
    before = built.files()
    (built.output / "game/build.json").write_text(text, errors="surrogateescape")
    assert made(built.build()) == ()
    assert built.files() == before
    (built.output / "game/build.json").write_text(text, errors="surrogateescape")
    (built.output / ".cardgen/game/store.sqlite").unlink()
    assert made(built.build()) == EVERYTHING
    assert built.files() == before


@pytest.mark.parametrize("data", [b"", b"\xff" * 1000])
def test_a_damaged_cache_is_no_misfortune(built, data):
    before = built.files()
    for file in (built.output / ".cardgen").rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes()[:40] + data)
    for old, new in (("Carl", "Carlo"), ("Carlo", "Carl")):
        built.edit(HEROES_FILE, old, new)
        assert made(built.build()) == plain_names([*HEROES, *SAVES, FACES])
    assert built.files() == before


def test_a_build_of_one_paper_keeps_the_other(built):
    before = built.files()
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert made(built.build(products=PRINTED, papers=("a4",))) == HEROES[:1]
    now = built.files()
    assert now[HEROES[0]] != before[HEROES[0]]
    assert now[HEROES[1]] == before[HEROES[1]]
    assert set(now) == set(before)
    listed = plain_names(entry["path"] for entry in built.manifest()["artifacts"])
    assert listed == EVERYTHING
    assert made(built.build()) == plain_names([*HEROES[1:], *SAVES, FACES])
    assert made(built.build()) == ()


def test_force_makes_everything_again_alike(built):
    before, stamps = built.files(), built.stamps()
    assert made(built.build(force=True)) == EVERYTHING
    assert built.files() == before
    assert all(built.stamps()[name] != stamps[name] for name in before if name != "build.json")


def test_another_duplex_is_another_sheet(built):
    assert made(built.build(duplex="short-edge")) == HEROES
    assert made(built.build(duplex="short-edge")) == ()
    assert made(built.build()) == HEROES


def test_a_build_elsewhere_is_a_build_of_its_own(built, tmp_path):
    before = built.stamps()
    report = built.build(output=tmp_path / "else where")
    assert made(report) == EVERYTHING
    assert built.stamps() == before
    there, here = contents(tmp_path / "else where/game"), built.files()
    assert set(there) == set(here)
    tables = {name for name in TABLES if name.endswith(".json")}
    assert {name for name in here if here[name] != there[name]} == {*tables, "build.json"}
    address = (tmp_path / "else where").as_uri() + "/game/tts/images/"
    assert all(address in (tmp_path / "else where/game" / name).read_text() for name in tables)


def test_a_project_that_was_moved_rewrites_the_addresses_alone(built, tmp_path, undrawn):
    before = built.files()
    built.root.rename(tmp_path / "moved")
    moved = type(built)(tmp_path / "moved")
    assert made(moved.build()) == tuple(name for name in TABLES if name.endswith(".json"))
    assert set(moved.files()) == set(before)
    assert made(moved.build()) == ()


def test_the_manifest_says_what_the_design_says(built):
    manifest = built.manifest()
    assert list(manifest) == [
        *("format", "game", "title", "inputs", "request", "packer"),
        *("artifacts", "sides", "warnings"),
    ]
    assert (manifest["format"], manifest["game"], manifest["title"]) == (2, "game", "Game")
    for entry in manifest["artifacts"]:
        assert set(entry) - {"variant"} == {"path", "kind", "key", "sha256"}
        data = (built.output / "game" / entry["path"]).read_bytes()
        assert entry["sha256"] == hashlib.sha256(data).hexdigest()
        assert entry["kind"] == entry["path"].partition("/")[0]
    assert plain_names(entry["path"] for entry in manifest["artifacts"]) == EVERYTHING
    assert {side["id"]: side["copies"] for side in manifest["sides"]} == {
        "heroes/anna/face": 1,
        "heroes/bert/face": 2,
        "heroes/carl/face": 1,
        "heroes/back": 4,
        "places/den/face": 1,
        "places/elm/face": 1,
    }
    assert all(len(side["fingerprint"]) == 32 for side in manifest["sides"])
    assert str(built.root) not in json.dumps(manifest)


@pytest.mark.parametrize("much", [True, False])
def test_garbage_of_earlier_builds_is_looked_for_where_there_is_much(workshop, monkeypatch, much):
    class Ring:
        pass

    one = Ring()
    one.itself = one
    there = weakref.ref(one)
    del one
    gc.freeze()
    monkeypatch.setattr(builds, "_last_blocks", -sys.maxsize if much else sys.maxsize)
    workshop.build(products=PRINTED)
    assert (there() is None) == much

"""A release of a small game: what is in it, that it is the same again, and when there is none."""

import hashlib
import io
import json
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from documents import document
from workshops import SMALL, Workshop, contents, leftovers, write_files

from cardgen.api import BuildRequest, PrintOptions
from cardgen.core.diagnostics import CardgenError, OutputError
from cardgen.features.clean import clean
from cardgen.features.release import ReleaseReport, pack_zip, release
from cardgen.model.game import Game
from cardgen.pipeline import writing

GAME, HEROES = "card_data/game/game.yaml", "card_data/game/decks/heroes.yaml"
FACTS = document("features/release/release_facts.yaml")
MORE = """\
  chips: {kind: tokens, template: back.xml.j2, tokens: [{id: one, size: 1in, copies: 4}]}
  map: {kind: board, title: The Map, template: back.xml.j2, size: {width: 300mm, height: 300mm}}
  rules: {kind: booklet, fold: both}
"""
PRINTED = ("credits.txt", "how-to-print.pdf", "page.md")


@pytest.fixture
def whole(workshop):
    return complete(workshop)


def complete(workshop: Workshop) -> Workshop:
    """Give the small game tokens, a board, rules, credits and a date."""
    workshop.edit(GAME, 'version: "1"\n', FACTS)
    workshop.edit(GAME, "title: Game", "title: Game *of* {braces}")
    game = workshop.root / GAME
    game.write_text(game.read_text("utf-8") + MORE, "utf-8")
    (workshop.root / "card_data/game/rules.md").write_text("# Rules\n\nPlay.\n", "utf-8")
    return workshop


def released(workshop: Workshop, *names: str, **given: Any) -> ReleaseReport:
    options = PrintOptions(tts_base_url=given.pop("address", None), **SMALL)
    said = given.pop("changes", lambda: "")
    request = BuildRequest(workshop.root, options=options, jobs=1, **given)
    return release(request, "game", names, said)


def folder(workshop: Workshop) -> Path:
    return workshop.output / "game/release"


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A release for all audiences, for tests that only look: its game and its report."""
    game = complete(write_files(tmp_path_factory.mktemp("release")))
    report = released(game, changes=lambda: "# Changes\n")
    assert not report.diagnostics.has_errors
    return game, report


def test_each_audience_gets_what_was_built_for_it(finished):
    whole, done = finished
    assert [path.rpartition("/")[2] for path in done.zips] == [
        "print-a4.zip",
        "print-letter.zip",
        "table.zip",
    ]
    built = contents(whole.output / "game")
    for audience in ("print-a4", "print-letter"):
        files = contents(folder(whole) / audience)
        paper = audience.removeprefix("print-")
        other = {"a4": ".letter.", "letter": ".a4."}[paper]
        printed = {path for path in files if "/" in path}
        assert {path.partition("/")[0] for path in printed} == {
            "boards",
            "booklets",
            "sheets",
            "tokens",
        }
        assert f"sheets/heroes.{paper}.pdf" in printed
        assert "booklets/rules.pdf" in printed
        assert not any(other in path for path in printed)
        assert {path: files[path] for path in printed} == {path: built[path] for path in printed}
        assert set(files) - printed == {*PRINTED, "changes.md", "SHA256SUMS"}
    table = contents(folder(whole) / "table")
    tables = {path for path in built if path.startswith("tts/")}
    assert {path for path in table if "/" in path} == tables
    assert set(table) - tables == {"credits.txt", "how-to-load.md", "changes.md", "SHA256SUMS"}


def test_a_leaflet_is_not_for_players(whole):
    game = whole.root / GAME
    game.write_text(game.read_text("utf-8") + "  sheet: {kind: leaflet}\n", "utf-8")
    (whole.root / "card_data/game/sheet.md").write_text("# For publishers\n", "utf-8")
    released(whole, "print-a4")
    assert (whole.output / "game/booklets/sheet.a4.pdf").is_file()
    assert not [path for path in contents(folder(whole)) if "sheet." in path]
    [page] = pypdfium2.PdfDocument(folder(whole) / "print-a4/how-to-print.pdf")
    assert "sheet.a4" not in page.get_textpage().get_text_bounded()


def test_zip_and_checksums_are_of_the_very_files(finished):
    whole, done = finished
    place = folder(whole)
    lines = (place / "print-a4/SHA256SUMS").read_text("utf-8").splitlines()
    said = dict(reversed(line.split("  ", 1)) for line in lines)
    files = contents(place / "print-a4")
    assert {path: sum for path, sum in files.items() if path != "SHA256SUMS"} == said
    with zipfile.ZipFile(place / "print-a4.zip") as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        top = "game-1.2-beta-print-a4"
        assert names == sorted(f"{top}/{path}" for path in files)
        for path, sum in files.items():
            assert hashlib.sha256(archive.read(f"{top}/{path}")).hexdigest() == sum
        dates = {info.date_time for info in archive.infolist()}
        rights = {info.external_attr >> 16 for info in archive.infolist()}
    assert dates == {(2026, 3, 14, 0, 0, 0)}
    assert rights == {0o100644}
    size = (place / "print-a4.zip").stat().st_size
    assert done.zips["output/game/release/print-a4.zip"] == (size, len(files))


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone cannot be changed here")
def test_the_same_game_gives_the_same_bytes_anywhere(whole, tmp_path, monkeypatch):
    released(whole)
    other = Workshop(tmp_path / "elsewhere/deeper")
    for file in sorted(whole.root.rglob("*")):
        if file.is_file() and "output" not in file.parts:
            target = other.root / file.relative_to(whole.root)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
            os.utime(target, (1_000_000_000, 1_000_000_000))
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    time.tzset()
    try:
        released(other)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert contents(folder(other)) == contents(folder(whole))
    # the tables of the two builds name their own folders, those of the releases none
    assert str(whole.root) in (whole.output / "game/tts/game.json").read_text("utf-8")
    save = (folder(whole) / "table/tts/game.json").read_text("utf-8")
    assert "file:" not in save
    assert "http://127.0.0.1:8127/tts/images/" in save


def test_a_table_finds_its_pictures_on_the_web(whole):
    released(whole, "table", address="https://example.org/my%20games")
    save = json.loads((folder(whole) / "table/tts/game.json").read_bytes())
    assert save["TableURL"].startswith("https://example.org/my%20games/game/tts/images/felt.")
    said = (folder(whole) / "table/how-to-load.md").read_text("utf-8")
    assert "https://example.org/my%20games/game/" in said
    assert "http.server" not in said
    with pytest.raises(OutputError, match="ftp:"):
        released(whole, "table", address="ftp://example.org/")


def page_text(data: bytes) -> tuple[int, str]:
    with pypdfium2.PdfDocument(data) as pdf:
        words = [page.get_textpage().get_text_range() for page in pdf]
        return len(pdf), " ".join(" ".join(words).split())


def test_the_page_counts_the_pages_of_the_files(finished):
    whole, _ = finished
    place = folder(whole) / "print-a4"
    count, text = page_text((place / "how-to-print.pdf").read_bytes())
    assert count == 1
    sheets = 0
    for path in sorted(place.rglob("*.a4.pdf")):
        with pikepdf.open(path) as pdf:
            duplex = str(pdf.Root.ViewerPreferences.get("/Duplex", ""))
            flip = {"/DuplexFlipLongEdge": "long edge", "/DuplexFlipShortEdge": "short edge"}
            number = len(pdf.pages) if duplex not in flip else -(-len(pdf.pages) // 2)
        if ".mini." not in path.name:
            sheets += number
        row = text[text.index(path.relative_to(place).as_posix()) :]
        way = f"both sides, flip on the {flip[duplex]}" if duplex in flip else "one side"
        assert f" {number} {way}" in row[: row.index(way) + len(way)]
    assert f"{sheets} sheets of A4" in text
    assert (place / "booklets/rules.mini.a4.pdf").exists()  # which nobody prints besides
    assert text.count("one side, in place of the one above") == 1
    assert "Booklets of one sheet" in text
    assert "100 mm" in text
    assert "63 × 88 mm, 63.5 × 63.5 mm" in text
    for word in ("Tokens", "Boards", "Booklets", "stapler"):
        assert word in text
    assert "Dice:" not in text


def test_a_game_of_many_files_still_has_one_page(whole):
    more = "".join(
        f"  map-{n}: {{kind: board, title: Map {n}, template: back.xml.j2, "
        "size: {width: 90mm, height: 90mm}}\n"
        for n in range(12)
    )
    game = whole.root / GAME
    game.write_text(game.read_text("utf-8") + more, "utf-8")
    released(whole, "print-a4")
    count, text = page_text((folder(whole) / "print-a4/how-to-print.pdf").read_bytes())
    assert count == 1
    assert "boards/map-11.a4.pdf" in text


def test_texts_say_what_the_game_says(finished):
    whole, _ = finished
    place = folder(whole) / "print-a4"
    page = (place / "page.md").read_text("utf-8")
    assert page == (folder(whole) / "print-letter/page.md").read_text("utf-8")
    assert page.startswith("# Game \\*of\\* \\{braces\\}\n")
    assert "- **Players**: 2-4\n" in page
    assert "- **Age**: 12+\n" in page
    assert "- 4 cards: Heroes\n" in page
    assert "- 4 round tokens\n" in page or "- 4 tokens\n" in page
    assert "| A4 | " in page
    assert "| Letter | " in page
    assert "- Design: Ada 5 Lovelace\n" in page
    credits = (place / "credits.txt").read_text("utf-8")
    assert "CC BY 4.0" in credits
    assert "Atkinson Hyperlegible Next\n    Copyright 2020" in credits
    assert "SIL Open Font License" in credits
    _, text = page_text((place / "how-to-print.pdf").read_bytes())
    assert "How to print Game *of* {braces}" in text
    assert "2026-03-14" in text


def test_errors_and_limits_are_in_the_way(whole):
    released(whole, "print-a4")
    before = contents(folder(whole))
    game = whole.root / GAME
    sound = game.read_text("utf-8")
    game.write_text(sound + "limits: {cards: 5}\n", "utf-8")
    done = released(whole, "print-a4")
    [found] = [one for one in done.diagnostics if one.code == "CG706"]
    assert found.message == "the game has 6 cards, and its limits allow at most 5"
    assert str(found.location) == f"{GAME}:{sound.count(chr(10)) + 1}:17"
    assert done.diagnostics.has_errors
    assert done.zips == {}
    game.write_text(sound, "utf-8")
    whole.edit("templates/game/card.xml.j2", 'height="30"', 'height="3" fit="error"')
    done = released(whole, "print-a4")
    assert done.diagnostics.has_errors
    assert done.zips == {}
    assert contents(folder(whole)) == before


def test_what_is_old_goes_and_what_is_ours_alone_is_touched(whole):
    released(whole, "print-a4", "press")
    place = folder(whole)
    (place / "print-a4/mine.txt").write_text("mine")
    assert {path.partition("/")[0] for path in contents(place / "press")} == {
        "SHA256SUMS",
        "credits.txt",
        "press",
    }
    whole.edit(GAME, "  chips: {kind", "  chits: {kind")
    done = released(whole, "print-a4")
    assert "press/press/heroes.pdfx4.pdf" in contents(place)
    assert "print-a4/tokens/chits.a4.pdf" in contents(place)
    assert "print-a4/tokens/chips.a4.pdf" not in contents(place)
    assert done.removed == ("output/game/release/print-a4/tokens/chips.a4.pdf",)
    released(whole)
    assert sorted(os.listdir(place)) == sorted(
        f"{name}{end}" for name in ("print-a4", "print-letter", "table") for end in ("", ".zip")
    )
    clean(whole.root)
    assert contents(whole.output) == {
        "game/release/print-a4/mine.txt": hashlib.sha256(b"mine").hexdigest()
    }


def test_nothing_is_half_written(whole, monkeypatch):
    released(whole, "print-a4")
    before = contents(folder(whole))
    whole.edit(HEROES, "Anna", "Annabel")
    whole.build(**SMALL)
    write, number = Path.write_bytes, iter(range(1000))

    def full(path: Path, data: bytes) -> int:
        if "release" in path.parts and next(number) == 2:
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(writing.Path, "write_bytes", full)
    with pytest.raises(OutputError, match="no space left"):
        released(whole, "print-a4")
    monkeypatch.undo()
    assert contents(folder(whole)) == before
    assert leftovers(whole.output) == []


def test_an_audience_is_one_that_there_is_something_for(whole):
    with pytest.raises(CardgenError, match="unknown audience `print-a5`"):
        released(whole, "print-a5")
    for name in ("heroes", "places", "chips", "map"):
        game = whole.root / GAME
        lines = game.read_text("utf-8").splitlines(keepends=True)
        game.write_text("".join(li for li in lines if not li.startswith(f"  {name}: ")), "utf-8")
    whole.edit(
        GAME, "  rules: {kind: booklet, fold: both}", "  die: {kind: dice, template: back.xml.j2}"
    )
    with pytest.raises(CardgenError, match="`game` has nothing for `press`"):
        released(whole, "press")
    assert not folder(whole).exists()


def test_backs_moved_for_one_printer_are_told(whole):
    (whole.root / "printer.yaml").write_text("back_offset: {x: 0.5mm, y: -1mm}\n")
    done = released(whole, "print-a4")
    [found] = [one for one in done.diagnostics if one.code == "CG726"]
    assert found.message == "backs are moved by 0.5 mm and -1 mm, as your own printer needs it"
    assert done.zips
    assert released(whole, "print-a4", strict=True).zips == {}


def test_a_date_before_all_zips_and_none_at_all(workshop):
    for date in ("", "1979-12-31"):
        data = pack_zip({"b": b"2", "a": b"1"}, Game("game", "Game", date=date), "table")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.namelist() == ["game-table/a", "game-table/b"]
            assert {info.date_time[:3] for info in archive.infolist()} == {(1980, 1, 1)}
    workshop.edit(GAME, 'version: "1"', "date: soon")
    with pytest.raises(CardgenError, match="`soon` is not a date"):
        released(workshop)


def test_a_series_comes_in_volumes(tmp_path):
    rows = "".join(f"n{n},{n}\n" for n in range(20))
    series = write_files(
        tmp_path,
        {
            GAME: "title: Numbers\ncard_types:\n  card: {fields: {}}\ncomponents:\n"
            "  all: {kind: deck, title: All, back: none, series: {rows: all.csv, volume: 9}}\n",
            "card_data/game/all.csv": f"id,title\n{rows}",
            "templates/game/card.xml.j2": '<side background="#ffffff"/>',
        },
    )
    done = released(series, "print-a4")
    assert not done.diagnostics.has_errors
    files = contents(folder(series) / "print-a4")
    assert sorted(path for path in files if path.endswith(".a4.pdf")) == [
        f"series/all/000{number}.a4.pdf" for number in (1, 2, 3)
    ]
    _, text = page_text((folder(series) / "print-a4/how-to-print.pdf").read_bytes())
    assert "20 cards, in volumes" in text

"""A game is built in several languages, each below a folder of its own."""

import json
import shutil

import polib
import pypdfium2
import pytest
from workshops import PRINTED, build_request, contents, write_files

from cardgen.features.clean import clean
from cardgen.features.translation import extract, update
from cardgen.pipeline.build import build, check
from cardgen.pipeline.inputs import inputs_digest
from cardgen.source.files import BUNDLED

GAME = "card_data/game/game.yaml"
HEROES = "card_data/game/decks/heroes.yaml"
PO = "card_data/game/locale/de.po"


@pytest.fixture
def made(tmp_path):
    made = write_files(tmp_path / "project")
    extract(made.root, "game", "de")
    po = polib.pofile(str(made.root / PO))
    for entry in po:
        entry.msgstr = f"{entry.msgid} (de)"
        if entry.msgid_plural:
            entry.msgstr_plural = {0: f"{entry.msgid} (de)", 1: f"{entry.msgid_plural} (de)"}
    po.save()
    return made


def stamps(folder):
    files = [path for path in folder.rglob("*.pdf") if path.is_file()]
    return {path.name: path.stat().st_mtime_ns for path in files}


def test_a_language_has_a_tree_of_its_own(made):
    made.edit(PO, 'msgstr "Anna (de)"', 'msgstr "Änna"')
    made.build(products=PRINTED)
    usual = made.files()
    report = made.build(products=PRINTED, locale="de")
    assert [(one.place, one.status) for one in report.games] == [("game/de", "built")]
    assert not list(report.diagnostics)
    own = {name: data for name, data in made.files().items() if not name.startswith("de/")}
    assert own == usual
    there = {name[3:] for name in made.files() if name.startswith("de/")}
    assert there == set(usual)
    assert made.build(products=PRINTED, locale="de").made == 0
    assert made.build(products=PRINTED).made == 0


def test_an_edit_of_a_translation_rebuilds_what_shows_it_as_a_clean_build_does(made, laid):
    made.build(products=PRINTED)
    made.build(products=PRINTED, locale="de")
    folder = made.output / "game/de"
    before = stamps(folder)
    laid.clear()
    made.edit(PO, 'msgstr "Den (de)"', 'msgstr "Bau"')
    report = made.build(products=PRINTED, locale="de")
    assert len(laid) == 1
    sheets = {"sheets/places.a4.pdf", "sheets/places.letter.pdf"}
    assert {path for game in report.games for path in game.made} == sheets
    after = stamps(folder)
    assert {f"sheets/{name}" for name in after if after[name] != before[name]} == sheets
    edited = contents(folder)
    assert made.build(products=PRINTED).made == 0
    shutil.rmtree(made.output)
    made.build(products=PRINTED, locale="de")
    assert contents(folder) == edited


def test_another_translation_is_no_input(made):
    root = made.root
    one = inputs_digest(root, "game", BUNDLED)
    german = inputs_digest(root, "game", BUNDLED, locale="de")
    french = inputs_digest(root, "game", BUNDLED, locale="fr")
    made.edit(PO, 'msgstr "Anna (de)"', 'msgstr "Änna"')
    assert inputs_digest(root, "game", BUNDLED) == one
    assert inputs_digest(root, "game", BUNDLED, locale="fr") == french
    assert inputs_digest(root, "game", BUNDLED, locale="de") != german


def test_a_game_names_the_languages_that_it_is_built_in(made):
    made.edit(GAME, "title: Game", "title: Game\nlanguage: en\nlocales: [en, de, qps]")
    report = made.build(products=PRINTED)
    assert [one.place for one in report.games] == ["game", "game/de", "game/qps"]
    assert json.loads((made.output / "game/build.json").read_bytes())["locales"] == ["de", "qps"]
    assert made.build(products=PRINTED).made == 0  # it reads nothing, and knows them all the same
    made.edit(HEROES, "title: Anna", "title: Anne")
    games = made.build(products=PRINTED).games
    assert {one.place for one in games if one.made} == {"game", "game/de", "game/qps"}


def test_no_language_takes_the_folder_of_a_product(made):
    made.edit(GAME, "title: Game", "title: Game\nlocales: [tts, qps]")
    report = made.build(products=PRINTED)
    assert [one.place for one in report.games] == ["game", "game/qps"]
    assert [(one.code, one.location.path) for one in report.diagnostics] == [("CG204", GAME)]
    assert not (made.output / "game/tts").exists()


def test_a_broken_translation_leaves_its_files_and_all_others(made):
    made.edit(GAME, "title: Game", "title: Game\nlocales: [de]")
    made.build(products=PRINTED)
    before = made.files()
    made.edit(PO, 'msgstr "Den (de)"', 'msgstr "Den')
    report = made.build(products=PRINTED)
    statuses = {one.place: one.status for one in report.games}
    assert statuses == {"game": "unchanged", "game/de": "failed"}
    assert {one.location.path for one in report.diagnostics if one.location} == {PO}
    assert made.files() == before


def test_a_check_takes_the_language(made):
    made.edit(PO, 'msgstr "Hold {rule:hand} cards. (de)"', 'msgstr ""')
    assert not list(check(made.root, ("game",), jobs=1))
    codes = [one.code for one in check(made.root, ("game",), jobs=1, locale="de")]
    assert codes == ["CG253"]
    made.build(products=PRINTED, locale="de")
    assert [one.code for one in check(made.root, ("game",), jobs=1, locale="de")] == codes


def test_words_of_cardgen_on_sheets_are_translated(made):
    made.build(products=PRINTED, locale="de")
    made.edit(PO, 'msgstr "sheet {number} of {total} (de)"', 'msgstr "Bogen {number} von {total}"')
    report = made.build(products=PRINTED, locale="de")
    assert {path for game in report.games for path in game.made} == {
        "sheets/heroes.a4.pdf", "sheets/heroes.letter.pdf",
        "sheets/places.a4.pdf", "sheets/places.letter.pdf",
    }  # fmt: skip


def test_a_virtual_table_finds_its_pictures_in_the_folder_of_its_language(made):
    options = {"products": ("tts",), "tts_base_url": "https://example.org/", "tts_max_side": 256}
    made.build(locale="qps", **options)
    table = (made.output / "game/qps/tts/heroes.json").read_text(encoding="utf-8")
    assert "https://example.org/game/qps/tts/images/" in table


def test_other_processes_read_the_same_language(made):
    made.build(products=PRINTED, locale="de")
    one = contents(made.output / "game/de")
    shutil.rmtree(made.output)
    build(build_request(made.root, products=PRINTED, jobs=2, locale="de"))
    assert contents(made.output / "game/de") == one


def test_cleaning_removes_all_languages(made):
    made.build(products=PRINTED)
    made.build(products=PRINTED, locale="de")
    made.build(products=PRINTED, locale="qps", draft=True)
    (made.output / "game/de/mine.txt").write_text("keep")
    clean(made.root)
    left = [path.relative_to(made.output) for path in made.output.rglob("*") if path.is_file()]
    assert [str(path) for path in left] == ["game/de/mine.txt"]


def test_a_draft_of_a_language_lies_in_its_folder(made):
    made.edit(HEROES, "A **bold** man", "{rule:nowhere}")
    report = made.build(products=PRINTED, locale="qps", draft=True)
    assert [one.status for one in report.games] == ["draft"]
    assert (made.output / "game/qps/draft/sheets/heroes.a4.pdf").is_file()
    made.edit(HEROES, "{rule:nowhere}", "A **bold** man")
    made.build(products=PRINTED, locale="qps")
    assert not (made.output / "game/qps/draft").exists()


def test_words_of_templates_are_translated(made):
    box = 'style="body" size="9pt" x="9" y="9" width="9" height="9" color="paper"'
    made.edit("templates/game/back.xml.j2", "/>", f"><text {box}>Out</text></side>")
    update(made.root, "game")
    text = (made.root / PO).read_text(encoding="utf-8")
    assert '#: templates/game/back.xml.j2:1\nmsgctxt "templates/back.xml.j2"\nmsgid "Out"' in text
    marked = made.build(products=PRINTED, locale="de")
    assert [one.code for one in marked.diagnostics] == ["CG253"]
    made.edit(PO, 'msgid "Out"\nmsgstr ""', 'msgid "Out"\nmsgstr "Aus <b>hier</b>"')
    (wrong,) = made.build(products=PRINTED, locale="de").diagnostics
    assert (wrong.code, wrong.location.path) == ("CG256", PO)
    made.edit(PO, "Aus <b>hier</b>", "Aus &amp; vorbei")
    assert not list(made.build(products=PRINTED, locale="de").diagnostics)
    german = {name: data for name, data in made.files().items() if name.startswith("de/")}
    shutil.rmtree(made.output)
    made.build(products=PRINTED, locale="de")
    assert made.files() == german


def test_a_pseudo_language_runs_from_right_to_left(made):
    made.edit(HEROES, "A **bold** man.", "A **bold** man with a hat and a stick" + " or so" * 60)
    (found,) = check(made.root, ("game",), jobs=1, locale="qpr")
    assert found.code == "CG401"
    assert "\u202e" not in found.message
    made.edit(HEROES, " with a hat and a stick" + " or so" * 60, "")
    report = made.build(products=PRINTED, locale="qpr")
    assert not list(report.diagnostics)
    text = pypdfium2.PdfDocument(made.output / "game/qpr/sheets/heroes.a4.pdf")[0].get_textpage()
    place = text.get_text_range().index("[")
    left, *_ = text.get_charbox(place)
    words = text.get_text_range(place, 9)
    assert "åå" in words
    assert left > 100  # the bracket begins the text, at the right

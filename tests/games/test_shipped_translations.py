"""Translations of the games: whole, up to date, in print, and in the pseudo-language."""

import re
import shutil
from pathlib import Path

import polib
import pytest
from five_games import GAMES, copy_game
from pieces import ROOT

from cardgen.api import BuildRequest, PrintOptions, open_game
from cardgen.features.translation import extract, status, update
from cardgen.model.load import load_project
from cardgen.model.locale.catalogue import in_language
from cardgen.model.locale.translation import Recorder, po_path
from cardgen.pipeline.build import check

SHIPPED = sorted((path.parts[-3], path.stem) for path in ROOT.glob("card_data/*/locale/*.po"))
"""Game and language of each."""

each = pytest.mark.parametrize(("name", "language"), SHIPPED)


ENGLISH_YET = {
    ("last-men-standing", "he"): re.compile(
        r"(rules|pocket|sell-sheet|playtest)\.md$|assumptions\.\d+\."
        r"|templates/(boards|booklet|leaflet|pieces|playtest|playtest-page|pocket)\b"
    )
}
"""Contexts that a language may lack: none of them are on cards."""
ON_CARDS = re.compile(r"/decks/|^templates/[^/]+/(art|cards)/")
"""Where that is found which cards show."""


def test_games_come_in_german_and_hebrew() -> None:
    assert {("hachi-train", "de"), ("last-men-standing", "he")} <= {*SHIPPED}


@each
def test_every_text_has_its_translation_and_nothing_is_found(name: str, language: str) -> None:
    ((counts, found),) = status(ROOT, name, language)
    allowed = ENGLISH_YET.get((name, language))
    entries = polib.pofile(ROOT / po_path(name, language))
    lacking = [one.msgctxt for one in entries if not one.translated()]
    assert [one for one in lacking if allowed is None or not allowed.match(one)] == []
    assert [str(one) for one in found if one.code != "CG253"] == []
    assert (counts.missing, counts.stale, counts.gone) == (len(lacking), 0, 0)
    assert counts.texts - counts.missing > 100


@each
def test_it_says_the_language_and_has_no_half_done_entry(name: str, language: str) -> None:
    entries = polib.pofile(ROOT / po_path(name, language))
    assert entries.metadata["Language"] == language
    assert [one.msgid for one in entries if one.fuzzy or one.obsolete] == []
    edges = [one.msgid for one in entries if one.msgstr != one.msgstr.strip()]
    assert [text for text in edges if text == text.strip()] == []


@each
def test_different_words_of_the_game_stay_different(name: str, language: str) -> None:
    words = {
        one.msgid: one.msgstr
        for one in polib.pofile(ROOT / po_path(name, language))
        if one.msgctxt.startswith("terms.") and one.msgctxt.endswith(".text")
    }
    assert words
    assert len({*words.values()}) == len(words)


@each
def test_cards_and_headings_are_those_of_the_game(name: str, language: str) -> None:
    plain, other = (
        load_project(ROOT, (name,), translated=in_language(locale)).games[0]
        for locale in ("", language)
    )
    assert other.language == language
    assert [one.id for one in other.components.values()] == [*plain.components]
    for id, component in plain.components.items():
        there = other.components[id]
        assert [one.id for one in getattr(there, "cards", ())] == [
            one.id for one in getattr(component, "cards", ())
        ]
        if (document := getattr(component, "document", None)) is not None:
            assert [*there.document.anchors] == [*document.anchors]


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(*shipped, marks=() if shipped[1] == "de" else pytest.mark.broad)
        for shipped in SHIPPED
    ],
)
@pytest.mark.slow(seconds=7)
def test_everything_fits(name: str, language: str, tmp_path: Path) -> None:
    copy_game(name, tmp_path)
    found = check(tmp_path, (name,), jobs=1, locale=language)
    assert not found.has_errors
    yet = (name, language) in ENGLISH_YET
    assert [str(one) for one in found if not yet or ON_CARDS.search(one.location.path)] == []


GAME = "hachi-train"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_read_in_another_language(game):
    plain, other = (
        load_project(ROOT, (game,), translated=in_language(locale)).games[0]
        for locale in ("", "qps")
    )
    assert other.title.startswith("[")
    assert [one.id for one in other.components.values()] == list(plain.components)
    recorder = Recorder()
    load_project(ROOT, (game,), translated=lambda project, name: recorder)
    contexts = {context for context, _ in recorder.texts}
    assert {"title", "rules.md", "pocket.md", "cardgen"} <= contexts
    assert any(context.startswith("terms.") for context in contexts)
    assert any(context.startswith("decks/") for context in contexts)


def test_a_fresh_translation_is_up_to_date_and_the_game_prints_with_marks(tmp_path):
    copy_game(GAME, tmp_path)
    shutil.rmtree(tmp_path / f"card_data/{GAME}/locale")
    extract(tmp_path, GAME, "de")
    path = tmp_path / f"card_data/{GAME}/locale/de.po"
    before = path.read_bytes()
    (done,) = update(tmp_path, GAME)
    assert (done.new, done.changed, done.gone, path.read_bytes()) == (0, 0, 0, before)
    ((counts, found),) = status(tmp_path, GAME)
    assert (counts.missing, counts.stale) == (counts.texts, 0)
    assert {one.code for one in found} == {"CG253"}


def test_a_deck_stands_the_pseudo_language():
    request = BuildRequest(ROOT, (GAME,), PrintOptions(("sheets",)), locale="qps")
    with open_game(request, GAME) as opened:
        laid = opened.lay_out(("cars",))
        assert laid.is_whole
        assert {one.severity.value for one in laid.diagnostics} <= {"warning"}


# A guide of eight pages is so full that a third more text is too much: whoever translates it
# keeps it short.
KNOWN = {"CG632"}


@pytest.mark.slow(seconds=11)
@pytest.mark.parametrize("game", ["last-train", "minecart", "railroaded"])
def test_layouts_have_room_for_longer_words(game, tmp_path):
    copy_game(game, tmp_path)
    found = check(tmp_path, (game,), jobs=1, locale="qps")
    errors = [one for one in found if one.severity.value == "error"]
    assert [str(one) for one in errors if one.code not in KNOWN] == []

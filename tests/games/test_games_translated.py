"""The five games have texts that can be translated, and stand the pseudo-language."""

import shutil

import pytest
from five_games import GAMES, copy_game
from pieces import ROOT

from cardgen.api import BuildRequest, PrintOptions, open_game
from cardgen.features.translation import extract, status, update
from cardgen.model.load import load_project
from cardgen.model.locale.catalogue import in_language
from cardgen.model.locale.translation import Recorder
from cardgen.pipeline.build import check

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

"""A draft prints what has errors, marked, and leaves no trace in what is finished."""

import json
import re
from pathlib import Path

import pytest
from test_build_booklet import words
from workshops import HOSTED, PRINTED, SMALL, contents, plain_names

from cardgen.core.diagnostics import LayoutError, Severity
from cardgen.features.clean import clean
from cardgen.features.selection import CardChoice, select
from cardgen.pipeline.build import BuildRequest
from cardgen.pipeline.executors import workers

HEROES = "card_data/game/decks/heroes.yaml"
CARD = "templates/game/card.xml.j2"
FINE = "You have {rule:lives} lives."
LONG = "Words that do not fit. " * 40
ALIKE = {**HOSTED, **SMALL}


@pytest.fixture
def long(workshop):
    """A project with a text that does not fit."""
    workshop.edit(HEROES, FINE, LONG)
    return workshop


def test_a_draft_prints_good_cards_and_marks_the_others_and_goes_by_cleaning(long):
    report = long.build(products=PRINTED, draft=True)
    assert [game.status for game in report.games] == ["draft"]
    assert [one.code for one in report.diagnostics] == ["CG401"]
    said = " ".join(words(long.output / "game/draft/sheets/heroes.a4.pdf"))
    assert "DRAFT · Game · Heroes" in said
    assert said.count("DRAFT · text does not fit") == 2  # copies
    assert "bert, text: CG401" in said
    assert "Hold 5 cards." in said
    manifest = json.loads((long.output / "game/draft/build.json").read_bytes())
    assert (manifest["draft"], manifest["inputs"]) == (True, "")
    clean(long.root)
    assert not (long.output / "game").exists()


def test_a_draft_without_errors_is_a_build(workshop):
    workshop.build(products=PRINTED, draft=True)
    assert workshop.equals_a_clean_build(products=PRINTED)


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        pytest.param(HEROES, "copies: 2", "copies: many", "CG203", marks=pytest.mark.broad),
        (HEROES, "id: bert, title: Bert", "id: anna, title: Bert", "CG205"),
        (HEROES, "title: Bert", "title: Bert, type: nothing", "CG207"),
        pytest.param(HEROES, "{rule:lives}", "{rule:nothing}", "CG2", marks=pytest.mark.broad),
        (CARD, "{{ card.text }}", "{{ card.text }}{{ card.nope if card.id == 'bert' }}", "CG304"),
        (CARD, "</side>", '{% if card.id == "bert" %}<image src="no.png"/>{% endif %}</side>', ""),
    ],
)
def test_a_draft_after_a_build_and_before_one(workshop, file, old, new, code):
    workshop.build(**ALIKE)
    finished = contents(workshop.output / "game")
    workshop.edit(file, old, new)
    failed = workshop.build(**ALIKE)
    report = workshop.build(draft=True, **ALIKE)
    assert [game.status for game in report.games] == ["draft"]
    errors = [one for one in report.diagnostics if one.severity is Severity.ERROR]
    assert errors == [one for one in failed.diagnostics if one.severity is Severity.ERROR]
    assert any(one.code.startswith(code) for one in report.diagnostics)
    again = workshop.build(**ALIKE)
    assert [game.status for game in again.games] == ["failed"]
    assert plain_names(contents(workshop.output / "game/draft")) == plain_names(finished)
    now = contents(workshop.output / "game")
    assert {n: now[n] for n in now if not n.startswith("draft/")} == finished
    workshop.edit(file, new, old.replace("Bert", "Bertram"))
    workshop.build(**ALIKE)
    assert workshop.equals_a_clean_build(**ALIKE)
    assert not (workshop.output / ".cardgen/game/draft").exists()


def test_what_is_wrong_with_the_game_has_no_draft(workshop):
    workshop.edit("card_data/game/game.yaml", "size: poker", "size: pocker")
    assert [game.status for game in workshop.build(draft=True).games] == ["failed"]
    assert not (workshop.output / "game/draft").exists()


@pytest.mark.parametrize("how", ["fork", pytest.param("spawn", marks=pytest.mark.broad)])
def test_the_bytes_of_a_draft_are_those_of_one_process(long, monkeypatch, tmp_path, how):
    long.edit(HEROES, "title: Carl", "title: [Carl]")
    one, two = tmp_path / "one", tmp_path / "two"
    long.build(output=one, draft=True, **ALIKE)
    monkeypatch.setenv(workers.VARIABLE, how)
    monkeypatch.setattr(workers, "START_COST", 0.0)
    long.build(output=two, jobs=2, draft=True, **ALIKE)
    assert contents(one / "game") == contents(two / "game")


def test_tables_of_a_draft_name_its_own_pictures(long):
    long.build(products=("tts", "images", "singles"), draft=True)
    draft = long.output / "game/draft"
    table = (draft / "tts/heroes.json").read_text()
    [address] = set(re.findall(r'"FaceURL": "(file:[^"]+)"', table))
    assert "/game/draft/tts/images/" in address
    assert Path(address.removeprefix("file://")).is_file()
    assert "DRAFT · Game" in (draft / "tts/game.json").read_text(encoding="utf-8")
    assert list(draft.glob("cards/heroes/bert.*"))


def test_a_selection_may_be_a_draft(long):
    request = BuildRequest(long.root, jobs=1)
    with pytest.raises(LayoutError):
        select(request, "game", CardChoice(cards=("bert",)))
    done = select(BuildRequest(long.root, jobs=1, draft=True), "game", CardChoice(("bert",)))
    assert done.diagnostics.has_errors
    said = " ".join(words(long.output / "game/selection/sheets/heroes.a4.pdf"))
    assert "DRAFT · text does not fit" in said

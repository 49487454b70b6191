"""The notes of playtests: read with their places, and warned about."""

import pytest
from documents import document
from workshops import write_files

from cardgen.core.diagnostics import Severity
from cardgen.model.load import load_project
from cardgen.model.notes import read_notes
from cardgen.source.files import Project

GAME = {
    "card_data/duel/game.yaml": """\
title: Duel
theme: {styles: {body: {font: atkinson/regular, size: 9pt}}}
card_types: {action: {template: action.xml.j2}}
components:
  actions: {kind: deck, title: Actions, size: poker}
""",
    "card_data/duel/decks/actions.yaml": "cards: [{id: lunge, title: Lunge, type: action}]\n",
    "templates/duel/action.xml.j2": (
        '<side><text style="body" width="63" height="88">{{ card.title }}</text></side>\n'
    ),
    "templates/duel/actions.back.xml.j2": "<side/>\n",
}
NOTES = "card_data/duel/notes.yaml"
WELL = document("model/notes_well.yaml")


@pytest.fixture
def notes_of(tmp_path):
    write_files(tmp_path, GAME)

    def read(text):
        write_files(tmp_path, {NOTES: text})
        return read_notes(Project(tmp_path), "duel")

    return read


def test_a_note_is_read_with_its_place(notes_of):
    (first, second), found = notes_of(WELL)
    assert found == ()
    assert (first.id, first.on, first.side) == ("cost", "actions/lunge", "face")
    assert (first.x, first.y, first.date, first.state) == (3.5, 4, "2026-03-14", "open")
    assert (second.text, second.x, second.state) == ("Nobody has read this.", None, "done")
    assert (first.location.line, second.location.line) == (2, 3)


@pytest.mark.parametrize("text", ["notes:\n", "notes: []\n"])
def test_there_may_be_none(notes_of, text):
    assert notes_of(text) == ((), ())


@pytest.mark.parametrize(
    ("text", "code", "line", "left"),
    [
        ("notes: [", "CG101", 1, []),
        ("notes: all", "CG203", 1, []),
        ("note: []", "CG201", 1, []),
        (WELL.replace("2026-03-14", "14.3."), "CG204", 2, ["cost", "word"]),
        (WELL.replace("state: done", "state: mended"), "CG207", 6, ["cost", "word"]),
        (WELL.replace("on: rules/3", "where: rules/3"), "CG201", 4, ["cost"]),
        (WELL.replace("x: 3.5", "x: left"), "CG203", 2, ["cost", "word"]),
        (WELL.replace("id: word", "id: cost"), "CG204", 3, ["cost"]),
    ],
)
def test_what_is_wrong_is_a_warning_at_its_place_and_leaves_the_others(
    notes_of, tmp_path, text, code, line, left
):
    notes, found = notes_of(text)
    assert [note.id for note in notes] == left
    assert code in {one.code for one in found}
    assert {(one.severity, one.location.path) for one in found} == {(Severity.WARNING, NOTES)}
    assert line in {one.location.line for one in found}
    loaded = load_project(tmp_path)
    assert [game.id for game in loaded.games] == ["duel"]
    assert list(loaded.diagnostics) == list(found)

import json

import pytest
from documents import document
from msgspec.structs import replace

from cardgen.comparison.changes import RuleChange, Stated, compare
from cardgen.comparison.snapshot import (
    BoardState,
    BookletState,
    CardState,
    DeckState,
    PartState,
    PieceState,
    Snapshot,
)
from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location, Severity
from cardgen.features import revision as source

ANNA = CardState("Anna", "card", 2, "a", "back", {"power": 3, "text": "Hold five cards."})
LONG = "When the last card of the deck is drawn, everybody takes one more turn and then counts."
MANY = {f"c{i}": replace(ANNA, title=f"C {i}", face=f"c{i}", copies=1) for i in range(7)}


def state(version="1", hand=5, look="x", copies=4, **cards):
    return Snapshot(
        "bridge",
        "The Bridge",
        version,
        {"hand": hand},
        {"heroes": DeckState("Heroes", cards)},
        {"map": BoardState("Map", look, {"a4": {"A1": "1", "A2": look}, "letter": {"A1": look}})},
        {"rules": BookletState("Rules", ("p", look), False)},
        {"chips": PieceState("Chips", "tokens", {"one": PartState(copies, "f", "")})},
    )


OLD = state(anna=ANNA, bert=ANNA, carl=replace(ANNA, face="c"), **MANY)
NEW = state(
    version="2",
    hand=6,
    look="y",
    copies=5,
    anna=replace(ANNA, face="a2", fields={"power": 4, "text": LONG}),
    bert=replace(ANNA, copies=3),
    dora=replace(ANNA, title="Dora\x1b", face="d", copies=1),
    **{id: replace(card, face=f"{card.face}-new") for id, card in MANY.items()},
)


@pytest.fixture
def asked(monkeypatch):
    """What the command asks for; its answer may be changed."""
    changes = compare(OLD, NEW)
    place = Stated(Location("card_data/bridge/decks/heroes.yaml", 3, 9), "heroes/anna")
    rules = (RuleChange("hand", 5, 6, (place, Stated(Location("rules.md", 7, 2)))),)
    seen = {
        "changes": replace(changes, rules=rules),
        "notes": (),
        "written": (),
        "found": Diagnostics(),
    }

    def diff(request, game, against, page):
        seen["request"] = (game, against, request.output, page)
        return source.DiffReport(
            "bridge",
            "The Bridge",
            "what was printed (version 1)",
            seen["changes"],
            seen["found"],
            seen["notes"],
            seen["written"],
        )

    monkeypatch.setattr(source, "diff", diff)
    return seen


def test_human(run, project, asked):
    result = run("diff", "bridge")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == document("cli/diff.txt")
    assert asked["request"] == ("bridge", None, None, None)


def test_verbose_shows_everything(run, project, asked):
    result = run("-v", "diff", "bridge")
    assert f"→  {LONG}\n" in result.stdout
    assert "  ~ heroes/c6  look only (face)\n" in result.stdout
    assert "7 cards  look only" not in result.stdout


def test_colours(run, project, asked):
    result = run("diff", "bridge", "--color", "always")
    assert "\x1b[32m\x1b[1m+\x1b[0m heroes/dora" in result.stdout
    assert "\x1b[31m\x1b[1m-\x1b[0m heroes/carl" in result.stdout
    assert "Dora\x1b" not in result.stdout


def test_options(run, project, asked):
    asked["written"] = ("out/changes.html",)
    result = run("diff", "bridge", "--against", "HEAD~2", "--page", "changes.HTML", "-q")
    assert result.stdout == "out/changes.html\n"
    assert asked["request"] == ("bridge", "HEAD~2", None, project / "changes.HTML")


def test_nothing(run, project, asked):
    asked["changes"] = compare(OLD, OLD)
    result = run("diff", "bridge")
    assert result.exit_code == 0
    assert result.stdout.endswith("against what was printed (version 1): nothing has changed\n")
    assert json.loads(run("diff", "bridge", "--format", "json").stdout)["same"] is True


def test_notes_and_warnings(run, project, asked):
    asked["notes"] = ("looks may differ",)
    asked["found"].add(Diagnostic(Severity.WARNING, "CG801", "too near the edge"))
    result = run("diff", "bridge")
    assert result.exit_code == 0
    assert result.stdout.endswith("\n\nlooks may differ\n")
    assert "warning[CG801]: too near the edge" in result.stderr


def test_markdown_sets_what_the_game_says_as_code(run, asked):
    result = run("diff", "bridge", "--format", "markdown")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "### `The Bridge` against `what was printed (version 1)`"
    assert "- changed `hand`: `5` → `6`" in lines
    assert "  - stated on `card_data/bridge/decks/heroes.yaml:3:9 heroes/anna`" in lines
    assert f"power `3` → `4`, text `Hold five cards.` → `{LONG}`" in result.stdout
    assert "- 7 cards: look only (face)" in lines
    assert "\x1b" not in result.stdout
    assert lines[-1].startswith("cards: ")

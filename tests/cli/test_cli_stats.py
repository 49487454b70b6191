import json

import pytest
from documents import document

from cardgen.core.diagnostics import Diagnostics
from cardgen.features import stats as source
from cardgen.model.statistics import (
    Comparison,
    ComparisonRow,
    DeckStatistics,
    Numbers,
    Tally,
    Value,
)

SKILLS = Tally(
    "skills",
    "term",
    (Value("medic", "Medic\x1b", 6, 5, 2), Value("leader", "Leader", 3, 3, 1)),
    cards_with_field=9,
    cards_with_value=8,
    per_card=Numbers(0, 2, 1.0, 1),
)
COST = Tally(
    "cost",
    "number",
    tuple(Value(str(i), str(i), i, i, 2, i) for i in range(1, 26)),
    cards_with_field=325,
    cards_with_value=325,
    numbers=Numbers(1, 25, 17, 18),
    unused=(),
)
SIDE = Tally("side", "choice", (Value("low", "low", 9, 9, 3),), 9, 9, unused=("mid", "high"))
DECKS = (
    DeckStatistics("soldiers", "Soldiers", 9, 3, 1, (SKILLS, SIDE)),
    DeckStatistics("aid", "Aid", 1, 1, 0, ()),
)
COMPARED = Comparison("skills", "term", DECKS, (ComparisonRow(SKILLS.values[0], (6, 0)),))


@pytest.fixture
def asked(monkeypatch):
    """What the command asks for; its answer may be changed."""
    seen = {"decks": DECKS, "compared": (COMPARED,), "found": Diagnostics()}

    def stats(root, game, decks, fields, odds):
        seen["request"] = (game, decks, fields)
        seen["odds"] = odds
        return source.StatsReport(
            "bridge", "The Bridge", seen["decks"], seen["compared"], seen["found"]
        )

    monkeypatch.setattr(source, "stats", stats)
    return seen


def test_human(run, project, asked):
    result = run("stats", "bridge")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == document("cli/stats.txt")
    assert asked["request"] == ("bridge", (), ())


def test_long_lists_are_cut_unless_the_field_is_named(run, project, asked):
    asked["decks"] = (DeckStatistics("draw", "Draw", 325, 50, 0, (COST,)),)
    short = run("stats", "bridge").stdout
    assert "  cost · 1 to 25, mean 17, median 18 · on 325 cards\n" in short
    assert "    20  20    6 %" in short
    assert "    21  21" not in short
    assert "    and 5 more values: see --field cost\n" in short
    whole = run("stats", "bridge", "--field", "cost").stdout
    assert "    25  25    8 %" in whole
    assert "more value" not in whole
    assert asked["request"] == ("bridge", (), ("cost",))


def test_a_field_that_was_named_is_shown_in_full(run, project, asked):
    result = run("stats", "bridge", "--field", "side", "--deck", "soldiers", "--deck", "aid")
    assert "    low  9  100 %  ████████████████████████\n    unused: mid, high\n" in result.stdout
    assert asked["request"] == ("bridge", ("soldiers", "aid"), ("side",))


def test_json(run, project, asked):
    result = run("stats", "bridge", "--format", "json")
    facts = json.loads(result.stdout)
    assert "\x1b" not in result.stdout
    soldiers, aid = facts["decks"]
    assert (soldiers["cards"], soldiers["designs"], soldiers["kept_back"]) == (9, 3, 1)
    assert aid["fields"] == []
    skills, side = soldiers["fields"]
    assert skills["values"][0] == {
        "value": "medic",
        "label": "Medic\x1b",
        "count": 6,
        "cards": 5,
        "designs": 2,
        "share": 0.5556,
    }
    assert (skills["asked"], skills["stating"], skills["numbers"]) == (9, 8, None)
    assert skills["per_card"] == {"least": 0, "most": 2, "mean": 1.0, "median": 1}
    assert side["unused"] == ["mid", "high"]
    (compared,) = facts["comparisons"]
    assert compared["decks"] == ["soldiers", "aid"]
    assert compared["values"][0]["counts"] == [6, 0]


def test_a_game_without_decks(run, project, asked):
    asked["decks"] = asked["compared"] = ()
    assert run("stats", "bridge").stdout == "The Bridge (bridge)\n\n  There are no decks.\n"


def test_a_terminal_without_blocks(run, project, asked, monkeypatch):
    monkeypatch.setattr("cardgen.cli.stats.BLOCKS", "\udcff" * 9)  # nothing can encode these
    assert "    Leader     3   33 %  ############\n" in run("stats", "bridge").stdout

import pytest
from documents import document
from msgspec.structs import replace

from cardgen.comparison.changes import compare
from cardgen.comparison.snapshot import BoardState, CardState, DeckState, PieceState, Snapshot
from cardgen.core.diagnostics import Diagnostics
from cardgen.features import revision as source
from cardgen.features.revision.pull_list import pull_list

ANNA = CardState("Anna", "card", 2, "a", "back", {"power": 3})
OLD = Snapshot(
    "bridge",
    "The Bridge",
    "1",
    {"hand": 5},
    {"heroes": DeckState("Heroes", {"anna": ANNA})},
    {"map": BoardState("Map", "x", {"a4": {"A1": "1", "A2": "2"}})},
    {},
    {"box": PieceState("Box", "box", {})},
)
NEW = replace(
    OLD,
    decks={"heroes": DeckState("Heroes", {"anna": replace(ANNA, face="b", copies=3)})},
    boards={"map": BoardState("Map", "y", {"a4": {"A1": "1", "A2": "3"}})},
    pieces={"box": PieceState("Box", "tokens", {})},
)


@pytest.fixture
def asked(monkeypatch):
    seen = {"changes": compare(OLD, NEW), "written": ("out/heroes.a4.pdf",), "removed": ("old",)}

    def reprint(request, game, against):
        options = request.options
        seen["request"] = (game, against, options.papers, options.duplex, request.output)
        return source.DiffReport(
            "bridge",
            "The Bridge",
            "the last build",
            seen["changes"],
            Diagnostics(),
            files=seen["written"],
            pulls=pull_list(seen["changes"], ("a4",), {}),
            removed=seen["removed"],
        )

    monkeypatch.setattr(source, "reprint", reprint)
    return seen


def test_human(run, project, asked):
    result = run("reprint", "bridge")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == document("cli/reprint.txt")
    assert "removed old\n" in run("-v", "reprint", "bridge").stdout
    assert run("reprint", "bridge", "-q").stdout == ""


def test_options(run, project, asked):
    run(
        *("reprint", "bridge", "--against", "v1", "--paper", "a4", "--paper", "letter"),
        *("--duplex", "none", "--output", "out"),
    )
    assert asked["request"] == ("bridge", "v1", ("a4", "letter"), "none", project / "out")


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (OLD, "nothing has changed, nothing to print"),
        (replace(OLD, rules={"hand": 6}), "nothing that is printed has changed, nothing to print"),
    ],
)
def test_nothing(run, project, asked, new, said):
    asked |= {"changes": compare(OLD, new), "written": ()}
    result = run("reprint", "bridge")
    assert result.exit_code == 0
    assert result.stdout == f"The Bridge (bridge) against the last build: {said}\n"


def test_faults(run, project):
    assert run("reprint", "bridge", "--paper", "a5").exit_code == 1
    (project / "card_data/bridge/game.yaml").write_text("title: Bridge\n")
    result = run("reprint", "bridge")
    assert result.exit_code == 1
    assert "error[CG762]" in result.stderr

import json
import sys

from workshops import build_request

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.features.selection import CardChoice

WARNING = Diagnostic(Severity.WARNING, "CG803", "text is small")
GONE = ("sheets/c.a4.pdf",)
ERROR = Diagnostic(Severity.ERROR, "CG201", "it is wrong")


def test_options_reach_the_build(run, api, project):
    result = run(
        *["build", "bridge", "minecart", "--product", "sheets", "--paper", "letter"],
        *["--paper", "a4", "--duplex", "short-edge", "--output", "out", "--force"],
        *["--jobs", "3", "--strict"],
    )
    assert result.exit_code == 0, result.output
    assert api.request == build_request(
        root=project,
        games=("bridge", "minecart"),
        products=("sheets",),
        papers=("letter", "a4"),
        duplex="short-edge",
        output=project / "out",
        force=True,
        jobs=3,
        strict=True,
    )
    assert run("build").exit_code == 0
    assert api.request == api.BuildRequest(root=project)


def test_human_results(run, api, project, game_report):
    api.games = (
        game_report(
            "bridge", "The Bridge", "built", ("sheets/a.a4.pdf",), ("sheets/b.a4.pdf",), GONE
        ),
        game_report("rail", "Rail\x1b[2J", "failed"),
    )
    result = run("build")
    assert result.stdout == (
        "The Bridge (bridge): built, 1 file made, 1 kept in output/bridge/\n"
        "Rail\\x1b[2J (rail): failed\n"
    )
    assert result.stderr == "no errors (0.25 s)\n"
    named = "\n  made sheets/a.a4.pdf\n  kept sheets/b.a4.pdf\n  removed sheets/c.a4.pdf\n"
    assert named in run("build", "-v").stdout
    assert run("build", "-q").output == ""


def test_json_results(run, api, project, game_report):
    api.games = (game_report("bridge", "The Bridge", "built", ("sheets/a.a4.pdf",)),)
    api.finds(WARNING)
    result = run("build", "--format", "json")
    assert json.loads(result.stdout) == {
        "games": [
            {
                "id": "bridge",
                "title": "The Bridge",
                "status": "built",
                "made": ["sheets/a.a4.pdf"],
                "kept": [],
                "redrawn": {},
                "stale": {},
                "left_out": [],
            }
        ],
        "made": 1,
        "kept": 0,
        "removed": 0,
        "seconds": 0.25,
        "errors": 0,
        "warnings": 1,
    }
    assert json.loads(result.stderr)["code"] == "CG803"


def test_verbose_says_why_sides_were_laid_out_again(run, api, project, game_report):
    sides = tuple(f"soldiers/{name}/face" for name in "abcd")
    why = (("theme.colors.ember", sides), ("template:kit.xml.j2", ("board/face",)))
    api.games = (game_report("bridge", "The Bridge", "built", redrawn=why),)
    assert "laid out" not in run("build").stdout
    lines = [line.strip() for line in run("build", "-v").stdout.splitlines()]
    assert (
        "laid out again: soldiers/a/face, soldiers/b/face, soldiers/c/face and 1 more "
        "(`theme.colors.ember` changed)"
    ) in lines
    assert "laid out again: board/face (template `kit.xml.j2` changed)" in lines


def test_strict(run, api, project):
    api.finds(WARNING)
    assert run("build").exit_code == 0
    assert run("build", "--strict").exit_code == 1
    assert run("check").exit_code == 0
    assert run("check", "--strict").exit_code == 1


def test_check(run, api, project):
    api.finds(ERROR)
    result = run("check")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error[CG201]: it is wrong\n1 error\n"
    result = run("--format", "json", "check")
    assert json.loads(result.stdout) == {"errors": 1, "warnings": 0, "texts": {}}


def test_machines_and_inks_name_their_products(run, api, project):
    assert run("build", "--cut", "cricut", "--paper", "11x17").exit_code == 0
    assert api.request == build_request(
        root=project, products=("cut",), cut="cricut", papers=("tabloid",)
    )
    run("build", "--ink", "grey", "--orientation", "landscape")
    assert api.request == build_request(
        root=project, products=("sheets",), ink="grey", orientation="landscape"
    )
    run("build", "--ink", "light", "--product", "sheets", "--product", "tts")
    assert api.request.options.products == ("sheets", "tts")


def test_options_of_a_selection_reach_it(run, project, monkeypatch):
    asked = []
    noted = lambda _, game, choice: asked.append((game, choice)) or sys.exit()  # noqa: E731
    monkeypatch.setattr("cardgen.features.selection.select", noted)
    run("build", "bridge", "--card", "anna", "--card", "bert", "--copies", "3")
    run("build", "bridge", "--deck", "heroes")
    assert asked == [
        ("bridge", CardChoice(cards=("anna", "bert"), copies=3)),
        ("bridge", CardChoice(decks=("heroes",))),
    ]


def test_a_build_that_has_nothing_to_make_says_so(run, api, game_report):
    api.games = (game_report("bridge", "The Bridge", "built"),)
    assert "nothing to make\n" in run("build", "--product", "series").stdout
    assert "name a machine with --cut" in run("build", "--product", "cut").stdout
    api.games = (game_report("bridge", "The Bridge", "failed"),)
    assert "nothing to make" not in run("build", "--product", "cut").stdout

import json

import pytest

from cardgen.cli.options import Settings
from cardgen.cli.report import Report, Sources, excerpt
from cardgen.core.diagnostics import Diagnostic, Location, Severity
from tests.source.test_deck_tables import xlsx

TEMPLATE = "templates/minecart/cards/rail.xml.j2"
WRONG = Diagnostic(
    Severity.ERROR,
    "CG312",
    "<text> has no attribute `colour`",
    Location(TEMPLATE, 7, 9, 6),
    ("while laying out card `rail`, face",),
    ("did you mean `color`?",),
)
DOUBTFUL = Diagnostic(Severity.WARNING, "CG803", "text 5 pt is small", Location(TEMPLATE, 7))


@pytest.fixture
def settings(project):
    path = project / TEMPLATE
    path.parent.mkdir(parents=True)
    path.write_text("\n" * 6 + '  <text colour="#222">{{ card.title }}</text>\n')
    settings = Settings()
    assert settings.root == project
    return settings


def shown(capsys, settings, *found, **options):
    code = Report(settings).finish(found, **options)
    return code, capsys.readouterr().err


def test_the_look(settings, capsys):
    code, text = shown(capsys, settings, WRONG)
    assert code == 1
    assert text == (
        "templates/minecart/cards/rail.xml.j2:7:9: error[CG312]: <text> has no attribute `colour`\n"
        '   7 |   <text colour="#222">{{ card.title }}</text>\n'
        "     |         ^^^^^^\n"
        "   note: while laying out card `rail`, face\n"
        "   hint: did you mean `color`?\n"
        "1 error\n"
    )


def test_without_column_or_place(settings, capsys):
    nowhere = Diagnostic(Severity.ERROR, "CG201", "no game `x`")
    _, text = shown(capsys, settings, DOUBTFUL, nowhere)
    assert text == (
        "error[CG201]: no game `x`\n"
        "templates/minecart/cards/rail.xml.j2:7: warning[CG803]: text 5 pt is small\n"
        '   7 |   <text colour="#222">{{ card.title }}</text>\n'
        "1 error, 1 warning\n"
    )


@pytest.mark.parametrize(
    "place", ["missing.yaml", "card_data", "a\0b", "../" * 20 + "etc/hostname/x"]
)
def test_files_that_cannot_be_shown(settings, capsys, place):
    found = Diagnostic(Severity.ERROR, "CG120", "no such file", Location(place, 3, 1))
    code, text = shown(capsys, settings, found)
    assert code == 1
    assert len(text.splitlines()) == 2


def test_line_beyond_the_end(settings, capsys):
    found = Diagnostic(Severity.ERROR, "CG101", "ends early", Location(TEMPLATE, 99, 1))
    assert " | " not in shown(capsys, settings, found)[1]


def quoted(project, settings, capsys, line, column, length=1):
    (project / "x.yaml").write_text(line + "\n", encoding="utf-8")
    at = Location("x.yaml", 1, column, length)
    _, text = shown(capsys, settings, Diagnostic(Severity.ERROR, "CG101", "m", at))
    return text.splitlines()[1:3]


@pytest.mark.parametrize(
    ("line", "column", "length", "shown", "carets"),
    [
        ("a\tx: 日本 bad", 9, 3, "a   x: 日本 bad", " " * 12 + "^^^"),  # wide letters and tabs
        ("e\u0301e\u0301 bad", 6, 3, "e\u0301e\u0301 bad", "   ^^^"),  # combining marks
        ("key: val", 6, 400, "key: val", "     ^^^"),  # no further than the line
        ("key:", 5, 1, "key:", "    ^"),
    ],
)
def test_carets_stand_below_what_is_meant(
    project, settings, capsys, line, column, length, shown, carets
):
    lines = quoted(project, settings, capsys, line, column, length)
    assert lines == [f"   1 | {shown}", f"     | {carets}"]


def test_long_lines_are_cut_around_the_spot(project, settings, capsys):
    top, below = quoted(project, settings, capsys, "a" * 5000 + "BAD" + "c" * 5000, 5001, 3)
    assert len(top) < 130
    assert top.startswith("   1 | …a")
    assert top.endswith("c…")
    assert top[below.index("^") :].startswith("BAD")
    assert below.endswith("^^^")


def test_nothing_of_the_user_reaches_the_terminal_raw(project, settings, capsys):
    evil = "\x1b[2J\x07\x9b31m\u202e\r\nerror[CG000]: fake"
    (project / "x.yaml").write_bytes(b"a: \x1b[2J\x07 \xff\n")
    found = Diagnostic(Severity.ERROR, "CG1", evil, Location("x.yaml", 1, 5), (evil,), (evil,))
    for form in ("human", "short", "json", "github"):
        settings.format = form
        _, text = shown(capsys, settings, found)
        assert set(text) & set("\x1b\x07\x9b\u202e\r") == set()
        assert not any(line.startswith("error[CG000]") for line in text.splitlines())


def test_short(settings, capsys):
    settings.format = "short"
    _, text = shown(capsys, settings, WRONG)
    assert text.splitlines() == [f"{TEMPLATE}:7:9: error[CG312]: {WRONG.message}", "1 error"]


def test_json_lines(settings, capsys):
    settings.format = "json"
    nowhere = Diagnostic(Severity.WARNING, "CG201", "m")
    code, text = shown(capsys, settings, WRONG, nowhere)
    first, second = map(json.loads, text.splitlines())
    assert code == 1
    assert first == {
        "severity": "error",
        "code": "CG312",
        "message": WRONG.message,
        "path": TEMPLATE,
        "line": 7,
        "column": 9,
        "sheet": None,
        "cell": None,
        "length": 6,
        "notes": list(WRONG.notes),
        "hints": list(WRONG.hints),
        "sides": [],
        "group": 1,
    }
    assert second["group"] == 2
    assert second["path"] is second["line"] is second["column"] is None


def many(count):
    at = [Location(TEMPLATE, line, 1) for line in range(1, count + 1)]
    return [Diagnostic(Severity.ERROR, "CG207", "unknown colour `ikn`", place) for place in at]


def test_people_read_a_problem_once_and_programs_at_every_place(settings, capsys):
    _, text = shown(capsys, settings, *many(800))
    assert text.count("error[CG207]") == 1
    named = ", ".join(f"{TEMPLATE}:{line}:1" for line in (2, 3, 4))
    assert f"   note: and at 799 more places: {named}, …\n" in text
    assert text.endswith("1 error, found 800 times\n")
    settings.format = "short"
    assert shown(capsys, settings, *many(800))[1].count("error[CG207]") == 800
    settings.format = "json"
    found = [json.loads(line) for line in shown(capsys, settings, *many(3), WRONG)[1].splitlines()]
    assert [item["group"] for item in found] == [1, 1, 1, 2]


def test_github(settings, capsys):
    settings.format = "github"
    odd = Diagnostic(Severity.WARNING, "CG803", "100% odd", Location("a,b:c.yaml"))
    _, text = shown(capsys, settings, WRONG, odd)
    assert text.splitlines()[:2] == [
        f"::error file={TEMPLATE},line=7,col=9,title=CG312::{WRONG.message}"
        "%0Anote: while laying out card `rail`, face%0Ahint: did you mean `color`?",
        "::warning file=a%2Cb%3Ac.yaml,title=CG803::100%25 odd",
    ]


def test_github_paths_start_at_the_checkout(settings, capsys, monkeypatch, project):
    monkeypatch.setenv("GITHUB_WORKSPACE", str(project.parent))
    settings.format = "github"
    assert f"file={project.name}/{TEMPLATE}," in shown(capsys, settings, WRONG)[1]


def test_github_paths_start_at_the_repository(tmp_path):
    inner = tmp_path / "games/one"
    (inner / ".git").mkdir(parents=True)
    assert Sources(inner).checkout_path("a.yaml") == "a.yaml"
    (inner / ".git").rmdir()
    (tmp_path / ".git").write_text("gitdir: elsewhere")  # as a submodule has it
    assert Sources(inner).checkout_path("a.yaml") == "games/one/a.yaml"


def test_strict_and_quiet(settings, capsys):
    assert shown(capsys, settings, DOUBTFUL)[0] == 0
    assert shown(capsys, settings, DOUBTFUL, strict=True)[0] == 1
    assert shown(capsys, settings) == (0, "no errors\n")
    settings.quiet = True
    assert shown(capsys, settings, DOUBTFUL) == (0, "")
    code, text = shown(capsys, settings, DOUBTFUL, strict=True)
    assert code == 1
    assert "CG803" in text
    assert "CG312" in shown(capsys, settings, WRONG)[1]


@pytest.mark.parametrize(
    ("color", "no_color", "colored"),
    [
        ("auto", None, False),  # the captured stream is no terminal
        ("always", None, True),
        ("always", "1", True),
        ("never", None, False),
    ],
)
def test_color(settings, capsys, monkeypatch, color, no_color, colored):
    if no_color:
        monkeypatch.setenv("NO_COLOR", no_color)
    settings.color = color
    assert ("\x1b[" in shown(capsys, settings, WRONG)[1]) is colored


def test_color_on_a_terminal(settings, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert "\x1b[31m" in shown(capsys, settings, WRONG)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in shown(capsys, settings, WRONG)[1]
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in shown(capsys, settings, WRONG)[1]


def test_a_cell_is_shown_in_its_row(tmp_path):
    (tmp_path / "t.xlsx").write_bytes(xlsx([["id", "cost"], ["anna", "two\nor three"]]))
    at = Location("t.xlsx", 2, 2, 1, "Soldiers")
    shown = Sources(tmp_path).line(at)
    assert shown is not None
    assert excerpt(*shown) == ("anna | two or three", "       ^^^^^^^^^^^^")
    assert Sources(tmp_path).line(Location("t.xlsx", 9, 2, 1, "Soldiers")) is None
    assert Sources(tmp_path).line(Location("none.xlsx", 2, 2, 1, "Soldiers")) is None
    (tmp_path / "t.csv").write_bytes("id;cost\nä;2\n".encode("utf-16"))
    shown = Sources(tmp_path).line(Location("t.csv", 2, 1))
    assert shown is not None
    assert shown[0] == "ä;2"


def test_a_cell_is_named_to_programs(run, api, project):
    at = Location("card_data/bridge/decks/a.xlsx", 7, 3, 1, "Soldiers")
    api.finds(Diagnostic(Severity.ERROR, "CG204", "it is wrong", at))
    [line] = run("--format", "json", "build").stderr.splitlines()[:1]
    told = json.loads(line)
    assert (told["line"], told["column"], told["sheet"], told["cell"]) == (7, 3, "Soldiers", "C7")
    [line] = run("--format", "github", "build").stderr.splitlines()[:1]
    assert line == (
        "::error file=card_data/bridge/decks/a.xlsx,title=CG204::Soldiers!C7: it is wrong"
    )

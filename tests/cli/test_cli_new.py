"""``cardgen new``: where it puts a game, and what it says."""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from cardgen.cli.main import cli


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_makes_a_project_and_says_what_is_next(here):
    result = run("new", "my-game")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert result.stdout.startswith("Made the project my-game/ with the game My Game (33 files):\n")
    assert result.stdout.endswith("Next:\n  cd my-game\n  cardgen build my-game\n")
    for line in result.stdout.splitlines()[1:5]:
        assert (here / "my-game" / line.split()[0]).exists()


def test_inside_a_project_it_adds_a_game(here, monkeypatch):
    run("new", "first")
    monkeypatch.chdir(here / "first/card_data/first")
    result = run("new", "second", "--title", "Second Try")
    assert result.stdout.startswith("Made the game Second Try (")
    assert result.stdout.endswith("Next:\n  cardgen build second\n")
    assert (here / "first/card_data/second/game.yaml").is_file()
    third = run("new", "third", "--project", str(here / "first"))
    assert third.stdout.endswith("Next:\n  cardgen build third\n")


def test_errors_have_codes_and_hints(here):
    run("new", "my-game")
    again = run("new", "my-game")
    assert again.exit_code == 1
    assert "error[CG780]: `my-game` is there already" in again.stderr
    wrong = run("new", "My Game")
    assert wrong.exit_code == 1
    assert wrong.stderr.startswith("error[CG206]: `My Game` cannot be the name of a game\n")
    assert "hint: write `my-game`; `--title` takes any text\n" in wrong.stderr
    assert "hint: write `groessenwahn`;" in run("new", "Größenwahn").stderr


ALONE = """
import socket, sys

def refuse(*_):
    raise AssertionError("the network")

socket.socket.connect = socket.getaddrinfo = refuse
from cardgen.cli.main import cli
cli(sys.argv[1:])
"""


def test_a_game_is_built_without_programs_home_or_network(here):
    bare = dict.fromkeys(("HOME", "USERPROFILE"), str(here / "nowhere")) | {"PATH": str(here)}
    for words in ("new my-game --bare", "build --project my-game --jobs 1"):
        command = [sys.executable, "-c", ALONE, *words.split()]
        done = subprocess.run(command, env=os.environ | bare, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
    assert sorted(here.iterdir()) == [here / "my-game"]
    assert list(here.glob("my-game/output/my-game/sheets/*.a4.pdf"))


def test_results_for_programs_and_for_the_quiet(here):
    told = json.loads(run("new", "one", "--format", "json").stdout)
    assert (told["id"], told["title"], told["project"]) == ("one", "One", (here / "one").as_posix())
    assert "card_data/one/game.yaml" in told["written"]
    assert run("new", "two", "-q").output == ""
    assert "templates/three/board.xml.j2\n" in run("new", "three", "-v").stdout


TABLE = "Name,Cost,Kind\nAnna,3,Mage\nBea,2,Thief\nCleo,3,Mage\nDora,1,Thief\n"


def test_a_game_of_a_table_says_what_the_columns_are(here):
    (here / "heroes.csv").write_text(TABLE, encoding="utf-8")
    result = run("new", "heroes", "--from", "heroes.csv")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "Made the project heroes/ with the game Heroes (10 files):"
    at = lines.index("4 cards from heroes.csv. cardgen uses its columns like this:")
    assert lines[at + 1 : at + 4] == [
        "  Name  title      by its name",
        "  Cost  corner     cost, number, by its name",
        "  Kind  group      kind, choice, by its name",
    ]
    assert run("check", "--strict", "--project", "heroes").exit_code == 0


def test_a_sheet_of_a_workbook_elsewhere(here, monkeypatch):
    xlsxwriter = pytest.importorskip("xlsxwriter")
    with xlsxwriter.Workbook(here / "all.xlsx") as book:
        for name, cost in (("Heroes", 3), ("Night Foes", 5)):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, ["Name", "Cost"])
            sheet.write_row(1, 0, [f"One of {name}", cost])
    run("new", "first", "--bare")
    monkeypatch.chdir(here / "first")
    which = run("new", "foes", "--from", "../all.xlsx")
    assert which.exit_code == 1
    assert "Heroes, 'Night Foes'" in which.stderr
    assert run("new", "foes", "--from", "../all.xlsx#Night Foes").exit_code == 0
    game = (here / "first/card_data/foes/game.yaml").read_text(encoding="utf-8")
    assert "cards: decks/night-foes.xlsx#Night Foes\n" in game
    assert run("check", "foes", "--strict").exit_code == 0


def test_what_becomes_of_a_table_for_programs(here):
    (here / "heroes.json").write_text('[{"Name": "A", "Text": "x<br>y"}]', encoding="utf-8")
    told = json.loads(run("new", "one", "--from", "heroes.json", "--format", "json").stdout)
    assert (told["cards"], told["notes"]) == (1, ["Text: mended in 1 cell (card 1)"])
    keys = {"column": "Text", "field": "text", "kind": "rich", "role": "text"}
    assert told["columns"][1] == {**keys, "reason": "by its name"}


def test_options_overrule_the_roles_of_columns(here):
    (here / "heroes.csv").write_text(f"My game,,\n{TABLE}", encoding="utf-8")
    options = "--titles Kind --copies Cost --skip-rows 1".split()
    result = run("new", "heroes", "--from", "heroes.csv", *options)
    assert "  Cost  copies     your option\n  Kind  title      your option\n" in result.stdout
    assert run("new", "x", "--copies", "Cost").exit_code == 2
    # A second run replaces the game, unless somebody has edited it.
    again = run("new", "heroes", "--from", "heroes.csv", "--deck-by", "Kind")
    assert again.stdout.startswith("Replaced the game Heroes (")
    decks = here / "heroes/card_data/heroes/decks"
    assert sorted(file.name for file in decks.iterdir()) == ["mage.csv", "thief.csv"]
    assert run("add", "--project", "heroes", "--from", "heroes.csv").exit_code == 0
    assert run("check", "--strict", "--project", "heroes").exit_code == 0
    assert "CG780" in run("new", "heroes", "--from", "heroes.csv").stderr


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [("heroes", "Name,Cost\n", "CG718"), ("My Heroes", TABLE, "CG206"), ("there", TABLE, "CG780")],
)
def test_bad_tables_leave_nothing_behind(here, name, text, code):
    (here / "cards.csv").write_text(text, encoding="utf-8")
    (here / "there").mkdir()
    before = sorted(here.rglob("*"))
    result = run("new", name, "--from", "cards.csv", "--format", "short")
    assert result.exit_code == 1
    assert f"error[{code}" in result.stderr
    assert "Traceback" not in result.output
    assert sorted(here.rglob("*")) == before


def test_faults_of_cells_are_told_at_once(here):
    (here / "heroes.csv").write_text("Name,Range\nAnna,03. Okt\nBea,2\n", encoding="utf-8")
    result = run("new", "heroes", "--from", "heroes.csv", "--format", "short")
    assert result.exit_code == 0
    assert (
        "Left to mend before it builds:\n  card_data/heroes/decks/heroes.csv:2:6: " in result.stdout
    )
    assert (here / "heroes/card_data/heroes/game.yaml").is_file()

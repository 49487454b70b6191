"""``cardgen new``: where it puts a game, and what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardgen.cli.main import cli


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_makes_a_project_and_says_what_is_next(here: Path) -> None:
    result = run("new", "my-game")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    assert result.stdout.startswith("Made the project my-game/ with the game My Game (32 files):\n")
    assert result.stdout.endswith("Next:\n  cd my-game\n  cardgen build my-game\n")
    for line in result.stdout.splitlines()[1:5]:
        assert (here / "my-game" / line.split()[0]).exists()


def test_the_smallest_game(here: Path) -> None:
    result = run("new", "tiny", "--bare")
    assert result.stdout.startswith("Made the project tiny/ with the game Tiny (7 files):\n")
    assert "rules.md" not in result.stdout
    assert run("check", "--strict", "--project", "tiny").exit_code == 0


def test_inside_a_project_it_adds_a_game(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new", "first")
    monkeypatch.chdir(here / "first/card_data/first")
    result = run("new", "second", "--title", "Second Try")
    assert result.stdout.startswith("Made the game Second Try (")
    assert result.stdout.endswith("Next:\n  cardgen build second\n")
    assert (here / "first/card_data/second/game.yaml").is_file()
    assert run("list", "--format", "json").exit_code == 0


def test_a_project_that_is_named_gets_the_game(here: Path) -> None:
    run("new", "first")
    result = run("new", "second", "--project", "first")
    assert "Next:\n  cd first\n  cardgen build second\n" in result.stdout
    assert (here / "first/templates/second").is_dir()


def test_errors_have_codes_and_hints(here: Path) -> None:
    run("new", "my-game")
    again = run("new", "my-game")
    assert again.exit_code == 1
    assert "error[CG780]: `my-game` is there already" in again.stderr
    wrong = run("new", "My Game", "--format", "short")
    assert wrong.exit_code == 1
    assert wrong.stderr.startswith("error[CG206]: `My Game` cannot be the name of a game\n")
    assert run("new").exit_code == 2
    assert run("new", "x", "--project", "nowhere").exit_code == 2


def test_results_for_programs_and_for_the_quiet(here: Path) -> None:
    told = json.loads(run("new", "one", "--format", "json").stdout)
    assert (told["id"], told["title"], told["project"]) == ("one", "One", (here / "one").as_posix())
    assert "card_data/one/game.yaml" in told["written"]
    assert run("new", "two", "-q").output == ""
    assert "templates/three/board.xml.j2\n" in run("new", "three", "-v").stdout

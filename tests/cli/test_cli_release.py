"""`cardgen release`: what it says, changes since the print, and games beside a broken one."""

import json
from collections.abc import Callable

from click.testing import Result

Run = Callable[..., Result]
PRINT = ("release", "--audience", "print-a4", "--jobs", "1")


def test_it_names_each_zip(run, workshop):
    result = run(*PRINT, "game", "--project", str(workshop.root))
    assert result.exit_code == 0, result.output
    head, line = result.stdout.splitlines()
    assert head == "Game (game): released"
    assert line.startswith("  output/game/release/print-a4.zip: 6 files, ")
    result = run(*PRINT, "--project", str(workshop.root), "--format", "json")
    [game] = json.loads(result.stdout)["games"]
    size = (workshop.output / "game/release/print-a4.zip").stat().st_size
    zips = [{"zip": "output/game/release/print-a4.zip", "bytes": size, "files": 6}]
    assert game == {"id": "game", "title": "Game", "zips": zips, "removed": [], "left_out": []}


def test_changes_are_those_since_the_print(run, workshop):
    project = ("--project", str(workshop.root))
    changes = workshop.output / "game/release/print-a4/changes.md"
    assert run(*PRINT, *project).exit_code == 0
    assert not changes.exists()
    assert run("printed", "game", *project).exit_code == 0
    workshop.edit("card_data/game/game.yaml", "hand: 5", "hand: 6")
    workshop.edit("card_data/game/game.yaml", 'version: "1"', 'version: "2"')
    assert run(*PRINT, *project).exit_code == 0
    text = changes.read_text(encoding="utf-8")
    assert "against `what was printed (version 1)`" in text
    assert "- changed `hand`: `5` → `6`" in text
    assert "card_data" not in text
    shown = run("diff", "game", "--format", "markdown", *project).stdout
    assert "stated on `card_data" in shown


def test_a_broken_game_does_not_stop_the_others(run, workshop):
    broken = workshop.root / "card_data/another/game.yaml"
    broken.parent.mkdir()
    broken.write_text("title: Another\nplayer: 2\n")
    result = run(*PRINT, "--project", str(workshop.root))
    assert result.exit_code == 1
    assert "Game (game): released" in result.stdout
    assert "has no key `player`" in result.stderr
    assert not (workshop.output / "another/release").exists()


def test_a_game_beyond_its_limits_is_not_released(run, workshop):
    game = workshop.root / "card_data/game/game.yaml"
    game.write_text(f"{game.read_text('utf-8')}limits: {{cards: 5}}\n", "utf-8")
    result = run(*PRINT, "--project", str(workshop.root))
    assert result.exit_code == 1
    assert result.stdout == "Game (game): not released\n"
    assert "error[CG706]" in result.stderr
    assert run("build", "--product", "sheets", "--project", str(workshop.root)).exit_code == 0

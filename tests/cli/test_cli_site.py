"""`cardgen site`: what it says, its downloads, changes since the print, a broken game."""

import json
from collections.abc import Callable

from click.testing import Result

Run = Callable[..., Result]
SITE = ("site", "--jobs", "1", "--tts-max-side", "256")


def test_it_names_the_first_page_and_what_was_written(run, workshop):
    project = ("--project", str(workshop.root))
    result = run(*SITE, "game", *project)
    assert result.exit_code == 0, result.output
    head, written = result.stdout.splitlines()
    folder = workshop.output / "game/site"
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert head.startswith(f"output/game/site/index.html: 1 game, {len(files)} files, ")
    assert written == f"  {len(files)} files written"
    zips = {path.name: path.read_bytes() for path in folder.glob("downloads/*.zip")}
    assert zips == {
        f"game-{path.name}": path.read_bytes() for path in (folder.parent / "release").glob("*.zip")
    }
    text = (folder / "print.html").read_text("utf-8")
    assert all(f'href="downloads/{name}" download' in text for name in zips)
    assert run("printed", "game", *project).exit_code == 0
    workshop.edit("card_data/game/game.yaml", "hand: 5", "hand: 6")
    result = run(*SITE, *project, "--format", "json")
    done = json.loads(result.stdout)
    assert (done["index"], done["games"]) == ("output/game/site/index.html", ["game"])
    assert "output/game/site/changes.html" in done["made"]
    changes = (folder / "changes.html").read_text("utf-8")
    assert '<a href="cards.html#heroes/anna">Anna</a>' in changes
    assert "card_data" not in changes


def test_a_broken_game_does_not_stop_the_others(run, workshop):
    broken = workshop.root / "card_data/another/game.yaml"
    broken.parent.mkdir()
    broken.write_text("title: Another\nplayer: 2\n")
    result = run(*SITE, "--project", str(workshop.root))
    assert result.exit_code == 1
    assert result.stdout.startswith("output/site/index.html: 1 game, ")
    assert "has no key `player`" in result.stderr
    assert (workshop.output / "site/game/index.html").is_file()


def test_an_unknown_game_is_named(run, workshop):
    result = run(*SITE, "gam", "--project", str(workshop.root))
    assert result.exit_code == 1
    assert "gam" in result.stderr
    assert not (workshop.output / "gam").exists()

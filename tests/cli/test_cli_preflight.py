import json
from collections.abc import Callable

import pytest
from click.testing import Result
from workshops import write_files

Run = Callable[..., Result]


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return write_files(tmp_path).root


def test_a_game_is_checked_file_by_file(run, game):
    assert run("build", "--press", "pdfx4", "-q").exit_code == 0
    done = run("preflight", "game")
    assert done.exit_code == 0
    first, ink, second, _ = done.stdout.splitlines()
    assert first.startswith("output/game/press/heroes.pdfx4.pdf: PDF/X-4, 8 pages, for FOGRA39: ")
    assert first.endswith("self-checked, nothing found")
    assert second.startswith("output/game/press/places.pdfx4.pdf: ")
    assert "mm on page 2 (`anna back`); 300 % allowed" in ink
    assert "no errors (self-checked)" in done.stderr
    (game / "output/game/press/heroes.pdfx4.pdf").write_bytes(b"hello")
    done = run("preflight", "game")
    assert done.exit_code == 1
    assert "heroes.pdfx4.pdf: error[CG731]: this press file is not as cardgen wrote" in done.stderr
    assert "places.pdfx4.pdf" in done.stdout


def test_an_ink_limit_is_held(run, game):
    back = game / "templates/game/back.xml.j2"
    back.write_text('<side background="#000000"/>')
    assert run("build", "--press", "pdfx1a", "-q").exit_code == 0
    done = run("preflight", "game", "--ink-limit", "200", "--format", "json")
    [heroes, places] = json.loads(done.stdout)
    assert heroes["self_checked"] is True
    assert heroes["standard"] == "PDF/X-1a:2003"
    assert {one["name"]: one["page"] for one in heroes["ink"]} == {
        "anna front": 1,
        "anna back": 2,
        "bert front": 3,
        "carl front": 7,
    }
    assert [one["code"] for one in heroes["findings"]] == ["CG740"]
    assert places["findings"] == []
    assert done.exit_code == 0
    assert run("preflight", "game", "--ink-limit", "200", "--strict").exit_code == 1


def test_a_file_is_no_game(run, game):
    (game / "a.pdf").write_bytes(b"hello")
    for name in ("a.pdf", "gone.pdf"):
        done = run("preflight", name)
        assert done.exit_code == 2
        assert f"`{name}` is a file; name a game" in done.stderr


def test_a_game_without_press_files_says_how_to_make_them(run, game):
    done = run("preflight", "game")
    assert done.exit_code == 1
    assert "cardgen build game --press pdfx4" in done.stderr
    assert "there is no game `gane`" in run("preflight", "gane").stderr


def test_a_profile_needs_a_press(run, game):
    done = run("build", "--profile", "gracol")
    assert done.exit_code == 2
    assert "give it with --press" in done.stderr

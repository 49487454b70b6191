"""`cardgen tts`: what is asked of the build, what is said, how it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from documents import document
from patience import patience
from workshops import write_files

from cardgen.core.diagnostics import Diagnostic, Severity

Run = Callable[..., Result]
GAME = document("cli/tts_game.yaml")
FILES = {
    "card_data/tiny/game.yaml": GAME,
    "card_data/tiny/decks/main.yaml": "cards: [{id: one}, {id: two}]\n",
    "templates/tiny/card.xml.j2": '<side background="sea"/>\n',
}
BROKEN = Diagnostic(Severity.ERROR, "CG104", "key `x` is given twice")
WARNED = Diagnostic(Severity.WARNING, "CG752", "drawn at 150 dpi")


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """A project with a real game."""
    write_files(tmp_path / "project", FILES)
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.delenv("CARDGEN_TTS_DIR", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    return tmp_path / "project"


@pytest.fixture
def data(tmp_path):
    (tmp_path / "data/Saves").mkdir(parents=True)
    return tmp_path / "data"


def test_install(run, tiny, data):
    done = run("tts", "install", "--tts-dir", str(data))
    assert done.exit_code == 0, done.output
    assert done.stdout == f"Tiny: {data}/Saves/TS_Save_1.json, and 1 saved object\n"
    assert (data / "Saves/Saved Objects/Tiny/main.json").is_file()
    assert (tiny / "output/tiny/tts/tiny.json").is_file()
    assert not (tiny / "output/tiny/sheets").exists()


def test_install_as_json(run, tiny, data):
    done = run("tts", "install", "tiny", "--tts-dir", str(data), "--format", "json")
    table, saved = (f"{data}/Saves/{n}.json" for n in ("TS_Save_1", "Saved Objects/Tiny/main"))
    told = {"game": "tiny", "table": table, "objects": [saved]}
    assert json.loads(done.stdout) == {"installed": [told]}


@pytest.mark.parametrize("named", [True, False])
def test_install_without_the_games_folder(run, tiny, tmp_path, named):
    words = ("--tts-dir", str(tmp_path / "nowhere")) if named else ()
    done = run("tts", "install", *words)
    assert done.exit_code == 1
    assert "CG795" in done.stderr
    assert "--tts-dir" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["project"]
    assert not (tiny / "output").exists()  # told before anything is built


def test_options_reach_the_build(run, project, api, data):
    words = ("--tts-base-url", "https://a.b/", "--tts-max-side", "2048", "--output", "out")
    api.finds(BROKEN)
    done = run("tts", "install", "bridge", "--tts-dir", str(data), *words)
    assert done.exit_code == 1
    assert "CG104" in done.stderr
    request = api.request
    assert request.options.products == ("tts",)
    assert request.games == ("bridge",)
    assert (request.options.tts_base_url, request.options.tts_max_side) == ("https://a.b/", 2048)
    assert request.output == project / "out"
    assert list((data / "Saves").iterdir()) == []


def test_a_broken_game_is_not_served(run, project, api):
    api.finds(BROKEN, WARNED)
    done = run("tts", "serve", "--port", "0")
    assert done.exit_code == 1
    assert "CG104" in done.stderr
    assert done.stdout == ""


def test_serve_as_json(run, tiny, monkeypatch):
    monkeypatch.setattr("cardgen.features.tabletop.Server.serve_forever", lambda _: None)
    document = json.loads(run("tts", "serve", "--port", "0", "--format", "json").stdout)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", document["serving"])


def test_a_port_in_use(run, tiny):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("tts", "serve", "--port", str(taken.getsockname()[1]))
    assert done.exit_code == 1
    assert "CG797" in done.stderr
    assert "--port" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
def test_serve_until_interrupted(tiny):
    command = [sys.executable, "-m", "cardgen", "tts", "serve", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tiny, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None
        line = serving.stdout.readline()
        assert line.startswith("serving http://127.0.0.1:")
        url = line.split()[1]
        with urllib.request.urlopen(f"{url}tiny/tts/main.json", timeout=patience()) as answer:
            text = answer.read().decode()
        assert f'"{url}tiny/tts/images/main.' in text
        serving.send_signal(signal.SIGINT)
        rest, errors = serving.communicate(timeout=patience())
    assert serving.returncode == 130
    assert rest == ""
    assert errors.removeprefix("no errors\n") == (
        "cardgen: interrupted; no file is left half-written\n"
    )

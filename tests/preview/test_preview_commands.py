"""The commands of the page: their forms, what may be filled in, and what comes of it."""

import os
import re
from pathlib import Path

import click
import pytest
from asgi import Client
from bench import Bench
from patience import wait_until
from starlette.exceptions import HTTPException

from cardgen.cli.forms import PANELS, command_forms
from cardgen.cli.main import cli
from cardgen.preview.commands import command_words
from cardgen.preview.web.server import application

FORM = {
    "has_game": True,
    "fields": [
        {"name": "--draft", "label": "Draft", "kind": "flag", "is_option": True},
        {
            "name": "--ink",
            "label": "Ink",
            "kind": "choice",
            "choices": ["light"],
            "is_option": True,
        },
        {"name": "--paper", "label": "Paper", "kind": "text", "is_option": True},
        {"name": "--to", "label": "To", "kind": "path", "is_option": True},
        {"name": "--offset", "label": "Offset", "kind": "text", "is_option": True, "count": 2},
        {"name": "targets", "label": "Targets", "kind": "text", "is_option": False},
    ],
}
for field in FORM["fields"]:
    field.setdefault("count", 1)
    field["is_multiple"] = field["name"] in ("--paper", "targets")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, ["--", "game"]),
        ({"--draft": True}, ["--draft", "--", "game"]),
        ({"--draft": False, "--paper": ["a4", "a3"]}, ["--paper=a4", "--paper=a3", "--", "game"]),
        ({"--offset": ["-0.5", "1"]}, ["--offset", "-0.5", "1", "--", "game"]),
        ({"--paper": ["--force"]}, ["--paper=--force", "--", "game"]),
        ({"targets": ["--force"]}, ["--", "game", "--force"]),
    ],
)
def test_values_become_words_that_cannot_be_other_options(values, words):
    assert command_words(FORM, values, "game") == words


@pytest.mark.parametrize(
    "values",
    [
        {"--output": "elsewhere"},
        {"--draft": "yes"},
        {"--ink": "heavy"},
        {"--paper": 3},
        {"--paper": "a\0b"},
        {"--paper": "a" * 2000},
        {"--to": "/etc"},
        {"--to": "../elsewhere"},
        {"--offset": ["1"]},
    ],
)
def test_other_values_are_refused(values):
    with pytest.raises(HTTPException):
        command_words(FORM, values)


def test_every_command_has_its_form_or_belongs_to_a_terminal(tmp_path):
    shown = [name for names in PANELS.values() for name in names]
    assert [form["id"] for form in command_forms(tmp_path)] == shown
    terminal = {"completion", "docs", "explain", "list", "lsp", "new", "preview", "schema"}
    of_the_page = {"translate"}  # the page has its own translations
    names = set(cli.list_commands(click.Context(cli)))
    assert {name.split()[0] for name in shown} == names - terminal - of_the_page


JARGON = re.compile(r"`|--|-v\b|\bcardgen \w|[A-Z]{4}|be repeated|exit code|\.yaml|\bgit\b")


def test_the_forms_have_no_words_of_the_command_line(tmp_path):
    forms = command_forms(tmp_path)
    words = [form["help"] for form in forms]
    for form in forms:
        words += (field[name] for field in form["fields"] for name in ("label", "help"))
    assert not [text for text in words if JARGON.search(text)]


def test_a_field_that_a_command_needs_offers_no_default(tmp_path):
    [form] = [form for form in command_forms(tmp_path) if form["id"] == "order"]
    [field] = [field for field in form["fields"] if field["name"] == "--service"]
    assert (field["is_required"], field["words"]["mpc"]) == (True, "MakePlayingCards")


@pytest.fixture
def panel(bench: Bench, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)
    app, site = application(bench.live, 4650, command_forms)
    return Client(app, site.token), site.commands


def run_command(panel, **body):
    client, commands = panel
    answer = client.send("/api/commands/run", {"game": "test", "values": {}, **body})
    assert answer.status_code == 200, answer.content
    wait_until(lambda: commands._state["code"] is not None)
    return client.get("/api/commands").json()["run"]


def test_a_build_lists_its_files_and_serves_only_them(panel, bench):
    run = run_command(panel, id="build", values={"--product": ["sheets"], "--paper": ["a4"]})
    assert (run["code"], run["progress"][0]) == (0, run["progress"][1])
    assert run["words"] == "cardgen build --product=sheets --paper=a4 -- test"
    assert run["files"][0] == "output/test/sheets/heroes.a4.pdf"
    client, _ = panel
    answer = client.get("/api/commands/files/0/heroes.a4.pdf")
    assert answer.content == (bench.root / run["files"][0]).read_bytes()
    assert answer.headers["content-disposition"].startswith("inline")
    for path in ("0/game.yaml", "99/heroes.a4.pdf", "0/..%2fgame.yaml"):
        assert client.get(f"/api/commands/files/{path}").status_code == 404


def test_the_output_of_a_failed_command_is_shown(panel):
    run = run_command(panel, id="order", values={"--service": "nobody"})
    assert run["code"] == 1
    assert any("nobody" in line for line in run["lines"])


@pytest.mark.parametrize(
    "body",
    [
        {"id": "new", "game": "", "values": {}},
        {"id": "build", "game": "other", "values": {}},
        {"id": "build", "game": "test", "values": {"--output": "elsewhere"}},
        {"id": "build", "game": "test", "values": {"--executor": "dask://somewhere"}},
        {"id": "build", "game": "test"},
    ],
)
def test_other_commands_are_refused(panel, body):
    client, commands = panel
    assert client.send("/api/commands/run", body).status_code in (400, 404)
    assert commands._process is None


@pytest.mark.parametrize("path", ["run", "cancel", "folder"])
def test_commands_need_the_token(panel, path):
    client, commands = panel
    assert client.send(f"/api/commands/{path}", {}, **{"x-cardgen-token": "no"}).status_code == 403
    assert commands._process is None


def test_the_version_after_a_printed_one_begins_with_a_click_and_is_undone(panel, bench):
    client, _ = panel
    run = run_command(panel, id="printed")
    assert run["code"] == 0, run
    assert not [line for line in run["lines"] if "game.yaml" in line]
    before = (bench.root / "card_data/test/game.yaml").read_bytes()
    answer = client.send("/api/games/test/parts", {"part": "version"}).json()
    assert (answer["written"], answer["name"]) == (True, "1.1")
    bench.live.settle()
    assert bench.loaded.game.version == "1.1"
    client.send("/api/games/test/undo", {"step": answer["undo"]["id"]})
    assert (bench.root / "card_data/test/game.yaml").read_bytes() == before

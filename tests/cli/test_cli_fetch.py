"""Published tables come into the project whole or not at all; builds need no network."""

import json
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from cardgen.features import fetch
from cardgen.model.load import load_project

GAME = """\
title: Duel
card_types: {action: {fields: {cost: {kind: number, optional: true}}}}
components:
  actions: {kind: deck}
"""
TABLE = "id,cost\nlunge,1\nparry,2\n"


class Web:
    """A server of this machine; ``answers`` has status, type and body by path."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, str, bytes | str]] = {}
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, kind, body = web.answers.get(self.path, (404, "text/plain", b""))
                data = body.encode() if isinstance(body, str) else body
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", data.decode())
                    data = b""
                self.send_header("Content-Type", kind)
                told = len(data) + 5 if self.path == "/short" else len(data)
                self.send_header("Content-Length", str(told))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def web():
    one = Web()
    thread = Thread(target=one.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield one
    one.server.shutdown()
    thread.join()
    one.server.server_close()


@pytest.fixture
def duel(tmp_path, monkeypatch):
    folder = tmp_path / "card_data/duel"
    (folder / "decks").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    return folder


def test_a_table_comes_and_comes_again(run, web, duel):
    web.answers["/cards"] = (302, "text/plain", "/published?output=csv")
    web.answers["/published?output=csv"] = (200, "text/csv", TABLE)
    first = run("fetch", "duel/decks/actions.csv", "--from", f"{web.address}/cards")
    assert first.stdout == "card_data/duel/decks/actions.csv: new, 2 rows\n"
    assert (duel / "decks/actions.csv").read_text() == TABLE
    lock = json.loads((duel / "fetch.lock").read_text())
    entry = lock["tables"]["decks/actions.csv"]
    assert (entry["from"], entry["rows"], len(entry["sha256"])) == (f"{web.address}/cards", 2, 64)
    [game] = load_project(duel.parents[1]).games
    assert len(game.components["actions"].cards) == 2
    written = (duel / "fetch.lock").read_bytes()
    assert run("fetch").stdout == "card_data/duel/decks/actions.csv: unchanged, 2 rows\n"
    assert (duel / "fetch.lock").read_bytes() == written

    web.answers["/published?output=csv"] = (200, "text/csv", TABLE + "feint,0\n")
    looked = run("fetch", "--check", "duel")
    assert looked.stdout == "card_data/duel/decks/actions.csv: has changed, 3 rows (was 2)\n"
    assert looked.exit_code == 1
    assert (duel / "decks/actions.csv").read_text() == TABLE
    told = run("fetch", "duel", "--format", "json")
    assert json.loads(told.stdout)[0]["rows"] == 3
    assert run("fetch", "--check", "duel").exit_code == 0


@pytest.mark.parametrize(
    ("path", "answer", "said"),
    [
        ("/gone", (404, "text/plain", ""), "the server answers 404"),
        ("/made", (201, "text/csv", TABLE), "the server answers 201"),
        ("/page", (200, "text/html; charset=utf-8", TABLE), "it answers with a web page"),
        (
            "/page",
            (200, "text/plain", "\n <!DOCTYPE html><p>Sign in"),
            "it answers with a web page",
        ),
        ("/short", (200, "text/csv", TABLE), "it broke off after 24"),
        ("/round", (302, "text/csv", "/round"), "infinite loop"),
        ("/away", (302, "text/csv", "file:///etc/passwd"), "is not allowed"),
        ("/ftp", (302, "text/csv", "ftp://localhost/x"), "which is not followed"),
        ("/odd", (200, "text/csv", 'id\n"a'), "this row cannot be read"),
        ("/none", (200, "text/csv", ""), "the table is empty"),
        ("/large", (200, "text/csv", "id\n" + "a" * 999), "it is larger than 0.0005 MB"),
    ],
)
def test_what_is_no_table_leaves_all_as_it_was(run, web, duel, path, answer, said, monkeypatch):
    monkeypatch.setattr(fetch, "TABLE_LIMIT", 500)
    (duel / "decks/actions.csv").write_text("id\nold\n")
    web.answers[path] = answer
    done = run("fetch", "duel/decks/actions.csv", "--from", web.address + path, "--force")
    assert done.exit_code == 1
    assert said in done.stderr
    assert (duel / "decks/actions.csv").read_text() == "id\nold\n"
    assert sorted(p.name for p in duel.rglob("*")) == ["actions.csv", "decks", "game.yaml"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("file:///etc/passwd", "no address that begins with https://"),
        ("cards.csv", "no address that begins with https://"),
        ("http://[::1", "cannot fetch"),
        ("http://localhost:99999/x", "cannot fetch"),
        ("http://127.0.0.1:1/x", "connection refused"),
        ("http://nowhere.invalid/x", "cannot fetch"),
    ],
)
def test_an_address_that_does_not_answer_is_told(run, duel, address, said):
    done = run("fetch", "duel/decks/actions.csv", "--from", address)
    assert done.exit_code == 1
    assert said in done.stderr.lower()


def test_a_server_that_says_nothing_is_left(run, duel, monkeypatch):
    monkeypatch.setattr(fetch, "_WAIT", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        done = run("fetch", "duel/decks/actions.csv", "--from", address)
    assert "nothing came for 0.1 s" in done.stderr


def test_a_shared_link_of_a_spreadsheet_is_answered_with_a_better_one():
    address = "https://docs.google.com/spreadsheets/d/abc/edit#gid=0"
    [found] = fetch._page(address).diagnostics
    assert "https://docs.google.com/spreadsheets/d/abc/export?format=csv" in found.hints[0]


def test_what_was_changed_here_is_not_lost(run, web, duel):
    web.answers["/t"] = (200, "text/csv", TABLE)
    asked = ("fetch", "duel/decks/actions.csv", "--from", f"{web.address}/t")
    (duel / "decks/actions.csv").write_text("id\nmine\n")
    done = run(*asked)
    assert "is there already, so it is not replaced" in done.stderr
    assert run(*asked, "--force").exit_code == 0
    (duel / "decks/actions.csv").write_text("id\nmine\n")
    assert "was changed after it was fetched" in run("fetch").stderr
    assert (duel / "decks/actions.csv").read_text() == "id\nmine\n"
    assert run("fetch", "--force").exit_code == 0
    assert (duel / "decks/actions.csv").read_text() == TABLE


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("fetch",), "no table to update"),
        (("fetch", "dual"), "did you mean `duel`?"),
        (("fetch", "duel", "--from", "http://x/"), "add GAME/decks/NAME.csv"),
        (("fetch", "decks/a.csv"), "add --from URL"),
    ],
)
def test_mistakes_in_the_command_are_told(run, duel, asked, said):
    done = run(*asked)
    assert done.exit_code == 2
    assert said in done.stderr


@pytest.mark.parametrize("table", ["../other/x.csv", "decks/x.txt", "decks/x.yaml", "/x.csv"])
def test_a_table_has_its_place_in_the_game(run, duel, table):
    done = run("fetch", f"duel/{table}", "--from", "http://127.0.0.1:1/")
    assert done.exit_code == 1
    assert "connection refused" not in done.stderr


def test_a_damaged_lock_is_told(run, duel):
    for text in ("{", '{"format": 9, "tables": {}}', '{"format": 1, "tables": {"a": 1}}', "\xff"):
        (duel / "fetch.lock").write_text(text, encoding="latin-1")
        done = run("fetch")
        assert done.exit_code == 1
        assert "the list cannot be read" in done.stderr


def test_a_build_of_a_fetched_table_opens_no_socket(run, web, duel, monkeypatch):
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the network was asked")

    assert run("new", "solo", "--bare").exit_code == 0
    solo = duel.parent / "solo"
    (solo / "decks/cards.yaml").unlink()
    web.answers["/t"] = (200, "text/csv", "id,title,cost,text\na,A,1,Draw.\nb,B,2,Rest.\n")
    assert run("fetch", "solo/decks/cards.csv", "--from", f"{web.address}/t").exit_code == 0
    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    done = run("build", "solo", "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert (duel.parents[1] / "output/solo/sheets/cards.a4.pdf").is_file()

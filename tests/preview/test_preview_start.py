"""The start page: a game from a table, folders, recent projects; and what it refuses."""

import json
import os
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from asgi import HOME, PORT, Client
from patience import patience

from cardgen.cli.preview import _start_options
from cardgen.preview.recent import recent_projects, remember_project
from cardgen.preview.start import start_application
from cardgen.preview.web import serve
from cardgen.preview.web.serve import prepare_start

TABLE = "name,kind,text,copies\n" + "".join(
    f"Card {n},{'guest' if n % 2 else 'thing'},Draw {n} cards.,2\n" for n in range(1, 8)
)


@pytest.fixture
def games(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def start(games):
    app, page = start_application(_start_options(), PORT, HOME)
    yield Client(app, page.token)
    page.close()


@pytest.fixture
def served(games):
    """Serve the start page, and end the previews that it starts with it."""
    addresses: Queue[str] = Queue()
    with prepare_start(_start_options(), None, addresses.put) as preview:
        thread = Thread(target=preview.run, daemon=True)
        thread.start()
        yield addresses.get(timeout=patience())
        for process, _ in preview.page._previews.values():
            process.terminate()
            process.communicate()
        preview.end()
        thread.join(patience())


def upload(client, data=TABLE, name="inn.csv"):
    return client.send(f"/api/upload?name={name}", data)


def test_a_table_is_tried_before_a_game_is_made(start, games):
    assert upload(start).status_code == 204
    answer = start.send("/api/trial", {"has_table": True, "options": {"--text": ["kind"]}})
    trial = answer.json()
    assert trial["cards"] == 7
    roles = {column["column"]: column["role"] for column in trial["columns"]}
    assert (roles["name"], roles["kind"], roles["copies"]) == ("title", "text", "copies")
    for name in trial["pictures"]:
        assert start.get(f"/api/pictures/{name}.png").content.startswith(b"\x89PNG")
    assert len(trial["pictures"]) == 7
    assert list(games.iterdir()) == []


@pytest.mark.parametrize("name", ["game.exe", "..%2Fcards", "a%00b.csv", ""])
def test_only_tables_are_taken(start, name):
    assert upload(start, name=name).status_code == 409


def test_a_faulty_table_is_explained(start):
    upload(start, "")
    answer = start.send("/api/trial", {"has_table": True})
    assert answer.status_code == 409
    assert b"inn.csv" in answer.content
    assert b"Traceback" not in answer.content


def test_folders_and_recent_projects(start, games):
    project = games / "old"
    (project / "card_data").mkdir(parents=True)
    (games / ".hidden").mkdir()
    remember_project(project)
    remember_project(games / "gone")
    assert recent_projects() == [project]
    [recent] = start.get("/api/start").json()["recent"]
    assert recent == {"path": str(project), "name": "old", "is_project": True}
    listing = start.send("/api/folders", {"path": str(games)}).json()
    assert listing["folders"] == [recent]
    assert listing["above"][-1] == {"path": str(games), "name": "games"}


def test_a_damaged_list_of_recent_projects_is_no_error(start, games):
    remember_project(games)
    for text in ("{", "[3]", "", "\0"):
        (games.parent / "state/cardgen/recent.json").write_text(text)
        assert recent_projects() == []
    assert start.get("/api/start").status_code == 200


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("open", {"path": "/nowhere"}),
        ("open", {"path": "."}),
        ("open", {"path": 3}),
        ("folders", {"path": "a\0b"}),
        ("new", {"folder": "/nowhere", "title": "Game"}),
        ("new", {"folder": ".", "title": "Game", "options": {"--from": "/etc/passwd"}}),
        ("new", {"folder": ".", "title": "Game", "options": {"--layout": "/etc/passwd"}}),
        ("new", {"folder": ".", "title": "Game", "look": "../starter"}),
        ("new", {"folder": ".", "title": "Game", "has_table": True}),
        ("new", {"folder": ".", "title": "x" * 99}),
        ("trial", []),
        ("trial", {"options": 3}),
    ],
)
def test_other_requests_are_refused(start, games, path, body):
    assert start.send(f"/api/{path}", body).status_code in (400, 404, 409)
    assert list(games.iterdir()) == []


@pytest.mark.parametrize("path", ["upload?name=a.csv", "trial", "new", "open", "folders", "quit"])
def test_nothing_happens_without_the_token(start, path):
    assert start.send(f"/api/{path}", {}, **{"x-cardgen-token": "no"}).status_code == 403
    assert start.post(f"/api/{path}", headers={"origin": "http://evil.example"}).status_code == 403


def axe_violations(page):
    module = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    page.evaluate((Path(module.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    violations = page.evaluate("async () => (await axe.run()).violations")
    return [(item["id"], [node["html"] for node in item["nodes"]]) for item in violations]


@pytest.mark.slow(seconds=10)
@pytest.mark.browser
def test_a_spreadsheet_becomes_sheets_without_a_terminal(chromium, served, games):
    """One flow of a new user: drop a table, look at the cards, make the game, make its sheets."""
    page = chromium.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(served)
    page.locator(".drop").wait_for()
    violations = [axe_violations(page)]
    table = games.parent / "inn.csv"
    table.write_text(TABLE)
    page.locator("input[type=file]").set_input_files(table)
    page.locator(".cards img").nth(6).wait_for()
    page.get_by_label("What kind becomes").select_option("text")
    page.locator(".cards:not(.waiting)").wait_for()
    violations.append(axe_violations(page))
    page.get_by_label("Title", exact=True).fill("The Inn")
    page.get_by_role("button", name="Make the game").click()
    page.get_by_role("link", name="Make and print").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("link", name="inn.a4.pdf").wait_for()
    assert list(games.glob("the-inn/output/the-inn/sheets/inn.a4.pdf"))
    assert json.loads((games.parent / "state/cardgen/recent.json").read_text()) == [
        str(games / "the-inn")
    ]
    page.get_by_role("button", name="Start page").click()
    page.get_by_role("button", name="the-inn").wait_for()
    page.get_by_role("button", name="Quit").click()
    page.get_by_text("cardgen has ended").wait_for()
    assert (faults, violations) == ([], [[], []])
    page.close()


def test_it_ends_once_no_page_is_open(games, monkeypatch):
    monkeypatch.setattr(serve, "UNUSED_SECONDS", 0.02)
    monkeypatch.setattr(serve, "_LOOK_SECONDS", 0.01)
    with prepare_start(_start_options(), None, lambda _: None, until_closed=True) as preview:
        thread = Thread(target=preview.run, daemon=True)
        thread.start()
        thread.join(patience())
        assert not thread.is_alive()

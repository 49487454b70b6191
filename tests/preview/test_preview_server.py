"""What the web server answers, and what it refuses."""

import asyncio
import builtins
import io
import json
import re
import signal
import urllib.request
from pathlib import Path
from threading import Thread

import PIL.Image
import pytest
from asgi import HOME, PORT, run
from bench import HEROES, Bench
from hypothesis import given
from hypothesis import strategies as st

from cardgen.preview.live import pictures
from cardgen.preview.web.page import media_type, static_files
from cardgen.preview.web.serve import _bind_socket, prepare_preview, serve
from cardgen.preview.web.server import application

STATIC = Path(__file__).parents[2] / "cardgen/preview/static"


# The page


def test_its_files_are_served(still):
    assert still.get("/favicon.ico").status_code == 204  # the page names its own
    for name in {*static_files()} - {"index.html", "start.html"}:
        answer = still.get(f"/static/any/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == media_type(name)
        assert answer.content == (STATIC / name).read_bytes()


def test_a_browser_is_told_to_load_from_here_only(still):
    headers = still.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


# Who may ask


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "example.org"},
        {"host": "127.0.0.1"},
        {"host": "127.0.0.1:1"},
        {"host": "localhost:1"},
        {"host": f"127.0.0.1:{PORT}.evil.org"},
        {"origin": "http://example.org"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_other_hosts_and_pages_from_elsewhere_are_refused(still, headers):
    for path in ("/", "/api/project", "/static/any/app.js", "/events"):
        assert still.get(path, headers=headers).status_code == 403


def test_a_link_from_elsewhere_opens_the_page_and_nothing_else(still):
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"}
    assert still.get("/", headers=followed).status_code == 200
    for inside in ("iframe", "empty", "image"):
        assert still.get("/", headers={**followed, "sec-fetch-dest": inside}).status_code == 403
    for path in ("/api/project", "/events", "/static/any/app.js"):
        assert still.get(path, headers=followed).status_code == 403
    assert still.post("/", headers={**followed, "origin": HOME}).status_code == 403


def test_this_computer_by_either_name_may_ask(still):
    for name in ("127.0.0.1", "localhost", "LocalHost"):
        assert still.get("/", headers={"host": f"{name}:{PORT}"}).status_code == 200


WRITES = ("change", "undo", "redo", "sketch", "consequences", "sheet")


@pytest.mark.parametrize("path", ["priority", *(f"games/test/{what}" for what in WRITES)])
def test_what_changes_or_makes_something_must_come_from_the_page(still, path):
    assert still.post(f"/api/{path}", content="{}").status_code == 403
    assert still.send(f"/api/{path}", "{}").status_code == 400
    for token in ("", "guessed", still.token[:-1], f"{still.token}é"):
        assert still.send(f"/api/{path}", "{}", **{"x-cardgen-token": token}).status_code == 403


def test_the_token_stands_in_the_page_alone(still):
    assert still.token in still.get("/").content.decode()
    assert still.token not in still.get("/api/project").content.decode()


def test_a_priority_is_taken(client, bench):
    sent = {"game": "test", "sides": ["heroes/anna/face"]}
    assert client.send("/api/priority", sent).status_code == 204
    assert bench.live.in_sight == {"test": ("heroes/anna/face",)}


@pytest.mark.parametrize(
    "body",
    [
        *("", "[]", "{}", "null", "NaN", "7" * 5_000, '{"game": 1}', '{"game": "x"}'),
        *('{"game": "x", "sides": 3}', '{"game": "x", "sides": "ab"}'),
        *('{"game": "x", "sides": {"a": 1}}', '{"game": "x", "sides": ["a", ["b"]]}'),
        pytest.param("[" * 50_000, id="open lists"),
        pytest.param("[" * 40_000 + "]" * 40_000, id="deep lists"),
        pytest.param('{"game":' * 10_000 + "1" + "}" * 10_000, id="deep records"),
        *(b'{"game": "\xff", "sides": []}', b"\xef\xbb", b"\x00", '{"game": "x'.encode("utf-16")),
    ],
)
def test_a_priority_that_makes_no_sense_is_refused(still, body):
    assert still.send("/api/priority", body).status_code == 400


def test_a_priority_of_great_length_is_refused_before_it_is_read(still, monkeypatch):
    read = []
    watched = lambda parts: (read.append(at) or at for at in parts)  # noqa: E731
    monkeypatch.setattr("asgi.iter", watched, raising=False)
    answer = still.send("/api/priority", "x" * 1_000_000)
    assert answer.status_code == 413
    assert read[-1] < 200_000


def test_a_request_that_breaks_off_is_refused_quietly(still, monkeypatch):
    monkeypatch.setattr("asgi.CHUNK", 5)
    monkeypatch.setattr("asgi.iter", lambda parts: builtins.iter(parts[:1]), raising=False)
    answer = still.send("/api/priority", "[] and more")
    assert answer.status_code == 400


@given(
    path=st.sampled_from(["side", "source", "rules", "products", "pages"]),
    query=st.dictionaries(st.sampled_from(["side", "p", "x", "y", "path"]), st.text(max_size=9)),
)
def test_a_question_that_makes_no_sense_is_no_fault_of_the_server(still, path, query):
    answer = still.get(f"/api/games/test/{path}", params=query)
    assert answer.status_code in (200, 400, 404)


@pytest.mark.parametrize(
    "path",
    [
        "/static/any/nothing.js",
        "/static/any/vendor/README.md",
        "/static/any/index.html",
        "/static/any/../__init__.py",
        "/static/any/../server.py",
        "/static/any/%2e%2e/server.py",
        "/static/any/..%2fserver.py",
        "/static/any//etc/passwd",
        "/static/any/app.css/../../server.py",
        "/card_data/test/game.yaml",
        "/api/games/..%2f..%2fetc",
        "/pixels/..%2f..%2fetc%2fpasswd.png",
        "/api/games/test/pages?path=../../card_data/test/game.yaml",
    ],
)
def test_no_path_leads_to_a_file(still, path):
    assert still.get(path).status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_else_can_be_done(still, method):
    answer = still.request(method, "/api/project", headers={"origin": HOME})
    assert answer.status_code == 405


# Its port


def test_previews_that_start_together_take_different_ports_and_a_port_in_use_is_refused():
    with _bind_socket(None) as one, _bind_socket(None) as other:
        assert one.getsockname() != other.getsockname()
        with pytest.raises(OSError, match=r"in use|only one usage"):
            _bind_socket(one.getsockname()[1])


@pytest.fixture
def no_loop():
    """Hide the loop that a browser of an earlier test may have at work in this thread."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.mark.usefixtures("no_loop")
def test_a_project_is_served_until_it_is_interrupted(tmp_path, files):
    Bench.at(tmp_path, files | {"card_data/other/game.yaml": "title: Other\n"})
    said = []

    def ask(home):
        try:
            with urllib.request.urlopen(f"{home}api/project") as answer:
                said.append(json.load(answer))
        finally:
            signal.raise_signal(signal.SIGINT)

    def ready(home):
        Thread(target=ask, args=[home]).start()

    with pytest.raises(KeyboardInterrupt):
        serve(prepare_preview(tmp_path, ("test",), None, ready))
    assert [[game["title"] for game in one["games"]] for one in said] == [["Test Game"]]


# Facts


def test_the_project(still):
    project = still.get("/api/project").json()
    assert [game["title"] for game in project["games"]] == ["Test Game"]
    assert project["findings"] == {"test": []}


def test_a_game_with_its_cards(client, bench):
    game = client.get("/api/games/test").json()
    heroes = game["components"][0]
    assert (heroes["id"], heroes["width"], heroes["height"]) == ("heroes", 63, 88)
    anna = heroes["cards"][0]
    assert anna["fields"] == {"class": "knight", "power": 3, "text": "Draw two cards."}
    assert anna["face"] == "heroes/anna/face"
    assert game["sides"]["heroes/anna/face"] == {"p": bench.print_of("heroes/anna/face")}
    assert [len(text["pages"]) > 0 for text in game["texts"].values()] == [True]


def test_the_data_of_a_card_knows_its_lines(still):
    facts = still.get("/api/games/test/side", params={"side": "heroes/bert/face"}).json()
    lines = {f["name"]: f["at"] and f["at"]["line"] for f in facts["fields"]}
    assert lines == {
        "id": 8, "title": 9, "class": 10, "power": 11, "copies": 12, "text": 13, "type": None,
    }  # fmt: skip
    assert facts["at"] == {"path": "card_data/test/decks/heroes.yaml", "line": 8, "column": 5}
    assert "templates/test/parts.xml.j2" in facts["files"]


def test_a_side_says_why_it_was_drawn_again(client, bench):
    asked = {"side": "heroes/bert/face"}
    assert client.get("/api/games/test/side", params=asked).json()["why"] == ""
    bench.save(HEROES, "title: Bert", "title: Berta")
    answer = client.get("/api/games/test/side", params=asked).json()
    assert answer["why"] == "`card.title` changed"


def test_a_point_knows_template_and_field(client, bench):
    asked = {"p": bench.print_of("heroes/bert/face"), "side": "heroes/bert/face"}
    source = client.get("/api/games/test/source", params={**asked, "x": 9, "y": 33}).json()
    assert source["places"][0]["at"]["path"] == "templates/test/hero.xml.j2"
    assert source["places"][0]["at"]["line"] == 4
    assert source["fields"] == [
        {
            "field": "text",
            "at": {"path": "card_data/test/decks/heroes.yaml", "line": 13, "column": 11},
        }
    ]


def test_rules_and_who_states_them(still):
    [rule] = still.get("/api/games/test/rules").json()
    assert (rule["id"], rule["value"]) == ("hand", 5)
    places = [(one["what"], one["at"]["path"], one["at"]["line"]) for one in rule["stated"]]
    assert places == [("heroes/bert", HEROES, 13), ("", "card_data/test/rules.md", 3)]
    assert rule["at"]["line"] > 1


def test_pages_to_print(still):
    products = still.get("/api/games/test/products").json()
    paths = [one["path"] for one in products]
    assert "sheets/heroes.a4.pdf" in paths
    assert "boards/mat.pdf" in paths
    pages = still.get("/api/games/test/pages", params={"path": "sheets/heroes.a4.pdf"}).json()
    assert {pages[0]["width"], pages[0]["height"]} == {210, 297}
    picture = still.get(f"/pixels/{pages[0]['p']}.png?w=400")
    assert picture.status_code == 200


# Pictures


def test_a_picture_of_the_trim_and_of_the_bleed(client, bench):
    name = bench.print_of("heroes/anna/face")
    for query, width in (("w=126", 126), ("w=138&area=bleed", 138), ("w=1", 16), ("w=-5", 16)):
        answer = client.get(f"/pixels/{name}.png?{query}")
        size = PIL.Image.open(io.BytesIO(answer.content)).size
        assert size == (width, width + {126: 50, 138: 50, 16: 6}[width])


def test_a_picture_of_too_many_pixels_keeps_its_shape(client, bench, monkeypatch):
    monkeypatch.setattr(pictures, "PIXEL_LIMIT", 63 * 88 * 4)
    name = bench.print_of("heroes/anna/face")
    for asked, size in (("125", (125, 175)), ("126", (126, 176)), ("900", (126, 176))):
        answer = client.get(f"/pixels/{name}.png?w={asked}")
        assert PIL.Image.open(io.BytesIO(answer.content)).size == pytest.approx(size, abs=1)


def test_pictures_may_be_kept_for_good_and_nothing_else(client, bench):
    name = bench.print_of("heroes/anna/face")
    assert "immutable" in client.get(f"/pixels/{name}.png?w=100").headers["cache-control"]
    for path in ("/api/project", "/api/games/test", f"/pixels/{'0' * 32}.png"):
        assert client.get(path).headers["cache-control"] == "no-store"
    assert client.get("/").headers["cache-control"] == "no-cache"
    assert client.get("/static/any/app.js").headers["cache-control"] == "no-cache"


def test_files_of_the_page_are_kept_until_one_of_them_changes(client, monkeypatch, tmp_path):
    def named():
        return re.search(r"/static/\w+/app\.js", client.get("/").content.decode())[0]

    first = named()
    assert "immutable" in client.get(first).headers["cache-control"]
    assert named() == first
    (tmp_path / "app.js").write_text("// another")
    files = {**static_files(), "app.js": tmp_path / "app.js"}
    monkeypatch.setattr("cardgen.preview.web.page.static_files", lambda: files)
    assert named() != first
    assert client.get(first).headers["cache-control"] == "no-cache"


def test_a_width_that_is_none_is_refused(client, bench):
    name = bench.print_of("heroes/anna/face")
    for width in ("x", "nan", "inf", "1e99", "10000000"):
        assert client.get(f"/pixels/{name}.png?w={width}").status_code == 400


# Events


def test_events_reach_an_open_page(bench):
    _, page = application(bench.live, PORT)

    async def listen():
        async with page.lifespan(None):
            answer = await page.events(None)
            stream = answer.body_iterator
            events = [json.loads((await anext(stream)).removeprefix("data: "))]
            await asyncio.to_thread(bench.save, HEROES, "power: 3", "power: 4")
            while events[-1]["type"] != "sides":
                events.append(json.loads((await anext(stream)).removeprefix("data: ")))
            page.close()
            return events

    events = run(listen())
    assert [event["type"] for event in events] == ["hello", "edit", "game", "sides"]
    assert list(events[-1]["sides"]) == ["heroes/anna/face"]

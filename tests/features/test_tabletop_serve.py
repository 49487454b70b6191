"""Serving tables and pictures to this computer."""

import http.client
import json
import re
import socket
import struct
from collections.abc import Callable
from threading import Thread

import pytest
from patience import patience
from workshops import write_files

from cardgen.core.diagnostics import OutputError
from cardgen.features.tabletop import server


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    workshop = write_files(tmp_path_factory.mktemp("serve") / "project")
    assert not workshop.build().diagnostics.has_errors
    (workshop.root / "secret.json").write_text("secret")
    (workshop.output / "game/tts/other.json").write_text("secret")
    return workshop


@pytest.fixture(scope="module")
def running(made):
    with server(made.output, ["game"]) as found:
        thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield found
        found.shutdown()
        thread.join()


Ask = Callable[..., tuple[http.client.HTTPResponse, bytes]]


@pytest.fixture
def ask(running):
    line = http.client.HTTPConnection("127.0.0.1", running.server_port, timeout=patience())

    def ask(path: str, method: str = "GET", host: str = "") -> tuple[object, bytes]:
        """Ask word for word: what a client would tidy up is sent as it is."""
        line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        line.putheader("Host", host or f"127.0.0.1:{running.server_port}")
        line.endheaders()
        answer = line.getresponse()
        return answer, answer.read()

    yield ask
    line.close()


def test_only_this_computer_can_reach_it(running):
    assert running.server_address[0] == "127.0.0.1"
    assert running.socket.getsockname()[0] == "127.0.0.1"
    assert running.server_port > 0


def test_pictures_are_sent_to_be_kept_for_ever(made, ask):
    for file in sorted((made.output / "game/tts/images").iterdir()):
        answer, data = ask(f"/game/tts/images/{file.name}")
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "image/png"
        assert "immutable" in answer.headers["Cache-Control"]
        assert data == file.read_bytes()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_saves_name_this_server(running, ask, name):
    here = f"{name}:{running.server_port}"
    for path in ("/game/tts/game.json", "/game/tts/heroes.json"):
        answer, data = ask(path, host=here)
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
        assert answer.headers["Cache-Control"] == "no-store"
        save = json.loads(data)
        urls = set(re.findall(r'"(?:[A-Za-z]+URL)": "([^"]+)"', json.dumps(save)))
        assert urls
        for url in urls:
            assert url.startswith(f"http://{here}/game/tts/images/")
            assert ask(url.removeprefix(f"http://{here}"))[0].status == 200
    thumbnail, _ = ask("/game/tts/heroes.png")
    assert (thumbnail.status, thumbnail.headers["Cache-Control"]) == (200, "no-store")


def test_head_says_what_a_file_is(ask):
    whole, data = ask("/game/tts/game.json")
    head, nothing = ask("/game/tts/game.json", "HEAD")
    assert nothing == b""
    assert head.status == 200
    assert int(head.headers["Content-Length"]) == len(data)
    assert ask("/nothing", "HEAD")[0].status == 404
    assert whole.headers["Content-Type"] == head.headers["Content-Type"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(ask, method):
    assert ask("/game/tts/game.json", method)[0].status == 501


@pytest.mark.parametrize(
    "host",
    [
        *("example.org", "example.org:{port}", "127.0.0.1.example.org:{port}"),
        *("127.0.0.1:1", "127.0.0.1:{port}x", "127.0.0.1@example.org", "192.168.0.2:{port}"),
        *("[::1]:{port}", "-"),
    ],
)
def test_who_asks_for_another_computer_is_refused(running, ask, host):
    for path in ("/", "/game/tts/game.json"):
        answer, data = ask(path, host=host.format(port=running.server_port))
        assert answer.status == 403
        assert b"game" not in data


@pytest.mark.parametrize(
    "path",
    [
        *("/game/../../secret.json", "/game/tts/../../../secret.json", "/../secret.json"),
        *("/game/%2e%2e/%2e%2e/secret.json", "/game/..%2f..%2fsecret.json"),
        *("/game/tts/..%5c..%5c..%5csecret.json", "/game/tts/images/../game.json"),
        *("/%2fgame/tts/game.json", "/game//tts/game.json"),
        *("/game/tts/game.json%00", "/game/tts/game.json/", "/game/tts", "/game/", "/game"),
        *("/game/build.json", "/game/sheets/heroes.a4.pdf", "/game/tts/other.json"),
        *("/other/tts/game.json", "/GAME/tts/game.json", "/favicon.ico", "/.cardgen/lock", "*"),
    ],
)
def test_what_is_not_the_tables_is_not_there(ask, path):
    answer, data = ask(path)
    assert (answer.status, data) == (404, b"there is no such file")


def test_an_absolute_address_is_cut_to_its_path(running, ask):
    assert ask(f"http://127.0.0.1:{running.server_port}/game/tts/game.json")[0].status == 200
    assert ask("/game/tts/game.json?x=1")[0].status == 200


def test_files_that_are_gone_or_behind_a_link_are_not_there(made, ask, tmp_path):
    folder, elsewhere = made.output / "game/tts", tmp_path / "elsewhere"
    folder.rename(elsewhere)
    assert ask("/game/tts/game.json")[0].status == 404
    folder.symlink_to(elsewhere)
    assert ask("/game/tts/game.json")[0].status == 404
    folder.unlink()
    elsewhere.rename(folder)
    assert ask("/game/tts/game.json")[0].status == 200


def test_the_front_page_names_all_files(ask):
    answer, data = ask("/")
    assert answer.headers["Content-Type"].startswith("text/html")
    links = re.findall(r'href="([^"]+)"', data.decode())
    assert "/game/tts/game.json" in links
    assert all(ask(link)[0].status == 200 for link in links)


def test_who_hangs_up_leaves_no_trace(running, ask, capfd):
    with socket.create_connection(("127.0.0.1", running.server_port)) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(b"GET /game/tts/game.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT")
    assert ask("/")[0].status == 200
    assert capfd.readouterr() == ("", "")


def test_a_port_that_is_taken(made, running):
    with pytest.raises(OutputError, match="in use"):
        server(made.output, ["game"], running.server_port)

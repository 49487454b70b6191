"""Links that carry a project, and what a playground begins with."""

import base64
import json
import zlib

import pytest

from cardgen.model.load import load_project
from tools.playground.folder import starters
from tools.playground.site.packing import pack, unpack


def link(said) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(said).encode())).decode().rstrip("=")


def test_a_link_carries_texts_and_pictures():
    files = {"card_data/a/ü.yaml": "title: Größe\n".encode(), "card_data/a/p.png": b"\x89PNG\xff"}
    assert unpack(pack(files)) == files
    assert set(pack(files)) <= set(map(chr, range(128))) - set("+/=# ")


@pytest.mark.parametrize("path", ["../a", "/etc/a", "a\\b", "C:/a", "", "a/../../b", "con"])
def test_no_file_of_a_link_is_outside_of_the_project(path):
    with pytest.raises(ValueError, match="no path of a project"):
        unpack(link({path: "x"}))


@pytest.mark.parametrize(
    "text", ["", "????", "AAAA", link([1]), link({"a": 1}), link({"a": ["ä"]}), link("\ud800")]
)
def test_what_is_no_project_is_refused(text):
    with pytest.raises(ValueError, match="This link holds no project"):
        unpack(text)


def test_a_link_cannot_fill_the_memory():
    bomb = base64.urlsafe_b64encode(zlib.compress(b'{"a":"' + b"x" * 30_000_000 + b'"}', 9))
    with pytest.raises(ValueError, match="too large"):
        unpack(bomb.decode().rstrip("="))


def test_every_starter_is_a_game_without_faults(tmp_path):
    for number, one in enumerate(starters()):
        root = tmp_path / str(number)
        files = unpack(one["link"])
        for path, data in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
        found = load_project(root)
        assert [game.title for game in found.games] == [one["title"]]
        assert list(found.diagnostics) == []
        assert one["open"] in files
    assert number == 2

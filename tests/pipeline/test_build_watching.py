"""Which saves are told of."""

import sys
import threading
from queue import SimpleQueue

import pytest
from patience import patience

from cardgen.pipeline.watching import _is_watched, saves


@pytest.fixture(params=["by watchfiles", "by looking"])
def watched(request, tmp_path, monkeypatch):
    if request.param == "by looking":
        monkeypatch.setitem(sys.modules, "watchfiles", None)
    for name in ("card_data", "templates"):
        (tmp_path / name).mkdir()
    stop = threading.Event()
    found = SimpleQueue()

    def listen():
        for names in saves(tmp_path, stop):
            found.put(names)

    thread = threading.Thread(target=listen)
    thread.start()
    assert found.get(timeout=patience()) == frozenset()  # it watches
    yield tmp_path, found
    stop.set()
    thread.join(patience())
    assert not thread.is_alive()


def collect(found, wanted):
    """Take saves until a file is named; return all names up to then."""
    names = set()
    while wanted not in names:
        names |= found.get(timeout=patience())
    return names


def test_a_save_names_the_file_alone_also_through_a_temporary_one(watched):
    root, found = watched
    (root / "card_data/x.yaml").write_text("a: 1\n")
    assert collect(found, "card_data/x.yaml") == {"card_data/x.yaml"}
    for beside in (".x.yaml.swp", "x.yaml~", "x.yaml.tmp", "sedAbC123"):
        (root / "card_data" / beside).write_text(f"a: {beside}\n")
        (root / "card_data" / beside).replace(root / "card_data/x.yaml")
        assert collect(found, "card_data/x.yaml") == {"card_data/x.yaml"}


def test_a_file_that_goes_away_is_named(watched):
    root, found = watched
    (root / "templates/x.xml.j2").write_text("<side/>")
    collect(found, "templates/x.xml.j2")
    (root / "templates/x.xml.j2").unlink()
    assert collect(found, "templates/x.xml.j2") == {"templates/x.xml.j2"}


def test_files_of_a_project_count_and_leavings_of_editors_do_not():
    names = ["x.yaml", "x.xml.j2", "art.png", "Font-Bold.ttf"]
    leavings = [".x.yaml.swp", "x.yaml~", "#x.yaml#", "4913", "a.tmp", ".#x"]
    assert [name for name in names + leavings if _is_watched(f"/p/card_data/{name}")] == names


def test_a_folder_that_comes_names_its_files_each_time(watched):
    root, found = watched
    beside, folder = root / "other", root / "card_data/other"
    (beside / "decks").mkdir(parents=True)
    for name in ("game.yaml", "decks/cards.yaml", "decks/.cards.yaml.swp"):
        (beside / name).write_text("a: 1\n")
    for _ in range(3):
        beside.rename(folder)
        names = collect(found, "card_data/other/decks/cards.yaml")
        assert "card_data/other/game.yaml" in names
        assert not any(name.endswith(".swp") for name in names)
        folder.rename(beside)
        while not any(name.startswith("card_data/other") for name in found.get(timeout=patience())):
            pass

"""What is looked at comes first, whatever else there is to do."""

import threading

import pytest
from asgi import Client
from bench import HEROES, PLAIN, Bench

from cardgen.preview.live import live_project
from cardgen.preview.live.live_project import LiveProject

OTHER = "title: Other\n"
MANY = "cards:\n" + "".join(
    f"  - {{id: card-{n}, type: plain, title: Card {n}}}\n" for n in range(60)
)


@pytest.fixture
def crowd(tmp_path, files):
    files["card_data/test/decks/heroes.yaml"] = MANY
    files["templates/test/mat.xml.j2"] = "<side/>"
    files["card_data/test/rules.md"] = "# Rules\n"
    made = Bench.at(tmp_path, files)
    made.live.settle()
    return made


def pictured(events):
    return [id for event in events if event["type"] == "sides" for id in event["sides"]]


def test_a_game_that_is_looked_at_is_read_first(bench):
    for name in ("alpha", "omega"):
        bench.write(f"card_data/{name}/game.yaml", OTHER)
    made = Bench.at(bench.root, {})
    live, events = made.live, made.events
    live.prioritize("test", ["heroes/cleo/face"])
    live.settle()
    order = [(event["type"], event["game"]) for event in events if "game" in event]
    assert order[:2] == [("game", "test"), ("sides", "test")]
    assert pictured(events)[0] == "heroes/cleo/face"
    assert set(live.loaded) == {"alpha", "omega", "test"}


def test_games_are_read_before_what_nobody_looks_at_is_laid_out(bench):
    bench.write("card_data/omega/game.yaml", OTHER)
    made = Bench.at(bench.root, {})
    made.live.settle()
    order = [event["type"] for event in made.events if event["type"] in ("game", "sides")]
    assert order[:3] == ["game", "game", "sides"]


def test_a_game_that_was_not_read_may_be_looked_at_and_is_told_apart_from_none(bench):
    live = LiveProject(bench.root)
    client = Client.of(live)
    for game in ("test", "nobody"):
        sent = {"game": game, "sides": ["side"]}
        assert client.send("/api/priority", sent).status_code == 204
    assert live.in_sight == {"test": ("side",)}
    live.in_sight.clear()
    answer = client.get("/api/games/test")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert live.in_sight == {"test": ()}
    assert client.get("/api/games/nobody").status_code == 404
    live.settle()
    assert client.get("/api/games/test").status_code == 200


def test_an_edit_is_answered_while_an_earlier_one_is_still_being_drawn(crowd, monkeypatch):
    monkeypatch.setattr(live_project, "_BATCH_SECONDS", 0.0)
    live = crowd.live
    live.prioritize("test", ["heroes/card-40/face"])
    path = "templates/test/plain.xml.j2"
    crowd.write(path, PLAIN.replace('x="6"', 'x="7"'))
    live.queue_saved([path])
    while live.busy < 30 or live.busy > 55:
        live._resume = 0.0
        live._step()
    waiting = live.busy
    crowd.write(HEROES, MANY.replace("title: Card 40}", "title: Last}"))
    live.queue_saved([HEROES])
    crowd.events.clear()
    live._step()
    assert [event["type"] for event in crowd.events[:3]] == ["edit", "game", "sides"]
    assert pictured(crowd.events)[0] == "heroes/card-40/face"
    assert live.busy > waiting - 10  # the others still wait
    live.settle()
    assert set(crowd.loaded.edits.numbers().values()) >= {1, 2}


def test_what_is_out_of_sight_lets_pictures_be_taken_first(crowd):
    live = crowd.live
    live.prioritize("test", ["heroes/card-0/face"])
    crowd.write("templates/test/plain.xml.j2", PLAIN.replace('x="6"', 'x="7"'))
    live.queue_saved(["templates/test/plain.xml.j2"])
    while not live._jobs.empty():
        live._step()
    waiting = live.busy
    assert waiting
    live._resume = 0.0
    with live.pictures._pdfium:  # a picture takes long
        frame = crowd.loaded.side_results["heroes/card-0/face"].frame
        asked = threading.Thread(
            target=live.pictures.picture, args=(frame, 99, False, crowd.loaded.library)
        )
        asked.start()
        while not live.pictures.busy:
            pass
        live._step()
        assert live.busy == waiting
    asked.join()
    live._step()
    assert live.busy < waiting

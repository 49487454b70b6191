"""What the page is told of earlier states: the last saves, prints, tags and commits."""

import io
import os
import shutil

import PIL.Image
import pytest
from asgi import PORT, Client
from bench import EMIL, FILES, HEROES, Bench
from repositories import NEEDS_GIT, commit, git

from cardgen.comparison.printed import record_printed
from cardgen.comparison.snapshot import Memory, Snapshot
from cardgen.core.geometry import Size
from cardgen.frame import Frame
from cardgen.preview.live.game_look import GameLook
from cardgen.preview.live.page_edits import _MOST_CHANGES, MOST_SAVES, SaveLog
from cardgen.preview.web.server import application

ANNA, BERT = "heroes/anna/face", "heroes/bert/face"
GAME_FILE = "card_data/test/game.yaml"
PLAIN = "templates/test/plain.xml.j2"


class Asked:
    """Asks the server, and works for the threads that were not started."""

    def __init__(self, bench):
        self.live = bench.live
        app, self.site = application(bench.live, PORT)
        self.client = Client(app, self.site.token)

    def get(self, path, **params):
        answer = self.client.get(path, params=params)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def game(self):
        return self.get("/api/games/test")

    def states(self):
        return self.get("/api/games/test/states")

    def begun(self, state):
        """Ask for a comparison and take the first step; return the game as it was."""
        self.get("/api/games/test/compare", **{"with": state})
        self.site.history.step()
        [earlier] = self.site.history._open.values()
        return earlier

    def compare(self, state):
        self.get("/api/games/test/compare", **{"with": state})
        while self.site.history.step():
            self.live.settle()
        return self.get("/api/games/test/compare", **{"with": state})

    def saves(self):
        return self.get("/api/saves")

    def changes(self, number=0):
        games = self.saves()[number]["games"]
        return {one["id"]: one for one in games["test"]["changes"]} if games else {}

    def pictured(self, name, query=""):
        answer = self.client.get(f"/pixels/{name}.png{query}")
        assert answer.status_code == 200
        return answer.content


@pytest.fixture
def asked(bench):
    made = Asked(bench)
    yield made
    made.site.close()


# The last saves


def test_a_side_knows_how_it_looked_before_the_edit_that_changed_it_last(bench, asked):
    first = bench.print_of(ANNA)
    bench.save(HEROES, "**two**", "**three**")
    bench.save(HEROES, "power: 1", "power: 2")
    side = asked.game()["sides"][ANNA]
    assert (side["b"], side["m"]) == (first, 1)
    second = bench.print_of(ANNA)
    bench.save(HEROES, "**three**", "**four**")
    assert asked.game()["sides"][ANNA]["b"] == second
    assert asked.pictured(second)


def test_a_page_knows_how_it_looked_before(bench, asked):
    def page():
        [one] = asked.game()["texts"]["rules"]["pages"]
        return one

    first = page()["p"]
    bench.save(GAME_FILE, "value: 5", "value: 6")
    second = page()
    assert second["p"] != first
    assert (second["b"], second["m"]) == (first, 1)
    bench.save(HEROES, "**two**", "**three**")
    assert page() == second


def test_a_side_that_is_drawn_twice_for_an_edit_keeps_what_was_before(bench, asked):
    before = bench.print_of("mat/face")
    bench.write(HEROES, bench.text(HEROES).replace("**two**", "**three**"))
    bench.live.queue_saved([HEROES])
    bench.live.settle()
    bench.loaded.pending["mat/face"] = ""
    bench.loaded.lay_out("mat/face", 1)
    assert bench.loaded.edits["mat/face"].before.fingerprint == before
    assert asked.changes()["mat/face"]["b"] == before


def test_a_side_that_is_still_to_come_looks_as_it_last_did(bench):
    first = GameLook.of(bench.loaded, Memory())
    bench.save(HEROES, "title: Anna", "title: Annabel")
    now = GameLook.of(bench.loaded, Memory())
    bench.save(HEROES, "title: Annabel", "title: Annika")
    shown = bench.print_of(ANNA)
    bench.loaded.pending[ANNA] = None
    assert GameLook.of(bench.loaded, Memory()).frames[ANNA].fingerprint == shown

    def looks_of_anna(state: Snapshot) -> tuple[str, str]:
        anna = state.decks["heroes"].cards["anna"]
        return anna.face, anna.back

    assert looks_of_anna(first.snapshot) != looks_of_anna(now.snapshot)
    for like in (first, now):
        found = GameLook.of(bench.loaded, Memory(), like)
        assert looks_of_anna(found.snapshot) == looks_of_anna(like.snapshot)
        assert (ANNA in found.frames, BERT in found.frames) == (False, True)


def test_saves_tell_files_and_what_they_changed(bench, asked):
    first = bench.print_of(ANNA)
    bench.save(HEROES, "**two**", "**three**")
    [save] = asked.saves()
    assert (save["edit"], save["files"]) == (1, [HEROES])
    assert save["time"] > 1_600_000_000
    assert set(asked.changes()) == {ANNA, "mat/face"}
    size = {"width": 63.0, "height": 88.0}
    assert asked.changes()[ANNA] == {"id": ANNA, "b": first, "p": bench.print_of(ANNA), **size}


def test_a_rule_changes_cards_and_pages(bench, asked):
    bench.save(GAME_FILE, "value: 5", "value: 6")
    assert set(asked.changes()) == {BERT, "rules/page-01"}


def test_cards_that_come_and_go_are_told(bench, asked):
    bench.save(HEROES, "  - id: dora\n", EMIL)
    emil = asked.changes()["heroes/emil/face"]
    assert emil["b"] == ""
    bench.save(HEROES, EMIL, "  - id: dora\n")
    gone = asked.changes()["heroes/emil/face"]
    assert (gone["b"], gone["p"], gone["title"]) == (emil["p"], "", "Emil")
    assert asked.pictured(gone["b"])


def test_a_save_that_shows_nowhere_has_no_changes(bench, asked):
    bench.save(HEROES, "cards:\n", "# a comment\n\ncards:\n")
    assert [save["games"] for save in asked.saves()] == [{}]


def test_only_the_last_saves_are_kept_and_all_their_pictures(bench, asked):
    for power in range(10, 10 + MOST_SAVES + 5):
        bench.save(HEROES, f"power: {power if power > 10 else 7}", f"power: {power + 1}")
    saves = asked.saves()
    assert [save["edit"] for save in saves] == list(range(MOST_SAVES + 5, 5, -1))
    shown = {
        one[key] for n in range(MOST_SAVES) for one in asked.changes(n).values() for key in "bp"
    }
    assert len(shown) > MOST_SAVES
    assert all(bench.live.frame(name) for name in shown)


def test_a_large_save_tells_how_many_more_there_are(bench, asked):
    log, size = bench.live.saves, bench.loaded.side_results[ANNA].frame
    log.begin(1, ("a.yaml",), 0.0)
    for number in range(130):
        log.note("test", f"heroes/{number}/face", None, size)
    told = asked.saves()[0]["games"]["test"]
    assert len(told["changes"]) + told["more"] == 130
    assert told["more"] == 10


def test_a_picture_file_that_was_replaced_still_shows_as_it_was(bench, asked, tmp_path):
    def paint(colour):
        (tmp_path / "card_data/test/art").mkdir(exist_ok=True)
        PIL.Image.new("RGB", (40, 40), colour).save(tmp_path / "card_data/test/art/x.png")
        bench.saved("card_data/test/art/x.png")

    paint("red")
    image = '<image src="art/x.png" x="10" y="30" width="20" height="20"/></side>'
    bench.save(PLAIN, "</side>", image)
    before = bench.print_of("heroes/dora/face")
    paint("blue")
    changed = asked.changes()["heroes/dora/face"]
    assert changed["b"] == before
    for key, colour in {"b": (255, 0, 0), "p": (0, 0, 255)}.items():
        data = asked.pictured(changed[key], "?w=63")
        with PIL.Image.open(io.BytesIO(data)) as picture:
            assert picture.convert("RGB").getpixel((20, 40)) == colour


# Prints, tags and commits


@pytest.fixture(scope="module")
def committed(tmp_path_factory):
    """A project with three commits, of which the second is tagged and printed; and that commit."""
    if NEEDS_GIT.args[0]:
        pytest.skip("there is no git here")
    root = tmp_path_factory.mktemp("committed")
    project = Bench.at(root, FILES)

    def edit(path, old, new):
        project.write(path, project.text(path).replace(old, new))

    commit(root, "The first heroes")
    edit(HEROES, "power: 7", "power: 6")
    edit(GAME_FILE, 'version: "1.0"', 'version: "1.1"  # soon')
    record_printed(root, "test")
    second = commit(root, "Printed for the fair")
    git(root, "tag", "-a", "v1.1", "-m", "For the fair")
    edit(HEROES, "title: Bert", "title: Berta")
    edit(HEROES, "  - id: dora\n", EMIL)
    commit(root, "A mage more")
    return root, second


@pytest.fixture
def repository(bench, tmp_path, committed):
    """The three commits under the live preview, and an edit since then."""
    root, second = committed
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    bench.saved(*FILES)
    bench.save(HEROES, "**two**", "**three**")
    return second


def test_states_are_listed_in_words(bench, asked, repository, tmp_path):
    os.utime(tmp_path / "card_data/test/printed.json", (0, 0))  # a committed record has its date
    states = asked.states()
    assert states["problems"] == []
    said = [(one["title"], one["version"], one["tags"], one["printed"]) for one in states["states"]]
    assert said == [
        ("Printed", "1.1", [], False),
        ("A mage more", "1.1", [], False),
        ("Printed for the fair", "1.1", ["v1.1"], True),
        ("The first heroes", "1.0", [], False),
    ]
    dates = [one["date"] for one in states["states"]]
    assert ([len(date) for date in dates], dates[0]) == ([25] * 4, dates[2])


def test_a_commit_is_compared_side_by_side_and_so_is_what_was_printed_of_it(
    bench, asked, repository
):
    bench.events.clear()
    found = asked.compare(repository)
    told = [event for event in bench.events if event["type"] == "history"]
    assert {event["state"] for event in told} == {repository}
    assert told[0]["left"] == told[0]["of"] == 3
    assert told[-1]["left"] == found["left"] == 0
    assert found["problems"] == []
    kinds = {id: one["kind"] for id, one in found["sides"].items()}
    changed = dict.fromkeys((ANNA, BERT, "mat/face", "rules/page-01"), "changed")
    assert kinds == {**changed, "heroes/emil/face": "added"}
    assert "cards: 1 added, 2 changed" in found["line"]
    berta = next(one for one in found["things"] if one["id"] == "bert")
    assert berta["fields"] == [{"id": "title", "old": "Bert", "new": "Berta"}]
    assert berta["sides"] == [BERT]
    for id, side in found["sides"].items():
        assert ("b" in side) == (kinds[id] == "changed")
        assert "b" not in side or asked.pictured(side["b"])
    assert found["sides"][ANNA]["b"] == bench.loaded.edits[ANNA].before.fingerprint
    as_printed = asked.compare("printed")
    assert as_printed["state"]["version"] == "1.1"
    for key in ("problems", "sides", "things"):
        assert as_printed[key] == found[key]


def test_only_what_differs_is_laid_out_and_first_what_is_in_sight(bench, asked, repository):
    bench.live.prioritize("test", [BERT])
    bench.live.settle()
    earlier = asked.begun(repository)
    assert set(earlier.loaded.pending) == {ANNA, BERT}
    done = []
    earlier.work(bench.loaded, [BERT], lambda: not done and not done.append(1), 60)
    assert set(earlier.loaded.pending) == {ANNA}
    dora = "heroes/dora/face"
    assert earlier.loaded.side_results[dora] is bench.loaded.side_results[dora]


def test_cards_that_are_gone_are_named_with_their_last_picture(bench, asked, repository):
    state = asked.states()["states"][1]["id"]
    bench.save(HEROES, EMIL, "  - id: dora\n")
    found = asked.compare(state)
    [emil] = [one for one in found["things"] if one["kind"] == "removed"]
    assert (emil["title"], emil["sides"]) == ("Emil", ["heroes/emil/face"])
    gone = found["sides"]["heroes/emil/face"]
    assert gone["kind"] == "removed"
    assert asked.pictured(gone["b"])


def test_a_new_record_of_what_was_printed_is_taken_at_once(bench, asked, repository, tmp_path):
    assert asked.compare("printed")["sides"]
    record_printed(tmp_path, "test")
    assert asked.compare("printed")["sides"] == {}


def test_edits_are_seen_and_a_card_with_another_id_is_the_same_card(bench, asked, repository):
    assert BERT in asked.compare(repository)["sides"]
    bench.save(HEROES, "title: Berta", "title: Bert")
    bench.save(HEROES, "  - id: cleo", "  - id: kleo")
    found = asked.compare(repository)
    assert BERT not in found["sides"]
    kleo = next(one for one in found["things"] if one["id"] == "kleo")
    assert (kleo["kind"], kleo["was"], kleo["sides"]) == ("changed", "cleo", [])


def test_the_working_files_and_the_output_are_left_alone(bench, asked, repository, tmp_path):
    def files():
        return {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if ".git" not in p.parts}

    before = files()
    asked.compare(repository)
    assert files() == before
    [earlier] = asked.site.history._open.values()
    there = earlier.loaded.root
    assert there.is_dir()
    asked.site.close()
    assert not there.exists()


def test_few_states_stay_open(asked, repository, tmp_path):
    commit(tmp_path)
    states = asked.states()["states"][1:]
    assert len(states) == 4
    for state in states:
        asked.compare(state["id"])
    assert len(asked.site.history._open) == 3


# What cannot be compared


def test_without_git_it_is_said(asked):
    states = asked.states()
    assert states["states"] == []
    [problem] = states["problems"]
    assert problem["code"] == "CG764"


def test_a_print_without_git_names_what_changed_and_has_no_pictures(bench, asked, tmp_path):
    record_printed(tmp_path, "test")
    bench.save(HEROES, "**two**", "**three**")
    [state] = asked.states()["states"]
    assert state["title"] == "Printed"
    found = asked.compare("printed")
    assert found["sides"] == {ANNA: {"kind": "changed"}, "mat/face": {"kind": "changed"}}
    assert found["left"] == 0


@pytest.mark.parametrize("state", ["", "HEAD", "--help", "0" * 40, "../x", "printed"])
def test_states_that_are_not_listed_are_refused(bench, asked, state):
    answer = asked.client.get("/api/games/test/compare", params={"with": state})
    assert answer.status_code == 404


def test_old_saves_are_forgotten_once_they_hold_too_much():
    log = SaveLog()
    frame = Frame(Size(63, 88), [])
    for number in range(4):
        log.begin(number, ["a.yaml"], 0.0)
        for id in range(_MOST_CHANGES // 2):
            log.note("test", f"heroes/{id}/face", None, frame)
    log.begin(4, ["a.yaml"], 0.0)
    assert [save["edit"] for save in log.describe()] == [4, 3, 2]


@NEEDS_GIT
def test_errors_of_an_earlier_state_are_said_with_their_commit(bench, asked, tmp_path):
    bench.save(HEROES, "cards:\n", "cards: [\n")
    broken = commit(tmp_path, "Broken")
    bench.save(HEROES, "cards: [\n", "cards:\n")
    found = asked.compare(broken)
    assert found["sides"] == {}
    assert found["left"] == 0
    assert found["problems"][0]["path"] == f"{broken[:10]}:{HEROES}"


@NEEDS_GIT
def test_a_side_that_was_broken_has_no_picture_and_says_why(bench, asked, tmp_path):
    bench.save(PLAIN, "<text ", '<text colour="red" ')
    broken = commit(tmp_path, "Broken")
    bench.save(PLAIN, '<text colour="red" ', "<text ")
    bench.save(HEROES, "title: Dora", "title: Doria")
    found = asked.compare(broken)
    assert found["problems"][0]["path"] == f"{broken[:10]}:templates/test/plain.xml.j2"
    [dora] = [one for one in found["things"] if one["id"] == "dora"]
    assert dora["fields"] == [{"id": "title", "old": "Dora", "new": "Doria"}]
    assert "heroes/dora/face" not in found["sides"]


@NEEDS_GIT
def test_a_bug_ends_the_work_on_a_state_and_is_told(bench, asked, tmp_path, monkeypatch, caplog):
    state = commit(tmp_path)
    monkeypatch.setattr("cardgen.preview.history.history.export", lambda *_: 1 / 0)
    assert asked.compare(state)["left"] == 0
    assert "bug" in [event["type"] for event in bench.events]
    assert "the preview met a bug" in caplog.text


# Where two pictures differ


def test_boxes_go_round_what_differs(bench, asked):
    bench.save(HEROES, "power: 3", "power: 4")
    one = asked.changes()[ANNA]
    [[x, y, width, height]] = asked.get("/api/difference", b=one["b"], p=one["p"])
    assert 4 < x < 7
    assert 73 < y < 78
    assert 0 < width < 20
    assert 2 < height < 8
    assert asked.get("/api/difference", b=one["p"], p=one["p"]) == []
    assert asked.client.get("/api/difference", params={"b": "x", "p": one["p"]}).status_code == 404

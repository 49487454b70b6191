"""Notes of playtests from the page: written into their file, listed, taken back."""

import pytest

NOTES = "card_data/test/notes.yaml"
API = "/api/games/test"
HEAD = "# yaml-language-server: $schema=../schema/notes.schema.json\n"
COST = {"on": "heroes/anna", "side": "face", "x": 3.5, "y": 40, "text": "Too cheap: 3?"}
COST_LINE = '{id: n1, on: heroes/anna, side: face, x: 3.5, y: 40, text: "Too cheap: 3?"}'
WORD = {"on": "rules/1", "text": "Nobody\nreads this.", "date": "2026-03-14"}
WORD_LINE = r'{on: rules/1, text: "Nobody\nreads this.", date: 2026-03-14}'


@pytest.fixture
def post(client):
    return lambda **body: client.send(f"{API}/notes", body)


@pytest.fixture
def listed(client):
    return lambda: client.get(f"{API}/notes").json()


def test_the_first_note_makes_the_file_and_taking_it_back_removes_it(post, listed, client, bench):
    steps = post(**COST).json()
    assert bench.text(NOTES) == f"{HEAD}notes:\n  - {COST_LINE}\n"
    assert steps["undo"]["label"] == "a note"
    [note] = listed()
    assert note.items() >= {**COST, "id": "n1", "number": 1, "date": None, "state": "open"}.items()
    assert note["at"] == {"path": NOTES, "line": 3, "column": 5}
    steps = client.send(f"{API}/undo", {"step": steps["undo"]["id"]}).json()
    assert not (bench.root / NOTES).exists()
    assert listed() == []
    client.send(f"{API}/redo", {"step": steps["redo"]["id"]})
    assert bench.text(NOTES) == f"{HEAD}notes:\n  - {COST_LINE}\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_other_byte_stays(post, bench, end):
    before = end.join(
        [
            "# Of the third test.",
            "notes:",
            "  # Anna",
            "  - id: n7",
            "    on: heroes/anna",
            "    text: Well?",
            "    side: 'back' # so",
            "# the end",
            "",
        ]
    )
    file = bench.root / NOTES
    file.write_bytes(before.encode())
    post(**WORD)
    line = f"  - {WORD_LINE.replace('{', '{id: n8, ', 1)}{end}"
    assert file.read_bytes().decode() == before.replace("# the end", f"{line}# the end")
    post(id="n8")
    post(id="n7", state="done")
    done = before.replace("'back' # so", f"'back' # so{end}    state: done")
    assert file.read_bytes().decode() == done
    assert post(id="n7", text="Well done").json()["undo"]["label"] == "note"
    assert file.read_bytes().decode() == done.replace("Well?", "Well done")
    post(id="n7")
    post(**COST)
    lines = ["# Of the third test.", "notes:", "  # Anna", f"  - {COST_LINE}", "# the end", ""]
    assert file.read_bytes().decode() == end.join(lines)


def test_what_is_wrong_is_not_written(post, bench, client):
    post(**COST)
    before = bench.text(NOTES)
    assert "is not a date" in post(**{**COST, "date": "yesterday"}).json()["message"]
    assert post(**{**COST, "colour": "red"}).status_code == 400
    assert post(id="n9", state="done").status_code == 409
    assert post(id="n1", state="perhaps").status_code == 409
    assert client.send(f"{API}/notes", [COST]).status_code == 400
    assert post(id="n1", state=["done"]).status_code == 400
    assert post(**{**COST, "text": "\ud800"}).status_code == 400
    assert bench.text(NOTES) == before
    bench.write(NOTES, "notes: [")
    assert "notes.yaml: YAML syntax" in post(**COST).json()["message"]
    assert bench.text(NOTES) == "notes: ["


def test_a_link_out_of_the_project_is_not_followed(post, bench, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "notes.yaml"
    outside.write_text("notes: []\n", encoding="utf-8")
    (bench.root / NOTES).symlink_to(outside)
    assert post(**COST).status_code == 409
    assert outside.read_text(encoding="utf-8") == "notes: []\n"


def test_a_note_has_nothing_drawn_again(post, bench, prints):
    before, made = prints(bench), bench.loaded.work.laid_out_count
    bench.events.clear()
    post(**COST)
    bench.live.settle()
    assert prints(bench) == before
    assert bench.loaded.work.laid_out_count == made
    assert bench.changed() == {}
    assert {event["type"] for event in bench.events} >= {"edit", "game", "steps"}


def test_a_wrong_note_is_a_warning_and_a_card_that_is_gone_keeps_its_notes(post, bench, listed):
    post(**{**COST, "on": "heroes/nobody"})
    bench.save(NOTES, "x: 3.5", "x: left")
    assert [one["on"] for one in listed()] == ["heroes/nobody"]
    [found] = bench.loaded.diagnostics()
    assert (found.severity.value, str(found.location)) == ("warning", f"{NOTES}:3:48")
    assert bench.loaded.current

"""Values that are changed from the page: written, refused, taken back, tried before."""

import difflib
import json
import os

import pytest
from bench import FILES, GUARDS, HEROES
from PIL import Image

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.writing import replace_whole

GAME = "card_data/test/game.yaml"
API = "/api/games/test"


@pytest.fixture
def change(post):
    return lambda *changes: post("change", changes=changes)


@pytest.fixture
def write(change):
    """Make a change that must succeed; return the answer."""

    def run(*changes):
        answer = change(*changes).json()
        assert answer["written"]
        return answer

    return run


def of(card, field, value, **more):
    return {"deck": "heroes", "card": card, "field": [field], "value": value, **more}


ANNABEL = of("anna", "title", "Annabel")


def changed(bench):
    """The lines of files that are not as they were."""
    found = []
    for path, text in FILES.items():
        lines = difflib.ndiff(text.splitlines(), bench.text(path).splitlines())
        found += [line[1:].strip() for line in lines if line.startswith("+")]
    return found


# Written


def test_a_field_is_written_and_shown_and_what_is_so_already_is_no_step(write, bench):
    assert write(of("anna", "title", "Anna"))["undo"] is None
    assert changed(bench) == []
    write({**ANNABEL, "was": "Anna"})
    assert changed(bench) == ["title: Annabel"]
    bench.live.settle()
    assert bench.loaded.game.components["heroes"].cards[0].title.plain == "Annabel"
    assert {event["type"] for event in bench.events} >= {"edit", "game", "sides"}


@pytest.mark.parametrize(
    ("card", "field", "value", "line"),
    [
        ("anna", "class", "mage", "class: mage"),
        ("anna", "power", "4", "power: 4"),
        ("anna", "copies", "3", "copies: 3"),
        ("cleo", "text", "Take: one.", 'text: "Take: one."'),
        ("bert", "text", "1984", 'text: "1984"'),
        ("dora", "title", "{rule:hand}", 'title: "{rule:hand}"'),
    ],
)
def test_it_is_written_as_its_kind_is(write, bench, card, field, value, line):
    write(of(card, field, value))
    assert changed(bench) == [line]


def test_a_default_is_written_on_the_card_alone(write, bench):
    write(of("anna", "type", "plain"), of("anna", "class", None), of("anna", "power", None))
    assert "- id: anna\n    type: plain\n    title: Anna\n    text: Draw" in bench.text(HEROES)
    assert bench.text(HEROES).startswith("defaults: {type: hero}\n")


def test_an_empty_field_takes_its_key_away(write, bench):
    write(of("anna", "text", ""))
    assert bench.text(HEROES) == FILES[HEROES].replace("    text: Draw **two** cards.\n", "")


def test_many_cards_are_one_step(write, post, bench):
    step = write(*(of(card, "copies", "4") for card in ("anna", "bert", "cleo", "dora")))["undo"]
    assert step["label"] == "copies of 4 cards"
    assert bench.text(HEROES).count("copies: 4") == 4
    post("undo", step=step["id"])
    assert bench.text(HEROES) == FILES[HEROES]


def test_rules_and_theme_are_changed_in_the_same_way(write, bench):
    write({"rule": "hand", "value": "6"})
    write({"color": "ink", "value": "#203040"})
    write({"style": "body", "field": ["size"], "value": "10pt"})
    assert changed(bench) == [
        'colors: {ink: "#203040", paper: "#f5efe0", red: "#e8b0a0"}',
        "body: {font: atkinson/regular, bold: atkinson/bold, size: 10pt, color: ink}",
        "hand: {value: 6, text: cards in hand}",
    ]


def test_the_mode_of_a_file_stays_and_a_link_is_followed(write, bench):
    file = bench.root / HEROES
    real = bench.root / "card_data/test/decks/real.txt"
    file.rename(real)
    real.chmod(0o640)
    file.symlink_to(real.name)
    write(ANNABEL)
    assert file.is_symlink()
    assert "Annabel" in real.read_text(encoding="utf-8")
    assert real.stat().st_mode & 0o777 == 0o640


# Refused


@pytest.mark.parametrize(
    ("card", "field", "value", "says"),
    [
        ("anna", "power", "many", "expected a number"),
        ("anna", "class", "bard", "`bard`"),
        ("anna", "copies", "-1", "`-1` is not a whole number"),
        ("anna", "class", None, "lacks `class`"),
        ("anna", "text", "Draw **two", "`**` is not closed"),
        ("anna", "title", "{nothing:here}", "nothing"),
        ("anna", "title", "a\u0007bell", "control character"),
    ],
)
def test_a_wrong_value_is_told_at_its_field_and_not_written(
    still, still_bench, card, field, value, says
):
    changes = [of("bert", "title", "Other"), of(card, field, value)]
    answer = still.send(f"{API}/change", {"changes": changes}).json()
    assert not answer["written"]
    [fault] = [one for one in answer["faults"] if one["change"] == 1]
    assert says in fault["message"]
    assert changed(still_bench) == []
    asked = {"changes": changes, "sides": ["heroes/anna/face"]}
    sketch = still.send(f"{API}/sketch", asked).json()
    assert (sketch["sides"], sketch["faults"]) == ({}, answer["faults"])


@pytest.mark.parametrize(("field", "value"), [("power", "x"), ("class", None)])
def test_the_fault_names_the_change_in_a_line_of_many(change, bench, field, value):
    eve = "  - {id: eve, title: Eve, class: mage, power: 1}\n"
    bench.save(HEROES, "cards:\n", f"cards:\n{eve}")
    answer = change(of("eve", "title", "Eva"), of("eve", field, value)).json()
    assert [one["change"] for one in answer["faults"]] == [1]


def test_errors_that_were_there_before_do_not_matter(write, bench):
    bench.save(HEROES, "power: 7", "power: seven")
    write(ANNABEL)
    write(of("cleo", "power", "8"))
    bench.live.settle()
    assert bench.loaded.current


def test_a_value_that_changed_meanwhile_is_not_overwritten(change, bench):
    bench.write(HEROES, FILES[HEROES].replace("title: Anna", "title: Antonia"))
    answer = change({**ANNABEL, "was": "Anna"})
    assert answer.status_code == 409
    [clash] = answer.json()["clashes"]
    assert clash["now"] == "Antonia"
    assert "Antonia" in bench.text(HEROES)


def test_what_else_changed_in_the_file_meanwhile_stays(write, bench):
    mine = "# mine\n" + FILES[HEROES].replace("title: Bert", "title: Berta")
    bench.write(HEROES, mine)
    write({**ANNABEL, "was": "Anna"})
    assert bench.text(HEROES) == mine.replace("title: Anna", "title: Annabel")


def test_a_file_that_changes_at_the_last_moment_is_not_overwritten(tmp_path):
    (tmp_path / "f").write_bytes(b"one")
    (tmp_path / "g").write_bytes(b"other")
    files = {"f": (b"one", b"two"), "g": (b"one", b"two")}
    assert replace_whole(tmp_path, files, lambda name: (tmp_path / name).read_bytes()) == "g"
    assert (tmp_path / "f").read_bytes() == b"one"
    assert sorted(os.listdir(tmp_path)) == ["f", "g"]


@pytest.mark.parametrize("order", ["abc", "bca", "cab"])
def test_an_edit_changes_adds_and_removes_files(tmp_path, order):
    contents = {"a": (b"old", b"new"), "b": (b"", b"new"), "c": (b"old", b"")}
    for name, (before, _) in contents.items():
        if before:
            (tmp_path / name).write_bytes(before)
    files = {name: contents[name] for name in order}
    assert replace_whole(tmp_path, files, lambda name: contents[name][0]) is None
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"a": b"new", "b": b"new"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_file_that_is_read_only_stays(tmp_path):
    (tmp_path / "f").write_bytes(b"one")
    (tmp_path / "f").chmod(0o444)
    with pytest.raises(OutputError, match="read-only"):
        replace_whole(tmp_path, {"f": (b"one", b"two")}, lambda name: b"one")


def test_a_file_that_is_no_yaml_just_now_is_left_alone(change, bench):
    bench.write(HEROES, FILES[HEROES] + "  - [\n")
    answer = change(ANNABEL).json()
    assert not answer["written"]
    assert "YAML" in answer["faults"][0]["message"]


def test_a_deck_that_is_no_yaml_just_now_is_shown_as_it_was_and_typed_into(client, bench):
    def shown():
        form = client.get(f"{API}/fields?deck=heroes&card=anna").json()
        row = client.get(f"{API}/deck?deck=heroes").json()["cards"][0]
        return {one["name"]: one["given"] for one in form["fields"]}, form["broken"], row["given"]

    values, broken, row = shown()
    assert (values["title"], broken) == ("Anna", "")
    bench.save(HEROES, "copies: 2", "copies: 2: 3")
    assert shown() == (values, f"{HEROES} has errors", row)
    bench.save(HEROES, "copies: 2: 3", "copies: 2")
    assert shown() == (values, "", row)


@pytest.mark.parametrize(
    "what",
    [
        of("nobody", "title", "x"),
        of("anna", "wings", "x"),
        of("anna", "title", "x", deck="rules"),
        {"rule": "foot", "value": "1"},
        {"color": "../ink", "value": "1"},
        {"path": HEROES, "value": "1"},
        {},
    ],
)
def test_what_does_not_exist_cannot_be_changed(still, still_bench, what):
    assert still.send(f"{API}/change", {"changes": [what]}).status_code == 404
    assert changed(still_bench) == []


def test_what_makes_no_sense_is_refused(still):
    deep = {"changes": [of("anna", "text", json.loads("[" * 900 + "]" * 900))], "sides": []}
    for body in ("{}", "[]", '{"changes": []}', '{"changes": [1]}', "x", json.dumps(deep)):
        for what in ("change", "sketch", "consequences", "undo", "redo"):
            assert still.send(f"{API}/{what}", body).status_code == 400


def test_half_a_character_is_refused(client, bench):
    body = json.dumps({"changes": [of("anna", "title", "\ud800")]})
    answer = client.send(f"{API}/change", body)
    assert answer.status_code == 400 or not answer.json()["written"]
    assert changed(bench) == []


# Taken back


def test_undo_and_redo_bring_the_bytes_back(write, post, bench):
    first = write(ANNABEL)["undo"]
    once = bench.text(HEROES)
    second = write(of("anna", "power", "9"))["undo"]
    twice = bench.text(HEROES)
    assert post("undo", step=first["id"]).status_code == 409  # only the last one
    answer = post("undo", step=second["id"]).json()
    assert answer["label"] == "power of Anna"
    assert (answer["undo"], answer["redo"]) == (first, second)
    assert bench.text(HEROES) == once
    post("undo", step=first["id"])
    assert bench.text(HEROES) == FILES[HEROES]
    post("redo", step=first["id"])
    assert post("redo", step=second["id"]).json()["redo"] is None
    assert bench.text(HEROES) == twice
    assert post("undo", step=second["id"]).json()["redo"] == second
    assert write(of("bert", "title", "Berta"))["redo"] is None


def test_every_tab_hears_what_can_be_taken_back(write, post, client, bench):
    heard = []
    bench.live.subscribe(lambda event: heard.append(event.get("steps")))
    first = write(ANNABEL)["undo"]
    told = post("undo", step=first["id"]).json()
    bench.live.settle()
    assert [one for one in heard if one] == [
        {"undo": first, "redo": None},
        {"undo": told["undo"], "redo": first},
    ]


def test_undo_is_refused_once_the_file_changed(write, post, bench):
    step = write(ANNABEL)["undo"]
    bench.write(HEROES, bench.text(HEROES) + "# mine\n")
    answer = post("undo", step=step["id"])
    assert answer.status_code == 409
    assert answer.json()["message"] == "heroes.yaml was changed outside of the preview"
    assert bench.text(HEROES).endswith("# mine\n")


# Before it is written


def test_a_sketch_shows_what_is_not_saved(client, write, post, bench):
    side = "heroes/anna/face"
    before = bench.print_of(side)
    sketched = post("sketch", changes=[ANNABEL], sides=[side]).json()["sides"][side]["p"]
    assert sketched != before
    assert client.get(f"/pixels/{sketched}.png").status_code == 200
    assert changed(bench) == []
    assert bench.print_of(side) == before
    write(ANNABEL)
    bench.live.settle()
    assert bench.print_of(side) == sketched


def test_what_follows_is_what_is_drawn_again(post, bench):
    def told(*changes):
        answer = post("consequences", changes=changes).json()
        return set(answer["sides"]), set(answer["texts"])

    anna, bert = "heroes/anna/face", "heroes/bert/face"
    assert told({"rule": "hand", "value": "6"}) == ({bert}, {"rules"})
    assert told(ANNABEL) == ({anna, "mat/face"}, set())
    red, _ = told({"color": "red", "value": "#ff0000"})
    assert red >= {"heroes/back", anna, bert, "mat/face"}
    assert "heroes/dora/face" not in red
    assert changed(bench) == []


# What there is


def test_the_form_of_a_deck(still):
    found = still.get(f"{API}/deck?deck=heroes").json()
    assert found["columns"] == [
        "id", "type", "title", "copies", "class", "power", "text", "assumption",
    ]  # fmt: skip
    assert found["defaults"] == {"type": "hero"}
    anna, *_, dora = found["cards"]
    assert anna["given"]["power"] == "3"
    assert anna["line"] == 3
    assert "class" not in found["types"][dora["type"]]
    assert found["types"]["hero"]["class"]["options"] == ["knight", "mage"]
    assert found["types"]["hero"]["copies"] == {
        "kind": "number", "doc": "number of copies; 0 prints none", "required": False,
        "default": "1", "min": 0, "max": 999, "whole": True,
    }  # fmt: skip
    assert still.get(f"{API}/deck?deck=mat").status_code == 404


def test_the_form_of_a_card(still):
    found = still.get(f"{API}/fields?deck=heroes&card=bert").json()
    fields = {one["name"]: one for one in found["fields"]}
    assert fields["text"]["at"]["line"] == 13
    assert fields["type"]["given"] is None
    assert fields["type"]["shared"] == "hero"
    assert "hand" in found["options"]["rule"]
    assert still.get(f"{API}/fields?deck=heroes&card=nobody").status_code == 404


def test_cards_that_one_entry_makes_are_shown_and_not_changed(client, change, write, bench):
    bench.save(HEROES, "  - id: dora\n", GUARDS)
    made = {one["id"]: one for one in client.get(f"{API}/deck?deck=heroes").json()["cards"]}
    assert made["guard-2"]["given"]["title"] == "Guard 2"
    assert [id for id, one in made.items() if one["made"]] == ["guard-1", "guard-2"]
    form = client.get(f"{API}/fields?deck=heroes&card=guard-2").json()
    fields = {one["name"]: one for one in form["fields"]}
    assert form["made"]
    assert (fields["power"]["given"], fields["power"]["at"]["line"]) == ("2", 22)
    answer = change(of("guard-2", "power", "3"))
    assert answer.status_code == 404
    assert "line 18" in answer.json()["message"]
    write(of("dora", "title", "Dorothy"))
    assert "title: Dorothy" in bench.text(HEROES)


def test_cards_of_json_in_one_line_are_told_apart(client, bench):
    guards = {
        "each": {"n": [1, 2]}, "id": "guard-{n}", "title": "Guard {n}",
        "class": "knight", "power": "{n}",
    }  # fmt: skip
    emil = {"title": "Emil", "class": "mage", "power": 4}
    bench.save(GAME, "size: poker,", "size: poker, cards: decks/heroes.json, ids: title,")
    deck = {"defaults": {"type": "hero"}, "cards": [guards, emil, {"id": "anna", **emil}]}
    path = HEROES.replace(".yaml", ".json")
    bench.put(path, json.dumps(deck))
    cards = client.get(f"{API}/deck?deck=heroes").json()["cards"]
    assert {one["id"]: one["given"]["title"] for one in cards} == {
        "guard-1": "Guard 1", "guard-2": "Guard 2", "emil": "Emil", "anna": "Emil",
    }  # fmt: skip
    shown = client.get(f"{API}/side?side=heroes/emil/face").json()
    (power,) = (one for one in shown["fields"] if one["name"] == "power")
    assert power["at"]["column"] == json.dumps(deck).index('"power": 4') + 1


def test_the_form_of_rules_and_theme(still):
    found = still.get(f"{API}/written").json()
    assert found["rules"]["hand"] == {"given": "5", "text": "cards in hand"}
    ink = found["colors"][0]
    assert (ink["name"], ink["given"], ink["hex"]) == ("ink", "#101820", "#101820")
    red = found["colors"][2]
    assert "heroes/anna/face" in red["used"]["sides"]
    assert "heroes/dora/face" not in red["used"]["sides"]
    body = found["styles"][1]
    assert body["given"]["size"] == "9pt"
    assert found["style"]["size"]["kind"] == "length"


def test_a_picture_with_a_focus_is_edited_by_its_parts(client, write, bench):
    folder = bench.root / "card_data/test/art"
    folder.mkdir()
    Image.new("RGB", (9, 9)).save(folder / "a.png")
    power = "power: {kind: number}"
    bench.save(GAME, power, f"{power}\n      art: {{kind: image, optional: true}}")
    art = "    power: 7\n    art: {src: art/a.png, focus: 40% 20%}\n"
    bench.save(HEROES, "    power: 7\n", art)
    found = client.get(f"{API}/fields?deck=heroes&card=cleo").json()
    (one,) = (one for one in found["fields"] if one["name"] == "art")
    assert one["given"] == {"src": "art/a.png", "focus": "40% 20%"}
    assert list(one["control"]["fields"]) == ["src", "focus", "zoom", "crop"]
    value = {"src": "art/a.png", "focus": "40% 20%", "zoom": "1.5"}
    write(of("cleo", "art", value))
    bench.live.settle()
    cleo = bench.loaded.game.components["heroes"].cards[2]
    assert cleo.record.art == "art/a.png#focus=40% 20%&zoom=1.5"

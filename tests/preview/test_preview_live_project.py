"""What is drawn again after an edit, and what is published."""

from __future__ import annotations

import gc

import pytest
from bench import HEROES, Bench
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.frame import Frame, Group
from cardgen.preview.about import describe
from cardgen.preview.live import live_project

GAME_FILE = "card_data/test/game.yaml"


def kinds(events):
    return [event["type"] for event in events]


def test_everything_is_laid_out_at_the_start(bench):
    assert bench.live.busy == 0
    assert sorted(bench.loaded.shown) == [
        "heroes/anna/face",
        "heroes/back",
        "heroes/bert/face",
        "heroes/cleo/face",
        "heroes/dora/face",
        "mat/face",
    ]
    assert [d.message for d in bench.loaded.diagnostics()] == []
    assert bench.loaded.texts["rules"].results


def test_one_card_edited_draws_that_card_and_what_shows_it(bench, prints):
    before = prints(bench)
    bench.save(HEROES, "Draw **two** cards.", "Draw **three** cards.")
    after = prints(bench)
    assert {id for id in after if after[id] != before[id]} == {"heroes/anna/face", "mat/face"}
    assert set(bench.changed()) == {"heroes/anna/face", "mat/face"}
    assert bench.changed()["heroes/anna/face"] == {
        "p": after["heroes/anna/face"],
        "m": 1,
        "b": before["heroes/anna/face"],
    }


def test_only_the_last_edit_is_marked(bench):
    bench.save(HEROES, "power: 1", "power: 2")
    bench.save(HEROES, "power: 7", "power: 8")
    edits = {id: side.page.edit for id, side in bench.loaded.shown.items() if side.page.edit}
    assert edits == {"heroes/bert/face": 1, "heroes/cleo/face": 2}


def test_a_line_more_moves_places_and_draws_nothing(bench, prints):
    before = prints(bench)
    events = bench.save(HEROES, "cards:\n", "# a comment\n\ncards:\n")
    assert prints(bench) == before
    assert bench.changed() == {}
    assert events[0]["type"] == "edit"
    assert bench.loaded.specs["heroes/dora/face"].at.line == 18 + 2


def test_saving_without_a_change_says_nothing(bench):
    bench.saved(HEROES)
    assert bench.saved(HEROES) == []


def test_a_template_draws_the_cards_made_of_it(bench):
    bench.save("templates/test/plain.xml.j2", 'x="6"', 'x="7"')
    assert set(bench.changed()) == {"heroes/dora/face"}


def test_a_macro_draws_the_cards_whose_templates_import_it(bench):
    bench.save("templates/test/parts.xml.j2", 'height="12"', 'height="13"')
    faces = {f"heroes/{name}/face" for name in ("anna", "bert", "cleo")}
    assert set(bench.changed()) == {*faces, "mat/face"}


def test_a_template_of_another_game_draws_nothing(bench):
    bench.write("card_data/other/game.yaml", "title: Other\n")
    bench.write("templates/other/x.xml.j2", "<side/>")
    bench.saved("card_data/other/game.yaml", "templates/other/x.xml.j2")
    assert sorted(bench.live.loaded) == ["other", "test"]
    bench.save("templates/other/x.xml.j2", "<side/>", "<side></side>")
    assert bench.changed() == {}


def test_a_rule_reaches_card_and_booklet(bench):
    pages = [r.frame.fingerprint for r in bench.loaded.texts["rules"].results]
    events = bench.save(GAME_FILE, "value: 5", "value: 6")
    assert "heroes/bert/face" in bench.changed()
    assert [r.frame.fingerprint for r in bench.loaded.texts["rules"].results] != pages
    assert "texts" in kinds(events)
    marked = {id for id, side in bench.loaded.shown.items() if side.page.edit == 1}
    assert marked == {"heroes/bert/face"}  # the others were laid out again, and look the same


def test_a_booklet_is_left_alone_by_what_it_does_not_show(bench):
    assert "texts" not in kinds(bench.save(HEROES, "power: 3", "power: 4"))
    assert "texts" in kinds(bench.save(HEROES, "copies: 2", "copies: 3"))


def test_facts_of_changed_cards_are_told(bench):
    events = bench.save(HEROES, "title: Cleo", "title: Cleopatra")
    game = next(event for event in events if event["type"] == "game")
    assert list(game["cards"]) == ["heroes/cleo"]
    assert game["cards"]["heroes/cleo"]["title"] == "Cleopatra"
    assert "structure" not in game


def test_a_new_card_is_a_new_structure(bench):
    card = "  - {id: emil, title: Emil, class: mage, power: 2}\n  - id: dora\n"
    events = bench.save(HEROES, "  - id: dora\n", card)
    assert next(event for event in events if event["type"] == "game")["structure"]
    assert "heroes/emil/face" in bench.loaded.shown
    assert bench.loaded.shown["heroes/emil/face"].page.edit == 1


@pytest.mark.parametrize(
    "new", ["title: Heroines", "title: Heroes, index: {width: 12mm, height: 20mm}"]
)
def test_what_a_deck_says_of_itself_is_a_new_structure(bench, new):
    game = bench.save(GAME_FILE, "title: Heroes", new)[1]
    assert (game["type"], game.get("structure")) == ("game", True)


def test_a_moved_line_of_a_deck_is_no_new_structure(bench):
    game = bench.save(GAME_FILE, "  heroes:", "  # about heroes\n  heroes:")[1]
    assert (game["type"], game.get("structure")) == ("game", None)


def test_a_removed_card_is_gone(bench):
    text = bench.text(HEROES)
    bench.write(HEROES, text[: text.index("  - id: dora")])
    bench.saved(HEROES)
    assert "heroes/dora/face" not in bench.loaded.shown


# What is still to come


def test_events_say_what_is_still_to_come(bench):
    events = bench.save(HEROES, "copies: 2", "copies: 3")
    coming = [(event["type"], event["coming"]) for event in events if "coming" in event]
    assert {"sides": 0, "pages": True} in [said for type, said in coming if type == "game"]
    assert coming[-1] == ("ready", {"sides": 0, "pages": False})


def test_sides_are_to_come_until_they_are_laid_out(tmp_path, files):
    made = Bench.at(tmp_path, files)
    assert made.live.to_come() == ("test",)
    made.live._open()
    made.live._read_next()
    assert made.live.to_come() == ()
    assert made.events[0]["coming"] == {"sides": 6, "pages": True}
    made.live.settle()
    assert describe.summary(made.loaded)["coming"] == {"sides": 0, "pages": False}


# Why something was laid out again


def reasons(bench):
    return {id: side.reason for id, side in bench.loaded.shown.items() if side.reason}


def test_nothing_has_a_reason_at_first(bench):
    assert reasons(bench) == {}
    assert bench.loaded.texts["rules"].reason == ""


def test_a_side_knows_what_made_it_be_laid_out_again(bench):
    bench.save(HEROES, "power: 3", "power: 4")
    assert reasons(bench) == {
        "heroes/anna/face": "card.power",
        "mat/face": "side:heroes/anna/face",
    }
    bench.save("templates/test/heroes.back.xml.j2", "red", "ink")
    assert reasons(bench)["heroes/back"] == "template:heroes.back.xml.j2"


def test_a_booklet_knows_what_made_it_be_laid_out_again(bench):
    events = bench.save(HEROES, "copies: 2", "copies: 3")
    assert bench.loaded.texts["rules"].reason == "form"
    [texts] = [event["texts"] for event in events if event["type"] == "texts"]
    assert texts["rules"]["why"] == "its size, template or text changed"


def test_an_edit_taken_back_leaves_nothing_to_do(bench):
    text = bench.text(HEROES)
    bench.write(HEROES, text.replace("power: 7", "power: 8"))
    bench.loaded.load([HEROES], 1)
    assert bench.loaded.pending == {"heroes/cleo/face": "card.power"}
    bench.write(HEROES, text)
    bench.loaded.load([HEROES], 2)
    assert bench.loaded.pending == {}


def test_findings_follow_the_card_that_they_name(bench):
    bench.save("templates/test/plain.xml.j2", "card.title", "card.titel")
    [finding] = bench.loaded.diagnostics()
    before = bench.loaded.specs["heroes/dora/face"].at.line
    assert any(f"heroes.yaml:{before}:" in note for note in finding.notes)
    bench.save(HEROES, "cards:\n", "# a comment\n\ncards:\n")
    [finding] = bench.loaded.diagnostics()
    assert any(f"heroes.yaml:{before + 2}:" in note for note in finding.notes)


def test_places_follow_a_comment_in_a_template(bench):
    name = "templates/test/plain.xml.j2"
    bench.save(name, "</side>", '<text x="4" y="30" size="4">x</text></side>')
    before = {one.at for one in bench.loaded.diagnostics()}
    assert {at.path for at in before} == {name}
    frame = bench.loaded.shown["heroes/dora/face"].result.frame
    [*_, tag] = [item.stamp for item, _ in frame.walk() if name in item.stamp]
    place = bench.loaded.places.place(Location.parse(tag))
    bench.save(name, "<side", "{# a\ncomment #}\n<side")
    assert {one.at for one in bench.loaded.diagnostics()} == {
        replace(at, line=at.line + 2) for at in before
    }
    assert bench.loaded.places.place(Location.parse(tag)) == replace(place, line=place.line + 2)


def test_a_finding_of_many_cards_is_listed_once_with_all_of_them(bench):
    events = bench.save("templates/test/plain.xml.j2", "card.title", "card.titel")
    [finding] = [event["findings"] for event in events if event["type"] == "findings"][-1]
    broken = [id for id, one in bench.loaded.shown.items() if one.result.diagnostics]
    assert sorted(finding["sides"]) == sorted(broken)


# What is broken


def test_a_broken_template_breaks_its_cards_only(bench):
    bench.save("templates/test/plain.xml.j2", "card.title", "card.titel")
    assert bench.changed()["heroes/dora/face"]["e"][0]["message"] == "`card` has no `titel`"
    broken = {id for id, side in bench.loaded.shown.items() if side.result.diagnostics}
    assert broken == {"heroes/dora/face"}
    bench.save("templates/test/plain.xml.j2", "card.titel", "card.title")
    assert bench.loaded.diagnostics() == []


def shown(bench):
    """What the page is told to show, by side, and by page of a booklet."""
    game = describe.game(bench.loaded, bench.live.edit)
    pages = {f"{id}/{n}": p for id, t in game["texts"].items() for n, p in enumerate(t["pages"])}
    return {id: one["p"] for id, one in (game["sides"] | pages).items()}


@pytest.mark.parametrize(
    ("path", "good", "bad", "broken"),
    [
        ("templates/test/parts.xml.j2", "{% endmacro %}", "{% endmarco %}", {"heroes/anna/face"}),
        ("templates/test/parts.xml.j2", "</text>", "</txt>", {"heroes/anna/face"}),
        ("templates/test/heroes.back.xml.j2", "red", "rde", {"heroes/back"}),
        ("templates/test/mat.xml.j2", "heroes/anna", "heroes/nobody", {"mat/face"}),
    ],
)
def test_a_broken_template_leaves_the_last_good_pictures(bench, path, good, bad, broken):
    before = shown(bench)
    assert all(before.values())
    bench.save(path, good, bad)
    sides = describe.game(bench.loaded, 1)["sides"]
    assert broken <= {id for id, side in sides.items() if side.get("e")}
    assert shown(bench) == before
    for name in before.values():
        assert bench.loaded.frame(name) is not None
    bench.save(path, bad, good)
    assert shown(bench) == before
    assert bench.loaded.diagnostics() == []


def test_a_booklet_that_cannot_be_laid_out_leaves_its_last_good_pages(bench):
    bench.write("templates/test/two.xml.j2", '<side><rect width="9" height="9" fill="red"/></side>')
    words = "# Rules\n\n```figure two.xml.j2 height=20mm\nTwo.\n```\n"
    bench.save("card_data/test/rules.md", "# Rules\n", words)
    assert bench.loaded.diagnostics() == []
    before = shown(bench)
    bench.save("templates/test/two.xml.j2", "<side>", "{% macro %}<side>")
    assert bench.loaded.diagnostics() != []
    assert shown(bench) == before


def test_a_board_edited_while_a_card_on_it_is_broken_shows_the_card_as_it_was(bench):
    def pictured():
        frame = bench.loaded.shown["mat/face"].result.frame
        return [item.frame.fingerprint for item in frame.items if isinstance(item, Group)]

    before = pictured()
    assert len(before) == 1
    bench.save("templates/test/parts.xml.j2", "{% endmacro %}", "{% endmarco %}")
    bench.save("templates/test/mat.xml.j2", 'x="10"', 'x="11"')
    assert pictured() == before


def test_many_edits_of_what_is_broken_let_go_of_no_good_picture(bench):
    before = shown(bench)
    bench.save("templates/test/parts.xml.j2", "{% endmacro %}", "{% endmarco %}")
    bench.loaded.keep_frames([Frame(Size(1, n), ()) for n in range(1, 300)])
    bench.save(HEROES, "power: 3", "power: 4")
    assert len(bench.loaded._frames) < 300
    assert shown(bench) == before
    assert all(bench.loaded.frame(name) for name in before.values())


def test_a_broken_card_has_its_fault_and_the_last_good_state_stays(bench, prints):
    before = prints(bench)
    events = bench.save(HEROES, "class: mage\n    power: 7", "class: bard\n    power: 7")
    game = next(event for event in events if event["type"] == "game")
    assert list(game["faults"]) == ["heroes/cleo"]
    assert "bard" in game["faults"]["heroes/cleo"][0]["message"]
    assert game["current"] is False
    assert prints(bench) == before
    events = bench.save(HEROES, "class: bard", "class: knight")
    game = next(event for event in events if event["type"] == "game")
    assert game["current"]
    assert game["faults"] == {}
    assert bench.loaded.diagnostics() == []


MANY = """\
  - each: {n: [1, 2]}
    id: 'guard-{n}'
    title: Guard
    class: mage
    power: 1
  - id: dora
"""


@pytest.mark.parametrize("broken", [("power: 1\n  - id", "power: x\n  - id"), ("Guard", '"Guard')])
def test_a_fault_in_an_entry_of_many_cards_is_on_all_of_them(bench, broken):
    bench.save(HEROES, "  - id: dora\n", MANY)
    events = bench.save(HEROES, *broken)
    game = next(event for event in events if event["type"] == "game")
    assert list(game["faults"]) == ["heroes/guard-1", "heroes/guard-2"]


def test_a_file_that_is_no_yaml_puts_the_fault_on_the_card_it_ends_in(bench):
    events = bench.save(HEROES, "title: Bert", 'title: "Bert')
    game = next(event for event in events if event["type"] == "game")
    assert list(game["faults"]) == ["heroes/bert"]
    assert bench.live.loaded["test"].game is not None


def test_a_template_mended_while_the_data_is_broken(bench):
    bench.save("templates/test/plain.xml.j2", "card.title", "card.titel")
    bench.save(HEROES, "title: Bert", 'title: "Bert')
    bench.save("templates/test/plain.xml.j2", "card.titel", "card.title")
    assert bench.loaded.shown["heroes/dora/face"].result.diagnostics == ()
    bench.save(HEROES, 'title: "Bert', "title: Bert")
    assert bench.loaded.diagnostics() == []


def test_one_fault_in_a_deck_file_is_one_finding(bench):
    bench.save(HEROES, "title: Bert", 'title: "Bert')
    assert len(bench.loaded.diagnostics()) == 1


def test_a_game_that_is_broken_from_the_start_comes_up_once_mended(tmp_path, files):
    files["card_data/test/game.yaml"] = "title: [\n"
    live = Bench.at(tmp_path, files).live
    live.settle()
    assert live.loaded["test"].game is None
    assert live.loaded["test"].diagnostics()
    described = describe.game(live.loaded["test"], 0)
    assert (described["sides"], described["texts"], described["components"]) == ({}, {}, [])
    assert described["coming"] == {"sides": 0, "pages": False}
    (tmp_path / "card_data/test/game.yaml").write_text("title: Back\n")
    live.saved(["card_data/test/game.yaml"])
    live.settle()
    assert live.loaded["test"].game.title == "Back"


def test_a_bug_of_ours_does_not_end_the_preview(bench, monkeypatch):
    monkeypatch.setattr(bench.loaded, "load", lambda *_: 1 / 0)
    bench.events.clear()
    bench.live.saved([HEROES])
    bench.live.guard(bench.live._step)
    assert [event["type"] for event in bench.events] == ["edit", "bug"]


# A life of many edits


def card_text(n):
    return HEROES, "text: Draw **two** cards.", f"text: Draw no {n}."


def colour(n):
    return "card_data/test/game.yaml", "#f5efe0", f"#f5e{n:03x}"


def booklet_text(n):
    return "card_data/test/rules.md", "There are", f"Word {n}. There are"


def macro(n):
    return "templates/test/parts.xml.j2", 'height="12"', f'height="12.{n}"'


@pytest.mark.parametrize("kinds", [[card_text], [colour], [booklet_text, macro, colour, card_text]])
def test_many_edits_leave_no_more_behind_than_a_few(bench, kinds):
    text = "\n\n```card heroes/anna heroes/bert width=30mm\nTwo heroes\n```\n"
    bench.save("card_data/test/rules.md", "heroes.", f"heroes.{text * 4}")
    first = {one(0)[0]: bench.text(one(0)[0]) for one in kinds}

    def weigh(edits):
        for n in edits:
            path, old, new = kinds[n % len(kinds)](n)
            bench.write(path, first[path].replace(old, new))
            bench.saved(path)
            for side in bench.loaded.shown.values():
                bench.live.pictures.picture(side.result.frame, 20, False, bench.loaded.library)
        bench.loaded._frames = {}  # of these a hundred may stay, which the next test counts
        bench.live.pictures.keep(lambda _: False)
        gc.collect()
        return len(gc.get_objects())

    weigh(range(1, 20))
    early = weigh(range(20, 60))
    late = weigh(range(60, 100))
    assert late - early < 40 * 40  # a few shaped words an edit


def test_what_was_shown_long_ago_is_let_go_of_with_its_pictures(bench):
    path, old, _ = colour(0)
    first = bench.text(path)
    for n in range(60):
        bench.write(path, first.replace(old, colour(n)[2]))
        bench.saved(path)
        shown = [side.result.frame for side in bench.loaded.shown.values()]
        for frame in shown:
            bench.live.pictures.picture(frame, 20, False, bench.loaded.library)
        assert len(bench.loaded._frames) <= 2 * 7 + 100 + 7
    kept = bench.live.pictures._kept
    assert {name for name, *_ in kept} <= bench.loaded._frames.keys()
    assert {frame.fingerprint for frame in shown} <= {name for name, *_ in kept}
    assert bench.live.pictures._bytes == sum(map(len, kept.values()))


@pytest.mark.parametrize("in_sight", ["heroes/dora/face", "heroes/cleo/face"])
def test_what_is_looked_at_comes_first(tmp_path, files, in_sight):
    live = Bench.at(tmp_path, files).live
    live.prioritize("test", [in_sight])
    order = []
    live._open()
    live._read_next()
    loaded = live.loaded["test"]
    lay_out = loaded.lay_out
    loaded.lay_out = lambda id, edit: (order.append(id), lay_out(id, edit))[1]
    live.settle()
    assert order[0] == in_sight


def test_what_was_saved_before_the_watching_began_is_taken_in(bench, monkeypatch):
    monkeypatch.setattr(live_project, "saves", lambda root, stop: iter([frozenset()]))
    before = bench.loaded.shown["heroes/anna/face"].fingerprint
    bench.write(HEROES, bench.text(HEROES).replace("Anna", "Anne"))
    bench.live._watch()
    bench.live.settle()
    assert bench.loaded.shown["heroes/anna/face"].fingerprint != before

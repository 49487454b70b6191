"""What is drawn again after an edit, and what is published."""

import gc
import zlib

import pytest
from bench import DECK, EMIL, GUARDS, HEROES, Bench
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.frame import Frame, Group
from cardgen.preview.about import describe
from cardgen.preview.live import live_project

GAME_FILE = "card_data/test/game.yaml"
PLAIN, PARTS, MAT = (f"templates/test/{name}.xml.j2" for name in ("plain", "parts", "mat"))
BACK = "templates/test/heroes.back.xml.j2"
ANNA, BERT, CLEO, DORA = FACES = [f"heroes/{id}/face" for id in ("anna", "bert", "cleo", "dora")]


def game_of(events):
    return next(event for event in events if event["type"] == "game")


def kinds(events):
    return [event["type"] for event in events]


def test_everything_is_laid_out_at_the_start(bench):
    assert bench.live.busy == 0
    assert sorted(bench.loaded.side_results) == sorted([*FACES, "heroes/back", "mat/face"])
    assert [d.message for d in bench.loaded.diagnostics()] == []
    assert bench.loaded.texts["rules"].results
    assert reasons(bench) == {}
    assert bench.loaded.texts["rules"].reason == ""


class Clock:
    """Goes on when somebody waits."""

    def __init__(self):
        self.now = 100.0
        self.monotonic = self.perf_counter = self.time = lambda: self.now


def test_turns_without_threads_come_to_the_same(tmp_path, files, bench, prints, monkeypatch):
    """Booklets, too; then there is nothing to do until something is saved."""
    turned = Bench.at(tmp_path / "turned", files)
    clock = Clock()
    monkeypatch.setattr(live_project, "time", clock)

    def take_turns():
        while (pause := turned.live.turn()) is not None:
            clock.now += pause

    take_turns()
    assert prints(turned) == prints(bench)
    assert turned.loaded.texts["rules"].results
    (tmp_path / "turned" / HEROES).write_text(DECK.replace("Draw", "Take"), encoding="utf-8")
    turned.live.queue_saved([HEROES])
    take_turns()
    assert prints(turned)[ANNA] != prints(bench)[ANNA]


@pytest.mark.parametrize(
    ("path", "old", "new", "drawn"),
    [
        pytest.param(HEROES, "**two**", "**three**", {ANNA, "mat/face"}, id="card"),
        pytest.param(HEROES, "cards:\n", "# a comment\n\ncards:\n", set(), id="line more"),
        pytest.param(PLAIN, 'x="6"', 'x="7"', {DORA}, id="template"),
        pytest.param(PARTS, '"12"', '"13"', {ANNA, BERT, CLEO, "mat/face"}, id="macro"),
        pytest.param(GAME_FILE, "#f5efe0", "#f5efe1", {*FACES, "mat/face"}, id="colour"),
        pytest.param(
            GAME_FILE,
            *("#e8b0a0", "#e8b0a1", {ANNA, BERT, CLEO, "heroes/back", "mat/face"}),
            id="colour of some",
        ),
    ],
)
def test_an_edit_draws_what_reads_it(bench, prints, path, old, new, drawn):
    before = prints(bench)
    events = bench.save(path, old, new)
    after = prints(bench)
    assert events[0]["type"] == "edit"
    assert {id for id in after if after[id] != before[id]} == drawn
    assert bench.changed() == {id: {"p": after[id], "m": 1, "b": before[id]} for id in drawn}


def test_only_the_last_edit_is_marked(bench):
    bench.save(HEROES, "power: 1", "power: 2")
    bench.save(HEROES, "power: 7", "power: 8")
    edits = {id: number for id, number in bench.loaded.edits.numbers().items() if number}
    assert edits == {BERT: 1, CLEO: 2}


def test_saving_without_a_change_says_nothing(bench):
    bench.saved(HEROES)
    assert bench.saved(HEROES) == []


def test_a_template_of_another_game_draws_nothing(bench):
    bench.write("card_data/other/game.yaml", "title: Other\n")
    bench.write("templates/other/x.xml.j2", "<side/>")
    bench.saved("card_data/other/game.yaml", "templates/other/x.xml.j2")
    assert sorted(bench.live.loaded) == ["other", "test"]
    bench.save("templates/other/x.xml.j2", "<side/>", "<side></side>")
    assert bench.changed() == {}


def test_an_icon_is_drawn_where_it_is_read(bench):
    def draw(name, width):
        rect = f'<rect width="{width}" height="3"/>'
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{rect}</svg>'
        bench.put(f"card_data/test/icons/{name}.svg", text)

    draw("dot", 3)
    draw("bar", 3)
    bench.save(PLAIN, "</side>", '<icon name="dot" x="6" y="30" size="5"/></side>')
    assert bench.loaded.diagnostics() == []
    draw("dot", 4)
    assert set(bench.changed()) == {DORA}
    draw("bar", 4)
    assert bench.changed() == {}


def test_a_board_that_lists_cards_follows_what_it_reads_of_them(bench):
    words = '<text x="90" y="10" width="90" height="20">{{ decks.heroes[2].title }}</text>'
    bench.save(MAT, "</side>", f"{words}\n</side>")
    bench.save(HEROES, "title: Cleo", "title: Clea")
    assert set(bench.changed()) == {CLEO, "mat/face"}
    bench.save(HEROES, "power: 7", "power: 8")
    assert set(bench.changed()) == {CLEO}


def test_a_card_that_was_missing_is_pictured_once_it_is_there(bench):
    bench.save(MAT, 'ref="heroes/anna"', 'ref="heroes/emil"')
    assert [d.code for d in bench.loaded.diagnostics()] == ["CG409"]
    bench.save(HEROES, "  - id: dora\n", EMIL)
    assert bench.loaded.diagnostics() == []
    assert bench.loaded.side_results["mat/face"].dependencies.sides["heroes/emil/face"]


def test_a_rule_reaches_card_and_booklet(bench):
    pages = [r.frame.fingerprint for r in bench.loaded.texts["rules"].results]
    events = bench.save(GAME_FILE, "value: 5", "value: 6")
    assert BERT in bench.changed()
    assert [r.frame.fingerprint for r in bench.loaded.texts["rules"].results] != pages
    assert "texts" in kinds(events)
    marked = {id for id in bench.loaded.side_results if bench.loaded.edits[id].number == 1}
    assert marked == {BERT}  # the others were laid out again, and look the same


def test_a_booklet_is_left_alone_by_what_it_does_not_show(bench):
    assert "texts" not in kinds(bench.save(HEROES, "power: 3", "power: 4"))
    events = bench.save(HEROES, "copies: 2", "copies: 3")
    assert bench.loaded.texts["rules"].reason == "form"
    [texts] = [event["texts"] for event in events if event["type"] == "texts"]
    assert texts["rules"]["why"] == "its size, template or text changed"


def test_facts_of_changed_cards_are_told(bench):
    game = game_of(bench.save(HEROES, "title: Cleo", "title: Cleopatra"))
    assert list(game["cards"]) == ["heroes/cleo"]
    assert game["cards"]["heroes/cleo"]["title"] == "Cleopatra"
    assert "structure" not in game


@pytest.mark.parametrize(
    ("path", "old", "new", "structure"),
    [
        pytest.param(HEROES, "  - id: dora\n", EMIL, True, id="new card"),
        pytest.param(HEROES, DECK[DECK.index("  - id: dora") :], "", True, id="removed card"),
        pytest.param(GAME_FILE, "title: Heroes", "title: Heroines", True, id="title"),
        pytest.param(
            GAME_FILE,
            *("title: Heroes", "title: Heroes, index: {width: 12mm, height: 20mm}", True),
            id="index",
        ),
        pytest.param(GAME_FILE, "  heroes:", "  # about\n  heroes:", None, id="moved line"),
    ],
)
def test_what_a_deck_says_of_itself_and_its_cards_are_a_structure(bench, path, old, new, structure):
    assert game_of(bench.save(path, old, new)).get("structure") is structure
    cards = [card.id for card in bench.loaded.game.components["heroes"].cards]
    faces = {id for id in bench.loaded.side_results if id.endswith("/face") and id != "mat/face"}
    assert faces == {f"heroes/{id}/face" for id in cards}


# What is still to come


def test_events_say_what_is_still_to_come(bench):
    events = bench.save(HEROES, "copies: 2", "copies: 3")
    coming = [(event["type"], event["coming"]) for event in events if "coming" in event]
    assert {"sides": 0, "pages": True} in [said for type, said in coming if type == "game"]
    assert coming[-1] == ("ready", {"sides": 0, "pages": False})


def test_sides_are_to_come_until_they_are_laid_out(tmp_path, files):
    made = Bench.at(tmp_path, files)
    assert made.live.unread_games() == ("test",)
    made.live._open()
    made.live._read_next()
    assert made.live.unread_games() == ()
    assert made.events[0]["coming"] == {"sides": 6, "pages": True}
    made.live.settle()
    assert describe.summary(made.loaded)["coming"] == {"sides": 0, "pages": False}


# Why something was laid out again


def reasons(bench):
    return {id: side.reason for id, side in bench.loaded.side_results.items() if side.reason}


def test_a_side_knows_what_made_it_be_laid_out_again(bench):
    bench.save(HEROES, "power: 3", "power: 4")
    assert reasons(bench) == {ANNA: "card.power", "mat/face": f"side:{ANNA}"}
    bench.save(BACK, "red", "ink")
    assert reasons(bench)["heroes/back"] == "template:heroes.back.xml.j2"


def test_an_edit_taken_back_leaves_nothing_to_do(bench):
    text = bench.text(HEROES)
    bench.write(HEROES, text.replace("power: 7", "power: 8"))
    bench.loaded.load([HEROES], 1)
    assert bench.loaded.pending == {CLEO: "card.power"}
    bench.write(HEROES, text)
    bench.loaded.load([HEROES], 2)
    assert bench.loaded.pending == {}


def test_a_finding_is_listed_once_with_its_cards_and_follows_them(bench):
    events = bench.save(PARTS, "{{ title", "{{ titel")
    [told] = [event["findings"] for event in events if event["type"] == "findings"][-1]
    assert sorted(told["sides"]) == [ANNA, BERT, CLEO]
    bench.save(PARTS, "{{ titel", "{{ title")
    bench.save(PLAIN, "card.title", "card.titel")
    [finding] = bench.loaded.diagnostics()
    before = bench.loaded.specs[DORA].location.line
    assert any(f"heroes.yaml:{before}:" in note for note in finding.notes)
    bench.save(HEROES, "cards:\n", "# a comment\n\ncards:\n")
    [finding] = bench.loaded.diagnostics()
    assert any(f"heroes.yaml:{before + 2}:" in note for note in finding.notes)


def test_places_follow_a_comment_in_a_template(bench):
    name = PLAIN
    bench.save(name, "</side>", '<text x="4" y="30" size="4">x</text></side>')
    before = {one.location for one in bench.loaded.diagnostics()}
    assert {at.path for at in before} == {name}
    frame = bench.loaded.side_results[DORA].frame
    [*_, tag] = [item.stamp for item, _ in frame.walk() if name in item.stamp]
    place = bench.loaded.places.resolve(Location.parse(tag))
    bench.save(name, "<side", "{# a\ncomment #}\n<side")
    assert {one.location for one in bench.loaded.diagnostics()} == {
        replace(at, line=at.line + 2) for at in before
    }
    assert bench.loaded.places.resolve(Location.parse(tag)) == replace(place, line=place.line + 2)


# What is broken


def shown(bench):
    """What the page is told to show, by side, and by page of a booklet."""
    game = describe.game(bench.loaded, bench.live.edit.number)
    pages = {f"{id}/{n}": p for id, t in game["texts"].items() for n, p in enumerate(t["pages"])}
    return {id: one["p"] for id, one in (game["sides"] | pages).items()}


@pytest.mark.parametrize(
    ("path", "good", "bad", "broken"),
    [
        (PARTS, "{% endmacro %}", "{% endmarco %}", {ANNA, BERT, CLEO}),
        (PARTS, "</text>", "</txt>", {ANNA, BERT, CLEO}),
        (PLAIN, "card.title", "card.titel", {DORA}),
        (BACK, "red", "rde", {"heroes/back"}),
        (MAT, "heroes/anna", "heroes/nobody", {"mat/face"}),
    ],
)
def test_a_broken_template_leaves_the_last_good_pictures(bench, path, good, bad, broken):
    before = shown(bench)
    assert all(before.values())
    bench.save(path, good, bad)
    sides = describe.game(bench.loaded, 1)["sides"]
    assert broken == {id for id, side in sides.items() if side.get("e")}
    assert shown(bench) == before
    for name in before.values():
        assert bench.loaded.frame(name) is not None
    bench.save(path, bad, good)
    assert shown(bench) == before
    assert bench.loaded.diagnostics() == []


def test_a_board_edited_while_a_card_on_it_is_broken_shows_the_card_as_it_was(bench):
    def pictured():
        frame = bench.loaded.side_results["mat/face"].frame
        return [item.frame.fingerprint for item in frame.items if isinstance(item, Group)]

    before = pictured()
    assert len(before) == 1
    bench.save(PARTS, "{% endmacro %}", "{% endmarco %}")
    bench.save(MAT, 'x="10"', 'x="11"')
    assert pictured() == before


def test_many_edits_of_what_is_broken_let_go_of_no_good_picture(bench):
    before = shown(bench)
    bench.save(PARTS, "{% endmacro %}", "{% endmarco %}")
    bench.loaded.keep_frames([Frame(Size(1, n), ()) for n in range(1, 300)])
    bench.save(HEROES, "power: 3", "power: 4")
    assert len(bench.loaded._frames) < 10
    assert shown(bench) == before
    assert all(bench.loaded.frame(name) for name in before.values())


def test_a_broken_card_has_its_fault_and_the_last_good_state_stays(bench, prints):
    before = prints(bench)
    game = game_of(bench.save(HEROES, "class: mage\n    power: 7", "class: bard\n    power: 7"))
    assert list(game["faults"]) == ["heroes/cleo"]
    assert "bard" in game["faults"]["heroes/cleo"][0]["message"]
    assert game["current"] is False
    assert prints(bench) == before
    game = game_of(bench.save(HEROES, "class: bard", "class: knight"))
    assert (game["current"], game["faults"]) == (True, {})
    assert bench.loaded.diagnostics() == []


@pytest.mark.parametrize("broken", [('power: "{n}"', "power: x"), ('"Guard', "'Guard")])
def test_a_fault_in_an_entry_of_many_cards_is_on_all_of_them(bench, broken):
    bench.save(HEROES, "  - id: dora\n", GUARDS)
    game = game_of(bench.save(HEROES, *broken))
    assert list(game["faults"]) == ["heroes/guard-1", "heroes/guard-2"]


def test_a_file_that_is_no_yaml_puts_one_fault_on_the_card_it_ends_in(bench):
    game = game_of(bench.save(HEROES, "title: Bert", 'title: "Bert'))
    assert list(game["faults"]) == ["heroes/bert"]
    assert bench.loaded.game is not None
    assert len(bench.loaded.diagnostics()) == 1


def test_a_template_mended_while_the_data_is_broken(bench):
    bench.save(PLAIN, "card.title", "card.titel")
    bench.save(HEROES, "title: Bert", 'title: "Bert')
    bench.save(PLAIN, "card.titel", "card.title")
    assert bench.loaded.side_results[DORA].diagnostics == ()
    bench.save(HEROES, 'title: "Bert', "title: Bert")
    assert bench.loaded.diagnostics() == []


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
    live.queue_saved(["card_data/test/game.yaml"])
    live.settle()
    assert live.loaded["test"].game.title == "Back"


def test_a_bug_of_ours_does_not_end_the_preview(bench, monkeypatch):
    monkeypatch.setattr(bench.loaded, "load", lambda *_: 1 / 0)
    bench.events.clear()
    bench.live.queue_saved([HEROES])
    bench.live.guard(bench.live._step)
    assert [event["type"] for event in bench.events] == ["edit", "bug"]


# A life of many edits


def card_text(n):
    return HEROES, "text: Draw **two** cards.", f"text: Draw no {n}."


def colour(n):
    return GAME_FILE, "#f5efe0", f"#f5e{n:03x}"


def booklet_text(n):
    return "card_data/test/rules.md", "There are", f"Word {n}. There are"


def macro(n):
    return PARTS, 'height="12"', f'height="12.{n}"'


@pytest.mark.parametrize(
    "kinds",
    [
        [booklet_text, macro, colour, card_text],
        *(pytest.param([kind], marks=pytest.mark.broad) for kind in (card_text, colour)),
    ],
)
def test_many_edits_leave_no_more_behind_than_a_few(bench, kinds):
    text = "\n\n```card heroes/anna heroes/bert width=30mm\nTwo heroes\n```\n"
    bench.save("card_data/test/rules.md", "heroes.", f"heroes.{text * 4}")
    first = {one(0)[0]: bench.text(one(0)[0]) for one in kinds}

    def weigh(edits):
        for n in edits:
            path, old, new = kinds[n % len(kinds)](n)
            bench.put(path, first[path].replace(old, new))
            for side in bench.loaded.side_results.values():
                bench.live.pictures.picture(side.frame, 20, False, bench.loaded.library)
        gc.collect()
        return len(gc.get_objects())

    weigh(range(1, 9))
    early = weigh(range(9, 21))
    late = weigh(range(21, 33))
    assert late - early < 12 * 40  # a few shaped words an edit


def test_a_game_at_rest_holds_little_and_shows_what_it_showed(bench):
    path, old, _ = colour(0)
    past = {side.fingerprint for side in bench.loaded.side_results.values()}
    shown = {name: repr([*bench.loaded.frame(name).walk()]) for name in past}
    bench.save(path, old, colour(1)[2])
    for side in bench.loaded.side_results.values():
        shown[side.fingerprint] = repr([*side.frame.walk()])
    bench.loaded.rest()
    held = [side.frame for side in bench.loaded.side_results.values()]
    assert all(frame._items is None for frame in held)
    assert all(zlib.decompress(frame._payload) == frame._data for frame in held)
    assert {name: repr([*bench.loaded.frame(name).walk()]) for name in shown} == shown


def test_what_was_shown_before_lives_on_disk_alone(bench):
    path, old, _ = colour(0)
    first = bench.text(path)
    names = []
    for n in range(25):
        bench.put(path, first.replace(old, colour(n)[2]))
        names += [side.fingerprint for side in bench.loaded.side_results.values()]
    shown = {side.fingerprint for side in bench.loaded.side_results.values()}
    assert set(bench.loaded._frames) <= shown | {bench.loaded.texts["rules"].fingerprint}
    assert all(bench.live.frame(name)[0].fingerprint == name for name in names)


@pytest.mark.parametrize("in_sight", [DORA, CLEO])
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
    before = bench.print_of(ANNA)
    bench.write(HEROES, bench.text(HEROES).replace("Anna", "Anne"))
    bench.live._watch()
    bench.live.settle()
    assert bench.print_of(ANNA) != before

"""The table and the hand: what the page is told of them."""

from xml.etree import ElementTree

import pytest
from bench import HEROES
from documents import document

from cardgen.core.diagnostics import OutputError
from cardgen.core.units import MM_PER_INCH
from cardgen.preview.live.loaded_game import GameState
from cardgen.preview.live.print_pages import current_request
from cardgen.products.problems import unknown_product
from cardgen.products.tts import contents_of
from cardgen.products.tts.names import Guids
from cardgen.products.tts.tabletop import table_save

GAME = "card_data/test/game.yaml"
PIECES = document("preview/playing_pieces.yaml")


@pytest.fixture
def files(files):
    files[GAME] = files[GAME] + PIECES
    files[GAME] = files[GAME].replace('version: "1.0"', 'version: "1.0"\nplayers: 2-4')
    files["templates/test/plain-die.xml.j2"] = '<side background="paper"/>\n'
    return files


@pytest.fixture
def table(client):
    return lambda: client.get("/api/games/test/table").json()


def saved(bench):
    request = current_request(bench.loaded, {}, lambda _: None)[0]
    return table_save(request, contents_of(request), Guids())


def by_id(table):
    return {one["id"]: one for one in table["objects"]}


def test_everything_lies_where_the_save_puts_it(bench, table):
    things = saved(bench)["ObjectStates"]
    shown = table()
    for one, thing in zip([*shown["seats"], *shown["objects"]], things, strict=True):
        where = thing["Transform"]
        assert one["x"] == pytest.approx(where["posX"] * MM_PER_INCH, abs=0.01)
        assert one["y"] == pytest.approx(-where["posZ"] * MM_PER_INCH, abs=0.01)
        if "turn" in one:
            assert (one["turn"] + 180) % 360 == where["rotY"]
            assert one["down"] == (where["rotZ"] == 180)
            assert one["count"] == len(thing.get("DeckIDs", ()))
        else:
            assert one["name"] == thing["FogColor"]
            assert one["width"] == pytest.approx(where["scaleX"] * MM_PER_INCH, abs=0.01)


def test_pieces_have_their_true_size_and_say_what_they_show(table):
    found = by_id(table())
    deck, mat = found["heroes"], found["mat"]
    assert (deck["width"], deck["height"], deck["count"], deck["down"]) == (63, 88, 5, True)
    assert (deck["face"], deck["back"]) == ("heroes/anna/face", "heroes/back")
    assert (mat["width"], mat["height"], mat["face"]) == (200, 120, "mat/face")
    assert (found["pawns/mia"]["height"], found["pawns/mia"]["tall"]) == (20, 30)
    assert found["pawns/disc/2"]["outline"] == "round"
    assert (found["die"]["color"], found["die"]["faces"]) == ("#e8b0a0", 6)


def test_what_is_left_out_is_told_and_does_not_lie_there(table):
    shown = table()
    assert shown["left_out"] == ["rules"]
    assert "rules" not in by_id(shown)


def test_buttons_say_what_those_of_the_save_say(bench, table):
    panel = ElementTree.fromstring(f"<r>{saved(bench)['XmlUI']}</r>")
    pressed = [one for one in panel.iter("Button") if one.get("onClick") == "pressed"]
    buttons = table()["buttons"]
    assert [one["text"] for one in buttons] == [one.text for one in pressed]
    assert [one["count"] for one in buttons] == [int(one.get("id")) for one in pressed]
    assert [one["seats"] for one in buttons] == [
        ["White", "Yellow"],
        ["White", "Red", "Yellow"],
        ["White", "Red", "Yellow", "Green"],
    ]


def test_the_script_is_told_and_where_it_is_named(bench, table):
    assert table()["script"] == {"name": "shared/table.lua.j2", "at": None}
    bench.write("templates/test/own.lua.j2", "function setup(players) end\n")
    bench.save(GAME, "leave_out: [rules]", "leave_out: [rules], script: own.lua.j2")
    script = table()["script"]
    assert (script["name"], script["at"]["path"]) == ("own.lua.j2", GAME)
    line = bench.text(GAME).splitlines()[script["at"]["line"] - 1]
    assert line[script["at"]["column"] - 1 :].startswith("own.lua.j2")


STEPS = """\
setup:
  - {draw: heroes, number: 2, on: [pile, camp]}
  - {put: pawns/mia, before: [50mm, 100mm], player: last}
  - {deal: heroes, with: 2-3}
"""


def test_a_button_shows_the_table_after_the_steps(bench, table):
    assert [one["objects"] for one in table()["buttons"]] == [[], [], []]
    spots = "".join(
        f'<rect id="{id}" x="{x}" y="10" width="70" height="95"/>\n'
        for id, x in (("pile", 10), ("camp", 100))
    )
    bench.save("templates/test/mat.xml.j2", "</side>", f"{spots}</side>")
    bench.save(GAME, "components:", f"{STEPS}components:")
    shown = table()
    assert shown["script"]["name"] == "setup"
    places = {one["name"]: (one["x"], one["y"]) for one in shown["places"]}
    for button in shown["buttons"]:
        found = {one["id"]: one for one in button["objects"]}
        drawn = [one for id, one in found.items() if id.startswith("heroes@")]
        assert [(one["x"], one["y"]) for one in drawn] == [places["pile"], places["camp"]]
        assert [(one["count"], one["down"]) for one in drawn] == [(1, False)] * 2
        assert all(one["face"] in bench.loaded.side_results for one in drawn)
        held = button["count"] if button["count"] < 4 else 0
        left = found["heroes"]["count"] if "heroes" in found else 0
        assert left == 5 - 2 - held
        assert len([id for id in found if id.startswith("pawns/mia")]) == 1
    [seat] = [one for one in shown["seats"] if one["name"] == "Yellow"]
    mia = next(one for one in shown["buttons"][0]["objects"] if one["id"] == "pawns/mia")
    assert (mia["x"], mia["turn"]) == (seat["x"] - 50, 180)
    assert shown["objects"] == table()["objects"]


def test_a_deck_goes_to_the_place_that_a_board_gets_for_it(bench, table):
    beside = by_id(table())["heroes"]
    assert beside["x"] > 100
    spot = '<rect id="heroes" x="10" y="10" width="70" height="95"/>\n</side>'
    bench.save("templates/test/mat.xml.j2", "</side>", spot)
    shown = table()
    on_board = by_id(shown)["heroes"]
    assert (on_board["x"], on_board["y"]) == (-55, -2.5)
    assert [place["name"] for place in shown["places"]] == ["heroes"]
    snaps = saved(bench)["SnapPoints"]
    assert [(one["turn"] + 180) % 360 for one in shown["places"]] == [
        one["Rotation"]["y"] for one in snaps
    ]


def test_it_waits_for_boards_that_are_not_laid_out(bench, table):
    assert not table()["waits"]
    bench.loaded.pending["mat/face"] = ""
    assert table()["waits"]
    bench.loaded.pending.clear()
    del bench.loaded.side_results["mat/face"]
    assert table()["waits"]


def test_a_game_without_a_table_of_its_own_has_the_usual_one(bench, table):
    bench.save(GAME, PIECES.splitlines(keepends=True)[-1], "")
    shown = table()
    assert "rules" in by_id(shown)
    assert [seat["name"] for seat in shown["seats"]] == ["White", "Red", "Yellow", "Green"]


def test_no_table_is_shown_of_a_game_that_is_not_loaded(client, bench):
    assert client.get("/api/games/other/table").status_code == 404
    bench.loaded.state = GameState()
    assert client.get("/api/games/test/table").json() == {}


def test_a_table_that_cannot_be_written_says_why(client, monkeypatch):
    def refused(_):
        raise OutputError(unknown_product(None, "tabel", ("table",)))

    monkeypatch.setattr("cardgen.preview.playing.contents_of", refused)
    answer = client.get("/api/games/test/table")
    assert answer.status_code == 409
    assert "tabel" in answer.content.decode()


# A hand


def test_a_deck_tells_what_a_fan_has_to_show(client, bench):
    assert "index" not in client.get("/api/games/test").json()["components"][0]
    bench.save(GAME, "title: Heroes", "title: Heroes, index: {width: 12mm, height: 20mm}")
    heroes = client.get("/api/games/test").json()["components"][0]
    assert (heroes["id"], heroes["index"]) == ("heroes", [12, 20])


@pytest.fixture
def groups(client):
    def ask(part, *cards):
        where = "&".join(f"{name}={value}" for name, value in zip("xywh", part, strict=True))
        sides = "&".join(f"side=heroes/{card}/face" for card in cards)
        found = client.get(f"/api/games/test/alike?{where}&{sides}").json()["groups"]
        return [[side.split("/")[1] for side in group] for group in found]

    return ask


EDGE = (0, 0, 3, 88)
ALL = ("anna", "bert", "cleo", "dora")


def test_cards_are_alike_where_nothing_in_any_part_tells_them_apart(bench, groups):
    assert groups((0, 0, 63, 88), *ALL) == []
    assert groups(EDGE, *ALL) == [[*ALL]]
    assert groups(EDGE, "anna") == []
    mark = '<text style="body" x="50" y="20" width="8">{{ card.power }}</text>\n</side>'
    bench.save("templates/test/hero.xml.j2", "</side>", mark)
    assert groups((0, 18, 15, 10), "anna", "bert") == [["anna", "bert"]]
    assert groups((48, 18, 15, 10), "anna", "bert") == []


def test_cards_of_one_title_may_look_alike(bench, groups):
    bench.save(HEROES, "title: Bert", "title: Anna")
    assert groups(EDGE, "anna", "bert") == []
    assert groups(EDGE, "anna", "bert", "cleo") == [["anna", "bert", "cleo"]]


def test_sides_that_are_no_faces_are_passed_over(bench, groups, client):
    del bench.loaded.side_results["heroes/cleo/face"]
    assert groups(EDGE, "anna", "cleo", "nobody", "../anna") == []
    assert client.get("/api/games/test/alike?x=0&y=0&w=three&h=1").status_code == 400
    assert client.get("/api/games/other/alike?x=0&y=0&w=3&h=1").status_code == 404

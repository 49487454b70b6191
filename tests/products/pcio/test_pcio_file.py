"""The file of a room: a ZIP that is stored, with its pictures, and equal from build to build."""

import io
import json
import zipfile

import pytest
from documents import document
from PIL import Image
from rooms import PlayedRoom
from workshops import write_files

from cardgen.products import pcio

GAME, HEROES = "card_data/game/game.yaml", "card_data/game/decks/heroes.yaml"
ROOM = "tts/game.pcio"
ASKED = {"products": ("pcio",), "papers": ("a4",)}
PIECES = """\
  map: {kind: board, size: {width: 200mm, height: 200mm}, template: map.xml.j2}
  chips:
    {kind: tokens, size: 20mm, template: chip.xml.j2, tokens: [{id: red, copies: 2, shape: round}]}
  die: {kind: dice, title: Die, template: chip.xml.j2}
  rules: {kind: booklet, title: Rules, size: a7}
"""
SETUP = document("products/pcio/file_setup.yaml")


@pytest.fixture
def shop(workshop):
    workshop.edit(GAME, 'version: "1"\n', f'version: "1"\nplayers: "2"\n{SETUP}')
    workshop.edit(GAME, "components:\n", f"components:\n{PIECES}")
    spot = '<side background="paper"><stack id="spot" x="9" y="9" width="63" height="88"/></side>'
    files = {
        "templates/game/map.xml.j2": spot,
        "templates/game/chip.xml.j2": '<side background="sea"/>',
        "card_data/game/rules.md": "# Rules\n\nPlay.\n",
    }
    return write_files(workshop.root, files)


def built(shop):
    report = shop.build(**ASKED)
    assert report.games[0].status != "failed", list(report.diagnostics)
    return (shop.output / "game" / ROOM).read_bytes()


def opened(data):
    with zipfile.ZipFile(io.BytesIO(data)) as room:
        return PlayedRoom(json.loads(room.read("widgets.json")))


def test_a_room_is_a_stored_zip_of_widgets_and_pictures(shop):
    data = built(shop)
    with zipfile.ZipFile(io.BytesIO(data)) as room:
        assert {one.compress_type for one in room.infolist()} == {zipfile.ZIP_STORED}
        assert {one.date_time for one in room.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        first, second, *pictures = room.namelist()
        assert (first, second) == ("schemaVersion", "widgets.json")
        assert room.read(first) == b"8"
        there = json.loads(room.read(second))
        named = {one["boardImage"] for one in there if one["type"] == "board"}
        for deck in (one for one in there if one["type"] == "cardDeck"):
            ratio = deck["cardWidth"] / deck["cardHeight"]
            for kind in deck["cardTypes"].values():
                named |= {kind["image"], kind["back"]}
                picture = Image.open(
                    io.BytesIO(room.read(kind["image"].removeprefix("package://")))
                )
                assert picture.width / picture.height == pytest.approx(ratio, rel=0.01)
                is_round = "chips" in deck["id"]
                assert (picture.mode == "RGBA" and picture.getpixel((0, 0))[3] == 0) is is_round
        assert named == {f"package://{name}" for name in pictures}
    kinds = {one["type"] for one in there}
    assert kinds >= {"board", "holder", "cardDeck", "card", "spinner", "hand", "seat"}
    [die] = [one for one in there if one["type"] == "spinner"]
    assert die["options"] == [1, 2, 3, 4, 5, 6]
    [words] = [one["labelContent"] for one in there if one["type"] == "labelText"]
    assert "Hold 5 cards." in words


def test_the_same_game_gives_the_same_bytes_and_is_not_made_again(shop):
    shop.build(products=())
    assert ROOM not in shop.files(), "it is made only if it is named"
    data = built(shop)
    before = shop.stamps()
    assert built(shop) == data
    assert shop.stamps() == before
    shop.edit(HEROES, "title: Anna", "title: Ann")
    assert built(shop) != data
    shop.edit(HEROES, "title: Ann,", "title: Anna,")
    assert built(shop) == data


def test_cards_lie_where_the_steps_put_them(shop):
    there = opened(built(shop))
    first, last = there.of("automationButton")
    assert first["y"] + first["height"] < last["y"]
    there.press("Set up for 2")
    assert [len(there.piles.get(f"seat-{n}", [])) for n in (1, 2)] == [1, 1]
    assert [card["cardType"] for card in there.piles["at-spot"]] == ["carl", "chips-red-2", "elm"]
    assert there.held("before-1-0-80") == {"Heroes": 1}
    [hidden] = there.piles["at-spot-30-0"]
    assert not hidden["faceup"]
    [words] = there.of("labelText")
    assert "By hand" not in words["labelContent"]


def test_what_a_button_cannot_do_is_said(shop):
    """Once some were dealt from all of a deck, nobody can look for a card in the room."""
    shop.edit(HEROES, "copies: 2", "copies: 9")
    shop.edit(GAME, "  - say:", "  - {draw: heroes, where: {id: bert}, on: spot}\n  - say:")
    there = opened(built(shop))
    there.press("Set up for 2")
    assert there.held("at-spot")["Heroes"] == 1
    [words] = there.of("labelText")
    assert "By hand: take a card of Heroes." in words["labelContent"]


def test_a_picture_that_is_too_large_has_fewer_pixels(shop, monkeypatch):
    monkeypatch.setattr(pcio, "_LARGEST", 3000)
    with zipfile.ZipFile(io.BytesIO(built(shop))) as room:
        boards = [one for one in json.loads(room.read("widgets.json")) if one["type"] == "board"]
        name = boards[0]["boardImage"].removeprefix("package://")
        assert len(room.read(name)) <= 3000
        assert Image.open(io.BytesIO(room.read(name))).width < 2200


def test_a_place_that_is_not_there_is_an_error_at_its_step(shop):
    shop.edit(GAME, "on: spot}\n  - {deal", "on: spt}\n  - {deal")
    report = shop.build(**ASKED)
    [error] = [one for one in report.diagnostics if one.severity.value == "error"]
    assert "spt" in error.message
    assert error.location is not None
    assert (shop.root / error.location.path).read_text().splitlines()[
        error.location.line - 1
    ].count("spt") == 1
    assert not (shop.output / "game" / ROOM).exists()


def test_a_game_without_a_set_up_has_its_pieces_with_plain_titles(workshop):
    workshop.edit(HEROES, "title: Anna", "title: '**Anna**'")
    room = opened(built(workshop))
    assert room.labels() == ["Gather"]
    assert sum(room.cards().values()) == 6
    titles = [card["label"] for deck in room.of("cardDeck") for card in deck["cardTypes"].values()]
    assert "Anna" in titles
    assert not [title for title in titles if "<" in title]

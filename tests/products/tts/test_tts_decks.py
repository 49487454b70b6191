"""Decks of all kinds: their pictures, looked at cell by cell, and the objects made of them."""

import colorsys
import json
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from click.testing import CliRunner
from PIL import Image
from workshops import build_request, write_files

from cardgen.cli.main import cli
from cardgen.features.tabletop import install
from cardgen.pipeline.build import BuildReport, build

SMALL = 1200
"""Few pixels, so that big decks are quick: ten cells of `TINY` cards side by side."""
TINY = "size: {width: 10mm, height: 10mm}, back: back.xml.j2"
GAME = """\
title: Colours
players: {players}
theme: {{colors: {{sea: "#225577"}}}}
card_types:
  card: {{fields: {{color: {{kind: color}}, note: {{kind: rich, optional: true}}}}}}
  own:
    template: card.xml.j2
    back: own.back.xml.j2
    fields: {{color: {{kind: color}}, other: {{kind: color}}}}
components:
  main: {{kind: deck, title: Main deck, {deck}}}
"""
PLAIN = '<side background="{{ card.color }}"/>\n'
TEMPLATES = {
    "card.xml.j2": PLAIN,
    "back.xml.j2": '<side background="sea"/>\n',
    "own.back.xml.j2": '<side background="{{ card.other }}"/>\n',
}
SEA = (0x22, 0x55, 0x77)


def paint(number):
    """Return a colour for a card: neighbours differ much."""
    rgb = colorsys.hsv_to_rgb(number * 0.618 % 1, 0.5 + number % 3 * 0.2, 0.5 + number % 7 * 0.07)
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb)


def rgb(color):
    return tuple(bytes.fromhex(color[1:]))


@dataclass
class Project:
    """A game of one deck; a card is its id, its colour, and whatever else its line says."""

    root: Path
    deck: str = TINY
    players: str = '"2"'
    cards: list[dict[str, Any]] = field(default_factory=list)
    game: str = "colors"

    def add(self, count, **more):
        for _ in range(count):
            number = len(self.cards)
            self.cards.append({"id": f"c{number}", "color": paint(number), **more})
        return self

    def write(self):
        files = {
            f"card_data/{self.game}/game.yaml": GAME.format(deck=self.deck, players=self.players),
            f"card_data/{self.game}/decks/main.yaml": json.dumps(
                {"defaults": {"type": "card"}, "cards": self.cards}
            ),
            **{f"templates/{self.game}/{name}": text for name, text in TEMPLATES.items()},
        }
        write_files(self.root, files)
        return self

    def build(self, side=SMALL, output=None):
        self.write()
        report = build(
            build_request(self.root, products=("tts",), output=output, jobs=1, tts_max_side=side)
        )
        return Built((output or self.root / "output") / self.game / "tts", report)


@dataclass
class Built:
    """What was built, read back."""

    folder: Path
    report: BuildReport

    @property
    def codes(self):
        return [found.code for found in self.report.diagnostics]

    def load(self, name="main"):
        assert not self.report.diagnostics.has_errors, list(self.report.diagnostics)
        return json.loads((self.folder / f"{name}.json").read_bytes())

    @cached_property
    def object(self):
        """The one object of the saved object."""
        [thing] = self.load()["ObjectStates"]
        return dict(thing)

    @property
    def cards(self):
        return list(self.object.get("ContainedObjects") or [self.object])

    def pictures(self):
        return sorted(path.name for path in (self.folder / "images").iterdir())


@lru_cache(maxsize=64)
def picture(url):
    parts = urlsplit(url)
    assert parts.scheme == "file"
    with Image.open(unquote(parts.path)) as opened:
        opened.load()
        return opened


def cell(sheets, number, side="FaceURL"):
    """Cut a card out of its sheet as the game does."""
    sheet = sheets[str(number // 100)]
    whole = picture(sheet[side])
    columns, rows = sheet["NumWidth"], sheet["NumHeight"]
    assert (whole.width % columns, whole.height % rows) == (0, 0)
    width, height = whole.width // columns, whole.height // rows
    row, column = divmod(number % 100, columns)
    assert row < rows
    return whole.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))


def only(image):
    """Return the colour of an image that has no other, not even at its edges."""
    assert image.mode == "RGB"
    [(_, color)] = image.getcolors()
    return tuple(color)


def face(built, card):
    """Return the colour of a card by the deck's sheets, which must be its own too."""
    whole = built.object["CustomDeck"]
    [(key, sheet)] = card["CustomDeck"].items()
    assert whole[key] == sheet
    return only(cell(whole, card["CardID"]))


def back(card):
    [sheet] = card["CustomDeck"].values()
    if not sheet["UniqueBack"]:
        return only(picture(sheet["BackURL"]))
    return only(cell(card["CustomDeck"], card["CardID"], "BackURL"))


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "project")


# ---- numbers of cards -----------------------------------------------------------------------


def test_a_deck_of_one_card_is_a_card(project):
    project.add(1, title="Lone")
    built = project.build()
    thing = built.object
    assert (thing["Name"], thing["Nickname"]) == ("Card", "Lone")
    assert "DeckIDs" not in thing
    assert "ContainedObjects" not in thing
    [sheet] = thing["CustomDeck"].values()
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (1, 1)
    assert face(built, thing) == rgb(paint(0))
    on_table = [one for one in built.load("colors")["ObjectStates"] if one["Name"] == "Card"]
    assert [one["CardID"] for one in on_table] == [thing["CardID"]]
    assert thing["CardID"] % 100 == 0


def test_a_card_that_is_kept_back_is_not_in_the_deck(project):
    project.add(2).add(1, copies=0).add(1)
    built = project.build()
    assert [json.loads(card["GMNotes"])["id"] for card in built.cards] == ["c0", "c1", "c3"]


@pytest.mark.parametrize(
    ("hidden", "count"),
    [
        *(("back", 15), ("back", 70), ("back", 71), ("slot", 2), ("slot", 69), ("slot", 70)),
        *(
            pytest.param(hidden, count, marks=pytest.mark.broad)
            for hidden in ("back", "slot")
            for count in (2, 3, 15, 69, 70, 71, 1000)
        ),
    ],
)
def test_every_card_number_is_the_cell_that_shows_the_card(project, count, hidden):
    project.deck += f", hidden: {hidden}"
    built = project.add(count).build()
    assert built.codes == []
    thing = built.object
    assert thing["DeckIDs"] == [card["CardID"] for card in built.cards]
    numbers = set()
    for number, card in enumerate(built.cards):
        assert face(built, card) == rgb(paint(number))
        numbers.add(card["CardID"])
    assert len(numbers) == count
    for key, sheet in thing["CustomDeck"].items():
        used = [number % 100 for number in numbers if number // 100 == int(key)]
        cells = sheet["NumWidth"] * sheet["NumHeight"]
        assert sheet["BackIsHidden"] is (hidden == "back")
        if hidden == "slot":
            assert max(used) < cells - 1
            assert only(cell({key: sheet}, int(key) * 100 + cells - 1)) == SEA
    assert len(thing["CustomDeck"]) == -(-count // (70 if hidden == "back" else 69))


def test_a_deck_without_a_card_to_print_is_not_there(project):
    built = project.add(2, copies=0).build()
    assert built.codes == []
    assert [path.name for path in built.folder.glob("*.json")] == ["colors.json"]
    kinds = {one["Name"] for one in built.load("colors")["ObjectStates"]}
    assert kinds == {"HandTrigger"}


def test_copies_share_a_cell(project):
    project.add(2).add(1, copies=4).add(1)
    built = project.build()
    ids = [card["CardID"] for card in built.cards]
    assert len(ids) == 7
    assert ids[2] == ids[3] == ids[4] == ids[5]
    assert [face(built, card) for card in built.cards] == [
        rgb(paint(number)) for number in (0, 1, 2, 2, 2, 2, 3)
    ]
    [sheet] = built.object["CustomDeck"].values()
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (2, 2)


# ---- backs ----------------------------------------------------------------------------------


def test_one_common_back_is_one_picture(project):
    built = project.add(3).build()
    assert [back(card) for card in built.cards] == [SEA] * 3
    assert not any(s["UniqueBack"] for s in built.object["CustomDeck"].values())


@pytest.mark.parametrize("count", [3, 90])
def test_own_backs_are_in_the_same_cells(project, count):
    for number in range(count):
        project.add(1, type="own", other=paint(number + 500))
    built = project.build()
    assert all(sheet["UniqueBack"] for sheet in built.object["CustomDeck"].values())
    for number, card in enumerate(built.cards):
        assert face(built, card) == rgb(paint(number))
        assert back(card) == rgb(paint(number + 500))


def test_the_last_cell_of_own_backs_is_the_first_of_them(project):
    project.deck += ", hidden: slot"
    built = project.add(1, type="own", other="#ff00ff").add(2).build()
    [(key, sheet)] = built.object["CustomDeck"].items()
    assert (sheet["UniqueBack"], sheet["BackIsHidden"]) == (True, False)
    hidden = int(key) * 100 + sheet["NumWidth"] * sheet["NumHeight"] - 1
    assert only(cell({key: sheet}, hidden)) == (255, 0, 255)
    assert [back(card) for card in built.cards] == [(255, 0, 255), SEA, SEA]


def test_a_deck_without_backs_is_white_behind(project):
    project.deck = TINY.replace("back.xml.j2", "none")
    built = project.add(3).build()
    assert [back(card) for card in built.cards] == [(255, 255, 255)] * 3


# ---- sizes ----------------------------------------------------------------------------------


def test_square_cards_have_square_cells_of_300_dpi(project):
    project.deck = "size: {width: 50.8mm, height: 50.8mm}, back: back.xml.j2"
    built = project.add(4).build(side=None)
    assert {cell(built.object["CustomDeck"], card["CardID"]).size for card in built.cards} == {
        (600, 600)
    }
    assert built.codes == []


@pytest.mark.parametrize("count", [1, 3, 5])
def test_a_card_wider_than_half_the_longest_side_is_drawn_smaller(project, count):
    project.deck = "size: {width: 254mm, height: 127mm}, back: back.xml.j2"
    built = project.add(count).build(side=1000)
    [found] = built.report.diagnostics
    assert (found.code, found.severity.value) == ("CG752", "warning")
    room = 1000 if count == 1 else 500
    assert f"{room // 10} dpi" in found.message
    assert "at most 1000 pixels" in found.message
    assert found.hints == (
        f"`--tts-max-side {3000 if count == 1 else 6000}` draws them at 300 dpi",
    )
    for number, card in enumerate(built.cards):
        assert face(built, card) == rgb(paint(number))
        assert cell(card["CustomDeck"], card["CardID"]).size == (room, {1000: 500, 500: 248}[room])
    assert project.build(side=3000 if count == 1 else 6000).codes == []


def test_nothing_draws_a_huge_card_at_300_dpi(project):
    project.deck = "size: {width: 500mm, height: 60mm}, back: back.xml.j2"
    [found] = project.add(2).build().report.diagnostics
    assert found.code == "CG752"
    assert found.hints == ()


# ---- names ----------------------------------------------------------------------------------


def test_a_game_may_have_the_name_of_its_deck(project):
    project.game = "main"
    built = project.add(3).build()
    assert built.codes == []
    files = {path.name for path in built.folder.iterdir() if path.is_file()}
    assert files == {"main.json", "main.png", "main.deck.json", "main.deck.png"}
    [deck] = built.load("main.deck")["ObjectStates"]
    [on_table] = [one for one in built.load()["ObjectStates"] if one["Name"] == "DeckCustom"]
    assert deck["DeckIDs"] == on_table["DeckIDs"]
    assert len(deck["DeckIDs"]) == 3
    (project.root / "tts/Saves").mkdir(parents=True)
    [installed] = install(project.root / "output", ["main"], project.root / "tts")
    assert [file.name for file in installed.objects] == ["main.json"]


ODD = [
    'The "Old" One',
    "back\\slash",
    "第2版 – Ünïcode ❦",
    "two\nlines",
    "]] --[[ end",
    "a:b/c?d*e",
    "x" * 300,
]


def test_odd_titles(project):
    lupa = pytest.importorskip("lupa.lua52", reason="lupa is not installed")
    for title in ODD:
        escaped = title.replace("\\", "\\\\").replace("*", "\\*")  # of the inline markup
        project.add(1, title=escaped)
    project.write()
    file = project.root / "card_data/colors/game.yaml"
    odd = json.dumps("\n".join(ODD[:5]))
    file.write_text(file.read_text().replace("title: Colours", f"title: {odd}"))
    report = build(build_request(project.root, products=("tts",), jobs=1, tts_max_side=SMALL))
    built = Built(project.root / "output/colors/tts", report)
    assert built.codes == []
    names = [card["Nickname"] for card in built.cards]
    assert names[:3] == ODD[:3]
    assert names[3] == "two lines"
    assert names[4:] == ODD[4:]
    assert [json.loads(card["GMNotes"])["title"] for card in built.cards] == names
    save = built.load("colors")
    lupa.LuaRuntime().compile(save["LuaScript"])
    from xml.etree import ElementTree

    ElementTree.fromstring(f"<r>{save['XmlUI']}</r>")


def test_control_characters_in_a_title_are_refused(project):
    project.add(1, title="bell\x07 and escape\x1b[31m")
    assert project.build().codes == ["CG124"]


def test_a_base_url_is_in_every_address(project):
    project.add(2).write()
    words = ["--project", str(project.root), "build", "--product", "tts", "--jobs", "1"]
    for wrong in ("", "example.org/games", "https://example.org/my games"):
        done = CliRunner().invoke(cli, [*words, "--tts-base-url", wrong])
        assert done.exit_code == 1
        assert "CG750" in done.stderr
        assert "with its scheme" in done.stderr
        assert not (project.root / "output/colors").exists()
    done = CliRunner().invoke(cli, [*words, "--tts-base-url", "https://example.org/games"])
    assert done.exit_code == 0, done.stderr
    folder = project.root / "output/colors/tts"
    for file in folder.glob("*.json"):
        text = file.read_text(encoding="utf-8")
        assert "file:" not in text
        for name in [p.name for p in (folder / "images").iterdir() if file.stem in p.name]:
            assert f'"https://example.org/games/colors/tts/images/{name}"' in text


# ---- what an edit changes -------------------------------------------------------------------


def changes(old, new, path=()):
    """Return the paths at which two values differ."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return [found for key in old for found in changes(old[key], new[key], (*path, key))]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            found
            for index, (one, other) in enumerate(zip(old, new, strict=True))
            for found in changes(one, other, (*path, index))
        ]
    return [] if old == new else [path]


def test_an_edit_changes_one_picture_and_what_shows_it(project):
    first = project.add(100, copies=2).build()
    before = {name: first.load(name) for name in ("main", "colors")}
    pictures = set(first.pictures())
    project.cards[80]["color"] = "#123456"
    second = project.build()
    gone, new = pictures - set(second.pictures()), set(second.pictures()) - pictures
    assert len(gone) == len(new) == 1
    assert {name.partition(".")[0] for name in gone | new} == {"main-2"}
    for name, old in before.items():
        found = changes(old, second.load(name))
        assert {path[-1] for path in found} == {"FaceURL", "GMNotes"}
        notes = [path for path in found if path[-1] == "GMNotes"]
        assert [path[path.index("ContainedObjects") + 1] for path in notes] == [160, 161]
    assert sorted(second.report.games[0].made) == sorted(
        [*(f"tts/images/{name}" for name in new), "tts/colors.json", "tts/main.json"]
    )
    assert second.report.games[0].removed == tuple(f"tts/images/{name}" for name in gone)


def test_a_card_in_between_keeps_the_names_of_all_others(project):
    first = project.add(8).build()
    names = {json.loads(card["GMNotes"])["id"]: card["GUID"] for card in first.cards}
    project.cards.insert(2, {"id": "new", "color": "#ffffff"})
    second = project.build()
    again = {json.loads(card["GMNotes"])["id"]: card["GUID"] for card in second.cards}
    again.pop("new")
    assert again == names
    assert second.object["GUID"] == first.object["GUID"]
    assert second.object["CustomDeck"].keys() == first.object["CustomDeck"].keys()

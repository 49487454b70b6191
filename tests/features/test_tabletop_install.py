"""Putting tables and decks into the folder of Tabletop Simulator."""

import json
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from workshops import Workshop, contents

from cardgen.core.diagnostics import OutputError
from cardgen.features.tabletop import ENVIRONMENT, Installed, data_folder, data_folders, install


@pytest.fixture(autouse=True)
def no_folder_named(monkeypatch):
    monkeypatch.delenv(ENVIRONMENT, raising=False)


@pytest.fixture
def data(tmp_path):
    """A data folder of the game, where a name is not plain."""
    folder = tmp_path / "My Games" / "Tabletop Simulator ä"
    (folder / "Saves").mkdir(parents=True)
    return folder


@pytest.fixture
def made(workshop):
    report = workshop.build(products=("tts",))
    assert not report.diagnostics.has_errors, list(report.diagnostics)
    return workshop


def put(workshop: Workshop, data: Path) -> Installed:
    [done] = install(workshop.output, ["game"], data)
    return done


def addresses(file: Path) -> list[str]:
    return re.findall(r'"\w*url": "([^"]+)"', file.read_text("utf-8"), re.IGNORECASE)


# ---- where the game's folder is -------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "folders"),
    [
        ("win32", ["Documents/My Games", "OneDrive/Documents/My Games"]),
        ("darwin", ["Library"]),
        (
            "linux",
            [
                ".local/share",
                ".var/app/com.valvesoftware.Steam/.local/share",
                "snap/steam/common/.local/share",
            ],
        ),
    ],
)
def test_each_system_has_its_folders(platform, folders, monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    folders = [f"{folder}/Tabletop Simulator" for folder in folders]
    assert list(data_folders()) == [tmp_path / folder for folder in folders]
    with pytest.raises(OutputError) as caught:
        data_folder()
    [found] = caught.value.diagnostics
    assert found.code == "CG795"
    assert found.notes == tuple(f"looked for `{tmp_path / folder}`" for folder in folders)
    assert list(tmp_path.iterdir()) == []
    for folder in reversed(folders):
        (tmp_path / folder / "Saves").mkdir(parents=True)
        assert data_folder() == tmp_path / folder


def test_a_variable_names_the_folder_and_an_option_goes_before_it(monkeypatch, data, tmp_path):
    monkeypatch.setenv(ENVIRONMENT, str(data))
    assert data_folder() == data
    (tmp_path / "other" / "Mods").mkdir(parents=True)
    assert data_folder(tmp_path / "other") == tmp_path / "other"


def test_a_folder_that_is_not_there_is_not_made(made, tmp_path):
    for folder in (tmp_path / "nowhere", made.root):
        with pytest.raises(OutputError) as caught:
            install(made.output, ["game"], folder)
        assert [found.code for found in caught.value.diagnostics] == ["CG795"]
    assert not (tmp_path / "nowhere").exists()
    assert sorted(p.name for p in made.root.iterdir()) == ["card_data", "output", "templates"]


def test_a_game_without_a_table_is_told(workshop, data):
    workshop.build(products=("sheets",))
    with pytest.raises(OutputError) as caught:
        put(workshop, data)
    assert [found.code for found in caught.value.diagnostics] == ["CG796"]
    assert contents(data) == {}


# ---- what is copied -------------------------------------------------------------------------


def test_table_decks_and_pictures_come_with_thumbnails(made, data):
    before = made.files()
    done = put(made, data)
    assert made.files() == before
    objects = data / "Saves/Saved Objects/Game"
    assert done.table == data / "Saves/TS_Save_1.json"
    assert set(done.objects) == {objects / "heroes.json", objects / "places.json"}
    for file in (done.table, *done.objects):
        assert file.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
        found = addresses(file)
        assert found
        for url in found:
            assert url.isascii()
            path = Path(unquote(urlsplit(url).path))
            assert path.parent == data / "cardgen/game"
            assert path.is_file()
    assert contents(data / "cardgen/game") == contents(made.output / "game/tts/images")


def test_addresses_on_the_web_stay_and_their_pictures_are_not_copied(workshop, data):
    workshop.build(products=("tts",), tts_base_url="https://example.org/x")
    done = put(workshop, data)
    assert not (data / "cardgen").exists()
    for file in (done.table, *done.objects):
        assert all(url.startswith("https://example.org/x/game/tts/") for url in addresses(file))


def test_a_second_install_replaces_the_first(made, data):
    first = put(made, data)
    made.edit("card_data/game/game.yaml", "title: Game\n", "title: The Game\n")
    made.edit("templates/game/back.xml.j2", "sea", "ink")
    made.edit("card_data/game/game.yaml", "  places: {kind", "  spots: {kind")
    decks = made.root / "card_data/game/decks"
    (decks / "places.yaml").rename(decks / "spots.yaml")
    made.build(products=("tts",))
    second = put(made, data)
    assert {path.stem for path in second.objects} == {"heroes", "spots"}
    assert second.table == first.table
    assert json.loads(second.table.read_bytes())["SaveName"] == "The Game"
    saves = sorted(p.name for p in (data / "Saves").glob("TS_Save*"))
    assert saves == ["TS_Save_1.json", "TS_Save_1.png"]
    made_now = contents(made.output / "game/tts/images")
    assert made_now.items() < contents(data / "cardgen/game").items()


def test_saves_of_the_game_are_never_replaced(made, data):
    done = put(made, data)
    played = json.loads(done.table.read_bytes())
    played["Date"] = "11/21/2026 8:00:00 PM"
    done.table.write_text(json.dumps(played), encoding="utf-8")
    (data / "Saves/TS_Save_7.json").write_text("{ broken", encoding="utf-8")
    (data / "Saves/TS_AutoSave_9.json").write_text("[]", encoding="utf-8")
    before = contents(data / "Saves")
    again = put(made, data)
    assert again.table.name == "TS_Save_8.json"
    assert again.table.with_suffix(".png").is_file()
    after = contents(data / "Saves")
    assert {name: after[name] for name in before} == before
    assert put(made, data).table == again.table


def test_a_table_of_another_game_with_the_same_title_is_not_replaced(made, data):
    done = put(made, data)
    other = done.table.read_text(encoding="utf-8").replace('id = \\"game\\"', 'id = \\"games\\"')
    done.table.write_text(other, encoding="utf-8")
    assert put(made, data).table.name == "TS_Save_2.json"
    assert done.table.read_text(encoding="utf-8") == other


def test_a_title_that_is_no_name_of_a_folder(made, data):
    made.edit("card_data/game/game.yaml", "title: Game\n", "title: '../\"A/B\": what?..'\n")
    made.build(products=("tts",))
    assert {path.parent for path in put(made, data).objects} == {
        data / "Saves/Saved Objects/AB what"
    }
    made.edit("card_data/game/game.yaml", "title: '../\"A/B\": what?..'\n", "title: '???'\n")
    made.build(products=("tts",))
    assert {path.parent.name for path in put(made, data).objects} == {"game"}

"""The files of the five games, read by programs that others wrote, and by the game's own rules."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from node_programs import node_modules
from patience import patience
from PIL import Image
from save_rules import faults

from cardgen.products.tts.objects import everything

Save = dict[str, Any]


def saves(folder):
    """Walk the save of a game and its saved objects."""
    for file in sorted(folder.glob("*.json")):
        yield file, json.loads(file.read_bytes())


def table_in(folder):
    """Return the save of the whole table."""
    return json.loads((folder / f"{folder.parent.name}.json").read_bytes())


def objects(save):
    return [dict(thing) for thing in everything(save)]


def addresses(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and key.lower().endswith("url") and inner:
                yield inner
            else:
                yield from addresses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from addresses(inner)


def test_a_game_has_a_table_and_a_saved_object_for_each_deck(folder):
    table = table_in(folder)
    decks = [one["Tags"][0] for one in table["ObjectStates"] if "CustomDeck" in one]
    files = [file.stem for file in folder.glob("*.json")]
    assert sorted(files) == sorted([*decks, folder.parent.name])
    for file in folder.glob("*.json"):
        with Image.open(file.with_suffix(".png")) as thumbnail:
            assert (thumbnail.format, thumbnail.size) == ("PNG", (256, 256))
            assert thumbnail.getchannel("A").getextrema() == (0, 255)  # on clear ground


def test_every_save_keeps_the_rules_of_the_format(folder):
    for file, save in saves(folder):
        assert list(faults(save, sorted(addresses(save)))) == [], file


# ---- tabletop-tools -------------------------------------------------------------------------


def test_tabletop_tools_unpacks_and_repacks_every_file_without_loss(folder, tmp_path):
    pytest.importorskip("tts", reason="tabletop-tools is not installed")
    from tts.config import Config
    from tts.repack import repack
    from tts.savegame import UnpackedSavegame
    from tts.unpack import unpack
    from tts.utils.formats import format_json, parse_json

    for file, save in saves(folder):
        where = tmp_path / file.stem
        where.mkdir()
        text = file.read_text(encoding="utf-8")
        unpack(savegame=parse_json(text), unpacked_savegame=UnpackedSavegame(where, Config()))
        again = repack(unpacked_savegame=UnpackedSavegame(where, Config()))
        assert json.loads(format_json(again, config=Config())) == save, file


# ---- Lua and XML ----------------------------------------------------------------------------


def scripts(save):
    yield from filter(None, (thing["LuaScript"] for thing in (save, *objects(save))))


def test_lua_5_2_compiles_every_script(folder):
    lupa = pytest.importorskip("lupa.lua52", reason="lupa is not installed")
    lua = lupa.LuaRuntime(register_eval=False)
    with pytest.raises(lupa.LuaSyntaxError):
        lua.compile("return 7 // 2")  # Lua 5.3
    compiled = [lua.compile(script) for _, save in saves(folder) for script in scripts(save)]
    assert compiled


def test_the_panel_is_well_formed_and_calls_functions_that_there_are(folder):
    save = table_in(folder)
    panel = ElementTree.fromstring(f"<r>{save['XmlUI']}</r>")
    called = {node.get("onClick") for node in panel.iter("Button")} - {None}
    assert called
    for name in called:
        assert re.search(rf"^function {name}\(", save["LuaScript"], re.MULTILINE), name
    ids = [node.get("id") for node in panel.iter() if node.get("id")]
    assert len(ids) == len(set(ids))


# ---- pictures -------------------------------------------------------------------------------


def test_every_address_is_a_file_that_there_is(folder):
    used = set()
    for file, save in saves(folder):
        for url in addresses(save):
            path = Path(unquote(urlsplit(url).path))
            assert urlsplit(url).scheme == "file"
            assert path.is_file(), (file, url)
            used.add(path)
    assert set((folder / "images").iterdir()) == used


def test_pictures_are_rgb_and_as_large_as_their_grids(folder):
    for file, save in saves(folder):
        for url in set(addresses(save)):
            path = Path(unquote(urlsplit(url).path))
            if path.suffix == ".pdf":
                assert path.read_bytes()[:5] == b"%PDF-"
                continue
            with Image.open(path) as picture:
                assert picture.mode == "RGB", path
                assert picture.format == {".png": "PNG", ".jpg": "JPEG"}[path.suffix]
                assert max(picture.size) <= 4096
                assert [side % 4 for side in picture.size] == [0, 0], path  # it can be compressed
        for thing in objects(save):
            for sheet in thing.get("CustomDeck", {}).values():
                sizes = {_cell(sheet, side) for side in ("FaceURL", "BackURL")}
                assert len(sizes) == 1, (file, thing["Nickname"], sizes)


def _cell(sheet, side):
    columns, rows = sheet["NumWidth"], sheet["NumHeight"]
    if side == "BackURL" and not sheet["UniqueBack"]:
        columns, rows = 1, 1
    with Image.open(unquote(urlsplit(sheet[side]).path)) as picture:
        return picture.width / columns, picture.height / rows


# ---- kinds of numbers -----------------------------------------------------------------------

INTS = frozenset(
    "CardID NumWidth NumHeight LayoutGroupSortIndex Value PDFPage PDFPageOffset MaterialIndex Type "
    "EpochTime id LutIndex AmbientType Hiding value".split()
)
FLOATS = frozenset(
    "posX posY posZ rotX rotY rotZ scaleX scaleY scaleZ r g b a x y z WidthScale ImageScalar "
    "Thickness Gravity PlayArea Opacity xSize ySize LightIntensity AmbientIntensity "
    "ReflectionIntensity LutContribution".split()
)


def numbers(value, name=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from numbers(inner, name)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield name, value


def test_numbers_are_whole_or_not_as_in_files_of_the_game(folder):
    seen = {}
    for _, save in saves(folder):
        for name, value in numbers(save):
            seen.setdefault(name, set()).add(type(value))
    lists = {"DeckIDs": {int}, "PlayerCounts": {int}}
    wanted = {**{key: {int} for key in INTS}, **lists}
    wanted |= {key: {float} for key in FLOATS}
    assert {name: kinds for name, kinds in seen.items() if kinds != wanted.get(name)} == {}


# ---- TypeScript -----------------------------------------------------------------------------

TYPES = {
    "Card": "CardCustomData",
    "DeckCustom": "DeckCustomData",
    "Custom_Board": "BoardCustomData",
    "Custom_Tile": "TileData",
    "Figurine_Custom": "FigurineCustomData",
    "Die_6_Rounded": "DieData",
    "Die_20": "DieData",
    "Custom_PDF": "BookData",
    "HandTrigger": "HandZoneData",
    "Counter": "CounterData",
}
FLAGS = "--noEmit --strict --skipLibCheck --target es2020 --lib es2020 --pretty false".split()


@pytest.fixture(scope="session")
def modules():
    """The folder of node modules with the types of the game."""
    return node_modules(
        "typescript/bin/tsc", "@typed-tabletop-simulator/declaration/src/index.d.ts"
    )


class Program:
    """A TypeScript program in which every object is a constant of its type."""

    def __init__(self, modules):
        self.modules = modules
        self.types = modules / "@typed-tabletop-simulator/declaration/src"
        text = (self.types / "object.d.ts").read_text(encoding="utf-8")
        body = text.split("enum ObjectName {")[1].split("}")[0]
        members = re.findall(r'(\w+) = "([^"]+)"', body)
        self.members = {value: f"ObjectName.{name}" for name, value in members}
        self.lines = []

    def add(self, thing):
        """Write an object, its cards before it; return the name of the constant."""
        cards = [self.add(card) for card in thing.get("ContainedObjects", ())]
        name = thing["Name"]
        parts = []
        for key, value in thing.items():
            if key == "Name":  # some are missing in the enum
                shown = self.members.get(name) or f"{json.dumps(name)} as unknown as ObjectName"
            elif key == "ContainedObjects":
                shown = f"[{', '.join(cards)}]"
            else:
                shown = json.dumps(value)
            parts.append(f"{json.dumps(key)}: {shown}")
        number = len(self.lines)
        # In two steps, so that keys that the types do not know are no fault.
        raw = f"const r{number} = {{{', '.join(parts)}}};"
        self.lines.append(f"{raw} const o{number}: {TYPES[name]} = r{number};")
        return f"o{number}"

    def check(self, file):
        """Compile; return what is wrong, a line each."""
        file.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
        tsc = self.modules / "typescript/bin/tsc"
        command = ["node", str(tsc), *FLAGS, str(self.types / "index.d.ts"), str(file)]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=patience(), check=False
        )
        found = [line for line in done.stdout.splitlines() if "error TS" in line]
        assert bool(found) == bool(done.returncode), done.stdout + done.stderr
        return found


def test_the_types_of_typed_tabletop_simulator_accept_every_object(modules, folder, tmp_path):
    program = Program(modules)
    for _, save in saves(folder):
        for thing in save["ObjectStates"]:
            program.add(thing)
    assert len(program.lines) > 100
    assert program.check(tmp_path / "objects.ts")[:5] == []

"""What must hold for a file to load in Tabletop Simulator, checked before it is written.

The game does not say what is wrong with a file: it shows wrong cards, or nothing at all. And other
programs that read its saves accept most of these faults, so their approval proves nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from cardgen.impose.contact import BLOCK, LONGEST_LIMIT, MOST_COLUMNS, MOST_ROWS
from cardgen.products.tts.names import cache_name

_GUID = re.compile(r"[0-9a-f]{6}")
_TRANSFORM = tuple(f"{a}{b}" for a in ("pos", "rot", "scale") for b in "XYZ")
TABLES = (
    *("Table_Square", "Table_Hexagon", "Table_Octagon", "Table_Circular", "Table_Poker"),
    *("Table_RPG", "Table_Glass", "Table_Plastic", "Table_Custom", "Table_Custom_Square"),
    *("Table_None", ""),
)
SKIES = (
    *("Sky_Museum", "Sky_Field", "Sky_Forest", "Sky_Tunnel"),
    *("Sky_Sunset", "Sky_Regal", "Sky_Downtown", ""),
)
SEATS = {
    "White": (1.0, 1.0, 1.0),
    "Brown": (0.443, 0.231, 0.09),
    "Red": (0.856, 0.1, 0.094),
    "Orange": (0.956, 0.392, 0.113),
    "Yellow": (0.905, 0.898, 0.172),
    "Green": (0.192, 0.701, 0.168),
    "Teal": (0.129, 0.694, 0.607),
    "Blue": (0.118, 0.53, 1.0),
    "Purple": (0.627, 0.125, 0.941),
    "Pink": (0.96, 0.439, 0.807),
}
"""The seats of the game, named by their colours (scripting API, "Player Colors")."""


class PictureFacts(Struct, frozen=True):
    """The facts about a picture: its pixels, and its cells if it shows several cards."""

    width: int
    height: int
    columns: int = 1
    rows: int = 1


def faults(save: Mapping[str, Any], pictures: Mapping[str, PictureFacts]) -> list[str]:
    """Return what is wrong with a save; ``pictures`` are those of this export, by address."""
    things = list(everything(save))
    found = [fault for thing in things for fault in _object(thing, pictures)]
    names = Counter(thing.get("GUID") for thing in things)
    found += [f"{count} objects are named `{name}`" for name, count in names.items() if count > 1]
    if save.get("Table") not in TABLES:
        found.append(f"there is no table `{save.get('Table')}`")
    if save.get("Sky") not in SKIES:
        found.append(f"there is no background `{save.get('Sky')}`")
    found += _tags(save, things)
    found += _addresses(set(_urls(save, things)), pictures)
    return list(dict.fromkeys(found))


def everything(save: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield all objects of a save, including those in containers and in states."""
    for thing in save["ObjectStates"]:
        yield thing
        if "ContainedObjects" in thing or "States" in thing:
            inner = [*thing.get("ContainedObjects", ()), *thing.get("States", {}).values()]
            yield from everything({"ObjectStates": inner})


def _object(thing: Mapping[str, Any], pictures: Mapping[str, PictureFacts]) -> Iterator[str]:
    who = f"`{thing.get('Nickname') or thing.get('Name')}`"
    if not _GUID.fullmatch(str(thing.get("GUID", ""))):
        yield f"{who} has no name of six hexadecimal digits"
    transform = thing.get("Transform", {})
    if any(not isinstance(transform.get(part), float) for part in _TRANSFORM):
        yield f"{who} lacks a number of its place, turn or scale"
    elif 0.0 in (transform["scaleX"], transform["scaleY"], transform["scaleZ"]):
        yield f"{who} has a scale of nothing"
    for key in ("LuaScript", "LuaScriptState", "XmlUI", "Nickname", "Description", "GMNotes"):
        if not isinstance(thing.get(key), str):
            yield f"{who} has no text for {key}"
    if thing.get("Name") == "HandTrigger" and thing.get("FogColor") not in SEATS:
        yield f"there is no seat `{thing.get('FogColor')}`"
    if "CustomDeck" in thing:
        yield from _sheets(who, thing, pictures)
    if "DeckIDs" in thing:
        yield from _deck(who, thing)


def _sheets(
    who: str, thing: Mapping[str, Any], pictures: Mapping[str, PictureFacts]
) -> Iterator[str]:
    shapes: set[tuple[int, int]] = set()
    for key, sheet in thing["CustomDeck"].items():
        columns, rows = sheet["NumWidth"], sheet["NumHeight"]
        if type(columns) is not int or type(rows) is not int:
            yield f"{who} has a grid of no whole numbers"
            continue
        single = (columns, rows) == (1, 1)
        if not single and not (2 <= columns <= MOST_COLUMNS and 2 <= rows <= MOST_ROWS):
            yield f"{who} has a grid of {columns} by {rows}"
        if not key.isdigit() or not 1 < int(key) < 21_474_836:
            yield f"{who} has a sheet numbered `{key}`"
        one_back = (1, 1) if not sheet["UniqueBack"] else (columns, rows)
        for side, grid in (("FaceURL", (columns, rows)), ("BackURL", one_back)):
            picture = pictures.get(sheet[side])
            if picture and (picture.columns, picture.rows) != grid:
                yield f"the {side} of {who} has other cells than its grid"
            elif picture:
                shapes.add((picture.width // grid[0], picture.height // grid[1]))
    if not _alike(shapes):
        yield f"the cards of {who} have different proportions"
    for number in thing.get("DeckIDs", [thing["CardID"]] if "CardID" in thing else []):
        if type(number) is not int:
            yield f"{who} shows a card whose number is no whole one"
            continue
        used = thing["CustomDeck"].get(str(number // 100))
        if used is None:
            yield f"{who} shows card {number} of a sheet that it does not have"
            continue
        cells = used["NumWidth"] * used["NumHeight"]
        last = cells - (0 if used["BackIsHidden"] or cells == 1 else 1)
        if number % 100 >= last:
            yield f"{who} shows card {number}, but its sheet has {last} cells for cards"


def _alike(shapes: Iterable[tuple[int, int]]) -> bool:
    """Whether all cells have the same proportions, within the rounding to blocks of pixels."""
    off = BLOCK / 2
    least = max(((w - off) / (h + off) for w, h in shapes), default=0.0)
    return all(least <= (w + off) / max(h - off, off) for w, h in shapes)


def _deck(who: str, thing: Mapping[str, Any]) -> Iterator[str]:
    inside = [card["CardID"] for card in thing["ContainedObjects"]]
    if inside != thing["DeckIDs"]:
        yield f"{who} lists other cards than it holds"
    if len(inside) < 2:
        yield f"{who} is a deck of {len(inside)}; the game drops decks of less than two cards"
    used = {str(number // 100) for number in inside}
    if used != set(thing["CustomDeck"]):
        yield f"{who} names sheets that it does not use"


def _tags(save: Mapping[str, Any], things: list[Mapping[str, Any]]) -> Iterator[str]:
    listed = {label["displayed"] for label in save.get("ComponentTags", {}).get("labels", ())}
    worn = {tag for thing in things for tag in thing.get("Tags", ())}
    if "ComponentTags" in save and worn - listed:
        yield f"the tag `{min(worn - listed)}` is not in the list of tags"


def _addresses(found: set[str], pictures: Mapping[str, PictureFacts]) -> Iterator[str]:
    urls = sorted(found - {""})
    for url in urls:
        if "://" not in url:
            yield f"the address `{url}` has no scheme"
    kept = Counter(cache_name(url) for url in urls)
    yield from (
        f"two addresses would be one file in the game's cache: `{name}`"
        for name, count in kept.items()
        if count > 1
    )
    for url in urls:
        picture = pictures.get(url)
        if picture and max(picture.width, picture.height) > LONGEST_LIMIT:
            yield f"`{url}` has more than {LONGEST_LIMIT} pixels a side"
        if picture and (picture.width % picture.columns or picture.height % picture.rows):
            yield f"the cells of `{url}` are not of whole pixels"
        if picture and (picture.width % BLOCK or picture.height % BLOCK):
            yield f"`{url}` cannot be compressed: a side is no multiple of {BLOCK} pixels"


def _urls(save: Mapping[str, Any], things: list[Mapping[str, Any]]) -> Iterator[str]:
    """Find all addresses: those of the table itself, and those under `Custom…` in objects."""
    yield from (value for key, value in save.items() if key.endswith("URL"))
    for thing in things:
        for key, value in thing.items():
            if key.startswith("Custom"):
                yield from _inside(value)


def _inside(value: Mapping[str, Any]) -> Iterator[str]:
    for key, inner in value.items():
        if type(inner) is dict:
            yield from _inside(inner)
        elif type(inner) is str and key.lower().endswith("url"):
            yield inner

"""What must hold for a file to load in Tabletop Simulator.

The game does not say what is wrong with a file: it shows wrong cards, or nothing at all. And other
programs that read its saves accept most of these faults, so their approval proves nothing.
"""

import re
from collections import Counter

from cardgen.impose.contact import MOST_COLUMNS, MOST_ROWS
from cardgen.products.tts.objects import everything
from cardgen.products.tts.setup import SEATS

TEXTS = ("LuaScript", "LuaScriptState", "XmlUI", "Nickname", "Description", "GMNotes")
TRANSFORM = tuple(f"{a}{b}" for a in ("pos", "rot", "scale") for b in "XYZ")


def faults(save, urls):
    """Yield what is wrong with a save; ``urls`` are all addresses in it."""
    things = list(everything(save))
    for thing in things:
        who = thing.get("Nickname") or thing.get("Name")
        yield from (f"{who}: {fault}" for fault in object_faults(thing))
    names = Counter(thing.get("GUID") for thing in things)
    yield from (f"{count} objects are named {name}" for name, count in names.items() if count > 1)
    if (save.get("Table"), save.get("Sky")) not in (("Table_Custom", "Sky_Museum"), ("", "")):
        yield f"table {save.get('Table')}, background {save.get('Sky')}"
    listed = {label["displayed"] for label in save.get("ComponentTags", {}).get("labels", ())}
    if "ComponentTags" in save:
        yield from {tag for thing in things for tag in thing.get("Tags", ())} - listed
    yield from (f"{url} has no scheme" for url in urls if "://" not in url)
    cached = Counter(re.sub("[^A-Za-z0-9]", "", url) for url in set(urls))
    yield from (f"two addresses are {name} in the cache" for name in cached if cached[name] > 1)


def object_faults(thing):
    if not re.fullmatch("[0-9a-f]{6}", str(thing.get("GUID", ""))):
        yield "no name of six hexadecimal digits"
    transform = thing["Transform"]
    if not all(isinstance(transform.get(part), float) for part in TRANSFORM):
        yield "no number for each place, turn and scale"
    elif 0.0 in (transform["scaleX"], transform["scaleY"], transform["scaleZ"]):
        yield "a scale of nothing"
    if not all(isinstance(thing.get(key), str) for key in TEXTS):
        yield "a text is missing"
    if thing.get("Name") == "HandTrigger" and thing.get("FogColor") not in SEATS:
        yield "no such seat"
    sheets = thing.get("CustomDeck", {})
    for key, sheet in sheets.items():
        grid = columns, rows = sheet["NumWidth"], sheet["NumHeight"]
        usual = 2 <= columns <= MOST_COLUMNS and 2 <= rows <= MOST_ROWS
        if [type(number) for number in grid] != [int, int] or not (grid == (1, 1) or usual):
            yield f"a grid of {grid}"
        if not key.isdigit() or not 1 < int(key) < 21_474_836:
            yield f"a sheet numbered {key}"
    for number in thing.get("DeckIDs", [thing["CardID"]] if "CardID" in thing else []):
        sheet = sheets[str(number // 100)]
        cells = sheet["NumWidth"] * sheet["NumHeight"]
        if number % 100 >= cells - (0 if sheet["BackIsHidden"] or cells == 1 else 1):
            yield f"card {number} of a sheet with {cells} cells"
    if "DeckIDs" in thing:
        inside = [card["CardID"] for card in thing["ContainedObjects"]]
        if inside != thing["DeckIDs"] or len(inside) < 2:
            yield "a deck that lists other cards than it holds, or less than two"
        if {str(number // 100) for number in inside} != set(sheets):
            yield "a sheet that is not used"

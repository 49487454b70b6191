"""Whatever a value of a data file is, a check ends with findings, and never with a crash."""

import copy
import json

import pytest
import yaml
from breadth import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from workshops import FILES, write_files

from cardgen.core.diagnostics import CardgenError
from cardgen.model.component import component_kinds
from cardgen.model.fields import NumberField
from cardgen.model.gamefile import GAME, game_schema
from cardgen.model.notes import NOTES
from cardgen.model.pieces import LengthField
from cardgen.model.printer import PRINTER
from cardgen.pipeline.build import check

DATA = "card_data/game/"
DOCUMENTS = """\
game.yaml:
  {title: Game, players: 2-4, version: "1", duration: 20 min, age: 8+, odds: 1}
theme:
  colors: {ink: "#111111", paper: "#ffffff", sea: "#225577"}
  styles: {body: {font: atkinson/regular, bold: atkinson/bold, italic: atkinson/italic, size: 8pt,
    leading: 1.2, tracking: 10, hyphenate: [6, 3, 3], widow: 20, color: ink}}
rules: {hand: 5, lives: {value: 3, text: lives}}
print: {bleed: 3mm, safe: 3mm, clearance: 0.1mm, trim_inset: 0, hairline: 0.1mm, optical: 0.2mm}
limits: {cards: 100, card_size: {width: 63mm, height: 88mm, radius: 3mm}, tokens: 50, dice: 5,
  pieces: 60, boards: 3, sheets: 40, pages: 30}
card_types: {card: {fields: {text: {kind: rich, optional: true},
  cost: {kind: number, min: 0, max: 9, whole: true, default: 1},
  tags: {kind: list, of: text, min: 0, max: 3, optional: true}}}}
setup: [{shuffle: heroes}, {deal: heroes, number: 1},
  {draw: places, number: 1, rows: 1, before: [6in, 3in], "off": [1mm, 2mm]}]
components:
  heroes: {kind: deck, size: {width: 63mm, height: 88mm, radius: 3mm}, bleed: 3mm, safe: 3mm,
    back: back.xml.j2, index: {width: 10mm, height: 20mm}}
  places: {kind: deck, size: square-small, back: none}
  lots: {kind: deck, size: mini, back: none, series: {count: 20, type: card, volume: 10}}
  map: {kind: board, template: back.xml.j2, size: {width: 244mm, height: 176mm},
    tiling: {overlap: 5mm}, bleed: 3mm, safe: 3mm}
  die: {kind: dice, template: back.xml.j2, sides: 6, size: 16mm, copies: 2, safe: 2mm}
  chips: {kind: tokens, shape: round, size: 22mm, bleed: 2mm, safe: 1mm, tab: 10mm,
    template: back.xml.j2, tokens: [{id: boat, copies: 3}, {id: moon, size: 30mm, shape: square},
    {id: man, shape: standee, size: {width: 20mm, height: 40mm}}]}
  box: {kind: box, template: back.xml.j2, thickness: 0.3mm, slack: 1mm, safe: 3mm, cards: 20,
    size: {width: 63mm, height: 88mm, radius: 3mm}}
  lid: {kind: game-box, holds: [heroes, places], thickness: 2mm, wrap: 2mm, turn_in: 10mm,
    scale: 1.2, safe: 3mm, inside: {width: 160mm, height: 160mm, depth: 60mm}}
  rules: {kind: booklet, source: rules.md, size: a6, top: 10mm, outer: 8mm, bottom: 10mm,
    inner: 8mm, measure: 80mm, bleed: 3mm, safe: 3mm}
  flyer: {kind: leaflet, source: rules.md, top: 5mm, bottom: 5mm, sides: 5mm}
  table: {kind: table, seats: [White, Red], counters: {life: {title: Life, start: 3}}}
decks/heroes.yaml:
  cards: [{id: anna, title: Anna, text: "Hold {rule:hand} cards.", cost: 3, copies: 2},
    {id: bert, title: Bert, tags: [a, b]}, {each: {n: [1, 2]}, id: "c{n}", title: "C {n}"}]
decks/places.yaml: {cards: [{id: den, title: Den, copies: 9}]}
notes.yaml: {notes: [{id: "1", "on": heroes/anna, x: 5, y: 5, text: hm}]}
../../printer.yaml: {name: P, margin: 5mm, back_offset: {x: 1mm, y: 1mm},
  landscape_offset: {x: 1mm, y: 1mm}, papers: {mine: {width: 200mm, height: 300mm}},
  cutter: {inset: 10mm, area: {width: 200mm, height: 280mm}}}
"""


def documents():
    """Return the content of each data file."""
    content = yaml.safe_load(DOCUMENTS)
    game = {name: content.pop(name) for name in list(content) if "." not in name}
    return {**content, "game.yaml": {**content["game.yaml"], **game}}


def leaves(node, path=()):
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(value, (*path, key))
    else:
        yield path


def limits(field):
    """Yield the limits of the numbers in a field and in all fields inside it."""
    if isinstance(field, NumberField | LengthField):
        yield from (limit for limit in (field.min, field.max) if limit is not None)
    inner = [*field.keys.values(), getattr(field, "of", None)]
    inner += (getattr(field, "fields", None) and field.fields.values()) or ()
    for one in inner:
        if hasattr(one, "keys") and one is not field:
            yield from limits(one)


def number_keys(schema):
    """Yield the last names of the keys that a number may have."""
    for name, value in schema.get("properties", {}).items():
        if {"number", "integer"} & {*value.get("type", ())} and value["type"] != TEXT:
            yield name
        yield from number_keys(value)
    inner = [schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", ())]
    for part in inner:
        if isinstance(part, dict):
            yield from number_keys(part)


TEXT = ["string", "number", "boolean"]
BASE = documents()
SPOTS = [(file, path) for file, content in BASE.items() for path in leaves(content)]
KINDS = [dict(kind.fields) for _, kind in component_kinds().items()]
FIELDS = [field for fields in (GAME, PRINTER, NOTES, *KINDS) for field in fields.values()]
LIMITS = sorted({limit for field in FIELDS for limit in limits(field)})
NUMBERS = [number + step for number in [0, 10, *LIMITS] for step in (-1, 0, 1, 1e-9)]
HUGE = [1e-320, 10**30, -(10**30), 1e300, "9" * 400, "100m", "99999mm", "1e-320", ".inf", ".nan"]
COUNTS = ["11+", "5-3", "0-0", "٣", "½", "99999", True, None, [], {}, "0.0001mm", "-5mm"]
TEXTS = ["\u2028", "\u200b", "a\u2028b\u2029", "\x85", "\u00ad", "\ufeff", " ", "", "a" * 5000, "{"]


def test_every_key_for_a_number_is_tried():
    keys = {str(part) for _, path in SPOTS for part in path}
    assert {*number_keys(game_schema())} <= keys
    assert {5.0, 20.0, 999, 3000.0} <= {*LIMITS}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return tmp_path_factory.mktemp("odd")


@pytest.mark.slow
@examples(160, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SPOTS), st.sampled_from([*NUMBERS, *HUGE, *COUNTS, *TEXTS]))
def test_a_check_survives_odd_values(root, spot, value):
    content = copy.deepcopy(BASE)
    file, (*outer, last) = spot
    node = content[file]
    for key in outer:
        node = node[key]
    node[last] = value
    rules = "# Rules\n\nHold {rule:hand} cards.\n\n## More\n\nMore words.\n"
    back = FILES["templates/game/back.xml.j2"]
    files = {f"{DATA}{name}": json.dumps(data) for name, data in content.items()}
    files |= {f"{DATA}rules.md": rules, "templates/game/back.xml.j2": back}
    write_files(root, {**files, "templates/game/card.xml.j2": FILES["templates/game/card.xml.j2"]})
    try:
        found = list(check(root, ("game",), ""))
    except CardgenError as error:
        found = error.diagnostics
    assert all(one.location is not None for one in found)

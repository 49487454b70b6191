"""Whatever a value of a data file is, a check ends with findings, and never with a crash."""

import copy
import json

import pytest
import yaml
from breadth import examples
from documents import document
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
DOCUMENTS = document("errors/odd_values_documents.yaml")


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

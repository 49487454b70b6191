# ruff: noqa: D101 (keys say what a shape is)
"""The JSON that each command prints: one declaration for the reference page and for its test."""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

Fields = dict[str, Any]


class _Shape(Struct, forbid_unknown_fields=True):
    pass


class Diagnostic(_Shape):
    severity: Literal["error", "warning"]
    code: str
    message: str
    path: str | None
    line: int | None
    column: int | None
    length: int | None
    sheet: str | None
    cell: str | None
    notes: list[str]
    hints: list[str]
    sides: list[str]
    group: int


class Column(_Shape):
    column: str
    field: str | None
    kind: str | None
    role: str
    reason: str


class Added(_Shape):
    written: list[str]
    id: str | UnsetType = UNSET
    decks: list[str] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    project: str | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    columns: list[Column] | UnsetType = UNSET
    notes: list[str] | UnsetType = UNSET
    marks: Fields | UnsetType = UNSET
    missing_fonts: list[str] | UnsetType = UNSET
    remaining: list[str] | UnsetType = UNSET


class BuiltGame(_Shape):
    id: str
    title: str
    status: str
    made: list[str]
    kept: list[str]
    redrawn: dict[str, list[str]]
    stale: dict[str, int]
    left_out: list[str]
    locale: str | UnsetType = UNSET


class Built(_Shape):
    games: list[BuiltGame] | UnsetType = UNSET
    made: int | UnsetType = UNSET
    kept: int | UnsetType = UNSET
    removed: int | list[str] | UnsetType = UNSET
    seconds: float | UnsetType = UNSET
    errors: int | UnsetType = UNSET
    warnings: int | UnsetType = UNSET
    id: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    designs: int | UnsetType = UNSET
    written: list[str] | UnsetType = UNSET


class Written(_Shape):
    written: list[str]


class Removed(_Shape):
    removed: list[str]


class TextGroup(_Shape):
    component: str
    field: str
    id: str
    style: str
    at: str
    texts: int
    asked: list[float]
    set: list[float]
    lines: list[int]
    sizes: dict[str, int]
    shrunk: int
    tightened: int
    continued: int
    cut: int
    misfits: int
    changed: list[Any]


class Checked(_Shape):
    errors: int
    warnings: int
    texts: dict[str, list[TextGroup]]


class FieldChange(_Shape):
    name: str
    old: Any
    new: Any


class CardChange(_Shape):
    deck: str
    id: str
    was: str | None
    title: str
    change: str
    look_only: bool
    sides: list[str]
    fields: list[FieldChange]
    old_copies: int
    new_copies: int
    pull: int
    put: int


class ComponentChange(_Shape):
    id: str
    title: str
    change: str
    tiles: Any = UNSET
    pages: Any = UNSET
    old_pages: int | UnsetType = UNSET
    new_pages: int | UnsetType = UNSET
    parts: Any = UNSET


class StatedRule(_Shape):
    path: str
    line: int
    column: int
    card: str | None
    shows: Any


class RuleChange(_Shape):
    id: str
    old: Any
    new: Any
    stated: list[StatedRule]


class Diff(_Shape):
    id: str
    title: str
    against: str
    same: bool
    game: dict[str, dict[str, Any]]
    rules: list[RuleChange]
    cards: list[CardChange]
    boards: list[ComponentChange]
    booklets: list[ComponentChange]
    pieces: list[ComponentChange]
    notes: list[str]
    page: str | None


class PulledCard(_Shape):
    count: int
    title: str
    name: str
    why: str


class Pull(_Shape):
    title: str
    out: list[PulledCard]
    into: list[PulledCard]
    before: int
    after: int


class Reprint(_Shape):
    id: str
    title: str
    against: str
    same: bool
    cards: list[CardChange]
    pulls: list[Pull]
    written: list[str]
    removed: list[str]


class Explanation(_Shape):
    code: str
    severity: str
    name: str
    explanation: str


class ExportedDeck(_Shape):
    deck: str
    path: str
    cards: int
    made: bool


class Exported(_Shape):
    id: str
    title: str
    files: list[ExportedDeck]


class FetchedTable(_Shape, rename={"address": "from"}):
    path: str
    address: str
    rows: int
    before: int | None
    changed: bool


class ListedDeck(_Shape):
    id: str
    title: str
    designs: int
    cards: int
    width: float
    height: float


class ListedGame(_Shape):
    id: str
    title: str
    players: str
    duration: str
    age: str
    version: str
    decks: list[ListedDeck]
    products: list[str]
    rules: int
    terms: int
    assumptions: list[Any]


class Listed(_Shape):
    games: list[ListedGame] | UnsetType = UNSET
    icons: list[str] | UnsetType = UNSET
    fonts: list[str] | UnsetType = UNSET
    stock: dict[str, str] | UnsetType = UNSET
    sleeves: dict[str, str] | UnsetType = UNSET
    elements: dict[str, str] | UnsetType = UNSET


class Order(_Shape):
    id: str
    title: str
    service: str
    folder: str
    files: list[str]
    made: list[str]
    removed: list[str]


class ServiceProduct(_Shape):
    id: str
    title: str
    kind: str
    trim_mm: list[float] | None
    canvas_px: list[int] | None
    safe_mm: float
    source: str
    date: str


class Service(_Shape):
    id: str
    name: str
    site: str
    file: Literal["png", "pdf"]
    products: list[ServiceProduct]


class Printed(_Shape):
    id: str
    title: str
    version: str
    mark: str
    path: str
    commit: str | None
    changed: bool
    cards: int
    designs: int
    boards: int
    booklets: int
    pieces: int
    rules: int


class Zip(_Shape):
    zip: str
    bytes: int
    files: int


class ReleasedGame(_Shape):
    id: str
    title: str
    zips: list[Zip]
    removed: list[str]
    left_out: list[str]


class Released(_Shape):
    games: list[ReleasedGame]


class Site(_Shape):
    index: str | UnsetType = UNSET
    games: list[str] | UnsetType = UNSET
    files: int | UnsetType = UNSET
    bytes: int | UnsetType = UNSET
    made: list[str] | UnsetType = UNSET
    removed: list[str] | UnsetType = UNSET


class Draw(_Shape):
    drawn: int
    chance: float


class Answer(_Shape):
    question: str
    deck: str
    cards: int
    wanted: int
    drawn: int
    chance: float
    draws: list[Draw]
    players: dict[str, float]


class CountedValue(_Shape):
    value: str
    label: str
    count: int
    cards: int
    designs: int
    share: float


class CountedField(_Shape):
    name: str
    kind: str
    asked: int
    stating: int
    values: list[CountedValue]
    numbers: Fields | None
    per_card: Fields | None
    unused: list[str]


class CountedDeck(_Shape):
    id: str
    title: str
    cards: int
    designs: int
    kept_back: int
    fields: list[CountedField]


class Statistics(_Shape):
    id: str
    title: str
    odds: list[Answer]
    decks: list[CountedDeck]
    comparisons: list[Fields]


class UpdatedTranslation(_Shape):
    path: str
    texts: int
    new: int
    changed: int
    gone: int


class TranslationStatus(_Shape):
    language: str
    texts: int
    missing: int
    stale: int
    gone: int
    translated: int


class InstalledTable(_Shape):
    game: str
    table: str
    objects: list[str]


class Installed(_Shape):
    installed: list[InstalledTable]


class ManualPage(_Shape):
    page: str


class Topics(_Shape):
    topics: list[str]


DIAGNOSTIC = Diagnostic
OUTPUTS: dict[str, Any] = {
    "add": Added,
    "build": Built,
    "calibrate": Written,
    "check": Checked,
    "clean": Removed,
    "diff": Diff,
    "docs": ManualPage,
    "docs --list": Topics,
    "explain": Explanation | list[Explanation],
    "export": Exported,
    "fetch": list[FetchedTable],
    "list": Listed,
    "new": Added,
    "order": Order,
    "order --list": Service | list[Service],
    "printed": Printed,
    "release": Released,
    "reprint": Reprint,
    "schema": Fields,
    "site": Site,
    "stats": Statistics,
    "translate extract": UpdatedTranslation,
    "translate status": list[TranslationStatus],
    "translate update": list[UpdatedTranslation],
    "tts install": Installed,
}
"""The result of each command."""

HEAD = """\
# JSON output

Look up what commands print with `--format json`: the results on standard output, and the
diagnostics on standard error, one on each line. {made}

Types are written as in TypeScript. Some results do not have the keys with `?`.
"""


def json_markdown(made: str) -> str:
    """Return the page; ``made`` is its sentence about the program that writes it."""
    parts = [HEAD.format(made=made), "## Diagnostics\n", _section(Diagnostic), "## Results\n"]
    for name, kind in OUTPUTS.items():
        parts += [f"### cardgen {name}\n", _section(kind)]
    return "\n".join(parts)


def _section(kind: Any) -> str:
    [schema], shapes = msgspec.json.schema_components([kind], ref_template="{name}")
    blocks = [f"type Result = {_type(schema)}\n"] if schema.get("$ref") not in shapes else []
    for name, shape in shapes.items():
        needed = shape.get("required", ())
        keys = [
            f"  {key}{'' if key in needed else '?'}: {_type(value)}\n"
            for key, value in shape["properties"].items()
        ]
        blocks.append(f"interface {name} {{\n{''.join(keys)}}}\n")
    return f"```ts\n{chr(10).join(blocks)}```\n"


def _type(schema: dict[str, Any]) -> str:
    """Return a JSON Schema in the notation of TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if schema.get("type") == "array":
        inner = _type(schema["items"]) if "items" in schema else "any"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        return f"{{[key: string]: {_type(schema.get('additionalProperties') or {})}}}"
    return {"integer": "number"}.get(schema.get("type", "any"), schema.get("type", "any"))

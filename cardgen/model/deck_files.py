"""Finds the file of a deck, and reads it into one tree whatever its kind."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.problems import file_missing
from cardgen.core.registry import nearest
from cardgen.model import problems
from cardgen.model.compound import ListField, RecordField
from cardgen.model.each import EACH_KEYS
from cardgen.model.fields import Field, FlagField, NumberField
from cardgen.model.scope import Collecting, KnownCards, Scope
from cardgen.model.theme import ImageField, slug
from cardgen.source.files import DECK_ENDINGS, WORKBOOKS, is_deck_file
from cardgen.source.node import YamlNode
from cardgen.source.tables.problems import two_deck_files, unknown_column
from cardgen.source.tables.reading import TABLE_LIMIT, read_table
from cardgen.source.tables.table import (
    NOTE,
    DeckTable,
    Shape,
    TableColumn,
    deck_of,
    plain_name,
    shape,
)

COPIES = ("qty", "quantity", "count", "number")
"""What tables of other programs call `copies`."""
_FOREIGN = (".xls", ".xlsm", ".xlsb", ".numbers", ".fods", ".gsheet", ".tab", ".txt")


class DeckFile(Struct, frozen=True):
    """Where the cards of a deck stand, and how the file is to be read.

    ``path`` is relative to the project; ``sheet`` names one of a workbook, if any is named.
    ``columns`` has the fields that columns of other names fill, `NOTE` for notes, and ``places``
    where that is said. ``defaults`` are values for all cards; with ``titled`` a card without an id
    is called by its title.
    """

    path: str
    deck: str
    named: Location
    sheet: str = ""
    columns: Mapping[str, str] = {}
    places: Mapping[str, Location] = {}
    defaults: YamlNode | None = None
    titled: bool = False

    @property
    def key(self) -> str:
        """What tells it from others that are read."""
        return deck_key(self.path, self.deck)

    @property
    def is_yaml(self) -> bool:
        """Whether it is YAML, as a file of an unknown ending is taken to be."""
        return PurePosixPath(self.path).suffix.lower() not in DECK_ENDINGS[1:]


DeckTree = tuple[YamlNode, Mapping[int, Collection[str]]]
"""A deck file as it was read, and the fields of cards whose value cannot be used.

They go by the identity of the card's node, which the tree keeps.
"""


def find_deck_file(scope: Scope, deck: str, named: Location) -> str:
    """Return the path of the file that bears the name of a deck, in the game's folder.

    Raises SourceError if there is none, or several.
    """
    try:
        names = os.listdir(scope.project.root / scope.folder / "decks")
    except OSError:
        names = []
    found = [one for one in sorted(names) if is_deck_file(one) and PurePosixPath(one).stem == deck]
    if len(found) > 1:
        scope.read_files.update(f"{scope.folder}/decks/{name}" for name in found)
        raise SourceError(two_deck_files(named, deck, tuple(found)))
    if not found:
        stems = {PurePosixPath(one).stem: one for one in names if is_deck_file(one)}
        hint = f"make it, as {', '.join(DECK_ENDINGS[:-1])} or {DECK_ENDINGS[-1]}"
        if near := nearest(deck, stems):
            hint = f"did you mean `{stems[near]}`? name it: `cards: decks/{stems[near]}`"
        path = f"{scope.folder}/decks/{deck}.yaml"
        raise SourceError(file_missing(named, "the deck file", path, (hint,)))
    return f"decks/{found[0]}"


def read_deck_tree(file: DeckFile, scope: Scope, known: KnownCards | None = None) -> DeckTree:
    """Read a deck file, reporting what is wrong with single cells of a table.

    Rows of a table that are unchanged become the same nodes as those that are ``known``.

    Raises SourceError if it cannot be read or parsed.
    """
    ending = PurePosixPath(file.path).suffix.lower()
    if ending in _FOREIGN:
        message = f"`{file.path}` is no deck file that can be read"
        hint = "save it as `.xlsx`, `.ods` or `.csv`, and name that"
        raise SourceError(problems.bad_value(file.named, message, hint))
    if file.is_yaml:
        source = scope.project.read(file.path, description="the deck file", at=file.named)
        return scope.decks.tree(source, file.key), {}
    data = scope.project.data(
        file.path, description="the deck file", at=file.named, limit=TABLE_LIMIT
    )
    root, faulty = _read_table(file, data, scope, known)
    scope.decks.trees[file.key] = root
    return root, faulty


def deck_key(path: str, deck: str) -> str:
    """Return what a deck in a file goes by; a workbook may have the sheets of several."""
    is_book = PurePosixPath(path).suffix.lower() in WORKBOOKS
    return f"{path}#{deck}" if is_book else path


def shape_of(field: Field) -> Shape | None:
    """Return what the cells of a field are if not the texts that they look like."""
    if isinstance(field, ListField):
        return "list"
    if isinstance(field, RecordField | ImageField):
        return "nested"
    return "number" if isinstance(field, NumberField | FlagField) else None


def _read_table(
    file: DeckFile, data: bytes, scope: Scope, known_cards: KnownCards | None
) -> DeckTree:
    known = frozenset[str]().union(*(one.keys for one in scope.card_types.values()))
    shared = file.defaults.value if file.defaults and file.defaults.kind == "map" else {}
    default = next(iter(scope.card_types)) if len(scope.card_types) == 1 else ""
    if "type" in shared:
        default = shared["type"].raw
    declared = {plain_name(name): field for name, field in file.columns.items()}

    def naming(written: str) -> str:
        plain = plain_name(written)
        name = file.columns.get(written) or declared.get(plain) or plain
        return "copies" if name in COPIES and name not in known else name

    made = known_cards.made if known_cards is not None else {}
    nodes = [node for node, _ in made.values()]
    last = deck_of(known_cards.source, nodes) if known_cards is not None else None
    table = read_table(file.path, data, file.sheet, file.deck, naming, last)
    scope.fault(*table.diagnostics)
    listed = table.tree.value.get("cards")
    rows = listed.value if listed is not None and listed.kind == "list" else []
    cards = [row for row in rows if row.kind == "map"]
    columns = table.columns or _keys(cards)
    scope.decks.columns[file.key] = {one.header: one.name for one in columns}
    unknown = [one for one in columns if one.name not in known]
    _check_columns(file, table, unknown, sorted(known), scope)
    faulty = {id(rows[number]): set(names) for number, names in table.faulty.items()}
    by_type = {
        kind: [(name, wanted) for name, one in kept.keys.items() if (wanted := shape_of(one))]
        for kind, kept in scope.card_types.items()
    }
    for card in cards:
        if id(card) in made:
            card.move_to(table.tree.source)
            continue
        for one in unknown:
            card.value.pop(one.name, None)
        given = card.value.get("type")
        shapes = by_type.get(given.raw if given is not None else default, ())
        if wrong := _shape_cells(card, shapes, bool(table.columns), scope):
            faulty.setdefault(id(card), set()).update(wrong)
    return table.tree, faulty


def _check_columns(
    file: DeckFile, table: DeckTable, unknown: list[TableColumn], fields: list[str], scope: Scope
) -> None:
    """Report columns that fill no field, and entries of ``columns:`` without field or column."""
    requested = {name: field for name, field in file.columns.items() if field != NOTE}
    for name, field in requested.items():
        scope.knows(file.places[name], "field", field, fields)
    reported = set(requested.values())
    columns = (column for column in unknown if column.name not in reported)
    scope.fault(*(unknown_column(it.at, it.header, fields) for it in columns))
    # Names under `columns:` that the header does not have, nor their field's own name.
    header = [column.header for column in table.columns]
    plain_header = {*map(plain_name, header)}
    filled_fields = {column.name for column in table.columns}
    for name, field in requested.items() if table.columns else ():
        if field not in filled_fields and plain_name(name) not in plain_header:
            scope.fault(problems.unknown_name(file.places[name], "column", name, header, "columns"))


def _shape_cells(
    card: YamlNode, shapes: Collection[tuple[str, Shape]], has_header: bool, scope: Scope
) -> set[str]:
    """Convert the texts of cells for their fields; remove and return those with errors."""
    faulty: set[str] = set()
    for name, kind in shapes:
        cell = card.value.get(name)
        if cell is None or (kind != "number" and not has_header):
            continue
        before = len(scope.found)
        with Collecting(scope):
            shape(cell, kind)
        if len(scope.found) > before:
            faulty.add(name)
            del card.value[name]
    return faulty


def _keys(cards: Collection[YamlNode]) -> list[TableColumn]:
    """Return the keys of objects as columns, each where it stands first."""
    found: dict[str, TableColumn] = {}
    for card in cards:
        for name in card.value:
            if name not in found and name not in EACH_KEYS:
                written = card.keys[name].raw if card.keys else name
                found[name] = TableColumn(name, written, card.key_at(name), len(found))
    return list(found.values())


def ids_of_titles(nodes: Collection[YamlNode]) -> dict[int, str]:
    """Return an id for each card that has a title and no id, by the identity of its node.

    The first card with a title gets an id made of it, and the next one the same id with `-2` added.
    No card gets an id that the author gave to another one.
    """
    taken = {
        str(one.value["id"].raw) for one in nodes if one.kind == "map" and _has(one.value.get("id"))
    }
    made: dict[int, str] = {}
    for node in nodes:
        given = node.value if node.kind == "map" else {}
        title = given.get("title")
        if title is None or title.kind != "scalar" or _has(given.get("id")):
            continue
        first = name = slug(title.raw)
        number = 1
        while name and name in taken:
            number += 1
            name = f"{first}-{number}"
        if name:
            taken.add(name)
            made[id(node)] = name
    return made


def _has(node: YamlNode | None) -> bool:
    return node is not None and node.value is not None

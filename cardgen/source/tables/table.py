"""A table as it was read: a card a row, each cell with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.errors import SourceError
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables import problems

ROW_LIMIT = 100_000
NOTE = "#"
"""Begins the name of a column that no card has."""
_JOINT = re.compile(r"[\s_-]+")

Naming = Callable[[str], str]
"""Turns what the header says into the name of a field; `NOTE` for a column of notes."""


def plain_name(written: str) -> str:
    """Return the field that a column fills: blanks, hyphens and capitals do not matter."""
    return NOTE if written.startswith(NOTE) else _JOINT.sub("_", written.lower())


class TableColumn(Struct, frozen=True):
    """A column of a table: the field it fills, its name as written, where that stands.

    ``index`` counts the columns of the file from 0.
    """

    name: str
    written: str
    at: Location
    index: int


class Row(Struct, frozen=True):
    """The cells of a row, in the order of columns, and where it begins.

    ``faulty`` are cells whose value cannot be used, by their index, with the reason.
    """

    cells: Sequence[YamlNode]
    line: int
    faulty: dict[int, Diagnostic] = {}


class ReadRows(Struct, frozen=True):
    """The rows of a table, and what is to be said of the file as a whole."""

    source: SourceFile
    rows: Iterator[Row]
    found: tuple[Diagnostic, ...] = ()


class DeckTable(Struct, frozen=True):
    """A table as a deck: ``tree`` is a mapping with `cards:`, as a deck file in YAML is.

    ``columns`` has those that fill fields; JSON has none. ``found`` is what is wrong with single
    cells, and warnings. ``faulty`` has the names of such cells by the number of their card.
    """

    tree: YamlNode
    columns: tuple[TableColumn, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    faulty: dict[int, Collection[str]] = {}


def read_header(cells: Sequence[YamlNode], naming: Naming) -> tuple[TableColumn, ...]:
    """Return the columns that a header names, notes included; empty names are left out.

    Raises SourceError where two columns fill the same field.
    """
    columns: list[TableColumn] = []
    seen: dict[str, Location] = {}
    for index, cell in enumerate(cells):
        written = cell.raw
        if not written:
            continue
        name = naming(written)
        if name != NOTE and name in seen:
            raise SourceError(problems.double_column(cell.at, name, seen[name]))
        seen[name] = cell.at
        columns.append(TableColumn(name, written, cell.at, index))
    return tuple(columns)


def deck_table(
    source: SourceFile, rows: Iterator[Row], naming: Naming, found: Collection[Diagnostic] = ()
) -> DeckTable:
    """Make a tree of the rows of a table, of which the first that is not empty is the header.

    Empty cells are left out, and empty rows. Raises SourceError for a table without a header, and
    for too many rows.
    """
    header = next((row for row in rows if any(cell.raw for cell in row.cells)), None)
    if header is None:
        raise SourceError(problems.no_header(Location(source.path, sheet=source.sheet)))
    columns = read_header(header.cells, naming)
    fields = {one.index: one for one in columns if one.name != NOTE}
    named = {one.index for one in columns}
    faults = list(found)
    faulty: dict[int, Collection[str]] = {}
    cards: list[YamlNode] = []
    nameless: set[int] = set()
    for row in rows:
        value: dict[str, YamlNode] = {}
        wrong = [index for index in row.faulty if index in fields]
        for index, cell in enumerate(row.cells):
            if cell.value is None:
                continue
            column = fields.get(index)
            if column is not None:
                value[column.name] = cell
            elif index not in named and index not in nameless:
                nameless.add(index)
                faults.append(header.faulty.get(index) or problems.nameless_column(cell.at))
        if not value and not wrong:
            continue
        if len(cards) == ROW_LIMIT:
            raise SourceError(problems.too_many_rows(_start(row, source), ROW_LIMIT))
        if wrong:
            faults += [row.faulty[index] for index in wrong]
            names = {fields[index].name for index in wrong}
            faulty[len(cards)] = names
            value = {name: cell for name, cell in value.items() if name not in names}
        column_of = next((cell.column for cell in value.values()), 1)
        # What is wrong with a field is wrong in its cell: there stands its key.
        cards.append(YamlNode(value, "map", row.line, column_of, 1, source, keys=value))
    return DeckTable(
        deck_of(source, cards),
        tuple(one for one in columns if one.name != NOTE),
        tuple(dict.fromkeys(faults)),
        faulty,
    )


def _start(row: Row, source: SourceFile) -> Location:
    return Location(source.path, row.line, 1, 1, source.sheet)


def deck_of(source: SourceFile, cards: list[YamlNode]) -> YamlNode:
    """Return the tree of a deck file with some cards."""
    listed = YamlNode(cards, "list", 1, 1, 1, source)
    top = YamlNode("cards", "scalar", 1, 1, 1, source, "cards")
    return YamlNode({"cards": listed}, "map", 1, 1, 1, source, keys={"cards": top})

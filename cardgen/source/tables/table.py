"""A table after reading: a card for each row, each cell with its location and value.

The value of a cell is a text, a number, a flag, None, a list or a nested value.
"""

import json
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.source.node import Scalar, SourceFile, YamlNode
from cardgen.source.tables import problems
from cardgen.source.tables.problems import bad_nested
from cardgen.source.yaml import load_yaml, resolve

ROW_LIMIT = 100_000
NOTE = "#"
"""The beginning of the name of a column that is not a field."""
_JOINT = re.compile(r"[\s_-]+")

Naming = Callable[[str], str]
"""Maps a name in the header to a field; `NOTE` for a column of notes."""


def plain_name(header: str) -> str:
    """Return the field that a column fills: blanks, hyphens and capitals make no difference."""
    return NOTE if header.startswith(NOTE) else _JOINT.sub("_", header.lower())


class TableColumn(Struct, frozen=True):
    """A column of a table: the field that it fills, its header, and the header's location.

    ``index`` counts the columns of the file from 0.
    """

    name: str
    header: str
    location: Location
    index: int


class Row(Struct, frozen=True):
    """The cells of a row, in the order of columns, and the row's first line.

    ``faulty`` has cells with an unusable value, by index, with the reason. ``card`` is the card
    from an earlier reading of the same row; the row then has no cells.
    """

    cells: Sequence[YamlNode]
    line: int
    faulty: dict[int, Diagnostic] = {}
    card: YamlNode | None = None


class ReadRows(Struct, frozen=True):
    """The rows of a table, and diagnostics about the file as a whole."""

    source: SourceFile
    rows: Iterator[Row]
    diagnostics: tuple[Diagnostic, ...] = ()
    delimiter: str = ","


class DeckTable(Struct, frozen=True):
    """A table as a deck: ``tree`` is a mapping with `cards:`, like a deck file in YAML.

    ``columns`` are the columns that fill fields; JSON has none. ``diagnostics`` has faults of
    cells, and warnings. ``faulty`` has the names of faulty fields by the number of their card.
    """

    tree: YamlNode
    columns: tuple[TableColumn, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    faulty: dict[int, Collection[str]] = {}


def read_header(cells: Sequence[YamlNode], naming: Naming) -> tuple[TableColumn, ...]:
    """Return the columns of a header, notes included; columns without a name are left out.

    Raises SourceError if two columns fill the same field.
    """
    columns: list[TableColumn] = []
    locations: dict[str, Location] = {}
    for index, cell in enumerate(cells):
        header_text = cell.raw
        if not header_text:
            continue
        name = naming(header_text)
        if name != NOTE and name in locations:
            raise SourceError(problems.double_column(cell.location, name, locations[name]))
        locations[name] = cell.location
        columns.append(TableColumn(name, header_text, cell.location, index))
    return tuple(columns)


def deck_table(
    source: SourceFile, rows: Iterator[Row], naming: Naming, warnings: Collection[Diagnostic] = ()
) -> DeckTable:
    """Make a tree of a table's rows; the header is the first row that is not empty.

    Empty cells and empty rows are left out. Raises SourceError for a table without a header, and
    for too many rows.
    """
    header = next((row for row in rows if any(cell.raw for cell in row.cells)), None)
    if header is None:
        raise SourceError(problems.no_header(Location(source.path, sheet=source.sheet)))
    columns = read_header(header.cells, naming)
    fields = {column.index: column for column in columns if column.name != NOTE}
    named_indices = {column.index for column in columns}
    faults = list(warnings)
    faulty: dict[int, Collection[str]] = {}
    cards: list[YamlNode] = []
    nameless: set[int] = set()
    for row in rows:
        if row.card is not None:
            cards.append(row.card)
            continue
        value: dict[str, YamlNode] = {}
        wrong = [index for index in row.faulty if index in fields]
        for index, cell in enumerate(row.cells):
            if cell.value is None:
                continue
            column = fields.get(index)
            if column is not None:
                value[column.name] = cell
            elif index not in named_indices and index not in nameless:
                nameless.add(index)
                faults.append(header.faulty.get(index) or problems.nameless_column(cell.location))
        if not value and not wrong:
            continue
        if len(cards) == ROW_LIMIT:
            start = Location(source.path, row.line, 1, 1, source.sheet)
            raise SourceError(problems.too_many_rows(start, ROW_LIMIT))
        if wrong:
            faults += [row.faulty[index] for index in wrong]
            names = {fields[index].name for index in wrong}
            faulty[len(cards)] = names
            value = {name: cell for name, cell in value.items() if name not in names}
        column_of = next((cell.column for cell in value.values()), 1)
        # Faults of a field are faults of its cell, so the key has the cell's location.
        cards.append(YamlNode(value, "map", row.line, column_of, 1, source, keys=value))
    return DeckTable(
        deck_of(source, cards),
        tuple(column for column in columns if column.name != NOTE),
        tuple(dict.fromkeys(faults)),
        faulty,
    )


def deck_of(source: SourceFile, cards: list[YamlNode]) -> YamlNode:
    """Return the tree of a deck file with these cards."""
    listed = YamlNode(cards, "list", 1, 1, 1, source)
    top = YamlNode("cards", "scalar", 1, 1, 1, source, "cards")
    return YamlNode({"cards": listed}, "map", 1, 1, 1, source, keys={"cards": top})


BETWEEN = ";"
"""The separator of list items in one cell."""
ERROR_VALUE = re.compile(r"#[A-ZÄÖÜ]+(?:/[0A-Z])?[!?]|#N/A|#N/D|#NV|Err:\d{3}")
"""Error values that spreadsheet programs show for a failed formula, in frequent languages."""
_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+")
_MONTH = (  # as the programs shorten them, in the languages seen most
    r"(?:janv?|jän|ene|febr?|fév|févr|mar|mär|mrz|mars|apr|abr|avr|avril|may|mai|mag|juni?|juin|giu"
    r"|juli?|juil|lug|aug|ago|août|sept?|set|oct|okt|ott|nov|dec|dez|déc|dic)"
)
DATE = re.compile(
    rf"[0-9]{{1,2}}[-. /]+{_MONTH}\.?(?:[-. /]+[0-9]{{2,4}})?"
    rf"|{_MONTH}\.?[-. /]+[0-9]{{2,4}}"
    r"|[0-9]{1,2}\.[0-9]{1,2}\."
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2} 00:00:00",
    re.IGNORECASE,
)
"""Dates that a spreadsheet program makes of `3/10`: `3-Oct`, `03. Okt`, `03.10.`"""
Shape = Literal["list", "nested", "number"]
"""The target of `shape`: a list, a nested value, or a number or flag if the text is one."""


def meaning(raw: str, decimal_comma: bool = False) -> Scalar:
    """Return the value of a cell's text, as YAML reads plain text; None if it is empty.

    No word means None: in a table, only an empty cell does.
    """
    if not raw:
        return None
    if decimal_comma and _COMMA.fullmatch(raw):
        return float(raw.replace(",", "."))
    try:
        value = resolve(raw)
    except ValueError:
        return raw
    return raw if value is None else value


def number_text(value: float) -> str:
    """Return a workbook's number as a text: 3 for 3.0, with the 15 digits that programs show."""
    if not math.isfinite(value):
        return str(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.15g}"


def shape(cell: YamlNode, target: Shape) -> None:
    """Turn a cell into a list or a mapping, in place.

    A cell that begins with `[` or `{` is read as a flow value of YAML, which includes JSON. Other
    cells are split at `;` for a list. Raises SourceError for a nested value that cannot be read.
    """
    if cell.kind != "scalar" or cell.value is None:
        return
    if target == "number":  # some programs write all values of JSON as texts
        if type(cell.value) is str:
            cell.value = meaning(cell.raw.strip())
        return
    if cell.raw[0] in "[{":
        nested = _parse_nested(cell)
        cell.kind, cell.value, cell.keys = nested.kind, nested.value, nested.keys
    elif target == "list":
        cell.kind, cell.value = "list", list(_split(cell))


def as_cell(value: Any) -> Scalar:
    """Return the cell value that `shape` turns into this value.

    A list is `a; b`. If that would be read differently, and for a mapping, the cell is JSON.
    """
    if isinstance(value, Mapping):
        return _json(value)
    if not isinstance(value, list | tuple):
        scalar: Scalar = value
        return scalar
    texts = [item if isinstance(item, str) else json.dumps(item) for item in value]
    flat = all(item is not None and isinstance(item, Scalar) for item in value)
    odd = any(not text or text != text.strip() or BETWEEN in text for text in texts)
    if not flat or odd or not texts or texts[0][0] in "[{":
        return _json(value)
    return f"{BETWEEN} ".join(texts)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _split(cell: YamlNode) -> list[YamlNode]:
    items, column = [], cell.column
    line, exact = cell.line, not cell.source.sheet and "\n" not in cell.raw
    for part in cell.raw.split(BETWEEN):
        raw = part.strip()
        if raw:
            start = column + len(part) - len(part.lstrip()) if exact else cell.column
            length = len(raw) if exact else cell.length
            items.append(
                YamlNode(meaning(raw), "scalar", line, start, length, cell.source, raw, "cell")
            )
        column += len(part) + 1
    return items


def _parse_nested(cell: YamlNode) -> YamlNode:
    location = cell.location
    try:
        nested = load_yaml(SourceFile(location.path, cell.raw))
    except SourceError as error:
        first = error.diagnostics[0]
        raise SourceError(bad_nested(location, first.message, first.hints)) from None
    _move(nested, cell)
    return nested


def _move(node: YamlNode, cell: YamlNode) -> None:
    node.line, node.column, node.length = cell.line, cell.column, cell.length
    node.source = cell.source
    if node.kind == "scalar":
        node.style = "cell"
        return
    for inner in node.children:
        _move(inner, cell)
    for key in (node.keys or {}).values():
        _move(key, cell)

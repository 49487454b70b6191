"""Reads deck files other than YAML into the same tree, whole or in runs of rows.

A row becomes the same tree of nodes as a card in YAML, with line and column, so that faults are
reported in the same way. Tables too large for memory are read in runs: CSV with a header, or one
JSON object on each line. Records are separated without being parsed, at the line breaks outside
quotes (RFC 4180), so that cutting, counting and sending a run is cheap.
"""

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.problems import unreadable
from cardgen.source import problems
from cardgen.source.files import WORKBOOKS, decode
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.problems import empty_file
from cardgen.source.tables.delimited import (
    Dialect,
    decode_table,
    dialect_of,
    parse_rows,
    read_delimited,
)
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.problems import json_form
from cardgen.source.tables.table import (
    NOTE,
    DeckTable,
    Naming,
    ReadRows,
    TableColumn,
    deck_of,
    deck_table,
    plain_name,
    read_header,
    shape,
)

TABLE_LIMIT = 50_000_000
"""Maximum bytes of a table that is read whole."""
_SHEET = re.compile(r"(.+\.(?:xlsx|ods))#(.*)", re.IGNORECASE | re.DOTALL)


def split_sheet(reference: str) -> tuple[str, str]:
    """Return the file and the sheet of `FILE.xlsx#SHEET`; the sheet is empty for other files."""
    match = _SHEET.fullmatch(reference)
    return (match[1], match[2].strip()) if match else (reference, "")


def read_table(
    path: str,
    data: bytes,
    sheet: str = "",
    deck: str = "",
    naming: Naming = plain_name,
    previous: YamlNode | None = None,
) -> DeckTable:
    """Read a deck file by its ending: cells of tables are scalars, JSON is already a tree.

    Messages name ``path``. In a workbook, ``sheet`` is read, or else the only sheet, or the sheet
    with the name of ``deck``. ``naming`` maps a column, or a key of JSON, to a field. ``previous``
    is the tree from the last reading of the file; unchanged rows of CSV reuse its cards.

    Raises SourceError for a file that is not a table.
    """
    if path.lower().endswith(".json"):
        return _read_json(path, data, naming)
    read = read_rows(path, data, sheet, deck, previous)
    return deck_table(read.source, read.rows, naming, read.diagnostics)


def read_rows(
    path: str, data: bytes, sheet: str = "", deck: str = "", previous: YamlNode | None = None
) -> ReadRows:
    """Return the rows of CSV, or of the sheet of a workbook that `read_table` would read."""
    if PurePosixPath(path).suffix.lower() in WORKBOOKS:
        # Importing the readers of archives and XML takes as long as importing all other readers.
        from cardgen.source.tables.workbooks import Workbook

        return Workbook(path, data).rows(sheet, deck)
    return read_delimited(path, data, previous)


def _read_json(path: str, data: bytes, naming: Naming) -> DeckTable:
    source = decode(path, data)
    tree = load_json(source)
    if tree.kind == "list":
        tree = deck_of(source, tree.value)
    elif tree.kind != "map":
        form = "nothing" if tree.value is None else f"`{tree.raw[:40]}`"
        raise SourceError(json_form(tree.location, form))
    elif not tree.value:
        raise SourceError(empty_file(tree.location, "the file"))
    elif "cards" not in tree.value:
        first = next(iter(tree.value))[:40]
        raise SourceError(
            json_form(tree.location, f"an object without `cards` (`{first}` comes first)")
        )
    for card in tree.items_of("cards"):
        if card.kind == "map":
            _rename(card, naming)
    return DeckTable(tree)


def _rename(card: YamlNode, naming: Naming) -> None:
    """Rename the keys of an object to the fields that they fill."""
    keys = card.keys or {}
    names = {key: naming(key) for key in card.value}
    if all(key == name for key, name in names.items()):
        return
    fields = {key: name for key, name in names.items() if name != NOTE}
    if len(set(fields.values())) < len(fields):  # later reported as unknown keys
        return
    card.value = {name: card.value[key] for key, name in fields.items()}
    card.keys = {name: keys[key] for key, name in fields.items()}


_RECORD_LIMIT = 1_000_000  # bytes; a longer row usually has an unclosed quote


class RowRun(Struct, frozen=True):
    """The bytes of consecutive rows, their number, and the line of the first row."""

    data: bytes
    count: int
    line: int


class Table:
    """A table of a project; ``path`` is relative to the project, ``file`` is the absolute path.

    Raises SourceError for a header that cannot be read. A table of JSON objects has no columns.
    """

    def __init__(self, file: Path, path: str) -> None:
        self._file = file
        self.path = path
        self.columns: tuple[TableColumn, ...] = ()
        self._dialect = Dialect()
        self._width = 0
        if self.is_csv:
            self._read_header()

    @property
    def is_csv(self) -> bool:
        """Whether the table is CSV with a header, and not one JSON object per line."""
        return not self.path.endswith(".jsonl")

    def head(self) -> bytes:
        """Return the bytes of the header; empty if the table has no header."""
        if not self.is_csv:
            return b""
        with self._open() as source:
            return next(self._records(source), (b"", 0))[0]

    def count(self) -> int:
        """Return the number of rows."""
        return sum(run.count for run in self.runs(1000))

    def runs(self, size: int) -> Iterator[RowRun]:
        """Yield all rows in order, ``size`` at a time."""
        with self._open() as source:
            records = self._records(source)
            if self.is_csv:
                next(records, None)
            while run := list(islice(records, size)):
                yield RowRun(b"".join(record for record, _ in run), len(run), run[0][1])

    @contextmanager
    def _open(self) -> Iterator[BinaryIO]:
        """Open the table; an OSError in the block becomes a SourceError."""
        try:
            with self._file.open("rb") as source:
                yield source
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            location = Location(self.path)
            raise SourceError(unreadable(location, "the table", reason)) from None

    def _records(self, source: BinaryIO) -> Iterator[tuple[bytes, int]]:
        """Yield the bytes of each record with its line; skip blank lines."""
        quoting = self.is_csv
        parts: list[bytes] = []
        begin, size, open_quote = 1, 0, False
        lines = iter(lambda: source.readline(_RECORD_LIMIT + 1), b"")
        for number, line in enumerate(lines, 1):
            if not parts:
                if not line.strip() and len(line) <= _RECORD_LIMIT:
                    continue
                begin = number
            parts.append(line)
            size += len(line)
            open_quote ^= quoting and line.count(b'"') % 2 == 1
            if size > _RECORD_LIMIT:
                break
            if not open_quote:
                yield b"".join(parts), begin
                parts.clear()
                size = 0
        if parts:
            reason = f"it is longer than {_RECORD_LIMIT:,} bytes"
            if open_quote:
                reason = "a quote in it is never closed"
            raise SourceError(problems.bad_row(Location(self.path, begin), reason))

    def _read_header(self) -> None:
        with self._open() as source:
            record, line = next(self._records(source), (b"", 1))
        text = decode_table(self.path, record, line)[0].text.rstrip("\n")
        if not text.strip():
            raise SourceError(problems.bad_row(Location(self.path, line), "it has no header"))
        self._dialect = dialect_of(self.path, text)
        header = next(parse_rows(SourceFile(self.path, text, line), self._dialect))
        self._width = len(header.cells)
        columns = read_header(header.cells, plain_name)
        self.columns = tuple(column for column in columns if column.name != NOTE)

    def rows(
        self, run: RowRun, lists: Collection[str], fault: Callable[..., None]
    ) -> Iterator[YamlNode]:
        """Yield each row of a run as a mapping of nodes.

        ``lists`` are the columns whose cells have several values. ``fault`` receives the
        diagnostics of rows that are left out. Raises SourceError if the rows cannot be separated.
        """
        source, warnings = decode_table(self.path, run.data, run.line)
        fault(*warnings)
        if not self.is_csv:
            for number, line in enumerate(source.text.split("\n")):
                if not line.strip():
                    continue
                node = load_json(SourceFile(self.path, line, run.line + number), problems.bad_row)
                if node.kind != "map":
                    location = Location(self.path, run.line + number)
                    raise SourceError(problems.bad_row(location, "it is no JSON object, `{…}`"))
                yield node
            return
        row_count = 0
        for row in parse_rows(source, self._dialect):
            row_count += 1
            begin = Location(self.path, run.line + row.line - 1, 1)
            if len(row.cells) != self._width:
                reason = f"it has {len(row.cells)} values, and the header {self._width} names"
                fault(problems.bad_row(begin, reason))
                continue
            node = YamlNode({}, "map", row.line, 1, 1, source, keys={})
            for column in self.columns:
                cell = row.cells[column.index]
                if column.index in row.faulty:
                    fault(row.faulty[column.index])
                if column.name in lists:
                    shape(cell, "list")
                node.value[column.name] = cell
            yield node
        if row_count != run.count:
            reason = "from here on, a value without quotes contains a quote"
            raise SourceError(problems.bad_row(Location(self.path, run.line), reason))

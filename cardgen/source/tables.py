"""Tables too large to hold, read in runs of rows: CSV with a header, or a JSON object a line.

A row becomes the same tree of nodes as a card in YAML, with line and column, so that whoever
reads it reports faults in the same way. Records are told apart without being parsed, by the line
breaks that stand in no quotes (RFC 4180); so a run can be cut out, counted and sent cheaply.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.errors import SourceError
from cardgen.core.paths import CONTROL
from cardgen.source import problems
from cardgen.source.files import decode
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.yaml import DEPTH_LIMIT, resolve

_RECORD_LIMIT = 1_000_000  # bytes; a longer row is mostly a quote that nobody closed
_DELIMITERS = ",;\t"
_BETWEEN = ";"  # the values of a list in one cell


class RowRun(Struct, frozen=True):
    """Rows as they stand in the file: their bytes, how many, and the line of the first."""

    data: bytes
    count: int
    line: int


class TableColumn(Struct, frozen=True):
    """A column of a CSV table, and where its name stands."""

    name: str
    at: Location


class Table:
    """A table of a project; ``path`` is relative to it, ``file`` is where it lies.

    Raises SourceError for a header that cannot be read. A table of JSON objects has no columns.
    """

    def __init__(self, file: Path, path: str) -> None:
        self._file = file
        self.path = path
        self.columns: tuple[TableColumn, ...] = ()
        self._delimiter = ","
        if self.is_csv:
            self._read_header()

    @property
    def is_csv(self) -> bool:
        """Whether it is CSV, with a header, and not a JSON object a line."""
        return self.path.endswith(".csv")

    def head(self) -> bytes:
        """Return the bytes of the header; none if there is no header."""
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
            some: list[bytes] = []
            begin = 0
            for record, line in records:
                begin = begin if some else line
                some.append(record)
                if len(some) == size:
                    yield RowRun(b"".join(some), size, begin)
                    some.clear()
            if some:
                yield RowRun(b"".join(some), len(some), begin)

    @contextmanager
    def _open(self) -> Iterator[BinaryIO]:
        """Open the table; the system's refusal in the block becomes a SourceError."""
        try:
            with self._file.open("rb") as source:
                yield source
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            at = Location(self.path)
            raise SourceError(problems.unreadable(at, "the table", reason)) from None

    def _records(self, source: BinaryIO) -> Iterator[tuple[bytes, int]]:
        """Yield the bytes of each record with its line; blank lines are none."""
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
        text = decode(self.path, record).text.rstrip("\n")
        if not text.strip():
            raise SourceError(problems.bad_row(Location(self.path, line), "it has no header"))
        self._delimiter = max(_DELIMITERS, key=text.count)
        source_file = SourceFile(self.path, text, line)
        [cells] = [cells for cells, _ in self._cells(source_file)] or [[]]
        self.columns = tuple(TableColumn(cell.raw, cell.at) for cell in cells)

    def rows(
        self, run: RowRun, lists: Collection[str], fault: Callable[..., None]
    ) -> Iterator[YamlNode]:
        """Yield each row of a run as a mapping of nodes.

        ``lists`` are the columns of which a cell holds several values. ``fault`` takes what is
        wrong with a row that is left out; SourceError is raised where it shows no rows.
        """
        try:
            text = decode(self.path, run.data).text
        except SourceError as error:
            found = [_moved(one.at, run.line) for one in error.diagnostics]
            both = zip(error.diagnostics, found, strict=True)
            raise SourceError(*(replace(one, at=at) for one, at in both)) from None
        source = SourceFile(self.path, text, run.line)
        if not self.is_csv:
            for number, line in enumerate(text.split("\n")):
                if line.strip():
                    yield _object(SourceFile(self.path, line, run.line + number))
            return
        seen = 0
        for cells, row in self._cells(source):
            seen += 1
            if len(cells) != len(self.columns):
                reason = f"it has {len(cells)} values, and the header {len(self.columns)} names"
                fault(problems.bad_row(row.at, reason))
                continue
            for column, cell in zip(self.columns, cells, strict=True):
                if column.name in lists:
                    _split(cell)
                row.value[column.name] = cell
            yield row
        if seen != run.count:
            reason = "from here on, a quote stands in a value without quotes"
            raise SourceError(problems.bad_row(Location(self.path, run.line), reason))

    def _cells(self, source: SourceFile) -> Iterator[tuple[list[YamlNode], YamlNode]]:
        """Yield the cells of each record, and an empty mapping at its place."""
        lines = source.text.split("\n")
        reader = csv.reader(
            io.StringIO(source.text, newline="\n"), delimiter=self._delimiter, strict=True
        )
        while True:
            begin = reader.line_num
            try:
                values = next(reader, None)
            except csv.Error as error:
                at = Location(self.path, source.first + begin)
                raise SourceError(problems.bad_row(at, str(error))) from None
            if values is None:
                return
            if not values:
                continue
            text = "\n".join(lines[begin : reader.line_num])
            record = SourceFile(self.path, text, source.first + begin)
            yield _cells_of(record, values), YamlNode({}, "map", 1, 1, 1, record, keys={})


def _moved(at: Location | None, first: int) -> Location | None:
    return at and replace(at, line=at.line + first - 1)


def _cells_of(record: SourceFile, values: list[str]) -> list[YamlNode]:
    """Make nodes of the values of a record, and find where they stand."""
    cells, start, text = [], 0, record.text
    line, begin, seen = 1, 0, 0  # lines are counted on from where the last value began
    for value in values:
        quoted = text[start : start + 1] == '"'
        long = len(value) + quoted * (2 + value.count('"'))
        raw = value.strip()
        inner = start + quoted + (len(value) - len(value.lstrip()) if raw else 0)
        line += text.count("\n", seen, inner)
        begin = max(begin, text.rfind("\n", seen, inner) + 1)
        column, seen = inner - begin + 1, inner
        cells.append(YamlNode(_meaning(raw), "scalar", line, column, len(raw) or 1, record, raw))
        start += long + 1
    return cells


def _meaning(raw: str) -> Any:
    """Return what a cell means: as plain text does in YAML, nothing if it is empty."""
    try:
        return resolve(raw) if raw else None
    except ValueError:
        return raw


def _split(cell: YamlNode) -> None:
    """Make a list of the values in a cell."""
    if cell.value is None:
        return
    items, column = [], cell.column
    for part in cell.raw.split(_BETWEEN):
        raw = part.strip()
        at = column + len(part) - len(part.lstrip())
        items.append(
            YamlNode(_meaning(raw), "scalar", cell.line, at, len(raw) or 1, cell.source, raw)
        )
        column += len(part) + 1
    cell.kind, cell.value = "list", items


def _object(source: SourceFile) -> YamlNode:
    """Make nodes of a JSON object on a line of its own."""
    at = Location(source.path, source.first)
    try:
        found = json.loads(source.text, object_pairs_hook=_Pairs, parse_constant=_refuse)
        if not isinstance(found, _Pairs):
            raise SourceError(problems.bad_row(at, "it is no JSON object, `{…}`"))
        return _node(found, source, 0, DEPTH_LIMIT)[0]
    except ValueError as error:
        column, message = 1, str(error)
        if isinstance(error, json.JSONDecodeError):
            column, message = error.colno, error.msg.lower()
        raise SourceError(problems.bad_row(replace(at, column=column), message)) from None
    except RecursionError:
        raise SourceError(problems.bad_row(at, "it is nested too deep")) from None


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of an object, in order."""


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no value of JSON")


_SCALAR = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:\[\]{}"]+')
"""A string, a number or a word of JSON as it is written."""


def _node(value: Any, source: SourceFile, start: int, depth: int) -> tuple[YamlNode, int]:
    """Return a node for a value that stands at or behind ``start``, and where it ends.

    It may hold lists and objects ``depth`` levels deep.
    """
    text = source.text
    if isinstance(value, list):
        begin = text.find("{" if isinstance(value, _Pairs) else "[", start)
        end = begin + 1
        if not depth:
            at = Location(source.path, source.first, begin + 1)
            raise SourceError(problems.too_deep(at, DEPTH_LIMIT))
    if isinstance(value, _Pairs):
        members: dict[str, YamlNode] = {}
        keys: dict[str, YamlNode] = {}
        for name, inner in value:
            key, end = _node(name, source, end, depth)
            if name in keys:
                raise SourceError(problems.duplicate_key(key.at, name, keys[name].at))
            keys[name] = key
            members[name], end = _node(inner, source, end, depth - 1)
        node = YamlNode(members, "map", 1, begin + 1, 1, source, keys=keys)
        return node, text.find("}", end) + 1
    if isinstance(value, list):
        items = []
        for inner in value:
            item, end = _node(inner, source, end, depth - 1)
            items.append(item)
        return YamlNode(items, "list", 1, begin + 1, 1, source), text.find("]", end) + 1
    written = _SCALAR.search(text, start)
    assert written is not None
    begin, end = written.span()
    if not isinstance(value, str):
        return YamlNode(value, "scalar", 1, begin + 1, end - begin, source, written[0]), end
    node = YamlNode(value, "scalar", 1, begin + 2, max(end - begin - 2, 1), source, value)
    bad = CONTROL.search(value)
    if bad is not None:  # out of an escape: `decode` has looked at the text as it is written
        raise SourceError(problems.control_character(node.at, bad[0]))
    return node, end

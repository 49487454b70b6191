"""Rows of CSV text as cells with line and column (RFC 4180).

JSON as any program writes it, as a tree of nodes with their places.

Python's parser tells what a text means, and so what is no JSON (RFC 8259). Where each value stands
is found afterwards, by going along the text once.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.core.paths import CONTROL
from cardgen.source import problems
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.dialects import Dialect, decode_table, dialect_of
from cardgen.source.tables.problems import date_cell, error_value, json_syntax
from cardgen.source.tables.table import DATE, ERROR_VALUE, ReadRows, Row, meaning
from cardgen.source.yaml import DEPTH_LIMIT, DIGIT_LIMIT


def read_delimited(path: str, data: bytes) -> ReadRows:
    """Read a CSV file; raises SourceError for one that has no rows to tell apart."""
    source, found = decode_table(path, data)
    dialect = dialect_of(path, source.text)
    return ReadRows(source, _even(path, delimited(source, dialect)), found)


def delimited(source: SourceFile, dialect: Dialect) -> Iterator[Row]:
    """Yield the rows of a text; blank lines are none. Raises SourceError at a quote astray."""
    text = source.text
    start, line = 0, 1
    for _ in range(dialect.skipped):
        start, line = text.find("\n", start) + 1, line + 1
    lines = text.split("\n")
    reader = csv.reader(
        io.StringIO(text[start:], newline="\n"), delimiter=dialect.delimiter, strict=True
    )
    while True:
        begin = line
        try:
            values = next(reader, None)
        except csv.Error as error:
            at = Location(source.path, source.first + begin - 1)
            reason = str(error).replace("unexpected end of data", "a quote in it is never closed")
            raise SourceError(problems.bad_row(at, reason)) from None
        if values is None:
            return
        line = reader.line_num + dialect.skipped + 1
        if values:
            yield _row(source, lines[begin - 1 : line - 1], begin, values, dialect)


def _row(
    source: SourceFile, lines: list[str], begin: int, values: list[str], dialect: Dialect
) -> Row:
    """Make nodes of the values of a record, and find where they stand."""
    record = lines[0] if len(lines) == 1 else "\n".join(lines)
    comma = dialect.decimal_comma
    cells: list[YamlNode] = []
    faulty: dict[int, Diagnostic] = {}
    start = line = before = seen = 0  # lines are counted on from where the last value began
    for value in values:
        quoted = record[start : start + 1] == '"'
        long = len(value) + (2 + value.count('"') if quoted else 0)
        raw = value.strip()
        inner = start + quoted + (len(value) - len(value.lstrip()) if raw else 0)
        if len(lines) > 1:
            line += record.count("\n", seen, inner)
            before = max(before, record.rfind("\n", seen, inner) + 1)
            seen = inner
        node = YamlNode(
            meaning(raw, comma),
            "scalar",
            begin + line,
            inner - before + 1,
            len(raw) or 1,
            source,
            raw,
            "cell",
        )
        # A quoted value is meant: spreadsheet programs put no quotes round what they made.
        if not quoted and raw and type(node.value) is str and (fault := _fault(node)):
            faulty[len(cells)] = fault
        cells.append(node)
        start += long + 1
    return Row(cells, begin, faulty)


def _fault(cell: YamlNode) -> Diagnostic | None:
    raw = cell.raw
    if raw[0] == "#" or raw.startswith("Err:"):
        return error_value(cell.at, raw) if ERROR_VALUE.fullmatch(raw) else None
    if len(raw) < 30 and any(map(str.isdigit, raw)) and DATE.fullmatch(raw):
        return date_cell(cell.at, raw, "the date")
    return None


def _even(path: str, rows: Iterator[Row]) -> Iterator[Row]:
    """Yield rows that have as many values as the first; raises SourceError for a shorter one."""
    width = 0
    for row in rows:
        if not any(cell.raw for cell in row.cells):
            continue
        width = width or len(row.cells)
        if len(row.cells) < width:
            reason = f"it has {len(row.cells)} values, and the header {width} names"
            raise SourceError(problems.bad_row(Location(path, row.line, 1), reason))
        yield row


_SCALAR = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:\[\]{}"]+')
"""A string, a number or a word of JSON as it is written."""
_CONSTANTS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|(-?Infinity|NaN)')


def load_json(
    source: SourceFile, syntax: Callable[[Location, str], Diagnostic] = json_syntax
) -> YamlNode:
    """Parse a text into a tree of nodes; strings count as quoted.

    Raises SourceError: ``syntax`` words what is wrong with a text that is no JSON.
    """
    text = source.text
    at = Location(source.path, source.first, 1)
    try:
        found = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_refuse, parse_int=_whole)
    except json.JSONDecodeError as error:
        at = Location(source.path, source.first + error.lineno - 1, error.colno)
        raise SourceError(syntax(at, _said(error.msg))) from None
    except _ForeignError as error:
        # The hook is told the word alone: find the first one outside of strings.
        start = next((m.start(1) for m in _CONSTANTS.finditer(text) if m[1]), 0)
        raise SourceError(syntax(_place(source, start), str(error))) from None
    except ValueError as error:
        raise SourceError(syntax(at, str(error))) from None
    except RecursionError:
        raise SourceError(syntax(at, "it is nested too deep")) from None
    return _Walk(source).node(found, DEPTH_LIMIT)


def _said(message: str) -> str:
    """Return what the parser says as a part of a sentence; the place is told beside it."""
    if message.startswith("Invalid control character"):
        return r"a line break or tab within a text, which JSON writes as `\n` or `\t`"
    return message[0].lower() + message[1:].removesuffix(" starting at").removesuffix(" at")


def _place(source: SourceFile, start: int) -> Location:
    line = source.text.count("\n", 0, start)
    column = start - source.text.rfind("\n", 0, start)
    return Location(source.path, source.first + line, column)


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of an object, in order."""


class _ForeignError(ValueError):
    """A word that some programs write is no value of JSON."""


def _refuse(word: str) -> Any:
    raise _ForeignError(f"{word} is no value of JSON")


def _whole(digits: str) -> int:
    if len(digits) > DIGIT_LIMIT:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


class _Walk:
    """Goes along a text and gives each value its place; ``seen`` is where the last one ended."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.text = source.text
        self.seen = 0
        self.line = 1
        self.begin = 0  # of that line
        self.counted = 0

    def node(self, value: Any, depth: int) -> YamlNode:
        """Return a node for the next value, which may hold lists ``depth`` levels deep."""
        if isinstance(value, _Pairs):
            return self._object(value, depth)
        if isinstance(value, list):
            line, column = self._open("[", depth)
            items = [self.node(inner, depth - 1) for inner in value]
            self.seen = self.text.find("]", self.seen) + 1
            return YamlNode(items, "list", line, column, 1, self.source)
        written = _SCALAR.search(self.text, self.seen)
        assert written is not None
        line, column = self._at(written.start())
        self.seen = written.end()
        length = written.end() - written.start()
        if not isinstance(value, str):
            return YamlNode(value, "scalar", line, column, length, self.source, written[0])
        node = YamlNode(value, "scalar", line, column, length, self.source, value, "double")
        bad = CONTROL.search(value)
        if bad is not None:  # out of an escape: whoever decoded the text has looked at the rest
            raise SourceError(problems.control_character(node.at, bad[0]))
        return node

    def _object(self, value: _Pairs, depth: int) -> YamlNode:
        line, column = self._open("{", depth)
        members: dict[str, YamlNode] = {}
        keys: dict[str, YamlNode] = {}
        for name, inner in value:
            key = self.node(name, depth)
            if name in keys:
                raise SourceError(problems.duplicate_key(key.at, name, keys[name].at))
            keys[name] = key
            members[name] = self.node(inner, depth - 1)
        self.seen = self.text.find("}", self.seen) + 1
        return YamlNode(members, "map", line, column, 1, self.source, keys=keys)

    def _open(self, bracket: str, depth: int) -> tuple[int, int]:
        start = self.text.find(bracket, self.seen)
        self.seen = start + 1
        line, column = self._at(start)
        if not depth:
            at = Location(self.source.path, self.source.first + line - 1, column)
            raise SourceError(problems.too_deep(at, DEPTH_LIMIT))
        return line, column

    def _at(self, start: int) -> tuple[int, int]:
        """Return line and column of a character; none before it is asked for afterwards."""
        breaks = self.text.count("\n", self.counted, start)
        if breaks:
            self.line += breaks
            self.begin = self.text.rfind("\n", self.counted, start) + 1
        self.counted = start
        return self.line, start - self.begin + 1

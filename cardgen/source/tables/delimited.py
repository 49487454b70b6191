"""Rows of CSV text as cells with line and column (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.source import problems
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.dialects import Dialect, decode_table, dialect_of
from cardgen.source.tables.problems import date_cell, error_value, short_row
from cardgen.source.tables.table import DATE, ERROR_VALUE, ReadRows, Row, meaning


def read_delimited(path: str, data: bytes) -> ReadRows:
    """Read a CSV file; raises SourceError for one that has no rows to tell apart."""
    source, found = decode_table(path, data)
    dialect = dialect_of(path, source.text)
    rows = [row for row in delimited(source, dialect) if any(cell.raw for cell in row.cells)]
    width = max((len(row.cells) for row in rows[:1]), default=0)
    short = [row for row in rows if len(row.cells) < width]
    said = [short_row(Location(path, one.line, 1), len(one.cells), width) for one in short]
    return ReadRows(source, iter(rows), (*found, *said))


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

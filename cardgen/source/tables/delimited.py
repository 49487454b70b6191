"""CSV text: its encoding, its delimiter, and its rows as cells (RFC 4180).

A CSV file does not declare its dialect, so the first lines decide.
"""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.source.files import decode
from cardgen.source.node import Scalar, SourceFile, YamlNode
from cardgen.source.problems import bad_row
from cardgen.source.tables import problems
from cardgen.source.tables.table import DATE, ERROR_VALUE, ROW_LIMIT, ReadRows, Row, meaning

_DELIMITERS = (",", ";", "\t", "|")
_LOOK = 100  # records
_LOOK_BYTES = 64_000
_SEP = re.compile(r"sep=([,;\t|])[\r\n]", re.IGNORECASE)
"""The line that tells Excel the delimiter; it is not a row."""
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_FOREIGN = {b"PK\x03\x04": "a workbook or an archive", b"\xd0\xcf\x11\xe0": "an old workbook"}


class Dialect(Struct, frozen=True):
    """The delimiter, and the number of lines before the header."""

    delimiter: str = ","
    skipped: int = 0


def dialect_of(path: str, text: str) -> Dialect:
    """Guess the dialect of a table from its first lines.

    A delimiter fits better if more rows have as many values as the header.
    """
    named = _SEP.match(text)
    if named is not None:
        return Dialect(named[1], 1)
    if path.lower().endswith(".tsv"):
        return Dialect("\t")
    return Dialect(max(_DELIMITERS, key=lambda delimiter: _fit(text[:_LOOK_BYTES], delimiter)))


def _fit(text: str, delimiter: str) -> tuple[bool, float, int, int]:
    """Rate a delimiter: several columns, rows of equal length, an early header, many columns."""
    widths = []
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        for cells in islice(filter(None, rows), _LOOK):
            widths.append(len(cells))
    except csv.Error:
        pass
    read = len(widths)
    while len(widths) > 1 and widths[0] == 1:  # a title above the header
        del widths[0]
    first, below = (widths or [1])[0], widths[1:-1] or widths[1:]  # the last one may be cut
    even = sum(width == first for width in below) / len(below) if below else 1.0
    return first > 1, even if first > 1 else 0.0, len(widths) - read, first


def decode_table(
    path: str, data: bytes, first: int = 1
) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
    """Decode the bytes of a CSV file; warn if the encoding was guessed.

    ``first`` is the number of the data's first line in its file. Raises SourceError at the first
    byte that fits no known encoding.
    """
    for magic, file_kind in _FOREIGN.items():
        if data.startswith(magic):
            raise SourceError(problems.wrong_ending(Location(path), file_kind))
    for mark, encoding in _WIDE.items():
        if data.startswith(mark):
            try:
                text = data[len(mark) :].decode(encoding)
            except UnicodeDecodeError as error:
                raise SourceError(problems.cut_encoding(Location(path), error.reason)) from None
            return decode(path, text.encode("utf-8", "surrogatepass"), first), ()
    try:
        return decode(path, data, first), ()
    except SourceError as error:
        [diagnostic] = error.diagnostics
        if diagnostic.code != problems.NOT_UTF8:
            raise
        encoding = guess_encoding(data)
        if not encoding:
            raise error from None
        text = data.decode(encoding)
    source = decode(path, text.encode(), first)
    location = diagnostic.location
    assert location is not None
    line = source.text.split("\n")[location.line - first]
    word = next(
        (w for w in re.findall(r"\w*[^\x00-\x7f]+\w*", line[max(location.column - 30, 0) :])), ""
    )
    return source, (problems.guessed_encoding(location, path, word, ENCODINGS[encoding]),)


def encoding_of(data: bytes) -> tuple[bytes, str]:
    """Return the byte order mark of a table, empty if it has none, and its encoding."""
    for mark, encoding in {codecs.BOM_UTF8: "utf-8", **_WIDE}.items():
        if data.startswith(mark):
            return mark, encoding
    return b"", "utf-8" if _decode(data, "utf-8") or not data else guess_encoding(data)


ENCODINGS = {
    "cp932": "Shift-JIS",
    "cp1251": "Windows-1251",
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp850": "CP850",
}
"""Encodings that `guess_encoding` recognises, with their names."""
_KANA = re.compile(r"[\u3041-\u30ff]")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_FREQUENT = "éèàçêâûîôëïäöüßñáóåæøœ’‘“”–—…«»°€"
"""Letters and signs that make up most of a text of Western Europe, apart from ASCII."""


def guess_encoding(data: bytes) -> str:
    """Guess the encoding of a text from its letters; empty if no known encoding fits."""
    high = [byte for byte in data if byte > 0x7F]
    text = _decode(data, "cp932")
    if _KANA.search(text) and 3 * len(_JAPANESE.findall(text)) > len(high):
        return "cp932"
    letters = sum(chr(byte).isalpha() for byte in data if byte < 0x80)
    cyrillic = sum(byte >= 0xC0 for byte in high)
    if cyrillic > max(letters, 0.9 * len(high), 1) - 1 and _decode(data, "cp1251"):
        return "cp1251"
    counts = {
        encoding: sum(map(_decode(data, encoding).count, _FREQUENT))
        for encoding in ("cp1252", "mac_roman", "cp850")
    }
    best = max(counts, key=lambda encoding: counts[encoding])
    if 2 * counts[best] > len(high):
        return best
    return "cp1252" if _decode(data, "cp1252") else ""


def _decode(data: bytes, encoding: str) -> str:
    """Return the decoded text; empty if the data is not valid in this encoding."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return ""


def read_delimited(path: str, data: bytes, previous: YamlNode | None = None) -> ReadRows:
    """Read a CSV file; raises SourceError if its rows cannot be separated.

    ``previous`` is the tree from the last reading of the file; unchanged rows reuse its cards.
    """
    source, warnings = decode_table(path, data)
    dialect = dialect_of(path, source.text)
    if previous is not None and dialect != dialect_of(path, previous.source.text):
        previous = None
    filled_rows = (
        row
        for row in parse_rows(source, dialect, previous)
        if row.card is not None or any(cell.raw for cell in row.cells)
    )
    # A header and a row too many: callers refuse longer tables.
    rows = list(islice(filled_rows, ROW_LIMIT + 2))
    width = max((len(row.cells) for row in rows[:1]), default=0)
    short = [row for row in rows if row.card is None and len(row.cells) < width]
    faults = [
        problems.short_row(Location(path, row.line, 1), len(row.cells), width) for row in short
    ]
    return ReadRows(source, iter(rows), (*warnings, *faults), dialect.delimiter)


def records(source: SourceFile, dialect: Dialect) -> Iterator[tuple[int, int, list[str]]]:
    """Yield first line, last line and values of each record; skip blank lines.

    Line breaks can be of any kind. Raises SourceError at a misplaced quote.
    """
    lines = io.StringIO(source.text, newline="")
    for _ in range(dialect.skipped):
        next(lines)
    reader = csv.reader(lines, delimiter=dialect.delimiter, strict=True)
    while True:
        begin = reader.line_num + dialect.skipped + 1
        try:
            values = next(reader, None)
        except csv.Error as error:
            location = Location(source.path, source.first + begin - 1)
            reason = str(error).replace("unexpected end of data", "a quote in it is never closed")
            raise SourceError(bad_row(location, reason)) from None
        if values is None:
            return
        if values:
            yield begin, reader.line_num + dialect.skipped, values


def spans(record: str, values: Iterable[str], start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield start and end of each value of a record, quotes included."""
    for value in values:
        quoted = record[start : start + 1] == '"'
        end = start + len(value) + (2 + value.count('"') if quoted else 0)
        yield start, end
        start = end + 1


def cell_text(value: Scalar, special: str = ',;\t"\n', quoted: bool = False) -> str:
    """Write a CSV value; quote it if it has ``special`` characters or could be misread.

    Without quotes, a date or a failed formula counts as made by a spreadsheet program: see `DATE`.
    """
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
    if isinstance(value, str) and not quoted:
        is_risky = DATE.fullmatch(text) or ERROR_VALUE.fullmatch(text)
        quoted = bool(is_risky) or any(char in text for char in special)
    return '"' + text.replace('"', '""') + '"' if quoted else text


def parse_rows(source: SourceFile, dialect: Dialect, old: YamlNode | None = None) -> Iterator[Row]:
    """Yield the rows of a text; raises SourceError at a misplaced quote.

    A row reuses the card of ``old`` if its lines are unchanged, it has as many values as the
    header, and all its values have a name.
    """
    lines = source.text.split("\n")
    before = old.source.text.split("\n") if old is not None else []
    cards = {card.line: card for card in old.value["cards"].value} if old is not None else {}
    header: list[str] | None = None
    nameless: list[int] = []
    for begin, end, values in records(source, dialect):
        if header is None:
            header = values
            nameless = [index for index, name in enumerate(values) if not name.strip()]
            cards = cards if lines[:end] == before[:end] else {}
        card = cards.get(begin)
        record = lines[begin - 1 : end]
        if (
            card is not None
            and record == before[begin - 1 : end]
            and len(values) == len(header)
            and not any(values[index].strip() for index in nameless)
        ):
            yield Row((), begin, card=card)
        else:
            yield _row(source, record, begin, values, dialect)


def _row(
    source: SourceFile, lines: list[str], begin: int, values: list[str], dialect: Dialect
) -> Row:
    """Make nodes of the values of a record, and find their locations."""
    record = lines[0] if len(lines) == 1 else "\n".join(lines)
    # Spreadsheet programs use semicolons as delimiters in countries with a decimal comma.
    comma = dialect.delimiter == ";"
    cells: list[YamlNode] = []
    faulty: dict[int, Diagnostic] = {}
    line = before = counted_to = 0  # lines are counted on from where the last value began
    for value, (start, _) in zip(values, spans(record, values), strict=True):
        quoted = record[start : start + 1] == '"'
        raw = value.strip()
        inner = start + quoted + (len(value) - len(value.lstrip()) if raw else 0)
        if len(lines) > 1:
            line += record.count("\n", counted_to, inner)
            before = max(before, record.rfind("\n", counted_to, inner) + 1)
            counted_to = inner
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
    return Row(cells, begin, faulty)


def _fault(cell: YamlNode) -> Diagnostic | None:
    raw = cell.raw
    if raw[0] == "#" or raw.startswith("Err:"):
        return problems.error_value(cell.location, raw) if ERROR_VALUE.fullmatch(raw) else None
    if len(raw) < 30 and any(map(str.isdigit, raw)) and DATE.fullmatch(raw):
        return problems.date_cell(cell.location, raw, "the date")
    return None

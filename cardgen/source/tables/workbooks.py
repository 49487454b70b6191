"""Sheets of workbooks as cells with their places, read by calamine.

Calamine tells numbers, texts, flags and dates apart. What it leaves out is looked up in the sheet
itself: which formulas have failed, which were never calculated, and how far the cells reach, since
it makes room for all cells up to the last one.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from cardgen.core.diagnostics import Diagnostic, Location, column_letters
from cardgen.core.errors import SourceError
from cardgen.core.paths import CONTROL
from cardgen.source.node import Scalar, SourceFile, YamlNode
from cardgen.source.tables import problems
from cardgen.source.tables.cells import ERROR_VALUE, meaning, number_text
from cardgen.source.tables.table import DeckTable, Naming, Row, deck_table
from cardgen.source.tables.unpacking import packed, unpacked

_CELLS = 5_000_000  # between the first cell of a sheet and the last
_ROWS, _COLUMNS = 1_048_576, 16_384  # of a sheet, in any program
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

_INSIDE = rb"""((?:[^<>"']|"[^"<]*"|'[^'<]*')*)"""  # a tag, behind its name
_PREFIX = rb"""<(?:[^\s<>/:"']+:)?"""
# Rows and cells of a sheet (ECMA-376, 18.3.1.73 and 18.3.1.4).
_ROW = re.compile(_PREFIX + rb"row(?=[\s/>])" + _INSIDE + b">")
_CELL_START = re.compile(_PREFIX + rb"c(?=[\s/>])" + _INSIDE + b">")
_CELL = re.compile(
    _PREFIX + rb"c(?=[\s/>])" + _INSIDE + rb"(?<!/)>(.*?)</(?:[^\s<>/:]+:)?c\s*>", re.DOTALL
)
_REFERENCE = re.compile(rb"""(?<![^\s])r\s*=\s*["']([^"'<>]*)["']""")
_PLAIN = re.compile(rb"([A-Z]{1,3})([0-9]{1,7})")
_FAILED = re.compile(rb"""\bt\s*=\s*["']e["']""")
_TEXT = re.compile(rb"""\bt\s*=\s*["'](?:str|inlineStr)["']""")  # of which an empty one is fine
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)<")

# A row of a sheet of OpenDocument (1.3, 9.1.3), and a cell.
_ODS_ROW = re.compile(rb"<table:table-row\b([^<>]*?)(?:/>|>(.*?)</table:table-row\s*>)", re.DOTALL)
_ODS_CELL = re.compile(
    rb"<table:(?:covered-)?table-cell\b([^<>]*?)(?:/>|>(.*?)</table:(?:covered-)?table-cell\s*>)",
    re.DOTALL,
)
_ODS_ROWS = re.compile(rb"""table:number-rows-repeated\s*=\s*["']([0-9]+)["']""")
_ODS_COLUMNS = re.compile(rb"""table:number-columns-repeated\s*=\s*["']([0-9]+)["']""")
_ODS_HOLDS = (b"office:value-type", b"<text:p", b"table:formula")


def read_workbook(path: str, data: bytes, wanted: str, deck: str, naming: Naming) -> DeckTable:
    """Read a sheet of a workbook: the one ``wanted``, the only one, or that named as the ``deck``.

    Raises SourceError for a workbook that cannot be read, or has no such sheet.
    """
    source, values, faults = _open(path, data, wanted, deck)
    return deck_table(source, _rows(source, values, faults), naming)


def _open(
    path: str, data: bytes, wanted: str, deck: str
) -> tuple[SourceFile, list[list[Any]], dict[tuple[int, int], Diagnostic]]:
    """Return a sheet, its values, and what is wrong with cells by row and column from 0."""
    at = Location(path)
    parts = unpacked(path, data)
    _check_kind(at, path, parts)
    book = _calamine(at, lambda calamine: calamine.CalamineWorkbook.from_filelike(packed(parts)))
    names = tuple(book.sheet_names)
    sheet = _sheet(at, names, wanted, deck, lambda name: _holds(parts, book, name))
    faults = {}
    if path.lower().endswith(".xlsx"):
        xml = _part_of(parts, sheet)
        if xml is not None:
            _measure(at, xml)
            faults = _faults(path, sheet, xml)
    found = _calamine(at, lambda _: book.get_sheet_by_name(sheet))
    values = _calamine(at, lambda _: found.to_python(skip_empty_area=False))
    merged = _calamine(at, lambda _: found.merged_cell_ranges) or ()
    source = SourceFile(path, "", 1, sheet)
    for (row, column), (last_row, last_column) in merged:
        last = f"{column_letters(last_column + 1)}{last_row + 1}"
        fault = problems.merged_cells(_at(source, row, column), last)
        # More than a table can hold may be merged, as in a title across the whole sheet.
        for covered in range(row, min(last_row + 1, len(values))):
            for across in range(column, min(last_column + 1, len(values[covered]))):
                faults[covered, across] = fault
    return source, values, faults


def sheet_texts(path: str, data: bytes, sheet: str) -> list[list[str]]:
    """Return the texts of all cells of a sheet, a list a row; raises SourceError."""
    _, values, _ = _open(path, data, sheet, "")
    return [[_meaning(cell)[1].replace("\n", " ") for cell in row] for row in values]


def _calamine(at: Location, work: Any) -> Any:
    """Have calamine do something; whatever it cannot read becomes a SourceError."""
    import python_calamine

    try:
        return work(python_calamine)
    except python_calamine.PasswordError:
        hint = "open it, take the password off, and save it"
        reason = "it is protected by a password"
        raise SourceError(problems.broken_workbook(at, reason, (hint,))) from None
    except (python_calamine.CalamineError, ValueError, OverflowError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else "a part of it is damaged"
        raise SourceError(problems.broken_workbook(at, reason[:1].lower() + reason[1:])) from None
    except BaseException as error:
        # A panic of Rust is no Exception, so that nobody goes on with a broken library.
        if type(error).__name__ != "PanicException":
            raise
        raise SourceError(problems.broken_workbook(at, "a part of it is damaged")) from None


def _check_kind(at: Location, path: str, parts: dict[str, bytes]) -> None:
    """Refuse an archive that is no workbook of the kind that its name says, before it is read."""
    is_ods = b"opendocument.spreadsheet" in parts.get("mimetype", b"")[:100]
    is_xlsx = "xl/workbook.xml" in parts or any(n.lower().endswith("/workbook.xml") for n in parts)
    named = path.lower().rpartition(".")[2]
    if named == "ods" and not is_ods:
        found = "an Excel workbook" if is_xlsx else "an archive without a spreadsheet"
        raise SourceError(problems.wrong_ending(at, found))
    if named == "xlsx" and not is_xlsx:
        found = "an OpenDocument spreadsheet" if is_ods else "an archive without a workbook"
        raise SourceError(problems.wrong_ending(at, found))
    if named == "ods":
        if b"manifest:encryption-data" in parts.get("META-INF/manifest.xml", b""):
            hint = "open it, take the password off, and save it"
            reason = "it is protected by a password"
            raise SourceError(problems.broken_workbook(at, reason, (hint,)))
        _measure_ods(at, parts.get("content.xml", b""))


def _sheet(
    at: Location, sheets: tuple[str, ...], wanted: str, deck: str, holds: Callable[[str], bool]
) -> str:
    for name in (wanted,) if wanted else (deck,):
        if name in sheets:
            return name
        near = [one for one in sheets if one.casefold().strip() == name.casefold()]
        if len(near) == 1:
            return near[0]
    # Excel used to begin each workbook with three sheets.
    full = sheets if len(sheets) == 1 else tuple(filter(holds, sheets))
    if len(full) == 1 and not wanted:
        return full[0]
    raise SourceError(problems.unknown_sheet(at, wanted, sheets))


def _holds(parts: dict[str, bytes], book: Any, sheet: str) -> bool:
    """Whether a sheet has a cell that holds something."""
    xml = _part_of(parts, sheet)
    if xml is not None:
        return any(not inside.endswith(b"/") for inside in _CELL_START.findall(xml))
    return bool(book.get_sheet_by_name(sheet).height)


def _part_of(parts: dict[str, bytes], sheet: str) -> bytes | None:
    """Return the part that holds a sheet of an Excel workbook (ECMA-376, 18.2.20)."""
    try:
        book = ElementTree.fromstring(parts["xl/workbook.xml"])
        links = ElementTree.fromstring(parts["xl/_rels/workbook.xml.rels"])
    except (ElementTree.ParseError, KeyError, ValueError):
        return None
    for one in book.iter():
        if one.tag.rpartition("}")[2] == "sheet" and one.get("name") == sheet:
            for link in links:
                if link.get("Id") == one.get(_RELATION):
                    target = (link.get("Target") or "").removeprefix("/")
                    return parts.get(target) or parts.get(f"xl/{target}")
    return None


def _measure(at: Location, xml: bytes) -> None:
    """Refuse a sheet whose cells reach too far; cells that are only formatted do not count."""
    rows = columns = unplaced = 0
    for inside in _CELL_START.findall(xml):
        if inside.endswith(b"/"):
            continue
        reference = _REFERENCE.search(inside)
        if reference is None:
            unplaced += 1
            continue
        plain = _PLAIN.fullmatch(reference[1])
        if plain is None:
            raise SourceError(problems.broken_workbook(at, "a cell has no place"))
        rows = max(rows, int(plain[2]))
        columns = max(columns, _number(plain[1]))
    starts = [*_ROW.finditer(xml)]
    for found in starts:
        reference = _REFERENCE.search(found[1])
        if reference is not None and not found[1].endswith(b"/"):
            if not reference[1].isdigit() or len(reference[1]) > 7:
                raise SourceError(problems.broken_workbook(at, "a row has no number"))
            rows = max(rows, int(reference[1]))
    if unplaced:  # such cells, and rows, follow each other
        ends = [*(found.start() for found in starts[1:]), len(xml)]
        widths = [
            len(_CELL_START.findall(xml, found.end(), end))
            for found, end in zip(starts, ends, strict=True)
        ]
        rows, columns = max(rows, len(starts)), max(columns, *widths, unplaced if not widths else 0)
    _refuse_far(at, rows, columns)


def _refuse_far(at: Location, rows: int, columns: int) -> None:
    if rows > _ROWS or columns > _COLUMNS or rows * columns > _CELLS:
        what = f"its cells reach to {column_letters(columns)}{rows}"
        raise SourceError(problems.oversized_workbook(at, what))


def _number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


def _measure_ods(at: Location, xml: bytes) -> None:
    """Refuse sheets that reach too far once repeated rows and cells are written out."""
    rows = pending = columns = 0
    for attributes, inside in _ODS_ROW.findall(xml):
        times = _times(at, _ODS_ROWS, attributes)
        if not any(mark in inside for mark in _ODS_HOLDS):
            pending += times
            continue
        rows, pending = rows + pending + times, 0
        width = empty = 0
        for cell, content in _ODS_CELL.findall(inside):
            across = _times(at, _ODS_COLUMNS, cell)
            if any(mark in cell or mark in content for mark in _ODS_HOLDS):
                width, empty = width + empty + across, 0
            else:
                empty += across
        columns = max(columns, width)
        _refuse_far(at, rows, columns)


def _times(at: Location, pattern: re.Pattern[bytes], attributes: bytes) -> int:
    found = pattern.search(attributes)
    if found is None:
        return 1
    if len(found[1]) > 7:
        raise SourceError(problems.oversized_workbook(at, "a row or cell is repeated without end"))
    return int(found[1])


def _faults(path: str, sheet: str, xml: bytes) -> dict[tuple[int, int], Diagnostic]:
    """Find formulas that failed or were never calculated, by row and column from 0."""
    found: dict[tuple[int, int], Diagnostic] = {}
    if not (_FORMULA.search(xml) or _FAILED.search(xml)):
        return found
    source = SourceFile(path, "", 1, sheet)
    for attributes, content in _CELL.findall(xml):
        failed = _FAILED.search(attributes)
        if not failed and not _FORMULA.search(content):
            continue
        reference = _REFERENCE.search(attributes)
        plain = _PLAIN.fullmatch(reference[1]) if reference else None
        if plain is None:
            continue
        row, column = int(plain[2]) - 1, _number(plain[1]) - 1
        value = _VALUE.search(content)
        at = _at(source, row, column)
        if failed:
            shown = value[1].decode("utf-8", "replace") if value else "#ERROR"
            found[row, column] = problems.error_value(at, shown)
        elif not (value and value[1]) and not _TEXT.search(attributes):
            found[row, column] = problems.no_value(at)
    return found


def _at(source: SourceFile, row: int, column: int) -> Location:
    return Location(source.path, row + 1, column + 1, 1, source.sheet)


def _rows(
    source: SourceFile, values: list[list[Any]], faults: dict[tuple[int, int], Diagnostic]
) -> Iterator[Row]:
    wrong: dict[int, dict[int, Diagnostic]] = {}
    for (row, column), fault in faults.items():
        wrong.setdefault(row, {})[column] = fault
    for number, line in enumerate(values):
        cells = []
        faulty = wrong.get(number, {})
        for index, given in enumerate(line):
            value, raw = _meaning(given)
            if value is not None:
                made = _fault(source, number, index, given, raw)
                if made is not None:
                    faulty = {index: made, **faulty}
            cells.append(YamlNode(value, "scalar", number + 1, index + 1, 1, source, raw, "cell"))
        yield Row(cells, number + 1, faulty)


def _meaning(given: Any) -> tuple[Scalar, str]:
    """Return the value of a cell, and its text. A number may well be stored as a text."""
    if type(given) is str:
        raw = given.strip()
        return meaning(raw), raw
    if type(given) is float:
        raw = number_text(given)
        return (int(raw) if raw.lstrip("-").isdigit() else given), raw
    if type(given) is bool:
        return given, "true" if given else "false"
    if type(given) is int:
        return given, str(given)
    return str(given), str(given)


def _fault(source: SourceFile, row: int, column: int, given: Any, raw: str) -> Diagnostic | None:
    if type(given) is str:
        if raw[0] in "#E" and ERROR_VALUE.fullmatch(raw):
            return problems.error_value(_at(source, row, column), raw)
        bad = CONTROL.search(raw)
        return problems.bad_cell(_at(source, row, column), bad[0]) if bad else None
    if isinstance(given, datetime.date):
        return problems.date_cell(_at(source, row, column), raw, "the date")
    if isinstance(given, datetime.time | datetime.timedelta):
        return problems.date_cell(_at(source, row, column), raw, "the time")
    return None

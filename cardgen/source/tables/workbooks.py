"""Reads sheets of workbooks, with calamine, into cells with their locations.

Calamine distinguishes numbers, texts, flags and dates; `sheets` finds what calamine leaves out.

A workbook is a zip archive, and is unpacked within limits. Calamine gets a new archive, without
compression, with only the parts that have text. Whatever the directory of the original archive
claims, no data beyond the limits is unpacked, and pictures are not unpacked at all.
"""

import datetime
import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from cardgen.core.diagnostics import Diagnostic, Location, SourceError, column_letters
from cardgen.core.paths import CONTROL
from cardgen.source.node import Scalar, SourceFile, YamlNode
from cardgen.source.problems import control_character
from cardgen.source.tables import problems
from cardgen.source.tables.sheets import ExcelSheet, OpenSheets
from cardgen.source.tables.table import ERROR_VALUE, ReadRows, Row, meaning, number_text
from cardgen.source.yaml import SCALAR_LIMIT

_UNPACKED = 300_000_000  # bytes of all parts
_LONG_TEXT = re.compile(rb"<[^<]{%d}" % (4 * SCALAR_LIMIT))  # four bytes a character at most
_TEXTS = (".xml", ".rels", "mimetype")
_OLE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def unpack_workbook(path: str, data: bytes) -> dict[str, bytes]:
    """Return the parts of a workbook that have text, by name.

    Raises SourceError for a workbook that is damaged, protected or too large.
    """
    location = Location(path)
    _check_kind(location, data)
    parts: dict[str, bytes] = {}
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if not info.filename.endswith(_TEXTS):
                    continue
                if info.flag_bits & 1:
                    raise _protected_error(location)
                total += info.file_size
                if total > _UNPACKED:
                    limit_text = f"more than {_UNPACKED // 1_000_000} MB when unpacked"
                    raise SourceError(problems.oversized_workbook(location, limit_text))
                # zipfile reads no more than the size in the directory, and verifies the checksum.
                parts[info.filename] = archive.read(info)
                if _LONG_TEXT.search(parts[info.filename]):
                    reason = f"{info.filename} has a text of more than {SCALAR_LIMIT:,} characters"
                    raise SourceError(problems.oversized_workbook(location, reason))
        if b"manifest:encryption-data" in parts.get("META-INF/manifest.xml", b""):
            raise _protected_error(location)
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OSError) as error:
        hint = "get the file again: it may not have been copied or downloaded whole"
        reason = str(error).rstrip(".") or "it ends too early"
        raise SourceError(problems.broken_workbook(location, _lower(reason), (hint,))) from None
    except (NotImplementedError, RuntimeError, RecursionError) as error:
        raise SourceError(problems.broken_workbook(location, _lower(str(error)))) from None
    return parts


def _protected_error(location: Location) -> SourceError:
    hint = "open it, take the password off, and save it"
    return SourceError(problems.broken_workbook(location, "it is protected by a password", (hint,)))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _check_kind(location: Location, data: bytes) -> None:
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise _protected_error(location)
        raise SourceError(problems.wrong_ending(location, "a workbook of the old format (.xls)"))
    if data.startswith(b"PK"):
        return
    head = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        raise SourceError(problems.broken_workbook(location, "it is empty"))
    if head.startswith(b"<"):
        raise SourceError(problems.wrong_ending(location, "a web page or an XML file"))
    if b"\x00" not in data[:2000]:
        raise SourceError(problems.wrong_ending(location, "a text, perhaps CSV"))
    raise SourceError(problems.wrong_ending(location, "no workbook"))


_BOOK, _LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
_PLAIN = {
    rb"<text:line-break\s*/>": b"\n",
    rb"<text:tab(?:\s[^<>]*)?/>": b"\t",
    rb">\s+<(?=/?(?:table:|text:p[\s/>]))": b"><",
}
_VALUE = re.compile(rb"<(?:[^\s<>/:]+:)?(?:v|is)[\s>]")


class Workbook:
    """An unpacked workbook; ``sheets`` has the names of its sheets in order.

    ``parts`` are the files within it that have text, by name.

    All methods raise SourceError for a workbook that cannot be read.
    """

    def __init__(self, path: str, data: bytes) -> None:
        self._path, self._location = path, Location(path)
        self.parts = unpack_workbook(path, data)
        self._scan: OpenSheets | None = None
        if b"opendocument.spreadsheet" in self.parts.get("mimetype", b"")[:100]:
            xml = self.parts.get("content.xml", b"")
            self._scan = OpenSheets(self._location)
            self._scan.read(xml)
            # Calamine drops line breaks and tabs, and fails on white space between cells.
            for pattern, plain in _PLAIN.items():
                xml = re.sub(pattern, plain, xml)
            self.sheet_parts: dict[str, str] = {}
            self._book = _open_workbook(self._location, {**self.parts, "content.xml": xml})
            self.sheets: tuple[str, ...] = tuple(self._book.sheet_names)
        else:
            self.sheet_parts = _sheet_parts(self._location, self.parts)
            self.sheets = tuple(self.sheet_parts)

    @property
    def hidden_sheets(self) -> set[str]:
        """The sheets that the program does not show."""
        book = self._book if self._scan else self._with_sheet("")
        return {s.name for s in book.sheets_metadata if not str(s.visible).endswith(".Visible")}

    def _with_sheet(self, part: str) -> Any:
        """Open a workbook of Excel with only those cells that were measured."""
        parts = {n: d for n, d in self.parts.items() if n == part or b"sheetData" not in d}
        return _open_workbook(self._location, parts)

    def has_values(self, sheet: str) -> bool:
        """Return True if a cell of the sheet has a value."""
        if self._scan:
            return bool(_get(self._location, self._book, sheet).height)
        return bool(_VALUE.search(self.parts[self.sheet_parts[sheet]]))

    def choose(self, wish: str, deck: str) -> str:
        """Return the name of the sheet that a user or a deck means."""
        for name in (wish,) if wish else (deck,):
            if name in self.sheets:
                return name
            folded = name.casefold()
            similar_names = [sheet for sheet in self.sheets if sheet.casefold().strip() == folded]
            if len(similar_names) == 1:
                return similar_names[0]
        # Older versions of Excel begin each workbook with three sheets.
        full = self.sheets
        if len(full) > 1:
            full = tuple(filter(self.has_values, full))
        if len(full) == 1 and not wish:
            return full[0]
        raise SourceError(
            problems.unknown_sheet(self._location, self._path, wish, self.sheets, "".join(full[:1]))
        )

    def read(self, sheet: str) -> tuple[list[list[Any]], dict[tuple[int, int], Diagnostic]]:
        """Return the values of a sheet, and diagnostics by row and column from 0."""
        location = self._location
        if self._scan:
            book, faults = self._book, self._scan.sheets.get(sheet, {})
        else:
            part = self.sheet_parts[sheet]
            strings = self.parts.get("xl/sharedStrings.xml", b"")
            faults = ExcelSheet(location, sheet, strings).read(self.parts[part])
            book = self._with_sheet(part)
        worksheet = _get(location, book, sheet)
        values = _calamine(location, lambda _: worksheet.to_python(skip_empty_area=False))
        merged = _calamine(location, lambda _: worksheet.merged_cell_ranges) or ()
        for (row, column), (last_row, last_column) in merged:
            last = f"{column_letters(last_column + 1)}{last_row + 1}"
            first = Location(self._path, row + 1, column + 1, 1, sheet)
            fault = problems.merged_cells(first, last)
            # A title across the whole sheet can merge more cells than the table has.
            for covered in range(row, min(last_row + 1, len(values))):
                for across in range(column, min(last_column + 1, len(values[covered]))):
                    faults[covered, across] = fault
        return values, faults

    def rows(self, wish: str, deck: str) -> ReadRows:
        """Return the rows of a sheet: ``wish``, the only one, or the one called ``deck``."""
        sheet = self.choose(wish, deck)
        source = SourceFile(self._path, "", 1, sheet)
        return ReadRows(source, _rows(source, *self.read(sheet)))

    def texts(self, sheet: str) -> list[list[str]]:
        """Return the texts of all cells of a sheet as a list of rows."""
        values, _ = self.read(sheet)
        return [[_meaning(cell)[1].replace("\n", " ") for cell in row] for row in values]


def _calamine(location: Location, task: Any) -> Any:
    """Call ``task`` with calamine; all errors of calamine become a SourceError."""
    import python_calamine

    try:
        return task(python_calamine)
    except python_calamine.PasswordError:
        raise _protected_error(location) from None
    except (python_calamine.CalamineError, ValueError, OverflowError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else "a part of it is damaged"
        raise SourceError(problems.broken_workbook(location, _lower(reason))) from None
    except BaseException as error:
        # A Rust panic is not an Exception, so no handler would use the broken library again.
        if type(error).__name__ != "PanicException":
            raise
        raise SourceError(problems.broken_workbook(location, "a part of it is damaged")) from None


def _open_workbook(location: Location, parts: dict[str, bytes]) -> Any:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    buffer.seek(0)
    return _calamine(location, lambda calamine: calamine.CalamineWorkbook.from_filelike(buffer))


def _get(location: Location, book: Any, sheet: str) -> Any:
    return _calamine(location, lambda _: book.get_sheet_by_name(sheet))


def _sheet_parts(location: Location, parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the part of each sheet that has cells, by the sheet's name, in order.

    Raises SourceError if the workbook has no list of sheets.
    """
    try:
        book = ElementTree.fromstring(parts[_BOOK])
        links = ElementTree.fromstring(parts[_LINKS])
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        missing = isinstance(error, KeyError)
        reason = "it has no list of sheets" if missing else f"its list is damaged ({error})"
        raise SourceError(problems.broken_workbook(location, reason)) from None
    targets = {
        link.get("Id"): posixpath.normpath(posixpath.join("/xl", link.get("Target") or ""))[1:]
        for link in links
        if (link.get("Type") or "").endswith("/worksheet")
    }
    by_name = {name.lower(): name for name in parts}
    parts_by_sheet = {}
    for element in book.iter():
        if element.tag.rpartition("}")[2] == "sheet" and (name := element.get("name")):
            target = targets.get(element.get(_RELATION) or element.get(_STRICT))
            if target is not None and (part := by_name.get(target.lower())):
                parts_by_sheet[name] = part
    return parts_by_sheet


def _rows(
    source: SourceFile, values: list[list[Any]], faults: dict[tuple[int, int], Diagnostic]
) -> Iterator[Row]:
    wrong: dict[int, dict[int, Diagnostic]] = {}
    for (row, column), fault in faults.items():
        wrong.setdefault(row, {})[column] = fault
    for number, line in enumerate(values):
        cells = []
        faulty = wrong.get(number, {})
        for index, cell_value in enumerate(line):
            value, raw = _meaning(cell_value)
            cell = YamlNode(value, "scalar", number + 1, index + 1, 1, source, raw, "cell")
            if value is not None and (diagnostic := _fault(cell, cell_value)) is not None:
                faulty = {index: diagnostic, **faulty}
            cells.append(cell)
        yield Row(cells, number + 1, faulty)


def _meaning(cell_value: Any) -> tuple[Scalar, str]:
    """Return the value of a cell, and its text. Some numbers are stored as texts."""
    if type(cell_value) is str:
        # Excel writes a line break that came from elsewhere as `_x000D_` and a break.
        raw = cell_value.replace("\r\n", "\n").replace("\r", "\n").strip()
        return meaning(raw), raw
    if type(cell_value) is float:
        raw = number_text(cell_value)
        return (int(raw) if raw.lstrip("-").isdigit() else float(raw)), raw
    if type(cell_value) is bool:
        return cell_value, "true" if cell_value else "false"
    if type(cell_value) is int:
        return cell_value, str(cell_value)
    return str(cell_value), str(cell_value)


def _fault(cell: YamlNode, cell_value: Any) -> Diagnostic | None:
    if type(cell_value) is str:
        if cell.raw[0] in "#E" and ERROR_VALUE.fullmatch(cell.raw):
            return problems.error_value(cell.location, cell.raw)
        bad = CONTROL.search(cell.raw)
        return control_character(cell.location, bad[0]) if bad else None
    if not isinstance(cell_value, datetime.date | datetime.time | datetime.timedelta):
        return None
    value_kind = "the date" if isinstance(cell_value, datetime.date) else "the time"
    return problems.date_cell(cell.location, cell.raw, value_kind)

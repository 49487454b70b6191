"""Sheets of OpenDocument as XML: how far they reach, which formulas failed, what is merged.

Calamine reads the values. What it leaves out is looked up here (OpenDocument 1.3, part 3, 9.1).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, column_letters
from cardgen.core.errors import SourceError
from cardgen.source.tables import problems
from cardgen.source.tables.reach import INSIDE, refuse_far, refuse_heavy

_TAG = re.compile(
    rb"<(/?)table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])" + INSIDE + b">"
)
_ROWS = re.compile(rb"""table:number-rows-repeated\s*=\s*["']([0-9]+)["']""")
_COLUMNS = re.compile(rb"""table:number-columns-repeated\s*=\s*["']([0-9]+)["']""")
_ROWS_SPANNED = re.compile(rb"""table:number-rows-spanned\s*=\s*["']([0-9]{1,7})["']""")
_COLUMNS_SPANNED = re.compile(rb"""table:number-columns-spanned\s*=\s*["']([0-9]{1,7})["']""")
_FAILED = re.compile(rb"""calcext:value-type\s*=\s*["']error["']""")
_PARAGRAPH = re.compile(rb"<text:p\b[^>]*>(.*?)</text:p>", re.DOTALL)
_MARKUP = re.compile(rb"<[^>]*>")
_BREAK = re.compile(rb"<text:line-break\s*/>")
_TAB = re.compile(rb"<text:tab(?:\s[^<>]*)?/>")
_INDENT = re.compile(rb">\s+<(?=/?(?:table:|text:p[\s/>]))")
_SPANNED = b"-spanned"
_TYPED, _FORMULA = b"office:value-type", b"table:formula"
_AGAIN = 1000  # rows that say the same of which each is told


def plain(xml: bytes) -> bytes:
    """Write breaks and tabs in texts as characters, and nothing between cells, for calamine.

    It drops the elements, and stumbles over the indents.
    """
    return _INDENT.sub(b"><", _TAB.sub(b"\t", _BREAK.sub(b"\n", xml)))


class SheetCell(Struct, frozen=True):
    """A cell with its place, counted from 0; ``times`` stand side by side, in ``rows`` rows."""

    sheet: int
    row: int
    column: int
    attributes: bytes
    content: bytes
    times: int
    rows: int

    @property
    def holds(self) -> bool:
        """Whether something stands in it."""
        marks = _TYPED in self.attributes or _FORMULA in self.attributes
        return marks or b"<text:p" in self.content


def _cells(at: Location, xml: bytes) -> Iterator[SheetCell]:
    """Yield all cells in order; raises SourceError for numbers without end."""
    sheet, depth, row, column, rows = -1, 0, 0, 0, 1
    begun: tuple[bytes, int, int] | None = None
    for tag in _TAG.finditer(xml):
        closing, name, attributes = tag.groups()
        single = attributes.endswith(b"/")
        if name == b"table":
            depth += 0 if single else (-1 if closing else 1)
            if not closing and depth == 1:
                sheet, row = sheet + 1, 0
        elif name == b"table-row":
            if not closing:
                column, rows = 0, _times(at, _ROWS, attributes)
            if closing or single:
                row += rows
        elif closing:
            if begun is not None:
                given, end, times = begun
                yield SheetCell(sheet, row, column, given, xml[end : tag.start()], times, rows)
                column, begun = column + times, None
        else:
            times = _times(at, _COLUMNS, attributes)
            if single:
                yield SheetCell(sheet, row, column, attributes, b"", times, rows)
                column += times
            else:
                begun = (attributes, tag.end(), times)


def _times(at: Location, pattern: re.Pattern[bytes], attributes: bytes) -> int:
    found = pattern.search(attributes)
    if found is None:
        return 1
    if len(found[1]) > 7:
        raise SourceError(problems.oversized_workbook(at, "a row or cell is repeated without end"))
    return int(found[1])


def measure(at: Location, xml: bytes) -> list[SheetCell]:
    """Refuse sheets whose cells reach too far once what is repeated is written out.

    Returns the cells of formulas, and merged ones, for `faults`.
    """
    rows = columns = size = 0
    odd = []
    for cell in _cells(at, xml):
        if cell.holds:
            size += len(cell.content) * cell.times * cell.rows
            rows = max(rows, cell.row + cell.rows)
            columns = max(columns, cell.column + cell.times)
            refuse_far(at, rows, columns)
            refuse_heavy(at, size)
        if _FORMULA in cell.attributes or _SPANNED in cell.attributes:
            odd.append(cell)
    return odd


def faults(
    path: str, sheet: str, number: int, odd: list[SheetCell]
) -> dict[tuple[int, int], Diagnostic]:
    """Find what is wrong with cells of a sheet, by row and column from 0.

    Those are formulas that failed or were never calculated, and merged cells. ``number`` counts
    the sheets from 0.
    """
    found: dict[tuple[int, int], Diagnostic] = {}
    for cell in odd:
        if cell.sheet != number:
            continue
        down = _spanned(_ROWS_SPANNED, cell.attributes)
        across = _spanned(_COLUMNS_SPANNED, cell.attributes)
        for row in range(cell.row, cell.row + min(cell.rows, _AGAIN)):
            here = Location(path, row + 1, cell.column + 1, 1, sheet)
            if _FAILED.search(cell.attributes):
                found[row, cell.column] = problems.error_value(here, _text(cell.content))
            elif _FORMULA in cell.attributes and _TYPED not in cell.attributes:
                found[row, cell.column] = problems.no_value(here)
            if down > 1 or across > 1:
                last = f"{column_letters(cell.column + across)}{row + down}"
                fault = problems.merged_cells(here, last)
                for covered in range(min(down, _AGAIN)):
                    for beside in range(min(across, _AGAIN)):
                        found[row + covered, cell.column + beside] = fault
    return found


def _spanned(pattern: re.Pattern[bytes], attributes: bytes) -> int:
    found = pattern.search(attributes)
    return int(found[1]) if found is not None else 1


def _text(content: bytes) -> str:
    found = _PARAGRAPH.search(content)
    text = _MARKUP.sub(b"", found[1]).decode("utf-8", "replace") if found is not None else ""
    return html.unescape(text) or "#ERROR"

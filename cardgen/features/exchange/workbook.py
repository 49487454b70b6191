"""A deck as a workbook: a sheet whose header stays in sight, with wide columns for long texts."""

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardgen.features.exchange.cells import Scalar, table
from cardgen.features.exchange.rows import DeckRows
from cardgen.source.tables.cells import number_text

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

_LONGEST = 32_767  # characters of a cell (Excel specifications and limits)
_SHEET_NAME = 31
_NARROWEST, _WIDEST = 8, 60  # characters across a column
_TIME = datetime.datetime(2000, 1, 1)  # equal decks give equal bytes


def workbook(deck: DeckRows) -> bytes:
    """Return a deck as an Excel workbook; texts are strings, whatever they look like."""
    import xlsxwriter

    rows = table(deck, _LONGEST)
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    book.set_properties({"title": deck.id, "created": _TIME})
    sheet = book.add_worksheet(deck.id[:_SHEET_NAME])
    top = {"valign": "top", "font_name": "Calibri", "font_size": 11}
    head = book.add_format({**top, "bold": True, "bg_color": "#E8E8E4", "bottom": 1})
    body = book.add_format({**top, "text_wrap": True})
    for column, cells in enumerate(zip(*rows, strict=True)):
        sheet.set_column(column, column, _width(cells), body)
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            _write(sheet, number, column, value, head if number == 0 else body)
    last_row, last_column = len(rows) - 1, len(deck.columns) - 1
    sheet.freeze_panes(1, 1)
    sheet.autofilter(0, 0, last_row, last_column)
    sheet.ignore_errors({"number_stored_as_text": f"A1:XFD{len(rows)}"})
    sheet.set_landscape()
    sheet.repeat_rows(0)
    sheet.fit_to_pages(1, 0)
    book.close()
    return buffer.getvalue()


def _width(cells: Sequence[Scalar | None]) -> int:
    longest = max(len(line) for cell in cells for line in str(cell or "").split("\n"))
    return min(max(longest + 2, _NARROWEST), _WIDEST)


def _write(sheet: Worksheet, row: int, column: int, value: Scalar | None, look: Format) -> None:
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, column, value, look)
    elif not isinstance(value, str) and _is_exact(value):
        sheet.write_number(row, column, value, look)
    else:
        sheet.write_string(row, column, value if isinstance(value, str) else repr(value), look)


def _is_exact(value: float) -> bool:
    """Whether a number is read from a workbook, which shows 15 digits, as it went in."""
    text = number_text(float(f"{value:.16G}"))
    return text == repr(value) or (
        isinstance(value, float) and "." in text and float(text) == value
    )

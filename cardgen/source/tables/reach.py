"""How far the cells of a sheet may reach: calamine makes room for all up to the last one."""

from __future__ import annotations

from cardgen.core.diagnostics import Location, column_letters
from cardgen.core.errors import SourceError
from cardgen.source.tables import problems

_CELLS = 5_000_000  # between the first cell of a sheet and the last
_TEXTS = 200_000_000  # bytes of all cells, each written out
_ROWS, _COLUMNS = 1_048_576, 16_384  # of a sheet, in any program
INSIDE = rb"""((?:[^<>"']|"[^"<]*"|'[^'<]*')*)"""
"""What stands in a tag of XML behind its name; a `>` may stand in quotes."""


def refuse_far(at: Location, rows: int, columns: int) -> None:
    """Raise SourceError for a sheet of so many rows and columns that memory may not hold it."""
    if rows > _ROWS or columns > _COLUMNS or rows * columns > _CELLS:
        what = f"its cells reach to {column_letters(columns)}{rows}"
        raise SourceError(problems.oversized_workbook(at, what))


def refuse_heavy(at: Location, size: int) -> None:
    """Raise SourceError for a sheet whose texts have so many bytes once each is written out."""
    if size > _TEXTS:
        what = f"its texts come to more than {_TEXTS // 1_000_000} MB"
        raise SourceError(problems.oversized_workbook(at, what))

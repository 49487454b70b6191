"""Finds information in the XML of workbook sheets that calamine leaves out.

That is the last row and column with a cell, since calamine allocates all cells up to there, and the
cells without a value: formulas that failed or were never calculated, and merged cells of
OpenDocument. The formats are ECMA-376, part 1, chapter 18, and OpenDocument 1.3, part 3, 9.1.
"""

import re
from xml.parsers import expat

from cardgen.core.diagnostics import (
    Diagnostic,
    Location,
    SourceError,
    column_letters,
    column_number,
)
from cardgen.source.tables import problems

_CELLS = 5_000_000  # between the first cell of a sheet and the last
_TEXTS = 200_000_000  # bytes of all cells, each written out
_ROWS, _COLUMNS = 1_048_576, 16_384  # of a sheet, in any program
_AGAIN = 1000  # equal rows that are reported one by one
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_STRING = re.compile(rb"<(?:[^\s<>/:]+:)?si(?:\s[^<>]*)?>(.*?)</(?:[^\s<>/:]+:)?si\s*>", re.DOTALL)
_OPEN_CELLS = ("table:table-cell", "table:covered-table-cell")

Faults = dict[tuple[int, int], Diagnostic]
"""Diagnostics by row and column of the cell, both from 0."""
Attributes = dict[str, str]


class Sheet:
    """Walks through the XML of a sheet and collects ``faults`` of its cells.

    Subclasses know the elements of a format. Raises SourceError for XML that cannot be read, and
    for more cells or texts than memory can hold.
    """

    def __init__(self, location: Location, name: str) -> None:
        self.location = location
        self.name = name
        self.faults: Faults = {}
        self._rows = self._columns = self._size = 0
        self._text: list[str] = []

    def read(self, xml: bytes) -> Faults:
        """Read the XML of a sheet and return the faults of its cells."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text.append
        parser.StartDoctypeDeclHandler = self._refuse
        try:
            parser.Parse(xml, True)
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise SourceError(problems.broken_workbook(self.location, str(error))) from None
        return self.faults

    def _start(self, name: str, attributes: Attributes) -> None:
        raise NotImplementedError

    def _end(self, name: str) -> None:
        raise NotImplementedError

    def _refuse(self, *_: object) -> None:
        raise SourceError(problems.broken_workbook(self.location, "a sheet declares a type"))

    def _reach(self, row: int, column: int, size: int) -> None:
        """Extend the used area to a row and column, and add ``size`` bytes of text."""
        self._rows, self._columns = max(self._rows, row), max(self._columns, column)
        self._size += size
        rows, columns = self._rows, self._columns
        if rows > _ROWS or columns > _COLUMNS or rows * columns > _CELLS:
            reason = f"its cells reach to {column_letters(columns)}{rows}"
            raise SourceError(problems.oversized_workbook(self.location, reason))
        if self._size > _TEXTS:
            reason = f"its texts come to more than {_TEXTS // 1_000_000} MB"
            raise SourceError(problems.oversized_workbook(self.location, reason))

    def _place(self, row: int, column: int) -> Location:
        return Location(self.location.path, row + 1, column + 1, 1, self.name)


class ExcelSheet(Sheet):
    """A sheet of Excel; ``strings`` is the part with the texts that cells share."""

    def __init__(self, location: Location, name: str, strings: bytes) -> None:
        super().__init__(location, name)
        self._shared = [len(text) for text in _STRING.findall(strings)]
        self._row = self._column = -1
        self._type = self._value = ""
        self._holds = self._is_formula = False

    def _start(self, name: str, attributes: Attributes) -> None:
        name = name.rpartition(":")[2]
        if name == "row":
            number = attributes.get("r", "")
            if len(number) > 7:
                raise SourceError(problems.broken_workbook(self.location, "a row has no number"))
            self._row, self._column = int(number) - 1 if number else self._row + 1, -1
        elif name == "c":
            self._type, self._value = attributes.get("t", ""), ""
            self._holds = self._is_formula = False
            reference = attributes.get("r")
            if reference is None:
                self._column += 1
                return
            place = _PLACE.fullmatch(reference)
            if place is None:
                raise SourceError(problems.broken_workbook(self.location, "a cell has no place"))
            self._row, self._column = int(place[2]) - 1, column_number(place[1]) - 1
        else:
            self._holds = True
            self._is_formula |= name == "f"
            self._text.clear()

    def _end(self, name: str) -> None:
        name = name.rpartition(":")[2]
        if name == "v":
            self._value = "".join(self._text)
        elif name == "c" and self._holds:
            shared = int(self._value) if self._type == "s" and self._value.isdigit() else -1
            size = self._shared[shared] if -1 < shared < len(self._shared) else 0
            self._reach(self._row + 1, self._column + 1, size)
            if self._type == "e":
                location, error = self._place(self._row, self._column), self._value or "#ERROR"
                self.faults[self._row, self._column] = problems.error_value(location, error)
            elif self._is_formula and not self._value and self._type not in ("str", "inlineStr"):
                location = self._place(self._row, self._column)
                self.faults[self._row, self._column] = problems.no_value(location)


class OpenSheets(Sheet):
    """All sheets of OpenDocument, which share one part; ``sheets`` has their faults by name."""

    def __init__(self, location: Location) -> None:
        super().__init__(location, "")
        self.sheets: dict[str, Faults] = {}
        self._depth = self._row = self._column = 0
        self._rows_again = 1
        self._cell: Attributes = {}

    def _start(self, name: str, attributes: Attributes) -> None:
        if name == "table:table":
            self._depth += 1
            if self._depth == 1:
                self.name = attributes.get("table:name", "")
                self.faults = self.sheets.setdefault(self.name, {})
                self._row = self._rows = self._columns = 0
        elif name == "table:table-row":
            self._column, self._rows_again = 0, self._times("rows-repeated", attributes)
        elif name in _OPEN_CELLS:
            self._cell = attributes
            self._text.clear()

    def _end(self, name: str) -> None:
        if name == "table:table":
            self._depth -= 1
        elif name == "table:table-row":
            self._row += self._rows_again
        elif name in _OPEN_CELLS:
            text = "".join(self._text).strip()
            typed, formula = "office:value-type" in self._cell, "table:formula" in self._cell
            times = self._times("columns-repeated", self._cell)
            if typed or formula or text:
                size = len(text) * times * self._rows_again
                self._reach(self._row + self._rows_again, self._column + times, size)
            if formula or any(name.endswith("-spanned") for name in self._cell):
                for row in range(self._row, self._row + min(self._rows_again, _AGAIN)):
                    self._fault(row, text, formula and not typed)
            self._column += times

    def _fault(self, row: int, text: str, never: bool) -> None:
        column, location = self._column, self._place(row, self._column)
        down, across = (self._times(f"{axis}-spanned", self._cell) for axis in ("rows", "columns"))
        if self._cell.get("calcext:value-type") == "error":
            self.faults[row, column] = problems.error_value(location, text or "#ERROR")
        elif never:
            self.faults[row, column] = problems.no_value(location)
        if down > 1 or across > 1:
            last = f"{column_letters(column + across)}{row + down}"
            fault = problems.merged_cells(location, last)
            for covered in range(row, row + min(down, _AGAIN)):
                for beside in range(column, column + min(across, _AGAIN)):
                    self.faults[covered, beside] = fault

    def _times(self, name: str, attributes: Attributes) -> int:
        number = attributes.get(f"table:number-{name}", "1")
        if len(number) > 7:
            reason = "a row or cell is repeated without end"
            raise SourceError(problems.oversized_workbook(self.location, reason))
        return int(number)

"""Read the file to make a game of: any kind of table becomes columns of plain values.

Rows that are no cards (titles, section headings, sums) are left out, each with a note. A table that
needs no change keeps its bytes; any other is written anew, a workbook as CSV.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core import paths
from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.paths import CONTROL
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable.records import read_records
from cardgen.features.scaffold.fromtable.words import HEADERS, match_header, words_of
from cardgen.source.files import DECK_ENDINGS, WORKBOOKS, Project
from cardgen.source.tables.delimited import Dialect, decode_table, dialect_of
from cardgen.source.tables.reading import TABLE_LIMIT, read_rows, split_sheet
from cardgen.source.tables.table import NOTE, Row, meaning, plain_name

Value = Any
"""A text, a number, a flag, a list of these, or None for an empty cell."""

_SCRIPTS = {".rb": "Squib", ".nde": "nanDECK", ".txt": "nanDECK"}
_DIRECTIVE = re.compile(r"\s*(?:\w+|\[[^\[\]]+\])\s*=")
"""The beginning of a line of nanDECK; a text without such lines is a table."""
_FATAL = ("CG153", "CG154")
"""Formulas that failed or have no result: the value is not in the file."""
_SUM = re.compile(
    r"(?:(?:grand|sub)[ -]?)?(?:total|sum|summe|gesamt|somme|totaal|totale|suma|итого|合計)s?:?",
    re.IGNORECASE,
)
_LOOK = 50  # rows that tell how many columns there are
_NUMBER = re.compile(r"[-+]?[0-9]+(?:[.,][0-9]+)?")
SECTION = "Section"
"""The header of the column that section headings fill."""


class SourceColumn(Struct, frozen=True, dict=True):
    """A column of the table: ``cells`` has one value a card, None where the cell is empty."""

    header: str
    cells: tuple[Value, ...]

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The values of the cells that are not empty."""
        return tuple(cell for cell in self.cells if cell is not None)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The values as texts, the items of a list joined."""
        return tuple(map(text_of, self.values))

    @cached_property
    def different(self) -> int:
        """How many texts differ."""
        return len(set(self.texts))

    @property
    def is_full(self) -> bool:
        """True if every card has a value."""
        return len(self.values) == len(self.cells)

    def length(self, share: float = 1) -> int:
        """Return the length that this share of the texts does not exceed."""
        lengths = sorted(map(len, self.texts))
        return lengths[min(len(lengths) - 1, int(share * len(lengths)))] if lengths else 0

    def matches(self, role: str) -> int:
        """Return how well the header names a role: 2 wholly, 1 by a word, 0 not at all."""
        return match_header(self.header, role)


class SourceTable(Struct, frozen=True):
    """A table as it was read. ``data`` are the bytes of its deck file, ``file`` the name of that.

    ``sheet`` is the sheet that the user named in a workbook. ``notes`` say what was left out or
    changed. ``columns`` include notes and columns without a header, which begin with `#`.
    """

    file: str
    data: bytes
    columns: tuple[SourceColumn, ...]
    sheet: str = ""
    delimiter: str = ","
    notes: tuple[str, ...] = ()
    is_changed: bool = False

    @property
    def rows(self) -> int:
        """The number of cards."""
        return len(self.columns[0].cells)

    @property
    def ending(self) -> str:
        """The ending of the deck file."""
        return PurePosixPath(self.file).suffix.lower()

    @property
    def name(self) -> str:
        """The name of the sheet, or of the file without its ending."""
        return self.sheet or PurePosixPath(self.file).stem

    @property
    def number_header(self) -> str:
        """The first header that is a number, as in a table without headers; or empty."""
        headers = (column.header for column in self.columns) if self.ending != ".json" else ()
        return next(filter(_NUMBER.fullmatch, headers), "")

    def number(self, value: Value) -> float | None:
        """Return the number that a cell holds, or None."""
        if isinstance(value, str):
            value = meaning(value.strip(), self.delimiter == ";")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return value if is_number else None

    def written(self) -> SourceTable:
        """Return the table with the bytes of its columns, if they differ from the file's."""
        if not self.is_changed:
            return self
        columns = [column for column in self.columns if column.header]
        rows = list(zip(*(column.cells for column in columns), strict=True))
        if self.ending in (".json", ".yaml"):
            cards = [
                {c.header: cell for c, cell in zip(columns, row, strict=True) if cell is not None}
                for row in rows
            ]
            data = (json.dumps(cards, indent=1, ensure_ascii=False) + "\n").encode()
            return replace(self, file=str(PurePosixPath(self.file).with_suffix(".json")), data=data)
        # What a spreadsheet program opens without asking: UTF-8 with its mark.
        text = io.StringIO()
        writer = csv.writer(text, delimiter=self.delimiter, lineterminator="\n")
        writer.writerow([column.header for column in columns])
        writer.writerows([text_of(cell) for cell in row] for row in rows)
        is_text = self.ending in (".csv", ".tsv")
        file = self.file if is_text else f"{PurePosixPath(f'{self.name}.csv').name}"
        notes = self.notes if is_text else (*self.notes, "stored as CSV, since cells had to change")
        data = text.getvalue().encode("utf-8-sig")
        return replace(self, file=file, data=data, sheet="", notes=notes)


def text_of(value: Value) -> str:
    """Return a value as the text of a cell."""
    if isinstance(value, list):
        return "; ".join(map(text_of, value))
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else f"{value:.15g}" if isinstance(value, float) else str(value)


def read_source(path: str, here: Path, encoding: str = "", skip_rows: int = 0) -> SourceTable:
    """Read ``FILE`` or ``FILE.xlsx#Sheet``; raises SourceError if it is not a table of cards.

    ``encoding`` overrules the guess for a text file, ``skip_rows`` the search for the header.
    """
    if path.lower().startswith(("http://", "https://")):
        raise SourceError(problems.no_table(None, paths.printable(path), None))
    file, sheet = split_sheet(path)
    absolute = (here / file).resolve()
    ending = _ending(absolute.name)
    if ending not in DECK_ENDINGS and ending not in _SCRIPTS:
        raise SourceError(problems.no_table(None, paths.printable(file), ending))
    name = absolute.name
    data = Project(absolute.parent).data(name, what="the table", limit=TABLE_LIMIT)
    if ending in _SCRIPTS:
        _refuse_script(name, data, _SCRIPTS[ending])
        name = f"{absolute.stem}.tsv"
    if encoding and ending not in WORKBOOKS:
        try:
            data = data.decode(encoding).encode()
        except (LookupError, UnicodeError) as error:
            raise SourceError(problems.no_encoding(Location(name), encoding, str(error))) from None
    return table_of(name, data, sheet, skip_rows)


def _refuse_script(name: str, data: bytes, program: str) -> None:
    """Raise SourceError for a script of another program, at the line that names its table."""
    lines = data.decode(errors="replace").splitlines()
    if name.lower().endswith(".txt") and not any(map(_DIRECTIVE.match, lines)):
        return
    names_table = re.compile(r"link\s*=|[^#]*\b(?:csv|xlsx)\b", re.IGNORECASE)
    line = next((number for number, text in enumerate(lines, 1) if names_table.match(text)), 1)
    raise SourceError(problems.other_program(Location(name, line), name, program))


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower().replace(".yml", ".yaml")


def table_of(name: str, data: bytes, sheet: str = "", skip_rows: int = 0) -> SourceTable:
    """Read the bytes of a file with that name."""
    if _ending(name) in (".yaml", ".json"):
        cards, notes, is_deck = read_records(name, data)
        headers = dict.fromkeys(key for card in cards for key in card)
        columns = (SourceColumn(key, tuple(card.get(key) for card in cards)) for key in headers)
        return SourceTable(name, data, tuple(columns), notes=tuple(notes), is_changed=not is_deck)
    is_workbook = _ending(name) in WORKBOOKS
    text = "" if is_workbook else decode_table(name, data)[0].text
    if not is_workbook and text.splitlines() and "|" in text.splitlines()[0]:
        bars = csv.reader(io.StringIO(text), delimiter="|")
        if all(len(row) > 2 for row in bars if row):
            return table_of(name, text.replace("|", "\t").encode(), "", skip_rows)
    dialect = Dialect() if is_workbook else dialect_of(name, text)
    read = read_rows(name, data, sheet, PurePosixPath(name).stem)
    rows = [row for row in read.rows if any(cell.raw for cell in row.cells) or row.faulty]
    notes = [
        f"line {fault.at.line}: {fault.message}"
        if fault.at and fault.code != "CG142"
        else f"{fault.message}; stored as UTF-8"
        for fault in read.found
    ]
    grid = [_texts(row, rows[number - 1] if number else None) for number, row in enumerate(rows)]
    notes += [f"{note}" for row in rows for note in _fault_notes(row)]
    lines = [row.line for row in rows]
    trimmed = _Trimmer(grid, lines, notes).cards(skip_rows)
    if not trimmed or len(trimmed) < 2:
        raise SourceError(problems.no_rows(Location(name), name))
    is_changed = bool(notes)
    header, *cards = trimmed
    headers = _distinct_headers(header, cards, notes)
    return SourceTable(
        name,
        data,
        tuple(
            SourceColumn(text, tuple(card[index] or None for card in cards))
            for index, text in enumerate(headers)
            if text or any(card[index] for card in cards)
        ),
        sheet,
        dialect.delimiter,
        tuple(notes),
        is_changed or [text for text in headers if text] != [text for text in header if text],
    )


def _texts(row: Row, above: Row | None) -> list[str]:
    """Return the texts of a row; a merged cell has the value of the cells that it is merged with."""
    texts = []
    for index, cell in enumerate(row.cells):
        text, fault = cell.raw, row.faulty.get(index)
        if fault is not None and fault.code in _FATAL:
            raise SourceError(fault)
        if fault is not None and not text and fault.code == "CG155":
            # The cells of one merged range share their diagnostic.
            if above is not None and above.faulty.get(index) is fault:
                cell.raw = text = above.cells[index].raw
        texts.append(CONTROL.sub(" ", text.replace("\v", "\n")) if CONTROL.search(text) else text)
    return texts


def _fault_notes(row: Row) -> Iterable[str]:
    codes = {"CG152": "a date, stored as a text", "CG155": "merged cells, each has the value"}
    for index, fault in sorted(row.faulty.items()):
        cell = row.cells[index] if index < len(row.cells) else None
        if cell is not None and cell.raw:
            yield f"{fault.at}: {codes.get(fault.code, fault.message)}: {cell.raw}"


def _distinct_headers(header: Sequence[str], cards: list[list[str]], notes: list[str]) -> list[str]:
    """Return the headers in one line each; a second column of a name gets a number."""
    headers: list[str] = []
    fields: set[str] = set()
    for index, text in enumerate(header):
        name = " ".join(text.split())
        if not name:
            if any(card[index] for card in cards):
                name = NOTE
                notes.append(f"column {index + 1} has no header: kept as a note, not shown")
        elif not name.startswith(NOTE):
            number, first = 2, name
            while plain_name(name) in fields:
                name, number = f"{first} {number}", number + 1
            fields.add(plain_name(name))
        headers.append(name)
    return headers


class _Trimmer:
    """Cuts a grid of texts down to its header and its cards, and notes what goes."""

    def __init__(self, grid: list[list[str]], lines: list[int], notes: list[str]) -> None:
        width = max(map(len, grid), default=0)
        self.rows = [
            (line, row + [""] * (width - len(row))) for line, row in zip(lines, grid, strict=True)
        ]
        self.notes = notes

    def cards(self, skip_rows: int) -> list[list[str]]:
        """Return the header and the rows of cards."""
        begin = self._header(skip_rows)
        self._note("above the header", self.rows[:begin])
        self.rows = self.rows[begin:]
        self._transpose()
        self._drop_sums()
        self._fill_sections()
        return [row for _, row in self.rows]

    def _header(self, skip_rows: int) -> int:
        """Return the index of the header: a title has less than half as many values as a card."""
        if skip_rows:
            return sum(line <= skip_rows for line, _ in self.rows)
        counts = [sum(map(bool, row)) for _, row in self.rows]
        most = max(counts[:_LOOK], default=0)
        return next((n for n, count in enumerate(counts) if 2 * count >= max(most, 3)), 0)

    def _note(self, what: str, rows: Sequence[tuple[int, list[str]]]) -> None:
        for line, row in rows:
            text = ", ".join(filter(None, row))
            self.notes.append(f"line {line} left out, {what}: {text[:60]}")

    def _transpose(self) -> None:
        """Turn a table whose first column has the headers."""
        grid = [row for _, row in self.rows]
        known = {name for names in HEADERS.values() for name in names}
        if len(grid) < 2 or len(grid[0]) < 2:
            return
        column = [row[0] for row in grid if row[0]]
        down, across = (
            sum("_".join(words_of(text)) in known for text in texts) for texts in (column, grid[0])
        )
        if down >= max(2, len(column) / 2) and across <= 1 and len(column) == len(grid):
            self.notes.append("rows and columns exchanged: the first column has the headers")
            self.rows = [(n, list(row)) for n, row in enumerate(zip(*grid, strict=True), 1)]

    def _drop_sums(self) -> None:
        """Leave out rows at the end that hold only numbers, with or without a label for sums."""
        end = len(self.rows)
        while end > 2 and _is_sum(self.rows[end - 1][1]):
            end -= 1
        self._note("a sum", self.rows[end:])
        self.rows = self.rows[:end]

    def _fill_sections(self) -> None:
        """Make a column of headings between the cards: one text, in capitals, after a gap, or first."""
        kept: list[tuple[int, list[str]]] = []
        sections: list[str] = []
        heading, before = "", self.rows[0][0] if self.rows else 0
        for number, (line, row) in enumerate(self.rows):
            texts = list(filter(None, row))
            follows = self.rows[number + 1][1] if number + 1 < len(self.rows) else []
            alone = len(texts) == 1 and len(row) > 2 and number > 0
            if (
                alone
                and sum(map(bool, follows)) > 2
                and (number == 1 or line > before + 1 or texts[0].isupper() or texts[0][-1] in ":-")
            ):
                heading = texts[0]
                self._note("a heading between cards", [(line, row)])
            else:
                kept.append((line, row))
                sections.append(heading if number else SECTION)
            before = line
        if heading and len(kept) > 2:
            self.notes.append(f"the headings fill the column `{SECTION}`")
            self.rows = [
                (line, [*row, text]) for (line, row), text in zip(kept, sections, strict=True)
            ]


def _is_sum(row: Sequence[str]) -> bool:
    words = [text for text in row if text and not _NUMBER.fullmatch(text)]
    has_label = bool(words) and _SUM.fullmatch(words[0]) is not None
    return (
        any(map(_NUMBER.fullmatch, row)) and (len(words) == has_label) and (has_label or not row[0])
    )

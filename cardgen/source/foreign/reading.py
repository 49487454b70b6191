"""Read the file to make a game of: any kind of table becomes columns of plain values.

Rows that are no cards (titles, section headings, sums) are left out, each with a note. A table that
needs no change keeps its bytes; any other is written anew, a workbook as CSV.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from cardgen.core import paths
from cardgen.core.diagnostics import Location, SourceError, column_letters
from cardgen.core.paths import CONTROL
from cardgen.source.files import DECK_ENDINGS, WORKBOOKS, Project
from cardgen.source.foreign import problems
from cardgen.source.foreign.columns import SourceColumn, SourceTable
from cardgen.source.foreign.headers import HEADERS, distinct, words_of
from cardgen.source.foreign.languages import language_of
from cardgen.source.foreign.records import read_records
from cardgen.source.tables.problems import too_many_rows
from cardgen.source.tables.reading import TABLE_LIMIT, read_rows, split_sheet
from cardgen.source.tables.table import NOTE, ROW_LIMIT, Row, plain_name

_FATAL = ("CG153", "CG154")
"""Formulas that failed or have no result: the value is not in the file."""
_DATE = "CG152"
_STORED = {_DATE: "a date, stored as a text", "CG155": "merged cells, each has the value"}
_SUM = re.compile(
    r"(?:(?:grand|sub)[ -]?)?(?:total|sum|summe|gesamt|somme|totaal|totale|suma|итого|合計)s?:?",
    re.IGNORECASE,
)
_LOOK = 50  # rows used to find the number of columns
_NUMBER = re.compile(r"[-+]?(?:[$€£] ?)?[0-9]+(?:[.,][0-9]+)*(?: ?[%$€£])?")
_RULE = re.compile(":?-{3,}:?")
_SENTENCE = 20  # characters
SECTION = "Section"
"""The header of the column that section headings fill."""


Numbered = tuple[int, list[str]]
"""A row of texts with the number of its line."""


def read_source(path: str, folder: Path, encoding: str = "", skip_rows: int = 0) -> SourceTable:
    """Read ``FILE`` or ``FILE.xlsx#Sheet``; raises SourceError if it is not a table of cards.

    ``encoding`` overrules the guess for a text file, ``skip_rows`` the search for the header.
    """
    if path.lower().startswith(("http://", "https://")):
        raise SourceError(problems.no_table(None, paths.printable(path), None))
    file, sheet = split_sheet(path)
    absolute = (folder / file).resolve()
    ending = _ending(absolute.name)
    if ending not in (*DECK_ENDINGS, ".txt"):
        raise SourceError(problems.no_table(None, paths.printable(file), ending))
    data = Project(absolute.parent).data(absolute.name, description="the table", limit=TABLE_LIMIT)
    name = absolute.name
    if encoding and ending not in WORKBOOKS:
        try:
            data = data.decode(encoding).encode()
        except (LookupError, UnicodeError) as error:
            raise SourceError(problems.no_encoding(Location(name), encoding, str(error))) from None
    return replace(table_of(name, data, sheet, skip_rows), folder=absolute.parent)


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower().replace(".yml", ".yaml")


def table_of(name: str, data: bytes, sheet: str = "", skip_rows: int = 0) -> SourceTable:
    """Read the bytes of a file with that name."""
    if _ending(name) in (".yaml", ".json"):
        cards, notes, is_deck = read_records(name, data)
        keys = dict.fromkeys(key for card in cards for key in card)
        columns = (SourceColumn(key, tuple(card.get(key) for card in cards)) for key in keys)
        return SourceTable(name, data, tuple(columns), notes=tuple(notes), is_changed=not is_deck)
    read = read_rows(name, data, sheet, PurePosixPath(name).stem)
    filled_rows = (row for row in read.rows if any(cell.raw for cell in row.cells) or row.faulty)
    rows = list(islice(filled_rows, ROW_LIMIT + 2))
    if len(rows) > ROW_LIMIT + 1:
        raise SourceError(too_many_rows(Location(name, rows[-1].line), ROW_LIMIT))
    notes = [
        f"line {fault.location.line}: {fault.message}"
        if fault.location and fault.code != "CG142"
        else f"{fault.message}; stored as UTF-8"
        for fault in read.diagnostics
    ]
    plain_texts: dict[str, str] = {}
    if _ending(name) in WORKBOOKS:
        rows, plain_texts = _apply_looks(name, data, read.source.sheet, rows, notes)
    width = max((len(row.cells) for row in rows), default=0)
    lines: list[Numbered] = []
    for row, above in zip(rows, [None, *rows], strict=False):
        texts = _texts(row, above, notes)
        if any(texts):  # merged cells may all be empty
            lines.append((row.line, texts + [""] * (width - len(texts))))
    trimmed = _trim_rows(lines, skip_rows, notes) if lines else []
    if len(trimmed) < 2:
        raise SourceError(problems.no_rows(Location(name), name))
    is_changed = bool(notes)
    header, *body = _join_headers([plain_texts.get(text, text) for text in trimmed[0]], trimmed[1:])
    headers = _distinct_headers(header, body, notes)
    ending = ".tsv" if read.delimiter == "\t" else ".csv"
    return SourceTable(
        name.removesuffix(".txt") + (ending if _ending(name) == ".txt" else ""),
        data,
        tuple(
            SourceColumn(text, tuple(row[index] or None for row in body))
            for index, text in enumerate(headers)
            if text or any(row[index] for row in body)
        ),
        sheet,
        read.delimiter,
        tuple(dict.fromkeys(notes)),
        is_changed or [text for text in headers if text] != [text for text in header if text],
    )


def _apply_looks(
    name: str, data: bytes, sheet: str, rows: list[Row], notes: list[str]
) -> tuple[list[Row], dict[str, str]]:
    """Give the cells of a workbook the texts that it shows, and leave struck-out rows out.

    Also return the texts with bold or italic words, with the same texts without markup.
    """
    from cardgen.source.tables.cell_looks import cell_looks

    sentences = (cell.raw for row in rows for cell in row.cells if len(cell.raw) > _SENTENCE)
    looks = cell_looks(name, data, sheet, language_of(sentences))
    plain_texts: dict[str, str] = {}
    examples: dict[int, list[str]] = {}
    cards: list[Row] = []
    for row in rows:
        for index, cell in enumerate(row.cells):
            text = looks.texts.get((row.line - 1, index), cell.raw)
            is_date = index in row.faulty and row.faulty[index].code == _DATE
            if is_date or text != cell.raw:
                examples.setdefault(index, []).append(text)
            if is_date:
                del row.faulty[index]
            elif text != cell.raw and isinstance(cell.value, str):
                plain_texts[text] = cell.raw
            cell.raw = text
        is_struck = looks.struck_rows.get(row.line - 1)
        if not is_struck:
            cards.append(row)
        if is_struck is not None:
            reason = "left out, struck out" if is_struck else "has struck-out words, now plain"
            cells = ", ".join(cell.raw for cell in row.cells if cell.raw)[:60]
            notes.append(f"line {row.line} {reason}: {cells}")
    for index, texts in sorted(examples.items()):
        count = "1 cell" if len(texts) == 1 else f"{len(texts)} cells"
        column, example = column_letters(index + 1), " ".join(texts[0].split())[:40]
        notes.append(f"column {column}: {count} with the text of the sheet: `{example}`")
    return cards, plain_texts


def _texts(row: Row, above: Row | None, notes: list[str]) -> list[str]:
    """Return the texts of a row; a merged cell below another has the value of that.

    Raises SourceError for a formula without a result.
    """
    texts: list[str] = []
    values = {cell.raw for cell in row.cells if cell.raw}
    for index, cell in enumerate(row.cells):
        text, fault = cell.raw, row.faulty.get(index)
        if fault is not None and fault.code in _FATAL:
            raise SourceError(fault)
        # The cells of one merged range share their diagnostic.
        if fault is not None and above is not None and above.faulty.get(index) is fault:
            cell.raw = text = text or above.cells[index].raw
        # Cells merged across belong to several columns; a title above the header does not.
        if fault is not None and len(values) > 1 and row.faulty.get(index - 1) is fault:
            cell.raw = text = text or texts[-1]
        if fault is not None and text:
            notes.append(f"{fault.location}: {_STORED.get(fault.code, fault.message)}: {text}")
        texts.append(CONTROL.sub(" ", text.replace("\v", "\n")) if CONTROL.search(text) else text)
    return texts


def _join_headers(header: list[str], rows: list[list[str]]) -> list[list[str]]:
    """Join the two lines of a header whose first line has merged cells above several columns."""
    merged = {
        index
        for left, right in pairwise(range(len(header)))
        if header[left] and header[left] == header[right]
        for index in (left, right)
    }
    below = rows[0] if rows else []
    cells = list(enumerate(zip(header, below, strict=False)))
    is_second = any(below[index] for index in merged) and all(
        index in merged or text in ("", above) for index, (above, text) in cells
    )
    if not is_second:
        return [header, *rows]
    joined = [f"{above} {text}" if index in merged else above for index, (above, text) in cells]
    return [joined, *rows[1:]]


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
            name = distinct(name, fields, " ", plain_name)
            fields.add(plain_name(name))
        headers.append(name)
    if number := next(filter(_NUMBER.fullmatch, headers), ""):
        notes.append(f"the header holds `{number}`: is it a card? Write names of columns above it")
    return headers


def _trim_rows(rows: list[Numbered], skip_rows: int, notes: list[str]) -> list[list[str]]:
    # A title above the header has less than half as many values as other rows.
    counts = [sum(map(bool, row)) for _, row in rows]
    enough = max(*counts[:_LOOK], 3, 3) / 2
    begin = next((n for n, count in enumerate(counts) if count >= enough), 0)
    begin = sum(line <= skip_rows for line, _ in rows) if skip_rows else begin
    end = len(rows)
    while end > begin + 2 and _is_sum(rows[end - 1][1]):
        end -= 1
    left_out = [(row, "above the header") for row in rows[:begin]]
    left_out += [(row, "a sum") for row in rows[end:]]
    left_out += [(row, "only lines") for row in rows[begin:end] if _is_rule(row[1])]
    rows = [row for row in rows[begin:end] if not _is_rule(row[1])]
    if _has_headers_down([row for _, row in rows]):
        notes.append("rows and columns exchanged: the first column has the headers")
        rows = [(n, list(row)) for n, row in enumerate(zip(*(r for _, r in rows), strict=True))]
    # A heading between cards is one text: below the header, after a gap, or in capitals.
    cards, section = [[*row, SECTION] for _, row in rows[:1]], ""
    neighbours = zip(rows, rows[1:], [*rows[2:], (0, [""])], strict=False)
    for (before, _), (line, row), (_, after) in neighbours:
        texts = list(filter(None, row))
        is_apart = len(cards) == 1 or line > before + 1 or texts[0].isupper() or texts[0][-1] == ":"
        if len(texts) == 1 and is_apart and sum(map(bool, after)) > 2:
            section = texts[0]
            left_out.append(((line, row), f"a heading, now in the column `{SECTION}`"))
        else:
            cards.append([*row, section])
    for (line, row), reason in left_out:
        notes.append(f"line {line} left out, {reason}: {', '.join(filter(None, row))[:60]}")
    return cards if section else [row[:-1] for row in cards]


def _has_headers_down(grid: list[list[str]]) -> bool:
    """Return True if the first column has known headers and the first row has none."""
    headers = {name for names in HEADERS.values() for name in names}
    lines = (grid[0], [row[0] for row in grid]) if len(grid[:1]) else ([], [])
    across, down = (sum("_".join(words_of(text)) in headers for text in texts) for texts in lines)
    return across <= 1 and down >= max(2, len(grid) / 2)


def _is_rule(row: Sequence[str]) -> bool:
    """Return True for the line below the header of a table in Markdown: ``|---|:--|``."""
    return all(map(_RULE.fullmatch, filter(None, row)))


def _is_sum(row: Sequence[str]) -> bool:
    """Return True for a row of only numbers, with or without a label for sums."""
    words = [text for text in row if text and not _NUMBER.fullmatch(text)]
    has_numbers = len(words) < sum(map(bool, row))
    return (
        has_numbers
        and (_SUM.fullmatch(words[0]) is not None if words else not row[0])
        and len(words) < 2
    )

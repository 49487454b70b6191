"""Read the file to make a game of: any kind of table becomes columns of plain values.

Rows that are no cards (titles, section headings, sums) are left out, each with a note. A table that
needs no change keeps its bytes; any other is written anew, a workbook as CSV.
"""

from collections.abc import Collection
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.core import paths
from cardgen.core.diagnostics import Location, SourceError, column_letters
from cardgen.core.paths import CONTROL
from cardgen.source.files import DECK_ENDINGS, WORKBOOKS, Project
from cardgen.source.foreign import problems
from cardgen.source.foreign.columns import SourceColumn, SourceTable
from cardgen.source.foreign.drawn import undraw
from cardgen.source.foreign.languages import language_of
from cardgen.source.foreign.records import read_records
from cardgen.source.foreign.rows import Notes, as_one_column, card_rows, join_headers, name_columns
from cardgen.source.tables.problems import too_many_rows
from cardgen.source.tables.reading import TABLE_LIMIT, read_rows, split_sheet
from cardgen.source.tables.table import ROW_LIMIT, ReadRows, Row

if TYPE_CHECKING:
    from cardgen.source.tables.cell_looks import CellLooks

_NO_RESULT = "CG154"
"""A formula without a result: the value is not in the file."""
_DATE, _FAILED = "CG152", "CG153"
_REASONS = {
    _DATE: "dates, stored as texts",
    _FAILED: "formulas that failed, left empty",
    "CG155": "merged cells, each with the value",
}
_SENTENCE = 20  # characters


def read_source(
    path: str, folder: Path, encoding: str = "", skip_rows: int | None = None
) -> SourceTable:
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


def table_of(name: str, data: bytes, sheet: str = "", skip_rows: int | None = None) -> SourceTable:
    """Read the bytes of a file with that name."""
    ending, stem = _ending(name), PurePosixPath(name).stem
    if ending in (".yaml", ".json"):
        cards, remarks, is_deck = read_records(name, data)
        keys = dict.fromkeys(key for card in cards for key in card)
        columns = (SourceColumn(key, tuple(card.get(key) for card in cards)) for key in keys)
        return SourceTable(name, data, tuple(columns), notes=tuple(remarks), is_changed=not is_deck)
    notes: Notes = {}
    remarks = []
    workbook = None
    if ending in WORKBOOKS:
        from cardgen.source.foreign.sheets import choose_sheet
        from cardgen.source.tables.cell_looks import cell_looks
        from cardgen.source.tables.workbooks import Workbook

        workbook = Workbook(name, data)
        if not sheet:
            sheet, remarks = choose_sheet(workbook, name, stem)
    elif ending == ".txt" and (text := undraw(data.decode("utf-8", "replace"))):
        name, data = f"{stem}.tsv", text.encode()
        notes["a drawn table, read without its lines"] = []
    read = workbook.rows(sheet, stem) if workbook else read_rows(name, data, sheet, stem)
    rows = _filled_rows(name, read, notes)
    plain_texts: dict[str, str] = {}
    hidden_columns: Collection[int] = ()
    if workbook:
        sentences = (cell.raw for row in rows for cell in row.cells if len(cell.raw) > _SENTENCE)
        looks = cell_looks(workbook, name, read.source.sheet, language_of(sentences))
        rows, plain_texts = _apply_looks(looks, rows, notes)
        hidden_columns = looks.hidden_columns
    lines = _lines(rows, notes)
    if not workbook and skip_rows is None and read.delimiter in (",", ";"):
        lines = as_one_column(lines, read.delimiter)
    lines = card_rows(lines, skip_rows, notes) if lines else []
    if len(lines) < 2:
        raise SourceError(problems.no_rows(Location(name), name))
    is_changed = bool(notes)
    lines[0] = lines[0][0], [plain_texts.get(text, text) for text in lines[0][1]]
    lines = join_headers(lines)
    header, *body = (row for _, row in lines)
    headers = name_columns(lines, "" if ending in WORKBOOKS else read.delimiter.strip(), notes)
    if ending == ".txt":
        name = str(PurePosixPath(name).with_suffix(".tsv" if read.delimiter == "\t" else ".csv"))
    return SourceTable(
        name,
        data,
        tuple(
            SourceColumn(text, tuple(row[index] or None for row in body))
            for index, text in enumerate(headers)
            if text
        ),
        sheet,
        read.delimiter,
        (*remarks, *(_sentence(reason, places) for reason, places in notes.items())),
        is_changed or list(filter(None, headers)) != list(filter(None, header)),
        hidden_columns={headers[n] for n in hidden_columns if n < len(headers)},
    )


def _filled_rows(name: str, read: ReadRows, notes: Notes) -> list[Row]:
    """Return the rows with values, and note the faults of the file; raises SourceError."""
    filled_rows = (row for row in read.rows if any(cell.raw for cell in row.cells) or row.faulty)
    rows = list(islice(filled_rows, ROW_LIMIT + 2))
    if len(rows) > ROW_LIMIT + 1:
        raise SourceError(too_many_rows(Location(name, rows[-1].line), ROW_LIMIT))
    for fault in read.diagnostics:
        if fault.location and fault.code != "CG142":
            notes.setdefault(fault.message, []).append(f"line {fault.location.line}")
        else:
            notes[f"{fault.message}; stored as UTF-8"] = []
    return rows


def _lines(rows: list[Row], notes: Notes) -> list[tuple[int, list[str]]]:
    """Return the texts of all rows with a text, each row as long as the longest."""
    width = max((len(row.cells) for row in rows), default=0)
    lines: list[tuple[int, list[str]]] = []
    for row, above in zip(rows, [None, *rows], strict=False):
        texts = _texts(row, above, notes)
        if any(texts):  # merged cells may all be empty
            lines.append((row.line, texts + [""] * (width - len(texts))))
    return lines


def _sentence(reason: str, places: list[str]) -> str:
    return f"{reason}: {', '.join(dict.fromkeys(places))}" if places else reason


def _apply_looks(
    looks: "CellLooks", rows: list[Row], notes: Notes
) -> tuple[list[Row], dict[str, str]]:
    """Give the cells of a workbook the texts that it shows; leave struck-out and hidden rows out.

    Also return the texts with bold or italic words, with the same texts without markup.
    """
    plain_texts: dict[str, str] = {}
    cards: list[Row] = []
    for row in rows:
        for index, cell in enumerate(row.cells):
            text = looks.texts.get((row.line - 1, index), cell.raw)
            is_date = index in row.faulty and row.faulty[index].code == _DATE
            if is_date or text != cell.raw:
                reason = f"column {column_letters(index + 1)}, as the sheet shows it"
                notes.setdefault(reason, []).append(f"`{text}`")
            if is_date:
                del row.faulty[index]
            elif text != cell.raw and isinstance(cell.value, str):
                plain_texts[text] = cell.raw
            cell.raw = text
        is_struck = looks.struck_rows.get(row.line - 1)
        is_hidden = row.line - 1 in looks.hidden_rows
        reason = "left out, struck out" if is_struck else "struck-out words, now plain"
        if is_hidden:
            reason = "left out, hidden in the sheet (if they are cards, show them there)"
        if not (is_struck or is_hidden):
            cards.append(row)
        if is_struck is not None or is_hidden:
            cells = ", ".join(cell.raw for cell in row.cells if cell.raw)[:60]
            notes.setdefault(reason, []).append(f"line {row.line} `{cells}`")
    if looks.comments:
        notes["comments of cells, not on the cards"] = [*looks.comments]
    if looks.links:
        notes["links of cells, of which cards have only the words"] = [*looks.links]
    return cards, plain_texts


def _texts(row: Row, above: Row | None, notes: Notes) -> list[str]:
    """Return the texts of a row; a merged cell below another has the value of that.

    Raises SourceError for a formula without a result.
    """
    texts: list[str] = []
    values = {cell.raw for cell in row.cells if cell.raw}
    for index, cell in enumerate(row.cells):
        text, fault = cell.raw, row.faulty.get(index)
        if fault is not None:
            if fault.code == _NO_RESULT:
                raise SourceError(fault)
            # The cells of one merged range share their diagnostic.
            if above is not None and above.faulty.get(index) is fault:
                text = text or above.cells[index].raw
            # Cells merged across belong to several columns; a title above the header does not.
            if len(values) > 1 and row.faulty.get(index - 1) is fault:
                text = text or texts[-1]
            if text or fault.code == _FAILED:
                value = text[:40] or fault.message.split("`")[1]
                place = f"{str(fault.location).rpartition('!')[2]} `{value}`"
                notes.setdefault(_REASONS.get(fault.code, fault.message), []).append(place)
            cell.raw = text = "" if fault.code == _FAILED else text
        texts.append(CONTROL.sub(" ", text.replace("\v", "\n")) if CONTROL.search(text) else text)
    return texts

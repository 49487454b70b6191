"""Writes each deck of a game as one file for other programs, for `cardgen export`.

A deck can read all cells back unchanged. A list is `a; b`; if that would be read differently, and
for records, the cell has JSON. In a workbook, the header of the sheet stays in view, and columns
with long texts are wide.
"""

import datetime
import io
import json
import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, OutputError, Severity, relative
from cardgen.core.fingerprint import digest_file
from cardgen.features import problems
from cardgen.model.components.deck import decks_named
from cardgen.model.deck_rows import DeckRows, Value, deck_rows
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.scope import ReadDecks
from cardgen.pipeline.problems import cannot_write, not_replaced
from cardgen.pipeline.store import RecordKind, database_of
from cardgen.pipeline.writing import write_whole
from cardgen.source.editing.scalars import FileStyle, inline, scalar
from cardgen.source.files import Project
from cardgen.source.tables.delimited import cell_text
from cardgen.source.tables.table import number_text

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

Scalar = str | int | float | bool


def table(deck: DeckRows, longest: int = 0) -> list[list[Scalar | None]]:
    """Return the header and the rows of a table; None for an empty cell.

    ``longest`` is the limit for the characters of a text, 0 for none. Raises OutputError with all
    values that do not fit into a cell.
    """
    rows: list[list[Scalar | None]] = [list(deck.columns)]
    errors = []
    for row in deck.rows:
        cells: list[Scalar | None] = []
        for name in deck.columns:
            cell = row.get(name)
            content = cell.content if cell is not None else None
            if cell is not None and (reason := cell.refusal(longest)):
                errors.append(problems.no_cell(None, row["id"].value, name, reason))
            cells.append(None if content == "" else content)
        rows.append(cells)
    if errors:
        raise OutputError(*errors)
    return rows


_LONGEST = 32_767  # characters of a cell (Excel specifications and limits)
_SHEET_NAME = 31
_NARROWEST, _WIDEST = 8, 60  # characters across a column
_TIME = datetime.datetime(2000, 1, 1)  # equal decks give equal bytes


def workbook(deck: DeckRows) -> bytes:
    """Return a deck as an Excel workbook, in which texts that look like numbers stay texts."""
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


def _write(sheet: "Worksheet", row: int, column: int, value: Scalar | None, look: "Format") -> None:
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, column, value, look)
    elif not isinstance(value, str) and _is_exact(value):
        sheet.write_number(row, column, value, look)
    else:
        sheet.write_string(row, column, value if isinstance(value, str) else repr(value), look)


def _is_exact(value: float) -> bool:
    """True if a workbook, which has 15 digits, gives the number back unchanged."""
    text = number_text(float(f"{value:.16G}"))
    return text == repr(value) or (
        isinstance(value, float) and "." in text and float(text) == value
    )


def csv(deck: DeckRows) -> bytes:
    """Return a deck as CSV (RFC 4180), in UTF-8 with a byte order mark for Excel."""
    lines = (",".join(map(cell_text, row)) for row in table(deck))
    return ("\ufeff" + "\r\n".join(lines) + "\r\n").encode()


def as_json(deck: DeckRows) -> bytes:
    """Return a deck as JSON."""
    cards = [_plain(deck, row) for row in deck.rows]
    return (json.dumps({"cards": cards}, ensure_ascii=False, indent=2) + "\n").encode()


def yaml(deck: DeckRows) -> bytes:
    """Return a deck as YAML in the style of decks written by hand."""
    lines = ["cards:"]
    for row in deck.rows:
        lines += item_lines(_plain(deck, row), "  ")
    return ("\n".join(lines) + "\n").encode()


def _plain(deck: DeckRows, row: Mapping[str, Any]) -> dict[str, Value]:
    return {name: row[name].value for name in deck.columns if name in row}


FORMATS: Mapping[str, Callable[[DeckRows], bytes]] = {
    "csv": csv,
    "xlsx": workbook,
    "json": as_json,
    "yaml": yaml,
}
"""The function that writes a deck, by the ending of its file."""


_EXPORTED = RecordKind("export", "1")
"""The digests of all exported files, by path."""


class ExportedDeck(Struct, frozen=True):
    """The file of a deck; ``changed`` is false if the file was up to date."""

    deck: str
    path: str
    cards: int
    changed: bool = field(name="made")


class ExportReport(Struct, frozen=True):
    """The files of an export, and its diagnostics."""

    game: Game
    files: tuple[ExportedDeck, ...]
    diagnostics: Diagnostics


def export(
    root: Path, name: str, form: str, folder: Path, decks: Collection[str] = (), force: bool = False
) -> ExportReport:
    """Write all decks of a game, or the named ones, into a folder: `<deck>.<form>` each.

    Raises ModelError for a game with errors or an unknown deck, and OutputError for an existing
    file or a value that the format cannot hold, both before any file is written. Also raises
    OutputError for a folder that cannot be written.
    """
    read = ReadDecks()
    loaded = load_project(root, (name,), read)
    game, diagnostics = loaded.only_game, loaded.diagnostics
    project = Project(root)
    contents: dict[str, tuple[Path, bytes, int]] = {}
    for deck in decks_named(game, decks):
        if deck.series is not None:
            left_out = problems.no_rows(deck.location, deck.id)
            if decks:
                raise OutputError(replace(left_out, severity=Severity.ERROR))
            diagnostics.add(left_out)
            continue
        rows = deck_rows(deck, game, read, project)
        contents[deck.id] = (folder / f"{deck.id}.{form}", FORMATS[form](rows), len(rows.rows))
    fresh = _save(root, game.id, {path: data for path, data, _ in contents.values()}, force)
    exported = (
        ExportedDeck(id, relative(path, root), count, path in fresh)
        for id, (path, _, count) in contents.items()
    )
    return ExportReport(game, tuple(exported), diagnostics)


def _save(root: Path, game: str, files: Mapping[Path, bytes], force: bool) -> set[Path]:
    """Write and return changed files; raises OutputError for old files not from an export."""
    database = database_of(root / "output", game)
    digests = database.get(_EXPORTED, "") or {}
    fresh: dict[Path, bytes] = {}
    in_the_way = []
    for path, data in files.items():
        name = relative(path, root)
        old = _content(path, name)
        if old != data:
            fresh[path] = data
            if old is not None and not force and digests.get(str(path)) != digest_file(old):
                since = "is there already, and is not as an export left it"
                in_the_way.append(not_replaced(None, name, since))
    if in_the_way:
        raise OutputError(*in_the_way)
    for path, data in fresh.items():
        write_whole(path, data, relative(path, root), can_change_output=False)
    digests |= {str(path): digest_file(data) for path, data in files.items()}
    database.put(_EXPORTED, {"": digests})
    return set(fresh)


def _content(path: Path, name: str) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(cannot_write(None, name, reason, False)) from None


_HAND = FileStyle("\n", '"')
_WIDTH = 100  # characters of a line of YAML


def item_lines(value: Any, indent: str) -> Iterator[str]:
    """Yield the YAML lines of one element of a list, with its dash."""
    lines = list(_lines(value, indent + "  "))
    yield f"{indent}- {lines[0].lstrip()}"
    yield from lines[1:]


def _lines(value: Any, indent: str) -> Iterator[str]:
    """Yield the YAML lines of a value that is not on the line of its key."""
    if not isinstance(value, dict) or not value:
        yield indent + inline(value, _HAND)
        return
    for name, inner in value.items():
        head = f"{indent}{inline(name, _HAND, flow=False)}:"
        short = inline(inner, _HAND)
        if isinstance(inner, str) and len(head) + len(short) > _WIDTH and _folds(inner):
            yield f"{head} >-"
            yield from (f"{indent}  {line}" for line in _wrap(inner, indent))
        elif not isinstance(inner, list | dict):
            yield f"{head} {scalar(inner, None, '', _HAND, flow=False)}"
        elif len(head) + len(short) < _WIDTH:
            yield f"{head} {short}"
        elif isinstance(inner, dict):
            yield head
            yield from _lines(inner, indent + "  ")
        else:
            yield head
            for element in inner:
                yield from item_lines(element, indent + "  ")


def _wrap(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH - len(indent) - 2, break_long_words=False, break_on_hyphens=False
    )


def _folds(text: str) -> bool:
    """True if a text can be folded over lines, which YAML joins with one blank."""
    return " ".join(_wrap(text, "")) == text and "\n" not in text

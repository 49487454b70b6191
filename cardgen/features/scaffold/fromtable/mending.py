"""Mends what keeps a foreign table from being read well, in the copy that becomes the deck file.

Web pages leave tags in texts, pandas writes lists as Python does, many programs write an empty text
where they mean nothing, one asterisk too many keeps a column of texts from having bold words, and
no font of ours has a handshake. Of a workbook that has to be mended, a CSV file is made.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from pathlib import PurePosixPath
from typing import Any

from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostics
from cardgen.features.scaffold.fromtable.columns import ForeignColumn, is_folded
from cardgen.features.scaffold.fromtable.foreign import ForeignTable, reread
from cardgen.features.scaffold.fromtable.gamefile import FALLBACK
from cardgen.features.scaffold.fromtable.kinds import PROSE
from cardgen.features.scaffold.fromtable.naming import distinct, label_of
from cardgen.features.scaffold.fromtable.roles import id_column, naming_columns
from cardgen.model.fields import RichField
from cardgen.model.scope import Scope
from cardgen.model.slug import slug
from cardgen.source.files import BUNDLED
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.dialects import decode_table, dialect_of
from cardgen.source.tables.table import NOTE

Value = str | int | float | None
Edits = dict[int, dict[str, Value]]
"""New values of cells by row and column; None for one that goes."""

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_BREAKS = frozenset(("br", "n", "p", "div", "hr", "line", "li", "tr", "ul", "ol", "table"))
_BREAKS |= {f"h{level}" for level in range(1, 7)}
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_DROPPED = frozenset(
    (
        *("u", "span", "font", "a", "td", "th", "tbody", "small", "sup", "sub", "left", "center"),
        *("right", "justify", "img", "blockquote", "code"),
    )
)
_SPECIAL = re.compile(r"[\\{}*]")
_VARIANT = re.compile("[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}]")
_PICTURES = ("So", "Sm", "Sk", "Cn", "Co")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?")
_MOST_ASTRAY = 0.2


def mended(table: ForeignTable, scope: Scope) -> ForeignTable:
    """Return the table with its texts mended, and ``mended`` telling what was done."""
    if table.ending == ".yaml":  # a deck file already
        return table
    edits: Edits = {}
    notes = list(table.mended)
    columns: list[ForeignColumn] = []
    for column in table.columns:
        for mend in (_nothing, _numbers, _python, _tags, _pictures, _astray):
            changed = dict(mend(column, scope, table.ending))
            if changed:
                notes.append(f"{column.written}: {_SAID[mend]} in {_cells(len(changed))}")
                column = _edited(column, changed, edits)
        columns.append(column)
    columns = _called(columns, scope, edits, notes)
    if any(one.code == "CG142" for one in table.found):
        notes.append("not UTF-8: read as Windows-1252, and stored as UTF-8")
    if any(one.code == "CG150" for one in table.found):
        notes.append("values beside the table, in columns without a name: left out")
    if not notes:
        return table
    if table.ending == ".json":
        fresh = reread(table, as_json([_plain(columns, row) for row in range(table.rows)]))
    elif table.ending in (".csv", ".tsv"):
        fresh = reread(table, _delimited(table, edits))
    else:
        notes.append("stored as CSV, since cells had to be mended")
        name = PurePosixPath(table.called + ".csv").name
        fresh = reread(replace(table, file=name, sheet=""), _as_csv(columns, table.rows))
    return replace(fresh, mended=tuple(notes))


def _cells(count: int) -> str:
    return f"{count} cells" if count > 1 else "a cell"


def _called(
    columns: list[ForeignColumn], scope: Scope, edits: Edits, notes: list[str]
) -> list[ForeignColumn]:
    """See to it that every card can be called by something: by its title, or by an id of ours."""
    if id_column(columns) is not None:
        return columns
    title, _ = naming_columns(columns)
    if title is not None:
        empty = {
            row: _name_of(columns, title, row)
            for row, cell in enumerate(title.cells)
            if cell is None or not cell.raw.strip()
        }
        faulty = [pair for pair in _texts(title) if not _sound(title, pair[0], scope)]
        wrong = {row: _escaped(text) for row, text in faulty}
        for changed, said in ((empty, "names made"), (wrong, _SAID[_astray])):
            if changed:
                notes.append(f"{title.written}: {said} in {_cells(len(changed))}")
                fuller = _edited(title, changed, edits)
                columns = [fuller if one is title else one for one in columns]
                title = fuller
        if all(slug(cell.raw) for cell in title.filled):
            return columns
    name = distinct("id", {one.written for one in columns})
    rows = range(len(columns[0].cells))
    notes.append(f"{name}: a column of numbers, by which the cards are called")
    made = _edited(ForeignColumn(name, (None,) * len(rows)), {n: str(n + 1) for n in rows}, edits)
    return [*columns, made]


def _name_of(columns: Sequence[ForeignColumn], title: ForeignColumn, row: int) -> str:
    """Return a name for a card that has none: its kind, and the number of its row."""
    for column in columns:
        worded = column is not title and not column.numeric and not column.nested
        if worded and column.is_full and len(column.counts) < 0.5 * len(column.cells):
            return f"{label_of(column.texts[row])} {row + 1}"
    return f"Card {row + 1}"


Mend = Callable[[ForeignColumn, Scope, str], Iterator[tuple[int, Value]]]


def _texts(column: ForeignColumn) -> Iterator[tuple[int, str]]:
    for row, cell in enumerate(column.cells):
        if cell is not None and cell.kind == "scalar" and isinstance(cell.value, str):
            yield row, cell.raw


def _nothing(column: ForeignColumn, scope: Scope, ending: str) -> Iterator[tuple[int, Value]]:
    """Drop empty texts of JSON: in a table, such cells are left out."""
    if ending == ".json":
        for row, text in _texts(column):
            if not text.strip():
                yield row, None


def _numbers(column: ForeignColumn, scope: Scope, ending: str) -> Iterator[tuple[int, Value]]:
    """Write numbers of JSON as such where all texts of a column are numbers."""
    texts = list(_texts(column))
    if ending == ".json" and texts and all(_NUMBER.fullmatch(text) for _, text in texts):
        for row, text in texts:
            yield row, float(text) if "." in text else int(text)


def _python(column: ForeignColumn, scope: Scope, ending: str) -> Iterator[tuple[int, Value]]:
    """Write lists and objects as JSON that stand in a cell as Python shows them."""
    if not column.nested:
        return
    unfolded = iter(column.nodes)
    for row, cell in enumerate(column.cells):
        if cell is None or cell.value is None:
            continue
        node = next(unfolded)
        if is_folded(node):
            try:
                value = ast.literal_eval(node.raw)
                yield row, json.dumps(value, ensure_ascii=False)
            except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
                continue


def _tags(column: ForeignColumn, scope: Scope, ending: str) -> Iterator[tuple[int, Value]]:
    """Turn tags of web pages into line breaks, bold and italic words."""
    known = _BREAKS | set(_MARKS) | _DROPPED
    if not any(m[2] in known for _, text in _texts(column) for m in _TAG.finditer(text)):
        return
    for row, text in _texts(column):
        if _TAG.search(text) or re.search(r"&#?\w+;", text):
            new = without_tags(text, _sound(column, row, scope))
            if new != text:
                yield row, new or None


def _pictures(column: ForeignColumn, scope: Scope, ending: str) -> Iterator[tuple[int, Value]]:
    """Spell pictures that no font has: a handshake becomes (handshake)."""
    for row, text in _texts(column):
        if not text.isascii():
            new = _VARIANT.sub("", "".join(map(_printed, text)))
            if new != text:
                yield row, new.strip()


def _printed(char: str) -> str:
    if char.isalnum() or unicodedata.category(char) not in _PICTURES or _has_glyph(char):
        return char
    return f"({unicodedata.name(char, 'sign').lower()})"


@cache
def _has_glyph(char: str) -> bool:
    library = Library(BUNDLED, fonts=(BUNDLED / "fonts",))
    return any(library.font(name).covers(char) for name in FALLBACK)


def _astray(column: ForeignColumn, scope: Scope, ending: str) -> Iterator[tuple[int, Value]]:
    """Escape signs of markup where they make none, if most texts of the column are sound."""
    if column.nested or column.longest < PROSE:
        return
    wrong = [(row, text) for row, text in _texts(column) if not _sound(column, row, scope)]
    if 0 < len(wrong) <= max(1, _MOST_ASTRAY * len(column.filled)):
        for row, text in wrong:
            yield row, _escaped(text)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _sound(column: ForeignColumn, row: int, scope: Scope) -> bool:
    """Whether a text can be read with its markup."""
    trial = replace(scope, found=Diagnostics())
    cell = column.cells[row]
    if cell is not None:
        RichField().read(cell, trial)
    return not len(trial.found)


_SAID: Mapping[Any, str] = {
    _nothing: "empty texts left out",
    _numbers: "texts written as numbers",
    _python: "lists written as JSON",
    _tags: "tags turned into markup",
    _pictures: "pictures spelt that no font has",
    _astray: "signs of markup escaped",
}


def without_tags(text: str, marked: bool = False) -> str:
    """Return a text with known tags as markup of cards: breaks, bold, italic; others stay.

    Where it is ``marked``, what is written between the tags is markup already.
    """
    kept: Callable[[str], str] = str if marked else _escaped
    pieces: list[str] = []
    end = 0
    tags = [match for match in _TAG.finditer(text) if _known(match[2])]
    even = {
        name: sum((match[2], match[1]) == (name, "") for match in tags)
        == sum((match[2], match[1]) == (name, "/") for match in tags)
        for name in _MARKS
    }
    for match in tags:
        pieces.append(kept(text[end : match.start()]))
        end = match.end()
        name = match[2]
        if name in _MARKS:
            pieces.append(_MARKS[name] if even[name] else "")
        elif name in _BREAKS:
            pieces.append("\n")
        else:
            pieces.append(" " if name in ("td", "th") else "")
    pieces.append(kept(text[end:]) if tags else text[end:])
    joined = unescape("".join(pieces)).replace("\N{NO-BREAK SPACE}", " ")
    lines = (" ".join(line.split()) for line in joined.split("\n"))
    return "\n".join(line for line in lines if line and line.strip("*"))


def _known(name: str) -> bool:
    return name in _BREAKS or name in _MARKS or name in _DROPPED


def _edited(column: ForeignColumn, changed: Mapping[int, Value], edits: Edits) -> ForeignColumn:
    """Return a column with other values, and note them."""
    cells = list(column.cells)
    for row, value in changed.items():
        edits.setdefault(row, {})[column.written] = value
        cells[row] = None if value is None else _cell(value, cells[row])
    return ForeignColumn(column.written, tuple(cells))


def _cell(value: Value, old: YamlNode | None) -> YamlNode:
    source = old.source if old else SourceFile("", "")
    place = (old.line, old.column, old.length) if old else (1, 1, 1)
    return YamlNode(value, "scalar", *place, source, str(value), "cell")


# ---- writing the copy ------------------------------------------------------------------------


def _delimited(table: ForeignTable, edits: Edits) -> bytes:
    """Return a CSV file with some cells changed, and all else as it was; UTF-8 with its mark."""
    source, _ = decode_table(table.file, table.data)
    dialect = dialect_of(table.file, source.text)
    lines = io.StringIO(source.text, newline="\n")
    for _ in range(dialect.skipped):
        lines.readline()
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=dialect.delimiter, lineterminator="\n")
    header: list[str] = []
    kept = {column.written for column in table.columns}
    row = 0
    for values in csv.reader(lines, delimiter=dialect.delimiter, strict=True):
        if not header:
            if any(value.strip() for value in values):
                header = [value.strip() for value in values]
                added = [name for name in edits.get(0, {}) if name not in header]
                header += added
                # What stands below no name is a note: spreadsheets have sums beside the cards.
                named = [value if value.strip() else NOTE for value in values]
                writer.writerow([*named, *added])
            continue
        values += [""] * (len(header) - len(values))
        pairs = dict(zip(header, range(len(values)), strict=False))
        if any(values[place].strip() for name, place in pairs.items() if name in kept):
            for name, value in edits.get(row, {}).items():
                values[pairs[name]] = "" if value is None else str(value)
            row += 1
        writer.writerow(values)
    return written.getvalue().encode("utf-8-sig")


def _as_csv(columns: Sequence[ForeignColumn], rows: int) -> bytes:
    """Return columns as a new CSV file."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([one.written for one in columns])
    for row in range(rows):
        cells = [one.cells[row] for one in columns]
        writer.writerow([cell.raw if cell is not None else "" for cell in cells])
    return written.getvalue().encode("utf-8-sig")


def _plain(columns: Sequence[ForeignColumn], row: int) -> dict[str, Any]:
    cells = ((one.written, one.cells[row]) for one in columns)
    return {name: cell.plain() for name, cell in cells if cell is not None}


def as_json(rows: list[dict[str, Any]]) -> bytes:
    """Write rows as a list of objects, a value a line, as people edit it."""
    return (json.dumps(rows, indent=1, ensure_ascii=False) + "\n").encode()

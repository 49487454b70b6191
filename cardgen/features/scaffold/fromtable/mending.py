"""Mend a foreign table in the copy that becomes the deck file.

Web pages leave tags in texts, many programs write an empty text for no value, one asterisk too
many keeps a column of texts from having bold words, and our fonts have no handshake. A workbook
that has to be mended becomes a CSV file.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from pathlib import PurePosixPath

from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostics
from cardgen.features.scaffold.fromtable.columns import ForeignColumn, ForeignTable, Value
from cardgen.features.scaffold.fromtable.foreign import as_json, distinct, label_of, table_of
from cardgen.features.scaffold.fromtable.kinds import PROSE
from cardgen.features.scaffold.fromtable.roles import id_column, naming_columns
from cardgen.model.fields import RichField
from cardgen.model.scope import Scope
from cardgen.model.theme import slug
from cardgen.source.files import BUNDLED
from cardgen.source.tables.dialects import decode_table, dialect_of
from cardgen.source.tables.table import NOTE

FALLBACK = ("noto-sans/regular", "noto-symbols/regular", "noto-math/regular", "m-plus-1p/regular")
"""Fonts for characters that those of the styles lack."""
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_BREAKS = frozenset("br n p div hr line li tr ul ol table h1 h2 h3 h4 h5 h6".split())
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_DROPPED = frozenset(
    "u span font a td th tbody small sup sub left center right justify img blockquote code".split()
)
_KNOWN = _BREAKS | _DROPPED | set(_MARKS)
_SPECIAL = re.compile(r"[\\{}*]")
_VARIANT = re.compile("[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}]")
_PICTURES = ("So", "Sm", "Sk", "Cn", "Co")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?")
_MOST_ASTRAY = 0.2
_ASTRAY = "signs of markup escaped"

Changed = dict[int, Value]
"""New values of a column by the number of the card; None for one that goes."""


def mended(table: ForeignTable, scope: Scope) -> ForeignTable:
    """Return the table with its texts mended; its ``mended`` lists the repairs."""
    if table.ending == ".yaml":  # a deck file already
        return table
    mender = _Mender(table, scope)
    for column in table.columns:
        mender.column(column)
    mender.call_cards()
    notes = mender.notes
    codes = {one.code for one in table.found}
    if "CG142" in codes:
        notes.append("not UTF-8: read as Windows-1252, and stored as UTF-8")
    if "CG150" in codes:
        notes.append("values beside the table, in columns without a name: kept as notes")
    if not notes:
        return table
    columns = list(mender.columns.values())
    if table.ending == ".json":
        cards = [[(one.written, one.cells[row]) for one in columns] for row in range(table.rows)]
        rows = [{name: cell.plain() for name, cell in card if cell is not None} for card in cards]
        return replace(table_of(table.file, as_json(rows)), mended=tuple(notes))
    if table.ending in (".csv", ".tsv"):
        text = decode_table(table.file, table.data)[0].text
        data = _as_csv(table, columns, dialect_of(table.file, text).delimiter)
        return replace(table_of(table.file, data), mended=tuple(notes))
    notes.append("stored as CSV, since cells had to be mended")
    fresh = table_of(PurePosixPath(f"{table.called}.csv").name, _as_csv(table, columns, ","))
    # What is wrong with cells of the workbook need not show in the copy.
    found = tuple(one for one in table.found if one.code != "CG150")
    return replace(fresh, mended=tuple(notes), found=found)


def _as_csv(table: ForeignTable, columns: Sequence[ForeignColumn], delimiter: str) -> bytes:
    """Write the table as CSV in UTF-8 with its mark: mended cells are new, all else is as it was.

    What stands below no name becomes a note: spreadsheets have sums beside the cards.
    """
    grid = [list(row) for row in table.grid]
    width = max(map(len, grid))
    for row in grid:
        row += [""] * (width - len(row))
    header = grid[0] = [name or NOTE for name in grid[0]]
    old = {one.written: one for one in table.columns}
    for column in columns:
        before = old.get(column.written)
        if before is None:
            for row in grid:
                row.append("")
            header[-1] = column.written
        place = header.index(column.written)
        for number, (line, cell) in enumerate(zip(table.lines, column.cells, strict=True)):
            if before is None or cell is not before.cells[number]:
                grid[line][place] = cell.raw if cell is not None else ""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(grid)
    return out.getvalue().encode("utf-8-sig")


class _Mender:
    """Mends columns one by one; ``notes`` lists the repairs."""

    def __init__(self, table: ForeignTable, scope: Scope) -> None:
        self.is_json = table.ending == ".json"
        self.scope = scope
        self.columns: dict[str, ForeignColumn] = {}
        self.notes = list(table.mended)
        self._fonts = Library(BUNDLED, fonts=(BUNDLED / "fonts",))
        self._printed: dict[str, str] = {}

    def column(self, column: ForeignColumn) -> None:
        """Mend a column and take it up."""
        mends: Mapping[str, Callable[[ForeignColumn], Iterator[tuple[int, Value]]]] = {
            "tags turned into markup": self._tags,
            "pictures spelt that no font has": self._pictures,
            _ASTRAY: self._astray,
        }
        if self.is_json:
            mends = {
                "empty texts left out": _nothing,
                "texts written as numbers": _numbers,
                **mends,
            }
        self.columns[column.written] = column
        for said, mend in mends.items():
            self._change(
                self.columns[column.written], dict(mend(self.columns[column.written])), said
            )

    def _change(self, column: ForeignColumn, changed: Changed, said: str) -> None:
        if changed:
            cells = f"{len(changed)} cells" if len(changed) > 1 else "a cell"
            self.notes.append(f"{column.written}: {said} in {cells}")
            self.columns[column.written] = column.having(changed)

    def call_cards(self) -> None:
        """See to it that every card can be called by something: its title, or an id of ours."""
        columns = list(self.columns.values())
        if id_column(columns) is not None:
            return
        title, _ = naming_columns(columns)
        if title is not None:
            empty: Changed = {
                row: _name_of(columns, title, row)
                for row, cell in enumerate(title.cells)
                if cell is None or not cell.raw.strip()
            }
            self._change(title, empty, "names made")
            title = self.columns[title.written]
            wrong = [pair for pair in title.words() if not self._is_sound(title, pair[0])]
            self._change(title, {row: _escaped(text) for row, text in wrong}, _ASTRAY)
            if all(slug(cell.raw) for cell in self.columns[title.written].filled):
                return
        name = distinct("id", self.columns)
        rows = len(columns[0].cells)
        self.notes.append(f"{name}: a column of numbers, by which the cards are called")
        numbers: Changed = {row: str(row + 1) for row in range(rows)}
        self.columns[name] = ForeignColumn(name, (None,) * rows).having(numbers)

    def _tags(self, column: ForeignColumn) -> Iterator[tuple[int, Value]]:
        """Turn tags of web pages into line breaks, bold and italic words."""
        if any(m[2] in _KNOWN for _, text in column.words() for m in _TAG.finditer(text)):
            for row, text in column.words():
                if _TAG.search(text) or re.search(r"&#?\w+;", text):
                    new = without_tags(text, self._is_sound(column, row))
                    if new != text:
                        yield row, new or None

    def _pictures(self, column: ForeignColumn) -> Iterator[tuple[int, Value]]:
        """Spell pictures that no font has: a handshake becomes (handshake)."""
        for row, text in column.words():
            if not text.isascii():
                new = _VARIANT.sub("", "".join(map(self._spelt, text)))
                if new != text:
                    yield row, new.strip()

    def _spelt(self, char: str) -> str:
        if char.isalnum() or unicodedata.category(char) not in _PICTURES:
            return char
        if char not in self._printed:
            covered = any(self._fonts.font(name).covers(char) for name in FALLBACK)
            spelt = f"({unicodedata.name(char, 'sign').lower()})"
            self._printed[char] = char if covered else spelt
        return self._printed[char]

    def _astray(self, column: ForeignColumn) -> Iterator[tuple[int, Value]]:
        """Escape signs of markup where they make none, if most texts of the column are sound."""
        if column.nested or column.longest < PROSE:
            return
        wrong = [pair for pair in column.words() if not self._is_sound(column, pair[0])]
        if len(wrong) <= max(1, _MOST_ASTRAY * len(column.filled)):
            for row, text in wrong:
                yield row, _escaped(text)

    def _is_sound(self, column: ForeignColumn, row: int) -> bool:
        """Whether a text can be read with its markup."""
        trial = replace(self.scope, found=Diagnostics())
        if (cell := column.cells[row]) is not None:
            RichField().read(cell, trial)
        return not len(trial.found)


def _name_of(columns: Sequence[ForeignColumn], title: ForeignColumn, row: int) -> str:
    """Return a name for a card that has none: its kind, and the number of its row."""
    for column in columns:
        worded = column is not title and not column.numeric and not column.nested
        if worded and column.is_full and len(column.counts) < 0.5 * len(column.cells):
            return f"{label_of(column.texts[row])} {row + 1}"
    return f"Card {row + 1}"


def _nothing(column: ForeignColumn) -> Iterator[tuple[int, Value]]:
    """Drop empty texts: in a table, such cells are left out."""
    return ((row, None) for row, text in column.words() if not text.strip())


def _numbers(column: ForeignColumn) -> Iterator[tuple[int, Value]]:
    """Write numbers as such where all texts of a column are numbers."""
    texts = list(column.words())
    if all(_NUMBER.fullmatch(text) for _, text in texts):
        for row, text in texts:
            yield row, float(text) if "." in text else int(text)


def without_tags(text: str, marked: bool = False) -> str:
    """Return a text with known tags as markup of cards: breaks, bold, italic; others stay.

    Where it is ``marked``, what is written between the tags is markup already.
    """
    tags = [match for match in _TAG.finditer(text) if match[2] in _KNOWN]
    counts = [(match[2], match[1]) for match in tags]
    even = {name for name in _MARKS if counts.count((name, "")) == counts.count((name, "/"))}
    pieces: list[str] = []
    end = 0
    for match in tags:
        between = text[end : match.start()]
        name = match[2]
        mark = _MARKS[name] if name in even else " " if name in ("td", "th") else ""
        pieces += [between if marked else _escaped(between), "\n" if name in _BREAKS else mark]
        end = match.end()
    pieces.append(text[end:] if marked or not tags else _escaped(text[end:]))
    joined = unescape("".join(pieces)).replace("\N{NO-BREAK SPACE}", " ")
    lines = (" ".join(line.split()) for line in joined.split("\n"))
    return "\n".join(line for line in lines if line and line.strip("*"))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)

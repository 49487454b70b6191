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
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from html import unescape
from pathlib import PurePosixPath

from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostics
from cardgen.features.fromtable.columns import (
    ForeignColumn,
    ForeignTable,
    Value,
    as_json,
    scalar_cell,
    table_of,
)
from cardgen.features.fromtable.kinds import PROSE
from cardgen.features.fromtable.roles import id_column, naming_columns
from cardgen.features.fromtable.words import distinct, label_of
from cardgen.model.fields import NAME, RichField
from cardgen.model.markup import RESERVED
from cardgen.model.scope import Scope
from cardgen.model.theme import slug
from cardgen.source.files import BUNDLED
from cardgen.source.node import YamlNode
from cardgen.source.tables.delimited import decode_table, dialect_of
from cardgen.source.tables.table import NOTE

FALLBACK = ("noto-sans/regular", "noto-symbols/regular", "noto-math/regular", "m-plus-1p/regular")
"""Fonts for characters that those of the styles lack."""
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_BREAKS = frozenset("br n p div hr line li tr ul ol table h1 h2 h3 h4 h5 h6".split())
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_KNOWN = {*_BREAKS, *_MARKS, *"u span font a td th tbody small sup sub left center right".split()}
_KNOWN |= {"justify", "img", "blockquote", "code"}
_SPECIAL = re.compile(r"[\\{}*]")
_VARIANT = re.compile("[\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH JOINER}]")
_PICTURES = ("So", "Sm", "Sk", "Cn", "Co")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?")
_MOST_ASTRAY = 0.2
_ASTRAY = "signs of markup escaped"
_BRACES = re.compile(r"\{([^{}\n]*)\}")
_BRACKETS = re.compile(r"\[[A-Za-z][\w ]{0,20}\]")
_TIMES = re.compile(r"[x×]\s*(\d{1,3})|(\d{1,3})\s*[x×]?", re.IGNORECASE)
_OFTEN = 3
"""Cells that have a word in brackets, from which on that is a mark and no remark."""

Changed = Iterator[tuple[int, Value]]
"""New values of a column by the number of the card; None for one that goes."""


def mended(table: ForeignTable, scope: Scope) -> ForeignTable:
    """Return the table with its texts mended; its ``mended`` lists the repairs."""
    if table.ending == ".yaml":  # a deck file already
        return table
    notes = list(table.mended)
    fonts = Library(BUNDLED, fonts=(BUNDLED / "fonts",))
    is_json = table.ending == ".json"
    columns = [_mended_column(one, is_json, scope, fonts, notes) for one in table.columns]
    columns = _called(columns, scope, notes)
    codes = {one.code for one in table.found}
    if guess := next((one.message for one in table.found if one.code == "CG142"), ""):
        notes.append(f"{guess}; stored as UTF-8")
    if "CG150" in codes:
        notes.append("values beside the table, in columns without a name: kept as notes")
    if not notes:
        return table
    if table.ending == ".json":
        cells = [[(one.written, one.cells[row]) for one in columns] for row in range(table.rows)]
        rows = [{name: cell.plain() for name, cell in card if cell is not None} for card in cells]
        fresh = table_of(table.file, as_json(rows))
    elif table.ending in (".csv", ".tsv"):
        text = decode_table(table.file, table.data)[0].text
        data = _as_csv(table, columns, dialect_of(table.file, text).delimiter)
        fresh = table_of(table.file, data)
    else:
        notes.append("stored as CSV, since cells had to be mended")
        fresh = table_of(PurePosixPath(f"{table.called}.csv").name, _as_csv(table, columns, ","))
        # What is wrong with cells of the workbook need not show in the copy.
        fresh = replace(fresh, found=tuple(one for one in table.found if one.code != "CG150"))
    return replace(fresh, mended=tuple(notes))


def _as_csv(table: ForeignTable, columns: Collection[ForeignColumn], delimiter: str) -> bytes:
    """Write the table as CSV in UTF-8 with its mark: mended cells are new, others stay.

    What stands below no name becomes a note: spreadsheets have sums beside the cards.
    """
    width = max(map(len, table.grid))
    grid = [row + [""] * (width - len(row)) for row in table.grid]
    header = grid[0] = [name or NOTE for name in grid[0]]
    old = {one.written: one.cells for one in table.columns}
    for column in columns:
        before = old.get(column.written, (None,) * table.rows)
        if column.written not in old:
            for row in grid:
                row.append("")
            header[-1] = column.written
        place = header.index(column.written)
        for line, cell, was in zip(table.lines, column.cells, before, strict=True):
            if cell is not was:
                grid[line][place] = cell.raw if cell is not None else ""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(grid)
    return out.getvalue().encode("utf-8-sig")


def _mended_column(
    column: ForeignColumn, is_json: bool, scope: Scope, fonts: Library, notes: list[str]
) -> ForeignColumn:
    """Return a column with every mend that fits, and note each."""
    mends: dict[str, Callable[[ForeignColumn, Scope], Changed]] = {
        "copies such as `x3` made numbers": _times,
        "tags turned into markup": _tags,
        "pictures spelt that no font has": lambda column, _: _pictures(column, fonts),
        _ASTRAY: _astray,
    }
    if is_json:
        mends = {"empty texts left out": _nothing, "texts written as numbers": _numbers, **mends}
    for wording, mend in mends.items():
        column = _changed(column, dict(mend(column, scope)), wording, notes)
    return column


def _changed(
    column: ForeignColumn, changed: Mapping[int, Value], wording: str, notes: list[str]
) -> ForeignColumn:
    if changed:
        cells = f"{len(changed)} cells" if len(changed) > 1 else "a cell"
        notes.append(f"{column.written}: {wording} in {cells}")
    return column.having(changed) if changed else column


def _called(columns: list[ForeignColumn], scope: Scope, notes: list[str]) -> list[ForeignColumn]:
    """Make sure that every card can be called by something: its title, or an id of ours."""
    if id_column(columns) is not None:
        return columns
    title, _ = naming_columns(columns)
    if title is not None:
        lacking = [
            row for row, cell in enumerate(title.cells) if cell is None or not cell.raw.strip()
        ]
        names = {row: _name_of(columns, title, row) for row in lacking}
        named = _changed(title, names, "names made", notes)
        wrong = {row: _escaped(one.raw) for row, one in named.words() if not _is_sound(one, scope)}
        named = _changed(named, wrong, _ASTRAY, notes)
        columns = [named if one is title else one for one in columns]
        if all(slug(cell.raw) for cell in named.filled):
            return columns
    name = distinct("id", [one.written for one in columns])
    notes.append(f"{name}: a column of numbers, by which the cards are called")
    rows = len(columns[0].cells)
    numbers = {row: str(row + 1) for row in range(rows)}
    return [*columns, ForeignColumn(name, (None,) * rows).having(numbers)]


def _name_of(columns: Collection[ForeignColumn], title: ForeignColumn, row: int) -> str:
    """Return a name for a card that has none: its kind, and the number of its row."""
    for column in columns:
        worded = column is not title and not column.numeric and not column.nested
        if worded and column.is_full and column.different < 0.5 * len(column.cells):
            return f"{label_of(column.texts[row])} {row + 1}"
    return f"Card {row + 1}"


def _nothing(column: ForeignColumn, _: Scope) -> Changed:
    """Drop empty texts: in a table, such cells are left out."""
    return ((row, None) for row, cell in column.words() if not cell.raw.strip())


def _numbers(column: ForeignColumn, _: Scope) -> Changed:
    """Write numbers as such where all texts of a column are numbers."""
    texts = [(row, cell.raw) for row, cell in column.words()]
    if all(_NUMBER.fullmatch(text) for _, text in texts):
        for row, text in texts:
            yield row, float(text) if "." in text else int(text)


def _tags(column: ForeignColumn, scope: Scope) -> Changed:
    """Turn tags of web pages into line breaks, bold and italic words."""
    if any(m[2] in _KNOWN for _, cell in column.words() for m in _TAG.finditer(cell.raw)):
        for row, cell in column.words():
            if _TAG.search(cell.raw) or re.search(r"&#?\w+;", cell.raw):
                new = without_tags(cell.raw, _is_sound(cell, scope))
                if new != cell.raw:
                    yield row, new or None


def _pictures(column: ForeignColumn, fonts: Library) -> Changed:
    """Spell pictures that no font has: a handshake becomes (handshake)."""

    def spelt(char: str) -> str:
        picture = not char.isalnum() and unicodedata.category(char) in _PICTURES
        if not picture or any(fonts.font(name).covers(char) for name in FALLBACK):
            return char
        return f"({unicodedata.name(char, 'sign').lower()})"

    for row, cell in column.words():
        if not cell.raw.isascii():
            new = _VARIANT.sub("", "".join(map(spelt, cell.raw)))
            if new != cell.raw:
                yield row, new.strip()


def _times(column: ForeignColumn, _: Scope) -> Changed:
    """Turn `x3` and `2x` into numbers, in a column of numbers of copies."""
    cells = [(row, _TIMES.fullmatch(cell.raw.strip())) for row, cell in column.words()]
    if column.means("copies") and all(match for _, match in cells):
        for row, match in cells:
            if match is not None:
                yield row, int(match[1] or match[2])


def _astray(column: ForeignColumn, scope: Scope) -> Changed:
    """Escape signs of markup where they make none, if most texts of the column are sound.

    A mark in braces is escaped by itself where that is enough.
    """
    if column.nested or column.length() < PROSE:
        return
    wrong = []
    for row, cell in column.words():
        if not _is_sound(cell, scope):
            less = _BRACES.sub(lambda one: _meaningful(one[0], scope), cell.raw)
            if _is_sound(scalar_cell(less), scope):
                yield row, less
            else:
                wrong.append((row, cell))
    if len(wrong) <= max(1, _MOST_ASTRAY * len(column.filled)):
        for row, cell in wrong:
            yield row, _escaped(cell.raw)


def _meaningful(mark: str, scope: Scope) -> str:
    """Return a mark in braces, escaped if it means nothing."""
    return mark if _is_sound(scalar_cell(mark), scope) else _escaped(mark)


def marks_of(table: ForeignTable) -> tuple[dict[str, int], dict[str, int]]:
    """Count the cells that have each mark of the table's own: those that may be terms, and others.

    In braces are `{r}` and `{Energy}`, in brackets `[click]`.
    """
    terms: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for column in table.columns:
        if not column.nested and column.length() >= PROSE:
            for _, cell in column.words():
                for mark in set(_BRACES.findall(cell.raw)):
                    able = NAME.fullmatch(mark) and mark not in RESERVED
                    (terms if able else others)[mark if able else f"{{{mark}}}"] += 1
                others.update(set(_BRACKETS.findall(cell.raw)))
    seldom = [mark for mark in others if mark[0] == "[" and others[mark] < _OFTEN]
    return dict(terms.most_common()), {m: n for m, n in others.most_common() if m not in seldom}


def _is_sound(cell: YamlNode, scope: Scope) -> bool:
    """Whether a text can be read with its markup."""
    trial = replace(scope, found=Diagnostics())
    RichField().read(cell, trial)
    return not len(trial.found)


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
        between, name = text[end : match.start()], match[2]
        mark = _MARKS[name] if name in even else " " if name in ("td", "th") else ""
        pieces += [between if marked else _escaped(between), "\n" if name in _BREAKS else mark]
        end = match.end()
    pieces.append(text[end:] if marked or not tags else _escaped(text[end:]))
    joined = unescape("".join(pieces)).replace("\N{NO-BREAK SPACE}", " ")
    lines = (" ".join(line.split()) for line in joined.split("\n"))
    return "\n".join(line for line in lines if line and line.strip("*"))


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)

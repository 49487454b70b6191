"""Read the file to make a new game from as a table of columns."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core import paths
from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.features.fromtable import problems
from cardgen.features.fromtable.trimming import (
    Objects,
    all_cards,
    holder,
    objects,
    trimmed,
)
from cardgen.features.fromtable.words import MEANINGS, words_of
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import IDENTIFIER
from cardgen.source.files import DECK_ENDINGS, WORKBOOKS, Project, decode
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.reading import TABLE_LIMIT, read_rows, split_sheet
from cardgen.source.tables.table import NOTE, deck_table, shape
from cardgen.source.yaml import load_yaml

Value = str | int | float | None

_DEEP = 3
_SCRIPTS = {".rb": "Squib", ".nde": "nanDECK", ".txt": "nanDECK"}
_DIRECTIVE = re.compile(r"\s*(?:\w+|\[[^\[\]]+\])\s*=")
"""The beginning of a line of nanDECK; a text without such lines is not its script."""
_DECKSMITH = {"width", "height", "elements"}
"""The keys that every deck of decksmith has."""
_LAYOUT = frozenset(
    "extends x y width height radius x1 y1 x2 y2 align valign angle alpha color font font_size"
    " justify markup ellipsize wrap spacing fill_color stroke_color stroke_width dash file".split()
)
"""The keys of an entry of `layout.yml`, the places and looks of boxes in Squib."""
_VERTICAL_TAB = re.compile(rb"(?<!\\)((?:\\\\)*)\\u000[bB]")


class ForeignColumn:
    """A column; ``cells`` has one entry a card, None where the cell is empty."""

    def __init__(self, written: str, cells: Iterable[YamlNode | None]) -> None:
        self.written = written
        self.cells = tuple(cells)

    @cached_property
    def filled(self) -> tuple[YamlNode, ...]:
        """The cells that hold something."""
        return tuple(cell for cell in self.cells if cell is not None and cell.value is not None)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The filled cells as they are written; none if they are nested."""
        return tuple(cell.raw.strip() for cell in self.filled if cell.kind == "scalar")

    @cached_property
    def nodes(self) -> tuple[YamlNode, ...]:
        """The filled cells; what is written in brackets is read as nested values, if it can be."""
        return tuple(_unfolded(cell) for cell in self.filled)

    @cached_property
    def different(self) -> int:
        """How many texts differ."""
        return len(set(self.texts))

    @cached_property
    def nested(self) -> bool:
        """Whether most cells hold a list or an object, or are written as one."""
        inner = sum(cell.kind != "scalar" or _is_folded(cell) for cell in self.filled)
        return inner * 2 > len(self.filled)

    @property
    def is_full(self) -> bool:
        """Whether every card has a value."""
        return len(self.filled) == len(self.cells)

    def length(self, share: float = 1) -> int:
        """Return the length that this share of the filled texts does not exceed."""
        lengths = sorted(map(len, self.texts))
        return lengths[min(len(lengths) - 1, int(share * len(lengths)))] if lengths else 0

    @cached_property
    def numeric(self) -> bool:
        """Whether every value is a number."""
        return bool(self.filled) and all(is_number(cell.value) for cell in self.filled)

    def means(self, what: str) -> int:
        """Return how well the header means something: 2 if all of it does, 1 if a word does."""
        words = words_of(self.written)
        whole = "_".join(words) in MEANINGS[what]
        return 2 if whole else int(not set(words).isdisjoint(MEANINGS[what]))

    def rank(self, what: str) -> int:
        """Return the place of the first name that the header has, of those that mean something."""
        words = words_of(self.written)
        places = (n for n, name in enumerate(MEANINGS[what]) if name in (*words, "_".join(words)))
        return next(places, 99)

    def words(self) -> Iterator[tuple[int, YamlNode]]:
        """Yield the cells that hold texts and no numbers, each with the number of its card."""
        for row, cell in enumerate(self.cells):
            if cell is not None and cell.kind == "scalar" and isinstance(cell.value, str):
                yield row, cell

    def having(self, changed: Mapping[int, Value]) -> ForeignColumn:
        """Return the column with other values in some of its cells; None empties one."""
        new = {row: scalar_cell(value) for row, value in changed.items() if value is not None}
        cells = (new.get(row) if row in changed else old for row, old in enumerate(self.cells))
        return ForeignColumn(self.written, cells)


class ForeignTable(Struct, frozen=True):
    """A table from outside of the project: its columns, and the bytes that become the deck file.

    ``file`` is its name with the ending that fits those bytes, ``sheet`` the one that was named in
    a workbook. ``grid`` are all cells of a table as they are written, the header first; ``lines``
    has the row there of each card. ``found`` are warnings, ``mended`` lists the repairs.
    """

    file: str
    sheet: str
    data: bytes
    columns: tuple[ForeignColumn, ...]
    grid: tuple[list[str], ...] = ()
    lines: tuple[int, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    mended: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """How many cards there are."""
        return len(self.columns[0].cells)

    @property
    def ending(self) -> str:
        """The ending of the deck file."""
        return PurePosixPath(self.file).suffix.lower()

    @property
    def called(self) -> str:
        """The name of the sheet, or of the file without its ending."""
        return self.sheet or PurePosixPath(self.file).stem


def scalar_cell(value: Value) -> YamlNode:
    """Make a cell that stands in no file."""
    return YamlNode(value, "scalar", 1, 1, 1, SourceFile("", ""), str(value), "cell")


def is_number(value: Any) -> bool:
    """Whether a value is a number, which a truth value is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def inner_values(nodes: Iterable[YamlNode]) -> Iterator[YamlNode]:
    """Yield the items of lists, and other values unchanged."""
    for node in nodes:
        yield from node.value if node.kind == "list" else (node,)


def _is_folded(cell: YamlNode) -> bool:
    """Whether a cell of a table holds a list or an object, written in brackets."""
    return cell.kind == "scalar" and cell.style == "cell" and cell.raw[:1] in ("[", "{")


def _unfolded(cell: YamlNode) -> YamlNode:
    if not _is_folded(cell):
        return cell
    unfolded = copy.copy(cell)
    try:
        shape(unfolded, "nested")
    except SourceError:
        return cell
    return unfolded


def read_foreign(given: str, here: Path, encoding: str = "") -> ForeignTable:
    """Read ``FILE`` or ``FILE.xlsx#Sheet``; raises SourceError if it is not a table of cards.

    The ``encoding`` of a text counts before all guesses.
    """
    if given.lower().startswith(("http://", "https://")):
        raise SourceError(problems.no_table(None, paths.printable(given), None))
    named, sheet = split_sheet(given)
    path = (here / named).resolve()
    ending = _ending(path.name)
    if ending in _SCRIPTS:
        _refuse_script(path, _SCRIPTS[ending])
    if ending not in DECK_ENDINGS:
        raise SourceError(problems.no_table(None, paths.printable(named), ending))
    data = Project(path.parent).data(path.name, what="the table", limit=TABLE_LIMIT)
    if encoding and ending not in WORKBOOKS:
        try:
            data = data.decode(encoding).encode()
        except (LookupError, UnicodeError) as error:
            raise SourceError(
                problems.no_encoding(Location(path.name), encoding, str(error))
            ) from None
    return table_of(path.name, data, sheet)


def _refuse_script(path: Path, program: str) -> None:
    """Raise SourceError for a script of another program, at the line that names its table."""
    data = Project(path.parent).data(path.name, what="the table", limit=TABLE_LIMIT)
    lines = data.decode(errors="replace").splitlines()
    if path.suffix.lower() == ".txt" and not any(map(_DIRECTIVE.match, lines)):
        return
    names_table = re.compile(r"link\s*=|[^#]*\b(?:csv|xlsx)\b", re.IGNORECASE)
    line = next((number for number, text in enumerate(lines, 1) if names_table.match(text)), 1)
    raise SourceError(problems.other_program(Location(path.name, line), path.name, program))


def _ending(name: str) -> str:
    return PurePosixPath(name).suffix.lower().replace(".yml", ".yaml")


def table_of(name: str, data: bytes, sheet: str = "") -> ForeignTable:
    """Read the bytes of a file of that name."""
    if _ending(name) in (".yaml", ".json"):
        return _tree(name, data)
    read = read_rows(name, data, sheet, PurePosixPath(name).stem)
    rows, notes = trimmed(list(read.rows))
    table = deck_table(read.source, iter(rows), str, read.found)
    cards = table.tree.value["cards"].value
    if not cards:
        raise SourceError(problems.no_rows(table.tree.at, name))
    order = [one.written for one in table.columns if not one.written.startswith(NOTE)]
    line_of = {row.line: n for n, row in enumerate(rows)}
    return ForeignTable(
        name,
        sheet,
        data,
        _columns([card.value for card in cards], order),
        tuple([cell.raw for cell in row.cells] for row in rows),
        tuple(line_of[card.line] for card in cards),
        table.found,
        tuple(notes),
    )


def _columns(rows: Objects, names: Iterable[str]) -> tuple[ForeignColumn, ...]:
    return tuple(ForeignColumn(name, (row.get(name) for row in rows)) for name in names)


def _tree(name: str, data: bytes) -> ForeignTable:
    """Read YAML or JSON; any part that looks like cards is taken.

    A deck file stays unchanged; any other data becomes a list of objects.
    """
    is_json = _ending(name) == ".json"
    written = data
    if is_json:  # the line break of word processors, which no card can show
        data = _VERTICAL_TAB.sub(rb"\1\\n", data)
    notes = ["line breaks of word processors (U+000B) made plain ones"] if data != written else []
    source = decode(name, data)
    tree = load_json(source) if is_json else load_yaml(source)
    if program := _program_of(tree):
        raise SourceError(problems.other_program(tree.at, name, program))
    deck = tree.value["cards"] if tree.kind == "map" and set(tree.value) == {"cards"} else tree
    rows = objects(deck) or []
    is_deck = rows != [] and not holder(rows) and (is_json or all(map(_is_card, rows)))
    rows = rows if is_deck else all_cards(tree, _DEEP, notes) or []
    if not rows:
        raise SourceError(problems.no_rows(tree.at, name))
    if not is_deck:
        name = PurePosixPath(name).with_suffix(".json").name
        plain = [{key: node.plain() for key, node in row.items()} for row in rows]
        return replace(_tree(name, as_json(plain)), mended=tuple(notes))
    names = dict.fromkeys(key for row in rows for key in row)
    return ForeignTable(name, "", data, _columns(rows, names), mended=tuple(notes))


def _program_of(tree: YamlNode) -> str:
    """Return the program that a file without cards is made for; empty for any other data."""
    if tree.kind != "map" or not tree.value:
        return ""
    if tree.value.keys() >= _DECKSMITH:
        return "decksmith"
    entries = [entry.value for entry in tree.value.values() if entry.kind == "map"]
    keys = {key for entry in entries for key in entry}
    is_layout = len(entries) == len(tree.value) and "width" in keys and keys <= _LAYOUT
    return "Squib" if is_layout else ""


def as_json(rows: list[dict[str, Any]]) -> bytes:
    """Write rows as a list of objects, a value a line, as people edit it."""
    return (json.dumps(rows, indent=1, ensure_ascii=False) + "\n").encode()


def _is_card(row: Mapping[str, YamlNode]) -> bool:
    """Whether an object is a card as a deck file in YAML has it, where no column is renamed."""
    fields = [key for key in row if key not in BUILT_IN]
    named = "id" in row and "title" in row and "type" not in row
    return named and all(map(IDENTIFIER.fullmatch, fields))

"""Reads the file that a new game is to be made of, wherever it lies, as a table of columns."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core import paths
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import SourceError
from cardgen.features.scaffold import problems
from cardgen.features.scaffold.fromtable.columns import ForeignColumn, columns_of
from cardgen.model.cards import BUILT_IN
from cardgen.model.fields import IDENTIFIER
from cardgen.source.files import DECK_ENDINGS, Project, decode
from cardgen.source.node import YamlNode
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.reading import TABLE_LIMIT, read_table, split_sheet
from cardgen.source.tables.table import NOTE
from cardgen.source.yaml import load_yaml

_DEEP = 3
_VERTICAL_TAB = re.compile(rb"(?<!\\)((?:\\\\)*)\\u000[bB]")
_KEY = "name"
"""The column of what rows are called in an object of objects."""


class ForeignTable(Struct, frozen=True):
    """A table from outside of the project: its columns, and the bytes that become the deck file.

    ``file`` is its name with the ending that fits those bytes, ``sheet`` the one that was named in
    a workbook. ``found`` are warnings, ``noted`` columns of notes, ``mended`` what `mended` did.
    """

    file: str
    sheet: str
    data: bytes
    columns: tuple[ForeignColumn, ...]
    rows: int
    found: tuple[Diagnostic, ...] = ()
    noted: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()

    @property
    def ending(self) -> str:
        """The ending of the deck file."""
        return PurePosixPath(self.file).suffix.lower()

    @property
    def called(self) -> str:
        """The name of the sheet, or of the file without its ending."""
        return self.sheet or PurePosixPath(self.file).stem


def read_foreign(given: str, here: Path) -> ForeignTable:
    """Read ``FILE`` or ``FILE.xlsx#Sheet``; raises SourceError for what is no table of cards."""
    if given.lower().startswith(("http://", "https://")):
        raise SourceError(problems.no_table(None, paths.printable(given), None))
    named, sheet = split_sheet(given)
    path = (here / named).resolve()
    ending = path.suffix.lower().replace(".yml", ".yaml")
    if ending not in DECK_ENDINGS:
        raise SourceError(problems.no_table(None, paths.printable(named), ending))
    data = Project(path.parent).data(path.name, what="the table", limit=TABLE_LIMIT)
    return _read(path.name, sheet, data)


def reread(table: ForeignTable, data: bytes) -> ForeignTable:
    """Return a table as it is with other bytes."""
    return _read(table.file, table.sheet, data)


def _read(name: str, sheet: str, data: bytes) -> ForeignTable:
    path = PurePosixPath(name)
    ending = path.suffix.lower().replace(".yml", ".yaml")
    if ending in (".yaml", ".json"):
        return _tree(name, ending, data)
    table = read_table(name, data, sheet, path.stem, _as_written)
    rows = [row.value for row in table.tree.value["cards"].value]
    if not rows:
        raise SourceError(problems.no_rows(table.tree.at, name))
    columns = columns_of(rows, tuple(one.written for one in table.columns))
    noted = tuple(one.written for one in columns if one.written.startswith(NOTE))
    kept = tuple(one for one in columns if one.written not in noted)
    return ForeignTable(name, sheet, data, kept, len(rows), table.found, noted)


def _as_written(written: str) -> str:
    return written


def _tree(name: str, ending: str, data: bytes) -> ForeignTable:
    """Read YAML or JSON, of which any part that looks like cards is taken.

    Data that is a deck file already stays as it is; of all else a list of objects is made.
    """
    is_json = ending == ".json"
    written = data
    if is_json:  # the line break of word processors, which no card can show
        data = _VERTICAL_TAB.sub(rb"\1\\n", data)
    mended = ("line breaks of word processors (U+000B) made plain ones",) if data != written else ()
    source = decode(name, data)
    tree = load_json(source) if is_json else load_yaml(source)
    rows = _deck_rows(tree)
    is_deck = rows is not None and (is_json or all(_is_card(row) for row in rows))
    rows = rows or _rows(tree, _DEEP)
    if not rows:
        raise SourceError(problems.no_rows(tree.at, name))
    if not is_deck:
        name = PurePosixPath(name).with_suffix(".json").name
        plain = [{key: node.plain() for key, node in row.items()} for row in rows]
        data = (json.dumps(plain, indent=1, ensure_ascii=False) + "\n").encode()
        return replace(_tree(name, ".json", data), mended=mended)
    columns = tuple(columns_of(list(rows), ()))
    return ForeignTable(name, "", data, columns, len(rows), mended=mended)


def _is_card(row: Mapping[str, YamlNode]) -> bool:
    """Whether an object is a card as a deck file in YAML has it, where no column is renamed."""
    fields = [key for key in row if key not in BUILT_IN]
    named = "id" in row and "title" in row and "type" not in row
    return named and all(IDENTIFIER.fullmatch(key) for key in fields)


def _deck_rows(tree: YamlNode) -> list[Mapping[str, YamlNode]] | None:
    """Return the cards of what is a deck file already."""
    if tree.kind == "list":
        return _objects(tree)
    if tree.kind != "map" or set(tree.value) != {"cards"}:
        return None
    return _objects(tree.value["cards"])


def _objects(node: YamlNode) -> list[Mapping[str, YamlNode]] | None:
    if node.kind == "list" and node.value and all(item.kind == "map" for item in node.value):
        return [item.value for item in node.value]
    return None


def _rows(node: YamlNode, depth: int) -> list[Mapping[str, YamlNode]] | None:
    """Return the most rows that a tree has: a list of objects, or an object of objects."""
    found = _objects(node)
    if found is not None or node.kind != "map" or not depth:
        return found
    inner = [_rows(one, depth - 1) for one in node.value.values()]
    best = max((rows for rows in inner if rows), key=len, default=None)
    if len(node.value) > 1 and all(one.kind == "map" for one in node.value.values()):
        mine = [_keyed(node.keys or {}, key, one) for key, one in node.value.items()]
        return mine if best is None or len(mine) >= len(best) else best
    return best


def _keyed(keys: Mapping[str, YamlNode], key: str, node: YamlNode) -> Mapping[str, YamlNode]:
    """Return an object with the key that it stands under, as its name if it has none."""
    row: dict[str, Any] = node.value
    return {"key" if _KEY in row else _KEY: keys[key], **row}

"""Reads a deck file of any kind but YAML into the tree that YAML gives."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from cardgen.core.diagnostics import SourceError
from cardgen.source.files import WORKBOOKS, decode
from cardgen.source.node import YamlNode
from cardgen.source.problems import empty_file
from cardgen.source.tables.delimited import read_delimited
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.problems import json_form
from cardgen.source.tables.table import (
    NOTE,
    DeckTable,
    Naming,
    ReadRows,
    deck_of,
    deck_table,
    plain_name,
)

TABLE_LIMIT = 50_000_000
"""Bytes of a table that a deck is read from."""
_SHEET = re.compile(r"(.+\.(?:xlsx|ods))#(.*)", re.IGNORECASE | re.DOTALL)


def split_sheet(named: str) -> tuple[str, str]:
    """Return the file and the sheet that `FILE.xlsx#SHEET` names; no sheet for other files."""
    found = _SHEET.fullmatch(named)
    return (found[1], found[2].strip()) if found else (named, "")


def read_table(
    path: str, data: bytes, sheet: str = "", deck: str = "", naming: Naming = plain_name
) -> DeckTable:
    """Read a deck file by its ending: cells of tables are scalars, JSON is a tree already.

    ``path`` names it in messages. In a workbook, ``sheet`` is taken, or else the only one, or that
    named as the ``deck``. ``naming`` tells which field a column, or a key of JSON, fills.

    Raises SourceError for a file that is no table.
    """
    if path.lower().endswith(".json"):
        return _read_json(path, data, naming)
    read = read_rows(path, data, sheet, deck)
    return deck_table(read.source, read.rows, naming, read.found)


def read_rows(path: str, data: bytes, sheet: str = "", deck: str = "") -> ReadRows:
    """Return the rows of CSV, or of the sheet of a workbook that `read_table` takes."""
    if PurePosixPath(path).suffix.lower() in WORKBOOKS:
        # Archives and XML take as long to import as all other tables together.
        from cardgen.source.tables.workbooks import read_sheet

        return read_sheet(path, data, sheet, deck)
    return read_delimited(path, data)


def _read_json(path: str, data: bytes, naming: Naming) -> DeckTable:
    source = decode(path, data)
    tree = load_json(source)
    if tree.kind == "list":
        tree = deck_of(source, tree.value)
    elif tree.kind != "map":
        found = "nothing" if tree.value is None else f"`{tree.raw[:40]}`"
        raise SourceError(json_form(tree.at, found))
    elif not tree.value:
        raise SourceError(empty_file(tree.at, "the file"))
    elif "cards" not in tree.value:
        first = next(iter(tree.value))[:40]
        raise SourceError(json_form(tree.at, f"an object without `cards` (`{first}` comes first)"))
    cards = tree.value.get("cards")
    for card in cards.value if cards is not None and cards.kind == "list" else ():
        if card.kind == "map":
            _rename(card, naming)
    return DeckTable(tree)


def _rename(card: YamlNode, naming: Naming) -> None:
    """Give the keys of an object the names of the fields that they fill."""
    keys = card.keys or {}
    names = {written: naming(written) for written in card.value}
    if all(written == name for written, name in names.items()):
        return
    kept = {written: name for written, name in names.items() if name != NOTE}
    if len(set(kept.values())) < len(kept):  # told as unknown keys, each by its own name
        return
    card.value = {name: card.value[written] for written, name in kept.items()}
    card.keys = {name: keys[written] for written, name in kept.items()}

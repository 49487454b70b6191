"""JSON and CSV as they are written: the places of the values that their readers find.

Cells of a table are changed in its text: all are texts, and a row has all its cells.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cardgen.source.editing.patching import GONE, SHORT, Edit, Patch, Patcher
from cardgen.source.editing.written import BREAK, Written, value_at
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.delimited import cell_text, dialect_of, records, spans
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.table import NOTE, as_cell, plain_name


def written_json(path: str, text: str, names: Mapping[str, str]) -> Written:
    """Return the values of a JSON text; ``names`` has fields that keys of other names fill."""
    source = SourceFile(path, text)
    root = _json(load_json(source), text)
    if root.kind == "list":
        root = _deck(root)
    cards = root.entry("cards")
    for card in root.entries[cards][1].items if cards is not None else ():
        for key, _ in card.entries:
            key.raw = names.get(key.raw, key.raw)
    return root


def _deck(cards: Written) -> Written:
    return Written("map", 0, 0, cards.end, cards.flow, entries=[(_key("cards"), cards)])


def _key(name: str) -> Written:
    """Return a key that is not written beside its value."""
    return Written("scalar", 0, 0, 0, raw=name)


def _json(node: YamlNode, text: str) -> Written:
    start = node.source.line_starts[node.line - 1] + node.column - 1
    if node.kind == "scalar":
        style = '"' if node.style == "double" else ""
        return Written("scalar", start, start, start + node.length, False, style, node.raw)
    one = Written(node.kind, start, start, start + 1, True, entries=[], items=[])
    if node.kind == "list":
        one.items = [_json(item, text) for item in node.value]
    else:
        keys = node.keys or {}
        one.entries = [(_json(keys[n], text), _json(item, text)) for n, item in node.value.items()]
    last = max((inner.end for inner in one.inner()), default=one.end)
    one.end = text.index("]" if node.kind == "list" else "}", last) + 1
    return one


def written_rows(path: str, text: str, names: Mapping[str, str]) -> Written:
    """Return the cards of a CSV text; their tag is the delimiter.

    ``names`` has the fields that columns fill. A cell that a row is too short for has a tag, too:
    what is to be written before it.
    """
    dialect = dialect_of(path, text)
    starts = [0, *(found.end() for found in BREAK.finditer(text))]
    header: list[tuple[int, Written]] = []
    cards = Written("list", 0, 0, 0, items=[])
    for begin, _, values in records(SourceFile(path, text), dialect):
        start = starts[begin - 1]
        places = list(spans(text, values, start))
        end = places[-1][1]
        said = [value.strip() for value in values]
        if "\r" in text:
            said = [BREAK.sub("\n", value) for value in said]
        if not header:
            named = [(n, names.get(one, plain_name(one))) for n, one in enumerate(said) if one]
            header = [(n, _key(name)) for n, name in named if name != NOTE]
            cards.start = cards.body = cards.end = end if header else 0
            continue
        row = Written("map", start, start, end, True, entries=[])
        for number, key in header:
            missing = number + 1 - len(said)
            raw = "" if missing > 0 else said[number]
            at = (end, end) if missing > 0 else places[number]
            tag = dialect.delimiter * max(missing, 0)
            cell = Written("scalar", at[0], *at, False, "cell" if raw else "", raw, "", tag)
            row.entries.append((key, cell))
        if any(cell.raw for _, cell in row.entries):
            cards.items.append(row)
            cards.end = end
    made = _deck(cards)
    made.entries[0][0].end, made.tag = cards.start, dialect.delimiter
    return made


class CellPatcher(Patcher):
    """Finds out what to change in the text of a table: values are cells, all are texts."""

    def meant(self, edit: Edit) -> Edit:
        """Return an edit with texts for cells, or None for empty ones; a row has all its cells."""
        value = edit.value
        row = value_at(self.root, edit.path[:2])
        if len(edit.path) == 2 and row is not None:
            given = {key.raw: self._cell(value.get(key.raw)) for key, _ in row.entries}
            return Edit(edit.path, given)
        return Edit(edit.path, self._cell(None if value is GONE else value))

    def _cell(self, value: Any) -> str | None:
        one = as_cell(value)
        if isinstance(one, str) or one is None:
            return (one or "").strip() or None
        text = json.dumps(one)
        return text.replace(".", ",") if self.root.tag == ";" else text

    def start(self, parent: Written, number: int) -> int:
        """Return where a row begins."""
        return parent.items[number].start

    def patches(self, edit: Edit) -> list[Patch]:
        """Return the cells to write for an edit."""
        row = value_at(self.root, edit.path[:2])
        if row is None or len(edit.path) > 3:
            raise self.refused(edit.path, SHORT if row is None else "change the whole cell")
        given = edit.value if len(edit.path) == 2 else {str(edit.path[2]): edit.value}
        filled = [one for _, one in row.entries if one.raw]
        all_quoted = bool(filled) and all(self.text[one.start] == '"' for one in filled)
        made = []
        for name, value in given.items():
            cell = value_at(row, (name,))
            if cell is None and value is not None:
                raise self.refused(edit.path, f"the table has no column `{name}`")
            if cell is not None and cell.said() != value:
                quoted = all_quoted or self.text[cell.start : cell.start + 1] == '"'
                if "\r\n" in self.text[cell.start : cell.end]:
                    value = value and value.replace("\n", "\r\n")
                said = cell_text(value, f'{self.root.tag}"\r\n', quoted and value is not None)
                made.append(Patch(cell.start, cell.end, cell.tag + said))
        return made

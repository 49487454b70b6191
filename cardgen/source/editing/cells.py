"""Changes cells of a table in its text: all are texts, and a row has all its cells."""

from __future__ import annotations

import json
from typing import Any

from cardgen.source.editing.patching import GONE, SHORT, Edit, Patch, Patcher
from cardgen.source.editing.written import Written, value_at
from cardgen.source.tables.delimited import cell_text
from cardgen.source.tables.table import as_cell


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

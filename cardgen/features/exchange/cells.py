"""Values as cells of a table, such that a deck reads them back as they were.

A list is `a; b`; where that would be read otherwise, and for records, the cell holds JSON.
"""

from __future__ import annotations

import json

from cardgen.core.errors import OutputError
from cardgen.features.exchange import problems
from cardgen.features.exchange.rows import Cell, DeckRows, Value
from cardgen.model.fields import MISSING
from cardgen.source.tables.cells import BETWEEN, ERROR_VALUE

Scalar = str | int | float | bool


def table(deck: DeckRows, longest: int = 0) -> list[list[Scalar | None]]:
    """Return the rows of a table under its header; None where a cell is empty.

    ``longest`` limits the characters of a text, as a workbook does. Raises OutputError with all
    values that no cell can hold.
    """
    rows: list[list[Scalar | None]] = [list(deck.columns)]
    found = []
    for row in deck.rows:
        cells: list[Scalar | None] = []
        for name in deck.columns:
            cell = row.get(name)
            made = _cell(cell) if cell is not None else None
            reason = _refusal(cell, made, longest) if cell is not None else ""
            if reason:
                found.append(problems.no_cell(None, row["id"].value, name, reason))
            cells.append(None if made == "" else made)
        rows.append(cells)
    if found:
        raise OutputError(*found)
    return rows


def _cell(cell: Cell) -> Scalar:
    value = cell.value
    if isinstance(value, dict):
        return _json(value)
    if not isinstance(value, list):
        scalar: Scalar = value
        return scalar
    texts = [one if isinstance(one, str) else json.dumps(one) for one in value]
    plain = all(isinstance(one, Scalar) for one in value) and not any(map(_needs_json, texts))
    if not plain or not texts or texts[0][0] in "[{":
        return _json(value)
    return f"{BETWEEN} ".join(texts)


def _needs_json(text: str) -> bool:
    return not text or text != text.strip() or BETWEEN in text


def _json(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def _refusal(cell: Cell, made: Scalar | None, longest: int) -> str:
    """Return why a cell would not be read back as it is; nothing if it would."""
    if not isinstance(made, str):
        return ""
    if longest and len(made) > longest:
        return f"it has {len(made):,} characters, and {longest:,} have room"
    if longest and ERROR_VALUE.fullmatch(made):
        return "it reads like a formula that failed"
    if made != made.strip():
        return "it has blanks at its ends"
    field = cell.field
    left_out = not field.required and field.default in (MISSING, "", None)
    return "" if made or left_out else "it is an empty text"

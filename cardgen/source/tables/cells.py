"""What a cell means: a text, a number, a flag, nothing, several values, or a nested value."""

from __future__ import annotations

import math
import re
from typing import Literal

from cardgen.core.errors import SourceError
from cardgen.source.node import Scalar, SourceFile, YamlNode
from cardgen.source.tables.problems import bad_nested
from cardgen.source.yaml import load_yaml, resolve

BETWEEN = ";"
"""Stands between the values of a list in one cell."""
ERROR_VALUE = re.compile(r"#[A-ZÄÖÜ]+(?:/[0A-Z])?[!?]|#N/A|#N/D|#NV|Err:\d{3}")
"""What spreadsheet programs show for a formula that failed, in the languages seen most."""
_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+")
_MONTH = (  # as the programs shorten them, in the languages seen most
    r"(?:janv?|jän|ene|febr?|fév|févr|mar|mär|mrz|mars|apr|abr|avr|avril|may|mai|mag|juni?|juin|giu"
    r"|juli?|juil|lug|aug|ago|août|sept?|set|oct|okt|ott|nov|dec|dez|déc|dic)"
)
DATE = re.compile(
    rf"[0-9]{{1,2}}[-. /]+{_MONTH}\.?(?:[-. /]+[0-9]{{2,4}})?"
    rf"|{_MONTH}\.?[-. /]+[0-9]{{2,4}}"
    r"|[0-9]{1,2}\.[0-9]{1,2}\."
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2} 00:00:00",
    re.IGNORECASE,
)
"""What `3/10` becomes in the hands of a spreadsheet program: `3-Oct`, `03. Okt`, `03.10.`"""
Shape = Literal["list", "nested", "number"]
"""What a cell becomes: several values, a nested one, or a number or flag if it looks like one."""


def meaning(raw: str, decimal_comma: bool = False) -> Scalar:
    """Return what the text of a cell means, as plain text does in YAML; None if it is empty.

    No word means nothing: in a table, nothing is an empty cell.
    """
    if not raw:
        return None
    if decimal_comma and _COMMA.fullmatch(raw):
        return float(raw.replace(",", "."))
    try:
        value = resolve(raw)
    except ValueError:
        return raw
    return raw if value is None else value


def number_text(value: float) -> str:
    """Return a number of a workbook as a text: 3 for 3.0, with the 15 digits that programs show."""
    if not math.isfinite(value):
        return str(value)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.15g}"


def shape(cell: YamlNode, wanted: Shape) -> None:
    """Make a list or a mapping of a cell in place.

    A cell that begins with `[` or `{` is read as a flow value of YAML, which JSON is as well. Any
    other is split at `;` for a list. Raises SourceError for a nested value that cannot be read.
    """
    if cell.kind != "scalar" or cell.value is None:
        return
    if wanted == "number":  # some programs write all values of JSON as texts
        if type(cell.value) is str:
            cell.value = meaning(cell.raw.strip())
        return
    if cell.raw[0] in "[{":
        found = _nested(cell)
        cell.kind, cell.value, cell.keys = found.kind, found.value, found.keys
    elif wanted == "list":
        cell.kind, cell.value = "list", list(_split(cell))


def _split(cell: YamlNode) -> list[YamlNode]:
    items, column = [], cell.column
    line, exact = cell.line, not cell.source.sheet and "\n" not in cell.raw
    for part in cell.raw.split(BETWEEN):
        raw = part.strip()
        if raw:
            at = column + len(part) - len(part.lstrip()) if exact else cell.column
            length = len(raw) if exact else cell.length
            items.append(
                YamlNode(meaning(raw), "scalar", line, at, length, cell.source, raw, "cell")
            )
        column += len(part) + 1
    return items


def _nested(cell: YamlNode) -> YamlNode:
    """Read the text of a cell as a value of YAML; every part of it stands where the cell does."""
    at = cell.at
    try:
        found = load_yaml(SourceFile(at.path, cell.raw))
    except SourceError as error:
        first = error.diagnostics[0]
        raise SourceError(bad_nested(at, first.message, first.hints)) from None
    _move(found, cell)
    return found


def _move(node: YamlNode, cell: YamlNode) -> None:
    node.line, node.column, node.length = cell.line, cell.column, cell.length
    node.source = cell.source
    if node.kind == "scalar":
        node.style = "cell"
        return
    for inner in node.value.values() if node.kind == "map" else node.value:
        _move(inner, cell)
    for key in (node.keys or {}).values():
        _move(key, cell)

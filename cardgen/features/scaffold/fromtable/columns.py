"""A foreign table as columns: their headers, their cells, and counts of these."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, SourceError
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.table import shape

Value = str | int | float | None


class ForeignColumn:
    """A column; ``cells`` has one entry a card, None where the cell is empty."""

    def __init__(self, written: str, cells: tuple[YamlNode | None, ...]) -> None:
        self.written = written
        self.cells = cells

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
    def counts(self) -> Counter[str]:
        """How often each text occurs, the commonest first."""
        return Counter(dict(Counter(self.texts).most_common()))

    @cached_property
    def nested(self) -> bool:
        """Whether most cells hold a list or an object, or are written as one."""
        inner = sum(cell.kind != "scalar" or _is_folded(cell) for cell in self.filled)
        return inner * 2 > len(self.filled)

    @property
    def is_full(self) -> bool:
        """Whether every card has a value."""
        return len(self.filled) == len(self.cells)

    @property
    def longest(self) -> int:
        """The characters of the longest text."""
        return self.length_at(1)

    def length_at(self, share: float) -> int:
        """Return the length that this share of the filled texts does not exceed."""
        lengths = sorted(map(len, self.texts))
        return lengths[min(len(lengths) - 1, int(share * len(lengths)))] if lengths else 0

    @cached_property
    def numeric(self) -> bool:
        """Whether every value is a number."""
        return bool(self.filled) and all(is_number(cell.value) for cell in self.filled)

    def words(self) -> Iterator[tuple[int, str]]:
        """Yield the cells that hold texts and no numbers, each with the number of its card."""
        for row, cell in enumerate(self.cells):
            if cell is not None and cell.kind == "scalar" and isinstance(cell.value, str):
                yield row, cell.raw

    def having(self, changed: Mapping[int, Value]) -> ForeignColumn:
        """Return the column with other values in some of its cells; None empties one."""
        cells = list(self.cells)
        for row, value in changed.items():
            cells[row] = None if value is None else _cell(value, cells[row])
        return ForeignColumn(self.written, tuple(cells))


class ForeignTable(Struct, frozen=True):
    """A table from outside of the project: its columns, and the bytes that become the deck file.

    ``file`` is its name with the ending that fits those bytes, ``sheet`` the one that was named in
    a workbook. ``grid`` are all cells of a table as they are written, the header first; ``lines``
    has the row there of each card. ``found`` are warnings, ``mended`` says what `mended` did.
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


def columns_of(
    rows: list[Mapping[str, YamlNode]], order: Iterable[str] = ()
) -> tuple[ForeignColumn, ...]:
    """Return the columns of rows: those named in ``order`` first, then others as they come."""
    names = dict.fromkeys(order)
    for row in rows:
        names.update(dict.fromkeys(row))
    return tuple(ForeignColumn(name, tuple(row.get(name) for row in rows)) for name in names)


def is_number(value: Any) -> bool:
    """Whether a value is a number, which a truth value is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def inner_values(nodes: Iterable[YamlNode]) -> Iterator[YamlNode]:
    """Yield the items of lists, and other values unchanged."""
    for node in nodes:
        if node.kind == "list":
            yield from node.value
        else:
            yield node


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


def _cell(value: Value, old: YamlNode | None) -> YamlNode:
    source = old.source if old else SourceFile("", "")
    place = (old.line, old.column, old.length) if old else (1, 1, 1)
    return YamlNode(value, "scalar", *place, source, str(value), "cell")

"""A column of a foreign table: its header and its cells, and what one can count about them."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from cardgen.core.errors import SourceError
from cardgen.source.node import YamlNode
from cardgen.source.tables.cells import shape


class ForeignColumn:
    """A column; ``cells`` has one entry a row, None where the cell is empty."""

    def __init__(self, written: str, cells: tuple[YamlNode | None, ...]) -> None:
        self.written = written
        self.cells = cells

    @cached_property
    def filled(self) -> tuple[YamlNode, ...]:
        """The cells that hold something."""
        return tuple(cell for cell in self.cells if cell is not None and cell.value is not None)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The filled cells as they are written; none for what is nested."""
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
        inner = sum(cell.kind != "scalar" or is_folded(cell) for cell in self.filled)
        return inner * 2 > len(self.filled)

    @property
    def is_full(self) -> bool:
        """Whether every row has a value."""
        return len(self.filled) == len(self.cells)

    @cached_property
    def longest(self) -> int:
        """The characters of the longest text."""
        return max(map(len, self.texts), default=0)

    @cached_property
    def mean(self) -> float:
        """The characters of a text on average."""
        return sum(map(len, self.texts)) / len(self.texts) if self.texts else 0.0

    def length_at(self, share: float) -> int:
        """Return the length that this share of the filled texts does not exceed."""
        lengths = sorted(map(len, self.texts))
        return lengths[min(len(lengths) - 1, int(share * len(lengths)))] if lengths else 0

    @property
    def numeric(self) -> bool:
        """Whether every value is a number."""
        return bool(self.filled) and all(is_number(cell.value) for cell in self.filled)


def _unfolded(cell: YamlNode) -> YamlNode:
    if not is_folded(cell):
        return cell
    unfolded = copy.copy(cell)
    try:
        shape(unfolded, "nested")
    except SourceError:
        return cell
    return unfolded


def is_folded(cell: YamlNode) -> bool:
    """Whether a cell of a table holds a list or an object, written in brackets."""
    return cell.kind == "scalar" and cell.style == "cell" and cell.raw[:1] in ("[", "{")


def is_number(value: Any) -> bool:
    """Whether a value is a number, which a truth value is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def columns_of(rows: list[Mapping[str, YamlNode]], order: tuple[str, ...]) -> list[ForeignColumn]:
    """Return the columns of rows: those named in ``order`` first, then others as they come."""
    names = dict.fromkeys(order)
    for row in rows:
        names.update(dict.fromkeys(row))
    return [ForeignColumn(name, tuple(row.get(name) for row in rows)) for name in names]


def inner_values(nodes: Iterator[YamlNode]) -> Iterator[YamlNode]:
    """Yield the items of lists, and what is no list as it is."""
    for node in nodes:
        if node.kind == "list":
            yield from node.value
        else:
            yield node

"""What a piece of work reads, noted by name while the work runs.

Whoever hands out something that may change from one build to the next (a field of a card, a
theme colour, an icon) notes its name here first, also where the thing is missing. The names say
afterwards what the result depends on; `cardgen.pipeline.dependencies` compares them with what
they stand for now. Typst's ``comemo`` calls this tracking.

Names read like the source: ``card.cost``, ``rules.hand_limit``, ``theme.colors.ember``,
``template:card.xml.j2``, ``icon:sword``, ``font:atkinson/bold``, ``picture:art/map.png``,
``side:heroes/anna/face``, ``fit:heroes/rules 4 8.5``. A whole table of things, read at once,
is ``card.*``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

EVERYTHING = "*"

K = TypeVar("K")
V = TypeVar("V")


class Reads:
    """The names that were read since the innermost `recording` began."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names: set[str] = set()

    def note(self, name: str) -> None:
        """Note that something was read, or would have been were it there."""
        self.names.add(name)

    @contextmanager
    def recording(self) -> Iterator[set[str]]:
        """Collect what the block reads in a set of its own, apart from what is around it."""
        around, self.names = self.names, set()
        try:
            yield self.names
        finally:
            self.names = around

    def remembered(
        self, table: Remembered[K, V], key: K, make: Callable[[], V], limit: int = 8_000
    ) -> V:
        """Return what ``make`` makes, made once for each key of ``table``.

        What it read counts as read again each time. A table with ``limit`` entries starts anew.
        """
        known = table.get(key)
        if known is None:
            around, self.names = self.names, set()
            try:
                value = make()
            finally:
                names, self.names = self.names, around
                around |= names
            if len(table) >= limit:
                table.clear()
            table[key] = (value, frozenset(names))
            return value
        value, read = known
        if read:
            self.names |= read
        return value


Remembered = dict[K, tuple[V, frozenset[str]]]
"""Finished values by key, each with the names that were read to make it."""


class TrackedMapping(Mapping[str, V]):
    """A table whose look-ups are noted as ``<name>.<key>``."""

    __slots__ = ("_inner", "_name", "_reads")

    def __init__(self, name: str, inner: Mapping[str, V], reads: Reads) -> None:
        self._name = name
        self._inner = inner
        self._reads = reads

    def __getitem__(self, key: str) -> V:
        self._reads.note(f"{self._name}.{key}")
        return self._inner[key]

    def __iter__(self) -> Iterator[str]:
        self._reads.note(f"{self._name}.{EVERYTHING}")
        return iter(self._inner)

    def __len__(self) -> int:
        self._reads.note(f"{self._name}.{EVERYTHING}")
        return len(self._inner)

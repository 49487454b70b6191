"""Records which values a piece of work reads, by name, while the work runs.

Some values can change from one build to the next: a field of a card, a theme colour, an icon. The
code that returns such a value notes its name here first, even if the value is missing. Afterwards
the names show what the result depends on; `cardgen.pipeline.dependencies` compares their present
values with the earlier ones. Typst's ``comemo`` calls this tracking.

The names look like the source: ``card.cost``, ``rules.hand_limit``, ``theme.colors.ember``,
``template:card.xml.j2``, ``icon:sword``, ``font:atkinson/bold``, ``picture:art/map.png``,
``side:heroes/anna/face``, ``fit:heroes/rules 4 8.5``. ``card.*`` is a whole table, read at once.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

EVERYTHING = "*"

K = TypeVar("K")
V = TypeVar("V")


class Reads:
    """The names read since the innermost `recording` began."""

    __slots__ = ("names",)

    def __init__(self) -> None:
        self.names: set[str] = set()

    def note(self, name: str) -> None:
        """Note that the work read a value, or looked for one that is missing."""
        self.names.add(name)

    @contextmanager
    def recording(self) -> Iterator[set[str]]:
        """Collect the names that the block reads in a separate set."""
        around, self.names = self.names, set()
        try:
            yield self.names
        finally:
            self.names = around

    def cached(
        self, table: "CachedValues[K, V]", key: K, make: Callable[[], V], limit: int = 8_000
    ) -> V:
        """Return the value of ``key`` in ``table``; call ``make`` the first time only.

        Each call notes the names that ``make`` read. A table with ``limit`` entries is emptied.
        """
        entry = table.get(key)
        if entry is None:
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
        value, read = entry
        if read:
            self.names |= read
        return value


CachedValues = dict[K, tuple[V, frozenset[str]]]
"""Values by key, each with the names that were read to make it."""


class TrackedMapping(Mapping[str, V]):
    """A mapping that notes each look-up as ``<name>.<key>``."""

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

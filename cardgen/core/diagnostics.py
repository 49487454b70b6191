"""Diagnostics are data: what is wrong, where, and what to do about it.

Stages collect them or raise them inside a ``CardgenError``; only the command line
prints them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.value import PartlyCompared


class Severity(enum.Enum):
    """How bad a diagnostic is; only errors stop an artifact."""

    ERROR = "error"
    WARNING = "warning"


class Location(Struct, frozen=True, order=True):
    """A place in a project file; line and column count from 1, 0 means unknown.

    ``path`` is relative to the project root, with forward slashes, wherever it can be.
    """

    path: str
    line: int = 0
    column: int = 0
    length: int = 1

    def __str__(self) -> str:
        parts = [self.path]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)

    @classmethod
    def parse(cls, stamp: str) -> Location:
        """Read back ``path:line:column``, the form in which Frames carry locations."""
        path, line, column = stamp.rsplit(":", 2)
        return cls(path, int(line), int(column))


class Diagnostic(PartlyCompared, frozen=True):
    """One finding. ``code`` is a key of `cardgen.core.problems.PROBLEMS`.

    ``on`` are the ids of the sides that have it. Findings of one code and ``subject`` are one
    problem (`cardgen.core.folding`): the subject is the message where it is None, and the place
    where it is empty. The one with the lowest ``rank`` stands for all.
    """

    aside = frozenset({"rank", "subject"})

    severity: Severity
    code: str
    message: str
    at: Location | None = None
    notes: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    rank: float = 0.0
    subject: str | None = None
    on: tuple[str, ...] = ()

    def with_note(self, note: str) -> Diagnostic:
        """Return the same finding with one more line of context."""
        return self if note in self.notes else replace(self, notes=(*self.notes, note))


class Diagnostics(Struct):
    """A collector that keeps the first of equal findings, in order of arrival."""

    items: list[Diagnostic] = []
    _seen: set[Diagnostic] = set()

    def add(self, *found: Diagnostic) -> None:
        """Collect findings, dropping exact repeats."""
        for item in found:
            if item not in self._seen:
                self._seen.add(item)
                self.items.append(item)

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Collect findings from an iterable."""
        self.add(*found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return any(item.severity is Severity.ERROR for item in self.items)


def relative(path: Path, root: Path) -> str:
    """Name a file the way diagnostics show it: relative to the project if inside it."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()

"""Diagnostics are data: what is wrong, where, and what to do about it.

Stages collect them or raise them inside a ``CardgenError``; only the command line
prints them.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path


class Severity(enum.Enum):
    """How bad a diagnostic is; only errors stop an artifact."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Location:
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


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``code`` is a key of `cardgen.core.problems.PROBLEMS`.

    ``on`` are the ids of the sides that have it. Findings of one code and ``subject`` are one
    problem (`cardgen.core.folding`): the subject is the message where it is None, and the place
    where it is empty. The one with the lowest ``rank`` stands for all.
    """

    severity: Severity
    code: str
    message: str
    at: Location | None = None
    notes: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    rank: float = field(default=0.0, compare=False)
    subject: str | None = field(default=None, compare=False)
    on: tuple[str, ...] = ()

    def with_note(self, note: str) -> Diagnostic:
        """Return the same finding with one more line of context."""
        return self if note in self.notes else replace(self, notes=(*self.notes, note))


@dataclass(slots=True)
class Diagnostics:
    """A collector that keeps the first of equal findings, in order of arrival."""

    items: list[Diagnostic] = field(default_factory=list)
    _seen: set[Diagnostic] = field(default_factory=set)

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

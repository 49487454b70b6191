"""Diagnostics are data: they describe a fault, its location, and how to mend it.

Stages collect diagnostics or raise them inside a `CardgenError`; only the command line prints them.
Every exception carries its diagnostics::

    CardgenError
    ├── SourceError       CG1xx  unreadable file, YAML syntax, path outside the project
    ├── ModelError        CG2xx  schema, unknown field, missing reference, duplicate id
    ├── TemplateError     CG3xx  Jinja syntax, undefined name, malformed markup, attributes
    ├── LayoutError       CG4xx  impossible size, overflow where the policy is "error"
    ├── AssetError        CG5xx  missing or unusable font, icon, image
    ├── ImpositionError   CG6xx  card larger than the sheet, impossible arrangement
    └── OutputError       CG7xx  cannot write

Diagnostics of proofs are CG8xx: a build reports them but never raises them. Any other exception
that escapes is a bug of cardgen.
"""

import enum
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.fingerprint import PartlyCompared


class Severity(enum.Enum):
    """The severity of a diagnostic; only errors keep a build from writing an artifact."""

    ERROR = "error"
    WARNING = "warning"


_CELL = re.compile(r"(.+?)!(.+)!([A-Z]+)([0-9]+)")


class Location(Struct, frozen=True, order=True):
    """A file of the project with line and column, which count from 1; 0 means unknown.

    ``path`` is relative to the project root, with forward slashes, if the file is inside the
    project. In a workbook, ``sheet`` is the name of a sheet; line and column are its row and
    column. ``tag_number`` counts the tags of a template, for a tag whose line is not known yet.
    """

    path: str
    line: int = 0
    column: int = 0
    length: int = 1
    sheet: str = ""
    tag_number: int = 0

    @property
    def cell(self) -> str:
        """The cell of a sheet in the notation of spreadsheets, `C7`; empty if there is none."""
        return f"{column_letters(self.column)}{self.line}" if self.sheet and self.line else ""

    def __str__(self) -> str:
        if self.sheet:
            return "!".join(filter(None, (self.path, self.sheet, self.cell)))
        parts = [self.path]
        if self.tag_number:
            parts.append(f"#{self.tag_number}")
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)

    @classmethod
    def of(cls, stamp: str) -> "Location | None":
        """Read the stamp of an item; None if the stamp is empty."""
        return cls.parse(stamp) if stamp else None

    @classmethod
    def parse(cls, stamp: str) -> "Location":
        """Parse a stamp, the ``str`` of a location: ``path:#3``, ``path:2:5``, ``path!sheet!C7``.

        Items of Frames have such stamps.
        """
        if "!" in stamp and (cell := _CELL.fullmatch(stamp)):
            path, sheet, letters, row = cell.groups()
            return cls(path, int(row), column_number(letters), 1, sheet)
        path, _, tag_number = stamp.rpartition(":#")
        if tag_number.isdecimal():
            return cls(path, tag_number=int(tag_number))
        path, line, column = stamp.rsplit(":", 2)
        return cls(path, int(line), int(column))


def column_letters(number: int) -> str:
    """Return the letters of a sheet's column: A for 1, AA for 27; empty for 0."""
    letters = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the number of a sheet's column: 1 for A, 27 for AA."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


class Diagnostic(PartlyCompared, frozen=True):
    """An error or a warning. ``code`` is a key of `cardgen.core.problems.PROBLEMS`.

    ``side_ids`` names the sides that have it. Diagnostics with the same code and ``subject`` are
    one problem (`cardgen.core.folding`), represented by the diagnostic with the lowest ``rank``. If
    ``subject`` is None, the message identifies the problem; if it is empty, the location does.
    """

    ignored_fields = frozenset({"rank", "subject"})

    severity: Severity
    code: str
    message: str
    location: Location | None = None
    notes: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    rank: float = 0.0
    subject: str | None = None
    side_ids: tuple[str, ...] = ()

    def with_note(self, note: str) -> "Diagnostic":
        """Return the same diagnostic with one more note."""
        return self if note in self.notes else replace(self, notes=(*self.notes, note))


class Diagnostics(Struct):
    """A collector that drops repeated diagnostics and keeps the order of arrival."""

    items: list[Diagnostic] = []
    _seen: set[Diagnostic] = set()

    def add(self, *diagnostics: Diagnostic) -> None:
        """Collect diagnostics; drop exact repeats."""
        for item in diagnostics:
            if item not in self._seen:
                self._seen.add(item)
                self.items.append(item)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Collect diagnostics from an iterable."""
        self.add(*diagnostics)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def errors(self) -> list[Diagnostic]:
        """All errors, without warnings and notes."""
        return [item for item in self if item.severity is Severity.ERROR]

    @property
    def has_errors(self) -> bool:
        """Whether any diagnostic is an error."""
        return any(item.severity is Severity.ERROR for item in self.items)


def relative(path: Path, root: Path) -> str:
    """Return the path that diagnostics show: relative to the project if the file is inside it."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


class CardgenError(Exception):
    """A fault that the user can mend, with one or more diagnostics that explain it."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return "; ".join(item.message for item in self.diagnostics)


class SourceError(CardgenError):
    """A project file cannot be read or parsed."""


class ModelError(CardgenError):
    """The data can be read but does not describe a game."""


class TemplateError(CardgenError):
    """A template cannot be rendered or its markup cannot be read."""


class LayoutError(CardgenError):
    """An element cannot be laid out."""


class AssetError(CardgenError):
    """A font, icon or image is missing or unusable."""


class ImpositionError(CardgenError):
    """The pieces do not fit on the paper."""


class OutputError(CardgenError):
    """A file of the output cannot be written."""

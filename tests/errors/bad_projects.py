"""Bad projects as annotated text, the expected finding beside the line that causes it.

A case is a title, the files that it changes in the base project, and what must be said::

    === an unknown key
    --- card_data/bad/decks/cards.yaml
      | cards:
      |   - {id: one, titel: One}
    //              ^^^^^ error[CG201]: card `one` has no key `titel`
    //   hint: did you mean `title`?

Four columns before the text belong to the margin. Carets mark line, column and length of the
finding on the line above them, a single one only its beginning; ``line`` in their place means a
line without a column, ``file`` the file as a whole. Message, notes and hints are compared as parts.
In ``«…»`` stands text with Python's escapes, repeated by ``« … * 1000»``; a file of another kind
is made by the function that ``<=`` names. After ``<= base`` the lines go on where the base
project's ``game.yaml`` ends: among its components.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from base_project import GAME

from cardgen.core.diagnostics import Diagnostic, Location, Severity

MARGIN = 4
_FOUND = re.compile(
    r"(?P<place>\^+|line|file) (?P<severity>error|warning)\[(?P<code>CG\d+)\]: (?P<said>.+)"
)
_MORE = re.compile(r"(?P<kind>hint|note): (?P<said>.+)")
_SPECIAL = re.compile(r"«(.+?)(?: \* (\d+))?»")


@dataclass
class Expected:
    """A finding; ``column`` 0 with a line means the line as a whole."""

    severity: Severity
    code: str
    message: str
    location: Location
    notes: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        said = [f"{self.location}: {self.severity.value}[{self.code}]: …{self.message}…"]
        said += [f"  note: …{note}…" for note in self.notes]
        return "\n".join(said + [f"  hint: …{hint}…" for hint in self.hints])

    def agrees(self, found: Diagnostic) -> bool:
        """Whether a diagnostic says all of this, at this place."""
        return (
            (self.severity, self.code) == (found.severity, found.code)
            and self.message in found.message
            and self._at_same_place(found.location)
            and all(any(note in text for text in found.notes) for note in self.notes)
            and all(any(hint in text for text in found.hints) for hint in self.hints)
        )

    def _at_same_place(self, at: Location | None) -> bool:
        if at is None or self.location.length == 1:
            return str(self.location) == str(at)
        return self.location == at


@dataclass
class File:
    """A file to write, or the name of what makes one of another kind."""

    path: str
    maker: str
    lines: list[str] = field(default_factory=list)

    @property
    def data(self) -> bytes:
        """The bytes of a text file."""
        text = _SPECIAL.sub(_special, "".join(f"{line}\n" for line in self.lines))
        return (self._before + text).encode("utf-8", "surrogateescape")

    @property
    def line(self) -> int:
        """The number of the last line."""
        return self._before.count("\n") + len(self.lines)

    @property
    def _before(self) -> str:
        return GAME.format(title="Bad") if self.maker == "base" else ""


@dataclass
class Case:
    """One bad project."""

    title: str
    files: list[File] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)


def read_cases(path: Path) -> Iterator[Case]:
    """Read the cases of a file; raises ValueError for a line that means nothing."""
    cases: list[Case] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        begin, rest = line[:MARGIN], line[MARGIN:]
        if begin == "=== ":
            cases.append(Case(rest))
        elif begin == "--- ":
            name, _, maker = rest.partition(" <= ")
            cases[-1].files.append(File(name, maker))
        elif begin.strip() == "|":
            cases[-1].files[-1].lines.append(rest)
        elif begin.strip() == "//":
            _annotate(cases[-1], rest, f"{path.name}:{number}")
        elif line and not line.startswith("#"):
            raise ValueError(f"{path.name}:{number}: what does this line mean?")
    yield from cases


def _annotate(case: Case, text: str, where: str) -> None:
    indent = len(text) - len(text.lstrip())
    if more := _MORE.fullmatch(text.strip()):
        last = case.expected[-1]
        (last.hints if more["kind"] == "hint" else last.notes).append(more["said"])
        return
    found = _FOUND.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{where}: what does this annotation mean?")
    place, file = found["place"], case.files[-1]
    at = Location(file.path, 0 if place == "file" else file.line)
    if place.startswith("^"):
        at = Location(file.path, at.line, indent + 1, len(place))
    severity = Severity(found["severity"])
    case.expected.append(Expected(severity, found["code"], found["said"], at))


def _special(match: re.Match[str]) -> str:
    plain = match[1].encode("latin-1", "backslashreplace").decode("unicode_escape")
    raw = plain if plain.isascii() else plain.encode("latin-1").decode("utf-8", "surrogateescape")
    return raw * int(match[2] or 1)

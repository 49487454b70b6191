"""Stamps: every literal opening tag has an attribute that identifies its file and its number.

Before Jinja compiles a template, the n-th literal ``<tag`` becomes ``<tag at="file:#n"``. The stamp
is inserted in the source, not in the output. So an element from a macro, an inherited block or a
loop has a stamp of the file that contains its tag. Stamping adds and removes no lines, so that
Jinja's line numbers remain correct. A new comment moves a tag but does not change its stamp;
`TagLocations` finds the line and column of a stamp in the current text of the template.

Jinja's rules decide which tags are literal: those outside of comments, expressions and statements,
and all tags in a ``raw`` block ("Escaping" in its Template Designer Documentation). Tags inside XML
comments and CDATA sections (XML 1.0, sections 2.5 and 2.7) do not count.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.source.phrases import end_of_code

STAMP_ATTRIBUTE = "at"

_TOKEN = re.compile(
    r"""
      (?P<comment> \{\# )
    | (?P<raw> \{%[+-]?\s*raw\s*[+-]?%\} )
    | (?P<code> \{\{ | \{% )
    | <!--.*?(?:-->|\Z)
    | <!\[CDATA\[.*?(?:\]\]>|\Z)
    | <(?P<tag>[A-Za-z_][\w.-]*)
    """,
    re.DOTALL | re.VERBOSE,
)
_END_OF_RAW = re.compile(r"\{%[+-]?\s*endraw\s*[+-]?%\}|\Z")
_NOTE_WITH_STAMP = re.compile(r"(.*? by )(.+:#\d+)")
"""A note that ends with the stamp of a tag."""


def stamp(source: str, path: str) -> str:
    """Insert a stamp after the name of every literal opening tag."""
    pieces: list[str] = []
    last = 0
    path = html.escape(path)
    for number, (_, end) in enumerate(tags(source), 1):
        pieces.append(f'{source[last:end]} {STAMP_ATTRIBUTE}="{path}:#{number}"')
        last = end
    pieces.append(source[last:])
    return "".join(pieces)


def tag_locations(source: str) -> list[tuple[int, int, str]]:
    """Return the line, the column and the name of every literal opening tag of a template."""
    locations = []
    last, line, line_start = 0, 1, 0
    for start, end in tags(source):
        newlines = source.count("\n", last, start)
        if newlines:
            line += newlines
            line_start = source.rindex("\n", last, start) + 1
        locations.append((line, start - line_start + 1, source[start + 1 : end]))
        last = start
    return locations


class TagLocations:
    """The locations of the tags of templates; it reads each file once."""

    def __init__(self, *roots: Path) -> None:
        self._roots = roots
        self._locations: dict[str, list[tuple[int, int, str]]] = {}
        self.unsaved: Mapping[str, bytes] = {}
        """Unsaved texts by path; they replace the contents of the files."""

    def text(self, path: str) -> str:
        """Return the text of a template; empty if the file cannot be read."""
        if path in self.unsaved:
            return self.unsaved[path].decode("utf-8-sig")
        for root in self._roots:
            try:
                return (root / path).read_bytes().decode("utf-8-sig")
            except (OSError, ValueError):
                continue
        return ""

    def resolve(self, location: Location) -> Location:
        """Return the line and column of a stamp; other locations are returned unchanged."""
        return self._lookup(location)[0] if location.tag_number else location

    def describe_tag(self, stamp: str) -> tuple[str, str]:
        """Return the name of a stamp's tag ("" if there is no such tag), and its ``path:line``."""
        location = Location.parse(stamp)
        location, name = self._lookup(location) if location.tag_number else (location, "")
        return name, f"{location.path}:{location.line}" if location.line else location.path

    def _lookup(self, location: Location) -> tuple[Location, str]:
        locations = self._locations.get(location.path)
        if locations is None:
            locations = self._locations[location.path] = tag_locations(self.text(location.path))
        if location.tag_number > len(locations):
            return Location(location.path), ""
        line, column, name = locations[location.tag_number - 1]
        return Location(location.path, line, column), name

    def locate(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return diagnostics with lines and columns in place of stamps."""
        return [self._locate(diagnostic) for diagnostic in diagnostics]

    def _locate(self, diagnostic: Diagnostic) -> Diagnostic:
        location, notes = diagnostic.location, diagnostic.notes
        return replace(
            diagnostic,
            location=location and self.resolve(location),
            notes=tuple(map(self._resolve_note, notes)),
        )

    def _resolve_note(self, note: str) -> str:
        match = _NOTE_WITH_STAMP.fullmatch(note)
        return f"{match[1]}{self.resolve(Location.parse(match[2]))}" if match else note

    def clear(self) -> None:
        """Discard the locations, so that the next request reads its file again."""
        self._locations.clear()


def tags(source: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each literal ``<tag``, in linear time for any text."""
    offset, raw_end = 0, 0
    while match := _TOKEN.search(source, offset):
        start, offset = match.span()
        if match["tag"]:
            yield start, offset
        elif start < raw_end:
            continue
        elif match["comment"]:
            end = source.find("#}", offset)
            offset = len(source) if end < 0 else end + 2
        elif match["raw"]:
            end_of_raw = _END_OF_RAW.search(source, offset)
            assert end_of_raw is not None
            raw_end = end_of_raw.start()
        elif match["code"]:
            offset = end_of_code(source, offset, match["code"])

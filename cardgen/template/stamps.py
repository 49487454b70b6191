"""Stamps: every literal opening tag carries a mark, by which its place can be looked up.

Before Jinja compiles a template, the n-th literal ``<tag`` becomes ``<tag at="file:#n"``.
Since this happens in the source, not in the output, an element that is written by a macro, an
inherited block or a loop points to the file that holds its tag. No line is added or removed, so
Jinja's own line numbers stay right. A comment that moves a tag leaves its mark as it was:
`TagPlaces` finds the line and column of a mark in the template as it is now.

What is literal is decided as Jinja does it: outside of comments, expressions and statements, and
anywhere in a ``raw`` block ("Escaping" in its Template Designer Documentation). Tags inside XML
comments and CDATA sections (XML 1.0, sections 2.5 and 2.7) are none.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.source.phrases import end_of_code

STAMP = "at"

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
_MARKED = re.compile(r"(.*? by )(.+:#\d+)")
"""A note that names a tag."""


def stamp(source: str, path: str) -> str:
    """Insert a stamp after the name of every literal opening tag."""
    written: list[str] = []
    last = 0
    path = html.escape(path)
    for number, (_, end) in enumerate(tags(source), 1):
        written.append(f'{source[last:end]} {STAMP}="{path}:#{number}"')
        last = end
    written.append(source[last:])
    return "".join(written)


def tag_places(source: str) -> list[tuple[int, int, str]]:
    """Return the line, the column and the name of every literal opening tag of a template."""
    places = []
    last, line, line_start = 0, 1, 0
    for start, end in tags(source):
        newlines = source.count("\n", last, start)
        if newlines:
            line += newlines
            line_start = source.rindex("\n", last, start) + 1
        places.append((line, start - line_start + 1, source[start + 1 : end]))
        last = start
    return places


class TagPlaces:
    """Where the tags of templates are, each file read once."""

    def __init__(self, *roots: Path) -> None:
        self._roots = roots
        self._places: dict[str, list[tuple[int, int, str]]] = {}
        self.unsaved: Mapping[str, bytes] = {}
        """What is read in place of files, by their paths."""

    def text(self, path: str) -> str:
        """Return the text of a template; empty if it cannot be read."""
        if path in self.unsaved:
            return self.unsaved[path].decode("utf-8-sig")
        for root in self._roots:
            try:
                return (root / path).read_bytes().decode("utf-8-sig")
            except (OSError, ValueError):
                continue
        return ""

    def place(self, at: Location) -> Location:
        """Return the line and column of a mark; any other place unchanged."""
        return self._found(at)[0] if at.mark else at

    def named(self, stamp: str) -> tuple[str, str]:
        """Return the name of the tag that a stamp marks, and its place as ``path:line``.

        The name is empty if it cannot be found.
        """
        at = Location.parse(stamp)
        at, name = self._found(at) if at.mark else (at, "")
        return name, f"{at.path}:{at.line}" if at.line else at.path

    def _found(self, at: Location) -> tuple[Location, str]:
        places = self._places.get(at.path)
        if places is None:
            places = self._places[at.path] = tag_places(self.text(at.path))
        if at.mark > len(places):
            return Location(at.path), ""
        line, column, name = places[at.mark - 1]
        return Location(at.path, line, column), name

    def located(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return findings with the lines and columns of the tags that they are about."""
        return [
            replace(one, at=one.at and self.place(one.at), notes=tuple(map(self._note, one.notes)))
            for one in found
        ]

    def _note(self, note: str) -> str:
        named = _MARKED.fullmatch(note)
        return f"{named[1]}{self.place(Location.parse(named[2]))}" if named else note

    def clear(self) -> None:
        """Read all files anew when they are asked for."""
        self._places.clear()


def tags(source: str) -> Iterator[tuple[int, int]]:
    """Yield where each literal ``<tag`` begins and ends, in linear time for any text."""
    at, raw_end = 0, 0
    while match := _TOKEN.search(source, at):
        start, at = match.span()
        if match["tag"]:
            yield start, at
        elif start < raw_end:
            continue
        elif match["comment"]:
            end = source.find("#}", at)
            at = len(source) if end < 0 else end + 2
        elif match["raw"]:
            end_of_raw = _END_OF_RAW.search(source, at)
            assert end_of_raw is not None
            raw_end = end_of_raw.start()
        elif match["code"]:
            at = end_of_code(source, at, match["code"])

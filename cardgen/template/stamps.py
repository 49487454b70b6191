"""Stamps: every literal opening tag is told where it was written.

Before Jinja compiles a template, each literal ``<tag`` becomes ``<tag at="file:line:column"``.
Since this happens in the source, not in the output, an element that is written by a macro, an
inherited block or a loop points to the file that holds its tag. No line is added or removed, so
Jinja's own line numbers stay right.

What is literal is decided as Jinja does it: outside of comments, expressions and statements, and
anywhere in a ``raw`` block ("Escaping" in its Template Designer Documentation). Tags inside XML
comments and CDATA sections (XML 1.0, sections 2.5 and 2.7) are none.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

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
# Strings in Jinja's code are skipped as a whole: they may contain tags and closing delimiters.
_IN_CODE = re.compile(
    r"""\"(?:[^"\\]|\\.)*+(?:"|\Z) | '(?:[^'\\]|\\.)*+(?:'|\Z) | %\} | [{}]""",
    re.DOTALL | re.VERBOSE,
)


def stamp(source: str, path: str) -> str:
    """Insert a stamp after the name of every literal opening tag."""
    done: list[str] = []
    last, line, line_start = 0, 1, 0
    for start, end in _tags(source):
        newlines = source.count("\n", last, start)
        if newlines:
            line += newlines
            line_start = source.rindex("\n", last, start) + 1
        place = html.escape(f"{path}:{line}:{start - line_start + 1}")
        done.append(f'{source[last:end]} {STAMP}="{place}"')
        last = end
    done.append(source[last:])
    return "".join(done)


def _tags(source: str) -> Iterator[tuple[int, int]]:
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
            at = _end_of_code(source, at, match["code"])


def _end_of_code(source: str, at: int, opening: str) -> int:
    """Return where a statement or expression ends; an expression may hold dicts, ``{{ {…} }}``."""
    depth = 0
    for match in _IN_CODE.finditer(source, at):
        if match[0] == "%}":
            if opening == "{%":
                return match.end()
            depth = max(depth - 1, 0)
        elif opening == "{{":
            if match[0] == "{":
                depth += 1
            elif match[0] == "}" and depth:
                depth -= 1
            elif match[0] == "}" and source.startswith("}", match.end()):
                return match.end() + 1
    return len(source)

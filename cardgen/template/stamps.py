"""Source stamps: every literal opening tag learns where it was written.

Before Jinja compiles a template, each literal ``<tag`` becomes ``<tag at="file:line:column"``.
Since this happens in the source and not in the output, an element written by a macro, an
inherited block or a loop points at the file that holds its tag. No line is added or
removed, so Jinja's own line numbers stay right.
"""

from __future__ import annotations

import html
import re

STAMP = "at"

_TOKEN = re.compile(
    r"""
      (?P<skip> \{\#.*?\#\}                                     # a comment of Jinja's
              | \{%[+-]?\s*raw\s*[+-]?%\}
              | \{%(?:"[^"]*"|'[^']*'|[^%"']|%(?!\}))*%\}        # a statement
              | \{\{(?:"[^"]*"|'[^']*'|[^}"']|\}(?!\}))*\}\}     # an expression
              | <!--.*?--> )
    | <(?P<tag>[A-Za-z_][\w.-]*)
    """,
    re.DOTALL | re.VERBOSE,
)


def stamp(source: str, path: str) -> str:
    """Insert a stamp after the name of every literal opening tag."""
    done: list[str] = []
    last, line, line_start = 0, 1, 0
    for match in _TOKEN.finditer(source):
        start = match.start()
        newlines = source.count("\n", last, start)
        if newlines:
            line += newlines
            line_start = source.rindex("\n", last, start) + 1
        done.append(source[last:start])
        done.append(match[0])
        if match["tag"]:
            place = html.escape(f"{path}:{line}:{start - line_start + 1}")
            done.append(f' {STAMP}="{place}"')
        inside = match[0].count("\n")
        if inside:
            line += inside
            line_start = start + match[0].rindex("\n") + 1
        last = match.end()
    done.append(source[last:])
    return "".join(done)

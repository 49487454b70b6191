"""Turns the YAML parser's complaints into words for people who write cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.source import problems
from cardgen.source.node import SourceFile, YamlNode

if TYPE_CHECKING:
    import yaml

_VALUE = re.compile(r"\s*(?:- +)*(?:[^\s:#'\"\[\]{}][^:#]*:\s+|- +)(?P<value>\S.*)")
_SPECIAL = {"{": "a mapping", "[": "a list", "*": "an alias", "&": "an anchor", "!": "a tag"}
_QUOTE = "put quotes round the text"
_INDENT = "check that neighbouring lines are indented alike and that brackets and quotes are closed"

# By a part of what the parser says; libyaml and PyYAML word the same fault differently.
_PLAIN_WORDS = {
    "unclosed [": "the list in brackets does not end",
    "unclosed {": "the mapping in braces does not end",
    "did not find expected node content": "a value is missing or misplaced here",
    "mapping values are not allowed": "a second `: ` stands in one line",
    "found unexpected end of stream": "the text in quotes does not end",
    "did not find expected ',' or ']'": "the list in brackets does not end, or lacks a comma",
    "did not find expected ',' or '}'": "the mapping in braces does not end, or lacks a comma",
    "expected ',' or ']'": "the list in brackets does not end, or lacks a comma",
    "expected ',' or '}'": "the mapping in braces does not end, or lacks a comma",
    "did not find expected '-' indicator": "a list item must start with `- ` here",
    "did not find expected key": "a `key:` is expected here",
    "expected <block end>": "this line does not fit its surroundings",
    "could not find expected ':'": "a key must be followed by `:`",
    "found unknown escape character": "this backslash escape is unknown",
    "cannot start any token": "this character cannot start a text",
    "did not find expected alphabetic or numeric character": "`*` and `&` name aliases in YAML",
}


def explain(file: SourceFile, error: yaml.MarkedYAMLError, inside: YamlNode | None) -> Diagnostic:
    """Return the finding for a syntax error, with the likeliest cure.

    ``inside`` is the innermost list or mapping that was open.
    """
    lines = file.text.split("\n")
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines):  # the end of the file counts as one line more
        line, column = len(lines) - 1, len(lines[-1])
    here = lines[line]
    said = str(error.problem or error.context or "not YAML")
    if _is_tab(here, column, said):
        place = here.index("\t")
        return problems.tab(Location(file.path, line + 1, place + 1))
    # An unclosed bracket or quote is noticed far below; the place it opened is the cause.
    starts = [(mark.line, mark.column)] if (mark := error.context_mark) else []
    if inside is not None and not any(rest.strip() for rest in lines[line:]):
        starts.append((inside.line - 1, inside.column - 1))
    notes: tuple[str, ...] = ()
    for start in starts:
        opener = lines[start[0]][start[1] : start[1] + 1] if start[0] < len(lines) else ""
        if start != (line, column) and opener and opener in "[{'\"":
            notes = (f"noticed at line {line + 1}",) if start[0] != line else ()
            line, column, here = *start, lines[start[0]]
            said = f"unclosed {opener}" if "node content" in said else said
            break
    words = next((plain for raw, plain in _PLAIN_WORDS.items() if raw in said), said)
    at = Location(file.path, line + 1, column + 1)
    return problems.yaml_syntax(at, words, _cure(here, said), notes)


def _is_tab(here: str, column: int, said: str) -> bool:
    """Whether a tab is to blame, which may not indent (YAML 1.2.2, 6.1)."""
    if "\t" not in here:
        return False
    return (
        "tab character" in said or here[column : column + 1] == "\t" or here.lstrip(" ")[0] == "\t"
    )


def _cure(here: str, said: str) -> tuple[str, ...]:
    value = _VALUE.match(here)
    if value and (meaning := _SPECIAL.get(value["value"][0])):
        return (f"`{value['value'][0]}` starts {meaning} in YAML: {_QUOTE}",)
    if "mapping values" in said:
        return (f'{_QUOTE} if it holds a colon: `text: "Action: draw a card"`',)
    if "cannot start any token" in said:
        return (_QUOTE,)
    if "escape" in said:
        return ("write `\\\\` for a backslash, or use single quotes",)
    return (_INDENT,)

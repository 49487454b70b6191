"""Checks that YAML 1.2.2 requires and libyaml lacks, and syntax errors in plain words.

libyaml and PyYAML follow version 1.1, and check less than they could. Each check takes one event
and the text around it, and returns a fault in words, or None. Like other parsers, the checks accept
a closing bracket at the beginning of its line. Numbers in brackets are sections of the
specification. The parser's own errors are reworded for people who write cards.
"""

import itertools
import re
from typing import Any

import yaml

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.source import problems
from cardgen.source.node import SourceFile, YamlNode

_QUOTE = "put quotes round the text"
COMMENT = ("a comment needs a space before its `#`", "put a space before the `#`")
_DASH_FAULT = ("a lone `-` in brackets is not a value", _QUOTE)
_QUESTION_MARK_FAULT = ("this text begins with `?`, which the parser would drop", _QUOTE)
_ANCHOR_FAULT = ("the name of an anchor takes letters, digits, `-` and `_`", "rename the anchor")
_INDENT_FAULT = ("this line is in quotes or brackets and must be indented", "indent it with spaces")
_EMPTY_LINE_FAULT = ("an empty line above is indented further than this text", "remove its spaces")

_HEADER = re.compile(r"[|>](?P<indent>[+-]?[1-9])?[+-]?[1-9]?(?P<hash>#)?")
_ANCHOR = re.compile(r"(?:!\S*\s+)?[&*]([^\s,\[\]{}]*)")
_INDENT = re.compile(" *")
# No quotes begin within an unquoted text, and in brackets it contains no commas (7.3.3).
_IN_FLOW = re.compile(
    r"""(?<=[\[{,:\s])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|,(?P<hash>\#)""", re.DOTALL | re.VERBOSE
)

_CLOSERS = frozenset("]},>|+-")
_QUOTES = frozenset("\"'")
_OPENERS = frozenset("[{,")
_BEFORE_TEXT = frozenset(" \n[{,:(")
_LONE_DASH = re.compile(r"-\s*[\],}]")

Fault = tuple[int, tuple[str, str]]
"""The offset of the fault, and a pair: its description and its cure."""


def is_suspect(text: str) -> bool:
    """Whether any line needs an exact check; checks of faults across lines always run."""
    for before in text.split("#")[:-1]:
        last, second_last = before[-1:], before[-2:-1]
        if last in _CLOSERS or (last in _QUOTES and second_last not in _BEFORE_TEXT):
            return True
    for before, after in itertools.pairwise(text.split("?")):
        if before.rstrip()[-1:] in _OPENERS and not after[:1].isspace():
            return True
    return _LONE_DASH.search(text) is not None


def scalar(text: str, event: Any, parent_column: int, flow: bool) -> Fault | None:
    """Check a scalar; ``parent_column`` is the column of the block around it, -1 without one."""
    start, end = event.start_mark, event.end_mark
    if event.anchor and (fault := anchor(text, event)):
        return fault
    if flow:
        if event.value == "-" and not event.style:  # (7.3.3)
            return start.index, _DASH_FAULT
        if text[start.index - 1 : start.index] == "?":
            return start.index - 1, _QUESTION_MARK_FAULT
    if event.style in ("|", ">"):
        return _block(text, event, parent_column)
    if event.style in ("'", '"'):
        if text[end.index : end.index + 1] == "#":  # (6.6)
            return end.index, COMMENT
        if start.line != end.line and not flow:
            return _lines(text, start.index, end.index, parent_column, brackets=False)
    return None


def collection(text: str, start: int, end: int, parent_column: int) -> Fault | None:
    """Check an outermost list or mapping in brackets."""
    if text[end : end + 1] == "#":
        return end, COMMENT
    if ",#" in text[start:end]:
        for match in _IN_FLOW.finditer(text, start, end):
            if match["hash"]:
                return match.start("hash"), COMMENT
    return _lines(text, start, end, parent_column, brackets=True)


def anchor(text: str, event: Any) -> Fault | None:
    """Check the name of an anchor or alias; YAML allows nearly every character (6.9.2)."""
    match = _ANCHOR.match(text, event.start_mark.index)
    if match and match[1] != event.anchor:
        return match.start(1), _ANCHOR_FAULT
    return None


def _lines(text: str, start: int, end: int, parent_column: int, brackets: bool) -> Fault | None:
    """Check the indentation of all lines but the first (6.3, 7.4)."""
    line_start = text.find("\n", start, end) + 1
    while line_start:
        indentation = _INDENT.match(text, line_start)
        first = indentation.end() if indentation else line_start
        content = _rest_of_line(text, first, end).strip()
        lenient = brackets and content.startswith(("]", "}", "#"))
        if content and not lenient and first - line_start <= parent_column:
            return first, _INDENT_FAULT
        line_start = text.find("\n", line_start, end) + 1
    return None


def _block(text: str, event: Any, parent_column: int) -> Fault | None:
    """Check the first lines of a ``|`` or ``>`` text (8.1)."""
    begin = text.find(event.style, event.start_mark.index)
    header = _HEADER.match(text, begin)
    if header and header["hash"]:
        return header.start("hash"), COMMENT
    if event.value.strip() or (header and header["indent"]):
        return None
    longest, line_start = 0, text.find("\n", begin) + 1
    while line_start:
        line = _rest_of_line(text, line_start, len(text))
        indent = len(line) - len(line.lstrip(" "))
        if line.strip():
            is_fault = parent_column < indent < longest
            return (line_start + indent, _EMPTY_LINE_FAULT) if is_fault else None
        longest, line_start = max(longest, indent), text.find("\n", line_start) + 1
    return None


def _rest_of_line(text: str, start: int, end: int) -> str:
    """Return the line from ``start`` to ``end`` at most, without copying the text behind it."""
    stop = text.find("\n", start, end)
    return text[start : end if stop < 0 else stop]


_VALUE = re.compile(r"\s*(?:- +)*(?:[^\s:#'\"\[\]{}][^:#]*:\s+|- +)(?P<value>\S.*)")
_SPECIAL = {"{": "a mapping", "[": "a list", "*": "an alias", "&": "an anchor", "!": "a tag"}
_BRACKETS = (
    "in brackets and braces, put quotes round a text that holds `{`, `}`, `[`, `]`, `,` or `: `"
)
_COLOR = re.compile(r"[:,\[{-]\s+(#(?:[0-9a-fA-F]{3,4}){1,2})(?![\w-])")
"""A colour without quotes, which YAML reads as a comment (6.6)."""
_QUOTED_START = re.compile(r"""(["']).*\1\s*[^\s#]""")
_SYNTAX_INDENT = (
    "check that neighbouring lines are indented alike and that brackets and quotes are closed"
)

# Keys are parts of the parser's messages; libyaml and PyYAML word the same fault differently.
_PLAIN_WORDS = {
    "unclosed [": "the list in brackets does not end",
    "unclosed {": "the mapping in braces does not end",
    "did not find expected node content": "a value is missing or misplaced here",
    "deeper": "this line is indented further than the line above, which already has a value",
    "mapping values are not allowed": "a line has a second `: `",
    "found unexpected end of stream": "the text in quotes does not end",
    "expected ',' or ']'": "the list in brackets does not end, or lacks a comma",
    "expected ',' or '}'": "the mapping in braces does not end, or lacks a comma",
    "did not find expected '-' indicator": "a list item must start with `- ` here",
    "did not find expected key": "a `key:` is expected here",
    "block sequence entries are not allowed": "a list cannot begin on the line of its key",
    "expected <block end>": "this line does not continue the list or mapping above",
    "could not find expected ':'": "a key must be followed by `:`",
    "found unknown escape character": "this backslash escape is unknown",
    "cannot start any token": "this character cannot start a text",
    "did not find expected alphabetic or numeric character": "`*` and `&` name aliases in YAML",
}


def explain(file: SourceFile, error: yaml.MarkedYAMLError, node: YamlNode | None) -> Diagnostic:
    """Return the diagnostic for a syntax error, with the likeliest cure.

    ``node`` is the innermost list or mapping that was open.
    """
    lines = file.text.split("\n")
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines):  # the end of the file counts as one line more
        line, column = len(lines) - 1, len(lines[-1])
    line_text = lines[line]
    message = str(error.problem or error.context or "not YAML")
    if _is_tab(line_text, column, message):
        place = line_text.index("\t")
        return problems.tab(Location(file.path, line + 1, place + 1))
    # The parser notices an unclosed bracket or quote far below; report its beginning instead.
    starts = [(mark.line, mark.column)] if (mark := error.context_mark) else []
    if node is not None and not any(remaining.strip() for remaining in lines[line:]):
        starts.append((node.line - 1, node.column - 1))
    notes: tuple[str, ...] = ()
    cure: tuple[str, ...] = ()
    for number in range(min([line, *(start[0] for start in starts)]), line + 1):
        if diagnostic := unquoted_color(file, number + 1):  # the comment hides a bracket
            return diagnostic
    for start in starts:
        opener = lines[start[0]][start[1] : start[1] + 1] if start[0] < len(lines) else ""
        if start != (line, column) and opener and opener in "[{'\"":
            notes = (f"noticed at line {line + 1}",) if start[0] != line else ()
            cure = (_BRACKETS, _SYNTAX_INDENT) if opener in "[{" and not notes else ()
            line, column, line_text = *start, lines[start[0]]
            message = f"unclosed {opener}" if "node content" in message else message
            break
    if "mapping values" in message and ":" not in line_text[:column]:
        # Its only colon: so the parser reads the line as more words of the value above.
        message, column = "deeper", len(line_text) - len(line_text.lstrip())
        cure = ("indent it like the `key:` above, or put quotes round a text of several lines",)
    words = next((plain for raw, plain in _PLAIN_WORDS.items() if raw in message), message)
    location = Location(file.path, line + 1, column + 1)
    return problems.yaml_syntax(location, words, cure or _cure(line_text, message), notes)


def unquoted_color(file: SourceFile, line: int, column: int = 1) -> Diagnostic | None:
    """Return the diagnostic for a colour in a line that is a comment for lack of quotes."""
    match = _COLOR.search(file.text.split("\n")[line - 1], column - 1)
    if match is None:
        return None
    location = Location(file.path, line, match.start(1) + 1, len(match[1]))
    message = f"`{match[1]}` is a comment, since `#` begins one, so the value is missing"
    return problems.yaml_syntax(location, message, (f'{_QUOTE}: `"{match[1]}"`',))


def _is_tab(text: str, column: int, message: str) -> bool:
    """Whether the fault is a tab, which may not indent (YAML 1.2.2, 6.1)."""
    if "\t" not in text:
        return False
    return "tab character" in message or "\t" in (text[column : column + 1], text.lstrip(" ")[0])


def _cure(line_text: str, message: str) -> tuple[str, ...]:
    value = _VALUE.match(line_text)
    if value and (meaning := _SPECIAL.get(value["value"][0])):
        return (f"`{value['value'][0]}` starts {meaning} in YAML: {_QUOTE}",)
    if value and (_QUOTED_START.match(value["value"]) or value["value"].startswith("- ")):
        text = value["value"].rstrip()
        if text.count(text[0]) == 3 and text[0] == text[-1]:  # as in 'Don't'
            text = text[1:-1]
        return (f"{_QUOTE} as a whole: `{problems.in_quotes(text)}`",)
    if "mapping values" in message:
        return (f'{_QUOTE} if it holds a colon: `text: "Action: draw a card"`',)
    if "cannot start any token" in message:
        return (_QUOTE,)
    if "escape" in message:
        return ("write `\\\\` for a backslash, or use single quotes",)
    return (_SYNTAX_INDENT,)

"""What the parser lets pass, though YAML 1.2.2 reads it otherwise or not at all.

libyaml and PyYAML follow version 1.1, and check less than they could. Each function here looks at
one event with the text around it, and returns what is wrong in words, or nothing. One thing is
left as lenient as everybody is: a closing bracket may stand at the beginning of its line.

Numbers in brackets are sections of the YAML specification 1.2.2.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

_QUOTE = "put quotes round the text"
COMMENT = ("a comment needs a blank before its `#`", "put a blank before the `#`")
_DASH = ("a lone `-` in brackets is no text", _QUOTE)
_MARK = ("`?` begins a text here, which this parser would cut off", _QUOTE)
_NAME = ("the name of an anchor takes letters, digits, `-` and `_`", "rename the anchor")
_LINE = ("this line belongs to what is open above, and must be indented", "indent it with spaces")
_EMPTY = ("an empty line above is indented further than this text", "remove the blanks above")

_HEADER = re.compile(r"[|>](?P<indent>[+-]?[1-9])?[+-]?[1-9]?(?P<glued>#)?")
_ANCHOR = re.compile(r"(?:!\S*\s+)?[&*]([^\s,\[\]{}]*)")
_INDENT = re.compile(" *")
# Strings begin where no text can go on; texts without quotes have no commas in brackets (7.3.3).
_IN_FLOW = re.compile(
    r"""(?<=[\[{,:\s])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|,(?P<glued>\#)""", re.DOTALL | re.VERBOSE
)

_CLOSERS = frozenset("]},>|+-")
_QUOTES = frozenset("\"'")
_OPENERS = frozenset("[{,")
_BEFORE_TEXT = frozenset(" \n[{,:(")
_LONE_DASH = re.compile(r"-\s*[\],}]")

Fault = tuple[int, tuple[str, str]]
"""Where it is wrong, as an index into the text, and what is wrong with its cure."""


def is_suspect(text: str) -> bool:
    """Whether something within a line may be wrong; what takes several is looked at anyway."""
    for before in text.split("#")[:-1]:
        last, one_before = before[-1:], before[-2:-1]
        if last in _CLOSERS or (last in _QUOTES and one_before not in _BEFORE_TEXT):
            return True
    for before, after in itertools.pairwise(text.split("?")):
        if before.rstrip()[-1:] in _OPENERS and not after[:1].isspace():
            return True
    return _LONE_DASH.search(text) is not None


def scalar(text: str, event: Any, parent: int, flow: bool) -> Fault | None:
    """Look at a scalar; ``parent`` is the column of the block around it, -1 for none."""
    start, end = event.start_mark, event.end_mark
    if event.anchor and (fault := anchor(text, event)):
        return fault
    if flow:
        if event.value == "-" and not event.style:  # (7.3.3)
            return start.index, _DASH
        if text[start.index - 1 : start.index] == "?":
            return start.index - 1, _MARK
    if event.style in ("|", ">"):
        return _block(text, event, parent)
    if event.style in ("'", '"'):
        if text[end.index : end.index + 1] == "#":  # (6.6)
            return end.index, COMMENT
        if start.line != end.line and not flow:
            return _lines(text, start.index, end.index, parent, brackets=False)
    return None


def collection(text: str, start: int, end: int, parent: int) -> Fault | None:
    """Look at a whole list or mapping in brackets that stands in no other."""
    if text[end : end + 1] == "#":
        return end, COMMENT
    if ",#" in text[start:end]:
        for found in _IN_FLOW.finditer(text, start, end):
            if found["glued"]:
                return found.start("glued"), COMMENT
    return _lines(text, start, end, parent, brackets=True)


def anchor(text: str, event: Any) -> Fault | None:
    """Look at the name of an anchor or alias, which may hold nearly everything (6.9.2)."""
    found = _ANCHOR.match(text, event.start_mark.index)
    if found and found[1] != event.anchor:
        return found.start(1), _NAME
    return None


def _lines(text: str, start: int, end: int, parent: int, brackets: bool) -> Fault | None:
    """Look at the indentation of all lines but the first (6.3, 7.4)."""
    at = text.find("\n", start, end) + 1
    while at:
        found = _INDENT.match(text, at)
        first = found.end() if found else at
        rest = _rest_of_line(text, first, end).strip()
        lenient = brackets and rest.startswith(("]", "}", "#"))
        if rest and not lenient and first - at <= parent:
            return first, _LINE
        at = text.find("\n", at, end) + 1
    return None


def _block(text: str, event: Any, parent: int) -> Fault | None:
    """Look at the first lines of a text with ``|`` or ``>`` (8.1)."""
    begin = text.find(event.style, event.start_mark.index)
    header = _HEADER.match(text, begin)
    if header and header["glued"]:
        return header.start("glued"), COMMENT
    if event.value.strip() or (header and header["indent"]):
        return None
    longest, at = 0, text.find("\n", begin) + 1
    while at:
        line = _rest_of_line(text, at, len(text))
        indent = len(line) - len(line.lstrip(" "))
        if line.strip():
            return (at + indent, _EMPTY) if parent < indent < longest else None
        longest, at = max(longest, indent), text.find("\n", at) + 1
    return None


def _rest_of_line(text: str, start: int, end: int) -> str:
    """Return the line from ``start`` on, ``end`` at most, without copying what follows."""
    stop = text.find("\n", start, end)
    return text[start : end if stop < 0 else stop]

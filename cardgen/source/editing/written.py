"""YAML as it is written: where each value begins and ends, and in which style.

`cardgen.source.yaml` tells what a file means; this tells which characters say so. Places count
characters from the start of the text, whose line breaks are those of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import yaml
from msgspec import Struct

from cardgen.core.diagnostics import Location

BREAK = re.compile(r"\r\n|\n|\r")
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PROPERTIES = re.compile(r"(?:[&!]\S*\s*)*")
_HEADER = re.compile(r"[|>][-+0-9]*")

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value."""


class Written(Struct):
    """One value as it is written.

    ``start`` includes its anchor and tag, ``body`` does not; ``end`` is behind its last visible
    character. ``style`` is the quote or block indicator of a scalar. ``entries`` are the keys and
    values of a mapping, ``items`` the values of a list; ``flow`` says that they are in brackets.
    """

    kind: Literal["scalar", "list", "map", "alias"]
    start: int
    body: int
    end: int
    flow: bool = False
    style: str = ""
    raw: str = ""
    anchor: str = ""
    tag: str = ""
    entries: list[tuple[Written, Written]] = []
    items: list[Written] = []

    def entry(self, name: str) -> int | None:
        """Return the number of a key among the entries."""
        return next((n for n, (key, _) in enumerate(self.entries) if key.raw == name), None)

    def inner(self) -> Iterator[Written]:
        """Yield the values directly inside."""
        yield from self.items
        for _, value in self.entries:
            yield value

    def said(self) -> Any:
        """Return what is written: texts, lists, mappings; None for nothing.

        Numbers and flags are texts, too. An alias is its name with an asterisk.
        """
        if self.kind == "list":
            return [item.said() for item in self.items]
        if self.kind == "map":
            return {key.raw: value.said() for key, value in self.entries}
        # `key:` without a value, `null` and `~` say nothing at all.
        plain = self.kind == "scalar" and not self.style and not self.tag
        return None if plain and self.raw in ("", "~", "null", "Null", "NULL") else self.raw


def line_start(text: str, offset: int) -> int:
    """Return where the line of a character begins."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def offset_of(text: str, at: Location) -> int:
    """Return where a place of a file is in its text."""
    starts = [0, *(found.end() for found in BREAK.finditer(text))]
    return starts[max(at.line, 1) - 1] + max(at.column, 1) - 1


def line_end(text: str, offset: int) -> int:
    """Return where the line of a character ends, before its break."""
    found = BREAK.search(text, offset)
    return found.start() if found else len(text)


def next_line(text: str, offset: int) -> int:
    """Return where the next line begins, or the text ends."""
    found = BREAK.search(text, offset)
    return found.end() if found else len(text)


def parse(text: str) -> Written:
    """Return the one value of a text that is known to be YAML."""
    parser = _PARSER(text)
    root: Written | None = None
    stack: list[Written | None] = []
    open_: Written | None = None
    key: Written | None = None
    get = parser.get_event
    try:
        while True:
            event = get()
            kind = type(event)
            if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                assert open_ is not None
                _close(open_, event)
                open_ = stack.pop()
                continue
            if kind is yaml.StreamEndEvent:
                break
            made = _value(text, event, kind)
            if made is None:
                continue
            if open_ is None:
                root = made
            elif open_.kind == "list":
                open_.items.append(made)
            elif key is None:
                key = made
            else:
                open_.entries.append((key, made))
                key = None
            if made.kind in ("list", "map"):
                stack.append(open_)
                open_ = made
    finally:
        parser.dispose()
    assert root is not None
    return root


def value_at(root: Written, path: Path) -> Written | None:
    """Return what is written at a path; None where there is nothing."""
    for part in path:
        if root.kind == "map" and isinstance(part, str):
            number = root.entry(part)
            if number is None:
                return None
            root = root.entries[number][1]
        elif root.kind == "list" and isinstance(part, int) and 0 <= part < len(root.items):
            root = root.items[part]
        else:
            return None
    return root


def _value(text: str, event: Any, kind: type) -> Written | None:
    start, end = event.start_mark.index, event.end_mark.index
    if kind is yaml.AliasEvent:
        return Written("alias", start, start, end, raw=f"*{event.anchor}", anchor=event.anchor)
    if kind not in (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent):
        return None
    anchor, tag = event.anchor or "", event.tag or ""
    body = start
    if anchor or tag:
        found = _PROPERTIES.match(text, start, max(end, start))
        body = found.end() if found else start
    if kind is yaml.ScalarEvent:
        style = event.style or ""
        style = "" if style == "\0" else style
        if style in ("|", ">"):
            end = _block_end(text, body, end)
        return Written("scalar", start, body, end, False, style, event.value, anchor, tag)
    name: Literal["list", "map"] = "map" if kind is yaml.MappingStartEvent else "list"
    flow = bool(event.flow_style)
    return Written(name, start, body, end, flow, anchor=anchor, tag=tag, entries=[], items=[])


def _close(one: Written, event: Any) -> None:
    """Set the end of a list or mapping; one without brackets ends with the last value in it."""
    if one.flow:
        one.end = event.end_mark.index
    elif one.items:
        one.end = max(one.start, one.items[-1].end)
    elif one.entries:
        key, value = one.entries[-1]
        one.end = max(key.end, value.end)


def _block_end(text: str, body: int, end: int) -> int:
    """Return where the last line of a text with ``|`` or ``>`` ends, or its header if it is empty.

    Empty lines at the end count where the header keeps them.
    """
    header = _HEADER.match(text, body)
    said = text[body:end]
    if header and "+" in header[0]:
        return body + len(said.removesuffix("\n").removesuffix("\r"))
    return body + len(said.rstrip(" \r\n"))

"""The text of YAML: offsets and style of each value.

`cardgen.source.yaml` reads the values of a file; this module finds their characters. Offsets count
characters from the start of the text, with the file's own line breaks.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal

import yaml
from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.source.lines import BREAK, hide_separators, line_starts

_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PROPERTIES = re.compile(r"(?:[&!]\S*\s*)*")
_HEADER = re.compile(r"[|>][-+0-9]*")

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value."""


class Written(Struct):
    """The text of one value.

    ``start`` includes its anchor and tag, ``body`` does not; ``end`` is behind its last visible
    character. ``style`` is the quote or block indicator of a scalar. ``entries`` are the keys and
    values of a mapping, ``items`` the values of a list; ``flow`` is True if they are in brackets.
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
    entries: "list[tuple[Written, Written]]" = []
    items: "list[Written]" = []

    def entry(self, name: str) -> int | None:
        """Return the index of a key among the entries."""
        return next((n for n, (key, _) in enumerate(self.entries) if key.raw == name), None)

    def inner(self) -> "Iterator[Written]":
        """Yield the values directly inside this one."""
        yield from self.items
        for _, value in self.entries:
            yield value

    def to_texts(self) -> Any:
        """Return the value as texts, lists and mappings; None for an empty value.

        Numbers and flags are texts, too. An alias is its name with an asterisk.
        """
        if self.kind == "list":
            return [item.to_texts() for item in self.items]
        if self.kind == "map":
            return {key.raw: value.to_texts() for key, value in self.entries}
        # `key:` without a value, `null` and `~` are empty.
        plain = self.kind == "scalar" and not self.style and not self.tag
        return None if plain and self.raw in ("", "~", "null", "Null", "NULL") else self.raw


def line_start(text: str, offset: int) -> int:
    """Return the offset of the line that has the character at ``offset``."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def offset_of(text: str, location: Location) -> int:
    """Return the offset of a location."""
    return line_starts(text)[max(location.line, 1) - 1] + max(location.column, 1) - 1


def line_end(text: str, offset: int) -> int:
    """Return the offset of the line break behind a character."""
    line_break = BREAK.search(text, offset)
    return line_break.start() if line_break else len(text)


def next_line(text: str, offset: int) -> int:
    """Return the offset of the next line, or the end of the text."""
    line_break = BREAK.search(text, offset)
    return line_break.end() if line_break else len(text)


def parse(text: str) -> Written:
    """Parse a text that is known to be YAML with one value."""
    visible_text, separators = hide_separators(text)
    parser = _PARSER(visible_text)
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
            value = _value(text, event, kind)
            if value is None:
                continue
            value.raw = value.raw.translate(separators)
            if open_ is None:
                root = value
            elif open_.kind == "list":
                open_.items.append(value)
            elif key is None:
                key = value
            else:
                open_.entries.append((key, value))
                key = None
            if value.kind in ("list", "map"):
                stack.append(open_)
                open_ = value
    finally:
        parser.dispose()
    assert root is not None
    return root


def value_at(root: Written, path: Path) -> Written | None:
    """Return the value at a path; None if there is no such value."""
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
        properties = _PROPERTIES.match(text, start, max(end, start))
        body = properties.end() if properties else start
    if kind is yaml.ScalarEvent:
        style = event.style or ""
        style = "" if style == "\0" else style
        if style in ("|", ">"):
            end = _block_end(text, body, end)
        return Written("scalar", start, body, end, False, style, event.value, anchor, tag)
    name: Literal["list", "map"] = "map" if kind is yaml.MappingStartEvent else "list"
    flow = bool(event.flow_style)
    return Written(name, start, body, end, flow, anchor=anchor, tag=tag, entries=[], items=[])


def _close(container: Written, event: Any) -> None:
    """Set the end of a list or mapping; without brackets, it ends with its last value."""
    if container.flow:
        container.end = event.end_mark.index
    elif container.items:
        container.end = max(container.start, container.items[-1].end)
    elif container.entries:
        key, value = container.entries[-1]
        container.end = max(key.end, value.end)


def _block_end(text: str, body: int, end: int) -> int:
    """Return the end of a ``|`` or ``>`` text's last line, or of its header if the text is empty.

    Empty lines at the end belong to the text if its header keeps them.
    """
    header = _HEADER.match(text, body)
    block_text = text[body:end]
    if header and "+" in header[0]:
        return body + len(block_text.removesuffix("\n").removesuffix("\r"))
    return body + len(block_text.rstrip(" \r\n"))

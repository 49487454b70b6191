"""A YAML value that knows its location."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.source.lines import line_starts

Scalar = str | int | float | bool | None
Kind = Literal["scalar", "list", "map"]
Style = Literal["plain", "single", "double", "literal", "folded", "cell"]
"""The style of a scalar; ``cell`` is the style of tables, where quotes inside are doubled."""

# Section numbers refer to the YAML specification 1.2.2.
_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")  # tag and anchor before a value (6.9)
_SURROGATE_PAIR = "u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # RFC 8259, 7
_ESCAPE = re.compile(  # 5.7
    rf"\\(?:{_SURROGATE_PAIR}|x[0-9a-fA-F]{{2}}|u[0-9a-fA-F]{{4}}|U[0-9a-fA-F]{{8}}|[\s\S])"
)
_COMMENT = re.compile(r"[ \t]+#.*")  # (6.6)
_DOUBLED_QUOTES = {"single": "''", "cell": '""'}  # doubled quotes (7.3.2; RFC 4180, 2)
_BLANK_ESCAPES = frozenset("\n\r\t ntvfrLPN_")
"""Characters after the backslash of escapes for white space, and of escaped line breaks."""


class SourceFile(Struct, frozen=True, dict=True):
    """The text of a project file, or the part of it that begins at line ``first``.

    ``path`` is relative to the project root. A ``sheet`` of a workbook has no text; lines and
    columns of its values are rows and columns of cells.
    """

    path: str
    text: str
    first: int = 1
    sheet: str = ""

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line."""
        return line_starts(self.text)

    def location(self, offset: int, length: int = 1) -> Location:
        """Return the location of a character."""
        line = bisect_right(self.line_starts, offset)
        column = offset - self.line_starts[line - 1] + 1
        return Location(self.path, line + self.first - 1, column, length)


class YamlNode(Struct, eq=False):
    """One YAML value with its position; lines and columns count from 1.

    ``value`` is a scalar, a list of nodes, or a dict of nodes by key. ``raw`` is a scalar as its
    author wrote it: ``1.0`` stays ``1.0``, ``no`` stays ``no``.
    """

    value: Any
    kind: Kind
    line: int
    column: int
    length: int
    source: SourceFile
    raw: str = ""
    style: Style = "plain"
    keys: dict[str, YamlNode] | None = None

    @property
    def path(self) -> str:
        """The path of the file, relative to the project root."""
        return self.source.path

    @property
    def location(self) -> Location:
        """The location of the value."""
        source = self.source
        line = self.line + source.first - 1
        return Location(source.path, line, self.column, self.length, source.sheet)

    def key_at(self, name: str) -> Location:
        """Return the location of a key, or of the mapping if it has no such key."""
        key = (self.keys or {}).get(name)
        return self.location if key is None else key.location

    def child(self, name: str, kind: Kind | None = None) -> YamlNode | None:
        """Return the value of a key; None without a value, or if it is of another kind."""
        node: YamlNode | None = self.value.get(name) if self.kind == "map" else None
        is_usable = node is not None and node.value is not None and kind in (None, node.kind)
        return node if is_usable else None

    def items_of(self, name: str) -> list[YamlNode]:
        """Return the items of the list under a key; none if there is no list."""
        listed = self.child(name, "list")
        return [] if listed is None else listed.value

    @property
    def children(self) -> list[YamlNode]:
        """The values of a list or a mapping."""
        return list(self.value.values()) if self.kind == "map" else self.value

    def scalar_here(self, value: Scalar, raw: str) -> YamlNode:
        """Return a scalar with the location of this node."""
        return YamlNode(value, "scalar", self.line, self.column, self.length, self.source, raw)

    def to_python(self) -> Any:
        """Return the value as plain Python lists, dicts and scalars; aliases become copies."""
        if self.kind == "list":
            return [item.to_python() for item in self.value]
        if self.kind == "map":
            return {key: item.to_python() for key, item in self.value.items()}
        return self.value

    @property
    def comment(self) -> str:
        """The comment after an unquoted scalar, on its last line; empty if there is none."""
        if self.style != "plain" or self.kind != "scalar" or self.source.sheet:
            return ""
        end = self._content_start() + len(self.raw)
        if self.length < len(self.raw):  # the text has several lines
            end = self._nth_visible(len("".join(self.raw.split()))) + 1
        comment = _COMMENT.match(self.source.text, end)
        return comment[0].strip() if comment else ""

    def has_same_values(self, other: YamlNode) -> bool:
        """Whether another tree has the same values in the same order; locations may differ."""
        return bool(self._meaning() == other._meaning())

    def _meaning(self) -> Any:
        inner = self.value
        if self.kind == "list":
            inner = [item._meaning() for item in inner]
        elif self.kind == "map":
            inner = [(name, item._meaning()) for name, item in inner.items()]
        return self.kind, self.raw, self.style, inner

    def replace_source(self, source: SourceFile) -> None:
        """Set the source of this tree to a newer text, in which it has the same position."""
        self.source = source
        for inner in () if self.kind == "scalar" else self.children:
            inner.replace_source(source)

    def locate(self, offset: int, length: int = 1) -> Location:
        """Return the location of a character of this text in the file, for any style.

        YAML folds lines (6.5), strips indentation (8.1) and resolves escapes (5.7). All of these
        change white space only; other characters stay, in order. So the nth visible character of
        the value is the nth in the source. In a workbook, the location is the cell.
        """
        if self.source.sheet:
            return self.location
        text = self.raw
        visible = len("".join(text[:offset].split()))
        if offset < len(text) and not text[offset].isspace():
            visible += 1
            offset_in_source = self._nth_visible(visible)
        else:
            offset_in_source = self._nth_visible(visible) + 1 if visible else self._content_start()
        return self.source.location(offset_in_source, length)

    def _content_start(self) -> int:
        text = self.source.text
        start = self.source.line_starts[self.line - 1] + self.column - 1
        if self.style == "cell":
            return start
        properties = _PROPERTIES.match(text, start)
        start = properties.end() if properties else start
        if self.style in ("literal", "folded"):
            start = text.find("\n", start) + 1
            while text[start : start + 1] in (" ", "\n"):
                start += 1
        elif self.style in ("single", "double"):
            start += 1
        return start

    def _nth_visible(self, count: int) -> int:
        text, offset, last_visible = self.source.text, self._content_start(), -1
        while count and offset < len(text):
            step, is_visible = 1, not text[offset].isspace()
            if (quote := _DOUBLED_QUOTES.get(self.style)) and text.startswith(quote, offset):
                step = 2
            elif self.style == "double" and (escape := _ESCAPE.match(text, offset)):
                step, is_visible = len(escape[0]), escape[0][1] not in _BLANK_ESCAPES
            if is_visible:
                last_visible, count = offset, count - 1
            offset += step
        return max(last_visible, 0)

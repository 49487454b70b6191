"""Reads JSON into a tree of nodes with their locations.

Python's parser decides the values, and what is not JSON (RFC 8259). One pass over the text then
finds the location of each value.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.core.paths import CONTROL
from cardgen.source import problems
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.problems import json_syntax
from cardgen.source.yaml import DEPTH_LIMIT, DIGIT_LIMIT

_SCALAR = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^\s,:\[\]{}"]+')
"""A string, number or word in JSON text."""


_CONSTANTS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|(-?Infinity|NaN)')


def load_json(
    source: SourceFile, syntax: Callable[[Location, str], Diagnostic] = json_syntax
) -> YamlNode:
    """Parse a text into a tree of nodes; strings count as quoted.

    Raises SourceError if the text is not JSON; ``syntax`` words the fault.
    """
    text = source.text
    location = Location(source.path, source.first, 1)
    try:
        tree = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_refuse, parse_int=_whole)
    except json.JSONDecodeError as error:
        location = Location(source.path, source.first + error.lineno - 1, error.colno)
        # The parser's message is a part of a sentence, without the location.
        message = error.msg[0].lower() + error.msg[1:].removesuffix(" starting at")
        if error.msg.startswith("Invalid control character"):
            message = r"a line break or tab within a text, which JSON writes as `\n` or `\t`"
        raise SourceError(syntax(location, message.removesuffix(" at"))) from None
    except _ForeignError as error:
        # The hook gets the word alone: find the first one outside of strings.
        start = next((m.start(1) for m in _CONSTANTS.finditer(text) if m[1]), 0)
        raise SourceError(syntax(source.location(start), str(error))) from None
    except ValueError as error:
        raise SourceError(syntax(location, str(error))) from None
    except RecursionError:
        raise SourceError(syntax(location, "it is nested too deep")) from None
    return _Walk(source).node(tree, DEPTH_LIMIT)


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of an object, in order."""


class _ForeignError(ValueError):
    """A word that some programs write, but that JSON does not allow."""


def _refuse(word: str) -> Any:
    raise _ForeignError(f"{word} is no value of JSON")


def _whole(digits: str) -> int:
    if len(digits) > DIGIT_LIMIT:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


class _Walk:
    """Walks through a text to locate each value; ``seen`` is the end of the last value."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.text = source.text
        self.seen = 0
        self.line = 1
        self.begin = 0  # of that line
        self.counted = 0

    def node(self, value: Any, depth: int) -> YamlNode:
        """Return a node for the next value, which can nest lists ``depth`` levels deep."""
        if isinstance(value, _Pairs):
            return self._object(value, depth)
        if isinstance(value, list):
            line, column = self._open("[", depth)
            items = [self.node(inner, depth - 1) for inner in value]
            self.seen = self.text.find("]", self.seen) + 1
            return YamlNode(items, "list", line, column, 1, self.source)
        match = _SCALAR.search(self.text, self.seen)
        assert match is not None
        line, column = self._at(match.start())
        self.seen = match.end()
        length = match.end() - match.start()
        if not isinstance(value, str):
            return YamlNode(value, "scalar", line, column, length, self.source, match[0])
        node = YamlNode(value, "scalar", line, column, length, self.source, value, "double")
        bad = CONTROL.search(value)
        if bad is not None:  # out of an escape: `decode` has checked the rest
            raise SourceError(problems.control_character(node.location, bad[0]))
        return node

    def _object(self, value: _Pairs, depth: int) -> YamlNode:
        line, column = self._open("{", depth)
        members: dict[str, YamlNode] = {}
        keys: dict[str, YamlNode] = {}
        for name, inner in value:
            key = self.node(name, depth)
            if name in keys:
                raise SourceError(problems.duplicate_key(key.location, name, keys[name].location))
            keys[name] = key
            members[name] = self.node(inner, depth - 1)
        self.seen = self.text.find("}", self.seen) + 1
        return YamlNode(members, "map", line, column, 1, self.source, keys=keys)

    def _open(self, bracket: str, depth: int) -> tuple[int, int]:
        start = self.text.find(bracket, self.seen)
        self.seen = start + 1
        line, column = self._at(start)
        if not depth:
            location = Location(self.source.path, self.source.first + line - 1, column)
            raise SourceError(problems.too_deep(location, DEPTH_LIMIT))
        return line, column

    def _at(self, start: int) -> tuple[int, int]:
        """Return line and column of a character; offsets must not decrease from call to call."""
        breaks = self.text.count("\n", self.counted, start)
        if breaks:
            self.line += breaks
            self.begin = self.text.rfind("\n", self.counted, start) + 1
        self.counted = start
        return self.line, start - self.begin + 1

"""Reads YAML 1.2.2 into nodes that have the location of every key and value.

PyYAML parses the text. It follows version 1.1, so this module decides the types of values, by the
core schema (YAML 1.2.2, 10.3). The builder reads PyYAML's events, which is twice as fast as its
loader, and does not recurse: hostile nesting cannot overflow the interpreter's stack.

Numbers in brackets below are sections of the YAML specification 1.2.2.
"""

import re
from typing import Any

import yaml

from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.paths import CONTROL
from cardgen.source import problems, strict
from cardgen.source.lines import hide_separators
from cardgen.source.node import Scalar, SourceFile, Style, YamlNode
from cardgen.source.strict import explain

DEPTH_LIMIT = 64
SCALAR_LIMIT = 100_000
NODE_LIMIT = 1_000_000
DIGIT_LIMIT = 300
_BLANK_END = re.compile(r"\n +\Z")

_STYLES: dict[str | None, Style] = {
    "": "plain",
    None: "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_CORE = "tag:yaml.org,2002:"
# `!` is the non-specific tag: the value is a text (6.9.1).
_TEXT_TAGS = ("!", f"{_CORE}str")
_CORE_TAGS: dict[str, type] = {
    f"{_CORE}int": int,
    f"{_CORE}float": float,
    f"{_CORE}bool": bool,
    f"{_CORE}null": type(None),
}
_CORE_COLLECTIONS = {f"{_CORE}map", f"{_CORE}seq"}
# The core schema (10.3.2). It has fewer words and forms than YAML 1.1, where `no` was false, `010`
# was 8 and `1:30` was 90.
_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_NUMERIC = frozenset("0123456789+-.")
_INT = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")

# The parser in C if PyYAML was built with libyaml, otherwise the parser in Python.
_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(file: SourceFile) -> YamlNode:
    """Parse a file into a tree of nodes; raises SourceError for YAML that cards cannot use."""
    text = file.text
    if text.endswith(" ") and _BLANK_END.search(
        text
    ):  # a last line of blanks is a line, too (8.1.2)
        text += "\n"
    text, separators = hide_separators(text)
    parser = _PARSER(text)
    builder = _Builder(file, separators)
    try:
        return builder.build(parser)
    except yaml.MarkedYAMLError as error:
        if "nesting depth" in str(error.problem):  # libyaml's own limit, seen ahead of its events
            mark = error.problem_mark or error.context_mark
            position = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            location = Location(file.path, *position)
            raise SourceError(problems.too_deep(location, DEPTH_LIMIT)) from None
        raise SourceError(explain(file, error, builder.open)) from None
    except yaml.YAMLError as error:
        raise SourceError(problems.yaml_syntax(Location(file.path, 1, 1), str(error))) from None
    finally:
        parser.dispose()


def resolve(text: str) -> Scalar:
    """Return the value of a plain (unquoted) scalar under the core schema (10.3.2).

    Raises ValueError for numbers with too many digits.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMERIC:
        return text
    if _INT.fullmatch(text):
        if len(text) > DIGIT_LIMIT:
            raise ValueError(text)
        return int(text)
    if _BASED.fullmatch(text):
        if len(text) > DIGIT_LIMIT:
            raise ValueError(text)
        return int(text, 0)
    return float(text) if _FLOAT.fullmatch(text) else text


class _Builder:
    """Builds the tree from events.

    Aliases of aliases could multiply values without limit. ``expanded`` therefore counts the values
    as if every alias were replaced, and ``weights`` has the number that each collection adds.
    """

    def __init__(self, file: SourceFile, separators: dict[int, int]) -> None:
        self.file = file
        self.separators = separators  # the characters that the parser must not see
        self.text = file.text
        self.indent = -1  # of the innermost list or mapping without brackets
        self.flow: Any = None  # the mark where the outermost brackets open
        self.careful = strict.is_suspect(file.text)
        self.root: YamlNode | None = None
        self.open: YamlNode | None = None
        self.key: YamlNode | None = None
        self.stack: list[tuple[YamlNode | None, YamlNode | None, int, int, Any]] = []
        self.anchors: dict[str, YamlNode] = {}
        self.weights: dict[int, int] = {}
        self.expanded = 0

    def build(self, parser: Any) -> YamlNode:
        get = parser.get_event
        while True:
            event = get()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent:
                self._start(event, "map")
            elif kind is yaml.SequenceStartEvent:
                self._start(event, "list")
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._end(event)
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                if self.root is not None:  # a stream may have several (9.2), our files have one
                    raise SourceError(problems.second_document(self._at(event)))
            elif kind is yaml.StreamEndEvent:
                break
        root = self.root
        if root is None or (root.kind == "scalar" and root.value is None):
            raise SourceError(problems.empty_file(Location(self.file.path, 1, 1), "the file"))
        return root

    def _at(self, event: Any, length: int = 1) -> Location:
        mark = event.start_mark
        return Location(self.file.path, mark.line + 1, mark.column + 1, length)

    def _scalar(self, event: Any) -> None:
        start, end, raw, sign = event.start_mark, event.end_mark, event.value, event.style
        if self.separators:
            raw = raw.translate(self.separators)
        if self.careful or event.anchor or start.line != end.line:
            fault = strict.scalar(self.text, event, self.indent, self.flow is not None)
            if fault:
                raise self._strict(fault)
        length = end.column - start.column if start.line == end.line else 1
        value: Scalar = raw
        style = _STYLES[sign]
        if len(raw) > SCALAR_LIMIT:
            raise SourceError(problems.long_scalar(self._at(event), len(raw), SCALAR_LIMIT))
        # Escapes (5.7) can encode characters that `decode` refuses in the file itself.
        if style == "double" and (bad := CONTROL.search(raw)):
            raise SourceError(problems.control_character(self._at(event), bad[0]))
        tag = event.tag
        if tag is not None:
            value = self._apply_tag(event, tag, raw)
        elif style == "plain":
            value = self._resolve(event, raw)
            key = self.key
            if not raw and key is not None:
                color_fault = strict.unquoted_color(self.file, key.line, key.column + key.length)
                if color_fault:
                    raise SourceError(color_fault)
        node = YamlNode(
            value, "scalar", start.line + 1, start.column + 1, length or 1, self.file, raw, style
        )
        if event.anchor:
            self.anchors[event.anchor] = node
        self._attach(node, is_key=True)

    def _strict(self, fault: strict.Fault) -> SourceError:
        index, (fault_text, hint) = fault
        return SourceError(problems.yaml_syntax(self.file.location(index), fault_text, (hint,)))

    def _resolve(self, event: Any, raw: str) -> Scalar:
        try:
            return resolve(raw)
        except ValueError:
            raise SourceError(problems.long_number(self._at(event), len(raw))) from None

    def _apply_tag(self, event: Any, tag: str, raw: str) -> Scalar:
        if tag in _TEXT_TAGS:
            return raw
        value = self._resolve(event, raw) if tag in _CORE_TAGS else raw
        if tag.endswith(":float") and type(value) is int:
            value = float(value)
        if type(value) is not _CORE_TAGS.get(tag):
            raise SourceError(problems.foreign_tag(self._at(event), _shown_tag(tag)))
        return value

    def _start(self, event: Any, kind: Any) -> None:
        mark = event.start_mark
        if len(self.stack) >= DEPTH_LIMIT:
            raise SourceError(problems.too_deep(self._at(event), DEPTH_LIMIT))
        if event.tag is not None and event.tag not in _CORE_COLLECTIONS:
            raise SourceError(problems.foreign_tag(self._at(event), _shown_tag(event.tag)))
        node = YamlNode(
            {} if kind == "map" else [], kind, mark.line + 1, mark.column + 1, 1, self.file
        )
        if kind == "map":
            node.keys = {}
        if event.anchor:
            if fault := strict.anchor(self.text, event):
                raise self._strict(fault)
            self.anchors[event.anchor] = node
        self._attach(node, is_key=False)
        self.stack.append((self.open, self.key, self.expanded, self.indent, self.flow))
        self.open, self.key = node, None
        if not event.flow_style:
            self.indent = mark.column
        elif self.flow is None:
            self.flow = mark

    def _end(self, event: Any) -> None:
        node, flow = self.open, self.flow
        self.open, self.key, before, self.indent, self.flow = self.stack.pop()
        if flow is not None and self.flow is None:
            end = event.end_mark
            if self.careful or end.line != flow.line:
                fault = strict.collection(self.text, flow.index, end.index, self.indent)
                if fault:
                    raise self._strict(fault)
        # An aliased collection weighs as much as everything inside it.
        self.weights[id(node)] = self.expanded - before + 1

    def _alias(self, event: Any) -> None:
        if fault := strict.anchor(self.text, event):
            raise self._strict(fault)
        node = self.anchors.get(event.anchor)
        if node is None:
            raise SourceError(problems.unknown_alias(self._at(event), event.anchor))
        if node.kind != "scalar":
            weight = self.weights.get(id(node))
            if weight is None:  # still open: the alias is inside its own anchor
                raise SourceError(problems.alias_loop(self._at(event), event.anchor))
            self.expanded += weight - 1
        if self.open is not None and self.open.kind == "map" and self.key is None:
            raise SourceError(problems.key_not_text(self._at(event)))
        self._attach(node, is_key=False, event=event)

    def _attach(self, node: YamlNode, is_key: bool, event: Any = None) -> None:
        self.expanded += 1
        if self.expanded > NODE_LIMIT:
            location = node.location if event is None else self._at(event)
            raise SourceError(problems.too_many_values(location, NODE_LIMIT))
        container = self.open
        if container is None:
            self.root = node
        elif container.kind == "list":
            container.value.append(node)
        elif self.key is None:
            self._take_key(container, node, is_key)
        else:
            container.value[self.key.raw] = node
            self.key = None

    def _take_key(self, mapping: YamlNode, node: YamlNode, is_key: bool) -> None:
        keys = mapping.keys
        assert keys is not None
        if not is_key:
            raise SourceError(problems.key_not_text(node.location))
        # Merging was a type of YAML 1.1; the core schema does not have it (10.3.1).
        if node.raw == "<<" and node.style == "plain":
            raise SourceError(problems.merge_key(node.location))
        if node.raw in keys:  # keys are unique (3.2.1.1), though PyYAML's loader takes the last
            first = keys[node.raw].location
            raise SourceError(problems.duplicate_key(node.location, node.raw, first))
        keys[node.raw] = node
        self.key = node


def _shown_tag(tag: str) -> str:
    return "!!" + tag.removeprefix(_CORE) if tag.startswith(_CORE) else tag

"""Field kinds: a field reads a YAML value, reports its faults, and describes it as JSON Schema.

The keys of ``game.yaml`` and the fields that a game declares for its cards use the same kinds. They
are also the source of the reference and of completion in editors.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import Any, ClassVar

from msgspec import Struct

from cardgen.core.registry import Registry, nearest
from cardgen.model import problems
from cardgen.model.markup import read_rich
from cardgen.model.richtext import EMPTY
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode
from cardgen.source.yaml import resolve

MISSING: Any = object()
"""Marks a field without a default, since a default may be None."""
NAME = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
NAME_LIMIT = 64


class Field(Struct, frozen=True, kw_only=True):
    """The base of all kinds of fields; ``doc`` is its help text.

    ``empty`` is the value of a field that cannot be read, or is left out and has no default.
    ``looks`` marks a value that only changes the picture, such as the name of a picture; texts for
    readers who cannot see the card leave it out.
    """

    kind: ClassVar[str] = ""
    empty: ClassVar[Any] = None
    keys: "ClassVar[Mapping[str, Field]]" = {}
    """The keys of the value if it is a mapping, for the reference."""
    form: ClassVar[Mapping[str, Any]] = {}
    """The JSON Schema of values that are not such a mapping."""

    optional: bool = False
    default: Any = MISSING
    doc: str = ""
    looks: bool = False
    into: str = ""
    """The attribute of the scope that receives the value, for fields that are read later."""

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the value; report a wrong one and return ``empty``."""
        raise NotImplementedError

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        if not self.keys:
            return dict(self.form)
        mapping = mapping_schema(self.keys, scope)
        return {"anyOf": [self.form, mapping]} if self.form else mapping

    @property
    def required(self) -> bool:
        """True if the key must have a value."""
        return not self.optional and self.default is MISSING

    def absent(self) -> Any:
        """Return the value of a field that is left out."""
        return self.empty if self.default is MISSING else self.default


KINDS: Registry[type[Field]] = Registry("field kind")


def field_kind(cls: type[Field]) -> type[Field]:
    """Make a kind available to card types."""
    return KINDS.add(cls.kind, cls)


def describe(node: YamlNode) -> str:
    """Describe the value of a node in words, for messages such as `expected …, found …`."""
    if node.kind != "scalar":
        return "a list" if node.kind == "list" else "a mapping"
    if node.value is None:
        return "nothing"
    text = node.raw if len(node.raw) <= 40 else node.raw[:39] + "…"
    if isinstance(node.value, bool):
        return f"`{text}`"
    return f"the {'text' if isinstance(node.value, str) else 'number'} `{text}`"


def expect(expected: str, node: YamlNode, scope: Scope, *hints: str) -> None:
    """Report a value of the wrong type."""
    scope.fault(problems.wrong_type(node.location, expected, describe(node), hints))


def read_mapping(
    node: YamlNode,
    fields: Mapping[str, Field],
    scope: Scope,
    noun: str,
    defaults: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Read a mapping of known keys and report all its faults; ``noun`` names it in messages.

    ``defaults`` have values for missing keys; the defaults of the fields come after them.
    """
    if node.kind != "map":
        expect("a mapping", node, scope, "write `key: value` lines")
        return {name: field.absent() for name, field in fields.items()}
    nodes: dict[str, YamlNode] = node.value
    values: dict[str, Any] = {}
    missing: list[str] = []
    used = 0
    for name, field in fields.items():
        child = nodes.get(name)
        if child is not None:
            used += 1
            if child.value is not None:
                values[name] = field.read(child, scope)
                if field.into:
                    setattr(scope, field.into, values[name])
                continue
        # Left out, or empty: `key:` without a value means the same.
        if defaults and name in defaults:
            values[name] = defaults[name]
            continue
        values[name] = field.absent()
        if field.required:
            missing.append(name)
    unknown = [name for name in nodes if name not in fields] if used != len(nodes) else []
    for name in missing:  # a misspelt key is reported below
        if not any(nearest(word, fields) == name for word in unknown):
            location = node.key_at(name) if name in nodes else node.location
            is_cell = name in nodes and nodes[name].style == "cell"
            doc = fields[name].doc
            scope.fault(problems.missing_key(location, name, noun, doc, is_cell=is_cell))
    if unknown:
        check_keys(node, fields, noun, scope)
    return values


def check_keys(node: YamlNode, known_keys: Collection[str], noun: str, scope: Scope) -> None:
    """Report unknown keys of a mapping."""
    for name in node.value:
        if name not in known_keys:
            scope.fault(problems.unknown_key(node.key_at(name), name, noun, known_keys))


def mapping_schema(fields: Mapping[str, Field], scope: Scope) -> dict[str, Any]:
    """Describe a mapping of known keys as JSON Schema."""
    properties: dict[str, Any] = {}
    for name, field in fields.items():
        inner = field.schema(scope)
        if field.doc:
            inner = {"description": field.doc, **inner}
        properties[name] = inner
    result: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if required := [name for name, field in fields.items() if field.required]:
        result["required"] = required
    return result


_TEXT = {"type": ["string", "number", "boolean"]}


@field_kind
class TextField(Field, frozen=True, kw_only=True):
    """Plain text; a number in the data becomes text."""

    kind: ClassVar[str] = "text"
    empty: ClassVar[Any] = ""
    form: ClassVar[Mapping[str, Any]] = _TEXT
    translate: bool = False
    """True if players read the text, so that it is translated."""

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the text."""
        if node.kind == "scalar":
            if self.translate and not self.looks:
                return scope.translate(node.raw, node.location, "plain").text
            return node.raw
        _expect_text(node, scope)
        return ""


class PrintedField(TextField, frozen=True, kw_only=True):
    """Plain text that is printed, with quotation marks and dashes of the game's language."""

    translate: bool = True

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the text."""
        return scope.add_marks(super().read(node, scope))


class ParsedField(Field, frozen=True, kw_only=True):
    """A text for a parser, which raises ValueError with a message for users.

    The message may end with a colon and an example of a correct value, for the hint.
    """

    expected: ClassVar[str] = "a text"
    example: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    parse: Callable[[str], Any]

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the result of the parser."""
        if node.kind != "scalar":
            expect(self.expected, node, scope, *filter(None, (self.example or self.hint,)))
            return self.empty
        try:
            return self.parse(node.raw)
        except ValueError as error:
            message, hint = str(error), self.hint
            if not hint:
                message, _, better = message.partition(": ")
                hint = f"write {better}"
            scope.refuse(node.location, message, hint)
            return self.empty


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"`{text}` is not a date: `2026-03-14`") from None


class DateField(ParsedField, frozen=True, kw_only=True):
    """A date such as `2026-03-14`."""

    expected: ClassVar[str] = "a date"
    form: ClassVar[Mapping[str, Any]] = {"type": "string", "format": "date"}
    parse: Callable[[str], Any] = _day


@field_kind
class RichField(Field, frozen=True, kw_only=True):
    """Text with inline markup: bold, italic, terms, icons, rule numbers, breaks."""

    kind: ClassVar[str] = "rich"
    empty: ClassVar[Any] = EMPTY
    form: ClassVar[Mapping[str, Any]] = _TEXT

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the parsed text."""
        if node.kind == "scalar":
            return read_rich(node, scope)
        _expect_text(node, scope)
        return EMPTY


_COUNT = r"([0-9]{1,3})(?: ?[-–] ?([0-9]{1,3})|\+)?"
"""A number, a range or a least number, such as ``4``, ``2-4`` or ``8+``."""
_COUNT_IN_WORDS = rf"(?:[^\W\d]\D* )?{_COUNT}(?:[.,]\d+)?(?: ?[^\W\d].*)?"


class CountField(RichField, frozen=True, kw_only=True):
    """Plain text with a count, such as ``2-4``; it may cite rules, ``{rule:minutes}``.

    ``in_words`` allows words around the count. Translations may word the count freely.
    """

    empty: ClassVar[Any] = ""
    noun: str
    examples: str
    min: int = 0
    max: int = 999
    in_words: bool = False

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the text with the numbers filled in; report a text without a count."""
        before = len(scope.diagnostics)
        rich = super().read(node, scope)
        text = rich.plain if rich else ""
        is_cited = self.in_words and "{rule:" in node.raw  # it may be a number word
        is_checked = text and scope.translation is None and len(scope.diagnostics) == before
        if is_checked and not is_cited:
            match = re.fullmatch(_COUNT_IN_WORDS if self.in_words else _COUNT, text)
            low, high = (int(match[1]), int(match[2] or match[1])) if match else (-1, -1)
            if not self.min <= low <= high <= self.max:
                limits = f", from {self.min} to {self.max}" if 0 <= low <= high else ""
                message = f"`{text}` is not {self.noun}{limits}"
                scope.refuse(node.location, message, f"write {self.examples}")
        return text


def _expect_text(node: YamlNode, scope: Scope) -> None:
    opener = "{" if node.kind == "map" else "["
    expect("a text", node, scope, f"a text that starts with `{opener}` needs quotes round it")


@field_kind
class NumberField(Field, frozen=True, kw_only=True):
    """A number, optionally within limits and without a fraction."""

    kind: ClassVar[str] = "number"
    min: float | None = None
    max: float | None = None
    whole: bool = False

    def read(self, node: YamlNode, scope: Scope) -> int | float | None:
        """Return the number."""
        value = node.value
        if type(value) is not int and (type(value) is not float or not math.isfinite(value)):
            hints = ("remove the quotes",) if node.style in ("single", "double") else ()
            expect(self.expected, node, scope, *hints)
            return None
        if (
            (self.whole and value != int(value))
            or (self.min is not None and value < self.min)
            or (self.max is not None and value > self.max)
        ):
            message = f"`{node.raw}` is not {self.expected}"
            scope.refuse(node.location, message, f"write {self.expected}")
            return None
        return int(value) if self.whole else value

    @property
    def expected(self) -> str:
        """The allowed values in words, for messages."""
        words = "a whole number" if self.whole else "a number"
        if self.min is not None and self.max is not None:
            return f"{words} from {self.min:g} to {self.max:g}"
        if self.min is not None:
            return f"{words} of at least {self.min:g}"
        return f"{words} of at most {self.max:g}" if self.max is not None else words

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        limits = {"minimum": self.min, "maximum": self.max}
        bounds = {name: limit for name, limit in limits.items() if limit is not None}
        return {"type": "integer" if self.whole else "number", **bounds}


@field_kind
class FlagField(Field, frozen=True, kw_only=True):
    """``true`` or ``false``; false by default."""

    kind: ClassVar[str] = "flag"
    empty: ClassVar[Any] = False
    form: ClassVar[Mapping[str, Any]] = {"type": "boolean"}

    @property
    def required(self) -> bool:
        """False: a flag that is left out is false."""
        return False

    def read(self, node: YamlNode, scope: Scope) -> bool:
        """Return the truth value."""
        if isinstance(node.value, bool):
            return node.value
        expect("`true` or `false`", node, scope)
        return False


@field_kind
class ChoiceField(Field, frozen=True, kw_only=True):
    """One of the words listed under ``options``."""

    kind: ClassVar[str] = "choice"
    choices: tuple[str, ...] = ()
    noun: str = "choice"

    def read(self, node: YamlNode, scope: Scope) -> str | None:
        """Return the chosen word; None for an unknown one."""
        if node.kind != "scalar":
            expect("one word", node, scope)
        elif scope.knows(node.location, self.noun, node.raw, self.choices):
            return node.raw
        return None

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        # YAML reads `2` as a number, and a schema compares types as well (Validation, 6.1.2).
        values = [resolve(word) for word in self.choices]
        finite = [
            value for value in values if isinstance(value, int | float) and math.isfinite(value)
        ]
        return {"enum": [*self.choices, *finite]}

"""Field kinds: each reads a YAML value, reports what is wrong with it, and describes itself.

One mechanism serves the keys of ``game.yaml`` and the fields that a game declares for its cards:
errors, defaults, the reference and the JSON Schema for editors all come from it.
"""

from __future__ import annotations

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
"""The default of a field without one; None is a value that a default may have."""
NAME = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
NAME_LIMIT = 64


class Field(Struct, frozen=True, kw_only=True):
    """The base of all kinds: whether the value may be left out, its default, and a line of help.

    ``empty`` is the value of a field that is left out without a default, or cannot be read. With
    ``looks`` the value concerns the picture alone, and nobody who does not see it has to know it.
    """

    kind: ClassVar[str] = ""
    empty: ClassVar[Any] = None
    keys: ClassVar[Mapping[str, Field]] = {}
    """The keys of the value if it is a mapping, for the reference."""
    form: ClassVar[Mapping[str, Any]] = {}
    """What the value may be besides such a mapping, as JSON Schema."""

    optional: bool = False
    default: Any = MISSING
    doc: str = ""
    looks: bool = False
    into: str = ""
    """Where the scope keeps the value, for all that is read later."""

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the value; or report what is wrong with it, and return an empty one."""
        raise NotImplementedError

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        if not self.keys:
            return dict(self.form)
        mapping = mapping_schema(self.keys, scope)
        return {"anyOf": [self.form, mapping]} if self.form else mapping

    @property
    def required(self) -> bool:
        """Whether the value must be given."""
        return not self.optional and self.default is MISSING

    def absent(self) -> Any:
        """Return the value of a field that is left out."""
        return self.empty if self.default is MISSING else self.default


KINDS: Registry[type[Field]] = Registry("field kind")


def field_kind(cls: type[Field]) -> type[Field]:
    """Make a kind available to card types."""
    return KINDS.add(cls.kind, cls)


def describe(node: YamlNode) -> str:
    """Say what a node holds, for the second half of `expected …, found …`."""
    if node.kind != "scalar":
        return "a list" if node.kind == "list" else "a mapping"
    if node.value is None:
        return "nothing"
    shown = node.raw if len(node.raw) <= 40 else node.raw[:39] + "…"
    if isinstance(node.value, bool):
        return f"`{shown}`"
    return f"the {'text' if isinstance(node.value, str) else 'number'} `{shown}`"


def expect(expected: str, node: YamlNode, scope: Scope, *hints: str) -> None:
    """Report a value of the wrong type."""
    scope.fault(problems.wrong_type(node.at, expected, describe(node), hints))


def read_mapping(
    node: YamlNode,
    fields: Mapping[str, Field],
    scope: Scope,
    what: str,
    defaults: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Read a mapping of known keys, reporting everything that is wrong with it.

    ``defaults`` are values for keys that are left out, before the defaults of the fields.
    """
    if node.kind != "map":
        expect("a mapping", node, scope, "write `key: value` lines")
        return {name: field.absent() for name, field in fields.items()}
    given: dict[str, YamlNode] = node.value
    values: dict[str, Any] = {}
    missing: list[str] = []
    used = 0
    for name, field in fields.items():
        child = given.get(name)
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
    astray = [name for name in given if name not in fields] if used != len(given) else []
    for name in missing:  # a misspelt one is reported below
        if not any(nearest(word, fields) == name for word in astray):
            at = node.key_at(name) if name in given else node.at
            scope.fault(problems.missing_key(at, name, what, fields[name].doc))
    if astray:
        check_keys(node, fields, what, scope)
    return values


def check_keys(node: YamlNode, known: Collection[str], what: str, scope: Scope) -> None:
    """Report keys of a mapping that nothing reads."""
    for name in node.value:
        if name not in known:
            scope.fault(problems.unknown_key(node.key_at(name), name, what, known))


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
    """Plain text as written; numbers are taken as their digits."""

    kind: ClassVar[str] = "text"
    empty: ClassVar[Any] = ""
    form: ClassVar[Mapping[str, Any]] = _TEXT
    translate: bool = False
    """Whether players read it, so that another language has other words for it."""

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the text."""
        if node.kind == "scalar":
            if self.translate and not self.looks:
                return scope.translate(node.raw, node.at, "plain").text
            return node.raw
        _expect_text(node, scope)
        return ""


class PrintedField(TextField, frozen=True, kw_only=True):
    """Plain text that is printed as it is, with the marks of the game's language."""

    translate: bool = True

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the text."""
        return scope.marked(super().read(node, scope))


class ParsedField(Field, frozen=True, kw_only=True):
    """A text that a parser reads, which raises ValueError with a message for people.

    A message may end with what to write instead, behind a colon.
    """

    expected: ClassVar[str] = "a text"
    example: ClassVar[str] = ""
    hint: ClassVar[str] = ""
    parse: Callable[[str], Any]

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return what the parser makes of it."""
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
            scope.fault(problems.bad_value(node.at, message, hint))
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


class CitingField(RichField, frozen=True, kw_only=True):
    """Plain text that may cite numbers of the rules."""

    empty: ClassVar[Any] = ""

    def read(self, node: YamlNode, scope: Scope) -> str:
        """Return the text with the numbers in it."""
        read = super().read(node, scope)
        return read.plain if read else ""


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
            scope.fault(problems.bad_value(node.at, message, f"write {self.expected}"))
            return None
        return int(value) if self.whole else value

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        words = "a whole number" if self.whole else "a number"
        if self.min is not None and self.max is not None:
            return f"{words} from {self.min:g} to {self.max:g}"
        if self.min is not None:
            return f"{words} of at least {self.min:g}"
        return f"{words} of at most {self.max:g}" if self.max is not None else words

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        limits = {"minimum": self.min, "maximum": self.max}
        given = {name: limit for name, limit in limits.items() if limit is not None}
        return {"type": "integer" if self.whole else "number", **given}


@field_kind
class FlagField(Field, frozen=True, kw_only=True):
    """``true`` or ``false``; false where it is left out."""

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
    what: str = "choice"

    def read(self, node: YamlNode, scope: Scope) -> str | None:
        """Return the word chosen."""
        if node.kind != "scalar":
            expect("one word", node, scope)
        elif scope.knows(node.at, self.what, node.raw, self.choices):
            return node.raw
        return None

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        # YAML reads `2` as a number, and a schema compares types as well (Validation, 6.1.2).
        read = [resolve(word) for word in self.choices]
        finite = [one for one in read if isinstance(one, int | float) and math.isfinite(one)]
        return {"enum": [*self.choices, *finite]}

"""Field kinds made of others (lists, records, tables), and field declarations in YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import field
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics
from cardgen.core.paths import refusal
from cardgen.model import problems
from cardgen.model.fields import (
    IDENTIFIER,
    KINDS,
    MISSING,
    NAME,
    NAME_LIMIT,
    Field,
    FlagField,
    NumberField,
    TextField,
    describe,
    expect,
    field_kind,
    mapping_schema,
    read_mapping,
)
from cardgen.model.record import Record
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode


@field_kind
class ListField(Field, frozen=True, kw_only=True):
    """Several values of one kind, in order."""

    kind: ClassVar[str] = "list"
    empty: ClassVar[Any] = ()
    of: Field = field(default_factory=TextField)
    min: int = 0
    max: int | None = None
    unique: bool = False

    def read(self, node: YamlNode, scope: Scope) -> tuple[Any, ...]:
        """Return the values as a tuple."""
        if node.kind != "list":
            hint = f"write `[{node.raw}]`" if node.kind == "scalar" else "write `[a, b]`"
            expect("a list", node, scope, hint)
            return ()
        items: list[YamlNode] = node.value
        if len(items) < self.min or (self.max is not None and len(items) > self.max):
            exactly = str(self.min) if self.min == self.max else f"{self.min} to {self.max}"
            bounds = f"at least {self.min}" if self.max is None else exactly
            message = f"a list of {len(items)}, but it takes {bounds}"
            one = self.min == 1 and self.max in (1, None)
            some = bounds.replace("1", "one value") if one else f"{bounds} values"
            scope.fault(problems.bad_value(node.at, message, f"list {some}"))
        values = tuple([self.of.read(item, scope) for item in items])
        if self.unique:
            seen: set[str] = set()
            for item in items:
                if item.kind == "scalar" and item.raw in seen:
                    message = f"`{item.raw}` is listed twice"
                    scope.fault(problems.bad_value(item.at, message, "remove one"))
                seen.add(item.raw)
        return values

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        result: dict[str, Any] = {"type": "array", "items": self.of.schema(scope)}
        if self.min:
            result["minItems"] = self.min
        if self.max is not None:
            result["maxItems"] = self.max
        return {**result, "uniqueItems": True} if self.unique else result


@field_kind
class RecordField(Field, frozen=True, kw_only=True):
    """Named values that belong together, each with a kind of its own."""

    kind: ClassVar[str] = "record"
    fields: Mapping[str, Field] = {}
    what: str = "the record"
    make: Callable[..., Any] | None = None
    """What takes the values by their names, in place of a record."""
    example: str = ""
    expected: str = ""
    """What a value that is no mapping should have been, if not ``what``."""

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the values as a record, or what is made of them."""
        if self.example and node.kind != "map":
            expect(self.expected or self.what, node, scope, f"write `{self.example}`")
            return self.absent()
        return self._made(read_mapping(node, self.fields, scope, self.what))

    def _made(self, values: Mapping[str, Any]) -> Any:
        return Record(values) if self.make is None else self.make(**values)

    def absent(self) -> Any:
        """Return a record of the defaults inside if every field has one."""
        if self.default is not MISSING or any(f.required for f in self.fields.values()):
            return self.empty if self.default is MISSING else self.default
        return self._made({name: inner.absent() for name, inner in self.fields.items()})

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return mapping_schema(self.fields, scope)


class TableField(Field, frozen=True, kw_only=True):
    """Values of one kind by name, where the author chooses the names.

    With ``named`` each value has its name as its ``id``.
    """

    empty: ClassVar[Any] = {}
    of: Field
    what: str
    pattern: re.Pattern[str] = NAME
    reserved: tuple[str, ...] = ()
    named: bool = False

    def read(self, node: YamlNode, scope: Scope) -> dict[str, Any]:
        """Return the values by name."""
        if node.kind != "map":
            expect("a mapping", node, scope, "write `name: value` lines")
            return {}
        values: dict[str, Any] = {}
        for name, child in node.value.items():
            # A faulty declaration still makes its name known: uses of it are no faults.
            inner = scope
            if child.value is None:
                scope.fault(problems.missing_key(node.key_at(name), name, self.what))
                inner = replace(scope, found=Diagnostics())
            else:
                check_name(name, self.what, node.keys[name], scope, self.pattern, self.reserved)  # type: ignore[index]
            value = self.of.read(child, inner)
            values[name] = replace(value, id=name) if self.named else value
        return values

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        # Patterns of JSON Schema match anywhere in a text unless they are anchored (Core, 6.4).
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^{self.pattern.pattern}$"},
            "additionalProperties": self.of.schema(scope),
        }


def check_name(
    name: str,
    what: str,
    node: YamlNode,
    scope: Scope,
    pattern: re.Pattern[str] = NAME,
    reserved: tuple[str, ...] = (),
) -> bool:
    """Report a name that cannot be used; return whether it can."""
    if name in reserved:
        hint = f"`{name}` is taken: choose another name"
    elif pattern.fullmatch(name) and len(name) <= NAME_LIMIT:
        why = refusal(name) if pattern is NAME else None
        if why is None:
            return True
        hint = f"{why}: choose another name"
    elif len(name) > NAME_LIMIT:
        hint = f"use at most {NAME_LIMIT} characters"
    else:
        joint = "_" if pattern is IDENTIFIER else "-"
        better = re.sub(r"[^a-z0-9]+", joint, name.lower()).strip(joint)
        hint = "use lower-case letters and digits"
        if pattern.fullmatch(better):
            hint = f"write `{better}`"
    scope.fault(problems.bad_name(node.at, name, what, hint))
    return False


class NodeField(Field, frozen=True, kw_only=True):
    """Any value, kept as a node for somebody to read later."""

    def read(self, node: YamlNode, scope: Scope) -> YamlNode:
        """Return the node."""
        return node


class DeclarationField(Field, frozen=True, kw_only=True):
    """The declaration of a field: ``rich``, or ``{kind: rich, optional: true}``."""

    form: ClassVar[Mapping[str, Any]] = {"$ref": "#/$defs/field"}

    def read(self, node: YamlNode, scope: Scope) -> Field:
        """Return the field declared; a plain text field where the declaration is wrong."""
        return declare(node, scope)


COMMON_OPTIONS: dict[str, Field] = {
    "kind": TextField(doc="text, rich, number, choice, icon, term, image, color, flag, list …"),
    "optional": FlagField(doc="may be left out"),
    "default": NodeField(optional=True, doc="the value where it is left out"),
    "doc": TextField(optional=True, doc="a line of help for editors"),
    "looks": FlagField(doc="it concerns the picture alone: it is not among the words of a card"),
}
_LEAST = NumberField(optional=True, doc="the smallest number allowed")
_MOST = NumberField(optional=True, doc="the largest number allowed")
_FEWEST = NumberField(optional=True, whole=True, min=0, doc="how many values at least")
_LONGEST = NumberField(optional=True, whole=True, min=0, doc="how many values at most")
OPTIONS: dict[str, dict[str, Field]] = {
    "text": {
        "translate": FlagField(
            default=True, doc="false for a name that templates look something up by"
        )
    },
    "number": {"min": _LEAST, "max": _MOST, "whole": FlagField(doc="without a fraction")},
    "choice": {"options": ListField(of=TextField(), min=1, unique=True, doc="the words allowed")},
    "list": {
        "of": DeclarationField(default=TextField(translate=True), doc="the kind of each value"),
        "min": _FEWEST,
        "max": _LONGEST,
        "unique": FlagField(doc="no value twice"),
    },
    "record": {
        "fields": TableField(
            of=DeclarationField(),
            what="a field",
            pattern=IDENTIFIER,
            doc="the values, each with its kind",
        )
    },
}


def declare(node: YamlNode, scope: Scope) -> Field:
    """Make a field from its declaration in YAML."""
    if node.kind == "list" or (node.kind == "map" and "kind" not in node.value):
        scope.fault(
            problems.wrong_type(
                node.at, "the declaration of a field", describe(node), ("write `{kind: text}`",)
            )
        )
        return TextField(optional=True)
    kind_node = node if node.kind == "scalar" else node.value["kind"]
    kind = KINDS.get(kind_node.raw) if kind_node.kind == "scalar" else None
    if kind is None:
        name = kind_node.raw or describe(kind_node)
        scope.fault(problems.unknown_name(kind_node.at, "field kind", name, KINDS, "kinds"))
        return TextField(optional=True)
    if node.kind == "scalar":
        given: dict[str, Any] = {}
        required = [n for n, f in OPTIONS.get(kind.kind, {}).items() if f.required]
        for name in required:
            scope.fault(problems.missing_key(node.at, name, f"a {kind.kind} field"))
        given |= {"translate": True} if kind is TextField else {}
        return kind(**given) if not required else TextField(optional=True)
    allowed = COMMON_OPTIONS | OPTIONS.get(kind.kind, {})
    given = read_mapping(node, allowed, scope, f"a {kind.kind} field")
    del given["kind"]
    default: YamlNode | None = given.pop("default")
    if "options" in given:
        given["choices"] = given.pop("options")
    if kind is ListField and given["min"] is None:
        given["min"] = 0
    declared = kind(**given)
    return declared if default is None else replace(declared, default=declared.read(default, scope))


def declaration_schema() -> dict[str, Any]:
    """Describe field declarations as JSON Schema: the name of a kind, or a mapping with options."""
    scope: Any = None
    long_forms = []
    for name, _ in KINDS.items():
        form = mapping_schema(COMMON_OPTIONS | OPTIONS.get(name, {}), scope)
        form["properties"]["kind"] = {"const": name}
        long_forms.append(form)
    return {"anyOf": [{"enum": list(KINDS)}, *long_forms]}

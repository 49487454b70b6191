"""Field kinds that contain other fields (lists, records, tables), and declarations of fields."""

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
            is_single = self.min == 1 and self.max in (1, None)
            wanted_text = bounds.replace("1", "one value") if is_single else f"{bounds} values"
            scope.refuse(node.location, message, f"list {wanted_text}")
        values = tuple([self.of.read(item, scope) for item in items])
        if self.unique:
            earlier: set[str] = set()
            for item in items:
                if item.kind == "scalar" and item.raw in earlier:
                    message = f"`{item.raw}` is listed twice"
                    scope.refuse(item.location, message, "remove one")
                earlier.add(item.raw)
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
    """Named values that belong together; each name has its own kind of field."""

    kind: ClassVar[str] = "record"
    fields: Mapping[str, Field] = {}
    noun: str = "the record"
    make: Callable[..., Any] | None = None
    """Called with the values as keyword arguments to make the result; None makes a `Record`."""
    example: str = ""
    expected: str = ""
    """Describes the value in messages about values that are no mapping; ``noun`` by default."""

    def read(self, node: YamlNode, scope: Scope) -> Any:
        """Return the record, or the result of ``make``."""
        if self.example and node.kind != "map":
            expect(self.expected or self.noun, node, scope, f"write `{self.example}`")
            return self.absent()
        return self._make_value(read_mapping(node, self.fields, scope, self.noun))

    def _make_value(self, values: Mapping[str, Any]) -> Any:
        return Record(values) if self.make is None else self.make(**values)

    def absent(self) -> Any:
        """Return the default, or a record of defaults if every field may be left out."""
        if self.default is not MISSING or any(f.required for f in self.fields.values()):
            return self.empty if self.default is MISSING else self.default
        return self._make_value({name: inner.absent() for name, inner in self.fields.items()})

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return mapping_schema(self.fields, scope)


class TableField(Field, frozen=True, kw_only=True):
    """Values of one kind by name; the author chooses the names.

    With ``named``, each value gets its name as its ``id``.
    """

    empty: ClassVar[Any] = {}
    of: Field
    noun: str
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
            # A faulty declaration still declares its name, so that its uses are not reported, too.
            inner = scope
            if child.value is None:
                scope.fault(problems.missing_key(node.key_at(name), name, self.noun))
                inner = replace(scope, diagnostics=Diagnostics())
            else:
                check_name(name, self.noun, node.keys[name], scope, self.pattern, self.reserved)  # type: ignore[index]
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
    noun: str,
    node: YamlNode,
    scope: Scope,
    pattern: re.Pattern[str] = NAME,
    reserved: tuple[str, ...] = (),
) -> bool:
    """Return whether a name is allowed; report a forbidden one. ``noun`` says what it names."""
    if name in reserved:
        hint = f"`{name}` is reserved: choose another name"
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
    scope.fault(problems.bad_name(node.location, name, noun, hint))
    return False


class NodeField(Field, frozen=True, kw_only=True):
    """Any value, as a node that is read later."""

    def read(self, node: YamlNode, scope: Scope) -> YamlNode:
        """Return the node."""
        return node


class DeclarationField(Field, frozen=True, kw_only=True):
    """The declaration of a field: ``rich``, or ``{kind: rich, optional: true}``."""

    form: ClassVar[Mapping[str, Any]] = {"$ref": "#/$defs/field"}

    def read(self, node: YamlNode, scope: Scope) -> Field:
        """Return the declared field, or a plain text field after an error."""
        return declare(node, scope)


COMMON_OPTIONS: dict[str, Field] = {
    "kind": TextField(doc="text, rich, number, choice, icon, term, image, color, flag, list …"),
    "optional": FlagField(doc="the field may be left out"),
    "default": NodeField(optional=True, doc="the value if the field is left out"),
    "doc": TextField(optional=True, doc="a line of help for editors"),
    "looks": FlagField(doc="only changes the look of a card: the value is not part of its text"),
}
_LEAST = NumberField(optional=True, doc="the smallest number allowed")
_MOST = NumberField(optional=True, doc="the largest number allowed")
_FEWEST = NumberField(optional=True, whole=True, min=0, doc="how many values at least")
_LONGEST = NumberField(optional=True, whole=True, min=0, doc="how many values at most")
OPTIONS: dict[str, dict[str, Field]] = {
    "text": {
        "translate": FlagField(default=True, doc="`false` for a name that templates only compare")
    },
    "number": {"min": _LEAST, "max": _MOST, "whole": FlagField(doc="without a fraction")},
    "choice": {"options": ListField(of=TextField(), min=1, unique=True, doc="the words allowed")},
    "list": {
        "of": DeclarationField(default=TextField(translate=True), doc="the kind of each value"),
        "min": _FEWEST,
        "max": _LONGEST,
        "unique": FlagField(doc="values must differ"),
    },
    "record": {
        "fields": TableField(
            of=DeclarationField(),
            noun="a field",
            pattern=IDENTIFIER,
            doc="the fields of the record, each with its kind",
        )
    },
}


def declare(node: YamlNode, scope: Scope) -> Field:
    """Make a field from its declaration in YAML."""
    key = "kind"
    if node.kind == "map" and "kind" not in node.value and "type" in node.value:
        key = "type"
    if node.kind == "list" or (node.kind == "map" and key not in node.value):
        scope.fault(
            problems.wrong_type(
                node.location,
                "the declaration of a field",
                describe(node),
                ("write `{kind: text}`",),
            )
        )
        return TextField(optional=True)
    kind_node = node if node.kind == "scalar" else node.value[key]
    kind = KINDS.get(kind_node.raw) if kind_node.kind == "scalar" else None
    if kind is None:
        name = kind_node.raw or describe(kind_node)
        scope.fault(problems.unknown_name(kind_node.location, "field kind", name, KINDS))
        return TextField(optional=True)
    if node.kind == "scalar":
        options: dict[str, Any] = {}
        required = [n for n, f in OPTIONS.get(kind.kind, {}).items() if f.required]
        for name in required:
            scope.fault(problems.missing_key(node.location, name, f"the {kind.kind} field"))
        options |= {"translate": True} if kind is TextField else {}
        return kind(**options) if not required else TextField(optional=True)
    if key == "type":
        hint = f"write `kind: {kind.kind}`"
        scope.fault(
            problems.bad_value(
                node.key_at("type"), "the key of a field's kind is `kind`, not `type`", hint
            )
        )
    allowed = COMMON_OPTIONS | OPTIONS.get(kind.kind, {})
    allowed = {key if name == "kind" else name: field for name, field in allowed.items()}
    options = read_mapping(node, allowed, scope, f"the {kind.kind} field")
    del options[key]
    default: YamlNode | None = options.pop("default")
    if "options" in options:
        options["choices"] = options.pop("options")
    if kind is ListField and options["min"] is None:
        options["min"] = 0
    declared = kind(**options)
    return declared if default is None else replace(declared, default=declared.read(default, scope))


def declaration_schema() -> dict[str, Any]:
    """Describe declarations of fields as JSON Schema: the name of a kind, or a mapping."""
    scope: Any = None
    mappings = []
    for name, _ in KINDS.items():
        form = mapping_schema(COMMON_OPTIONS | OPTIONS.get(name, {}), scope)
        form["properties"]["kind"] = {"const": name}
        mappings.append(form)
    return {"anyOf": [{"enum": list(KINDS)}, *mappings]}

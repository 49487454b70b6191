"""The registry of kinds of components.

A new kind is one file in ``cardgen/model/components``: it declares its keys and a function that
makes the component from their values, and calls `register`.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from cardgen.core.registry import Registry, load_modules
from cardgen.model import problems
from cardgen.model.compound import TableField, check_name
from cardgen.model.fields import (
    Field,
    PrintedField,
    RichField,
    TextField,
    expect,
    mapping_schema,
    read_mapping,
)
from cardgen.model.game import Component
from cardgen.model.pieces import LengthField
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode

C = TypeVar("C", bound=Component)


class ComponentData(Struct, frozen=True):
    """The values and the node of one component in ``game.yaml``."""

    id: str
    values: Mapping[str, Any]
    node: YamlNode
    scope: Scope

    @property
    def title(self) -> str:
        """The title; by default it is derived from the id."""
        if own_title := str(self.values["title"]):
            return own_title
        title = self.id.replace("-", " ").replace("_", " ").title()
        context = f"components.{self.id}.title"
        return self.scope.translate(title, self.node.location, "plain", context).text

    @property
    def edges(self) -> dict[str, Any]:
        """The bleed and the safe zone of the component; by default those of the game."""
        usual = self.scope.print
        return {"bleed": self.value("bleed", usual.bleed), "safe": self.value("safe", usual.safe)}

    def make(self, kind: type[C], **own: Any) -> C:
        """Make a component; attributes that are not in ``own`` take the value of their key."""
        names = kind.__struct_fields__
        values = {name: value for name, value in self.values.items() if name in names}
        common = {"id": self.id, "title": self.title, "location": self.node.location}
        return kind(**{**values, **common, **own})

    def value(self, key: str, default: Any) -> Any:
        """Return the value of a key in ``game.yaml``, or a default."""
        return default if self.node.child(key) is None else self.values[key]


class ComponentKind(Struct, frozen=True):
    """A kind of component: its keys, and the function that makes it."""

    fields: Mapping[str, Field]
    make: Callable[[ComponentData], Component]


COMPONENTS: Registry[ComponentKind] = Registry("component kind")

USE: Mapping[str, Field] = {
    "use": RichField(optional=True, doc="purpose of the component: its tooltip on a virtual table")
}
"""For kinds with pieces that may need an explanation."""

EDGES: Mapping[str, Field] = {
    "bleed": LengthField(optional=True, max=20, doc="width of artwork beyond the cut"),
    "safe": LengthField(optional=True, max=20, doc="distance of text from the cut"),
}
"""For kinds that may override ``bleed`` and ``safe`` of the game's ``print``."""

_COMMON: Mapping[str, Field] = {
    "kind": TextField(doc="kind of component: deck …"),
    "title": PrintedField(optional=True, doc="name on sheets and virtual tables"),
}


def register(
    name: str, fields: Mapping[str, Field], make: Callable[[ComponentData], Component]
) -> None:
    """Register a kind for use under ``components:``."""
    COMPONENTS.add(name, ComponentKind({**_COMMON, **fields}, make))


def component_kinds() -> Registry[ComponentKind]:
    """Return all kinds; load their modules at first use."""
    load_modules("cardgen.model.components")
    return COMPONENTS


class ComponentsField(Field, frozen=True, kw_only=True):
    """All components by id."""

    empty: ClassVar[Any] = {}

    def read(self, node: YamlNode, scope: Scope) -> dict[str, Component]:
        """Return the components, with the content of their files."""
        if node.kind != "map":
            expect("a mapping", node, scope, "write `soldiers: {kind: deck}`")
            return {}
        components: dict[str, Component] = {}
        for name, child in node.value.items():
            assert node.keys is not None
            if check_name(name, "a component", node.keys[name], scope):
                read_component = _read_component(name, child, scope)
                if read_component is not None:
                    components[name] = read_component
        scope.titles = {
            id: {card.id: card.title for card in component.cards}
            for id, component in components.items()
            if component.cards or component.kind == "deck"
        }
        for component in components.values():
            component.check(components, scope)
        return components

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        forms = []
        for name, kind in component_kinds().items():
            form = mapping_schema(kind.fields, scope)
            form["properties"]["kind"] = {"const": name}
            forms.append(form)
        schema = TableField(of=TextField(), noun="").schema(scope)
        return {**schema, "additionalProperties": {"anyOf": forms}}


_OTHER_NAMES = {"cards": "deck", "map": "board", "rules": "booklet", "dice": "die"}
"""Names that people try for kinds of components."""


def _read_component(name: str, node: YamlNode, scope: Scope) -> Component | None:
    kinds = component_kinds()
    if node.kind != "map":
        expect("a component", node, scope, f"write `{name}: {{kind: deck}}`")
        return None
    kind_node = node.child("kind")
    if kind_node is None:
        scope.fault(problems.missing_key(node.location, "kind", f"component `{name}`", "deck …"))
        return None
    kind_name = kind_node.raw or kind_node.kind
    kind = kinds.get(kind_name)
    if kind is None:
        better = _OTHER_NAMES.get(kind_name.lower(), "")
        names = [better] if better in kinds else kinds
        location = kind_node.location
        scope.fault(problems.unknown_name(location, "component kind", kind_name, names))
        if better not in kinds:
            return None
        kind = kinds[better]  # so that the fault has no others in its wake
    values = read_mapping(node, kind.fields, scope, f"component `{name}`")
    return kind.make(ComponentData(name, values, node, scope))

"""The registry of the kinds of components that a game may have.

A new kind is one file in ``cardgen/model/components``: it declares the keys that it takes and a
function that makes the component from them, and calls `register`.
"""

from __future__ import annotations

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
    """What ``game.yaml`` says about one component, its keys read already."""

    id: str
    values: Mapping[str, Any]
    node: YamlNode
    scope: Scope

    @property
    def title(self) -> str:
        """The title, made of the id if none is given."""
        if given := str(self.values["title"]):
            return given
        title = self.id.replace("-", " ").replace("_", " ").title()
        context = f"components.{self.id}.title"
        return self.scope.translate(title, self.node.at, "plain", context).text

    @property
    def edges(self) -> dict[str, Any]:
        """The bleed and the safe zone, of its own or those of the game."""
        usual = self.scope.print
        return {"bleed": self.own("bleed", usual.bleed), "safe": self.own("safe", usual.safe)}

    def make(self, kind: type[C], **own: Any) -> C:
        """Make a component; an attribute that is not its ``own`` has the value of its key."""
        names = kind.__struct_fields__
        values = {name: value for name, value in self.values.items() if name in names}
        common = {"id": self.id, "title": self.title, "at": self.node.at}
        return kind(**{**values, **common, **own})

    def own(self, key: str, default: Any) -> Any:
        """Return the value of a key that is given, else a default."""
        return self.values[key] if key in self.node.value else default


class ComponentKind(Struct, frozen=True):
    """A kind: the keys it takes besides ``kind`` and ``title``, and what makes it."""

    fields: Mapping[str, Field]
    make: Callable[[ComponentData], Component]


COMPONENTS: Registry[ComponentKind] = Registry("component kind")

USE: Mapping[str, Field] = {
    "use": RichField(optional=True, doc="what it is for: its tooltip on a virtual table"),
}
"""For kinds whose pieces do not say by themselves what they are for."""

EDGES: Mapping[str, Field] = {
    "bleed": LengthField(optional=True, max=20, doc="artwork beyond the cut"),
    "safe": LengthField(optional=True, max=20, doc="distance kept from the cut"),
}
"""For kinds that are printed as the game's ``print`` says unless they say otherwise."""

_COMMON: Mapping[str, Field] = {
    "kind": TextField(doc="what it is: deck …"),
    "title": PrintedField(optional=True, doc="its name on sheets and tables"),
}


def register(
    name: str, fields: Mapping[str, Field], make: Callable[[ComponentData], Component]
) -> None:
    """Make a kind available under ``components:``."""
    COMPONENTS.add(name, ComponentKind({**_COMMON, **fields}, make))


def component_kinds() -> Registry[ComponentKind]:
    """Return all kinds, loading their modules at first use."""
    load_modules("cardgen.model.components")
    return COMPONENTS


class ComponentsField(Field, frozen=True, kw_only=True):
    """All components by id."""

    empty: ClassVar[Any] = {}

    def read(self, node: YamlNode, scope: Scope) -> dict[str, Component]:
        """Return the components, with everything their own files hold."""
        if node.kind != "map":
            expect("a mapping", node, scope, "write `soldiers: {kind: deck}`")
            return {}
        components: dict[str, Component] = {}
        for name, child in node.value.items():
            assert node.keys is not None
            if check_name(name, "a component", node.keys[name], scope):
                made = _read_component(name, child, scope)
                if made is not None:
                    components[name] = made
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
        one = TableField(of=TextField(), what="").schema(scope)
        return {**one, "additionalProperties": {"anyOf": forms}}


def _read_component(name: str, node: YamlNode, scope: Scope) -> Component | None:
    kinds = component_kinds()
    if node.kind != "map":
        expect("a component", node, scope, f"write `{name}: {{kind: deck}}`")
        return None
    kind_node = node.value.get("kind")
    if kind_node is None or kind_node.value is None:
        scope.fault(problems.missing_key(node.at, "kind", f"component `{name}`", "deck …"))
        return None
    said = kind_node.raw or kind_node.kind
    kind = kinds.get(said)
    if kind is None:
        scope.fault(problems.unknown_name(kind_node.at, "component kind", said, kinds, "kinds"))
        return None
    values = read_mapping(node, kind.fields, scope, f"component `{name}`")
    return kind.make(ComponentData(name, values, node, scope))

"""Card types, cards, and the deck files they stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.model import problems
from cardgen.model.compound import DeclarationField, TableField, check_name
from cardgen.model.fields import (
    IDENTIFIER,
    NAME,
    Field,
    NumberField,
    RichField,
    TextField,
    expect,
    mapping_schema,
    read_mapping,
)
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import EMPTY, Rich
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode
from cardgen.source.yaml import load_yaml

COPIES_LIMIT = 999
_DUPLICATE = "CG205"
TEMPLATE_ENDING = ".xml.j2"
NO_BACK = "none"

_ID = TextField(doc="its own name, for files and links: lower-case-with-hyphens")
BUILT_IN: Mapping[str, Field] = {
    "id": _ID,
    "type": TextField(optional=True, doc="one of the game's card types"),
    "title": RichField(optional=True, doc="the name printed on the card"),
    "copies": NumberField(
        whole=True, min=0, max=COPIES_LIMIT, default=1, doc="how many are printed; 0 keeps it back"
    ),
    "assumption": RichField(optional=True, doc="why this card is ours, not the source's"),
}


class CardType(Struct, frozen=True):
    """A kind of card: its fields and its templates; ``back`` None means the deck's."""

    id: str
    template: str
    back: str | None
    fields: Mapping[str, Field]
    keys: Mapping[str, Field]
    at: Location | None = None


class Card(Struct, frozen=True):
    """One design of a deck; ``fields`` holds what its type declares."""

    id: str
    type: str
    title: Rich
    copies: int
    fields: Record
    at: Location
    assumption: Rich = EMPTY

    @property
    def record(self) -> Record:
        """What templates see of it: its fields, and what every card has."""
        own = {"id": self.id, "type": self.type, "title": self.title, "copies": self.copies}
        return Record({**values_of(self.fields), **own})


_CARD_TYPE: Mapping[str, Field] = {
    "template": TextField(optional=True, doc="the template of the face; <type>.xml.j2 if left out"),
    "back": TextField(optional=True, doc="the template of a back of its own, or none"),
    "fields": TableField(
        of=DeclarationField(),
        what="a field",
        pattern=IDENTIFIER,
        reserved=tuple(BUILT_IN),
        optional=True,
        doc="what the cards of this type state, each with its kind",
    ),
}


class CardTypeField(Field, frozen=True, kw_only=True):
    """One card type."""

    keys: ClassVar[Mapping[str, Field]] = _CARD_TYPE

    def read(self, node: YamlNode, scope: Scope) -> CardType:
        """Return the card type; the table gives it its name."""
        given = read_mapping(node, _CARD_TYPE, scope, "a card type")
        fields = given["fields"]
        return CardType(
            "", given["template"], given["back"] or None, fields, {**BUILT_IN, **fields}, node.at
        )

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return mapping_schema(_CARD_TYPE, scope)


class CardTypesField(TableField, frozen=True, kw_only=True):
    """All card types by name."""

    empty: ClassVar[Any] = {}
    of: Field = CardTypeField()
    what: str = "a card type"

    def read(self, node: YamlNode, scope: Scope) -> dict[str, CardType]:
        """Return the card types, and make them known to the scope."""
        types = {
            name: CardType(
                name, t.template or name + TEMPLATE_ENDING, t.back, t.fields, t.keys, t.at
            )
            for name, t in TableField.read(self, node, scope).items()
        }
        scope.card_types = types
        return types


def read_deck_file(path: str, scope: Scope, named_at: Location) -> tuple[Card, ...]:
    """Read the cards of a deck; raises SourceError if the file cannot be read or parsed."""
    file = scope.project.read(path, what="the deck file", at=named_at)
    root = load_yaml(file) if scope.recall is None else scope.recall.tree(file)
    if root.kind != "map":
        expect("a mapping with `cards:`", root, scope, "start the file with `cards:`")
        return ()
    for name in root.value:
        if name not in ("defaults", "cards"):
            at = root.key_at(name)
            scope.fault(problems.unknown_key(at, name, "a deck file", ("defaults", "cards")))
    defaults = root.value.get("defaults")
    cards = root.value.get("cards")
    if cards is None or cards.value in (None, [], {}):
        at, empty = root.key_at("cards"), cards is not None
        doc = "a card, `- id: …`,"
        scope.fault(problems.missing_key(at, "cards", "the deck file", doc if empty else "", empty))
        return ()
    if cards.kind != "list":
        expect("a list of cards", cards, scope, "start each card with `- id:`")
        return ()
    return _Deck(scope, defaults, path).read(cards.value)


def read_cards(nodes: Sequence[YamlNode], scope: Scope, path: str) -> tuple[Card, ...]:
    """Read cards that do not stand in a deck file."""
    return _Deck(scope, None, path).read(list(nodes))


class _Deck:
    """Reads cards one by one; default values are parsed once a card type."""

    def __init__(self, scope: Scope, defaults: YamlNode | None, path: str) -> None:
        self.scope = scope
        self.path = path
        self.ids: dict[str, Location] = {}
        self.by_type: dict[str, dict[str, Any]] = {}
        self.defaults: dict[str, YamlNode] = {}
        if defaults is not None and defaults.value is not None:
            self._take_defaults(defaults)

    def _take_defaults(self, node: YamlNode) -> None:
        if node.kind != "map":
            expect("a mapping", node, self.scope, "write `defaults: {copies: 2}`")
            return
        known = {"type", "copies", "title"}
        for card_type in self.scope.card_types.values():
            known.update(card_type.fields)
        for name, value in node.value.items():
            if name not in known:
                at = node.key_at(name)
                self.scope.fault(problems.unknown_key(at, name, "`defaults`", known))
            elif value.value is not None:
                self.defaults[name] = value

    def read(self, nodes: list[YamlNode]) -> tuple[Card, ...]:
        recall, found = self.scope.recall, self.scope.found
        if recall is not None:
            recall.deck(self.path, tuple((name, id(node)) for name, node in self.defaults.items()))
        cards = []
        for node in nodes:
            if node.kind != "map":
                expect("a card", node, self.scope, "start each card with `- id:`")
                continue
            known = recall.card(self.path, node) if recall is not None else None
            if known is not None:
                self._id(node)
                cards.append(known)
                continue
            if self.scope.drafts:
                self._read_defaults(node)
            before = len(found)
            card = self._card(node)
            if self.scope.drafts and len(found) > before:
                card = self._stand_in(node, card, tuple(found)[before:])
            if card is not None:
                cards.append(card)
                if recall is not None and len(found) == before:
                    recall.keep(self.path, node, card)
        return tuple(cards)

    def _card(self, node: YamlNode) -> Card | None:
        card_type = self._type(node)
        name = self._id(node)
        if card_type is None:
            return None
        what = f"card `{name}`" if name else "a card"
        values = read_mapping(node, card_type.keys, self.scope, what, self._defaults_of(card_type))
        fields = Record({key: values[key] for key in card_type.fields})
        copies = values["copies"]
        return Card(
            name,
            card_type.id,
            values["title"],
            1 if copies is None else copies,
            fields,
            node.at,
            values["assumption"],
        )

    def _stand_in(
        self, node: YamlNode, card: Card | None, found: Sequence[Diagnostic]
    ) -> Card | None:
        """Return what takes the place of a card with errors on a draft."""
        if all(one.severity is not Severity.ERROR for one in found):
            return card
        name = card.id if card is not None else self._plain_id(node)
        if not name or any(one.code == _DUPLICATE for one in found):
            name = f"{name or 'card'}-line-{node.at.line}"
        if card is None:
            if not self.scope.card_types:
                return None
            card = Card(name, next(iter(self.scope.card_types)), EMPTY, 1, Record({}), node.at)
        self.scope.faulty[node.at] = tuple(found)
        return replace(card, id=name)

    def _plain_id(self, node: YamlNode) -> str:
        given = node.value.get("id")
        name = given.raw if given is not None and given.kind == "scalar" else ""
        return name if name and NAME.fullmatch(name) else ""

    def _read_defaults(self, node: YamlNode) -> None:
        """Read the defaults of a card's type first: what is wrong with them is no card's fault."""
        given = node.value.get("type") or self.defaults.get("type")
        types: Mapping[str, CardType] = self.scope.card_types
        named = types.get(given.raw) if given is not None and given.kind == "scalar" else None
        if given is None and len(types) == 1:
            named = next(iter(types.values()))
        if named is not None:
            self._defaults_of(named)

    def _type(self, node: YamlNode) -> CardType | None:
        types: Mapping[str, CardType] = self.scope.card_types
        given = node.value.get("type")
        if given is None or given.value is None:
            given = self.defaults.get("type")
        if given is None:
            if len(types) == 1:
                return next(iter(types.values()))
            doc = BUILT_IN["type"].doc
            self.scope.fault(problems.missing_key(node.at, "type", "the card", doc))
            return None
        found = types.get(given.raw) if given.kind == "scalar" else None
        if found is None:
            name = given.raw or given.kind
            at = given.at
            self.scope.fault(problems.unknown_name(at, "card type", name, types, "card types"))
        return found

    def _id(self, node: YamlNode) -> str:
        given = node.value.get("id")
        if given is None or given.kind != "scalar" or given.value is None:
            return ""  # read_mapping reports it
        name: str = given.raw
        if not check_name(name, "the id of a card", given, self.scope):
            return name
        first = self.ids.setdefault(name, given.at)
        if first != given.at:
            self.scope.fault(problems.duplicate_id(given.at, name, "card", first))
        return name

    def _defaults_of(self, card_type: CardType) -> dict[str, Any]:
        values = self.by_type.get(card_type.id)
        if values is None:
            values = self.by_type[card_type.id] = {
                name: card_type.keys[name].read(node, self.scope)
                for name, node in self.defaults.items()
                if name in card_type.keys and name != "type"
            }
        return values

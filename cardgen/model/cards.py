"""Card types, cards, and the deck files they stand in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import PurePosixPath
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Diagnostics, Location, Severity
from cardgen.model import problems
from cardgen.model.compound import DeclarationField, TableField, check_name
from cardgen.model.deck_files import DeckFile, ids_of_titles, read_deck_tree
from cardgen.model.each import EACH_KEYS, EachReader, makes_many
from cardgen.model.fields import (
    IDENTIFIER,
    NAME,
    Field,
    NumberField,
    RichField,
    TextField,
    check_keys,
    expect,
    read_mapping,
)
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import EMPTY, Rich
from cardgen.model.scope import KnownCards, Scope
from cardgen.source.node import YamlNode
from cardgen.source.problems import comment_behind

COPIES_LIMIT = 999
_DUPLICATE = "CG205"
_TEXTS = (RichField, TextField)
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
    """A kind of card: its fields and its templates; ``back`` None means the deck's.

    ``more`` is the template of a further card, for texts that go on.
    """

    id: str
    face: str
    back: str | None
    fields: Mapping[str, Field]
    keys: Mapping[str, Field]
    at: Location | None = None
    more: str | None = None

    @property
    def template(self) -> str:
        """The template of the face."""
        return self.face or self.id + TEMPLATE_ENDING


class Card(Struct, frozen=True, dict=True):
    """One design of a deck; ``fields`` holds what its type declares."""

    id: str
    type: str
    title: Rich
    copies: int
    fields: Record
    at: Location
    assumption: Rich = EMPTY

    @cached_property
    def record(self) -> Record:
        """What templates see of it: its fields, and what every card has."""
        own = {"id": self.id, "type": self.type, "title": self.title, "copies": self.copies}
        return Record({**values_of(self.fields), **own})


_CARD_TYPE: Mapping[str, Field] = {
    "template": TextField(optional=True, doc="the template of the face; <type>.xml.j2 if left out"),
    "back": TextField(optional=True, doc="the template of a back of its own, or none"),
    "more": TextField(
        optional=True, doc="the template of a further card, printed where a text goes on there"
    ),
    "fields": TableField(
        of=DeclarationField(),
        what="a field",
        pattern=IDENTIFIER,
        reserved=(*BUILT_IN, *EACH_KEYS),
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
        back, more = given["back"] or None, given["more"] or None
        keys = {**BUILT_IN, **fields}
        return CardType("", given["template"], back, fields, keys, node.at, more)


def read_deck_file(file: DeckFile, scope: Scope) -> tuple[Card, ...]:
    """Read the cards of a deck; raises SourceError if the file cannot be read or parsed."""
    known = scope.decks.cards.pop(file.deck, None)
    root, faulty = read_deck_tree(file, scope, known)
    if root.kind != "map":
        expect("a mapping with `cards:`", root, scope, "start the file with `cards:`")
        return ()
    check_keys(root, ("defaults", "cards"), "a deck file", scope)
    defaults = root.value.get("defaults")
    cards = root.value.get("cards")
    if cards is None or cards.value in (None, [], {}):
        at, empty = root.key_at("cards"), cards is not None
        doc = "a card, `- id: …`," if file.is_yaml else "a card"
        scope.fault(problems.missing_key(at, "cards", "the deck file", doc if empty else "", empty))
        return ()
    if cards.kind != "list":
        expect("a list of cards", cards, scope, "start each card with `- id:`")
        return ()
    titled = ids_of_titles(cards.value) if file.titled else {}
    shared = (file.defaults, defaults)
    deck = _Deck(scope, shared, file.key, EachReader(), faulty, titled, known.made if known else {})
    found = deck.read(cards.value)
    scope.decks.cards[file.deck] = KnownCards(root.source, deck.sound)
    return found


def read_cards(nodes: Sequence[YamlNode], scope: Scope, path: str) -> tuple[Card, ...]:
    """Read cards that do not stand in a deck file."""
    return _Deck(scope, (), path).read(list(nodes))


class _Deck(Struct):
    """Reads cards one by one; default values are parsed once a card type.

    Without ``each``, every entry is one card. ``faulty`` names the fields of cards whose faults are
    reported already, ``titled`` has ids for cards without one; both go by the identity of nodes.
    ``known`` are cards that the same nodes have made before; ``sound`` are those for the next time.
    """

    scope: Scope
    shared: Iterable[YamlNode | None]
    path: str
    each: EachReader | None = None
    faulty: Mapping[int, Collection[str]] = {}
    titled: Mapping[int, str] = {}
    known: Mapping[int, tuple[YamlNode, Any]] = {}
    sound: dict[int, tuple[YamlNode, Any]] = {}
    ids: dict[str, tuple[Location, str]] = {}
    by_type: dict[str, dict[str, Any]] = {}
    defaults: dict[str, YamlNode] = {}
    texts: set[str] = set()
    """The fields that hold texts, in any card type."""

    def __post_init__(self) -> None:
        for card_type in self.scope.card_types.values():
            fields = card_type.fields.items()
            self.texts |= {"title"} | {
                name for name, one in fields if isinstance(getattr(one, "of", one), _TEXTS)
            }
        for one in self.shared:
            if one is not None and one.value is not None:
                self._take_defaults(one)

    def _take_defaults(self, node: YamlNode) -> None:
        if node.kind != "map":
            expect("a mapping", node, self.scope, "write `defaults: {copies: 2}`")
            return
        known = {"type", "copies", "title"}
        for card_type in self.scope.card_types.values():
            known.update(card_type.fields)
        check_keys(node, known, "`defaults`", self.scope)
        for name, value in node.value.items():
            if name in known and value.value is not None:
                self.defaults[name] = value

    def read(self, nodes: Iterable[YamlNode]) -> tuple[Card, ...]:
        found = self.scope.found
        self.scope.decks.shared[self.path] = self.defaults
        cards: list[Card] = []
        file, _, sheet = self.path.partition("#")
        deck = f"decks/{sheet or PurePosixPath(file).stem}"
        for name, node in self.defaults.items():
            self.scope.name_texts(node, f"{deck}/defaults.{name}")
        for node in nodes:
            if node.kind != "map":
                expect("a card", node, self.scope, "start each card with `- id:`")
                continue
            if self.scope.faulty is not None:  # what is wrong with the defaults is no card's fault
                card_type = self._type(node, replace(self.scope, found=Diagnostics()))
                if card_type is not None:
                    self._defaults_of(card_type)
            given = node.value.get("id")
            name = self.titled.get(id(node)) or (given.raw if given else f"line {node.at.line}")
            self.scope.name_texts(node, f"{deck}/{name}")
            before = len(found)
            # An entry that is unchanged has its card, unless that goes by another id now.
            card: Card | None = self.known.get(id(node), (node, None))[1]
            known = card is not None and card.id == self._id(node, self.scope, "")
            made = (card,) if card is not None and known else self._entry(node)
            if len(found) == before and not makes_many(node) and id(node) not in self.faulty:
                self.sound[id(node)] = node, made[0]
            cards += self._stand_ins(node, made, tuple(found)[before:])
        return tuple(cards)

    def _entry(self, node: YamlNode) -> tuple[Card, ...]:
        """Read the card of an entry, or all that it makes."""
        self._comments(node)
        if self.each is None or not makes_many(node):
            card = self._card(node, self.scope)
            return () if card is None else (card,)
        made: list[Card] = []
        scope = replace(self.scope, found=Diagnostics())
        # A fault that many cards share is reported once, on the first card that has it.
        faults: dict[object, tuple[Diagnostic, list[str]]] = {}
        for one, label in chain(self.each.cards(node, scope), [(None, "")]):
            card = None if one is None else self._card(one, scope, label)
            if card is not None:
                made.append(card)
            for fault in scope.found:
                subject = fault.message if fault.subject is None else fault.subject
                key = (fault.code, fault.at, subject)
                labels = faults.setdefault(key, (fault, []))[1]
                labels += [label] if label else []
            scope.found = Diagnostics()
        for fault, labels in faults.values():
            more = f", and {len(labels) - 1} more" if len(labels) > 1 else ""
            note = f"on the card for {labels[0]}{more}" if labels else ""
            self.scope.fault(fault.with_note(note) if note else fault)
        return tuple(made)

    def _comments(self, node: YamlNode) -> None:
        """Warn of comments behind texts."""
        for name, value in node.value.items():
            if name in self.texts:
                for one in value.value if value.kind == "list" else (value,):
                    if comment := one.comment:
                        self.scope.fault(comment_behind(one.at, one.raw, comment))

    def _card(self, node: YamlNode, scope: Scope, label: str = "") -> Card | None:
        card_type = self._type(node, scope)
        name = self._id(node, scope, label)
        if card_type is None:
            return None
        what = f"card `{name}`" if name else "a card"
        defaults = self._defaults_of(card_type)
        if faulty := self.faulty.get(id(node)):
            absent = {key: card_type.keys[key].absent() for key in faulty if key in card_type.keys}
            defaults = {**defaults, **absent}
        if id(node) in self.titled:
            defaults = {**defaults, "id": name}
        values = read_mapping(node, card_type.keys, scope, what, defaults)
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

    def _stand_ins(
        self, node: YamlNode, cards: tuple[Card, ...], found: Sequence[Diagnostic]
    ) -> tuple[Card, ...]:
        """Return what takes the place of an entry's cards on a draft, if it has errors."""
        if self.scope.faulty is None:
            return cards
        if id(node) in self.faulty:  # reported while the table was read
            row = (node.at.path, node.at.sheet, node.at.line)
            told = (one for one in self.scope.found if one.at is not None)
            here = [o for o in told if o.at and (o.at.path, o.at.sheet, o.at.line) == row]
            found = list(dict.fromkeys((*here, *found)))
        if all(one.severity is not Severity.ERROR for one in found):
            return cards
        twice = any(one.code == _DUPLICATE for one in found)
        if not cards:
            if not self.scope.card_types:
                return ()
            given = node.value.get("id")
            name = given.raw if given is not None and given.kind == "scalar" else ""
            name = name if name and NAME.fullmatch(name) else ""
            first = next(iter(self.scope.card_types))
            cards = (Card(name, first, EMPTY, 1, Record({}), node.at),)
        made = []
        for number, card in enumerate(cards):
            name = card.id
            if not name or twice:
                name = f"{name or 'card'}-line-{node.at.line}" + f"-{number}" * (number > 0)
            self.scope.faulty[card.at] = tuple(found)
            made.append(replace(card, id=name))
        return tuple(made)

    def _type(self, node: YamlNode, scope: Scope) -> CardType | None:
        types: Mapping[str, CardType] = scope.card_types
        given = node.value.get("type")
        if given is None or given.value is None:
            given = self.defaults.get("type")
        if given is None and len(types) == 1:
            return next(iter(types.values()))
        if given is None:
            if "type" not in self.faulty.get(id(node), ()):
                doc = BUILT_IN["type"].doc
                scope.fault(problems.missing_key(node.at, "type", "the card", doc))
            return None
        name = given.raw if given.kind == "scalar" else f"a {given.kind}"
        return types[name] if scope.knows(given.at, "card type", name, types) else None

    def _id(self, node: YamlNode, scope: Scope, label: str) -> str:
        given = node.value.get("id")
        if titled := self.titled.get(id(node)):
            self.ids[titled] = (node.at, label)
            return titled
        if given is None or given.kind != "scalar" or given.value is None:
            return ""  # read_mapping reports it
        name: str = given.raw
        if not check_name(name, "the id of a card", given, scope):
            return name
        if name not in self.ids:
            self.ids[name] = (given.at, label)
            return name
        first, other = self.ids[name]
        if label and first == given.at:
            scope.fault(problems.made_twice(given.at, name, other))
        else:
            scope.fault(problems.duplicate_id(given.at, name, "card", first))
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

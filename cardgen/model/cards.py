"""Card types and cards, and how deck files are read into cards."""

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
from cardgen.model.scope import ReadCards, Scope
from cardgen.source.node import YamlNode
from cardgen.source.problems import comment_behind

COPIES_LIMIT = 999
_DUPLICATE = "CG205"
_TEXTS = (RichField, TextField)
TEMPLATE_ENDING = ".xml.j2"
NO_BACK = "none"

_ID = TextField(doc="unique name, for files and links: lower-case-with-hyphens")
BUILT_IN: Mapping[str, Field] = {
    "id": _ID,
    "type": TextField(optional=True, doc="a card type of the game"),
    "title": RichField(optional=True, doc="the name printed on the card"),
    "copies": NumberField(
        whole=True, min=0, max=COPIES_LIMIT, default=1, doc="number of copies; 0 prints none"
    ),
    "assumption": RichField(optional=True, doc="reason for a card that the source does not have"),
}


class CardType(Struct, frozen=True):
    """A kind of card: its fields and templates. If ``back`` is None, cards have the deck's back.

    ``further_template`` is the template of a further card for texts that do not fit on one card.
    """

    id: str
    face: str
    back: str | None
    fields: Mapping[str, Field]
    keys: Mapping[str, Field]
    location: Location | None = None
    further_template: str | None = None

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
    location: Location
    assumption: Rich = EMPTY

    @cached_property
    def record(self) -> Record:
        """The record ``card`` of templates: the fields of its type, id, title, type and copies."""
        own = {"id": self.id, "type": self.type, "title": self.title, "copies": self.copies}
        return Record({**values_of(self.fields), **own})


_CARD_TYPE: Mapping[str, Field] = {
    "template": TextField(optional=True, doc="the template of the face; <type>.xml.j2 if left out"),
    "back": TextField(optional=True, doc="the template of a back for this type only"),
    "more": TextField(
        optional=True, doc="the template of a continuation card, for text that does not fit"
    ),
    "fields": TableField(
        of=DeclarationField(),
        noun="a field",
        pattern=IDENTIFIER,
        reserved=(*BUILT_IN, *EACH_KEYS),
        optional=True,
        doc="the fields of the cards of this type, each with its kind",
    ),
}


class CardTypeField(Field, frozen=True, kw_only=True):
    """One card type."""

    keys: ClassVar[Mapping[str, Field]] = _CARD_TYPE

    def read(self, node: YamlNode, scope: Scope) -> CardType:
        """Return the card type, still without its id."""
        values = read_mapping(node, _CARD_TYPE, scope, "a card type")
        fields = values["fields"]
        back, continuation = values["back"] or None, values["more"] or None
        keys = {**BUILT_IN, **fields}
        return CardType("", values["template"], back, fields, keys, node.location, continuation)


def read_deck_file(file: DeckFile, scope: Scope) -> tuple[Card, ...]:
    """Read the cards of a deck; raises SourceError if the file cannot be read or parsed."""
    cached_cards = scope.decks.cards.pop(file.deck, None)
    root, faulty = read_deck_tree(file, scope, cached_cards)
    if root.kind != "map":
        expect("a mapping with `cards:`", root, scope, "start the file with `cards:`")
        return ()
    check_keys(root, ("defaults", "cards"), "a deck file", scope)
    defaults = root.value.get("defaults")
    cards = root.value.get("cards")
    if cards is None or cards.value in (None, [], {}):
        location, empty = root.key_at("cards"), cards is not None
        doc = "a card, `- id: …`," if file.is_yaml else "a card"
        scope.fault(
            problems.missing_key(location, "cards", "the deck file", doc if empty else "", empty)
        )
        return ()
    if cards.kind != "list":
        expect("a list of cards", cards, scope, "start each card with `- id:`")
        return ()
    ids_from_titles = ids_of_titles(cards.value) if file.titled else {}
    shared = (file.defaults, defaults)
    cached = cached_cards.by_node if cached_cards else {}
    deck = _Deck(
        scope, shared, file.key, EachReader(), faulty, ids_from_titles, file.titled, cached
    )
    cards_read = deck.read(cards.value)
    scope.decks.cards[file.deck] = ReadCards(root.source, deck.sound)
    return cards_read


def read_cards(nodes: Sequence[YamlNode], scope: Scope, path: str) -> tuple[Card, ...]:
    """Read cards from nodes that are not in a deck file, such as rows of a series."""
    return _Deck(scope, (), path).read(list(nodes))


class _Deck(Struct):
    """Reads the entries of a deck one by one into cards.

    Without ``each``, every entry is one card. Four mappings have the identity of a node as key:
    ``faulty`` has the fields that were reported when a table was read, ``ids_from_titles`` the ids
    of cards without one, ``cached_cards`` cards from an earlier reading of the same nodes, and
    ``sound`` the cards without faults, for the next reading. ``by_type`` caches the default values
    of each card type. If the deck is ``titled``, titles make the ids.
    """

    scope: Scope
    shared: Iterable[YamlNode | None]
    path: str
    each: EachReader | None = None
    faulty: Mapping[int, Collection[str]] = {}
    ids_from_titles: Mapping[int, str] = {}
    titled: bool = False
    cached_cards: Mapping[int, tuple[YamlNode, Any]] = {}
    sound: dict[int, tuple[YamlNode, Any]] = {}
    ids: dict[str, tuple[Location, str]] = {}
    by_type: dict[str, dict[str, Any]] = {}
    defaults: dict[str, YamlNode] = {}
    texts: set[str] = set()
    """The names of all fields with texts, in any card type."""

    def __post_init__(self) -> None:
        for card_type in self.scope.card_types.values():
            fields = card_type.fields.items()
            self.texts |= {"title"} | {
                name for name, field in fields if isinstance(getattr(field, "of", field), _TEXTS)
            }
        for default_node in self.shared:
            if default_node is not None and default_node.value is not None:
                self._take_defaults(default_node)

    def _take_defaults(self, node: YamlNode) -> None:
        if node.kind != "map":
            expect("a mapping", node, self.scope, "write `defaults: {copies: 2}`")
            return
        allowed = {"type", "copies", "title"}
        for card_type in self.scope.card_types.values():
            allowed.update(card_type.fields)
        check_keys(node, allowed, "`defaults`", self.scope)
        for name, value in node.value.items():
            if name in allowed and value.value is not None:
                self.defaults[name] = value

    def read(self, nodes: Iterable[YamlNode]) -> tuple[Card, ...]:
        diagnostics = self.scope.diagnostics
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
            if self.scope.faulty is not None:  # a faulty default is not the fault of this card
                card_type = self._type(node, replace(self.scope, diagnostics=Diagnostics()))
                if card_type is not None:
                    self._defaults_of(card_type)
            id_node = node.value.get("id")
            name = self.ids_from_titles.get(id(node)) or (
                id_node.raw if id_node else f"line {node.location.line}"
            )
            self.scope.name_texts(node, f"{deck}/{name}")
            count_before = len(diagnostics)
            # An unchanged entry keeps its card, unless its title now leads to another id.
            card: Card | None = self.cached_cards.get(id(node), (node, None))[1]
            is_current = card is not None and card.id == self._id(node, self.scope, "")
            entry_cards = (card,) if card is not None and is_current else self._entry(node)
            is_sound = len(diagnostics) == count_before and id(node) not in self.faulty
            if is_sound and entry_cards and not makes_many(node):
                self.sound[id(node)] = node, entry_cards[0]
            cards += self._stand_ins(node, entry_cards, tuple(diagnostics)[count_before:])
        return tuple(cards)

    def _entry(self, node: YamlNode) -> tuple[Card, ...]:
        """Read the card of an entry, or all cards of an entry with ``each``."""
        self._comments(node)
        if self.each is None or not makes_many(node):
            card = self._card(node, self.scope)
            return () if card is None else (card,)
        cards: list[Card] = []
        scope = replace(self.scope, diagnostics=Diagnostics())
        # A fault that many cards share is reported once, on the first card that has it.
        faults: dict[object, tuple[Diagnostic, list[str]]] = {}
        for card_node, label in chain(self.each.cards(node, scope), [(None, "")]):
            card = None if card_node is None else self._card(card_node, scope, label)
            if card is not None:
                cards.append(card)
            for fault in scope.diagnostics:
                subject = fault.message if fault.subject is None else fault.subject
                key = (fault.code, fault.location, subject)
                labels = faults.setdefault(key, (fault, []))[1]
                labels += [label] if label else []
            scope.diagnostics = Diagnostics()
        for fault, labels in faults.values():
            others_text = f", and {len(labels) - 1} more" if len(labels) > 1 else ""
            note = f"on the card for {labels[0]}{others_text}" if labels else ""
            self.scope.fault(fault.with_note(note) if note else fault)
        return tuple(cards)

    def _comments(self, node: YamlNode) -> None:
        """Warn of comments behind texts: they were perhaps meant as part of the text."""
        for name, value in node.value.items():
            if name in self.texts:
                for text_node in value.value if value.kind == "list" else (value,):
                    if comment := text_node.comment:
                        self.scope.fault(comment_behind(text_node.location, text_node.raw, comment))

    def _card(self, node: YamlNode, scope: Scope, label: str = "") -> Card | None:
        card_type = self._type(node, scope)
        name = self._id(node, scope, label)
        if card_type is None:
            return None
        noun = f"card `{name}`" if name else "a card"
        defaults = self._defaults_of(card_type)
        if faulty := self.faulty.get(id(node)):
            absent = {key: card_type.keys[key].absent() for key in faulty if key in card_type.keys}
            defaults = {**defaults, **absent}
        if id(node) in self.ids_from_titles:
            defaults = {**defaults, "id": name}
        elif self.titled and "id" not in node.value:
            title = node.value.get("title")
            message = "the card has no title that can make its id"
            hint = "write a title with Latin letters or digits, or give the card an `id`"
            scope.refuse(title.location if title else node.location, message, hint)
            defaults = {**defaults, "id": "", "title": EMPTY}
        values = read_mapping(node, card_type.keys, scope, noun, defaults)
        fields = Record({key: values[key] for key in card_type.fields})
        copies = values["copies"]
        return Card(
            name,
            card_type.id,
            values["title"],
            1 if copies is None else copies,
            fields,
            node.location,
            values["assumption"],
        )

    def _stand_ins(
        self, node: YamlNode, cards: tuple[Card, ...], diagnostics: Sequence[Diagnostic]
    ) -> tuple[Card, ...]:
        """Return the cards of an entry; in drafts, replace those of a faulty entry by stand-ins."""
        if self.scope.faulty is None:
            return cards
        if id(node) in self.faulty:  # reported while the table was read
            row = (node.location.path, node.location.sheet, node.location.line)
            located = ((d, d.location) for d in self.scope.diagnostics if d.location is not None)
            in_row = [
                d
                for d, location in located
                if (location.path, location.sheet, location.line) == row
            ]
            diagnostics = list(dict.fromkeys((*in_row, *diagnostics)))
        if all(diagnostic.severity is not Severity.ERROR for diagnostic in diagnostics):
            return cards
        twice = any(diagnostic.code == _DUPLICATE for diagnostic in diagnostics)
        if not cards:
            if not self.scope.card_types:
                return ()
            id_node = node.value.get("id")
            name = id_node.raw if id_node is not None and id_node.kind == "scalar" else ""
            name = name if name and NAME.fullmatch(name) else ""
            first = next(iter(self.scope.card_types))
            cards = (Card(name, first, EMPTY, 1, Record({}), node.location),)
        stand_ins = []
        for number, card in enumerate(cards):
            name = card.id
            if not name or twice:
                name = f"{name or 'card'}-line-{node.location.line}" + f"-{number}" * (number > 0)
            self.scope.faulty[card.location] = tuple(diagnostics)
            stand_ins.append(replace(card, id=name))
        return tuple(stand_ins)

    def _type(self, node: YamlNode, scope: Scope) -> CardType | None:
        types: Mapping[str, CardType] = scope.card_types
        type_node = node.child("type") or self.defaults.get("type")
        if type_node is None and len(types) == 1:
            return next(iter(types.values()))
        if type_node is None:
            if "type" not in self.faulty.get(id(node), ()):
                doc = BUILT_IN["type"].doc
                scope.fault(problems.missing_key(node.location, "type", "the card", doc))
            return None
        name = type_node.raw if type_node.kind == "scalar" else f"a {type_node.kind}"
        return types[name] if scope.knows(type_node.location, "card type", name, types) else None

    def _id(self, node: YamlNode, scope: Scope, label: str) -> str:
        id_node = node.child("id", "scalar")
        if titled := self.ids_from_titles.get(id(node)):
            self.ids[titled] = (node.location, label)
            return titled
        if id_node is None:
            return ""  # read_mapping reports it
        name: str = id_node.raw
        if not check_name(name, "the id of a card", id_node, scope):
            return name
        if name not in self.ids:
            self.ids[name] = (id_node.location, label)
            return name
        first, other_label = self.ids[name]
        if label and first == id_node.location:
            scope.fault(problems.made_twice(id_node.location, name, other_label))
        else:
            scope.fault(problems.duplicate_id(id_node.location, name, "card", first))
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

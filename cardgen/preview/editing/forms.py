"""Forms for the values of a game, and the values to write for the answers of the page.

For the page, each scalar is a text and an empty value is None. Lists and mappings have such values.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.core.diagnostics import SourceError
from cardgen.model.cards import Card
from cardgen.model.compound import ListField, RecordField
from cardgen.model.deck_files import deck_key, ids_of_titles
from cardgen.model.each import written_cards
from cardgen.model.fields import (
    MISSING,
    ChoiceField,
    Field,
    FlagField,
    NumberField,
)
from cardgen.model.foreign.names import identifier
from cardgen.model.game import Component, Game
from cardgen.model.gamefile import RuleNumberField
from cardgen.model.pieces import LengthField
from cardgen.model.record import plain
from cardgen.model.scope import Scope, font_names, icon_folders, icon_names
from cardgen.model.theme import (
    STYLE,
    ColorField,
    FeatureField,
    FontField,
    HyphenateField,
    IconField,
    ImageField,
    PaintField,
    TermField,
)
from cardgen.preview import Json
from cardgen.preview.about.detail import used_by
from cardgen.preview.about.hit_test import location_json
from cardgen.preview.editing.targets import card_fields, explicit_id, game_file, in_workbook
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.patching import GONE
from cardgen.source.editing.scalars import Word
from cardgen.source.editing.written import Written
from cardgen.source.files import Project
from cardgen.source.node import YamlNode
from cardgen.source.yaml import load_yaml, resolve

_KINDS: Mapping[type[Field], str] = {PaintField: "paint", FontField: "font", LengthField: "length"}
"""The kinds of form of fields outside of card types; other fields use their kind, or text."""
_TYPED = (NumberField, FlagField, LengthField)
_WORDS = (
    ChoiceField, IconField, TermField, ColorField, ImageField, PaintField, FontField, FeatureField,
)  # fmt: skip


def control(field: Field) -> Json:
    """Describe a field: its kind, its limits, its choices, its default and a line of help.

    `options` has the names of icons, terms, colours and fonts, which all fields share.
    """
    description: Json = {
        "kind": field.kind or _KINDS.get(type(field), "text"),
        "doc": field.doc,
        "required": field.required,
    }
    if field.default is not MISSING and not isinstance(field.default, Field):
        description["default"] = _default_as_written(field.default)
    match field:
        case NumberField():
            description |= _set({"min": field.min, "max": field.max, "whole": field.whole or None})
        case ChoiceField():
            description["options"] = field.choices
        case ListField():
            limits = {"min": field.min or None, "max": field.max, "unique": field.unique or None}
            description |= {**_set(limits), "of": control(field.of)}
        case RecordField():
            description["fields"] = {name: control(inner) for name, inner in field.fields.items()}
        case ImageField():
            description["fields"] = {name: control(inner) for name, inner in field.keys.items()}
    return description


def _set(limits: Json) -> Json:
    return {name: value for name, value in limits.items() if value is not None}


def _default_as_written(value: Any) -> Any:
    plain_value = plain(value)
    if isinstance(plain_value, bool):
        return "true" if plain_value else "false"
    if isinstance(plain_value, int | float):
        return format(plain_value, "g") if math.isfinite(plain_value) else str(plain_value)
    return plain_value


def file_value(
    field: Field | None, value: Any, old: Written | None, keep_empty: bool = False
) -> Any:
    """Return the value to write for an answer of the page, in place of ``old``.

    An empty text removes the key, except with ``keep_empty``: then a default would apply without
    the key.
    """
    if value is None:
        return GONE
    if isinstance(value, list):
        item_field = field.of if isinstance(field, ListField) else None
        return [_inner(item_field, item) for item in value]
    if isinstance(value, Mapping):
        fields = field.fields if isinstance(field, RecordField) else {}
        inner = {name: file_value(fields.get(name), entry, None) for name, entry in value.items()}
        return {name: entry for name, entry in inner.items() if entry is not GONE}
    text = value if isinstance(value, str) else json.dumps(value)
    is_text = not isinstance(field, (*_TYPED, *_WORDS, RuleNumberField, HyphenateField))
    if not text.strip() and not (keep_empty and is_text):
        return GONE
    return _scalar(field, text, old)


def _inner(field: Field | None, value: Any) -> Any:
    written_value = file_value(field, value, None, keep_empty=True)
    return "" if written_value is GONE else written_value


def _scalar(field: Field | None, text: str, old: Written | None) -> Any:
    if isinstance(field, (*_TYPED, HyphenateField)):
        return _number(text.strip())
    if isinstance(field, RuleNumberField):
        return text.strip() if old is not None and old.style else _number(text.strip())
    if isinstance(field, _WORDS):
        return Word(text.strip())
    if old is not None and old.kind == "scalar":
        if old.style in ("|", ">"):  # the last line break belongs to the block
            return text.rstrip("\n") + old.raw[len(old.raw.rstrip("\n")) :]
        if not old.style and old.raw and not isinstance(_number(old.raw), str):
            return Word(text)
    return text


def _number(text: str) -> Any:
    """Return the number or flag that a text means in YAML, else the text as a word."""
    try:
        resolved = resolve(text)
    except ValueError:
        return text
    return Word(text) if isinstance(resolved, str) or resolved is None else resolved


_MANY = "The entry of this card makes other cards, too"


def page_value(node: YamlNode) -> Any:
    """Return the value of a node for the page: scalars as texts, None for an empty value."""
    if node.kind == "list":
        return [page_value(item) for item in node.value]
    if node.kind == "map":
        return {key: page_value(value) for key, value in node.value.items()}
    if type(node.value) is float and node.style == "cell":  # some tables write a decimal comma
        return node.raw.replace(",", ".")
    return None if node.value is None else node.raw


def deck_form(loaded: LoadedGame, id: str) -> Json | None:
    """Describe all cards of a deck for a table; None for a component without cards.

    ``types`` has the fields of each card type, ``columns`` the names of all fields. ``made`` has
    the reason why the page cannot change a card: its entry uses `each`, or is in a workbook.
    """
    with loaded.lock:
        deck = _deck(loaded, id)
        if deck is None:
            return None
        return {
            "path": deck.path,
            "broken": deck.broken,
            "types": deck.types,
            "columns": list(_columns(deck.types)),
            "defaults": {name: page_value(node) for name, node in deck.shared.items()},
            "cards": [
                {
                    "id": card.id,
                    "type": card.type,
                    "line": card.location.line,
                    "given": _written_values(card, deck.of(card)),
                    "made": deck.of(card).lock_reason,
                    "fixed": deck.of(card).fixed,
                }
                for card in deck.cards
            ],
            "options": options(loaded, deck.game),
        }


def _types(game: Game, component: Component, headings: Mapping[str, str]) -> dict[str, Json]:
    """Describe the fields of each card type; ``headings`` has the headings of a table by field."""
    types: dict[str, Json] = {}
    for card in component.cards:
        if card.type not in types:
            fields = card_fields(game, card)
            types[card.type] = {
                name: control(field) | _set({"label": headings.get(name) or _label(name, field)})
                for name, field in fields.items()
            }
            types[card.type]["type"] |= {"kind": "choice", "options": list(game.card_types)}
    return types


def _label(name: str, field: Field) -> str | None:
    """Return a label that is not made of the name: the help text may be the name as typed."""
    return "Card type" if name == "type" else field.doc if identifier(field.doc) == name else None


def _columns(types: Mapping[str, Json]) -> Iterable[str]:
    names = dict.fromkeys(name for fields in types.values() for name in fields)
    names.pop("assumption", None)
    return [*names, "assumption"]


class _CardNode(Struct, frozen=True):
    """The node of a card in its deck file; ``lock_reason`` is why the page cannot change it.

    A ``fixed`` card cannot be moved or copied, either.
    """

    node: YamlNode | None = None
    lock_reason: str = ""
    fixed: bool = False


class _Deck(Struct, frozen=True):
    """A deck with the nodes of its cards, by id, and the defaults of its file.

    ``broken`` says that the file has errors: until they are corrected, changes stay drafts.
    """

    game: Game
    path: str
    cards: Sequence[Card]
    nodes: Mapping[str, _CardNode]
    shared: Mapping[str, YamlNode]
    types: dict[str, Json]
    broken: str

    def of(self, card: Card) -> _CardNode:
        return self.nodes.get(card.id, _CardNode())


def _deck(loaded: LoadedGame, name: str) -> _Deck | None:
    """Return a deck, or None for a component without cards. Hold the lock of the game."""
    game = loaded.game
    component = game.components.get(name) if game is not None else None
    if game is None or component is None or not component.cards:
        return None
    path = component.cards[0].location.path
    key = deck_key(path, name)
    entries = loaded.decks.nodes(key)
    scope = Scope(Project(loaded.root), loaded.id, terms=game.terms)
    titled = ids_of_titles(entries)
    lock_reason = f"The card is in {path}" if in_workbook(path) else ""
    broken = f"{path} has errors" if key in loaded.decks.unreadable else ""
    nodes = {
        explicit_id(node) or titled.get(id(node), ""): _CardNode(
            node, lock_reason or ("" if node is entry else _MANY), bool(lock_reason or broken)
        )
        for node, entry in written_cards(entries, scope)
    }
    columns = loaded.decks.columns.get(key, {}).items()
    headings = {field: header for header, field in columns if header != field}
    types = _types(game, component, headings)
    return _Deck(game, path, component.cards, nodes, loaded.decks.defaults(key), types, broken)


def _written_values(card: Card, card_node: _CardNode) -> Json:
    """Return the written values of a card, with its id, which may be made from its title."""
    if card_node.node is None or card_node.node.kind != "map":
        return {}
    values = {
        name: page_value(node)
        for name, node in card_node.node.value.items()
        if node.value is not None
    }
    return {"id": card.id, **values}


def card_form(loaded: LoadedGame, id: str, name: str) -> Json | None:
    """Describe the fields of one card of a deck, or None for an unknown card.

    ``shared`` is the value that the deck gives to a field by default.
    """
    with loaded.lock:
        deck = _deck(loaded, id)
        card = next((item for item in deck.cards if item.id == name), None) if deck else None
        if deck is None or card is None:
            return None
        card_node = deck.of(card)
        node, values = card_node.node, _written_values(card, card_node)
        return {
            "path": deck.path,
            "broken": deck.broken,
            "at": location_json(card.location),
            "made": card_node.lock_reason,
            "fixed": card_node.fixed,
            "options": options(loaded, deck.game),
            "fields": [
                {
                    "name": name,
                    "control": form,
                    "given": values.get(name),
                    "shared": page_value(deck.shared[name]) if name in deck.shared else None,
                    "at": location_json(node.key_at(name)) if node and name in values else None,
                }
                for name, form in deck.types[card.type].items()
            ],
        }


def options(loaded: LoadedGame, game: Game) -> Json:
    """Return the names that values of fields may be, and the look of each colour."""
    folders = icon_folders(loaded.root, loaded.id)
    own_icons = sorted(icon_names(folders[:1]))
    return {
        "game": loaded.id,
        "swatches": {name: color.hex for name, color in game.theme.colors.items()},
        "icon": [*own_icons, *sorted(icon_names(folders) - set(own_icons))],
        "term": list(game.terms),
        "color": list(game.theme.colors),
        "font": sorted(font_names(loaded.root)),
        "rule": list(game.rules),
        "picture": loaded.library.picture_names() if loaded.library is not None else (),
    }


def game_form(loaded: LoadedGame) -> Json | None:
    """Describe the rules, colours and text styles of a game, or None if it has errors."""
    game = loaded.game
    if game is None:
        return None
    try:
        root = load_yaml(Project(loaded.root).read(game_file(loaded)))
    except SourceError:
        return None
    top = root.value if root.kind == "map" else {}
    theme = top["theme"].value if "theme" in top and top["theme"].kind == "map" else {}
    rules, colors, styles = (_map(node) for node in (top.get("rules"), *map(theme.get, _PARTS)))
    names = [f"theme.colors.{name}" for name in game.theme.colors]
    names += [f"theme.styles.{name}" for name in game.theme.styles]
    used = used_by(loaded, names)

    def describe_part(part: str, name: str, nodes: Json, none: Any) -> Json:
        path = f"theme.{part}.{name}"
        location = game.key_locations.get(path)
        return {
            "name": name,
            "given": page_value(nodes[name]) if name in nodes else none,
            "at": location_json(location) if location is not None else None,
            "used": msgspec.to_builtins(used[path]),
        }

    return {
        "path": game_file(loaded),
        "rules": {name: _rule(node) for name, node in rules.items() if name in game.rules},
        "colors": [
            {**describe_part("colors", name, colors, None), "hex": color.hex}
            for name, color in game.theme.colors.items()
        ],
        "styles": [describe_part("styles", name, styles, {}) for name in game.theme.styles],
        "style": {name: control(field) for name, field in STYLE.items()},
        "types": list(game.card_types),
        "options": options(loaded, game),
    }


_PARTS = ("colors", "styles")


def _map(node: YamlNode | None) -> dict[str, YamlNode]:
    return node.value if node is not None and node.kind == "map" else {}


def _rule(node: YamlNode) -> Json:
    inner = _map(node)
    value = inner.get("value", node) if inner else node
    return {
        "given": page_value(value),
        "text": page_value(inner["text"]) if "text" in inner else "",
    }

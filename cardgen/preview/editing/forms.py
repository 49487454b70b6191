"""The values of a game as the page edits them: their texts, their fields, and the answers.

Every scalar is a text, no value is None, a list and a mapping hold such values.
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
from cardgen.preview.about.hit_test import location
from cardgen.preview.editing.targets import card_fields, game_file, given_id, in_workbook
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.patching import GONE
from cardgen.source.editing.scalars import Word
from cardgen.source.editing.written import Written
from cardgen.source.files import Project
from cardgen.source.node import YamlNode
from cardgen.source.yaml import load_yaml, resolve

_KINDS: Mapping[type[Field], str] = {PaintField: "paint", FontField: "font", LengthField: "length"}
"""How fields are edited that are not for card types; all others by their own kind, or as texts."""
_TYPED = (NumberField, FlagField, LengthField)
_WORDS = (
    ChoiceField, IconField, TermField, ColorField, ImageField, PaintField, FontField, FeatureField,
)  # fmt: skip


def control(field: Field) -> Json:
    """Describe a field: its kind, its limits, its choices, its default, a line of help.

    Names of icons, terms, colours and fonts are the same for all fields: see `options`.
    """
    found: Json = {
        "kind": field.kind or _KINDS.get(type(field), "text"),
        "doc": field.doc,
        "required": field.required,
    }
    if field.default is not MISSING and not isinstance(field.default, Field):
        found["default"] = _default_as_written(field.default)
    match field:
        case NumberField():
            found |= _set({"min": field.min, "max": field.max, "whole": field.whole or None})
        case ChoiceField():
            found["options"] = field.choices
        case ListField():
            limits = {"min": field.min or None, "max": field.max, "unique": field.unique or None}
            found |= {**_set(limits), "of": control(field.of)}
        case RecordField():
            found["fields"] = {name: control(inner) for name, inner in field.fields.items()}
        case ImageField():
            found["fields"] = {name: control(inner) for name, inner in field.keys.items()}
    return found


def _set(limits: Json) -> Json:
    return {name: value for name, value in limits.items() if value is not None}


def _default_as_written(value: Any) -> Any:
    found = plain(value)
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int | float):
        return format(found, "g") if math.isfinite(found) else str(found)
    return found


def to_write(field: Field | None, value: Any, old: Written | None, kept: bool = False) -> Any:
    """Return what is to be written for an answer of the page, in place of ``old``.

    An empty text takes the key away, unless something else would then hold: ``kept``.
    """
    if value is None:
        return GONE
    if isinstance(value, list):
        of = field.of if isinstance(field, ListField) else None
        return [_inner(of, one) for one in value]
    if isinstance(value, Mapping):
        fields = field.fields if isinstance(field, RecordField) else {}
        inner = {name: to_write(fields.get(name), one, None) for name, one in value.items()}
        return {name: one for name, one in inner.items() if one is not GONE}
    text = value if isinstance(value, str) else json.dumps(value)
    is_text = not isinstance(field, (*_TYPED, *_WORDS, RuleNumberField, HyphenateField))
    if not text.strip() and not (kept and is_text):
        return GONE
    return _scalar(field, text, old)


def _inner(field: Field | None, value: Any) -> Any:
    found = to_write(field, value, None, kept=True)
    return "" if found is GONE else found


def _scalar(field: Field | None, text: str, old: Written | None) -> Any:
    if isinstance(field, (*_TYPED, HyphenateField)):
        return _number(text.strip())
    if isinstance(field, RuleNumberField):
        return text.strip() if old is not None and old.style else _number(text.strip())
    if isinstance(field, _WORDS):
        return Word(text.strip())
    if old is not None and old.kind == "scalar":
        if old.style in ("|", ">"):  # the break at its end is of the block, not of the text
            return text.rstrip("\n") + old.raw[len(old.raw.rstrip("\n")) :]
        if not old.style and old.raw and not isinstance(_number(old.raw), str):
            return Word(text)
    return text


def _number(text: str) -> Any:
    """Return the number or flag that a text spells, else the text as a word."""
    try:
        found = resolve(text)
    except ValueError:
        return text
    return Word(text) if isinstance(found, str) or found is None else found


_MANY = "One entry makes this card and others"


def said(node: YamlNode) -> Any:
    """Return what a node holds as the page knows it: scalars as texts, None for nothing."""
    if node.kind == "list":
        return [said(item) for item in node.value]
    if node.kind == "map":
        return {key: said(value) for key, value in node.value.items()}
    if type(node.value) is float and node.style == "cell":  # in some tables with a comma
        return node.raw.replace(",", ".")
    return None if node.value is None else node.raw


def deck_form(loaded: LoadedGame, id: str) -> Json | None:
    """Describe all cards of a deck for a table; None if there are none to edit.

    ``types`` has the fields of each card type, ``columns`` the names of all of them. ``made`` says
    why a card is not changed from here: an entry with `each` makes it, or it stands in a table.
    """
    with loaded.lock:
        deck = _deck(loaded, id)
        if deck is None:
            return None
        return {
            "path": deck.path,
            "types": deck.types,
            "columns": list(_columns(deck.types)),
            "defaults": {name: said(one) for name, one in deck.shared.items()},
            "cards": [
                {
                    "id": card.id,
                    "type": card.type,
                    "line": card.at.line,
                    "given": _given(card, deck.of(card)),
                    "made": deck.of(card).made,
                    "fixed": deck.of(card).fixed,
                }
                for card in deck.cards
            ],
            "options": options(loaded, deck.game),
        }


def _types(game: Game, component: Component) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for card in component.cards:
        if card.type not in found:
            fields = card_fields(game, card)
            found[card.type] = {name: control(field) for name, field in fields.items()}
            found[card.type]["type"] |= {"kind": "choice", "options": list(game.card_types)}
    return found


def _columns(types: Mapping[str, Json]) -> Iterable[str]:
    names = dict.fromkeys(name for fields in types.values() for name in fields)
    names.pop("assumption", None)
    return [*names, "assumption"]


class _CardNode(Struct, frozen=True):
    """What a deck file says about a card; ``made`` tells why the page does not change its values.

    A ``fixed`` card cannot be moved or copied, either.
    """

    node: YamlNode | None = None
    made: str = ""
    fixed: bool = False


class _Deck(Struct, frozen=True):
    """A deck with what its file says about its cards, by id, and what they share."""

    game: Game
    path: str
    cards: Sequence[Card]
    nodes: Mapping[str, _CardNode]
    shared: Mapping[str, YamlNode]
    types: dict[str, Json]

    def of(self, card: Card) -> _CardNode:
        return self.nodes.get(card.id, _CardNode())


def _deck(loaded: LoadedGame, name: str) -> _Deck | None:
    """Return a deck; None if there are no cards to edit. Hold the lock of the game."""
    game = loaded.game
    component = game.components.get(name) if game is not None else None
    if game is None or component is None or not component.cards:
        return None
    path = component.cards[0].at.path
    key = deck_key(path, name)
    entries = loaded.decks.nodes(key)
    scope = Scope(Project(loaded.root), loaded.id, terms=game.terms)
    titled = ids_of_titles(entries)
    made = f"It stands in {path}" if in_workbook(path) else ""
    if key in loaded.decks.unreadable:
        made = f"{path} cannot be read at present"
    nodes = {
        given_id(node) or titled.get(id(node), ""): _CardNode(
            node, made or ("" if node is entry else _MANY), bool(made)
        )
        for node, entry in written_cards(entries, scope)
    }
    types = _types(game, component)
    return _Deck(game, path, component.cards, nodes, loaded.decks.defaults(key), types)


def _given(card: Card, known: _CardNode) -> Json:
    """Return what is written of a card; its id may have been made of its title."""
    if known.node is None or known.node.kind != "map":
        return {}
    given = {name: said(one) for name, one in known.node.value.items() if one.value is not None}
    return {"id": card.id, **given}


def card_form(loaded: LoadedGame, id: str, name: str) -> Json | None:
    """Describe the fields of one card of a deck; None if it is not there.

    ``shared`` is what the deck gives to a field otherwise.
    """
    with loaded.lock:
        deck = _deck(loaded, id)
        card = next((one for one in deck.cards if one.id == name), None) if deck else None
        if deck is None or card is None:
            return None
        known = deck.of(card)
        node, given = known.node, _given(card, known)
        return {
            "path": deck.path,
            "at": location(card.at),
            "made": known.made,
            "fixed": known.fixed,
            "options": options(loaded, deck.game),
            "fields": [
                {
                    "name": name,
                    "control": form,
                    "given": given.get(name),
                    "shared": said(deck.shared[name]) if name in deck.shared else None,
                    "at": location(node.key_at(name)) if node and name in given else None,
                }
                for name, form in deck.types[card.type].items()
            ],
        }


def options(loaded: LoadedGame, game: Game) -> Json:
    """Return the names that fields may have: icons, terms, colours and fonts."""
    return {
        "icon": sorted(icon_names(icon_folders(loaded.root, loaded.id))),
        "term": list(game.terms),
        "color": list(game.theme.colors),
        "font": sorted(font_names(loaded.root)),
        "rule": list(game.rules),
    }


def game_form(loaded: LoadedGame) -> Json | None:
    """Describe the rules, colours and text styles of a game; None if it cannot be read now."""
    game = loaded.game
    if game is None:
        return None
    try:
        root = load_yaml(Project(loaded.root).read(game_file(loaded)))
    except SourceError:
        return None
    top = root.value if root.kind == "map" else {}
    theme = top["theme"].value if "theme" in top and top["theme"].kind == "map" else {}
    rules, colors, styles = (_map(one) for one in (top.get("rules"), *map(theme.get, _PARTS)))
    names = [f"theme.colors.{name}" for name in game.theme.colors]
    names += [f"theme.styles.{name}" for name in game.theme.styles]
    used = used_by(loaded, names)

    def described(part: str, name: str, given: Json, none: Any) -> Json:
        path = f"theme.{part}.{name}"
        at = game.key_locations.get(path)
        return {
            "name": name,
            "given": said(given[name]) if name in given else none,
            "at": location(at) if at is not None else None,
            "used": msgspec.to_builtins(used[path]),
        }

    return {
        "path": game_file(loaded),
        "rules": {name: _rule(node) for name, node in rules.items() if name in game.rules},
        "colors": [
            {**described("colors", name, colors, None), "hex": color.hex}
            for name, color in game.theme.colors.items()
        ],
        "styles": [described("styles", name, styles, {}) for name in game.theme.styles],
        "style": {name: control(field) for name, field in STYLE.items()},
        "options": options(loaded, game),
    }


_PARTS = ("colors", "styles")


def _map(node: YamlNode | None) -> dict[str, YamlNode]:
    return node.value if node is not None and node.kind == "map" else {}


def _rule(node: YamlNode) -> Json:
    inner = _map(node)
    value = inner.get("value", node) if inner else node
    return {"given": said(value), "text": said(inner["text"]) if "text" in inner else ""}

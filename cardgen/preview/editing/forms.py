"""The values of a game as the page edits them: their texts, their fields, and the answers.

Every scalar is a text, no value is None, a list and a mapping hold such values.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
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
    RichField,
    TextField,
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
from cardgen.preview.about.hit_test import location
from cardgen.preview.editing.consequences import Consequences, used_by
from cardgen.preview.editing.targets import EDITED, card_fields, game_file
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.editing.patching import GONE
from cardgen.source.editing.scalars import Word
from cardgen.source.editing.written import Written, parse
from cardgen.source.files import Project
from cardgen.source.node import YamlNode
from cardgen.source.yaml import load_yaml, resolve

ControlsJson = dict[str, Any]

_KINDS: tuple[tuple[type[Field], str], ...] = (
    (NumberField, "number"),
    (FlagField, "flag"),
    (ChoiceField, "choice"),
    (ListField, "list"),
    (RecordField, "record"),
    (RichField, "rich"),
    (IconField, "icon"),
    (TermField, "term"),
    (ColorField, "color"),
    (ImageField, "image"),
    (PaintField, "paint"),
    (FontField, "font"),
    (LengthField, "length"),
    (RuleNumberField, "text"),
    (TextField, "text"),
)
_TYPED = (NumberField, FlagField, LengthField)
_WORDS = (
    ChoiceField, IconField, TermField, ColorField, ImageField, PaintField, FontField, FeatureField,
)  # fmt: skip


def control(field: Field) -> ControlsJson:
    """Describe a field: its kind, its limits, its choices, its default, a line of help.

    Names of icons, terms, colours and fonts are the same for all fields: see `options`.
    """
    found: ControlsJson = {
        "kind": next((name for kind, name in _KINDS if isinstance(field, kind)), "text"),
        "doc": field.doc,
        "required": field.required,
    }
    if field.default is not MISSING and not isinstance(field.default, Field):
        found["default"] = _default(field.default)
    match field:
        case NumberField():
            limits = {"min": field.min, "max": field.max, "whole": field.whole or None}
            found |= {name: value for name, value in limits.items() if value is not None}
        case ChoiceField():
            found["options"] = field.choices
        case ListField():
            limits = {"min": field.min or None, "max": field.max, "unique": field.unique or None}
            found |= {name: value for name, value in limits.items() if value is not None}
            found["of"] = control(field.of)
        case RecordField():
            found["fields"] = {name: control(inner) for name, inner in field.fields.items()}
        case ImageField():
            found["fields"] = {name: control(inner) for name, inner in field.keys.items()}
    return found


def _default(value: Any) -> Any:
    """Return a default as it would be written."""
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


Json = dict[str, Any]

_MANY = "One entry makes this card and others"


def said(node: YamlNode) -> Any:
    """Return what a node holds as the page knows it: scalars as texts, None for nothing."""
    if node.kind == "list":
        return [said(item) for item in node.value]
    if node.kind == "map":
        return {key: said(value) for key, value in node.value.items()}
    return None if node.value is None else node.raw


def deck_form(loaded: LoadedGame, id: str) -> Json | None:
    """Describe all cards of a deck for a table; None if there are none to edit.

    ``types`` has the fields of each card type, ``columns`` the names of all of them. ``made`` says
    why a card is not changed from here: an entry with `each` makes it, or it stands in a table.
    """
    with loaded.lock:
        game = loaded.game
        component = game.components.get(id) if game is not None else None
        if game is None or component is None or not component.cards:
            return None
        path = component.cards[0].at.path
        key = deck_key(path, id)
        nodes = _nodes(loaded, game, component, key)
        types = _types(game, component)
        return {
            "path": path,
            "types": types,
            "columns": list(_columns(types)),
            "defaults": {name: said(one) for name, one in loaded.decks.defaults(key).items()},
            "cards": [
                {
                    "id": card.id,
                    "type": card.type,
                    "line": card.at.line,
                    "given": _given(card, nodes[card.id].node if card.id in nodes else None),
                    "made": nodes[card.id].made if card.id in nodes else "",
                }
                for card in component.cards
            ],
            "options": options(loaded, game),
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
    """What a deck file says about a card, and the entry that follows it.

    ``made`` says why the page does not change it, if it does not.
    """

    node: YamlNode
    following: YamlNode | None
    made: str = ""


def _nodes(loaded: LoadedGame, game: Game, component: Component, key: str) -> dict[str, _CardNode]:
    """Return what a deck file says about each card, by its id."""
    path = component.cards[0].at.path
    entries = loaded.decks.nodes(key)
    scope = Scope(Project(loaded.root), loaded.id, terms=game.terms)
    titled = ids_of_titles(entries)
    made = "" if path.endswith(EDITED) else f"It stands in {path}"
    return {
        _id(node) or titled.get(id(node), ""): _CardNode(
            node, following, made or ("" if node is entry else _MANY)
        )
        for node, entry, following in written_cards(entries, scope)
    }


def _id(node: YamlNode) -> str:
    given = node.value.get("id") if node.kind == "map" else None
    return given.raw if given is not None else ""


def _given(card: Card, node: YamlNode | None) -> Json:
    """Return what is written of a card; its id may have been made of its title."""
    if node is None or node.kind != "map":
        return {}
    given = {name: said(one) for name, one in node.value.items() if one.value is not None}
    return {"id": card.id, **given}


def card_form(loaded: LoadedGame, deck: str, id: str) -> Json | None:
    """Describe the fields of one card; None if it is not there.

    ``source`` is a value as it stands in the file, ``shared`` what the deck gives it otherwise.
    """
    with loaded.lock:
        game = loaded.game
        component = game.components.get(deck) if game is not None else None
        card = _card(component, id)
        if game is None or component is None or card is None:
            return None
        path = card.at.path
        key = deck_key(path, deck)
        found = _nodes(loaded, game, component, key).get(id)
        node = found.node if found is not None else None
        made = found.made if found is not None else ""
        shared = loaded.decks.defaults(key)
        sources = _sources(found) if found is not None and not made else {}
        types = _types(game, component)[card.type]
        given = _given(card, node)
        return {
            "path": path,
            "at": location(card.at),
            "made": made,
            "options": options(loaded, game),
            "fields": [
                {
                    "name": name,
                    "control": form,
                    "given": given.get(name),
                    "source": sources.get(name),
                    "shared": said(shared[name]) if name in shared else None,
                    "at": location(node.key_at(name)) if node and name in given else None,
                }
                for name, form in types.items()
            ],
        }


def _card(component: Component | None, id: str) -> Card | None:
    return next((one for one in component.cards if one.id == id), None) if component else None


def _sources(card: _CardNode) -> dict[str, str]:
    """Return the values of a card as they are written, by their names."""
    node = card.node
    lines = node.source.text.split("\n")
    last = card.following.line - 1 if card.following is not None else len(lines)
    text = "\n".join(lines[node.line - 1 : last]) + "\n"
    try:
        root = parse(text)
    except Exception:  # a card whose dash stands above it is no YAML by itself
        return {}
    entry: Written = root.items[0] if root.kind == "list" and root.items else root
    return {key.raw: text[value.start : value.end] for key, value in entry.entries}


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
    return {
        "path": game_file(loaded),
        "rules": {name: _rule(node) for name, node in rules.items() if name in game.rules},
        "colors": [
            {
                "name": name,
                "given": said(colors[name]) if name in colors else None,
                "hex": color.hex,
                "at": _at(game, f"theme.colors.{name}"),
                "used": _used(used[f"theme.colors.{name}"]),
            }
            for name, color in game.theme.colors.items()
        ],
        "styles": [
            {
                "name": name,
                "given": said(styles[name]) if name in styles else {},
                "at": _at(game, f"theme.styles.{name}"),
                "used": _used(used[f"theme.styles.{name}"]),
            }
            for name in game.theme.styles
        ],
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


def _at(game: Game, path: str) -> Json | None:
    at: Location | None = game.places.get(path)
    return location(at) if at is not None else None


def _used(one: Consequences) -> Json:
    return msgspec.to_builtins(one)  # type: ignore[no-any-return]

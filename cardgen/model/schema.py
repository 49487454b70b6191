"""JSON Schemas of the data files, so that editors complete keys and mark mistakes.

They keep to the draft 2020-12, Core and Validation. A schema describes less than what
`cardgen check` finds: it knows nothing of markup inside texts or of rules that span two places.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardgen.model.cards import BUILT_IN
from cardgen.model.compound import declaration_schema
from cardgen.model.each import EACH, EACH_KEYS
from cardgen.model.fields import mapping_schema
from cardgen.model.game import Game
from cardgen.model.gamefile import GAME
from cardgen.model.scope import Scope, icon_folders, icon_names
from cardgen.source.files import Project

# `$schema` names the dialect (Core, 8.1.1).
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def game_schema() -> dict[str, Any]:
    """Describe ``game.yaml``."""
    schema = mapping_schema(GAME, Scope(Project(Path()), ""))
    return {
        "$schema": DIALECT,
        "title": "cardgen game",
        **schema,
        "$defs": {"field": declaration_schema()},  # it contains itself, by `$ref` (Core, 8.2)
    }


def deck_schema(game: Game, root: Path | None = None) -> dict[str, Any]:
    """Describe the deck files of a game; icons are listed if the project's root is given."""
    icons = icon_names(icon_folders(root, game.id)) if root else frozenset()
    scope = Scope(
        Project(root or Path()),
        game.id,
        icons=icons,
        colors=game.theme.colors,
        rules=game.rules,
        terms=game.terms,
        card_types=game.card_types,
    )
    types = sorted(game.card_types)
    cards = [_card_schema(name, game, scope, alone=len(types) == 1) for name in types]
    shared: dict[str, Any] = {}
    for card in cards:
        shared |= card["properties"]
    shared = {k: v for k, v in shared.items() if k not in ("id", "assumption")}
    shared["type"] = {"description": BUILT_IN["type"].doc, "enum": types}
    return {
        "$schema": DIALECT,
        "title": f"cards of {game.title}",
        "type": "object",
        "properties": {
            "defaults": {
                "description": "values for all cards that do not give their own",
                "type": "object",
                "properties": shared,
                "additionalProperties": False,
            },
            "cards": {
                "description": "one entry for each design",
                "type": "array",
                "minItems": 1,
                "items": {"anyOf": [*cards, _each_schema(cards, scope)]},
            },
        },
        "required": ["cards"],
        "additionalProperties": False,
    }


def _card_schema(name: str, game: Game, scope: Scope, *, alone: bool) -> dict[str, Any]:
    """Describe one card type; only its id is required, as fields may come from ``defaults``."""
    schema = mapping_schema(game.card_types[name].keys, scope)
    schema["properties"]["type"] = {"description": BUILT_IN["type"].doc, "const": name}
    schema["required"] = ["id"]
    schema["title"] = name
    return schema


def _each_schema(cards: Sequence[dict[str, Any]], scope: Scope) -> dict[str, Any]:
    """Describe an entry that makes many cards; any value may be a name in braces there."""
    schema = mapping_schema(EACH_KEYS, scope)
    for card in cards:
        for name, value in card["properties"].items():
            said = {key: text for key, text in value.items() if key == "description"}
            schema["properties"].setdefault(name, said)
    schema["required"] = [EACH, "id"]
    schema["title"] = "many cards"
    return schema

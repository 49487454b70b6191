"""JSON Schema of the data files, so that editors complete keys and mark mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardgen.model.cards import BUILT_IN
from cardgen.model.compound import declaration_schema
from cardgen.model.fields import mapping_schema
from cardgen.model.game import Game
from cardgen.model.gamefile import GAME
from cardgen.model.scope import Scope, icon_folders, icon_names
from cardgen.source.files import Project

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def game_schema() -> dict[str, Any]:
    """Describe ``game.yaml`` as JSON Schema 2020-12."""
    schema = mapping_schema(GAME, Scope(Project(Path()), ""))
    return {
        "$schema": DIALECT,
        "title": "cardgen game",
        **schema,
        "$defs": {"field": declaration_schema()},
    }


def deck_schema(game: Game, root: Path | None = None) -> dict[str, Any]:
    """Describe a game's deck files; with the project's root, icons are listed too."""
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
                "items": {"anyOf": cards} if len(cards) != 1 else cards[0],
            },
        },
        "required": ["cards"],
        "additionalProperties": False,
    }


def _card_schema(name: str, game: Game, scope: Scope, *, alone: bool) -> dict[str, Any]:
    """Describe one card type; fields may come from `defaults`, so only the id is required."""
    schema = mapping_schema(game.card_types[name].keys, scope)
    schema["properties"]["type"] = {"description": BUILT_IN["type"].doc, "const": name}
    schema["required"] = ["id"]
    schema["title"] = name
    return schema

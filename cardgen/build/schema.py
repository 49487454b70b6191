"""JSON Schemas for editors: printed, or put where the data files look for them.

``card_data/schema/game.schema.json`` describes every game.yaml; decks differ by the card
types of their game, so each game has its own ``card_data/schema/<game>.deck.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from cardgen.build.writing import write_whole
from cardgen.core.diagnostics import Diagnostics, relative

FOLDER = Path("card_data", "schema")


def game_schema() -> dict[str, Any]:
    """Return the schema of every game.yaml."""
    from cardgen.model.schema import game_schema

    return game_schema()


def deck_schema(root: Path, game: str) -> dict[str, Any]:
    """Return the schema of the deck files of one game; raises where it has errors."""
    from cardgen.model.load import load_game
    from cardgen.model.schema import deck_schema

    return deck_schema(load_game(root, game), root)


def write_schemas(root: Path, games: Collection[str] = ()) -> tuple[tuple[str, ...], Diagnostics]:
    """Write the schemas of all games, or of those named; return the paths that changed."""
    from cardgen.model.load import load_project
    from cardgen.model.schema import deck_schema, game_schema

    loaded = load_project(root, games)
    schemas = {"game.schema.json": game_schema()}
    for game in loaded.games:
        schemas[f"{game.id}.deck.schema.json"] = deck_schema(game, root)
    written = []
    for name, value in schemas.items():
        path = root / FOLDER / name
        data = (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
        if not path.is_file() or path.read_bytes() != data:
            write_whole(path, data, relative(path, root))
            written.append(relative(path, root))
    return tuple(written), loaded.diagnostics

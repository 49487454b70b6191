"""JSON Schemas for editors, printed or written to where the data files refer to them.

``card_data/schema/game.schema.json`` describes every game.yaml; decks differ by the card
types of their game, so each game has its own ``card_data/schema/<game>.deck.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.pipeline.writing import write_whole

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


def schema_files(root: Path, games: Collection[str] = ()) -> tuple[dict[str, bytes], Diagnostics]:
    """Return the schema files by name; games with errors are left out."""
    from cardgen.model.load import load_project
    from cardgen.model.schema import deck_schema, game_schema

    loaded = load_project(root, games)
    schemas = {"game.schema.json": game_schema()}
    for game in loaded.games:
        schemas[f"{game.id}.deck.schema.json"] = deck_schema(game, root)
    files = {
        name: (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
        for name, value in schemas.items()
    }
    return files, loaded.diagnostics


def write_schemas(root: Path, games: Collection[str] = ()) -> tuple[tuple[str, ...], Diagnostics]:
    """Write the schemas of all games, or of those named; return the paths that changed."""
    files, found = schema_files(root, games)
    written = []
    for name, data in files.items():
        path = root / FOLDER / name
        if not path.is_file() or path.read_bytes() != data:
            write_whole(path, data, relative(path, root), elsewhere=False)
            written.append(relative(path, root))
    return tuple(written), found

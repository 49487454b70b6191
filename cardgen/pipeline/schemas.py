"""The schemas of the data files of games, for editors."""

import json
from collections.abc import Collection, Iterable
from pathlib import Path

from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.model.game import Game
from cardgen.model.gamefile import deck_schema, game_schema
from cardgen.model.load import load_project
from cardgen.model.notes import notes_schema
from cardgen.pipeline.writing import write_whole

SCHEMAS = Path("card_data", "schema")


def schema_files(root: Path, games: Iterable[Game]) -> dict[str, bytes]:
    """Return the schema files of these games by name."""
    schemas = {"game.schema.json": game_schema(), "notes.schema.json": notes_schema()}
    for game in games:
        schemas[f"{game.id}.deck.schema.json"] = deck_schema(game, root)
    return {
        name: (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
        for name, value in schemas.items()
    }


def write_schemas(root: Path, games: Collection[str] = ()) -> tuple[tuple[str, ...], Diagnostics]:
    """Write the schemas of these games, or of all; return the changed paths and diagnostics.

    Games with errors are left out.
    """
    loaded = load_project(root, games)
    return refresh_schemas(root, loaded.games), loaded.diagnostics


def refresh_schemas(root: Path, games: Iterable[Game], create: bool = True) -> tuple[str, ...]:
    """Update the schemas of these games, and create missing ones; return the changed paths."""
    changed_paths = []
    for name, data in schema_files(root, games).items():
        path = root / SCHEMAS / name
        if path.read_bytes() != data if path.is_file() else create:
            write_whole(path, data, relative(path, root), can_change_output=False)
            changed_paths.append(relative(path, root))
    return tuple(changed_paths)

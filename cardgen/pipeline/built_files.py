"""The files that builds of a game have written."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.game import Game
from cardgen.pipeline.manifest import read_manifest
from cardgen.products.facts import is_for_players
from cardgen.products.options import PrintOptions


def files_for_players(output: Path, game: Game, options: PrintOptions) -> dict[str, bytes]:
    """Return the files for players that a build with some options has written, by path."""
    folder = output / game.id
    return {
        entry.path: (folder / entry.path).read_bytes()
        for entry in read_manifest(folder, game.id).artifacts
        if options.includes(entry.kind, entry.variant, is_usual=True)
        and is_for_players(game, entry.variant)
    }

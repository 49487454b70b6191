"""Check the game made of a table before it is put in its place."""

from __future__ import annotations

import tempfile
from pathlib import Path

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.features.scaffold.fromtable.table_game import TableGame
from cardgen.features.scaffold.new import new_game
from cardgen.pipeline.build import check


def find_errors(game: TableGame, name: str, title: str | None) -> tuple[Diagnostic, ...]:
    """Return the errors that keep a game from being built, of a copy in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        project = new_game(Path(folder), None, name, title, game.files).project
        return tuple(fault for fault in check(project) if fault.severity is Severity.ERROR)

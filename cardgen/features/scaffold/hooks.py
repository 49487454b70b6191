"""What `new` adds to the engine: the schemas that it has written follow the game."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.core.diagnostics import CardgenError
from cardgen.pipeline.hooks import HOOKS, Hooks
from cardgen.source.files import DATA_FOLDER

if TYPE_CHECKING:
    from cardgen.model.game import Game


def _follow(root: Path, game: Game) -> None:
    """Write the schemas of a game anew where they are there and say something else."""
    if (root / DATA_FOLDER / "schema").is_dir():
        from cardgen.pipeline.schemas import refresh_schemas

        with suppress(CardgenError, OSError):  # of a project that cannot be written
            refresh_schemas(root, (game,), made=False)


HOOKS.add("scaffold", Hooks(follow=_follow))

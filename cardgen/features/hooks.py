"""The hooks of features: records that no build reads, and schemas that follow the game."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.core.diagnostics import CardgenError
from cardgen.model.locale import translation
from cardgen.pipeline.hooks import HOOKS, Hooks
from cardgen.source.files import DATA_FOLDER

if TYPE_CHECKING:
    from cardgen.model.game import Game

FETCH_LOCK = "fetch.lock"
"""The file beside a game's data with the address and time of each fetched table."""


def _follow_with_schemas(root: Path, game: "Game") -> None:
    if (root / DATA_FOLDER / "schema").is_dir():
        from cardgen.pipeline.schemas import refresh_schemas

        with suppress(CardgenError, OSError):  # the project may be read-only
            refresh_schemas(root, (game,), create=False)


HOOKS.add("fetch", Hooks(records=(FETCH_LOCK,)))
HOOKS.add("scaffold", Hooks(follow=_follow_with_schemas))
HOOKS.add("translation", Hooks(records=(translation.FOLDER,)))

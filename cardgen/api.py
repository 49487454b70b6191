"""The engine as features and commands see it: open a game, lay it out, make files of it.

    with open_game(BuildRequest(root), "minecart") as build:
        build.lay_out()
        for artifact in plan(build.product_request(warnings), ("sheets",)):
            content = build.data(artifact)

Nothing is written by this. What earlier builds have kept is used, and left as it is.
"""

from __future__ import annotations

from cardgen.pipeline.draft_build import mark_as_draft
from cardgen.pipeline.executors.workers import workers_for
from cardgen.pipeline.game_build import GameBuild, read_games
from cardgen.pipeline.inputs import inputs_digest
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.request import BuildRequest, Progress
from cardgen.products.options import PrintOptions
from cardgen.source.files import BUNDLED

__all__ = ["BuildRequest", "GameBuild", "PrintOptions", "Progress", "mark_as_draft", "open_game"]


def open_game(request: BuildRequest, game: str, jobs: int | None = 1) -> GameBuild:
    """Read a game, to be laid out by so many processes, None for one a processor.

    Raises ModelError with everything that is wrong if it cannot be read.
    """
    loaded = read_games(request, (game,))
    read = loaded.only_game
    inputs = inputs_digest(request.root, game, BUNDLED, locale=request.locale)
    return GameBuild(
        request,
        read,
        inputs,
        workers=workers_for("", jobs, request.folder / CACHE),
        faulty=loaded.faulty.get(game, {}),
        read_diagnostics=tuple(loaded.diagnostics),
        keeps_pages=False,
    )

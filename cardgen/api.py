"""The functions of the engine for features and commands: open a game, lay it out, make files.

    with open_game(BuildRequest(root), "minecart") as build:
        build.lay_out()
        for artifact in plan(build.product_request(warnings), ("sheets",)):
            content = build.data(artifact)

This reads the cache of earlier builds, and writes no files.
"""

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
    """Read a game and return its build, not yet laid out.

    ``jobs`` is the number of processes for layout; None means one for each processor. Raises
    ModelError with all errors if the game cannot be read.
    """
    loaded = read_games(request, (game,))
    loaded_game = loaded.only_game
    inputs = inputs_digest(request.root, game, BUNDLED, locale=request.locale)
    return GameBuild(
        request,
        loaded_game,
        inputs,
        workers=workers_for("", jobs, request.folder / CACHE),
        faulty=loaded.faulty.get(game, {}),
        read_diagnostics=tuple(loaded.diagnostics),
        keeps_pages=False,
    )

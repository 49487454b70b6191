"""Games laid out whole, and the pages that their files would have."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from cardgen.api import BuildRequest, GameBuild, PrintOptions
from cardgen.core.diagnostics import ModelError
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.pipeline.executors.workers import Workers, default_jobs
from cardgen.products.artifact import PdfDocument
from cardgen.products.planning import plan_artifacts

PAPER = "a4"


def lay_out(root: Path, game: Game) -> GameBuild:
    """Lay out all of a game, without the cache of its builds."""
    request = BuildRequest(root, (game.id,), PrintOptions(papers=(PAPER,)), force=True)
    with GameBuild(request, game, workers=Workers(default_jobs())) as build:
        return build.lay_out()


def read_and_lay_out(root: Path, name: str) -> GameBuild:
    """Read and lay out a game. Raises ModelError if it has errors."""
    loaded = load_project(root, (name,))
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    laid = lay_out(root, loaded.games[0])
    if not laid.is_whole:
        raise ModelError(*laid.diagnostics)
    return laid


def copied(root: Path, folder: Path, game: str) -> Path:
    """Copy one game of a project, with what all games share."""
    for name in (f"card_data/{game}", f"templates/{game}", "templates/shared", "fonts"):
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name)
    return folder


def pages(laid: GameBuild, path: str, **options: Any) -> list[Frame]:
    """Return the pages of a PDF that a build with these options would write, by its path."""
    request = laid.product_request([]).with_options(**options)
    kind = path.partition("/")[0]
    [artifact] = [one for one in plan_artifacts(request, (kind,)) if one.path == path]
    made = laid.make_content(artifact)
    assert isinstance(made, PdfDocument), path
    return [page.frame for page in made.pages]

"""The sides of some components of a game, laid out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardgen.model.game import Game
from cardgen.pipeline.results import SideResult
from cardgen.pipeline.session import Session

ROOT = Path(__file__).resolve().parents[2]


def laid_out(game: Game, components: Iterable[str]) -> list[SideResult]:
    """Lay out all sides of the components named."""
    specs = [
        spec
        for name in components
        for one in game.components[name].sides(game)
        for spec in (one.face, one.back)
        if spec is not None
    ]
    return Session(ROOT, game, specs).results(1, lambda done: None, drawn=False)

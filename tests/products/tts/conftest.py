"""The tables of the games that come with cardgen, each built once for all tests and workers."""

from functools import cache
from pathlib import Path

import pytest
from breadth import DEFAULT_GAME
from five_games import GAMES
from workshops import build_request

from cardgen.pipeline.build import build

ROOT = Path(__file__).resolve().parents[3]
SLOW = pytest.mark.slow


@pytest.fixture(scope="session")
def table_of(outputs):
    """Build a game when it is first asked for; return its folder ``tts``."""

    @cache
    def made(game):
        request = build_request(ROOT, games=(game,), products=("tts",), output=outputs, jobs=1)
        report = build(request)
        assert not report.diagnostics.has_errors, list(report.diagnostics)
        return outputs / game / "tts"

    return made


@pytest.fixture(
    scope="session",
    params=[pytest.param(game, marks=SLOW if game != DEFAULT_GAME else ()) for game in GAMES],
)
def folder(request, table_of):
    """The folder ``tts`` of each game in turn."""
    return table_of(request.param)

"""The tables of the games that come with cardgen, each built once for all tests and workers."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from five_games import GAMES
from workshops import build_request

from cardgen.pipeline.build import build

ROOT = Path(__file__).resolve().parents[3]
FASTEST = "last-men-standing"
SLOW = pytest.mark.slow


@pytest.fixture(scope="session")
def table_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Build a game when it is first asked for; return its folder ``tts``.

    Workers share the output folders: a build waits for the one before it, and finds all made.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    @cache
    def made(game: str) -> Path:
        output = shared / f"table of {game}"
        request = build_request(ROOT, games=(game,), products=("tts",), output=output, jobs=1)
        report = build(request)
        assert not report.diagnostics.has_errors, list(report.diagnostics)
        return output / game / "tts"

    return made


@pytest.fixture(
    scope="session",
    params=[pytest.param(game, marks=SLOW if game != FASTEST else ()) for game in GAMES],
)
def folder(request: pytest.FixtureRequest, table_of: Callable[[str], Path]) -> Path:
    """The folder ``tts`` of each game in turn."""
    return table_of(request.param)

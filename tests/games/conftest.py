from pathlib import Path

import pytest
from edited_game import Edit, edit_of
from five_games import GAMES
from pieces import ROOT, Desk, desk

from cardgen.model.game import Game


@pytest.fixture(scope="session", autouse=True)
def _desks(outputs: Path) -> None:
    Desk.outputs = outputs


@pytest.fixture(scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    """The game that a module of tests is about."""
    return desk(ROOT, request.module.GAME).game


@pytest.fixture(scope="session", params=GAMES)
def edit(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, outputs: Path
) -> Edit:
    """Each game in turn, before and after the edit of a rule."""
    root = tmp_path_factory.getbasetemp() / f"edit-{request.param}"
    return edit_of(request.param, root, outputs)

from __future__ import annotations

import pytest
from edited_game import Edit, edit_of
from one_rule import GAMES


@pytest.fixture(scope="session", params=GAMES)
def edit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Edit:
    """Each game in turn, before and after the edit of a rule."""
    return edit_of(request.param, tmp_path_factory.getbasetemp() / f"edit-{request.param}")

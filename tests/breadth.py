"""How broadly tests look: the run by default, or all of it with ``--all``.

The run by default covers every package. ``--all`` adds what is only broader:

- tests marked ``broad``;
- tests that have a game as a parameter, with the other games than ``DEFAULT_GAME``;
- four times as many examples of each property.
"""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

GAMES = tuple(path.parent.name for path in Path(__file__).parents[1].glob("card_data/*/game.yaml"))
DEFAULT_GAME = "hachi-train"
"""The smallest of the games: where tests are about each game, the run by default tries this one."""

settings.register_profile("default", max_examples=25, deadline=None)  # no test waits on a clock
settings.register_profile("all", max_examples=100, deadline=None)


def examples(count: int, **options: Any) -> settings:
    """Set the number of examples of a property with ``--all``; a run by default tries a quarter."""
    share = settings.default.max_examples / 100
    return settings(max_examples=max(2, round(count * share)), **options)


def is_broad(item: pytest.Item) -> bool:
    """Tell whether a test runs with ``--all`` only."""
    if item.get_closest_marker("broad"):
        return True
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    games = {value for value in parameters if isinstance(value, str) and value in GAMES}
    return bool(games - {DEFAULT_GAME}) and not item.get_closest_marker("each_game")

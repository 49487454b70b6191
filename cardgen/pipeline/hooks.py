"""What features and packages above the engine add to it; it knows none of them by name.

They say so in the module ``hooks`` of their package, which imports nothing heavy: the engine loads
it when a build begins.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.plugins.parts import load_parts
from cardgen.core.registry import Registry
from cardgen.core.side_id import SideId

if TYPE_CHECKING:  # a build with nothing to do loads the hooks, and little else
    from cardgen.frame import Frame
    from cardgen.model.game import Game
    from cardgen.model.printer import Printer
    from cardgen.model.sides import CardSides


class FinishedGame(Struct, frozen=True):
    """A game whose sides are laid out: what a build has to remember it by.

    ``output`` is the folder of all games; ``sides`` are by component, ``frames`` by side. They lack
    the components that the products which were asked for do not show.
    """

    root: Path
    output: Path
    game: Game
    sides: Mapping[str, Sequence[CardSides]]
    frames: Mapping[SideId, Frame]
    printer: Printer


Remember = Callable[[FinishedGame], None]
"""Keeps something about a game that was just built; it must not fail."""

Follow = Callable[[Path, "Game"], None]
"""Follows a game that was just read in a project; it must not fail."""


class Hooks(Struct, frozen=True):
    """What one feature adds; ``records`` are files beside a game's data that no build reads."""

    remember: Remember | None = None
    follow: Follow | None = None
    records: tuple[str, ...] = ()


HOOKS: Registry[Hooks] = Registry("feature")


def features() -> tuple[Hooks, ...]:
    """Return the hooks of all features, in the order of their names."""
    _load()
    return tuple(hooks for _, hooks in HOOKS.items())


def call_follow_hooks(root: Path, game: Game) -> None:
    """Let all features follow a game that a build, a check or the preview has read."""
    for hooks in features():
        if hooks.follow is not None:
            hooks.follow(root, game)


@cache
def _load() -> None:
    """Import the ``hooks`` of every package that has them; they register themselves."""
    for file in sorted(Path(__file__).parents[1].glob("*/hooks.py")):
        importlib.import_module(f"cardgen.{file.parent.name}.hooks")
    load_parts("hooks")

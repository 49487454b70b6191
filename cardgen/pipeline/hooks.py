"""The hooks with which features extend the engine, which knows none of them by name.

A package registers its hooks in a module ``hooks``. The engine loads these modules at the start of
a build, so they must import no slow modules.
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

if TYPE_CHECKING:  # slow to import; a build without changes does not need it
    from cardgen.frame import Frame
    from cardgen.model.game import Game
    from cardgen.model.printer import Printer
    from cardgen.model.sides import CardSides


class FinishedGame(Struct, frozen=True):
    """A laid-out game, for hooks that record something about it.

    ``output`` is the folder of all games; ``sides`` are by component, ``frames`` by side. They
    contain only the components that the requested products show.
    """

    root: Path
    output: Path
    game: Game
    sides: Mapping[str, Sequence[CardSides]]
    frames: Mapping[SideId, Frame]
    printer: Printer


Remember = Callable[[FinishedGame], None]
"""Records something about a game after its build; it must not raise."""

Follow = Callable[[Path, "Game"], None]
"""Gets each game of a project after it is read; it must not raise."""


class Hooks(Struct, frozen=True):
    """The hooks of one feature; ``records`` are its files beside a game's data."""

    remember: Remember | None = None
    follow: Follow | None = None
    records: tuple[str, ...] = ()


HOOKS: Registry[Hooks] = Registry("feature")


def features() -> tuple[Hooks, ...]:
    """Return the hooks of all features, in the order of their names."""
    _load()
    return tuple(hooks for _, hooks in HOOKS.items())


def call_follow_hooks(root: Path, game: Game) -> None:
    """Pass a game to the ``follow`` hooks, after a build, a check or the preview has read it."""
    for hooks in features():
        if hooks.follow is not None:
            hooks.follow(root, game)


@cache
def _load() -> None:
    """Import the ``hooks`` module of every package, which registers its hooks."""
    for file in sorted(Path(__file__).parents[1].glob("*/hooks.py")):
        importlib.import_module(f"cardgen.{file.parent.name}.hooks")
    load_parts("hooks")

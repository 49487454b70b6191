"""Editions: a game laid out from the project folder or from a commit."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, GameBuild, open_game
from cardgen.comparison.snapshot import Snapshot, snapshot
from cardgen.comparison.state_file import read_memory
from cardgen.core.diagnostics import Diagnostic, LayoutError, ModelError
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.printer import load_printer


class Edition(Struct, frozen=True):
    """A game with all its sides; ``found`` holds the diagnostics.

    ``broken`` are the components with errors; ``snapshot`` leaves them out. ``drawn`` has a Frame
    for each look of the snapshot.
    """

    game: Game
    snapshot: Snapshot
    build: GameBuild
    drawn: dict[str, Frame]
    found: tuple[Diagnostic, ...]
    broken: frozenset[str] = frozenset()


def edition(request: BuildRequest, game: str, revision: str = "") -> Edition:
    """Lay out a game, using what earlier builds have stored and writing nothing.

    ``revision`` names the commit that the folder was exported from, for the locations of errors.
    Raises CardgenError with all errors of the game if no component is free of them.
    """
    try:
        build = open_game(request, game).lay_out()
    except ModelError as error:
        raise ModelError(*moved(error.diagnostics, revision)) from None
    made = build.game
    found, broken = [*build.read_diagnostics, *build.diagnostics], build.broken
    sound = {id: one for id, one in made.components.items() if id not in broken}
    if broken and not any(build.sides[id] for id in sound):
        raise LayoutError(*moved(found, revision))
    memory = read_memory(request.folder, game)
    whole = replace(made, components=sound) if broken else made
    drawn: dict[str, Frame] = {}
    printer = load_printer(request.root)
    seen = snapshot(whole, build.sides, build.frames, printer, memory, drawn=drawn)
    return Edition(made, seen, build, drawn, tuple(moved(found, revision)), broken)


def moved(found: Iterable[Diagnostic], revision: str) -> list[Diagnostic]:
    """Name the places of findings in a commit as git does: no line of today's file is shown."""
    if not revision:
        return list(found)
    note = f"this is the game as it was at `{revision}`"
    return [
        replace(item, at=item.at and replace(item.at, path=f"{revision}:{item.at.path}")).with_note(
            note
        )
        for item in found
    ]

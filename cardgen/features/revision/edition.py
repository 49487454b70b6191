"""Editions: a game laid out from the project folder or from a commit."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, GameBuild, open_game
from cardgen.core.diagnostics import Diagnostic, LayoutError, ModelError
from cardgen.core.side_id import SideId
from cardgen.features.revision.change_list import SideLook
from cardgen.features.revision.snapshot import DIGITS, PartState, Snapshot, snapshot
from cardgen.features.revision.state_file import read_memory
from cardgen.frame import Frame
from cardgen.frame.look import look
from cardgen.model.game import Game
from cardgen.model.printer import load_printer


class Edition(Struct, frozen=True):
    """A game with all its sides; ``found`` holds the diagnostics.

    ``broken`` are the components with errors; ``snapshot`` and ``frames`` leave them out. ``drawn``
    has a Frame for each look of the snapshot.
    """

    game: Game
    snapshot: Snapshot
    build: GameBuild
    frames: dict[SideId, Frame]
    drawn: dict[str, Frame]
    found: tuple[Diagnostic, ...]
    broken: frozenset[str] = frozenset()

    def picture(self, shown: SideLook) -> Frame | None:
        """Return a side if this edition has it with that look, else None.

        The back of a card may be the common back of its deck.
        """
        side = shown.side
        if isinstance(shown.state, PartState):
            known = self.snapshot.pieces.get(side.component)
            same = known is not None and known.parts.get(side.part) == shown.state
            return self.frames.get(side) if same else None
        common_back = SideId.of(side.component, "", "back")
        names = (side, common_back) if side.part and side.side == "back" else (side,)
        frames = (frame for name in names if (frame := self.frames.get(name)) is not None)
        return next((frame for frame in frames if look(frame)[:DIGITS] == shown.state), None)


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
    frames = {id: one for id, one in build.frames.items() if id.component in sound}
    memory = read_memory(request.folder, game)
    whole = replace(made, components=sound) if broken else made
    drawn: dict[str, Frame] = {}
    printer = load_printer(request.root)
    seen = snapshot(whole, build.sides, frames, printer, memory, drawn=drawn)
    return Edition(made, seen, build, frames, drawn, tuple(moved(found, revision)), broken)


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

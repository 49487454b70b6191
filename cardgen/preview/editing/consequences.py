"""What follows a change: the sides and texts that would be drawn again, and what reads a colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.results import LaidOut
from cardgen.preview.live.loaded_game import LoadedGame


class Consequences(Struct, frozen=True):
    """Sides and texts by their id, in the order of the game."""

    sides: tuple[str, ...]
    texts: tuple[str, ...]


def consequences(loaded: LoadedGame, work: GameWork) -> Consequences:
    """Return what is to be drawn again once the game is as the work has it.

    Sides that picture others follow them.
    """
    with loaded.lock:
        texts = dict(loaded.texts)

    specs, flows = work.specs, work.game.flows()
    found = {*work.stale(specs, work.shown)}
    while more := work.picturing(found, work.shown):
        found |= more
    laid = {*work.stale(flows, texts)} | work.picturing(found, texts)
    return Consequences(
        tuple(str(id) for id in specs if id in found), tuple(id for id in flows if id in laid)
    )


def used_by(loaded: LoadedGame, names: Iterable[str]) -> dict[str, Consequences]:
    """Return, for names such as ``theme.colors.ink``, what has read them."""
    with loaded.lock:
        sides = {id: loaded.shown[id] for id in loaded.specs if id in loaded.shown}
        shown: list[Mapping[str, LaidOut]] = [sides, loaded.texts]
    read = [{id: frozenset(one.dependencies.names) for id, one in some.items()} for some in shown]
    return {
        name: Consequences(
            *(tuple(str(id) for id, noted in one.items() if name in noted) for one in read)
        )
        for name in names
    }

"""What follows a change: the sides and texts that would be drawn again, and what reads a colour."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cardgen.model.game import Game
from cardgen.pipeline.session import Session
from cardgen.pipeline.upkeep import picturing
from cardgen.preview.live.loaded_game import LoadedGame, shown_values, stale


class Consequences(Struct, frozen=True):
    """Sides and texts by their id, in the order of the game."""

    sides: tuple[str, ...]
    texts: tuple[str, ...]


def consequences(loaded: LoadedGame, session: Session, game: Game) -> Consequences:
    """Return what is to be drawn again once the game is as ``game`` says.

    The session goes over to that game. Sides that picture others follow them.
    """
    session.take_data(game)
    with loaded.lock:
        shown, texts = dict(loaded.shown), dict(loaded.texts)

    now, specs, flows = shown_values(session, shown), session.specs, game.flows()
    found = {*stale(now, specs, shown)}
    while more := picturing(session, shown, found):
        found |= more
    laid = {*stale(now, flows, texts)} | picturing(session, texts, found)
    return Consequences(
        tuple(str(id) for id in specs if id in found), tuple(id for id in flows if id in laid)
    )


def used_by(loaded: LoadedGame, names: Iterable[str]) -> dict[str, Consequences]:
    """Return, for names such as ``theme.colors.ink``, what has read them."""
    with loaded.lock:
        shown = [{id: loaded.shown[id] for id in loaded.specs if id in loaded.shown}, loaded.texts]
    read = [{id: frozenset(one.dependencies.names) for id, one in some.items()} for some in shown]
    return {
        name: Consequences(
            *(tuple(str(id) for id, noted in one.items() if name in noted) for one in read)
        )
        for name in names
    }

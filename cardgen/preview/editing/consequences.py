"""What follows a change: the sides and texts that would be drawn again, and what reads a colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from cardgen.model.game import Game
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.session import Session
from cardgen.preview.live.loaded_game import LoadedGame, why_stale


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

    def pictured(name: str) -> str:
        side = shown.get(session.id_of(name))
        return side.fingerprint if side is not None else ""

    now = session.values_with(pictured)
    stale = {
        id
        for id, spec in session.specs.items()
        if id not in shown or why_stale(now, spec, shown[id]) is not None
    }
    while more := _picturing(session, {id: s.dependencies for id, s in shown.items()}, stale):
        stale |= more
    flows = {id: component.flow(game) for id, component in game.components.items()}
    laid = {
        id
        for id, flow in flows.items()
        if flow is not None and (id not in texts or why_stale(now, flow, texts[id]) is not None)
    }
    laid |= _picturing(session, {id: text.dependencies for id, text in texts.items()}, stale)
    return Consequences(
        tuple(id for id in session.specs if id in stale), tuple(id for id in flows if id in laid)
    )


def _picturing(
    session: Session, known: Mapping[str, Dependencies], stale: Iterable[str]
) -> set[str]:
    """Return what shows some sides and is not among them."""
    names = set(stale)
    return {
        id
        for id, dependencies in known.items()
        if id not in names and any(session.id_of(name) in names for name in dependencies.sides())
    }


def used_by(loaded: LoadedGame, names: Iterable[str]) -> dict[str, Consequences]:
    """Return, for names such as ``theme.colors.ink``, what has read them."""
    with loaded.lock:
        sides = {id: loaded.shown[id].dependencies for id in loaded.specs if id in loaded.shown}
        texts = {id: text.dependencies for id, text in loaded.texts.items()}
    read = {id: frozenset(one.names) for id, one in sides.items()}
    laid = {id: frozenset(one.names) for id, one in texts.items()}
    return {
        name: Consequences(
            tuple(id for id, found in read.items() if name in found),
            tuple(id for id, found in laid.items() if name in found),
        )
        for name in names
    }

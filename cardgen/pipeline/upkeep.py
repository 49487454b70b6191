"""What is laid out of a game, and what is to be laid out (again): one rule for builds and previews.

Two things make a side stale though nothing was edited that it shows: another side that it pictures
comes out different, and texts of a group are set at the size that the whole group has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Generic, Protocol, TypeVar

from cardgen.layout.text.groups import GroupNeed, ladders_of
from cardgen.model.sides import SideSpec
from cardgen.pipeline.dependencies import Dependencies
from cardgen.pipeline.executors.units import Remote
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.results import SideResult
from cardgen.pipeline.session import Session


class Shown(Protocol):
    """A side as it was laid out last."""

    @property
    def dependencies(self) -> Dependencies:
        """What it has read."""
        ...

    @property
    def fingerprint(self) -> str:
        """The name of its picture, empty for one that has none."""
        ...


Side = TypeVar("Side", bound=Shown)


class Upkeep(Generic[Side]):
    """The sides of a game that are shown, and those that are pending.

    ``pending`` has with each the name of what has changed, if that is known.
    """

    def __init__(self, pending: dict[str, str] | None = None) -> None:
        self.shown: dict[str, Side] = {}
        self.pending = pending or {}

    def put(self, session: Session, id: str, side: Side) -> None:
        """Take a side that was laid out; those that picture it follow if it looks different."""
        old = self.shown.get(id)
        self.shown[id] = side
        self.pending.pop(id, None)
        if old is None or old.fingerprint == side.fingerprint:
            return
        following = picturing(session, self.shown, {id})
        for other in filter(following.__contains__, self.shown):  # in the order of the game
            self._again(session, other, f"side:{id}")

    def set_alike(self, session: Session) -> None:
        """Have texts of a group set anew where the whole group has another size by now.

        What a text needs does not depend on others, so that once is enough.
        """
        if self.pending:  # not all needs are known yet
            return
        ladders = ladders_of(self._needs())
        if ladders == session.ladders:
            return
        session.take_ladders(ladders)
        for id, one in self.shown.items():
            if one.dependencies.needs():
                changed = session.values.changed(session.specs[id], one.dependencies)
                if changed is not None:
                    self._again(session, id, changed)

    def needs_all(self, session: Session, components: Iterable[str]) -> bool:
        """Whether sizes depend on sides that nobody has asked for.

        They do where a text is set like others of any component, and where a booklet may picture
        cards that are set like the rest of their deck.
        """
        known = session.game.components
        return any(known[id].flow(session.game) is not None for id in components) or any(
            GroupNeed.parse(name).is_of_game for name in self._needs()
        )

    def _needs(self) -> set[str]:
        """Return the names by which sides have read sizes of texts that are set alike."""
        shared = {id(one.dependencies.shared): one for one in self.shown.values()}  # most alike
        return {name for one in shared.values() for name in one.dependencies.needs()}

    def _again(self, session: Session, id: str, reason: str) -> None:
        self.pending[id] = reason
        session.forget(id)


def picturing(session: Session, shown: Mapping[str, Side], ids: Collection[str]) -> set[str]:
    """Return what shows some sides and is not among them."""
    return {
        other
        for other, one in shown.items()
        if other not in ids and any(session.id_of(n) in ids for n in one.dependencies.sides)
    }


def lay_out(
    session: Session,
    workers: Workers,
    progress: Callable[[int], None],
    drawn: bool = True,
    components: Iterable[str] | None = None,
    remote: Remote[SideSpec, SideResult] | None = None,
) -> list[SideResult]:
    """Lay out the sides of some components, or of all; ``drawn`` asks for the operators too.

    ``progress`` gets the number of new sides that are done. ``remote`` lays out sides in
    processes that share no memory with this one.
    """
    asked_for = session.game.components if components is None else tuple(components)
    wanted = session.ids(components)
    work: Upkeep[SideResult] = Upkeep(dict.fromkeys(wanted, ""))
    done = 0
    while True:
        while due := _next(session, work.pending):
            new = [session.specs[id] for id in due if not _taken(session, id, work)]
            asked = drawn and any(spec.id in wanted for spec in new)
            tell = partial(_tell, progress, done)
            for one in session.laid_out(new, workers, tell, asked, remote):
                work.put(session, one.id, one)
            done += len(new)
        if len(work.shown) < len(session.specs) and work.needs_all(session, asked_for):
            work.pending = {id: "" for id in session.ids() if id not in work.shown}
            continue
        work.set_alike(session)
        if not work.pending:
            break
    session.leave_out(session.sides if components is None else components, work.shown)
    return [work.shown[id] for id in wanted]


def _tell(progress: Callable[[int], None], before: int, new: int) -> None:
    progress(before + new)


def _next(session: Session, pending: Mapping[str, str]) -> list[str]:
    """Return what is to be laid out now.

    Whether a side that pictures others is current shows only when these are settled.
    """
    known = {id: session.known(id) for id in pending}
    plain = [id for id, noted in known.items() if noted is None or not noted.sides]
    return plain or list(known)


def _taken(session: Session, id: str, work: Upkeep[SideResult]) -> bool:
    """Take a side from the last build, unless it is known to be another."""
    if reason := work.pending[id]:
        if session.known(id) is not None:
            session.reasons.setdefault(id, reason)
        return False
    result = session.recalled(session.specs[id])
    if result is not None:
        work.put(session, id, result)
    return result is not None

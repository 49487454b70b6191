"""What is laid out of a game, and what is to be laid out (again): one rule for builds and previews.

Two things make a side stale though nothing was edited that it shows: another side that it pictures
comes out different, and texts of a group are set at the size that the whole group has.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from cardgen.layout.text.groups import GroupNeed, ladders_of
from cardgen.model.sides import CardSides
from cardgen.pipeline.dependencies import Dependencies

if TYPE_CHECKING:
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

    @property
    def is_needed(self) -> bool:
        """Whether something stands on it, if it is the face of a further card."""
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
        ladders = ladders_of(self._needs())
        if self.pending or ladders == session.ladders:  # else not all needs are known yet
            return
        session.take_ladders(ladders)
        for id, one in self.shown.items():
            if one.dependencies.needs():
                changed = session.values.changed(session.specs[id], one.dependencies)
                if changed is not None:
                    self._again(session, id, changed)

    def needs_all(self) -> bool:
        """Whether a text is set like others of any component."""
        return any(GroupNeed.parse(name).is_of_game for name in self._needs())

    def _needs(self) -> set[str]:
        """Return the names by which sides have read sizes of texts that are set alike."""
        return {name for one in self.shown.values() for name in one.dependencies.needs()}

    def _again(self, session: Session, id: str, reason: str) -> None:
        self.pending[id] = reason
        session.forget(id)


def picturing(session: Session, shown: Mapping[str, Side], ids: Collection[str]) -> set[str]:
    """Return what shows some sides and is not among them."""
    return {
        other
        for other, one in shown.items()
        if other not in ids and any(session.id_of(n) in ids for n in one.dependencies.sides())
    }


def with_further(
    sides: Mapping[str, Sequence[CardSides]], shown: Mapping[str, Side]
) -> dict[str, list[CardSides]]:
    """Return all designs, but further cards only where something goes on there."""
    return {
        id: [
            one
            for one in some
            if not one.further or ((face := shown.get(one.face.id)) and face.is_needed)
        ]
        for id, some in sides.items()
    }

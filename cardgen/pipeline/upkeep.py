"""What is laid out of a game, and what is to be laid out (again): one rule for builds and previews.

Two things make a side stale though nothing was edited that it shows: another side that it pictures
comes out different, and texts of a group are set at the size that the whole group has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from cardgen.layout.text.groups import GroupNeed, Ladders, ladders_of
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.dependencies import CurrentValues, Dependencies


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


class Sides(Protocol):
    """The part of a session that knows what sides there are."""

    values: CurrentValues
    specs: dict[str, SideSpec]

    @property
    def ladders(self) -> Ladders:
        """The sizes of texts that are set alike."""
        ...

    def take_ladders(self, ladders: Ladders) -> None:
        """Go over to other sizes."""

    def id_of(self, name: str) -> str:
        """Return the id of the side that a picture names."""
        ...

    def forget(self, id: str) -> None:
        """Let a side be laid out again where another one pictures it."""


Side = TypeVar("Side", bound=Shown)


class Upkeep(Generic[Side]):
    """The sides of a game that are shown, and those that are pending.

    ``pending`` has with each the name of what has changed, if that is known.
    """

    def __init__(self, pending: dict[str, str] | None = None) -> None:
        self.shown: dict[str, Side] = {}
        self.pending = pending or {}

    def put(self, session: Sides, id: str, side: Side) -> None:
        """Take a side that was laid out; those that picture it follow if it looks different."""
        old = self.shown.get(id)
        self.shown[id] = side
        self.pending.pop(id, None)
        if old is None or old.fingerprint == side.fingerprint:
            return
        for other, one in self.shown.items():
            names = one.dependencies.sides() if other != id else ()
            if any(session.id_of(name) == id for name in names):
                self._again(session, other, f"side:{id}")

    def set_alike(self, session: Sides) -> None:
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

    def _again(self, session: Sides, id: str, reason: str) -> None:
        self.pending[id] = reason
        session.forget(id)


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

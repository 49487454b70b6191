"""What a build and the processes that do its work agree on: units of work, and pools that run them.

Many units need the same data (a project, finished Frames). Such data is a parcel: it is shipped
once, and its name is the digest of its bytes. Units and parcels are pickled, so all processes must
belong to the same user and have the same version of cardgen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from msgspec import Struct

In = TypeVar("In")
Out = TypeVar("Out")

UNITS = 4
"""How many units each process gets, if there are enough: with fewer, one waits for another."""


class WorkUnit(Struct, frozen=True):
    """Self-contained work: a function of a module, its arguments, and the parcels that it needs.

    The same unit gives the same result in any process. The function gets the parcels as its last
    argument; it raises `ProjectChangedError` if the project is not the expected one.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    needs: tuple[str, ...] = ()

    def run(self, parcels: Mapping[str, bytes]) -> Any:
        """Call the function."""
        return self.function(*self.arguments, parcels)


class ProjectChangedError(Exception):
    """The files of a project have changed since a unit was made."""


class Pool(ABC):
    """An executor of `concurrent.futures` for units.

    This process works beside a pool that ``helps`` is true for. Where ``sees_disk`` is true, the
    processes of the pool read the project on this disk.
    """

    helps: bool = True
    sees_disk: bool = True

    @abstractmethod
    def capacity(self) -> int:
        """Return how many units keep all processes busy."""

    @abstractmethod
    def ship(self, data: bytes) -> str:
        """Make a parcel available to all processes; return its digest."""

    @abstractmethod
    def submit(self, unit: WorkUnit) -> Future[bytes]:
        """Hand a unit to a process."""

    @abstractmethod
    def result(self, future: Future[bytes]) -> Any:
        """Wait for the result of a unit; raises OutputError if its process was lost."""

    @abstractmethod
    def close(self) -> None:
        """Give up all units, and end or release the processes."""


class Lessons(Struct, frozen=True):
    """What a forked process has learned besides its results, and how its parent learns it."""

    tell: Callable[[], Any]
    learn: Callable[[Any], None]


NO_LESSONS = Lessons(lambda: None, lambda lesson: None)


def _unchanged(item: Any, answer: Any) -> Any:
    return answer


class Remote(Struct, Generic[In, Out], frozen=True):
    """The same work for processes that share no memory with this one.

    ``unit`` makes a unit for some things, and ships the parcels that it needs; the unit's result is
    a list with one entry for each thing. ``take`` turns such an entry into a result.
    """

    unit: Callable[[Sequence[In], Pool], WorkUnit]
    take: Callable[[In, Any], Out] = _unchanged

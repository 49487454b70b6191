"""The interface of a build and its processes: units of work, and pools that run them.

Many units need the same data (a project, finished Frames). Such data is a parcel: each process gets
it once, and its name is the digest of its bytes. Units and parcels are pickled, so all processes
must belong to the same user and have the same version of cardgen.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from msgspec import Struct

In = TypeVar("In")
Out = TypeVar("Out")

UNITS = 4
"""The units for each process: with fewer, a process more often waits for the slowest one."""


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

    If ``helps`` is True, this process also runs units. If ``sees_disk`` is True, the processes of
    the pool can read the project on this disk.
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
    """The functions that pass caches from a forked process to its parent."""

    collect: Callable[[], Any]
    """Runs at the end of the forked process."""
    apply: Callable[[Any], None]
    """Gets the result in the parent."""


NO_LESSONS = Lessons(lambda: None, lambda lesson: None)


def _unchanged(item: Any, answer: Any) -> Any:
    return answer


class Remote(Struct, Generic[In, Out], frozen=True):
    """The same work for processes that share no memory with this one.

    ``unit`` makes a unit for some items, and ships the parcels that it needs; the unit's result is
    a list with one entry for each item. ``take`` turns such an entry into a result.
    """

    unit: Callable[[Sequence[In], Pool], WorkUnit]
    take: Callable[[In, Any], Out] = _unchanged

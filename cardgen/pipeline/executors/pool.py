"""Processes that share no memory with this one, and the units of work that they are given.

What many units need (a project, finished Frames) is a parcel, shipped once and known by the digest
of its bytes. Units and parcels are pickled, so all processes must be ours and of one version.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from msgspec import Struct


class WorkUnit(Struct, frozen=True):
    """Self-contained work: a function of some module, what it is given, and the parcels it needs.

    The same unit gives the same result in any process. The function gets the parcels last; it
    raises `ProjectChangedError` if the project is not the one that is meant.
    """

    work: Callable[..., Any]
    given: tuple[Any, ...] = ()
    needs: tuple[str, ...] = ()

    def run(self, parcels: Mapping[str, bytes]) -> Any:
        """Do the work."""
        return self.work(*self.given, parcels)


class ProjectChangedError(Exception):
    """The files of a project are no longer those that a unit was made for."""


class Pool(ABC):
    """Processes that run units.

    ``helps`` says whether this process should work beside them, ``sees_disk`` whether they find
    the project where it lies.
    """

    helps: bool = True
    sees_disk: bool = True

    @abstractmethod
    def wanted(self) -> int:
        """Return how many units should be under way so that no process waits."""

    @abstractmethod
    def ship(self, data: bytes) -> str:
        """Make a parcel known to all processes; return its digest."""

    @abstractmethod
    def submit(self, unit: WorkUnit) -> Future[Any]:
        """Have a unit run."""

    @abstractmethod
    def trouble(self, error: Exception) -> Exception:
        """Return what to raise for an exception that a future has: of a lost process, say."""

    @abstractmethod
    def close(self) -> None:
        """End what is still under way, and let go of the processes."""

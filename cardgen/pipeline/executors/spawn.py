"""Processes that share no memory with this one: their units of work, and how to start them.

What many units need (a project, finished Frames) is a parcel, shipped once and known by the digest
of its bytes. Units and parcels are pickled, so all processes must be ours and of one version.

Fresh processes serve systems that cannot fork. They import the program and read the games
themselves. They end with this process, however that ends: each watches a pipe whose other end is
here and is never written to. Results come back here. All that they write are parts of documents
kept for the next build, each whole or not at all, so they may be ended at any moment.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import OutputError
from cardgen.core.fingerprint import digest_bytes
from cardgen.pipeline import problems
from cardgen.pipeline.writing import TEMPORARY, write_whole


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


_AHEAD = 2  # units a process: one at work, one to go on with


class SpawnPool(Pool):
    """Up to ``count`` processes, started as units come; parcels are files in ``folder``."""

    def __init__(self, count: int, folder: Path) -> None:
        self._count = count
        self._folder = folder
        self._parcels: dict[str, Path] = {}
        watched, self._lifeline = multiprocessing.Pipe(duplex=False)
        self._watched = watched
        self._executor = ProcessPoolExecutor(
            count, multiprocessing.get_context("spawn"), _live_with_parent, (watched,)
        )

    def wanted(self) -> int:
        """Return a few more than there are processes."""
        return _AHEAD * self._count

    def ship(self, data: bytes) -> str:
        """Write a parcel, under a name that `sweep` removes should this process be killed."""
        name = digest_bytes(data)
        if name not in self._parcels:
            path = self._folder / token_hex(8).join(TEMPORARY)
            write_whole(path, data, f"{self._folder.name}/{path.name}")
            self._parcels[name] = path
        return name

    def submit(self, unit: WorkUnit) -> Future[Any]:
        """Have a unit run by the next process that is free."""
        needs = [(name, self._parcels[name]) for name in unit.needs]
        try:
            with _without_script():
                return self._executor.submit(_run, unit, needs)
        except BrokenProcessPool as error:
            raise self.trouble(error) from None

    def trouble(self, error: Exception) -> Exception:
        """Say that a process ended early; all else is raised as it is."""
        if isinstance(error, BrokenProcessPool):
            return OutputError(problems.worker_lost(None))
        return error

    def close(self) -> None:
        """End the processes at once, and remove the parcels."""
        self._lifeline.close()
        self._executor.shutdown(cancel_futures=True)
        self._watched.close()
        for path in self._parcels.values():
            with contextlib.suppress(OSError):
                path.unlink()


@contextlib.contextmanager
def _without_script() -> Iterator[None]:
    """Let processes that are started in the block not run the script that this process runs.

    Multiprocessing has them import it for functions that stand there. Ours stand in cardgen; and a
    script that builds without looking at its ``__name__`` would build again in each of them.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _run(unit: WorkUnit, needs: Sequence[tuple[str, Path]]) -> Any:
    """Run a unit in a worker process."""
    return unit.run(_Parcels(needs))


class _Parcels(dict[str, bytes]):
    """Parcels by digest, read at first use: a worker knows most of them already."""

    def __init__(self, needs: Sequence[tuple[str, Path]]) -> None:
        self._paths = dict(needs)

    def __missing__(self, name: str) -> bytes:
        data = self._paths[name].read_bytes()
        if digest_bytes(data) != name:
            raise ProjectChangedError
        return data


def _live_with_parent(watched: Connection) -> None:
    """Prepare a worker: it leaves Ctrl-C to its parent, and ends when that lets go of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # as in the parent: nearly all lives until the end

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            watched.recv_bytes()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()

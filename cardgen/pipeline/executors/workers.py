"""The seam between a build and the processes that do its work.

A build hands over what it would do itself: a function and the things to apply it to.
Forked `Workers` run that very function. Processes that share no memory also need a `Remote`: it
makes units of the same work, and takes what comes back. Results and bytes are the same either way.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from cardgen.pipeline.executors import fork
from cardgen.pipeline.executors.spawn import Pool, ProjectChangedError, WorkUnit

VARIABLE = "CARDGEN_WORKERS"
"""Set to ``spawn``, fresh processes are started also where the system can fork."""

START_COST = 0.7
"""Seconds that a spawned worker takes before its first result: 0.45 with 1000 plain cards, 0.7 with
Last Men Standing (CPU, Linux: imports 0.25, the rest reading and fonts; other systems start
processes slower). None is started before this process has worked as long itself and has as much
again to do."""

In = TypeVar("In")
Out = TypeVar("Out")


_TRIAL = 0.03  # s of work that tell how long one thing takes: 1 ms a plain side, 50 one full of art
_WORTH_A_CHILD = 0.06  # s of work, about twice what it takes to begin a process


def _same(thing: Any, answer: Any) -> Any:
    """Take an answer as it is."""
    return answer


class Remote(Struct, Generic[In, Out], frozen=True):
    """The same work for processes that share no memory with this one.

    ``unit`` makes a unit of some things, shipping with the pool what it refers to; its result is
    a list with one entry for each thing. ``take`` turns such an entry into a result.
    """

    unit: Callable[[Sequence[In], Pool], WorkUnit]
    take: Callable[[In, Any], Out] = _same


class Workers:
    """This process and its forked children, which have all that it has loaded; with one job, none.

    Streams go on for long, and a child has all the memory of its parent: so these are worked on
    by fresh processes, which pass files in ``folder``.
    """

    def __init__(self, jobs: int, folder: Path | None = None) -> None:
        self._jobs = jobs
        self._folder = folder

    def map(
        self,
        work: Callable[[In], Out],
        things: Sequence[In],
        remote: Remote[In, Out] | None = None,
        tick: Callable[[int], None] = lambda done: None,
        most: int = 1,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> list[Out]:
        """Return ``[work(thing) for thing in things]``.

        Where things take about as long as one another, a process may be given several at a time,
        ``most`` at most; the first ones show whether a child pays. ``tick`` gets the number
        done so far; ``meanwhile`` is called where this process would only wait for the others.
        """
        done: list[Out] = []
        least = 2
        if most > 1:
            begin = time.perf_counter()
            while len(done) < len(things) and time.perf_counter() - begin < _TRIAL:
                done.append(work(things[len(done)]))
                tick(len(done))
            spent = max(time.perf_counter() - begin, 1e-9)
            least = math.ceil(_WORTH_A_CHILD * len(done) / spent)
        alone = len(done)
        return done + fork.share(
            work,
            things[alone:],
            self._jobs,
            least,
            most,
            lambda more: tick(alone + more),
            meanwhile,
        )

    def stream(
        self,
        work: Callable[[In], Out],
        things: Iterable[In],
        remote: Remote[In, Out],
    ) -> Iterator[tuple[In, Out]]:
        """Yield each thing with its result, in order; few of them are held at a time."""
        if self._jobs == 1 or self._folder is None:
            for thing in things:
                yield thing, work(thing)
            return
        with closing(_spawning(self._jobs, self._folder)) as others:
            yield from others.stream(work, things, remote)

    def beside(self, work: Callable[[], None]) -> AbstractContextManager[None]:
        """Do work whose only result is files, in parallel with the block or else after it."""
        return fork.beside(work, self._jobs)

    def close(self) -> None:
        """Let go of all processes. Children end with the work that they are made for."""


class PooledWorkers(Workers):
    """This process, and a pool that is started once it pays.

    ``patience`` is how many seconds of its own work this process does first, and must have left.
    """

    def __init__(
        self, start: Callable[[], Pool], patience: float, pool: Pool | None = None
    ) -> None:
        super().__init__(1)
        self._start = start
        self._patience = patience
        self._pool = pool

    def map(
        self,
        work: Callable[[In], Out],
        things: Sequence[In],
        remote: Remote[In, Out] | None = None,
        tick: Callable[[int], None] = lambda done: None,
        most: int = 1,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> list[Out]:
        """Work here until a pool pays, then have units run."""
        done: list[Out] = []
        begin = time.perf_counter()
        for count, thing in enumerate(things):
            spent = time.perf_counter() - begin
            if remote is not None and self._pays(spent, count, len(things)):
                break
            done.append(work(thing))
            tick(len(done))
        else:
            return done
        pool = self._pool = self._pool or self._start()
        rest = things[len(done) :]
        size = max(1, min(most, len(rest) // (fork.UNITS * pool.wanted())))
        parts = [rest[at : at + size] for at in range(0, len(rest), size)]
        results: dict[int, list[Out]] = {}
        so_far = len(done)
        for number, _, made in _pooled(pool, work, parts, remote):
            results[number] = made
            so_far += len(made)
            tick(so_far)
        return done + [one for number in range(len(parts)) for one in results[number]]

    def stream(
        self,
        work: Callable[[In], Out],
        things: Iterable[In],
        remote: Remote[In, Out],
    ) -> Iterator[tuple[In, Out]]:
        """Work here for a while, then have as many units under way as the pool wants.

        Results that came before their turn wait, and while as many do as the pool wants, nothing
        more is begun.
        """
        due = iter(things)
        begin = time.perf_counter()
        while self._pool is None and time.perf_counter() - begin < self._patience:
            for thing in islice(due, 1):
                yield thing, work(thing)
                break
            else:
                return
        pool = self._pool = self._pool or self._start()
        waiting: dict[int, tuple[In, Out]] = {}
        turn = 0
        parts = ([thing] for thing in due)
        for number, [thing], [result] in _pooled(
            pool, work, parts, remote, lambda: len(waiting) < pool.wanted()
        ):
            waiting[number] = thing, result
            while turn in waiting:
                yield waiting.pop(turn)
                turn += 1

    def close(self) -> None:
        """End the pool."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _pays(self, spent: float, done: int, total: int) -> bool:
        """Whether what is left to do should be shared."""
        if self._pool is not None or self._patience == 0:
            return True
        return spent >= self._patience and spent / done * (total - done) >= self._patience


def _pooled(
    pool: Pool,
    work: Callable[[In], Out],
    parts: Iterable[Sequence[In]],
    remote: Remote[In, Out],
    may_begin: Callable[[], bool] = lambda: True,
) -> Iterator[tuple[int, Sequence[In], list[Out]]]:
    """Yield the number of each part, the part and its results, in the order in which they are done.

    This process works too, if the pool wants that.
    """
    due = enumerate(parts)
    running: dict[Future[list[Any]], tuple[int, Sequence[In]]] = {}
    while True:
        room = pool.wanted() - len(running) if may_begin() else 0
        for number, part in islice(due, max(0, room)):
            running[pool.submit(remote.unit(part, pool))] = number, part
        if not running:
            return
        for number, part in islice(due, 1 if pool.helps and may_begin() else 0):
            yield number, part, [work(thing) for thing in part]
            break
        else:
            wait(running, return_when=FIRST_COMPLETED)
        for future in [one for one in running if one.done()]:
            number, part = running.pop(future)
            try:
                answers = future.result()
            except ProjectChangedError:  # somebody has saved a file; the next build sees it
                yield number, part, [work(thing) for thing in part]
                continue
            except Exception as error:
                raise pool.trouble(error) from error
            yield number, part, list(map(remote.take, part, answers))


def workers_for(executor: str, jobs: int | None, folder: Path) -> Workers:
    """Return the workers for a build: those of a cluster at an address, or of this machine.

    ``folder`` is for passing files. Raises OutputError if there is no such cluster.
    """
    if executor:
        from cardgen.pipeline.executors.cluster import ClusterPool

        connect = partial(ClusterPool, executor)
        return PooledWorkers(connect, 0, connect())
    jobs = jobs or fork.default_jobs()
    if jobs == 1 or (fork.CAN_FORK and os.environ.get(VARIABLE) != "spawn"):
        return Workers(jobs, folder)
    return _spawning(jobs, folder)


def _spawning(jobs: int, folder: Path) -> PooledWorkers:
    """Return this process and others, which are started once it pays."""
    from cardgen.pipeline.executors.spawn import SpawnPool

    return PooledWorkers(partial(SpawnPool, jobs - 1, folder), START_COST)

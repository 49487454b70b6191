"""The interface between a build and the processes that do its work.

A build passes a function and a list of items. Forked processes call this function with the items. A
pool of processes that share no memory with this one needs a `Remote`, too, which makes units of the
same work. All of them return the same results and bytes.
"""

import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path

from cardgen.pipeline.executors.units import (
    NO_LESSONS,
    UNITS,
    In,
    Lessons,
    Out,
    Pool,
    ProjectChangedError,
    Remote,
)
from cardgen.pipeline.trace import measure_calls

VARIABLE = "CARDGEN_WORKERS"
"""With the value ``spawn``, builds start new processes even if the system can fork."""

START_COST = 0.7
"""Seconds until the first result of a spawned worker: 0.45 with 1000 plain cards, 0.7 with Last Men
Standing (CPU time on Linux: 0.25 for imports, the rest for reading and fonts; other systems start
processes more slowly). A build spawns workers only after it has worked for this time alone, and if
at least as much work is left."""

# Forking is not safe on macOS once system libraries are loaded.
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"

_TRIAL = 0.03  # s of work to measure the time of an item: 1 ms for a plain side, 50 with much art
_WORTH_A_CHILD = 0.06  # s of work, about twice the time to start a process
_LOOK = 10.0  # s between two checks whether the pool still exists


class Workers:
    """This process and others that share its work; with one job and no pool, this process alone.

    A `map` forks up to ``jobs`` - 1 children, which inherit all loaded data. All other work runs in
    the pool that ``start`` returns. This process first works alone for ``patience`` seconds; with 0
    seconds, the pool starts at once.
    """

    def __init__(
        self, jobs: int = 1, start: Callable[[], Pool] | None = None, patience: float = 0.0
    ) -> None:
        self._jobs = jobs if CAN_FORK else 1
        self._start = start
        self._patience = patience
        self._pool = start() if start and not patience else None
        self._aside: list[Callable[[], None]] = []

    def map(
        self,
        function: Callable[[In], Out],
        items: Sequence[In],
        remote: Remote[In, Out] | None = None,
        tick: Callable[[int], None] = lambda count: None,
        part_size: int = 1,
        while_waiting: Callable[[], None] = lambda: None,
        group_key: Callable[[In], object] = lambda item: None,
        lessons: Lessons = NO_LESSONS,
    ) -> list[Out]:
        """Return ``[function(item) for item in items]``.

        Put the slowest items first, because processes take items in order. If all items take about
        the same time, a process may take up to ``part_size`` items at once, all with the same
        ``group_key``; the first items then show whether more processes save time. ``tick`` gets the
        number of finished items; ``while_waiting`` is called when this process has no work left.
        """
        with measure_calls(function) as measured_function:
            results: list[Out] = []
            if remote is not None and self._jobs == 1 and self._start is not None:
                for _, result in self._map_in_pool(
                    measured_function, items, remote, self._start, part_size, len(items)
                ):
                    results.append(result)
                    tick(len(results))
                return results
            begin = time.perf_counter()

            def work_here(seconds: float) -> None:
                while len(results) < len(items) and time.perf_counter() - begin < seconds:
                    results.append(measured_function(items[len(results)]))
                    tick(len(results))

            # Fork only if each process gets work for longer than the start of a process takes.
            least = 2
            if part_size > 1 and self._jobs > 1:
                work_here(_TRIAL)
                spent = max(time.perf_counter() - begin, 1e-9)
                least = math.ceil(_WORTH_A_CHILD * len(results) / spent)
            alone = len(results)
            groups = max(1, (len(items) - alone) // max(least, 1))
            processes = min(self._jobs, groups + len(self._aside))
            if processes <= 1 or alone == len(items):
                work_here(math.inf)
                return results
            from cardgen.pipeline.executors.processes import share

            aside, self._aside = self._aside, []
            return results + share(
                measured_function,
                items[alone:],
                processes,
                part_size,
                lambda count: tick(alone + count),
                while_waiting,
                group_key,
                lessons,
                aside,
            )

    def stream(
        self, function: Callable[[In], Out], items: Iterable[In], remote: Remote[In, Out]
    ) -> Iterator[tuple[In, Out]]:
        """Yield each item with its result, in order, with few results in memory at a time.

        A stream runs in a pool: it may take long, and a forked child would keep all the memory of
        its parent.
        """
        if self._start is None:
            for item in items:
                yield item, function(item)
            return
        try:
            yield from self._map_in_pool(function, items, remote, self._start)
        finally:
            if self._jobs > 1:  # a pool has threads, and a process with threads cannot fork safely
                self.close()

    def _map_in_pool(
        self,
        function: Callable[[In], Out],
        items: Iterable[In],
        remote: Remote[In, Out],
        start: Callable[[], Pool],
        part_size: int = 1,
        total: int = sys.maxsize,
    ) -> Iterator[tuple[In, Out]]:
        """Yield each item with its result, in order: from this process, and then from a pool.

        With a known ``total``, the pool only starts if enough work is left. Without it, results may
        be large: the pool gets no more units while too many results wait for an earlier one.
        """
        # Work alone until the measured time of an item shows that starting a pool saves time.
        due = iter(items)
        begin, alone = time.perf_counter(), 0
        for item in due:
            spent = time.perf_counter() - begin
            is_worth_it = spent * (total - alone) >= self._patience * alone
            if self._pool is not None or (spent >= self._patience and is_worth_it):
                due = chain([item], due)
                break
            yield item, function(item)
            alone += 1
        else:
            return
        # Divide the other items into parts. `turn` is the part whose results are yielded next.
        pool = self._pool = self._pool or start()
        size = max(1, min(part_size, (total - alone) // (UNITS * pool.capacity())))
        parts = enumerate(iter(lambda: list(islice(due, size)), []))
        running: dict[Future[bytes], tuple[int, list[In]]] = {}
        results: dict[int, list[tuple[In, Out]]] = {}
        turn = 0
        while True:
            while turn in results:
                yield from results.pop(turn)
                turn += 1
            # Give the pool as many units as it has room for, and work on a part here meanwhile.
            capacity = pool.capacity()
            may_begin = total < sys.maxsize or len(results) < capacity
            for number, part in islice(parts, max(0, capacity - len(running)) * may_begin):
                running[pool.submit(remote.unit(part, pool))] = number, part
            if not running:
                return
            own = next(parts, None) if pool.helps and may_begin else None
            if own is not None:
                number, part = own
                results[number] = [(item, function(item)) for item in part]
            else:
                wait(running, _LOOK, FIRST_COMPLETED)
            for future in [future for future in running if future.done()]:
                number, part = running.pop(future)
                results[number] = _outcome(pool, future, part, function, remote)

    @contextmanager
    def run_beside(self, write_files: Callable[[], None]) -> Iterator[None]:
        """Call a function that only writes files, in parallel to the next `map` of the block."""
        self._aside.append(write_files)
        try:
            yield
            while self._aside:
                self._aside.pop()()
        finally:
            self._aside.clear()

    def close(self) -> None:
        """End the pool. Forked children end with their `map`."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None


def _outcome(
    pool: Pool,
    future: Future[bytes],
    part: Sequence[In],
    function: Callable[[In], Out],
    remote: Remote[In, Out],
) -> list[tuple[In, Out]]:
    try:
        answers = pool.result(future)
    except ProjectChangedError:  # a file has changed: finish with the data of this process
        return [(item, function(item)) for item in part]
    return [(item, remote.take(item, answer)) for item, answer in zip(part, answers, strict=True)]


def workers_for(executor: str, jobs: int | None, folder: Path) -> Workers:
    """Return the workers for a build, on the cluster at an address or on this machine.

    Processes pass files in ``folder``. Raises OutputError if no cluster answers.
    """
    if executor:
        from cardgen.pipeline.executors.cluster import ClusterPool

        return Workers(1, partial(ClusterPool, executor))
    jobs = jobs or default_jobs()
    if jobs == 1:
        return Workers()
    can_fork = CAN_FORK and os.environ.get(VARIABLE) != "spawn"
    return Workers(jobs if can_fork else 1, partial(_spawn_pool, jobs - 1, folder), START_COST)


def _spawn_pool(count: int, folder: Path) -> Pool:
    from cardgen.pipeline.executors.processes import SpawnPool

    return SpawnPool(count, folder)


def default_jobs() -> int:
    """Return the number of processors that this process can use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1

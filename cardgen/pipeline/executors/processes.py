"""Executors on this machine: forked processes inherit all loaded data, spawned ones load it again.

A process ends with its parent, even if that is killed: it waits for the end of a pipe that the
parent holds open and never writes to. A forked process also holds the lock of the output folder
(`cardgen.pipeline.output_lock`) until it ends, so no later build runs at the same time.
"""

import contextlib
import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from multiprocessing.connection import Connection
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import Any

from cardgen.core.diagnostics import OutputError
from cardgen.core.fingerprint import digest_bytes
from cardgen.pipeline import problems
from cardgen.pipeline.executors.units import (
    UNITS,
    In,
    Lessons,
    Out,
    Pool,
    ProjectChangedError,
    WorkUnit,
)
from cardgen.pipeline.writing import TEMPORARY, write_whole

_ENDING = [number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP")]
_TIDYING = 1.0  # s that a process may take to remove its temporary files
_TICKETS, _TICKET_BYTES = 2000, 2  # together less than the smallest pipe holds
_AHEAD = 2  # units a process: the current one and the next


class Processes(ProcessPoolExecutor):
    """Processes that end with this one, or when this executor is shut down.

    Forked processes can call functions that they ``inherit``.
    """

    def __init__(self, count: int, method: str, inherit: Sequence[Callable[[], Any]] = ()) -> None:
        self._watched, self._lifeline = multiprocessing.Pipe(duplex=False)
        # Forked processes inherit both ends of the pipe, and close the end of their parent.
        inherited = (self._lifeline, inherit) if method == "fork" else (None, ())
        begin = partial(_begin, self._watched, *inherited)
        super().__init__(count, multiprocessing.get_context(method), begin)

    def begin(self, function: Callable[..., Any], *arguments: Any) -> Future[bytes]:
        """Call a function in a process; `receive_result` returns its result."""
        # A new process has the signal handlers of its parent until it has its own.
        with _block_signals(), _without_script():
            return self.submit(_call, function, *arguments)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Interrupt the processes, and wait for their end."""
        self._lifeline.close()
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._watched.close()


def receive_result(future: Future[bytes]) -> Any:
    """Return the result of a call in another process; raises OutputError if that has ended."""
    try:
        return pickle.loads(future.result())
    except BrokenProcessPool:
        raise OutputError(problems.worker_lost(None)) from None


def share(
    function: Callable[[In], Out],
    items: Sequence[In],
    processes: int,
    part_size: int,
    tick: Callable[[int], None],
    while_waiting: Callable[[], None],
    group_key: Callable[[In], object],
    lessons: Lessons,
    aside: Sequence[Callable[[], None]],
) -> list[Out]:
    """Return ``[function(item) for item in items]`` from this process and forked ones.

    A free process takes the next items: up to ``part_size`` consecutive ones with the same
    ``group_key``. Any process may get any item, so ``function`` must not depend on earlier calls.
    A forked process also returns its ``lessons``. ``tick`` gets the number of finished items,
    estimated from the share of this process; ``while_waiting`` is called when this process has no
    work left. A forked process calls each function in ``aside``. Of several exceptions, the one of
    the first item is raised.
    """
    parts = _parts(items, min(part_size, len(items) // (UNITS * processes)), group_key)
    tickets, parent = _tickets(len(parts)), os.getpid()

    def serve(report: Callable[[int], None] = lambda index: None) -> list[tuple[int, Any]]:
        results: list[tuple[int, Out | Exception]] = []
        while ticket := os.read(tickets, _TICKET_BYTES):  # empty when no part is left
            for index in parts[int.from_bytes(ticket, "little")]:
                report(index)
                try:
                    results.append((index, function(items[index])))
                except Exception as error:
                    if os.getpid() != parent:  # a pickled exception has no traceback
                        error.add_note(f"in a worker process:\n{traceback.format_exc()}")
                    while os.read(tickets, _TICKETS * _TICKET_BYTES):
                        pass  # no process begins another part
                    return [*results, (index, error)]
        return results

    def serve_parent() -> tuple[list[tuple[int, Any]], Any]:
        return serve(), lessons.collect()

    try:
        calls = (*aside, *[serve_parent] * (processes - 1))
        with Processes(processes - 1, "fork", calls) as children:
            futures = [children.begin(_call_inherited, number) for number in range(len(calls))]
            results = serve(tick)
            while_waiting()
            for number, future in enumerate(futures):
                answer = receive_result(future)
                if number >= len(aside):
                    results += answer[0]
                    lessons.apply(answer[1])
    finally:
        os.close(tickets)
    ordered = [result for _, result in sorted(results, key=lambda entry: entry[0])]
    for result in ordered:
        if isinstance(result, Exception):
            raise result
    tick(len(items))
    return ordered


def _parts(
    items: Sequence[In], part_size: int, group_key: Callable[[In], object]
) -> list[Sequence[int]]:
    """Divide items into parts, as indices: up to ``part_size`` items with one ``group_key``.

    If that gives more parts than tickets, the parts are larger, and ignore the ``group_key``.
    """
    indices = range(len(items))
    groups = groupby(indices, lambda index: group_key(items[index]))
    parts = [part for _, group in groups for part in _cut(list(group), max(part_size, 1))]
    return parts if len(parts) <= _TICKETS else _cut(indices, -(-len(items) // _TICKETS))


def _cut(indices: Sequence[int], size: int) -> list[Sequence[int]]:
    return [indices[start : start + size] for start in range(0, len(indices), size)]


def _tickets(count: int) -> int:
    """Write the numbers from 0 up into a pipe, and return the end to read them from."""
    reader, writer = os.pipe()
    os.write(writer, b"".join(n.to_bytes(_TICKET_BYTES, "little") for n in range(count)))
    os.close(writer)
    return reader


class SpawnPool(Pool):
    """A pool that spawns up to ``count`` processes on demand; parcels are files in ``folder``."""

    def __init__(self, count: int, folder: Path) -> None:
        self._count = count
        self._folder = folder
        self._parcels: dict[str, Path] = {}
        self._processes = Processes(count, "spawn")

    def capacity(self) -> int:
        """Return a number of units somewhat above the number of processes."""
        return _AHEAD * self._count

    def ship(self, data: bytes) -> str:
        """Write a parcel as a temporary file, which `sweep` removes if this process is killed."""
        name = digest_bytes(data)
        if name not in self._parcels:
            path = self._folder / token_hex(8).join(TEMPORARY)
            write_whole(path, data, f"{self._folder.name}/{path.name}")
            self._parcels[name] = path
        return name

    def submit(self, unit: WorkUnit) -> Future[bytes]:
        """Hand a unit to the next free process; raises OutputError if a process was lost."""
        parcels = _Parcels({name: self._parcels[name] for name in unit.needs})
        try:
            return self._processes.begin(unit.run, parcels)
        except BrokenProcessPool:
            raise OutputError(problems.worker_lost(None)) from None

    def result(self, future: Future[bytes]) -> Any:
        """Wait for the result of a unit; raises OutputError if its process was lost."""
        return receive_result(future)

    def close(self) -> None:
        """End the processes, and remove the parcels."""
        self._processes.shutdown()
        for path in self._parcels.values():
            with contextlib.suppress(OSError):
                path.unlink()


class _Parcels(dict[str, bytes]):
    """Parcels by digest, read at first use, because a worker has most of them already."""

    def __init__(self, paths: dict[str, Path]) -> None:
        self._paths = paths

    def __missing__(self, name: str) -> bytes:
        data = self._paths[name].read_bytes()
        if digest_bytes(data) != name:
            raise ProjectChangedError
        return data

    def __reduce__(self) -> tuple[type, tuple[dict[str, Path]]]:
        return _Parcels, (self._paths,)


@contextmanager
def _block_signals() -> Iterator[None]:
    """Delay signals that would end this process, if the system supports that."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _without_script() -> Iterator[None]:
    """Keep processes that are spawned in the block from running the script of this process.

    Multiprocessing imports the script in each of them to find its functions. Our functions are in
    cardgen; and a script that builds without looking at its ``__name__`` would build again.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


# In a worker process

_is_at_work = False
_inherited: Sequence[Callable[[], Any]] = ()


def _begin(
    watched: Connection,
    lifeline: Connection | None = None,
    inherit: Sequence[Callable[[], Any]] = (),
) -> None:
    """Prepare a worker process to end with its parent or its executor."""
    global _inherited
    _inherited = inherit
    if lifeline is not None:
        lifeline.close()
    # Ctrl-C and a closed terminal signal all processes, but only the parent decides when to end.
    for number in _ENDING:
        signal.signal(number, _interrupt if number == signal.SIGTERM else signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    gc.disable()  # as in the parent: nearly all data lives until the end
    threading.Thread(target=_end_with_parent, args=(watched,), daemon=True).start()


def _end_with_parent(watched: Connection) -> None:
    """Wait until the parent closes the pipe; then end this process within a second.

    A process that is not at work may be sending a result. It is not interrupted, because the parent
    would wait for the other half of the result; executors end such processes themselves.
    """
    with contextlib.suppress(EOFError, OSError):
        watched.recv_bytes()
    if _is_at_work:
        os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_TIDYING)
    os._exit(1)


def _interrupt(*_: object) -> None:
    """Interrupt the current call silently; its ``finally`` blocks remove temporary files."""
    if _is_at_work:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        # C code that calls back into Python prints exceptions that it cannot pass on.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        raise KeyboardInterrupt


def _call(function: Callable[..., Any], *arguments: Any) -> bytes:
    """Return the pickled result of a function: multiprocessing would pickle many objects slowly."""
    global _is_at_work
    _is_at_work = True
    try:
        return pickle.dumps(function(*arguments), pickle.HIGHEST_PROTOCOL)
    except KeyboardInterrupt:
        os._exit(1)
    finally:
        _is_at_work = False


def _call_inherited(number: int) -> Any:
    return _inherited[number]()

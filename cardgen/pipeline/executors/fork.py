"""The same work on many things, shared between processes where the system can fork.

A forked child starts with everything that is loaded, so only results have to be sent. Where
there is too little to do, the work is done in this process.

A child ends with its parent, however that ends: it watches a pipe whose other end the parent holds
and never writes to. It also holds what the parent held, and so the lock of the output folder
(`cardgen.pipeline.output_lock`) until it is gone: nothing that it writes comes in the way of a
later build.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline import problems

# Forking is not safe on macOS once system libraries are loaded.
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"

_TICKETS, _TICKET_BYTES = 2000, 2  # together less than the smallest pipe holds

UNITS = 4
"""How many units each process gets, if there are enough: with fewer, one waits for another."""

_ENDING = [one for one in signal.Signals if one.name in ("SIGINT", "SIGTERM", "SIGHUP")]
_TIDYING = 1.0  # s: so long a child may take to remove its temporary files, once it is alone

_lifelines: set[int] = set()
"""The ends that this process holds of the pipes that its children watch."""

In = TypeVar("In")
Out = TypeVar("Out")


def default_jobs() -> int:
    """Return how many processes may run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def share(
    work: Callable[[In], Out],
    things: Sequence[In],
    jobs: int,
    least: int = 2,
    most: int = 1,
    tick: Callable[[int], None] = lambda done: None,
    meanwhile: Callable[[], None] = lambda: None,
) -> list[Out]:
    """Return ``[work(thing) for thing in things]``, done by up to ``jobs`` processes.

    There is a process for each ``least`` things at most. Each takes the next ``most`` things, or
    fewer, when it has finished the last: which does what is chance, so ``work`` must not depend on
    what was done before. ``tick`` gets the number of things done, judged by the share of this
    process; ``meanwhile`` is called where it would only wait for the others. Of several exceptions,
    the one of the earliest thing is raised.
    """
    jobs = min(jobs, len(things) // max(least, 1)) if CAN_FORK else 1
    if jobs <= 1:
        made: list[Out] = []
        for thing in things:
            made.append(work(thing))
            tick(len(made))
        return made
    size = max(1, min(most, len(things) // (UNITS * jobs)), -(-len(things) // _TICKETS))
    parts = [range(at, min(at + size, len(things))) for at in range(0, len(things), size)]
    tickets = _tickets(len(parts))

    def serve(tell: Callable[[int], None]) -> list[tuple[int, Out | Exception]]:
        done: list[tuple[int, Out | Exception]] = []
        while ticket := os.read(tickets, _TICKET_BYTES):
            for index in parts[int.from_bytes(ticket, "little")]:
                tell(index)
                try:
                    done.append((index, work(things[index])))
                except Exception as error:
                    while os.read(tickets, _TICKETS * _TICKET_BYTES):
                        pass  # nothing more is begun
                    return [*done, (index, error)]
        return done

    children: list[_Child] = []
    try:
        for _ in range(jobs - 1):
            children.append(_Child(lambda: serve(lambda index: None)))
        done = serve(tick)
        meanwhile()
        for child in children:
            done += child.result()
    finally:
        os.close(tickets)
        for child in children:
            child.close()
    results: list[Out] = []
    for _, result in sorted(done, key=lambda one: one[0]):
        if isinstance(result, Exception):
            raise result
        results.append(result)
    tick(len(things))
    return results


def _tickets(count: int) -> int:
    """Put the numbers from 0 up into a pipe; return the end from which each is taken once."""
    take, put = os.pipe()
    os.write(put, b"".join(n.to_bytes(_TICKET_BYTES, "little") for n in range(count)))
    os.close(put)
    return take


@contextmanager
def beside(work: Callable[[], None], jobs: int) -> Iterator[None]:
    """Do work whose only result is files, in parallel with the block or else after it."""
    if not CAN_FORK or jobs <= 1:
        yield
        work()
        return
    child = _Child(work)
    try:
        yield
        child.result()
    finally:
        child.close()


class _Child:
    """A forked process that works and sends the result back."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._reader, writer = os.pipe()
        watched, self._lifeline = os.pipe()
        _lifelines.add(self._lifeline)
        # A signal that comes before the child has a handler of its own would make it run on as
        # if it were the parent.
        held = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
        self._pid = os.fork()
        self._open = True
        if self._pid:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            os.close(writer)
            os.close(watched)
            return
        code = 1
        try:
            os.close(self._reader)
            _live_with_parent(watched)
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            gc.disable()
            with os.fdopen(writer, "wb") as out:
                try:
                    answer: Any = (True, work())
                except BaseException as error:
                    answer = (False, error)
                pickle.dump(answer, out, pickle.HIGHEST_PROTOCOL)
            code = 0
        finally:
            os._exit(code)

    def result(self) -> Any:
        """Wait for the result; raise what the work raised."""
        with os.fdopen(self._reader, "rb") as source:
            self._open = False
            try:
                fine, answer = pickle.load(source)
            except EOFError:
                raise OutputError(problems.worker_lost(None)) from None
        if not fine:
            raise answer
        return answer

    def close(self) -> None:
        """End the process if it is still at work, and wait for its end."""
        if self._open:
            os.close(self._reader)
        _lifelines.discard(self._lifeline)
        os.close(self._lifeline)
        os.waitpid(self._pid, 0)


def _silent(*_: object) -> None:
    """Say nothing of an exception."""


def _live_with_parent(watched: int) -> None:
    """Prepare a new child to end when its parent does, or gives it up, or gets a signal."""
    for line in _lifelines:  # else the children would keep one another alive
        os.close(line)
    _lifelines.clear()
    # What the parent does at a signal, such as saying so, is not for its children to do.
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)

    def watch() -> None:
        os.read(watched, 1)
        # C code that calls back into Python prints what it cannot pass on; nobody is to read it.
        sys.excepthook = sys.unraisablehook = _silent
        interrupt_main()
        time.sleep(_TIDYING)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()

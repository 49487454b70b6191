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

from cardgen.core.errors import OutputError
from cardgen.pipeline import problems

# Forking is not safe on macOS once system libraries are loaded.
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"

_TICKETS, _TICKET_BYTES = 2000, 2  # together less than the smallest pipe holds

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


def spread(
    work: Callable[[In], Out],
    things: Sequence[In],
    jobs: int,
    least: int = 2,
    tick: Callable[[int], None] = lambda done: None,
    meanwhile: Callable[[], None] = lambda: None,
) -> list[Out]:
    """Return ``[work(thing) for thing in things]``, done by up to ``jobs`` processes.

    A process gets at least ``least`` things. ``tick`` is told how many things are done, going by
    the share of this process: the others are about as far. ``meanwhile`` is called where this
    process would only wait for the others. Exceptions come back as they were
    raised, the one of the earliest share first.
    """
    jobs = min(jobs, len(things) // max(least, 1)) if CAN_FORK else 1
    if jobs <= 1:
        return _ticking(work, things, 1, tick)
    shares = [things[len(things) * i // jobs : len(things) * (i + 1) // jobs] for i in range(jobs)]
    children: list[_Child] = []
    try:
        for share in shares[1:]:
            children.append(_Child(work, share))
        done = _ticking(work, shares[0], jobs, tick)
        meanwhile()
        for child in children:
            done += child.result()
    finally:
        for child in children:
            child.close()
    return done


def deal(
    work: Callable[[In], Out],
    things: Sequence[In],
    jobs: int,
    least: int = 2,
    tick: Callable[[int], None] = lambda done: None,
) -> list[Out]:
    """Do as `spread` does, for things of which some take far longer than others.

    Each process takes the next thing when it has finished one. Which process does what is chance,
    so ``work`` must not depend on what was done before. Of several exceptions, the one of the
    earliest thing is raised.
    """
    jobs = min(jobs, len(things) // max(least, 1)) if CAN_FORK else 1
    if jobs <= 1:
        return _ticking(work, things, 1, tick)
    many = -(-len(things) // _TICKETS)
    parts = [range(at, min(at + many, len(things))) for at in range(0, len(things), many)]
    tickets = _tickets(len(parts))

    def serve(tell: Callable[[int], None]) -> list[tuple[int, Out | Exception]]:
        done: list[tuple[int, Out | Exception]] = []
        while ticket := os.read(tickets, _TICKET_BYTES):
            for index in parts[int.from_bytes(ticket, "little")]:
                tell(index)
                try:
                    done.append((index, work(things[index])))
                except Exception as error:
                    return [*done, (index, error)]
        return done

    children: list[_Child] = []
    try:
        for _ in range(jobs - 1):
            children.append(_Child(lambda _: serve(lambda index: None), (None,)))
        done = serve(tick)
        for child in children:
            done += child.result()[0]
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
    child = _Child(lambda _: work(), (None,))
    try:
        yield
        child.result()
    finally:
        child.close()


def _ticking(
    work: Callable[[In], Out], things: Sequence[In], speed: int, tick: Callable[[int], None]
) -> list[Out]:
    done = []
    for count, thing in enumerate(things, 1):
        done.append(work(thing))
        tick(count * speed)
    return done


class _Child:
    """A forked process that works on one share and sends the results back."""

    def __init__(self, work: Callable[[Any], Any], share: Sequence[Any]) -> None:
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
                    answer: Any = (True, [work(thing) for thing in share])
                except BaseException as error:
                    answer = (False, error)
                pickle.dump(answer, out, pickle.HIGHEST_PROTOCOL)
            code = 0
        finally:
            os._exit(code)

    def result(self) -> list[Any]:
        """Wait for the results; raise what the work raised."""
        with os.fdopen(self._reader, "rb") as source:
            self._open = False
            try:
                fine, answer = pickle.load(source)
            except EOFError:
                raise OutputError(problems.worker_lost(None)) from None
        if not fine:
            raise answer
        results: list[Any] = answer
        return results

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

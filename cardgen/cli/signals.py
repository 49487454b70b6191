"""Ending early: by Ctrl-C, by a closed terminal, or by whoever ends processes.

Each of these signals becomes a KeyboardInterrupt in the main thread, so that what is under way
is cleaned up: temporary files go, children are ended. A second signal ends the process at once.
"""

from __future__ import annotations

import contextlib
import signal
from types import FrameType, TracebackType
from typing import Any, Self

import click

_WORDS = {"SIGINT": "interrupted", "SIGTERM": "ended by SIGTERM", "SIGHUP": "ended by SIGHUP"}
"""What is said, by the name of the signal. Windows has no SIGHUP."""


class Signals:
    """A context manager that listens to these signals, but for those that somebody ignores."""

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._received = signal.SIGINT

    def __enter__(self) -> Self:
        for name in _WORDS:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                with contextlib.suppress(ValueError):  # raised where this is no main thread
                    self._before[number] = signal.signal(number, self._stop)
        return self

    def _stop(self, number: int, _: FrameType | None) -> None:
        for listened in self._before:
            signal.signal(listened, signal.SIG_DFL)
        self._received = signal.Signals(number)
        raise KeyboardInterrupt

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def ended(self) -> int:
        """Say that the command was ended early; return the exit code, as shells count it."""
        with contextlib.suppress(OSError):  # the terminal may be gone
            words = _WORDS[self._received.name]
            click.echo(f"cardgen: {words}; no file is left half-written", err=True)
        return 128 + self._received

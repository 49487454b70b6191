"""Time whole processes, and weigh them: seconds, CPU seconds and peak memory of a process tree."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_POLL_SECONDS = 0.004
_PROC = Path("/proc")


class BenchmarkError(Exception):
    """A process that should have been measured failed."""


@dataclass(frozen=True, slots=True)
class Timing:
    """One run: wall clock, and CPU of the process with its finished children."""

    seconds: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Memory:
    """Peaks of one run in MiB.

    ``largest`` is the peak resident size of the biggest single process. ``together`` is the
    peak of the sum over all processes, with shared pages counted once (PSS); None where the
    system does not tell.
    """

    largest: float
    together: float | None


def time_process(command: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None) -> Timing:
    """Run to the end without measuring, so that no other process uses the cores."""
    with tempfile.TemporaryFile() as log:
        start = time.perf_counter()
        process = _start(command, cwd, env, log.fileno())
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        _expect_success(process.returncode, command, log.fileno())
    return Timing(seconds, usage.ru_utime + usage.ru_stime)


def weigh_process(
    command: Sequence[str], cwd: Path, env: Mapping[str, str] | None = None
) -> Memory:
    """Run once more, looking at the memory of the process tree every few milliseconds."""
    largest = together = 0.0
    with tempfile.TemporaryFile() as log:
        process = _start(command, cwd, env, log.fileno())
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            tree = _tree(process.pid)
            largest = max([largest, *(_kib(one, "status", "VmHWM:") for one in tree)])
            together = max(together, sum(_kib(one, "smaps_rollup", "Pss:") for one in tree))
            time.sleep(_POLL_SECONDS)
        process.returncode = os.waitstatus_to_exitcode(status)
        _expect_success(process.returncode, command, log.fileno())
    # ru_maxrss starts at the size of the parent, here the runner, hence only the second choice.
    return Memory((largest or usage.ru_maxrss) / 1024, together / 1024 or None)


def _start(
    command: Sequence[str], cwd: Path, env: Mapping[str, str] | None, log: int
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
    )


def _expect_success(code: int, command: Sequence[str], log: int) -> None:
    if code:
        os.lseek(log, 0, os.SEEK_SET)
        said = os.read(log, 4000).decode(errors="replace")
        raise BenchmarkError(f"exit code {code}: {' '.join(command)}\n{said}")


def _tree(root: int) -> list[int]:
    found = [root]
    for pid in found:  # grows while it is walked: children of children too
        for listing in (_PROC / str(pid) / "task").glob("*/children"):
            try:
                found += [int(child) for child in listing.read_text().split()]
            except OSError:  # gone meanwhile
                continue
    return found


def _kib(pid: int, file: str, field: str) -> float:
    try:
        lines = (_PROC / str(pid) / file).read_text().splitlines()
    except OSError:  # gone meanwhile, or no such system
        return 0.0
    return next((float(line.split()[1]) for line in lines if line.startswith(field)), 0.0)

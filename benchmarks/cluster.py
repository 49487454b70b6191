"""A series on a Dask cluster of real processes: unit costs, memory of each, a worker killed.

``python benchmarks/cluster.py --cards 100000`` starts a scheduler and two workers on this machine
and builds a deck of that many unique cards with them; in the middle one worker is killed with
SIGKILL, and another takes its place. The same is built by this machine alone, and all
files are compared. The report, Markdown on stdout, gives the cost of a card (core seconds, bytes,
traffic), and for each process how large it was in each quarter of its time. Linux only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generate import DECK, GAME, TABLE, write_project

_ROOT = Path(__file__).resolve().parents[1]
_PROC = Path("/proc")
_POLL = 0.5  # s
_TICKS = os.sysconf("SC_CLK_TCK")
# Dask samples its workers' stacks all the time, and keeps an hour of that.
_UNSAMPLED = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
_ENV = {**os.environ, "PYTHONPATH": str(_ROOT), **_UNSAMPLED}


@dataclass
class Watched:
    """What a process was seen to take: CPU seconds, and MiB at each look."""

    name: str
    cpu: float = 0.0
    sizes: list[float] = field(default_factory=list)

    def quarters(self) -> list[float]:
        """Return the largest size in each quarter of the time that it was seen."""
        many = len(self.sizes)
        parts = [self.sizes[many * i // 4 : many * (i + 1) // 4] for i in range(4)]
        return [max(part, default=0.0) for part in parts]


class Watch:
    """Looks at processes and their children, each under a name, until it is stopped."""

    def __init__(self, roots: dict[str, int]) -> None:
        self.seen: dict[int, Watched] = {}
        self._roots = roots
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(_POLL):
            for name, root in self._roots.items():
                for pid in _family(root):
                    self._look(name if pid == root else f"{name}, child", pid)

    def _look(self, name: str, pid: int) -> None:
        try:
            status = (_PROC / str(pid) / "status").read_text()
            stat = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            return
        size = re.search(r"VmRSS:\s+(\d+)", status)
        if size is None:
            return
        one = self.seen.setdefault(pid, Watched(name))
        one.sizes.append(int(size[1]) / 1024)
        one.cpu = (int(stat[11]) + int(stat[12])) / _TICKS


def _family(root: int) -> list[int]:
    found = [root]
    for pid in found:
        for listing in (_PROC / str(pid) / "task").glob("*/children"):
            try:
                found += [int(child) for child in listing.read_text().split()]
            except OSError:
                continue
    return found


class Cluster:
    """A scheduler and workers, as real processes; each worker has a nanny that replaces it."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self.roots: dict[str, int] = {}
        self._folder = folder
        self._start("scheduler", "scheduler", "--host", "127.0.0.1", "--port", "0")
        for number in range(1, workers + 1):
            local = str(folder / f"worker{number}")
            options = ("--nthreads", "1", "--memory-limit", "0", "--local-directory", local)
            self._start(f"worker {number}", "worker", *options)

    def _start(self, name: str, what: str, *options: str) -> None:
        program = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self._file)]
        with open(self._folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                [*program, "--no-dashboard", *options], stdout=log, stderr=log, env=_ENV
            )
        self._processes.append(process)
        self.roots[name] = process.pid

    @property
    def address(self) -> str:
        """Wait for the scheduler; return the address for `--executor`."""
        while not self._file.exists():
            time.sleep(0.1)
        time.sleep(0.5)
        found = re.search(r"tcp://([\d.]+:\d+)", self._file.read_text())
        assert found is not None
        return f"dask://{found[1]}"

    def kill_worker(self) -> None:
        """Kill the process that works, not the nanny that watches over it."""
        family = _family(self.roots["worker 1"])
        largest = max(family[1:], key=lambda pid: _size(pid))
        os.kill(largest, signal.SIGKILL)

    def close(self) -> None:
        """End all processes that this program started."""
        for process in reversed(self._processes):
            process.terminate()
        for process in self._processes:
            process.wait()


def _size(pid: int) -> int:
    try:
        return int((_PROC / str(pid) / "statm").read_text().split()[1])
    except OSError:
        return 0


def _build(project: Path, output: Path, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "cardgen", "build", "-q", "--product", "series"]
    command += ["--paper", "a4", "--output", str(output), *options]
    return subprocess.Popen(command, cwd=project, env=_ENV)


def _digests(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((folder / GAME).rglob("*"))
        if path.is_file()
    }


def _table(watch: Watch) -> list[str]:
    lines = [
        "| process | CPU s | MiB, largest in each quarter of its time |",
        "| --- | --- | --- |",
    ]
    for one in watch.seen.values():
        if one.cpu >= 1.0:
            shown = ", ".join(f"{size:.0f}" for size in one.quarters())
            lines.append(f"| {one.name} | {one.cpu:.0f} | {shown} |")
    return lines


def run(folder: Path, cards: int, volume: int, workers: int, jobs: int) -> Sequence[str]:
    """Build on the cluster and here; return the lines of the report."""
    project = folder / "project"
    write_project(project, cards, volume=volume)
    series = folder / "far" / GAME / "series" / DECK
    volumes = -(-cards // volume)
    cluster = Cluster(folder, workers)
    try:
        address = cluster.address
        begin = time.perf_counter()
        client = _build(project, folder / "far", "--executor", address)
        with Watch({**cluster.roots, "client": client.pid}) as far:
            killed = False
            while client.poll() is None:
                time.sleep(_POLL)
                if not killed and len(list(series.glob("*.pdf"))) >= volumes // 2:
                    cluster.kill_worker()
                    killed = True
        far_seconds = time.perf_counter() - begin
    finally:
        cluster.close()
    begin = time.perf_counter()
    local = _build(project, folder / "near", "--jobs", str(jobs))
    with Watch({"build": local.pid}) as near:
        local.wait()
    near_seconds = time.perf_counter() - begin
    one, other = _digests(folder / "far"), _digests(folder / "near")
    pdfs = [path.stat().st_size for path in series.glob("*.pdf")]
    table = (project / TABLE).stat().st_size
    spent = sum(one.cpu for one in far.seen.values() if one.name.startswith("worker"))
    rest = sum(one.cpu for one in far.seen.values()) - spent
    alone = sum(one.cpu for one in near.seen.values())
    return [
        f"# {cards} unique cards in {len(pdfs)} volumes, {workers} workers",
        "",
        f"- cluster: exit code {client.returncode}, {far_seconds:.0f} s; a worker was "
        + ("killed in the middle" if killed else "not killed"),
        f"- this machine, {jobs} processes: exit code {local.returncode}, {near_seconds:.0f} s, "
        f"CPU {alone:.0f} s, {cards / alone:.0f} cards a core second",
        f"- files: {len(one)}, {'the same bytes' if one == other else 'DIFFERENT BYTES'}",
        f"- workers: CPU {spent:.0f} s, {cards / spent:.0f} cards a core second; "
        f"scheduler and client {rest:.0f} s, {1e3 * rest / cards:.2f} ms a card",
        f"- a card: {sum(pdfs) / cards:.0f} bytes of PDF, {table / cards:.0f} bytes of table",
        f"- a unit of {volume} cards: {table / len(pdfs) / 1024:.0f} KiB to the worker, "
        f"{statistics.mean(pdfs) / 1024:.0f} KiB back (before transport compression)",
        "",
        "On the cluster:",
        "",
        *_table(far),
        "",
        "On this machine alone:",
        "",
        *_table(near),
    ]


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--volume", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=Path, help="a folder to keep, with the files")
    options = parser.parse_args()
    folder = options.work or Path(tempfile.mkdtemp(prefix="cardgen-bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lines = run(folder, options.cards, options.volume, options.workers, options.jobs)
        print("\n".join(lines))
    finally:
        if options.work is None:
            shutil.rmtree(folder)


if __name__ == "__main__":
    _main()

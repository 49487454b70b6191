"""Kill builds at random times; each time the next build must give the bytes of a clean one.

``python benchmarks/kills.py --times 200`` makes a starter game with every product. In each round
its data change, a build of it begins and is killed, the data change back, and a whole build
follows. It counts rounds whose files differ from a clean build, and rounds that leave a process of
the killed build behind: each build has a separate process group, which identifies its children.
POSIX only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_PRODUCTS = ("boards", "booklets", "boxes", "images", "sheets", "tokens", "tts")
_GAME = "tide"
_EDITS = (
    (f"card_data/{_GAME}/game.yaml", 'coral: "#c43d2b"', 'coral: "#c44d3b"'),
    (f"card_data/{_GAME}/game.yaml", "high_tide: {value: 6", "high_tide: {value: 7"),
    (f"card_data/{_GAME}/decks/beach.yaml", "title: Crab", "title: Red crab"),
    (f"card_data/{_GAME}/rules.md", "# The tide", "A line more.\n\n# The tide"),
    (f"templates/{_GAME}/board.xml.j2", 'size="30"', 'size="29"'),
)


@dataclass
class Outcome:
    """What became of all rounds; each list names rounds with what was found."""

    killed: int = 0
    differ: list[str] = field(default_factory=list)
    alive: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    longest: float = 0.0
    """Seconds until the last child of a killed build was gone."""


def kills(folder: Path, times: int, seed: int = 1, jobs: Sequence[int] = (2, 3)) -> Outcome:
    """Kill so many builds of a new game in a folder."""
    chance, outcome = random.Random(seed), Outcome()
    _run("new", _GAME, "-q", cwd=folder).wait()
    project = folder / _GAME
    begin = time.monotonic()
    _build(project, folder / "clean", 1).wait()
    whole = time.monotonic() - begin
    clean = _contents(folder / "clean")
    assert len(clean) > len(_PRODUCTS), "the clean build failed"
    output = folder / "output"
    for number in range(times):
        if chance.random() < 0.3:
            shutil.rmtree(output, ignore_errors=True)
        many = chance.choice(jobs)
        edits = chance.sample(_EDITS, chance.randint(0, 2))
        _edit(project, edits)
        build = _build(project, output, many, *(["--force"] if chance.random() < 0.5 else []))
        after = chance.uniform(0.0, 1.1 * whole)
        time.sleep(after)
        build.send_signal(signal.SIGKILL)
        died = time.monotonic()
        outcome.killed += build.wait() == -signal.SIGKILL
        name = f"round {number}, killed after {after:.2f} s"
        _edit(project, [(file, new, old) for file, old, new in edits])
        following = _build(project, output, chance.choice((1, *jobs)))
        while following.poll() is None:
            if _living(build.pid):
                outcome.longest = max(outcome.longest, time.monotonic() - died)
            time.sleep(0.01)
        if following.returncode:
            outcome.failed.append(name)
        if living := _living(build.pid):
            outcome.alive.append(f"{name}: {living}")
        found = _contents(output)
        if other := sorted(p for p in clean.keys() | found if clean.get(p) != found.get(p)):
            outcome.differ.append(f"{name}: {', '.join(other[:5])}")
    return outcome


def _run(*words: str, cwd: Path | None = None) -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "cardgen", *words]
    return subprocess.Popen(command, cwd=cwd, env=environment, start_new_session=True)


def _build(project: Path, output: Path, jobs: int, *more: str) -> subprocess.Popen[bytes]:
    alike = ["--tts-base-url", "https://example.org/", "--tts-max-side", "512"]
    wanted = [word for product in _PRODUCTS for word in ("--product", product)]
    where = ["-q", "build", "--project", str(project), "--output", str(output)]
    return _run(*where, "--jobs", str(jobs), *alike, *wanted, *more)


def _edit(project: Path, edits: Sequence[tuple[str, str, str]]) -> None:
    for name, old, new in edits:
        file = project / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")


def _living(group: int) -> list[int]:
    """Return the processes of a group that still do something; on Linux without dead ones."""
    proc = Path("/proc")
    if not (proc / "self/stat").exists():
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return []
        return [group]
    found = []
    for stat in proc.glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(stat.parent.name))
    return found


def _contents(folder: Path) -> dict[str, str]:
    """Return a digest of every file outside the cache."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and ".cardgen" not in path.relative_to(folder).parts[:1]
    }


def _main() -> int:
    parser = argparse.ArgumentParser(description="Kill builds at random times.")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = kills(Path(folder), options.times, options.seed)
    print(f"{options.times} rounds, {outcome.killed} killed while at work")
    print(f"a child was seen up to {outcome.longest:.2f} s after the kill")
    for what, lines in [
        ("differ from a clean build", outcome.differ),
        ("with a process that lived on", outcome.alive),
        ("failed", outcome.failed),
    ]:
        print(f"{len(lines)} {what}", *lines, sep="\n  ")
    return bool(outcome.differ or outcome.alive or outcome.failed)


if __name__ == "__main__":
    sys.exit(_main())

"""Time cardgen's builds beside Typst: ``python benchmarks/run.py --cards 100 1000 10000``.

Every figure is a whole process, started fresh. The jobs alternate within each round, so that
a slow spell of the machine meets all of them; the first round is not counted.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import shlex
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import report
from generate import edit_card, write_project
from measure import BenchmarkError, Memory, Timing, time_process, weigh_process

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parent
_SHEETS = ("--product", "sheets", "--paper", "a4")
_FRONTS = (*_SHEETS, "--duplex", "none")
_PDF = "output/bench/sheets/cards.a4.pdf"
_TABLE = ("--product", "tts")
_IMAGES = "output/bench/tts/images"
_GRID = "5x3"  # what cardgen puts on a picture of 4096 pixels at most, so Typst does too


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to time: what to prepare, uncounted, and the process to run then."""

    name: str
    prepare: Callable[[int], None]
    command: Sequence[str]
    trace: bool = False


@dataclass(slots=True)
class Bench:
    """One project of a given size, and the processes that work on it."""

    cards: int
    work: Path
    cardgen: Sequence[str]
    typst: bool
    pictures: bool
    env: dict[str, str] = field(init=False)
    project: Path = field(init=False)
    sources: frozenset[Path] = field(init=False)

    def __post_init__(self) -> None:
        self.project = self.work / f"cards-{self.cards}"
        shutil.rmtree(self.project, ignore_errors=True)
        write_project(self.project, self.cards)
        self.sources = frozenset(self.project.rglob("*"))
        paths = [str(_ROOT), os.environ.get("PYTHONPATH", "")]
        self.env = {
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "XDG_CACHE_HOME": str(self.work / "user-cache"),
        }

    def jobs(self, turn: int) -> list[Job]:
        """All jobs in the order of one round; Typst and cardgen take turns to go first."""
        fronts = [Job("fronts", self._purge, self._build(*_FRONTS))]
        duplex = [Job("duplex", self._purge, self._build(*_SHEETS), trace=True)]
        if self.typst:
            fronts.append(Job("typst fronts", _nothing, self._set("fronts", "--fronts-only")))
            duplex.append(Job("typst duplex", _nothing, self._set("duplex")))
        pictures, edited = [], []
        if self.pictures:
            table = self._build(*_TABLE)
            pictures.append(Job("pictures", self._purge, table, trace=True))
            edited.append(Job("picture edit", self._edit_again, table, trace=True))
            if self.typst:
                pictures.append(Job("typst pictures", self._no_pages, self._set_pictures()))
        if turn % 2:
            fronts.reverse()
            duplex.reverse()
            pictures.reverse()
        return [
            *fronts,
            *duplex,
            *pictures,
            *edited,
            Job("cold", self._purge, self._build(), trace=True),
            Job("no change", _nothing, self._build(), trace=True),
            Job("edit", self._edit, self._build(), trace=True),
        ]

    def time(self, job: Job, turn: int) -> Timing:
        """One timed run."""
        job.prepare(turn)
        return time_process(job.command, self.project, self.env)

    def weigh(self, job: Job, turn: int) -> Memory:
        """One run for its peak memory."""
        job.prepare(turn)
        return weigh_process(job.command, self.project, self.env)

    def stages(self, job: Job, turn: int) -> dict[str, float]:
        """Seconds of each stage as cardgen traces itself; ``rest`` is what it does not name."""
        job.prepare(turn)
        trace = self.work / "trace.jsonl"
        trace.unlink(missing_ok=True)
        timing = time_process(job.command, self.project, {**self.env, "CARDGEN_TRACE": str(trace)})
        if not trace.exists():
            return {}
        seconds: dict[str, float] = {}
        for line in trace.read_text(encoding="utf-8").splitlines():
            entry: dict[str, Any] = json.loads(line)
            if "stage" not in entry:
                continue
            stage = str(entry["stage"])
            seconds[stage] = seconds.get(stage, 0.0) + float(entry["seconds"])
        return {**seconds, "rest": timing.seconds - sum(seconds.values())}

    def verify(self) -> None:
        """Build once more and read the PDFs back: the same cards on the same pages."""
        for mode, options in (("fronts", _FRONTS), ("duplex", _SHEETS)):
            flag = ["--fronts-only"] if mode == "fronts" else []
            self._purge(0)
            time_process(self._build(*options), self.project, self.env)
            files = [self.project / _PDF] + ([self.work / f"{mode}.pdf"] if self.typst else [])
            for file in files:
                check = [sys.executable, str(_HERE / "verify.py"), str(file), str(self.cards)]
                time_process([*check, *flag], self.work)
        if self.pictures:
            self._purge(0)
            time_process(self._build(*_TABLE), self.project, self.env)
            places = [self.project / _IMAGES] + ([self._pages] if self.typst else [])
            for folder in places:
                check = [sys.executable, str(_HERE / "verify.py"), str(folder), str(self.cards)]
                time_process(check, self.work)

    def _build(self, *options: str) -> list[str]:
        return [*self.cardgen, "build", *options]

    def _set(self, mode: str, *options: str) -> list[str]:
        script, target = _HERE / "typst_deck.py", self.work / f"{mode}.pdf"
        return [sys.executable, str(script), str(self.project), str(target), *options]

    @property
    def _pages(self) -> Path:
        return self.work / "pages"

    def _set_pictures(self) -> list[str]:
        script, target = _HERE / "typst_deck.py", self._pages / "cards-{p}.png"
        return [sys.executable, str(script), str(self.project), str(target), "--grid", _GRID]

    def _no_pages(self, _turn: int) -> None:
        shutil.rmtree(self._pages, ignore_errors=True)
        self._pages.mkdir()

    def _purge(self, _turn: int) -> None:
        """Remove everything but the sources, wherever cardgen keeps outputs and caches."""
        for path in sorted(self.project.rglob("*"), reverse=True):
            if path not in self.sources:
                path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        shutil.rmtree(self.work / "user-cache", ignore_errors=True)

    def _edit(self, turn: int) -> None:
        edit_card(self.project, (self.cards + 1) // 2, seed=turn)

    def _edit_again(self, turn: int) -> None:
        edit_card(self.project, (self.cards + 1) // 2, seed=1000 + turn)


def _nothing(_turn: int) -> None:
    """For jobs that need no preparation."""


def measure(bench: Bench, runs: int) -> report.Result:
    """Run all rounds for one size, then measure memory and stages in separate runs."""
    timings: dict[str, list[Timing]] = {}
    for turn in range(runs + 1):
        _say(f"{bench.cards} cards: " + (f"round {turn} of {runs}" if turn else "warm-up"))
        for job in bench.jobs(turn):
            timing = bench.time(job, turn)
            if turn:
                timings.setdefault(job.name, []).append(timing)
    _say(f"{bench.cards} cards: memory, stages, check of the PDFs")
    memory = {job.name: bench.weigh(job, runs + 1) for job in bench.jobs(0)}
    stages = {job.name: bench.stages(job, runs + 2) for job in bench.jobs(0) if job.trace}
    bench.verify()
    return report.Result(
        cards=bench.cards,
        seconds={name: [one.seconds for one in all_] for name, all_ in timings.items()},
        cpu={name: statistics.median(one.cpu for one in all_) for name, all_ in timings.items()},
        memory=memory,
        stages=stages,
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _versions(names: Sequence[str]) -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in names}}


def _main() -> None:
    parser = argparse.ArgumentParser(description="Time cardgen's builds beside Typst.")
    parser.add_argument("--cards", type=int, nargs="+", default=[100, 1000, 10_000])
    parser.add_argument("--runs", type=int, default=5, help="counted rounds (default 5)")
    parser.add_argument("--work", type=Path, help="folder to keep (default: a temporary one)")
    parser.add_argument("--cardgen", default=f"{shlex.quote(sys.executable)} -m cardgen")
    parser.add_argument("--no-typst", action="store_true")
    parser.add_argument(
        "--pictures-to",
        type=int,
        default=1000,
        help="most cards to make pictures of (default 1000)",
    )
    parser.add_argument("--json", type=Path, help="write every figure there too")
    options = parser.parse_args()
    typst = not options.no_typst and importlib.util.find_spec("typst") is not None
    if not typst:
        _say("without Typst: its columns stay empty")
    with tempfile.TemporaryDirectory() as temporary:
        work = (options.work or Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        command = shlex.split(options.cardgen)
        try:
            results = [
                measure(
                    Bench(cards, work, command, typst, cards <= options.pictures_to), options.runs
                )
                for cards in options.cards
            ]
        except BenchmarkError as error:
            raise SystemExit(str(error)) from error
    about = {
        "runs": options.runs,
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "versions": _versions(["zlib-ng", *(["typst"] if typst else [])]),
    }
    print(report.markdown(about, results))
    if options.json:
        data = {"about": about, "results": [asdict(result) for result in results]}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _main()

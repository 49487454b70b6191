"""Compare two checkouts on the real games: ``python benchmarks/games.py --base ../old --rounds 3``.

Each checkout builds a copy of its five games. Both do the same jobs in turns, and every figure
is of a whole fresh process with its children: CPU time and wall time, reported as ratios, because
single figures say little on a machine that does other things. Wall times need a quiet one.

The critical path of a first build is the CPU time that no number of processes makes shorter: what
one process does alone, and the longest unit of each part that several processes share.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from measure import Timing, time_process

_ROOT = Path(__file__).resolve().parents[1]
_TITLE = r"(?m)(\btitle: +[\"']?)([A-Za-z][\w-]*)"
_PARTS = ("card_data", "templates", "fonts", "pyproject.toml")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the edits of a game are made: a macro file that many templates use, and colours."""

    macros: str
    few: str
    every: str


GAMES: Mapping[str, Places] = {
    "hachi-train": Places("art/lines.xml.j2", few="lamp", every="ink"),
    "last-men-standing": Places("art/scene.xml.j2", few="navy", every="ink"),
    "last-train": Places("art/kit.xml.j2", few="amber", every="night"),
    "minecart": Places("art/kit.xml.j2", few="ice-dark", every="ink"),
    "railroaded": Places("art/press.xml.j2", few="rust", every="ink"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two checkouts: its program, and a project to edit."""

    name: str
    checkout: Path
    project: Path

    def run(self, arguments: Sequence[str], trace: str = "") -> Timing:
        """Time one process of this checkout's cardgen; it writes its stages to a file ``trace``."""
        cache = str(self.project.parent / f"{self.name}-cache")
        env = {
            "PYTHONPATH": str(self.checkout),
            "XDG_CACHE_HOME": cache,
            "PYTHONDONTWRITEBYTECODE": "",  # as installed: modules are compiled once
            **({"CARDGEN_TRACE": trace} if trace else {}),
        }
        return time_process([sys.executable, "-m", "cardgen", *arguments], self.project, env)


@dataclass(frozen=True, slots=True)
class Job:
    """What to prepare, unmeasured, and what to run."""

    name: str
    prepare: Callable[[Path, str, int], None]
    command: Sequence[str] = ("build",)


def forget(project: Path, game: str, turn: int) -> None:
    """Take away everything that a build left."""
    shutil.rmtree(project / "output", ignore_errors=True)


def leave(project: Path, game: str, turn: int) -> None:
    """Make no change."""


def edit_title(project: Path, game: str, turn: int) -> None:
    """Change a title that is plain text, of the largest deck that has one."""
    _replace(deck_with_title(project, game), _TITLE, lambda m: f"{m[1]}X{turn}")


def deck_with_title(project: Path, game: str) -> Path:
    """Return the file of the largest deck that has a title that is plain text."""
    decks = sorted((project / "card_data" / game / "decks").glob("*.yaml"), key=_size)
    return next(one for one in reversed(decks) if re.search(_TITLE, one.read_text("utf-8")))


def comment_macros(project: Path, game: str, turn: int) -> None:
    """Put a comment line at the top of a template that many others import."""
    file = project / "templates" / game / GAMES[game].macros
    if not file.exists():  # an older checkout has all templates of a game in one folder
        file = file.parents[1] / file.name
    _prepend(file, f"{{# {turn} #}}\n")


def comment_deck(project: Path, game: str, turn: int) -> None:
    """Put a comment line at the top of a deck."""
    _prepend(deck_with_title(project, game), f"# {turn}\n")


def _prepend(file: Path, line: str) -> None:
    file.write_text(line + file.read_text(encoding="utf-8"), encoding="utf-8")


def few_colors(project: Path, game: str, turn: int) -> None:
    """Change a colour that few sides read."""
    _recolor(project, game, GAMES[game].few, turn)


def every_color(project: Path, game: str, turn: int) -> None:
    """Change a colour that about all sides read."""
    _recolor(project, game, GAMES[game].every, turn)


def _recolor(project: Path, game: str, color: str, turn: int) -> None:
    file = project / "card_data" / game / "game.yaml"
    pattern = rf"(?m)^(    {color}: \"#)([0-9a-f]{{6}})"
    _replace(file, pattern, lambda m: f"{m[1]}{(int(m[2], 16) + 1 + turn) % 0x1000000:06x}")


def _replace(file: Path, pattern: str, new: Callable[[re.Match[str]], str]) -> None:
    text = file.read_text(encoding="utf-8")
    changed, count = re.subn(pattern, new, text, count=1)
    if not count:
        raise SystemExit(f"{file}: nothing there to edit")
    file.write_text(changed, encoding="utf-8")


def _size(file: Path) -> int:
    return file.stat().st_size


JOBS = (
    Job("cold, sheets", forget, ("build", "--product", "sheets")),
    Job("cold", forget),
    Job("no change", leave),
    Job("check", leave, ("check",)),
    Job("title", edit_title),
    Job("comment in macros", comment_macros),
    Job("comment in a deck", comment_deck),
    Job("few read the color", few_colors),
    Job("all read the color", every_color),
)


def main() -> None:
    """Run the jobs and print the table; ``--json`` keeps every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="the checkout to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--jobs", nargs="+", default=[job.name for job in JOBS])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    timings: dict[tuple[str, str, str], list[Timing]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        sides = [
            Side(name, checkout.resolve(), copied(checkout, Path(folder) / name))
            for name, checkout in (("base", options.base), ("now", _ROOT))
        ]
        for turn in range(options.rounds):
            for game in options.games:
                for job in JOBS:
                    if job.name not in options.jobs and job.name != "cold":
                        continue  # the edited files must have been built, so cold always runs
                    for side in sides if turn % 2 else reversed(sides):
                        job.prepare(side.project, game, turn)
                        verb, *rest = job.command
                        timing = side.run([verb, game, *rest])
                        timings[game, job.name, side.name].append(timing)
                    print(".", end="", flush=True, file=sys.stderr)
        paths = {game: critical_path(sides[1], game) for game in options.games}
    if options.json:
        kept = {" / ".join(key): list(map(asdict, runs)) for key, runs in timings.items()}
        options.json.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    print(file=sys.stderr)
    print(_table(timings, options.games))
    print(
        "\n| first build | CPU s in one process | critical path, CPU s | share |\n|---|--:|--:|--:|"
    )
    for game, (cpu, longest) in paths.items():
        print(f"| {game} | {cpu:.2f} | {longest:.2f} | {longest / cpu:.2f} |")


def critical_path(side: Side, game: str) -> tuple[float, float]:
    """Return the CPU seconds of a first build by one process, and of its critical path."""
    trace = side.project.parent / "trace.jsonl"
    forget(side.project, game, 0)
    cpu = side.run(["build", game, "--jobs", "1"], str(trace)).cpu
    entries = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    trace.unlink()
    return cpu, cpu - sum(e["units"] - e["longest"] for e in entries if "units" in e)


def copied(checkout: Path, project: Path) -> Path:
    """Copy the games of a checkout."""
    project.mkdir()
    for part in _PARTS:
        source = checkout / part
        if source.is_dir():
            shutil.copytree(source, project / part)
        elif source.exists():
            shutil.copy(source, project)
    return project


def _table(timings: Mapping[tuple[str, str, str], Sequence[Timing]], games: Sequence[str]) -> str:
    """Per game and over all: now / base of one job, and its CPU as a share of the base's cold."""
    cpu = {key: statistics.median(run.cpu for run in runs) for key, runs in timings.items()}
    wall = {key: statistics.median(run.seconds for run in runs) for key, runs in timings.items()}
    jobs = [job.name for job in JOBS if (games[0], job.name, "now") in cpu]
    rows = [
        "| job | game | CPU, now / base | wall, now / base | CPU s, now | wall s, now "
        "| CPU, base of its cold | CPU, now of the base's cold |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for job in jobs:
        for chosen in (*([game] for game in games), games):
            now, base = _total(cpu, chosen, job, "now"), _total(cpu, chosen, job, "base")
            cold = _total(cpu, chosen, "cold", "base")
            seconds, before = _total(wall, chosen, job, "now"), _total(wall, chosen, job, "base")
            label = chosen[0] if len(chosen) == 1 else f"**all {len(chosen)}**"
            rows.append(
                f"| {job} | {label} | {now / base:.2f} | {seconds / before:.2f} | {now:.2f} "
                f"| {seconds:.2f} | {base / cold:.3f} | {now / cold:.3f} |"
            )
    return os.linesep.join(rows)


def _total(
    seconds: Mapping[tuple[str, str, str], float], games: Sequence[str], job: str, side: str
) -> float:
    return sum(seconds[game, job, side] for game in games)


if __name__ == "__main__":
    main()

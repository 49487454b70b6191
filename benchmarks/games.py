"""Compare two checkouts on the real games: ``python benchmarks/games.py --base ../old --rounds 3``.

Each checkout builds a copy of its own five games. Both do the same jobs in turns, every figure is
the CPU time of a whole fresh process with its children, and what is reported are ratios: wall
clocks, and single figures, say little on a machine that does other things.
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
from dataclasses import dataclass
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
    """One of the two checkouts: its program, and a project of its own to edit."""

    name: str
    checkout: Path
    project: Path

    def run(self, arguments: Sequence[str]) -> Timing:
        """Time one process of this checkout's cardgen."""
        cache = str(self.project.parent / f"{self.name}-cache")
        env = {
            "PYTHONPATH": str(self.checkout),
            "XDG_CACHE_HOME": cache,
            "PYTHONDONTWRITEBYTECODE": "",  # as installed: modules are compiled once
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
    """Change nothing."""


def edit_title(project: Path, game: str, turn: int) -> None:
    """Change a title that is plain text, of the largest deck that has one."""
    _replace(deck_with_title(project, game), _TITLE, lambda m: f"{m[1]}X{turn}")


def deck_with_title(project: Path, game: str) -> Path:
    """Return the file of the largest deck that has a title that is plain text."""
    decks = sorted((project / "card_data" / game / "decks").glob("*.yaml"), key=_size)
    return next(one for one in reversed(decks) if re.search(_TITLE, one.read_text("utf-8")))


def comment_macros(project: Path, game: str, turn: int) -> None:
    """Put a comment on a line of its own at the top of a template that many others import."""
    file = project / "templates" / game / GAMES[game].macros
    if not file.exists():  # an older checkout has all templates of a game in one folder
        file = file.parents[1] / file.name
    _prepend(file, f"{{# {turn} #}}\n")


def comment_deck(project: Path, game: str, turn: int) -> None:
    """Put a comment on a line of its own at the top of a deck."""
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
    seconds: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        sides = [
            Side(name, checkout.resolve(), copied(checkout, Path(folder) / name))
            for name, checkout in (("base", options.base), ("now", _ROOT))
        ]
        for turn in range(options.rounds):
            for game in options.games:
                for job in JOBS:
                    if job.name not in options.jobs and job.name != "cold":
                        continue  # what is edited must have been built, so cold always runs
                    for side in sides if turn % 2 else reversed(sides):
                        job.prepare(side.project, game, turn)
                        verb, *rest = job.command
                        timing = side.run([verb, game, *rest])
                        seconds[game, job.name, side.name].append(timing.cpu)
                    print(".", end="", flush=True, file=sys.stderr)
    if options.json:
        kept = {" / ".join(key): figures for key, figures in seconds.items()}
        options.json.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    print(file=sys.stderr)
    print(_table(seconds, options.games))


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


def _table(seconds: Mapping[tuple[str, str, str], Sequence[float]], games: Sequence[str]) -> str:
    """Per game and over all: now / base of one job, and both as a share of the base's cold."""
    middle = {key: statistics.median(figures) for key, figures in seconds.items()}
    jobs = [job.name for job in JOBS if (games[0], job.name, "now") in middle]
    rows = ["| job | game | now / base | base, of its cold | now, of the base's cold |"]
    rows.append("|---|---|---|---|---|")
    for job in jobs:
        for chosen in (*([game] for game in games), games):
            now, base, cold = (
                sum(middle[game, name, side] for game in chosen)
                for name, side in ((job, "now"), (job, "base"), ("cold", "base"))
            )
            label = chosen[0] if len(chosen) == 1 else f"**all {len(chosen)}**"
            shares = f"{base / cold:.3f} | {now / cold:.3f}"
            rows.append(f"| {job} | {label} | {now / base:.2f} | {shares} |")
    return os.linesep.join(rows)


if __name__ == "__main__":
    main()

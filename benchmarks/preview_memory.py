"""How much memory the preview takes: ``python benchmarks/preview_memory.py --base ../old``.

A server shows copies of the five games, all at once. A client does what the page does: it looks at
the largest deck of the game that is edited next, follows the events and fetches the pictures.
Sixty edits (a text, colours, a macro, an icon, the rules, a rule) follow one another at 0.6 s;
then comes a pause. With ``--closed`` no page is open: nobody looks at a deck or fetches a picture.
A second server shows a game that ``cardgen new --from`` made of a table of many rows, and rows are
edited. ``--base`` does the same with another checkout. It needs ``/proc``.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty
from random import Random

from games import GAMES, copied, edit_title, every_color, few_colors
from generate import SUITS
from preview_games import Client, Edit, edit_icon, edit_macro, save, served
from vocabulary import rules_text, title

_ROOT = Path(__file__).resolve().parents[1]
_HOARD = "hoard"
_REST = 4.0
"""Seconds after which the server has put its things away."""


def edit_rules(project: Path, game: str, turn: int) -> None:
    """Add a paragraph to the rules."""
    file = project / "card_data" / game / "rules.md"
    save(file, f"{file.read_text(encoding='utf-8')}\nEdit {turn}.\n")


def edit_rule(project: Path, game: str, turn: int) -> None:
    """Say something else of the first rule in the data."""
    file = project / "card_data" / game / "game.yaml"
    text = file.read_text(encoding="utf-8")
    save(file, re.sub(r"(\nrules:\n.*, text: )[^}]*", rf"\1edit {turn}", text, count=1))


EDITS: Mapping[str, Edit] = {
    "title": edit_title,
    "color that few read": few_colors,
    "color that all read": every_color,
    "macro": edit_macro,
    "icon": edit_icon,
    "rules": edit_rules,
    "rule": edit_rule,
}


def resident(client: Client) -> str:
    """Return the resident size of a server, in MB."""
    status = Path(f"/proc/{client.pid}/status").read_text(encoding="ascii")
    return f"{int(status.split('VmRSS:')[1].split()[0]) * 1024 / 1e6:.0f} MB"


def turn_to(client: Client, game: str) -> None:
    """Look at the largest deck of a game."""
    client.game = game
    client._take_game()
    client.look_at_largest_deck()


def follow(client: Client, seconds: float) -> None:
    """Take events, and fetch the pictures in sight, for some time."""
    end = time.monotonic() + seconds
    fetches: list[Future[None]] = []
    with ThreadPoolExecutor(5) as pool:
        while (left := end - time.monotonic()) > 0:
            client._fetch(pool, fetches)
            with suppress(Empty):
                event = client.events.get(timeout=min(left, 0.1))
                if event.get("game") == client.game:
                    client._take(event)


def all_drawn(client: Client, wait: Callable[[float], None]) -> None:
    """Wait until all pictures of all games are drawn."""
    while True:
        project = json.loads(client.ask("/api/project")[1])
        coming = [one["coming"] for one in project["games"]]
        if not project["coming"] and not any(one["sides"] or one["pages"] for one in coming):
            return
        wait(0.5)


def measure_games(checkout: Path, work: Path, options: argparse.Namespace) -> dict[str, str]:
    """Edit games in turns; return the sizes of the server in MB on the way."""
    project = copied(checkout, work / "project")
    games = options.games
    sizes = []
    with served(checkout, project, games[0], work / "cache", every=True) as client:
        if not options.closed:
            client.open()
        wait = time.sleep if options.closed else partial(follow, client)
        all_drawn(client, wait)
        sizes.append(resident(client))
        for number in range(options.edits):
            game = games[number % len(games)]
            if client.game != game and not options.closed:
                turn_to(client, game)
            kind = options.kinds[(number // len(games) + number) % len(options.kinds)]
            EDITS[kind](project, game, number // len(games))
            wait(options.pause)
            if (number + 1) % 10 == 0:
                sizes.append(resident(client))
        wait(options.idle)
        sizes.append(resident(client))
    steps = [f"{n}" for n in range(10, options.edits + 1, 10)]
    names = ["drawn", *steps, f"idle {options.idle:g} s"]
    return dict(zip(names, sizes, strict=True))


def measure_table(checkout: Path, work: Path, options: argparse.Namespace) -> dict[str, str]:
    """Edit rows of a table; return sizes of the server in MB, and seconds until a side's event."""
    random = Random(1)
    rows = [
        [title(random), random.choice(list(SUITS)), random.randint(0, 9), rules_text(random)]
        for _ in range(options.rows)
    ]
    _write(work / "big.csv", rows)
    env = {**os.environ, "PYTHONPATH": str(checkout), "XDG_CACHE_HOME": str(work / "cache")}
    new = [sys.executable, "-m", "cardgen", "new", _HOARD, "--from", "big.csv"]
    subprocess.run(new, env=env, cwd=work, check=True, stdout=subprocess.DEVNULL)
    project = work / _HOARD
    sizes: dict[str, str] = {}
    with served(checkout, project, _HOARD, work / "cache") as client:
        client.open()
        all_drawn(client, partial(follow, client))
        sizes["drawn"] = resident(client)
        follow(client, _REST)
        sizes[f"idle {_REST:g} s"] = resident(client)
        times = []
        for number in range(options.row_edits):
            at = number * 5 % len(client.in_sight)
            rows[at][3] = f"Edit {number}. {rows[at][3]}"
            _write(project / f"card_data/{_HOARD}/decks/big.csv", rows)
            times.append(_until_told(client, client.in_sight[at]))
            follow(client, _REST / 2)
        sizes["after the edits"] = resident(client)
    middle = f"{statistics.median(times):.2f} s ({min(times):.2f} to {max(times):.2f})"
    return {**sizes, "a row": middle}


def _until_told(client: Client, side: str) -> float:
    """Return the seconds from now until another picture of a side is published."""
    begin, before = time.monotonic(), client.sides[side]["p"]
    while True:
        event = client.events.get(timeout=60)
        told = time.monotonic() - begin
        client._take(event)
        if client.sides[side]["p"] != before and not client.sides[side].get("s"):
            return told


def _write(table: Path, rows: list[list[object]]) -> None:
    beside = table.with_name("aside.swp")
    with beside.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([["title", "kind", "cost", "text"], *rows])
    beside.replace(table)


def main() -> None:
    """Measure, and print a table for each of the two jobs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, help="the checkout to compare with")
    parser.add_argument("--jobs", nargs="+", default=list(_JOBS), choices=list(_JOBS))
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--kinds", nargs="+", default=list(EDITS), choices=list(EDITS))
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument(
        "--pause", type=float, default=0.6, help="seconds from one edit to the next"
    )
    parser.add_argument("--closed", action="store_true", help="measure without a page open")
    parser.add_argument("--idle", type=float, default=45.0, help="seconds without an edit")
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--row-edits", type=int, default=9)
    options = parser.parse_args()
    sides = {**({"base": options.base.resolve()} if options.base else {}), "now": _ROOT}
    for job in options.jobs:
        for name, checkout in sides.items():
            with tempfile.TemporaryDirectory() as work:
                found = _JOBS[job](checkout, Path(work), options)
            said = ", ".join(f"{key} {value}" for key, value in found.items())
            print(f"{job}, {name}: {said}", flush=True)


_JOBS = {"edits": measure_games, "table": measure_table}

if __name__ == "__main__":
    main()

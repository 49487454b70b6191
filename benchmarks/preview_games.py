"""Compare the previews of two checkouts: ``python benchmarks/preview_games.py --base ../old``.

Each checkout serves a copy of five real games, one game at a time. A client does the
work of the page: it opens the largest deck, sends the visible sides, follows the events and
fetches the pictures. It measures the CPU time of the server, in all its threads, from the start or
from just before a file is saved, and the wall time from a save to the new pictures. Wall times
need a quiet machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from games import GAMES, copied, deck_with_title, edit_title, every_color, few_colors, forget

_ROOT = Path(__file__).resolve().parents[1]
_TICK = os.sysconf("SC_CLK_TCK")
_QUIET, _IDLE = 1.2, 0.03
"""The server is idle if it uses at most the second time of CPU within the first."""
_WALL, _TILE, _GAPS, _CAPTION = (1170, 808), 190, (18, 22), 25
"""Pixels in a window of 1440 x 900: its wall, the least width of a tile, its gaps and caption."""
_WIDTH, _BOARD = 240, 1200
"""Pixels that the page asks for: of a tile, and of a board."""
_FETCHERS = 5

_KEPT = 4.0
"""Seconds without an edit after which the server has stored its finished pictures."""

Edit = Callable[[Path, str, int], None]


def edit_icon(project: Path, game: str, turn: int) -> None:
    """Add a little to an icon."""
    file = project / "card_data" / game / "icons" / f"{_ICONS[game]}.svg"
    text = file.read_text(encoding="utf-8")
    dot = f'<rect x="1{turn % 10}" y="11" width="3" height="3" fill="currentColor"/></svg>'
    save(file, text.replace("</svg>", dot))


def edit_macro(project: Path, game: str, turn: int) -> None:
    """Change what a macro of many templates draws."""
    name, pattern, new = _MACROS[game]
    file = project / "templates" / game / name
    text, count = re.subn(pattern, new.format(turn % 10), file.read_text("utf-8"), count=1)
    if not count:
        raise SystemExit(f"{file}: nothing there to edit")
    save(file, text)


def edit_board(project: Path, game: str, turn: int) -> None:
    """Draw one more thing on the board."""
    file = project / "templates" / game / "boards/board.xml.j2"
    rect = rf'\1\n<rect x="3{turn % 10}" y="30" width="4" height="4" fill="#204060"/>'
    save(file, re.sub(r"(<side [^>]*>)", rect, file.read_text(encoding="utf-8"), count=1))


def edit_rule(project: Path, game: str, turn: int) -> None:
    """Change a rule number, and change it back the next time."""
    file = project / "card_data" / game / "game.yaml"
    pattern = rf"(?m)^(  {_RULES[game]}: \{{value: )(\d+)"
    text, count = re.subn(pattern, lambda m: f"{m[1]}{int(m[2]) ^ 1}", file.read_text("utf-8"))
    if not count:
        raise SystemExit(f"{file}: no rule number {_RULES[game]}")
    save(file, text)


def save(file: Path, text: str) -> None:
    """Put a file in place as editors do."""
    beside = file.with_name(f".{file.name}.swp")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


_ICONS: Mapping[str, str] = {
    "hachi-train": "line-3",
    "last-men-standing": "grenades",
    "last-train": "class-1",
    "minecart": "skull",
    "railroaded": "heart",
}
_MACROS: Mapping[str, tuple[str, str, str]] = {
    "hachi-train": ("art/lines.xml.j2", r'radius="1\.4\d*"', 'radius="1.4{}"'),
    "last-men-standing": ("art/inks.xml.j2", r'"near": "#231b1\d"', '"near": "#231b1{}"'),
    "last-train": ("art/kit.xml.j2", r"size / 20(\.\d+)? ", "size / 20.1{} "),
    "minecart": ("art/tools.xml.j2", r'height="0\.45\d*"', 'height="0.45{}"'),
    "railroaded": ("art/inks.xml.j2", r'"wood": "#a9763\w"', '"wood": "#a9763{}"'),
}
_RULES: Mapping[str, str] = {
    "hachi-train": "asset_start",
    "last-men-standing": "aid_start",
    "last-train": "hand_limit",
    "minecart": "dynamite_value",
    "railroaded": "link_length",
}
EDITS: Mapping[str, Edit] = {
    "title of a card": edit_title,
    "color that few read": few_colors,
    "color that all read": every_color,
    "macro": edit_macro,
    "icon": edit_icon,
    "board template": edit_board,
    "rule number": edit_rule,
}


@dataclass
class Client:
    """What the page does, without a browser."""

    host: str
    pid: int
    game: str
    events: SimpleQueue[dict[str, Any]] = field(default_factory=SimpleQueue)
    sides: dict[str, dict[str, Any]] = field(default_factory=dict)
    components: list[dict[str, Any]] = field(default_factory=list)
    in_sight: tuple[str, ...] = ()
    width: int = _WIDTH
    token: str = ""
    pictured: dict[str, str] = field(default_factory=dict)
    seen: list[tuple[float, str, float]] = field(default_factory=list)
    """CPU seconds, side, and time of each new picture of a side in sight."""
    drawn: float = 0.0
    """CPU seconds at which no side waited any more."""

    def cpu(self) -> float:
        """Return the CPU seconds of the server so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    def ask(self, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request."""
        connection = http.client.HTTPConnection(self.host, timeout=120)
        headers = {"Origin": f"http://{self.host}", "X-Cardgen-Token": self.token}
        method, data = ("GET", None) if body is None else ("POST", json.dumps(body))
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found

    def open(self) -> None:
        """Load the page, follow the events, and look at the largest deck."""
        _, page = self.ask("/")
        match = re.search(rb'name="token" content="([^"]+)"', page)
        self.token = match[1].decode() if match else ""
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask("/api/project")
        while not self._take_game():
            with suppress(Empty):
                self.events.get(timeout=0.5)
        self.look_at_largest_deck()

    def look_at_largest_deck(self) -> None:
        """Have cards of the largest deck in sight."""
        decks = [one for one in self.components if one.get("cards")]
        self.look_at_deck(max(decks, key=lambda one: len(one["cards"])))

    def look_at_deck(self, deck: Mapping[str, Any]) -> None:
        """Have as many cards of a deck in sight as fit."""
        self.look_at([card["face"] for card in deck["cards"][: _tiles(deck)]], _WIDTH)

    def look_at(self, sides: Sequence[str], width: int) -> None:
        """Have sides in sight, at a width in pixels."""
        self.in_sight, self.width = tuple(sides), width
        body = {"game": self.game, "sides": list(sides)}
        if self.ask("/api/priority", body)[0] == 404:
            self.ask("/api/wish", body)  # the former name of the address

    def component(self, id: str) -> dict[str, Any]:
        """Return the data of a deck or board."""
        return next(one for one in self.components if one["id"] == id)

    def settle(self) -> float:
        """Follow events until the server is idle; return its CPU seconds up to then."""
        self.seen, self.drawn = [], 0.0
        began, marks = time.monotonic(), [(time.monotonic(), self.cpu())]
        with ThreadPoolExecutor(_FETCHERS) as pool:
            fetches: list[Future[None]] = []
            while True:
                self._fetch(pool, fetches)
                waits = any(side.get("s") for side in self.sides.values())
                if not waits and not self.drawn:
                    self.drawn = self.cpu()
                try:
                    event = self.events.get(timeout=0.1)
                except Empty:
                    event = {}
                if event.get("game") == self.game:
                    self._take(event)
                    if any(side.get("s") for side in event.get("sides", {}).values()) or waits:
                        self.drawn = 0.0
                now = time.monotonic()
                marks.append((now, self.cpu()))
                marks = [mark for mark in marks if now - mark[0] <= _QUIET + 0.3]
                idle = marks[-1][1] - marks[0][1] <= _IDLE and now - marks[0][0] >= _QUIET
                if idle and all(one.done() for one in fetches) and now - began > 2:
                    for one in fetches:
                        one.result()
                    self.drawn = self.drawn or marks[-1][1]
                    return marks[-1][1]

    def _take(self, event: dict[str, Any]) -> None:
        if event["type"] == "sides":
            self.sides.update(event["sides"])
        elif event["type"] == "game" and event.get("structure"):
            self._take_game()

    def _take_game(self) -> bool:
        status, body = self.ask(f"/api/games/{self.game}")
        if status != 200 or not (game := json.loads(body))["components"]:
            return False
        self.sides, self.components = game["sides"], game["components"]
        return True

    def _fetch(self, pool: ThreadPoolExecutor, fetches: list[Future[None]]) -> None:
        for id in self.in_sight:
            name = self.sides.get(id, {}).get("p", "")
            if name and self.pictured.get(id) != name:
                self.pictured[id] = name
                fetches.append(pool.submit(self._picture, id, name))

    def _picture(self, id: str, name: str) -> None:
        status, _ = self.ask(f"/pixels/{name}.png?w={self.width}")
        if status == 200:
            self.seen.append((self.cpu(), id, time.monotonic()))

    def _listen(self) -> None:
        connection = http.client.HTTPConnection(self.host)
        with suppress(OSError, ValueError, http.client.HTTPException, AttributeError):
            connection.request("GET", "/events")
            for line in connection.getresponse():
                if line.startswith(b"data: "):
                    self.events.put(json.loads(line[6:]))


def _tiles(deck: Mapping[str, Any]) -> int:
    """Count the cards of a deck that fit the window."""
    across, down = _WALL
    columns = (across + _GAPS[0]) // (_TILE + _GAPS[0])
    tile = (across + _GAPS[0]) / columns - _GAPS[0]
    height = tile * deck["height"] / deck["width"] + _CAPTION + _GAPS[1]
    return int(columns * -(-down // height))


@contextmanager
def served(
    checkout: Path, project: Path, game: str, cache: Path, every: bool = False
) -> Iterator[Client]:
    """Run the preview of one game, or of ``every`` game with this one looked at."""
    env = {
        **os.environ,
        "PYTHONPATH": str(checkout),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "",
        "XDG_CACHE_HOME": str(cache),
    }
    command = [sys.executable, "-m", "cardgen", "preview", "--project", str(project)]
    command += [] if every else [game]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=env, cwd=project
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1]
            yield Client(address.removeprefix("http://").rstrip("/"), process.pid, game)
        finally:
            process.send_signal(signal.SIGINT)


Figures = dict[tuple[str, str, str], list[float]]
"""Seconds by job, what was waited for, and game: CPU seconds unless it says ``wall``."""


def start(client: Client, job: str, figures: Figures) -> None:
    """Measure from the start of the server."""
    client.open()
    settled = client.settle()
    wall = {id: cpu for cpu, id, _ in reversed(client.seen)}
    if missing := set(client.in_sight) - wall.keys():
        raise SystemExit(f"{client.game}: no picture of {sorted(missing)}")
    figures[job, "first card", client.game].append(min(wall.values()))
    figures[job, "wall", client.game].append(max(wall.values()))
    figures[job, "all sides", client.game].append(max(client.drawn, max(wall.values())))
    figures[job, "settled", client.game].append(settled)


def edited(client: Client, job: str, edit: Callable[[], None], figures: Figures) -> None:
    """Measure from a save."""
    begin, saved = client.cpu(), time.monotonic()
    edit()
    settled = client.settle()
    times = [cpu for cpu, *_ in client.seen]
    if times:
        walls = [moment - saved for *_, moment in client.seen]
        figures[job, "first in sight, wall", client.game].append(min(walls))
        figures[job, "in sight, wall", client.game].append(max(walls))
        figures[job, "first in sight", client.game].append(min(times) - begin)
        figures[job, "in sight", client.game].append(max(times) - begin)
    figures[job, "settled", client.game].append(settled - begin)


def measure(
    checkout: Path, project: Path, game: str, turn: int, figures: Figures, jobs: Sequence[str]
) -> None:
    """Start the preview of a game with an empty cache, edit, and start it again."""
    cache = project.parent / f"{project.name}-cache"
    forget(project, game, turn)
    with served(checkout, project, game, cache) as client:
        start(client, "start", figures)
        wall = client.in_sight
        for job in jobs:
            before = client.in_sight
            client.look_at(wall, _WIDTH)
            if job == "title of a card":  # of one that is in sight
                client.look_at_deck(client.component(deck_with_title(project, game).stem))
            elif job == "rule number":  # whatever shows it
                client.look_at(list(client.sides), _WIDTH)
            elif job == "board template":
                client.look_at([client.component("board")["sides"][0]["face"]], _BOARD)
            if client.in_sight != before:
                client.settle()
            edited(client, job, lambda job=job: EDITS[job](project, game, turn), figures)
        begin = client.cpu()
        time.sleep(_KEPT)
        figures["what is kept for the next start", "done", game].append(client.cpu() - begin)
    with served(checkout, project, game, cache) as client:
        start(client, "start again", figures)


def main() -> None:
    """Measure, and print the tables; ``--json`` keeps every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, help="the checkout to compare with")
    parser.add_argument("--project", type=Path, help="whose games; else each checkout's own")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--edits", nargs="*", default=list(EDITS), choices=list(EDITS))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    sides = {"now": _ROOT, **({"base": options.base.resolve()} if options.base else {})}
    figures: dict[str, Figures] = {name: defaultdict(list) for name in sides}
    with tempfile.TemporaryDirectory() as folder:
        projects = {
            name: copied(options.project or checkout, Path(folder) / name)
            for name, checkout in sides.items()
        }
        for turn in range(options.rounds):
            for game in options.games:
                for name, checkout in sides.items():
                    measure(checkout, projects[name], game, turn, figures[name], options.edits)
                    print(f"{game}: {name}", file=sys.stderr)
    if options.json:
        kept = {
            name: {" / ".join(key): figure for key, figure in found.items()}
            for name, found in figures.items()
        }
        options.json.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    print(_table(figures, options.games))


def _table(figures: Mapping[str, Figures], games: Sequence[str]) -> str:
    """Write the seconds of both, and ratios, by game and over all."""
    middle = {
        name: {key: statistics.median(found) for key, found in one.items()}
        for name, one in figures.items()
    }
    both = "base" in middle
    columns = ["job", "until", *games, "**all**"]
    rows = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for job, until in dict.fromkeys(key[:2] for key in middle["now"]):
        cells = []
        for chosen in (*([game] for game in games), games):
            keys = [(job, until, game) for game in chosen]
            known = [key for key in keys if all(key in one for one in middle.values())]
            now = sum(middle["now"][key] for key in known)
            base = sum(middle["base"][key] for key in known) if both else 0.0
            share = f" / {base:.2f} = {now / base:.2f}" if base else ""
            cells.append(f"{now:.2f}{share}" if known else "-")
        rows.append(f"| {job} | {until} | {' | '.join(cells)} |")
    return os.linesep.join(rows)


if __name__ == "__main__":
    main()

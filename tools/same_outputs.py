"""Hold what two checkouts write against each other, byte for byte, over all games.

``python tools/same_outputs.py save OLD before.json`` builds every product of every game of the
checkout ``OLD`` with its own program, in each way that a `Way` names, and notes a digest of each
file. ``python tools/same_outputs.py compare before.json NEW`` does the same with ``NEW`` and lists
what differs; it exits with 1 if anything does. ``--game`` and ``--way`` narrow both down, so that
one step of a change can be tried within a minute. ``--keep DIR`` keeps the files to look at.

``build.json`` and the folder ``.cardgen`` are left out: they hold digests of the program.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

GAMES = (
    "hachi-train",
    "last-men-standing",
    "last-train",
    "minecart",
    "railroaded",
    "specimen",
)
HOSTED = "https://example.org/games/"
"""Where tables say that their pictures are, whatever folder they are built in."""


class Way(NamedTuple):
    """One way to make files of a game: the words of a command, below one folder of results."""

    words: tuple[str, ...]
    command: str = "build"


WAYS = {
    "plain": Way(()),
    "images": Way(("--product", "images", "--product", "singles")),
    "pdfx4": Way(("--product", "press", "--press", "pdfx4")),
    "pdfx1a": Way(("--product", "press", "--press", "pdfx1a")),
    "light": Way(("--ink", "light")),
    "grey": Way(("--ink", "grey")),
    "outline": Way(("--ink", "outline")),
    "silhouette": Way(("--cut", "silhouette")),
    "cricut": Way(("--cut", "cricut")),
    "gutterfold": Way(("--product", "sheets", "--duplex", "gutterfold", "--paper", "a3")),
    "short-edge": Way(("--product", "sheets", "--duplex", "short-edge", "--paper", "legal")),
    "copies": Way(("--copies", "2", "--product", "sheets")),
    "mpc": Way(("--service", "mpc"), "order"),
    "tgc": Way(("--service", "tgc"), "order"),
    "mbprint": Way(("--service", "mbprint"), "order"),
}


def made(checkout: Path, game: str, way: str, output: Path) -> dict[str, str]:
    """Run one way for one game; return the digest of each file, and how the command ended."""
    words, command = WAYS[way]
    folder = output / way
    line = [
        sys.executable,
        "-P",
        "-m",
        "cardgen",
        command,
        game,
        *words,
        "--project",
        str(checkout),
    ]
    if command == "build":
        line += ["--output", str(folder), "--tts-base-url", HOSTED]
    else:
        line += ["--to", str(folder / game)]
    env = os.environ | {"PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": ""}
    ended = subprocess.run(line, env=env, capture_output=True, text=True, check=False)
    found = {f"{way}/{game}: exit code": str(ended.returncode)}
    for file in sorted((folder / game).rglob("*")):
        if file.is_file() and file.name != "build.json":
            name = f"{way}/{file.relative_to(folder)}"
            found[name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def everything(
    checkout: Path, games: Sequence[str], ways: Sequence[str], keep: Path | None
) -> dict[str, str]:
    """Return the digests of all files that some games give with some options."""
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for game in games:
            for way in ways:
                found |= made(checkout.resolve(), game, way, keep or Path(scratch))
                print(f"\r{game} {way}: {len(found)} files".ljust(70), end="", file=sys.stderr)
    print(file=sys.stderr)
    return found


def main() -> int:
    """Save or compare; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("save", "compare"))
    parser.add_argument("first", type=Path, help="a checkout to save; the digests to compare with")
    parser.add_argument("second", type=Path, help="where to save digests; a checkout to compare")
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--way", action="append", choices=tuple(WAYS))
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    games, ways = asked.game or GAMES, asked.way or tuple(WAYS)
    if asked.what == "save":
        found = everything(asked.first, games, ways, asked.keep)
        asked.second.write_text(json.dumps(found, indent=0, sort_keys=True))
        print(f"{len(found)} digests")
        return 0
    known = json.loads(asked.first.read_text())
    known = {
        name: digest
        for name, digest in known.items()
        if name.split("/")[0] in ways and name.split("/")[1].split(":")[0] in games
    }
    found = everything(asked.second, games, ways, asked.keep)
    different = sorted(n for n in known.keys() | found.keys() if known.get(n) != found.get(n))
    for name in different:
        state = "gone" if name not in found else "new" if name not in known else "different"
        print(f"{state}: {name}")
    print(f"{len(found) - len(different)} of {len(known)} files are equal")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

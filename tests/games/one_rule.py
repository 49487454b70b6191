"""A copy of a game, and one number of its rules edited in it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from five_games import GAMES as GAMES
from five_games import ROOT

RULES = {
    "hachi-train": "round_loss",
    "last-men-standing": "mission_aid",
    "last-train": "spared",
    "minecart": "torch_step",
    "railroaded": "play_draw",
}
"""For each game a number that its cards, its board and its booklet state."""


def copy_game(name: str, root: Path) -> None:
    """Copy what a game is made of; fonts come with cardgen."""
    for part in (f"card_data/{name}", f"templates/{name}", "templates/shared"):
        shutil.copytree(ROOT / part, root / part)


def raise_rule(root: Path, name: str) -> tuple[int, int]:
    """Make the number one higher, in the file as an author would; return both."""
    file, rule = root / "card_data" / name / "game.yaml", RULES[name]
    text = file.read_text(encoding="utf-8")
    line = re.compile(rf"(\n  {rule}:\s*(?:\{{\s*value:\s*)?)([0-9]+)")
    match = line.search(text, text.index("\nrules:\n"))
    assert match is not None, f"{name} has no rule {rule}"
    number = int(match[2])
    changed = text[: match.start(2)] + str(number + 1) + text[match.end(2) :]
    file.write_text(changed, encoding="utf-8")
    return number, number + 1

"""A copy of a game, and numbers of its rules edited in it."""

from __future__ import annotations

import re
from pathlib import Path

from five_games import GAMES as GAMES
from five_games import copy_game as copy_game

RULES = {
    "hachi-train": "round_loss",
    "last-men-standing": "mission_aid",
    "last-train": "spared",
    "minecart": "torch_step",
    "railroaded": "play_draw",
}
"""For each game a number that its cards, its board and its booklet state."""


def set_rules(root: Path, name: str, **values: int) -> list[int]:
    """Give rules other values, in the file as an author would; return those before."""
    file = root / "card_data" / name / "game.yaml"
    text, before = file.read_text(encoding="utf-8"), []
    for rule, value in values.items():
        line = re.compile(rf"(\n  {rule}:\s*(?:\{{\s*)?(?:value:\s*)?)(\d+)")
        match = line.search(text, text.index("\nrules:\n"))
        assert match is not None, f"{name} has no rule {rule}"
        before.append(int(match[2]))
        text = text[: match.start(2)] + str(value) + text[match.end(2) :]
    file.write_text(text, encoding="utf-8")
    return before


def raise_rule(root: Path, name: str) -> tuple[int, int]:
    """Make the number one higher; return both."""
    [number] = set_rules(root, name, **{RULES[name]: 0})
    set_rules(root, name, **{RULES[name]: number + 1})
    return number, number + 1

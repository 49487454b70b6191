"""A project with one of everything that a reprint knows, in git where that is there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from workshops import FILES, Workshop

NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git here")

MORE = {
    "card_data/game/game.yaml": FILES["card_data/game/game.yaml"]
    + """\
  map: {kind: board, title: The Map, size: {width: 380mm, height: 260mm}}
  rules: {kind: booklet, size: a6}
  chips:
    kind: tokens
    size: 20mm
    template: chip.xml.j2
    fields: {points: number}
    tokens: [{id: one, points: 1, copies: 4}, {id: five, points: 5}]
""",
    "card_data/game/rules.md": "".join(
        f"# Part {number}\n\nHold {{rule:hand}} cards, in part {number}.\n\n```pagebreak\n```\n\n"
        if number == 3
        else f"# Part {number}\n\nWords of part {number}.\n\n```pagebreak\n```\n\n"
        for number in range(1, 9)
    ),
    "templates/game/map.xml.j2": """\
<side background="#eeeedd">
  <text style="body" x="20" y="20" width="60" height="8">North west</text>
  <text style="body" x="320" y="230" width="40" height="8">Hands of {{ rules.hand }}</text>
</side>
""",
    "templates/game/chip.xml.j2": """\
<side background="sea"><text style="body" color="paper" x="5" y="8" width="10" height="5"
>{{ token.points }}</text></side>
""",
}


def everything(root: Path) -> Workshop:
    """Write the project; it is not in git yet."""
    for name, text in (FILES | MORE).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return Workshop(root)


def git(root: Path, *asked: str) -> str:
    """Run git in a project, with nothing of the user's own in the way."""
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(root)}
    who = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.org"}
    who |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in who.items()}
    done = subprocess.run(
        ("git", *asked),
        cwd=root,
        env=os.environ | quiet | who,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def commit(root: Path, message: str = "state") -> str:
    """Commit all files; return the commit."""
    if not (root / ".git").exists():
        git(root, "init", "-q", "--initial-branch=main", ".")
    git(root, "add", "-A", "--", "card_data", "templates")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD")

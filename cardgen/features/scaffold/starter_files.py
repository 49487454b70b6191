"""The files of the starter game, with its name and title filled in.

``starter/`` is laid out like a project; ``@NAME@`` and ``@TITLE@`` are placeholders. In YAML the
title is a quoted string, elsewhere it is plain text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

STARTER = Path(__file__).with_name("starter")
DECKS = ("aid", "beach")
"""The decks of the starter game; a game and its deck cannot share a name."""

_TEXTS = (".yaml", ".md", ".j2")


def game_files(name: str, title: str) -> dict[str, bytes]:
    """Return the files of the game by their path in the project."""
    homes = {"card_data": f"card_data/{name}", "templates": f"templates/{name}"}
    return {
        f"{home}/{path}": data
        for folder, home in homes.items()
        for path, data in _filled(STARTER / folder, name, title)
    }


def project_files(name: str, title: str) -> dict[str, bytes]:
    """Return what stands at the top of a new project."""
    files = dict(_filled(STARTER / "project", name, title))
    return {".gitignore": files["gitignore"], "README.md": files["README.md"]}


def _filled(folder: Path, name: str, title: str) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.startswith("."):
            path = PurePosixPath(file.relative_to(folder)).as_posix()
            yield path, _fill(file, name, title)


def _fill(file: Path, name: str, title: str) -> bytes:
    data = file.read_bytes()
    if file.suffix not in _TEXTS:
        return data
    # A JSON string is a YAML one as well, whatever the title holds.
    shown = json.dumps(title, ensure_ascii=False) if file.suffix == ".yaml" else title
    # The title last: it may hold what looks like the mark for the name.
    return data.decode().replace("@NAME@", name).replace("@TITLE@", shown).encode()

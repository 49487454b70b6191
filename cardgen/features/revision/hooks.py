"""What every build remembers of a game, and which files the last `cardgen reprint` wrote."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterator
from pathlib import Path

from cardgen.core.diagnostics import relative
from cardgen.core.errors import OutputError
from cardgen.pipeline.hooks import HOOKS, FinishedGame, Hooks
from cardgen.pipeline.safe_paths import destination, inside
from cardgen.pipeline.writing import write_whole

PRINTED = "printed.json"
"""The file beside a game's data that records what was printed."""


FOLDER = "reprint"
MANIFEST = f"{FOLDER}/reprint.json"
FORMAT = 1


def remember(built: FinishedGame) -> None:
    """Store the state of a game that was just built, if the file can be written."""
    from cardgen.features.revision.snapshot import snapshot
    from cardgen.features.revision.state_file import (
        StateRecord,
        read_memory,
        read_state,
        write_state,
    )

    memory = read_memory(built.output, built.game.id)
    seen = snapshot(built.game, built.sides, built.frames, built.printer, memory)
    left = built.game.components.keys() - built.sides.keys()
    if not left:
        memory = memory.of(built.frames.values())
    elif before := read_state(built.output, built.game.id):
        seen = seen.completed(before.snapshot, left)
    else:
        return  # a state that lacks components would say that they are new
    with contextlib.suppress(OutputError):
        write_state(built.root, built.output, StateRecord(seen), memory)


def own_files(folder: Path, root: Path) -> Iterator[str]:
    """Name the files of the last `cardgen reprint`, the list of them last."""
    yield from reprinted(folder)


def reprinted(folder: Path) -> list[str]:
    """Return the files of the last reprint below a game's output folder, the list of them last.

    A list that cannot be understood counts as none.
    """
    file = inside(folder, MANIFEST)
    try:
        content = json.loads(file.read_bytes()) if file is not None else {}
        paths = [path for path in content["files"] if isinstance(path, str)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    return [path for path in paths if path.startswith(f"{FOLDER}/")] + [MANIFEST]


def list_reprint(folder: Path, paths: Collection[str], root: Path) -> None:
    """Record the files of a reprint; raises OutputError."""
    content = {"format": FORMAT, "files": sorted(paths)}
    data = (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()
    target = destination(folder, MANIFEST, root)
    write_whole(target, data, relative(target, root))


HOOKS.add("revision", Hooks(remember, own_files, (PRINTED,)))

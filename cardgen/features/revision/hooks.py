"""What every build remembers of a game, and which files the last `cardgen reprint` wrote."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from cardgen.core.errors import OutputError
from cardgen.pipeline.hooks import HOOKS, FinishedGame, Hooks

PRINTED = "printed.json"
"""The file beside a game's data that records what was printed."""


FOLDER = "reprint"


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
    from cardgen.pipeline.listed_folder import ListedFolder

    yield from ListedFolder(FOLDER).paths(folder)


HOOKS.add("revision", Hooks(remember, own_files, (PRINTED,)))

"""What comparing a game with an earlier state of it needs from every build."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from cardgen.core.errors import OutputError
from cardgen.features.revision.reprint_files import reprinted
from cardgen.pipeline.hooks import HOOKS, FinishedGame, Hooks

PRINTED = "printed.json"
"""The file beside a game's data that remembers what was printed."""


def remember(built: FinishedGame) -> None:
    """Keep the state of a game that was just built, if the file can be written."""
    from cardgen.features.revision.snapshot import snapshot
    from cardgen.features.revision.state_file import StateRecord, read_memory, write_state

    memory = read_memory(built.output, built.game.id)
    seen = snapshot(built.game, built.sides, built.frames, built.printer, memory)
    with contextlib.suppress(OutputError):
        write_state(built.root, built.output, StateRecord(seen), memory.of(built.frames.values()))


def own_files(folder: Path, root: Path) -> Iterator[str]:
    """Name the files of the last `cardgen reprint`, the list of them last."""
    yield from reprinted(folder)


HOOKS.add("revision", Hooks(remember, own_files, (PRINTED,)))

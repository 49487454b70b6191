"""What a build remembers of a game's state, so that the next edit can be compared with it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.build.revision.record import Record, read_memory, write_state
from cardgen.build.revision.snapshot import snapshot
from cardgen.core.errors import OutputError
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.model.sides import CardSides


def remember(
    root: Path,
    output: Path,
    game: Game,
    sides: Mapping[str, Sequence[CardSides]],
    frames: Mapping[str, Frame],
    printer: Printer,
) -> None:
    """Keep the state of a game that was just built, if the file can be written."""
    memory = read_memory(output, game.id)
    seen = snapshot(game, sides, frames, printer, memory)
    with contextlib.suppress(OutputError):
        write_state(root, output, Record(seen), memory.of(frames.values()))

"""What every build remembers of a game, and where what was printed is recorded."""

from __future__ import annotations

from cardgen.comparison import PICTURES, PRINTED
from cardgen.pipeline.hooks import HOOKS, FinishedGame, Hooks


def remember(built: FinishedGame) -> None:
    """Store the state of a game that was just built, if the file can be written."""
    from cardgen.comparison.snapshot import snapshot
    from cardgen.comparison.state_file import (
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
        seen = seen.without(left, before.snapshot)
    else:
        return  # a state that lacks components would say that they are new
    write_state(built.output, StateRecord(seen), memory)


HOOKS.add("comparison", Hooks(remember=remember, records=(PRINTED, PICTURES)))

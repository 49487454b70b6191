"""The hook that stores the state of a game after each build, and the names of its record files."""

from cardgen.comparison import PICTURES, PRINTED
from cardgen.pipeline.hooks import HOOKS, FinishedGame, Hooks


def remember(built: FinishedGame) -> None:
    """Store the state of a game that was just built, if the file can be written."""
    from cardgen.comparison.snapshot import snapshot
    from cardgen.comparison.state_file import StateRecord, read_memory, read_state, write_state

    memory = read_memory(built.output, built.game.id)
    state = snapshot(built.game, built.sides, built.frames, built.printer, memory)
    left = built.game.components.keys() - built.sides.keys()
    if not left:
        memory = memory.of(built.frames.values())
    elif before := read_state(built.output, built.game.id):
        state = state.without(left, before.snapshot)
    else:
        return  # an incomplete state would make the missing components new
    write_state(built.output, StateRecord(state), memory)


HOOKS.add("comparison", Hooks(remember=remember, records=(PRINTED, PICTURES)))

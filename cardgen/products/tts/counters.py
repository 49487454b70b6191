"""Counters on the table: one for each player, before the seat, or one for all, in a corner."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.core.geometry import Size
from cardgen.core.units import MM_PER_INCH
from cardgen.model.components.table import TableCounter
from cardgen.products.tts import objects
from cardgen.products.tts.contents import TablePiece
from cardgen.products.tts.names import Guids, nickname
from cardgen.products.tts.objects import WHITE, Label, Pose, Thing
from cardgen.products.tts.setup import UNUSED, Seat, TablePlace, TableSetup

SIZE = Size(3.0 * MM_PER_INCH, 2.0 * MM_PER_INCH)
"""Room for a counter, whose size the game does not document."""
_RIGHT, _AWAY = 9.5, 3.0
"""Where a player's first counter is: right of the middle, and away from the edge."""


def placed_counters(plan: TableSetup) -> Iterator[tuple[TablePiece, TablePlace]]:
    """Yield every counter of a table with its place; further ones lie beyond the first."""
    if plan.table is None:
        return
    step = SIZE.height / MM_PER_INCH + 0.5
    own = common = 0
    for name, counter in plan.table.counters.items():
        id = f"{plan.table.id}/{name}"
        if counter.is_own:
            for seat in plan.seats:
                piece = _counter(plan, f"{id}/{seat.color.lower()}", counter, seat)
                yield piece, seat.before(_RIGHT, _AWAY + own * step)
            own += 1
        else:
            yield _counter(plan, id, counter, None), TablePlace(-UNUSED.x, UNUSED.z - common * step)
            common += 1


def _counter(plan: TableSetup, id: str, counter: TableCounter, seat: Seat | None) -> TablePiece:
    """Return a counter in the colour of its player; without a ``seat`` it is everybody's."""
    component, title = id.partition("/")[0], nickname(counter.title.plain)

    def make(pose: Pose, guids: Guids) -> Thing:
        whose = seat.color if seat else "all"
        label = Label(guids(plan.game.id, id), title, f"Counter for {whose}", tags=(component,))
        turn = 180.0 if seat is None or seat.near else 0.0
        paint = seat.paint if seat else WHITE
        return objects.counter(label, replace(pose, turn=turn), counter.start, paint)

    return TablePiece(id, component, "counter", title, SIZE, 0, make)

"""Counters on the table: one for each player, before the seat, or one for all, in a corner."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cardgen.products.tts import objects
from cardgen.products.tts.names import Guids, nickname
from cardgen.products.tts.objects import WHITE, Label, Pose, Thing
from cardgen.products.tts.setup import UNUSED, Seat, TablePlace, TableSetup

SIZE = 3.0, 2.0
"""Room for a counter, in inches: the game does not say how large it is."""
_RIGHT, _AWAY = 9.5, 3.0
"""Where a player's first counter is: right of the middle, and away from the edge."""


class PlacedCounter(Struct, frozen=True):
    """A counter where it lies; ``seat`` is whose it is, None if it is everybody's."""

    id: str
    title: str
    start: int
    place: TablePlace
    seat: Seat | None

    def thing(self, game: str, height: float, guids: Guids) -> Thing:
        """Return the object, in the colour of its player."""
        whose = self.seat.color if self.seat else "all"
        component, _, _ = self.id.partition("/")
        guid, words = guids(game, self.id), f"Counter for {whose}"
        label = Label(guid, self.title, words, tags=(component,))
        turn = 180.0 if self.seat is None or self.seat.near else 0.0
        pose = Pose(self.place.x, height, self.place.z, turn=turn)
        return objects.counter(label, pose, self.start, self.seat.paint if self.seat else WHITE)


def placed_counters(plan: TableSetup) -> Iterator[PlacedCounter]:
    """Yield every counter of a table; further ones lie beyond the first."""
    if plan.table is None:
        return
    own = common = 0
    for name, counter in plan.table.counters.items():
        id, title = f"{plan.table.id}/{name}", nickname(counter.title.plain)
        if counter.is_own:
            away = _AWAY + own * (SIZE[1] + 0.5)
            for seat in plan.seats:
                place = seat.before(_RIGHT, away)
                yield PlacedCounter(f"{id}/{seat.color.lower()}", title, counter.start, place, seat)
            own += 1
        else:
            place = TablePlace(-UNUSED.x, UNUSED.z - common * (SIZE[1] + 0.5))
            yield PlacedCounter(id, title, counter.start, place, None)
            common += 1

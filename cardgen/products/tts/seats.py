"""Who sits where: the table's measures and the seats around it, in game units (about inches).

The measures are those of the game's custom rectangular table: 88 × 52 inches of felt, hands held
just beyond its long sides. Published games with that table have them, and the community measured
it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.model.components.table import AROUND
from cardgen.products.tts.lint import SEATS
from cardgen.products.tts.names import Guids
from cardgen.products.tts.objects import Pose, Thing, hand_zone

TABLE = "Table_Custom"
FELT = (88.0, 52.0)
_HAND = (15.33, 11.9, 6.35)
_HAND_Z, _HAND_Y = 34.43, 3.3
_ELBOW_ROOM = 23.67
"""Between two players on one side, where there is room."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: its colour, the middle of its hand, and the turn of what is upright for it."""

    color: str
    x: float
    z: float

    @property
    def near(self) -> bool:
        """Whether it is on the side that White sees the table from."""
        return self.z < 0

    def zone(self, guids: Guids) -> Thing:
        """Return the zone of the player's hand."""
        width = min(_HAND[0], FELT[0] / 6)
        pose = Pose(
            self.x,
            _HAND_Y,
            self.z,
            turn=0 if self.near else 180,
            scale=(width, _HAND[1], _HAND[2]),
        )
        return hand_zone(guids("hand", self.color), self.color, SEATS[self.color], pose)


def seats(count: int, colors: Sequence[str] = ()) -> tuple[Seat, ...]:
    """Seat so many players around the table, clockwise from the middle or left of the near side.

    Half of them sit at the near side, one more where they are odd; ``colors`` go before those that
    a game without wishes gets.
    """
    named = [*colors, *(color for color in AROUND if color not in colors)]
    near, far = (count + 1) // 2, count // 2
    # Clockwise seen from above: along the near side to the left, along the far side to the right.
    places = [(x, -_HAND_Z) for x in reversed(_along(near))] + [(x, _HAND_Z) for x in _along(far)]
    first = (near - 1) // 2
    places = places[first:] + places[:first]
    return tuple(Seat(color, x, z) for color, (x, z) in zip(named, places, strict=False))


def _along(count: int) -> list[float]:
    step = min(_ELBOW_ROOM, (FELT[0] - _HAND[0]) / max(count - 1, 1))
    return [round((index - (count - 1) / 2) * step, 3) for index in range(count)]

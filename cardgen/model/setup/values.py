"""The steps of a set-up, and what they come to, for one number of players."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.model.record import Record
from cardgen.model.richtext import EMPTY, Rich

NOBODY = -1
ALL = -1
"""A number of cards: as many as there are."""
BOX = "box"
"""The place of what is not used with so many players."""

Where = Mapping[str, tuple[Any, ...]]
"""Which cards are meant: the values that each of some fields may have."""


class Spot(Struct, frozen=True):
    """Where something goes: a place, a piece or the box; or the felt before a ``player``.

    It may be some way off, in mm to the right and away from the player or the near side.
    """

    place: str = ""
    player: int = NOBODY
    right: float = 0.0
    away: float = 0.0
    at: Location | None = None


class SetupStep(Struct, frozen=True):
    """One thing to do: ``verb`` says what.

    ``piece`` is a deck or anything else that is on the table. Its name and the values of ``where``
    may hold names in braces that differ from seat to seat, see `at_seat`. ``number`` counts cards,
    0 is a piece as a whole. Cards may lie in ``rows``. Players count from 0.
    """

    verb: str
    at: Location
    piece: str = ""
    number: int = 0
    where: Where = {}
    spots: tuple[Spot, ...] = ()
    player: int = NOBODY
    face_down: bool | None = False
    rows: int = 0
    text: Rich = EMPTY


class Lying(Struct, frozen=True):
    """What lies on one spot: cards of a deck, or a piece as a whole (``number`` 0).

    ``card`` is the topmost one; an example where chance decides.
    """

    spot: Spot
    piece: str
    number: int = 0
    face_down: bool = False
    card: str = ""


class SetUp(Struct, frozen=True):
    """The steps for one number of ``players``, and what they come to.

    ``hands`` are the cards that each player holds, by deck, and ``held`` examples of them, as
    ``deck/card``; ``left`` is what remains of each deck.
    ``removed`` are the copies of cards that are certainly not used with so many players, by deck.
    ``seats`` has the names that differ from seat to seat, with their value at each.
    """

    players: int
    steps: tuple[SetupStep, ...] = ()
    lying: tuple[Lying, ...] = ()
    hands: tuple[Mapping[str, int], ...] = ()
    held: tuple[tuple[str, ...], ...] = ()
    left: Mapping[str, int] = {}
    removed: Mapping[str, Mapping[str, int]] = {}
    seats: Mapping[str, tuple[str, ...]] = {}
    first: int = 0


_SEAT = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def at_seat(text: str, seats: Mapping[str, Sequence[str]], seat: int) -> str:
    """Fill in the names that differ from seat to seat."""
    return _SEAT.sub(lambda match: seats[match[1]][seat] if match[1] in seats else match[0], text)


def where_at_seat(where: Where, seats: Mapping[str, Sequence[str]], seat: int) -> Where:
    """Fill in the same names in the values that cards are asked for."""
    return {
        name: tuple(at_seat(one, seats, seat) if isinstance(one, str) else one for one in wanted)
        for name, wanted in where.items()
    }


def seat_of(player: int, players: int, seats: int) -> int:
    """Return the seat of a player, 0 the first, where nobody has sat down: evenly around."""
    return player * seats // players


def tables_of(set_ups: Iterable[SetUp]) -> Record:
    """Return the table by number of players, for templates that picture it: ``setup["4"]``.

    Of each, ``on`` holds what lies on each place, ``before`` what lies on the felt before each
    player in turn, and ``hands`` the cards that each holds, as references. A thing has the ``ref``
    that pictures it, the number of its ``cards`` and whether it lies ``down``. Where chance
    decides, the cards are examples.
    """
    return Record({str(one.players): _table(one) for one in set_ups})


def _table(one: SetUp) -> Record:
    on: defaultdict[str, list[Record]] = defaultdict(list)
    before: list[list[Record]] = [[] for _ in range(one.players)]
    for lying in one.lying:
        player = lying.spot.player
        there = on[lying.spot.place] if player == NOBODY else before[player]
        # The back of a deck pictures what lies face down.
        is_open = lying.card and not lying.face_down
        ref = f"{lying.piece}/{lying.card}" if is_open else "/".join(lying.piece.split("/")[:2])
        cards = lying.number or one.left.get(lying.piece, 0)
        there.append(Record({"ref": ref, "cards": cards, "down": lying.face_down}))
    return Record(
        {
            "on": Record({place: tuple(things) for place, things in on.items()}),
            "before": tuple(map(tuple, before)),
            "hands": one.held,
        }
    )

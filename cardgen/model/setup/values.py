"""The steps of a set-up for one number of players, and the table after them."""

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
"""The number of a step for all cards."""
BOX = "box"
"""The place of cards that are not used with this number of players."""

Where = Mapping[str, tuple[Any, ...]]
"""Selects cards: the allowed values of each field."""


class Spot(Struct, frozen=True):
    """A spot on the table: a ``place`` of the board, a piece, the box, or the felt of a ``player``.

    ``right`` and ``away`` are its distance from there in mm, seen from the player or the near side.
    """

    place: str = ""
    player: int = NOBODY
    right: float = 0.0
    away: float = 0.0
    location: Location | None = None


class SetupStep(Struct, frozen=True):
    """One step: what ``verb`` does with a ``piece``, which is a deck or another piece of the table.

    The piece and the values of ``where`` may have names in braces that differ from seat to seat,
    see `at_seat`. ``number`` is the number of cards; 0 moves a whole piece. ``rows`` arranges the
    cards in rows. Players count from 0.
    """

    verb: str
    location: Location
    piece: str = ""
    number: int = 0
    where: Where = {}
    spots: tuple[Spot, ...] = ()
    player: int = NOBODY
    face_down: bool | None = False
    rows: int = 0
    text: Rich = EMPTY


class Placement(Struct, frozen=True):
    """The cards of a deck on one spot, or a whole piece (``number`` 0).

    ``card`` is the id of the top card, or of a possible top card if the deck is shuffled.
    """

    spot: Spot
    piece: str
    number: int = 0
    face_down: bool = False
    card: str = ""


class SetUp(Struct, frozen=True):
    """The steps for one number of ``players``, and the table after them.

    ``hands`` has for each player the number of cards in hand by deck, ``held_cards`` examples of
    these cards as ``deck/card``, and ``left`` the number of cards that remain in each deck.
    ``removed`` has by deck the number of copies of each card that the steps certainly remove.
    ``seats`` has the names that differ from seat to seat, with a value for each seat.
    """

    players: int
    steps: tuple[SetupStep, ...] = ()
    placements: tuple[Placement, ...] = ()
    hands: tuple[Mapping[str, int], ...] = ()
    held_cards: tuple[tuple[str, ...], ...] = ()
    left: Mapping[str, int] = {}
    removed: Mapping[str, Mapping[str, int]] = {}
    seats: Mapping[str, tuple[str, ...]] = {}
    first: int = 0


_SEAT = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def at_seat(text: str, seats: Mapping[str, Sequence[str]], seat: int) -> str:
    """Replace names in braces by their values at one seat."""
    return _SEAT.sub(lambda match: seats[match[1]][seat] if match[1] in seats else match[0], text)


def where_at_seat(where: Where, seats: Mapping[str, Sequence[str]], seat: int) -> Where:
    """Replace names in braces in the values of ``where``."""
    return {
        name: tuple(
            at_seat(value, seats, seat) if isinstance(value, str) else value for value in allowed
        )
        for name, allowed in where.items()
    }


def seat_of(player: int, players: int, seats: int) -> int:
    """Return the seat of a player, from 0, if the players are spread evenly around the table."""
    return player * seats // players


def tables_of(set_ups: Iterable[SetUp]) -> Record:
    """Return the record ``setup`` of templates: the table for each number of players.

    ``setup["4"].on`` has the pieces on each place, ``before`` the pieces on the felt of each player
    in turn, and ``hands`` references to the cards in each hand. A piece has a ``ref`` for pictures,
    its number of ``cards``, and ``down`` if it is face down. Cards of shuffled decks are examples.
    """
    return Record({str(set_up.players): _table(set_up) for set_up in set_ups})


def _table(set_up: SetUp) -> Record:
    on: defaultdict[str, list[Record]] = defaultdict(list)
    before: list[list[Record]] = [[] for _ in range(set_up.players)]
    for placement in set_up.placements:
        player = placement.spot.player
        pile = on[placement.spot.place] if player == NOBODY else before[player]
        # A reference to the deck itself shows its back: right for cards that are face down.
        is_open = placement.card and not placement.face_down
        ref = (
            f"{placement.piece}/{placement.card}"
            if is_open
            else "/".join(placement.piece.split("/")[:2])
        )
        cards = placement.number or set_up.left.get(placement.piece, 0)
        pile.append(Record({"ref": ref, "cards": cards, "down": placement.face_down}))
    return Record(
        {
            "on": Record({place: tuple(records) for place, records in on.items()}),
            "before": tuple(map(tuple, before)),
            "hands": set_up.held_cards,
        }
    )

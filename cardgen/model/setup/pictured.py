"""What a set-up comes to, for templates that picture the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from cardgen.model.record import Record
from cardgen.model.setup.values import NOBODY, Lying, SetUp


def pictured(set_ups: Iterable[SetUp]) -> Record:
    """Return the table by number of players: ``setup["4"]``.

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
        there.append(_thing(lying, one))
    return Record(
        {
            "on": Record({place: tuple(things) for place, things in on.items()}),
            "before": tuple(map(tuple, before)),
            "hands": one.held,
        }
    )


def _thing(lying: Lying, one: SetUp) -> Record:
    """Return one thing; the back of a deck pictures what lies face down."""
    is_open = lying.card and not lying.face_down
    ref = f"{lying.piece}/{lying.card}" if is_open else "/".join(lying.piece.split("/")[:2])
    cards = lying.number or one.left.get(lying.piece, 0)
    return Record({"ref": ref, "cards": cards, "down": lying.face_down})

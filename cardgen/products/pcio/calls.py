"""What buttons of a room do, as its file writes it.

The format is that of schema 8 of playingcards.io. It is not documented by its makers: the names of
functions and of their arguments are those of rooms that people have exported, and of the importer
of VirtualTabletop (``server/pcioimport.mjs``), which reads them as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Call = Mapping[str, Any]
Widget = dict[str, Any]


def _call(function: str, **arguments: Any) -> Call:
    given = {name: {"type": "literal", "value": value} for name, value in arguments.items()}
    return {"func": function, "args": given}


def move(source: str, to: str, number: int, face: str = "none") -> Call:
    """Move cards from one holder to another, or into the hand of a seat.

    ``face`` is ``faceUp``, ``faceDown`` or ``none``.
    """
    return _call(
        "MOVE_CARDS_BETWEEN_HOLDERS",
        **{"from": [source], "to": [to], "quantity": number, "moveFlip": face},
    )


def shuffle(holder: str) -> Call:
    """Shuffle what lies on a holder."""
    return _call("SHUFFLE_CARDS", holders=[holder])


def flip(holder: str, face: str) -> Call:
    """Turn over all that lies on a holder."""
    return _call("FLIP_CARDS", holders=[holder], flipMode="pile", flipFace=face, reverse="none")


def recall(decks: Sequence[str], face: str) -> Call:
    """Gather all cards of some collections on the holders that they belong to, also from hands."""
    return _call(
        "RECALL_CARDS", decks=list(decks), flip=face, includeHands="hands", includeHolders="holders"
    )


def button(id: str, label: str, calls: Iterable[Call], **at: float) -> Widget:
    """Return a button that makes calls, one after another."""
    steps = [{"id": f"{id}-{n}", "branches": [call]} for n, call in enumerate(calls, 1)]
    return {
        "id": id,
        "type": "automationButton",
        "label": label,
        **at,
        "clickRoutine": {"steps": steps},
    }

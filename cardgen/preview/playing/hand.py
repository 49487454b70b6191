"""The cards of a hand: which of them look the same in what is seen of them."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.geometry import Rect
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.proof.corners import alike

MOST_CARDS = 60
"""The most cards that are compared, more than a hand can hold."""


def alike_in(loaded: LoadedGame, sides: Iterable[str], part: Rect) -> list[list[str]]:
    """Return the faces, by id, that cannot be told apart by a ``part`` of them, in mm.

    Cards of one title may look alike. Those of different decks are compared, too, as one hand
    may hold them. A face that was never laid out is passed over.
    """
    with loaded.lock:
        every = [one for designs in loaded.sides.values() for one in designs]
        cards = {one.face.id: one.card for one in every if one.card is not None}
        shown = dict(loaded.shown)
    asked = [side for side in dict.fromkeys(sides) if side in cards and side in shown]
    frames = {side: frame for side in asked if (frame := shown[side].result.frame) is not None}
    ids = {id(cards[side]): side for side in frames}
    faces = [(cards[side], frame) for side, frame in frames.items()]
    return [[ids[id(card)] for card in group] for group in alike(faces, part)]

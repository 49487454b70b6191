"""The cards of a hand: which of them look the same in what is seen of them."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.geometry import Rect
from cardgen.frame import Frame
from cardgen.model.cards import Card
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.proof.corners import alike

MOST_CARDS = 60
"""More than a hand can hold."""


def alike_in(loaded: LoadedGame, sides: Iterable[str], part: Rect) -> list[list[str]]:
    """Return the faces, by id, that cannot be told apart by a ``part`` of them, in mm.

    Cards of one title may look alike. Those of different decks are compared, too, as one hand
    may hold them. A face that was never laid out is passed over.
    """
    ids: dict[int, str] = {}
    faces: list[tuple[Card, Frame]] = []
    with loaded.lock:
        designs = {
            one.face.id: one.card
            for designs in loaded.sides.values()
            for one in designs
            if one.card is not None
        }
        shown = dict(loaded.shown)
    for side in dict.fromkeys(sides):
        card, known = designs.get(side), shown.get(side)
        if card is not None and known is not None and known.result.frame is not None:
            ids[id(card)] = side
            faces.append((card, known.result.frame))
    return [[ids[id(card)] for card in group] for group in alike(faces, part)]

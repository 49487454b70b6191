"""How much room the parts of a game take in a box: piles side by side, booklets on top of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.core.geometry import Rect, Size
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import Token, TokenSet
from cardgen.model.game import Component

CARD, SLEEVED = 0.31, 0.55
"""Thickness of a card in mm, bare and in a sleeve."""
SLEEVE = 3.0
"""What a sleeve adds to a card's width and height, in mm."""
PLAY = 2.0
"""Room to spare in each direction, in mm."""
LEAF = 0.15
"""Thickness of a leaf of a booklet in mm: folded paper does not lie flat."""
LEAVES = 20
"""The number of leaves assumed for a booklet whose pages are not counted."""
DEEPEST = 80.0
_STEP = 0.5
_BETWEEN = 1.0  # mm between two piles
_SPAN = {6: 1.0, 20: 2 * 0.951}
_HIGH = {6: 1.0, 20: 1.512}
"""Width of a lying die and its height from face to face, as shares of its edge."""


class Lot(Struct, frozen=True):
    """Equal things that lie in piles: their size lying flat, how thick one is, and how many."""

    name: str
    width: float
    height: float
    thick: float
    count: int


class Stowage(Struct, frozen=True):
    """What a box must hold, and the least depth of the piles; None if they cannot lie in it."""

    floor: Size
    parts: tuple[Lot, ...]
    booklets: float
    """The height of all booklets, which lie on top."""
    piles: float | None

    @property
    def depth(self) -> float:
        """The depth of the content."""
        return (DEEPEST if self.piles is None else self.piles) + self.booklets

    @property
    def cards(self) -> int:
        """The number of cards."""
        return sum(part.count for part in self.parts if part.name == "cards")


HOLDABLE = (Deck, TokenSet, Die, Booklet)


def parts_of(components: Iterable[Component], thickness: float, sleeved: bool) -> tuple[Lot, ...]:
    """Return everything but booklets as parts."""
    more = SLEEVE if sleeved else 0.0
    found: list[Lot] = []
    for one in components:
        if isinstance(one, Deck) and one.count:
            size = one.size
            found.append(Lot("cards", size.width + more, size.height + more, thickness, one.count))
        elif isinstance(one, TokenSet):
            found += (_token(token, one) for token in one.tokens if token.copies)
        elif isinstance(one, Die) and one.copies:
            wide = one.edge * _SPAN[one.faces]
            found.append(Lot("dice", wide, wide, one.edge * _HIGH[one.faces], one.copies))
    together: dict[tuple[str, float, float, float], int] = {}
    for part in found:
        key = (part.name, part.width, part.height, part.thick)
        together[key] = together.get(key, 0) + part.count
    return tuple(Lot(*key, count) for key, count in together.items())


def _token(token: Token, of: TokenSet) -> Lot:
    """Return a token; a standee lies on its back, and its base stands on edge."""
    size = token.size
    if token.shape == "standee":
        return Lot("standees", size.width, size.height + CARD, 2 * of.tab, token.copies)
    layers = 2 if token.back else 1
    return Lot("tokens", size.width, size.height, layers * CARD, token.copies)


def stow(
    components: Sequence[Component],
    thickness: float,
    sleeved: bool,
    floor: Size | None = None,
    leaves: dict[str, int] | None = None,
) -> Stowage:
    """Find how deep a box must be; without a ``floor`` it is that of the largest booklet.

    ``leaves`` says how many leaves booklets have, by their ids.
    """
    booklets = [one for one in components if isinstance(one, Booklet)]
    parts = parts_of(components, thickness, sleeved)
    known = leaves or {}
    high = sum(known.get(one.id, LEAVES) * LEAF for one in booklets)
    if floor is None:
        flat = [one.page_size.size for one in booklets]
        if not flat:  # two piles of the largest things
            flat = [Size(2 * part.width + _BETWEEN, part.height) for part in parts]
        floor = Size(max(s.width for s in flat), max(s.height for s in flat))
    fitting = all(
        one.page_size.size.width <= floor.width and one.page_size.size.height <= floor.height
        for one in booklets
    )
    piles = least_depth(parts, floor) if fitting else None
    return Stowage(floor, parts, round(high, 2), piles)


def least_depth(parts: Sequence[Lot], floor: Size) -> float | None:
    """Return how high piles must be to have room on a floor; None if that is too high."""
    depth = math.ceil(max((part.thick for part in parts), default=0.0) / _STEP) * _STEP
    while depth <= DEEPEST:
        if _lie(parts, floor, depth):
            return depth
        depth += _STEP
    return None


def _lie(parts: Sequence[Lot], floor: Size, depth: float) -> bool:
    """Whether piles no higher than a depth find room on a floor."""
    piles: list[tuple[float, float]] = []
    for part in parts:
        each = math.floor(depth / part.thick + 1e-6)
        size = (part.width + _BETWEEN, part.height + _BETWEEN)
        piles += [size] * math.ceil(part.count / each)
    piles.sort(key=lambda one: -one[0] * one[1])
    return any(_found_room(piles, floor, turn) for turn in _TURNS)


_TURNS = (0.0, 1.0, -1.0)
"""How much is against turning a pile: nothing, or that it is turned, or that it is not."""


def _found_room(piles: Sequence[tuple[float, float]], floor: Size, turn: float) -> bool:
    """Put piles where they leave the least beside them, the largest first."""
    rooms = [Rect(0.0, 0.0, floor.width + _BETWEEN, floor.height + _BETWEEN)]
    for width, height in piles:
        ways = [
            (against, min(room.width - w, room.height - h), number, w, h)
            for number, room in enumerate(rooms)
            for w, h, against in ((width, height, 0.0), (height, width, turn))
            if w <= room.width and h <= room.height
        ]
        if not ways:
            return False
        _, _, number, w, h = min(ways)
        room = rooms.pop(number)
        beside, below = room.width - w, room.height - h
        if beside > below:  # the larger rest stays in one piece
            rooms.append(Rect(room.x + w, room.y, beside, room.height))
            rooms.append(Rect(room.x, room.y + h, w, below))
        else:
            rooms.append(Rect(room.x + w, room.y, beside, h))
            rooms.append(Rect(room.x, room.y + h, room.width, below))
    return True

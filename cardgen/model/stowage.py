"""The space that a game needs in a box: piles of pieces side by side, booklets on top of them."""

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
"""How much a sleeve adds to a card's width and height, in mm."""
PLAY = 2.0
"""Spare room in each direction, in mm."""
LEAF = 0.15
"""Thickness of a leaf of a booklet in mm: folded paper is thicker than flat paper."""
LEAVES = 20
"""The number of leaves assumed for a booklet whose pages are not counted."""
DEEPEST = 80.0
_STEP = 0.5
_BETWEEN = 1.0  # mm between two piles
_SPAN = {6: 1.0, 20: 2 * 0.951}
_HIGH = {6: 1.0, 20: 1.512}
"""Width of a die on the floor and its height from face to face, as multiples of its edge."""


class Lot(Struct, frozen=True):
    """Equal pieces for piles: the size and thickness of one in mm, and their number."""

    name: str
    width: float
    height: float
    thick: float
    count: int


class Stowage(Struct, frozen=True):
    """The content of a box, and the least depth of ``piles``; None if the floor is too small."""

    floor: Size
    parts: tuple[Lot, ...]
    booklets: float
    """The height of all booklets, which are on top."""
    piles: float | None

    @property
    def depth(self) -> float:
        """The depth of the content in mm."""
        return (DEEPEST if self.piles is None else self.piles) + self.booklets

    @property
    def cards(self) -> int:
        """The number of cards."""
        return sum(part.count for part in self.parts if part.name == "cards")


HOLDABLE = (Deck, TokenSet, Die, Booklet)


def parts_of(components: Iterable[Component], thickness: float, sleeved: bool) -> tuple[Lot, ...]:
    """Return all pieces except booklets; equal ones are one `Lot`."""
    sleeve_size = SLEEVE if sleeved else 0.0
    lots: list[Lot] = []
    for component in components:
        if isinstance(component, Deck) and component.count:
            size = component.size
            width, height = (side + sleeve_size for side in (size.width, size.height))
            lots.append(Lot("cards", width, height, thickness, component.count))
        elif isinstance(component, TokenSet):
            lots += (_token(token, component) for token in component.tokens if token.copies)
        elif isinstance(component, Die) and component.copies:
            wide = component.edge * _SPAN[component.faces]
            high = component.edge * _HIGH[component.faces]
            lots.append(Lot("dice", wide, wide, high, component.copies))
    counts: dict[tuple[str, float, float, float], int] = {}
    for part in lots:
        key = (part.name, part.width, part.height, part.thick)
        counts[key] = counts.get(key, 0) + part.count
    return tuple(Lot(*key, count) for key, count in counts.items())


def _token(token: Token, token_set: TokenSet) -> Lot:
    """Return the lot of a token; a standee is on its back, so its feet decide the thickness."""
    size = token.size
    if token.shape == "standee":
        return Lot("standees", size.width, size.height + CARD, 2 * token_set.tab, token.copies)
    layers = 2 if token.back else 1
    return Lot("tokens", size.width, size.height, layers * CARD, token.copies)


def stow(
    components: Sequence[Component],
    thickness: float,
    sleeved: bool,
    floor: Size | None = None,
    leaves: dict[str, int] | None = None,
) -> Stowage:
    """Return the content of a box and its depth.

    Without a ``floor`` the box has the size of the largest booklet. ``leaves`` has the number of
    leaves of booklets by id.
    """
    booklets = [component for component in components if isinstance(component, Booklet)]
    parts = parts_of(components, thickness, sleeved)
    leaf_counts = leaves or {}
    high = sum(leaf_counts.get(booklet.id, LEAVES) * LEAF for booklet in booklets)
    if floor is None:
        flat = [booklet.page_size.size for booklet in booklets]
        if not flat:  # no booklets: room for two piles of the largest pieces
            flat = [Size(2 * part.width + _BETWEEN, part.height) for part in parts]
        floor = Size(max(s.width for s in flat), max(s.height for s in flat))
    fitting = all(
        one.page_size.size.width <= floor.width and one.page_size.size.height <= floor.height
        for one in booklets
    )
    piles = least_depth(parts, floor) if fitting else None
    return Stowage(floor, parts, round(high, 2), piles)


def least_depth(parts: Sequence[Lot], floor: Size) -> float | None:
    """Return the least height of piles that fit on a floor side by side; None above `DEEPEST`."""
    depth = math.ceil(max((part.thick for part in parts), default=0.0) / _STEP) * _STEP
    while depth <= DEEPEST:
        if _fit(parts, floor, depth):
            return depth
        depth += _STEP
    return None


def _fit(parts: Sequence[Lot], floor: Size, depth: float) -> bool:
    piles: list[tuple[float, float]] = []
    for part in parts:
        each = math.floor(depth / part.thick + 1e-6)
        size = (part.width + _BETWEEN, part.height + _BETWEEN)
        piles += [size] * math.ceil(part.count / each)
    piles.sort(key=lambda pile: -pile[0] * pile[1])
    return any(_have_room(piles, floor, turn) for turn in _TURNS)


_TURNS = (0.0, 1.0, -1.0)
"""The cost of turning a pile in three attempts: none, avoid turning, prefer turning."""


def _have_room(piles: Sequence[tuple[float, float]], floor: Size, turn: float) -> bool:
    """Place piles, the largest first, where they leave the narrowest gap; return whether all fit.

    Each pile divides its free rectangle into two (a guillotine cut), as in Jylänki, "A Thousand
    Ways to Pack the Bin" (2010): best short side fit, split along the shorter leftover axis.
    """
    rooms = [Rect(0.0, 0.0, floor.width + _BETWEEN, floor.height + _BETWEEN)]
    for width, height in piles:
        choices = [
            (turn_cost, min(room.width - w, room.height - h), number, w, h)
            for number, room in enumerate(rooms)
            for w, h, turn_cost in ((width, height, 0.0), (height, width, turn))
            if w <= room.width and h <= room.height
        ]
        if not choices:
            return False
        _, _, number, w, h = min(choices)
        room = rooms.pop(number)
        right_width, below_height = room.width - w, room.height - h
        if right_width > below_height:  # keep the larger remainder in one piece
            rooms.append(Rect(room.x + w, room.y, right_width, room.height))
            rooms.append(Rect(room.x, room.y + h, w, below_height))
        else:
            rooms.append(Rect(room.x + w, room.y, right_width, h))
            rooms.append(Rect(room.x, room.y + h, room.width, below_height))
    return True

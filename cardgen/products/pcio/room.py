"""Where everything is in a room: boards in the middle, players at the left, buttons at the right.

A room is 1600 pixels wide and 1000 high, and the hand of whoever looks at it is at the bottom. The
boards, and what lies on and beside them, keep their places of the table (`TableSetup`), smaller.
What steps put before players lies beside their seats, in the order in which it lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from cardgen.core.geometry import Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame.reach import around
from cardgen.model.setup.values import NOBODY
from cardgen.products.pcio.piles import CardGroup, DealTarget
from cardgen.products.tts.setup import TablePlace, TableSetup, footprint

WIDTH, HEIGHT = 1600, 1000
HAND = Rect(50, 820, 1500, 180)
_WORDS = 56
"""The height of the lines at the top."""
_BUTTONS = 130
_EDGE, _GAP = 12, 8
_SEAT = Size(150, 40)
_BEFORE = 380
"""The greatest width of what lies before a player."""
_LABEL = 20
_BARE = Rect(-5.0, -5.0, 10.0, 10.0)
"""What the middle of a room shows if nothing lies there, in inches of the table."""


class RoomSpot(Struct, frozen=True):
    """A rectangle in pixels, and the pixels to a millimetre of what lies there."""

    box: Rect
    scale: float


def across(size: Size, scale: float) -> Size:
    """Return the size of a piece in pixels."""
    return Size(round(size.width * scale, 2), round(size.height * scale, 2))


class RoomPlan(Struct, frozen=True):
    """The places of a room, by the ids of its widgets; ``fixed`` are boards and dice, by piece."""

    fixed: Mapping[str, Rect]
    holders: Mapping[str, RoomSpot]
    seats: Sequence[Rect]
    words: Rect
    buttons: Rect


def room_plan(
    table: TableSetup, groups: Mapping[str, tuple[CardGroup, ...]], targets: Iterable[DealTarget]
) -> RoomPlan:
    """Find room for everything; ``groups`` are those of each holder that they lie on at first."""
    targets = list(targets)
    own = [one for one in targets if one.seat != NOBODY]
    left = _EDGE + _SEAT.width + (_GAP + _BEFORE if own else 0)
    lying = {piece.id: (piece, place) for piece, place, _ in table.pieces}
    known = {f"at-{name}": place for name, place in table.places.items()}
    for id, (_, place) in lying.items():
        known.setdefault(f"home-{id.replace('/', '-')}", place)
        known.setdefault(f"at-{id}", place)  # where a piece without a place of its own lies
    on = {id: known[id] for id in groups if id in known}
    for one in targets:
        there = known.get(f"at-{one.spot.place}")
        if one.seat == NOBODY and there is not None:
            right, away = one.spot.right / MM_PER_INCH, one.spot.away / MM_PER_INCH
            on[one.id] = TablePlace(there.x + right, there.z + away)
    sizes = {id: those[0].size for id, those in groups.items()}
    for one in targets:
        larger = max((sizes.get(one.id, one.size), one.size), key=lambda size: size.height)
        sizes[one.id] = larger
    tray = [id for id in sizes if id not in on and not any(one.id == id for one in own)]
    low = HAND.y - _GAP - (150 if tray else 0)
    middle = Rect(left + _GAP, _WORDS, WIDTH - _BUTTONS - left - 2 * _GAP, low - _WORDS)
    fixed = [(table.board, TablePlace(0.0, 0.0))] if table.board else []
    fixed += [one for one in lying.values() if one[0].kind in ("board", "die")]
    shapes = [_around(place, *footprint(piece)) for piece, place in fixed]
    shapes += [_around(on[id], *_inches(sizes[id])) for id in on]
    whole = around(shapes or [_BARE])
    inch = min(middle.width / whole.width, (middle.height - _LABEL) / whole.height, 40.0)
    x = middle.x + (middle.width - whole.width * inch) / 2 - whole.x * inch
    y = middle.y + _LABEL - whole.y * inch

    def placed(place: TablePlace, size: tuple[float, float]) -> Rect:
        box = _around(place, *size)
        return _rounded(x + box.x * inch, y + box.y * inch, box.width * inch, box.height * inch)

    scale = inch / MM_PER_INCH
    holders = {id: RoomSpot(placed(on[id], _inches(sizes[id])), scale) for id in on}
    holders |= _in_a_row(tray, sizes, Rect(middle.x, low + _LABEL + 4, middle.width, 120), scale)
    seats, before = _players(table, own, sizes, scale)
    shown = {piece.id: placed(place, footprint(piece)) for piece, place in fixed}
    return RoomPlan(
        shown,
        {**holders, **before},
        seats,
        Rect(middle.x, 6, middle.width, _WORDS - 6),
        Rect(WIDTH - _BUTTONS, _WORDS, _BUTTONS - _EDGE, low - _WORDS),
    )


def _inches(size: Size) -> tuple[float, float]:
    return size.width / MM_PER_INCH, size.height / MM_PER_INCH


def _around(place: TablePlace, width: float, depth: float) -> Rect:
    """Return the rectangle around a place of the table, in inches, y towards White."""
    return Rect(place.x - width / 2, -place.z - depth / 2, width, depth)


def _rounded(x: float, y: float, width: float, height: float) -> Rect:
    return Rect(round(x, 1), round(y, 1), round(width, 1), round(height, 1))


def _in_a_row(
    ids: Sequence[str], sizes: Mapping[str, Size], room: Rect, scale: float
) -> dict[str, RoomSpot]:
    if not ids:
        return {}
    wide = sum(sizes[id].width for id in ids)
    free = room.width - _GAP * 3 * (len(ids) - 1)
    scale = min(scale, free / wide, room.height / max(sizes[id].height for id in ids))
    found, x = {}, room.x
    for id in ids:
        size = across(sizes[id], scale)
        found[id] = RoomSpot(_rounded(x, room.y, size.width, size.height), scale)
        x += size.width + _GAP * 3
    return found


def _players(
    table: TableSetup,
    own: Sequence[DealTarget],
    sizes: Mapping[str, Size],
    scale: float,
) -> tuple[list[Rect], dict[str, RoomSpot]]:
    """Give each seat a row at the left, with what lies before it to the right of it."""
    high = (HAND.y - _GAP - _WORDS) / len(table.seats)
    seats, found = [], {}
    for number in range(len(table.seats)):
        top = _WORDS + number * high
        seats.append(_rounded(_EDGE, top + (high - _SEAT.height) / 2, _SEAT.width, _SEAT.height))
        mine = [one for one in own if one.seat == number]
        if not mine:
            continue
        boxes = {
            one.id: _around(
                TablePlace(one.spot.right / MM_PER_INCH, one.spot.away / MM_PER_INCH),
                *_inches(sizes[one.id]),
            )
            for one in mine
        }
        packed = _packed(boxes)
        whole = around(packed.values())
        inch = min(scale * MM_PER_INCH, _BEFORE / whole.width, (high - _GAP) / whole.height)
        x, y = _EDGE + _SEAT.width + _GAP, top + (high - whole.height * inch) / 2
        for id, box in packed.items():
            at = x + (box.x - whole.x) * inch, y + (box.y - whole.y) * inch
            spot = _rounded(*at, box.width * inch, box.height * inch)
            found[id] = RoomSpot(spot, inch / MM_PER_INCH)
    return seats, found


def _packed(boxes: Mapping[str, Rect]) -> dict[str, Rect]:
    """Move boxes together, keeping their order from left to right, where they are far apart."""
    found: dict[str, Rect] = {}
    columns = sorted({round(box.x + box.width / 2, 3) for box in boxes.values()})
    x = 0.0
    for column in columns:
        those = [id for id, box in boxes.items() if round(box.x + box.width / 2, 3) == column]
        wide = max(boxes[id].width for id in those)
        for id in those:
            box = boxes[id]
            found[id] = Rect(x + (wide - box.width) / 2, box.y, box.width, box.height)
        x += wide + 0.15
    return found

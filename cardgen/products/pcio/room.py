"""The layout of a room: boards in the middle, players at the left, buttons at the right.

A room is 1600 pixels wide and 1000 high, and the player's own hand is at the bottom. Boards and
the pieces on and beside them keep their positions of the table (`TableSetup`), smaller. Pieces that
steps put in front of players are beside their seats, in the same order as on the table.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from cardgen.core.geometry import Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame.reach import bounding_rect
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
"""The greatest width of the pieces in front of a player."""
_LABEL = 20
_BARE = Rect(-5.0, -5.0, 10.0, 10.0)
"""The part of the table that an empty room shows in its middle, in inches."""


class RoomSpot(Struct, frozen=True):
    """A rectangle in pixels, and the scale of its pieces in pixels per millimetre."""

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
    """Position all widgets; ``groups`` are the first groups on each holder, by its id."""
    targets = list(targets)
    # Positions on the table, in inches, of places, pieces and the targets of steps.
    own = [target for target in targets if target.seat != NOBODY]
    left = _EDGE + _SEAT.width + (_GAP + _BEFORE if own else 0)
    lying = {piece.id: (piece, place) for piece, place, _ in table.pieces}
    places = {f"at-{name}": place for name, place in table.places.items()}
    for id, (_, place) in lying.items():
        places.setdefault(f"home-{id.replace('/', '-')}", place)
        places.setdefault(f"at-{id}", place)  # the place of a piece that has no named place
    on = {id: places[id] for id in groups if id in places}
    for target in targets:
        base = places.get(f"at-{target.spot.place}")
        if target.seat == NOBODY and base is not None:
            right, away = target.spot.right / MM_PER_INCH, target.spot.away / MM_PER_INCH
            on[target.id] = TablePlace(base.x + right, base.z + away)
    sizes = {id: holder_groups[0].size for id, holder_groups in groups.items()}
    for target in targets:
        larger = max((sizes.get(target.id, target.size), target.size), key=lambda size: size.height)
        sizes[target.id] = larger
    # Holders without a position on the table go into a tray below the table.
    tray = [id for id in sizes if id not in on and not any(target.id == id for target in own)]
    low = HAND.y - _GAP - (150 if tray else 0)
    middle = Rect(left + _GAP, _WORDS, WIDTH - _BUTTONS - left - 2 * _GAP, low - _WORDS)
    # Scale the part of the table that is in use to the room between seats and buttons.
    fixed = [(table.board, TablePlace(0.0, 0.0))] if table.board else []
    fixed += [entry for entry in lying.values() if entry[0].kind in ("board", "die")]
    shapes = [_around(place, *footprint(piece)) for piece, place in fixed]
    shapes += [_around(on[id], *_inches(sizes[id])) for id in on]
    table_box = bounding_rect(shapes or [_BARE])
    inch = min(middle.width / table_box.width, (middle.height - _LABEL) / table_box.height, 40.0)
    x = middle.x + (middle.width - table_box.width * inch) / 2 - table_box.x * inch
    y = middle.y + _LABEL - table_box.y * inch

    def place_rect(place: TablePlace, size: tuple[float, float]) -> Rect:
        box = _around(place, *size)
        return _rounded_rect(
            x + box.x * inch, y + box.y * inch, box.width * inch, box.height * inch
        )

    scale = inch / MM_PER_INCH
    holders = {id: RoomSpot(place_rect(on[id], _inches(sizes[id])), scale) for id in on}
    holders |= _in_a_row(tray, sizes, Rect(middle.x, low + _LABEL + 4, middle.width, 120), scale)
    seats, before = _players(table, own, sizes, scale)
    fixed_boxes = {piece.id: place_rect(place, footprint(piece)) for piece, place in fixed}
    return RoomPlan(
        fixed_boxes,
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


def _rounded_rect(x: float, y: float, width: float, height: float) -> Rect:
    return Rect(round(x, 1), round(y, 1), round(width, 1), round(height, 1))


def _in_a_row(
    ids: Sequence[str], sizes: Mapping[str, Size], room: Rect, scale: float
) -> dict[str, RoomSpot]:
    if not ids:
        return {}
    wide = sum(sizes[id].width for id in ids)
    free = room.width - _GAP * 3 * (len(ids) - 1)
    scale = min(scale, free / wide, room.height / max(sizes[id].height for id in ids))
    spots, x = {}, room.x
    for id in ids:
        size = across(sizes[id], scale)
        spots[id] = RoomSpot(_rounded_rect(x, room.y, size.width, size.height), scale)
        x += size.width + _GAP * 3
    return spots


def _players(
    table: TableSetup, own: Sequence[DealTarget], sizes: Mapping[str, Size], scale: float
) -> tuple[list[Rect], dict[str, RoomSpot]]:
    """Give each seat a row at the left, with the pieces in front of the player beside it."""
    high = (HAND.y - _GAP - _WORDS) / len(table.seats)
    seats, spots = [], {}
    for number in range(len(table.seats)):
        top = _WORDS + number * high
        seats.append(
            _rounded_rect(_EDGE, top + (high - _SEAT.height) / 2, _SEAT.width, _SEAT.height)
        )
        mine = [target for target in own if target.seat == number]
        if not mine:
            continue
        boxes = {
            target.id: _around(
                TablePlace(target.spot.right / MM_PER_INCH, target.spot.away / MM_PER_INCH),
                *_inches(sizes[target.id]),
            )
            for target in mine
        }
        packed = _pack_boxes(boxes)
        pile_box = bounding_rect(packed.values())
        inch = min(scale * MM_PER_INCH, _BEFORE / pile_box.width, (high - _GAP) / pile_box.height)
        x, y = _EDGE + _SEAT.width + _GAP, top + (high - pile_box.height * inch) / 2
        for id, box in packed.items():
            corner = x + (box.x - pile_box.x) * inch, y + (box.y - pile_box.y) * inch
            spot = _rounded_rect(*corner, box.width * inch, box.height * inch)
            spots[id] = RoomSpot(spot, inch / MM_PER_INCH)
    return seats, spots


def _pack_boxes(boxes: Mapping[str, Rect]) -> dict[str, Rect]:
    """Move boxes together, keeping their order from left to right, where they are far apart."""
    moved_boxes: dict[str, Rect] = {}
    columns = sorted({round(box.x + box.width / 2, 3) for box in boxes.values()})
    x = 0.0
    for column in columns:
        column_ids = [id for id, box in boxes.items() if round(box.x + box.width / 2, 3) == column]
        wide = max(boxes[id].width for id in column_ids)
        for id in column_ids:
            box = boxes[id]
            moved_boxes[id] = Rect(x + (wide - box.width) / 2, box.y, box.width, box.height)
        x += wide + 0.15
    return moved_boxes

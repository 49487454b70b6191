"""Positions all pieces on the table before a player presses a button, and draws the felt.

Places are in game units, about an inch each: x to the right, z away from White. The board is in
the middle, its top edge away from White; further wide boards follow beyond it. A place on the
board is an element of the board's template with an ``id``, and pieces with that name start there.
All other pieces start in rows on the felt beside the board. Players sit along the two long sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, OutputError
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.style import Color, RadialGradient
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, RegionKind, Shape, Stroke
from cardgen.impose.contact import in_blocks
from cardgen.model.components.deck import Deck
from cardgen.model.components.table import AROUND, CLOCKWISE, VirtualTable, player_counts
from cardgen.model.game import Game
from cardgen.model.problems import bad_value, unknown_name
from cardgen.model.setup.values import at_seat
from cardgen.products.artifact import Tools
from cardgen.products.options import TABLES
from cardgen.products.request import ProductRequest
from cardgen.products.tts.contents import PictureFacts, TableContents, TablePictures, TablePiece
from cardgen.products.tts.names import Guids
from cardgen.products.tts.objects import Pose, Thing, hand_zone

FELT = (88.0, 52.0)
"""Width and depth of the game's custom rectangular table.

The game does not document the measures of its tables. The makers of published games measured
these. Hand zones are just beyond the long sides.
"""
_HAND = (14.67, 11.9, 6.35)
"""The usual width, the height and the depth of a hand zone."""
_HAND_Z, _HAND_Y = 34.43, 3.3
_ELBOW_ROOM = 23.67
"""The distance between two players on one side, if there is room."""

_GAP = 0.5
_EDGE = 1.5
_SHELF = 9.5
"""The greatest width of a row beside the board, in inches."""
_LEAST_TOP = 10.0
_OPEN = Size(300.0, 200.0)
"""The space kept free in the middle of a table without a board, in mm."""
SEATS = {
    "White": (1.0, 1.0, 1.0),
    "Brown": (0.443, 0.231, 0.09),
    "Red": (0.856, 0.1, 0.094),
    "Orange": (0.956, 0.392, 0.113),
    "Yellow": (0.905, 0.898, 0.172),
    "Green": (0.192, 0.701, 0.168),
    "Teal": (0.129, 0.694, 0.607),
    "Blue": (0.118, 0.53, 1.0),
    "Purple": (0.627, 0.125, 0.941),
    "Pink": (0.96, 0.439, 0.807),
}
"""The seats of the game, named by their colours (scripting API, "Player Colors")."""


class TableSetup(Struct, frozen=True):
    """The seats, places and pieces of a table before its script runs."""

    game: Game
    table: VirtualTable | None
    counts: tuple[int, ...]
    seats: tuple[Seat, ...]
    board: TablePiece | None
    places: Mapping[str, TablePlace]
    pieces: tuple[tuple[TablePiece, TablePlace, str | None], ...]
    """Every other piece, its place, and the name of the place if it has one."""

    @property
    def has_turns(self) -> bool:
        """True if players take turns in the order of their seats."""
        return self.counts[-1] > 1 and (self.table is None or self.table.turns == CLOCKWISE)

    def spread(self, count: int) -> tuple[Seat, ...]:
        """Choose seats for a number of players who have not sat down yet, spread evenly."""
        return tuple(self.seats[index * len(self.seats) // count] for index in range(count))


def table_of(game: Game) -> VirtualTable | None:
    """Return the virtual table of a game; None without one."""
    return next((c for c in game.components.values() if isinstance(c, VirtualTable)), None)


def set_up(request: ProductRequest, contents: TableContents) -> TableSetup:
    """Position the seats and all pieces of a game on the table."""
    game = request.game
    table = table_of(game)
    left_out = table.leave_out if table else ()
    pieces = [piece for piece in contents.pieces if piece.component not in left_out]
    boards = [piece for piece in pieces if piece.kind == "board"]
    board_id = table.board if table else ""
    board = next((piece for piece in boards if piece.id == board_id), boards[0] if boards else None)
    places: dict[str, TablePlace] = {}

    def places_of(piece: TablePiece) -> Mapping[str, TablePlace]:
        return board_places(request.frames[request.sides[piece.component][0].face.id])

    if board is not None:
        places |= places_of(board)
    named = table.places if table else {}
    set_down: list[tuple[TablePiece, TablePlace, str | None]] = []
    homeless = []
    for piece in pieces:
        name = place_of(piece, named, places)
        if piece is board:
            continue
        if name is None:
            homeless.append(piece)
        else:
            set_down.append((piece, places[name], name))
    size = board.size if board else _OPEN
    for piece, spot in beyond(boards, board):
        set_down.append((piece, spot, None))
        homeless.remove(piece)
        places |= {f"{piece.id}/{n}": place.shift(spot) for n, place in places_of(piece).items()}
    shelf = shelves(homeless, size)
    set_down += [(piece, spot, None) for piece, spot in zip(homeless, shelf, strict=True)]
    counts = player_counts(game.players)
    spots = [places[name] for name, _ in (table.sit_at if table else ()) if name in places]
    around = seats(counts[-1], table.seats if table else (), spots, hand_width(game))
    return TableSetup(game, table, counts, around, board, places, tuple(set_down))


def check_places(request: ProductRequest, plan: TableSetup) -> None:
    """Raise OutputError if the set-up names places that the table does not have.

    Skips the check if a board is blank, because its template then has an error.
    """
    pieces = [plan.board, *(piece for piece, _, _ in plan.pieces)]
    boards = [piece.design for piece in pieces if piece is not None and piece.kind == "board"]
    if any(not request.frames[board.face.id].items for board in boards if board is not None):
        return
    place_names = sorted({*plan.places, *(piece.id for piece in pieces if piece is not None)})
    diagnostics: dict[Diagnostic, None] = {}
    sit_at = plan.table.sit_at if plan.table else ()
    for name, location in sit_at:
        if name not in plan.places:
            diagnostics[unknown_name(location, "place", name, sorted(plan.places))] = None
    if sit_at and len(sit_at) != len(plan.seats):
        message = f"{len(sit_at)} places to sit at, for {len(plan.seats)} players"
        diagnostics[bad_value(sit_at[0][1], message, "name a place for each player")] = None
    for setup in plan.game.setup:
        seats = range(len(next(iter(setup.seats.values()), ("",))))
        for spot in (
            spot for step in setup.steps for spot in step.spots if spot.location is not None
        ):
            for name in sorted({at_seat(spot.place, setup.seats, seat) for seat in seats}):
                if name not in place_names:
                    diagnostics[unknown_name(spot.location, "place", name, place_names)] = None
    if diagnostics:
        raise OutputError(*diagnostics)


class TablePlace(Struct, frozen=True):
    """A place on the table: its middle, and its size if it has one."""

    x: float
    z: float
    width: float = 0.0
    depth: float = 0.0

    def json(self) -> dict[str, float]:
        """Return the numbers, rounded."""
        values = {"x": self.x, "z": self.z, "width": self.width, "depth": self.depth}
        return {name: round(value, 3) + 0.0 for name, value in values.items()}

    def shift(self, offset: TablePlace) -> TablePlace:
        """Return this place of a board, for a board whose middle is at ``offset``."""
        return TablePlace(self.x + offset.x, self.z + offset.z, self.width, self.depth)


UNUSED = TablePlace(FELT[0] / 2 - 3, FELT[1] / 2 - 3)
"""The place of unused pieces, in a corner of the table."""


def board_places(frame: Frame) -> dict[str, TablePlace]:
    """Return the places of a board by the ids of their elements; the first of equal ids counts."""
    places: dict[str, TablePlace] = {}
    for region, matrix in frame.regions(RegionKind.NAMED):
        places.setdefault(region.id, _place(matrix.apply_rect(region.rect), frame.size))
    return places


def _place(rect: Rect, board: Size) -> TablePlace:
    return TablePlace(
        (rect.x + rect.width / 2 - board.width / 2) / MM_PER_INCH,
        (board.height / 2 - rect.y - rect.height / 2) / MM_PER_INCH,
        rect.width / MM_PER_INCH,
        rect.height / MM_PER_INCH,
    )


def place_of(
    piece: TablePiece, named: Mapping[str, str], places: Mapping[str, TablePlace]
) -> str | None:
    """Return the name of a piece's place: as the table names it, or the same as the piece's id."""
    place_name = named.get(piece.id)
    for name in (place_name,) if place_name else (piece.id, piece.id.rpartition("/")[2]):
        if name in places:
            return name
    return None


def beyond(
    boards: Sequence[TablePiece], first: TablePiece | None
) -> Iterator[tuple[TablePiece, TablePlace]]:
    """Place other boards that are at least half as wide beyond the first board, as room allows."""
    if first is None:
        return
    z = first.size.height / 2 / MM_PER_INCH
    for piece in boards:
        width, depth = footprint(piece)
        wide = piece is not first and width * 2 >= first.size.width / MM_PER_INCH
        if wide and z + _GAP + depth <= FELT[1] / 2 - _EDGE:
            yield piece, TablePlace(0.0, z + _GAP + depth / 2, width, depth)
            z += _GAP + depth


def shelves(pieces: Sequence[TablePiece], board: Size) -> Iterator[TablePlace]:
    """Place pieces without a named place beside the board, in rows from its top edge down.

    Each component begins a new row. The right side fills first, then the left side, which takes
    all remaining pieces, even beyond the felt. Behind a standee is room for its height, so that it
    hides no other piece.
    """
    half = board.width / 2 / MM_PER_INCH + 2 * _GAP
    room = min(FELT[0] / 2 - _EDGE - half, _SHELF)
    top = max(board.height / 2 / MM_PER_INCH, _LEAST_TOP)
    low = -FELT[1] / 2 + _EDGE
    side, along, z, row = 1, 0.0, top, 0.0
    before = ""
    for piece in pieces:
        width, base = footprint(piece)
        depth = piece.size.height / MM_PER_INCH
        if along and (along + width > room or piece.component != before):
            along, z, row = 0.0, z - row - _GAP, 0.0
        if z - depth < low and side == 1:
            side, along, z, row = -1, 0.0, top, 0.0
        yield TablePlace(side * (half + along + width / 2), z - depth + base / 2, width, base)
        along += width + _GAP
        row, before = max(row, depth), piece.component


def footprint(piece: TablePiece) -> tuple[float, float]:
    """Return the space that a piece takes up, in inches; the base of a standee is square."""
    width, depth = piece.size.width / MM_PER_INCH, piece.size.height / MM_PER_INCH
    return (width, width) if piece.kind == "standee" else (width, depth)


class Seat(Struct, frozen=True):
    """A seat: its colour, and the middle and the width of the hand zone."""

    color: str
    x: float
    z: float
    width: float = _HAND[0]

    @property
    def near(self) -> bool:
        """True on the near side, where White sits by default."""
        return self.z < 0

    @property
    def paint(self) -> tuple[float, float, float]:
        """Its colour as red, green and blue, each up to 1."""
        return SEATS[self.color]

    @property
    def hand(self) -> TablePlace:
        """The space where the player holds cards."""
        return TablePlace(self.x, self.z, self.width, _HAND[2])

    def before(self, right: float, away: float) -> TablePlace:
        """Return a spot on the felt before the player: right of the middle, away from the edge."""
        side = 1 if self.near else -1
        return TablePlace(self.x + side * right, side * (away - FELT[1] / 2))

    def zone(self, guids: Guids) -> Thing:
        """Return the zone for the hand of the player."""
        hand = self.hand
        pose = Pose(
            hand.x,
            _HAND_Y,
            hand.z,
            turn=0 if self.near else 180,
            scale=(hand.width, _HAND[1], hand.depth),
        )
        return hand_zone(guids("hand", self.color), self.color, self.paint, pose)


def seats(
    count: int, colors: Sequence[str] = (), spots: Sequence[TablePlace] = (), hand: float = _HAND[0]
) -> tuple[Seat, ...]:
    """Seat players around the table, clockwise from the middle (or left of it) of the near side.

    Half of them, rounded up, sit on the near side. With ``spots`` of the board, each sits on the
    side that is nearer to a spot. ``colors`` are used first, then the usual ones. ``hand`` is the
    width of a hand zone in inches; zones of close neighbours are narrower.
    """
    named = [*colors, *(color for color in AROUND if color not in colors)]
    if len(spots) == count:
        places = _at_spots(spots)
    else:
        near, far = (count + 1) // 2, count // 2
        # Clockwise from above: along the near side to the left, along the far side to the right.
        places = [(x, -_HAND_Z) for x in reversed(_along(near))]
        places += [(x, _HAND_Z) for x in _along(far)]
        first = (near - 1) // 2
        places = places[first:] + places[:first]
    return tuple(
        Seat(color, x, z, _room(x, [neighbor_x for neighbor_x, side in places if side == z], hand))
        for color, (x, z) in zip(named, places, strict=False)
    )


def hand_width(game: Game) -> float:
    """Return the width of a hand zone, in inches: enough for all cards of a first hand in a row."""
    decks = {
        id: component.size.width / MM_PER_INCH
        for id, component in game.components.items()
        if isinstance(component, Deck)
    }
    hands = (hand for set_up in game.setup for hand in set_up.hands)
    return max([_HAND[0], *(sum(decks[id] * n for id, n in hand.items()) for hand in hands)])


def _along(count: int) -> list[float]:
    step = min(_ELBOW_ROOM, (FELT[0] - _HAND[0]) / max(count - 1, 1))
    return [round((index - (count - 1) / 2) * step, 3) for index in range(count)]


def _at_spots(spots: Sequence[TablePlace]) -> list[tuple[float, float]]:
    """Return the positions of the seats at these spots, evenly spread where too close together."""
    sides = [-_HAND_Z if spot.z <= 0 else _HAND_Z for spot in spots]
    positions, end = [0.0] * len(spots), (FELT[0] - _HAND[0]) / 2
    for side in (-_HAND_Z, _HAND_Z):
        order = sorted((n for n, z in enumerate(sides) if z == side), key=lambda n: spots[n].x)
        xs = [round(min(max(spots[n].x, -end), end), 3) for n in order]
        tight = any(b - a < _HAND[0] for a, b in pairwise(xs))
        for n, x in zip(order, _along(len(order)) if tight else xs, strict=True):
            positions[n] = x
    return list(zip(positions, sides, strict=True))


def _room(x: float, side: Sequence[float], hand: float) -> float:
    """Return the width of a hand zone that ends before its neighbours and the table's edge."""
    nearest = min((abs(x - neighbor_x) for neighbor_x in side if neighbor_x != x), default=FELT[0])
    return round(min(hand, nearest - _GAP, FELT[0] - 2 * abs(x)), 3)


PLAIN = "#34463d"
PIXELS = 1024
"""The longer side in pixels, which is enough for a soft gradient."""
_MM = 10.0
"""Units of the Frame to an inch: small, because there is no fine detail."""


def draw_felt(request: ProductRequest, table: VirtualTable | None, pictures: TablePictures) -> str:
    """Describe the picture, and return its address."""
    frame = cloth(felt_color(request.game, table))
    longest = in_blocks(min(PIXELS, request.hosting.longest))
    size = longest, in_blocks(round(longest * FELT[1] / FELT[0]))
    key = digest((TABLES, "felt", frame.fingerprint, size))

    def make(tools: Tools) -> bytes:
        return tools.camera.grid([frame], 1, 1, size, "png")

    return pictures.draw(request, "felt", key, "png", PictureFacts(*size), make)


def felt_color(game: Game, table: VirtualTable | None) -> Color:
    """Return the game's colour of the felt, or the usual one."""
    return game.theme.color((table.felt if table else "") or PLAIN)


def cloth(color: Color) -> Frame:
    """Draw the cloth, lit in the middle and darker towards its edge, with a seam all around."""
    width, height = FELT[0] * _MM, FELT[1] * _MM
    middle = ((0.0, _shade(color, 1.12)), (0.6, color), (1.0, _shade(color, 0.62)))
    light = RadialGradient(width / 2, height / 2, width * 0.6, middle)
    box = Rect(0, 0, width, height)
    seam = Stroke(_shade(color, 1.45), 1.6, dash=(6.0, 4.0))
    items = [
        Shape(Path.rect(box), light),
        Shape(Path.rect(box.grow(-14), 22), None, Stroke(_shade(color, 0.75), 5.0)),
        Shape(Path.rect(box.grow(-20), 18), None, seam),
    ]
    return Frame(Size(width, height), items)


def _shade(color: Color, factor: float) -> Color:
    red, green, blue = (min(part * factor, 1.0) for part in (color.red, color.green, color.blue))
    return Color(red, green, blue)

"""The table after its set-up, as the script leaves it for those who have not sat down yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from cardgen.core.units import MM_PER_INCH
from cardgen.model.setup.values import BOX, NOBODY, SetUp, Spot
from cardgen.products.tts.contents import TablePiece
from cardgen.products.tts.objects import Pose
from cardgen.products.tts.setup import FELT, UNUSED, Seat, TablePlace, TableSetup
from cardgen.products.tts.tabletop import laid_out


def dealt(plan: TableSetup, one: SetUp) -> Iterator[tuple[TablePiece, Pose, str]]:
    """Yield everything that lies there, later ones on top, and of cards that were drawn which one.

    Cards that were drawn to one spot are a piece of their own. What is held in hand is not there.
    """
    known = {piece.id: (piece, pose) for piece, pose in laid_out(plan)}
    places = {piece.id: place for piece, place, _ in plan.pieces} | dict(plan.places)
    seats = plan.spread(one.players)
    moved = {lying.piece for lying in one.lying if not lying.number}
    for id, (piece, pose) in known.items():
        left = one.left.get(id, piece.cards)
        if id not in moved and (left or not piece.cards):
            yield replace(piece, cards=left), pose, ""
    for index, lying in enumerate(one.lying):
        piece, pose = known[lying.piece]
        turn, place = _place(lying.spot, seats, places, TablePlace(pose.x, pose.z))
        pose = replace(
            pose, x=place.x, z=place.z, turn=turn or pose.turn, face_down=lying.face_down
        )
        cards = lying.number or one.left.get(lying.piece, 0)
        if cards or not piece.cards:
            id = f"{piece.id}@{index}" if lying.number else piece.id
            yield replace(piece, id=id, cards=cards), pose, lying.card


def _place(
    spot: Spot, seats: Sequence[Seat], places: Mapping[str, TablePlace], now: TablePlace
) -> tuple[float, TablePlace]:
    """Return where a spot is, and the turn of what lies there if it has one.

    A board that is still to be laid out has no places: things stay where they are ``now``.
    """
    right, away = spot.right / MM_PER_INCH, spot.away / MM_PER_INCH
    if spot.player != NOBODY:
        seat = seats[spot.player]
        side = 1 if seat.near else -1
        at = TablePlace(seat.x + side * right, side * (away - FELT[1] / 2))
        return (180.0 if seat.near else 360.0), at
    if spot.place == BOX:
        return 0.0, UNUSED
    at = places.get(spot.place, now)
    return 0.0, TablePlace(at.x + right, at.z + away)

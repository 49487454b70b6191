"""From millimetres on a board to places on a virtual table, in game units (about inches).

The board lies in the middle, its top edge away from White. What the board has a place for lies
there: a place is an element of the board's template with an ``id``. Everything else stands on the
felt beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardgen.core.geometry import Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import KEEP, Frame, Region
from cardgen.products.tts.contents import TablePiece
from cardgen.products.tts.seats import FELT

_GAP = 0.5
_EDGE = 1.5
_SHELF = 9.5
"""Inches: how wide rows beside the board may be."""
_LEAST_TOP = 10.0


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A spot: its middle, and its size where it has one."""

    x: float
    z: float
    width: float = 0.0
    depth: float = 0.0

    def json(self) -> dict[str, float]:
        """Return the numbers, rounded."""
        values = {"x": self.x, "z": self.z, "width": self.width, "depth": self.depth}
        return {name: round(value, 3) + 0.0 for name, value in values.items()}


def board_places(frame: Frame | None) -> dict[str, TablePlace]:
    """Return the places of a board by the id of the element; the first of equal ids counts."""
    found: dict[str, TablePlace] = {}
    if frame is None:
        return found
    for item, matrix in frame.walk():
        if isinstance(item, Region) and item.id != KEEP and not item.note:
            found.setdefault(item.id, _place(matrix.apply_rect(item.rect), frame.size))
    return found


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
    """Return the name of the place of a piece: as the table says, or its own."""
    wanted = named.get(piece.id)
    for name in (wanted,) if wanted else (piece.id, piece.id.rpartition("/")[2]):
        if name in places:
            return name
    return None


def shelves(pieces: Sequence[TablePiece], board: Size) -> Iterator[TablePlace]:
    """Find room beside the board for pieces without a place, in rows from its top edge down.

    Each component begins a row. The right side fills first, then the left; for what is left over
    the left side runs on beyond the felt.
    """
    half = board.width / 2 / MM_PER_INCH + 2 * _GAP
    room = min(FELT[0] / 2 - _EDGE - half, _SHELF)
    top = max(board.height / 2 / MM_PER_INCH, _LEAST_TOP)
    low = -FELT[1] / 2 + _EDGE
    side, along, z, row = 1, 0.0, top, 0.0
    before = ""
    for piece in pieces:
        width, depth = footprint(piece)
        if along and (along + width > room or piece.component != before):
            along, z, row = 0.0, z - row - _GAP, 0.0
        if z - depth < low and side == 1:
            side, along, z, row = -1, 0.0, top, 0.0
        yield TablePlace(side * (half + along + width / 2), z - depth / 2, width, depth)
        along += width + _GAP
        row, before = max(row, depth), piece.component


def footprint(piece: TablePiece) -> tuple[float, float]:
    """Return the room that a piece takes on the table, in inches; a standee stands on its base."""
    width, depth = piece.size.width / MM_PER_INCH, piece.size.height / MM_PER_INCH
    return (width, width) if piece.kind == "standee" else (width, depth)

"""Tiling: a board that is larger than the paper, on as few pages as possible.

Every page carries one tile of the board at its true size. There are two ways to join tiles:

**Butt.** Tiles are cut at the seams and laid edge to edge. The artwork continues for 3 mm beyond
every seam, so that a cut that is off shows more artwork instead of white paper.

**Overlap.** A tile keeps a strip of N mm beyond its right and its lower seam. The next tile is cut
at the seam and glued onto that strip; what is printed there shows where it belongs::

    +--------+--+
    |        |  |      the strip repeats the neighbour's first N mm
    |   A1   |  |
    |        |  |
    +--------+--+
    +-----------+

Around the artwork a page keeps a band for crop marks and diamonds, and at its foot a strip for
label, slug, ruler and map. Pages are in portrait or landscape, whichever needs fewer sheets; if
they need the same, whichever cuts fewer boxes (see `cardgen.impose.tiling`), then portrait.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.impose import problems
from cardgen.impose.margins import EDGE, GAP
from cardgen.impose.nup import orientations
from cardgen.impose.seams import Room, seams

SEAM_BLEED = 3.0
"""How far artwork continues beyond a seam to cut, in mm."""
BAND = 4.5
"""Room for crop marks and diamonds around the artwork, in mm."""
FOOT = 8.0
"""The height of the strip for label, slug, ruler and map, in mm."""
LEAST_TILE = 30.0


class Tile(Struct, frozen=True):
    """One page: its place in the grid, its part of the board, and how far artwork continues."""

    row: int
    column: int
    cell: Rect
    reach: Insets

    @property
    def label(self) -> str:
        """The name of the tile, from the letter of its row and the number of its column: ``B1``."""
        return f"{row_letters(self.row)}{self.column + 1}"

    @property
    def shown(self) -> Rect:
        """The part of the board that is printed, in the board's coordinates."""
        r = self.reach
        return self.cell.inset(Insets(-r.top, -r.right, -r.bottom, -r.left))


class Tiling(Struct, frozen=True):
    """How a board is spread over pages; seams are in coordinates of the board, in mm."""

    board: Size
    bleed: float
    page: Size
    margin: float
    across: tuple[float, ...]
    """The x of the vertical seams, from left to right."""
    along: tuple[float, ...]
    """The y of the horizontal seams, from top to bottom."""
    overlap: float

    @property
    def columns(self) -> int:
        """The number of tiles side by side."""
        return len(self.across) + 1

    @property
    def rows(self) -> int:
        """The number of tiles one below the other."""
        return len(self.along) + 1

    @property
    def landscape(self) -> bool:
        """Whether the pages are wider than high."""
        return self.page.width > self.page.height

    def tiles(self) -> list[Tile]:
        """Return the tiles, row by row from the top left."""
        xs = list(itertools.pairwise((0.0, *self.across, self.board.width)))
        ys = list(itertools.pairwise((0.0, *self.along, self.board.height)))
        return [
            Tile(
                row,
                column,
                Rect(x0, y0, x1 - x0, y1 - y0),
                Insets(
                    SEAM_BLEED if row else self.outer,
                    self._far(column, self.columns),
                    self._far(row, self.rows),
                    SEAM_BLEED if column else self.outer,
                ),
            )
            for row, (y0, y1) in enumerate(ys)
            for column, (x0, x1) in enumerate(xs)
        ]

    def origin(self, tile: Tile) -> tuple[float, float]:
        """Return where the top left corner of the board would be on the page of a tile.

        The artwork is centred on the page above the strip at the foot.
        """
        room, shown = _art_room(self.page, self.margin), tile.shown
        return (
            room.x + (room.width - shown.width) / 2 - shown.x,
            room.y + (room.height - shown.height) / 2 - shown.y,
        )

    @property
    def foot(self) -> Rect:
        """The strip for label, slug, ruler and map."""
        border = max(self.margin, EDGE)
        return Rect(border, self.page.height - border - FOOT, self.page.width - 2 * border, FOOT)

    @property
    def outer(self) -> float:
        """How far artwork continues beyond the edge of the board."""
        return min(self.bleed, SEAM_BLEED)

    @property
    def room(self) -> Size:
        """The largest part of the board that a page holds between two seams."""
        area = _art_room(self.page, self.margin)
        rooms = [_room(e, self.outer, self.overlap) for e in (area.width, area.height)]
        return Size(*(max(room.first, room.middle, room.last) for room in rooms))

    def _far(self, index: int, count: int) -> float:
        if index == count - 1:
            return self.outer
        return self.overlap or SEAM_BLEED


def tile(
    board: Size,
    bleed: float,
    keep: Sequence[Rect],
    paper: Size,
    margin: float,
    overlap: float = 0.0,
    at: Location | None = None,
) -> Tiling:
    """Choose the pages for a board; ``keep`` are the boxes that should stay whole.

    Raises ImpositionError if the overlap leaves no room on the page.
    """
    ways: list[tuple[int, int, int, Tiling]] = []
    outer = min(bleed, SEAM_BLEED)
    for turn, page in enumerate(orientations(paper)):
        area = _art_room(page, margin)
        rooms = [_room(extent, outer, overlap) for extent in (area.width, area.height)]
        if min(room.middle for room in rooms) < LEAST_TILE:
            continue
        across, cost_x = seams(board.width, rooms[0], [(box.x, box.right) for box in keep])
        along, cost_y = seams(board.height, rooms[1], [(box.y, box.bottom) for box in keep])
        tiling = Tiling(board, bleed, page, margin, across, along, overlap)
        ways.append((tiling.rows * tiling.columns, cost_x.cut + cost_y.cut, turn, tiling))
    if not ways:
        raise ImpositionError(problems.no_room_for_tile(at, overlap, paper, margin))
    return min(ways, key=lambda way: way[:3])[3]


def cut_by(tiling: Tiling, boxes: Iterable[Rect]) -> list[int]:
    """Return the numbers of the boxes that a seam goes through."""
    near = 1e-3
    return [
        number
        for number, box in enumerate(boxes)
        if any(box.x + near < x < box.right - near for x in tiling.across)
        or any(box.y + near < y < box.bottom - near for y in tiling.along)
    ]


def row_letters(row: int) -> str:
    """Name a row as spreadsheets name columns: A to Z, then AA, AB and so on."""
    name = ""
    row += 1
    while row:
        row, rest = divmod(row - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _art_room(page: Size, margin: float) -> Rect:
    """Return the box on a page that artwork may cover."""
    border = max(margin, EDGE)
    near = border + BAND
    return Rect(
        near,
        near,
        page.width - 2 * near,
        page.height - 2 * near - FOOT - GAP,
    )


def _room(extent: float, outer: float, overlap: float) -> Room:
    far = overlap or SEAM_BLEED
    return Room(
        alone=extent - 2 * outer,
        first=extent - outer - far,
        middle=extent - SEAM_BLEED - far,
        last=extent - SEAM_BLEED - outer,
    )

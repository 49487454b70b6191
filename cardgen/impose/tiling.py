"""Tiling: a board that is larger than the paper, on as few pages as possible.

Every page has one tile of the board at its true size. There are two ways to join tiles:

**Butt.** Tiles are cut at the seams and laid edge to edge. The artwork continues for 3 mm beyond
every seam, so that an imprecise cut shows more artwork instead of white paper.

**Overlap.** A tile keeps a strip of N mm beyond its right and its lower seam. The next tile is cut
at the seam and glued onto that strip; the print on the strip shows its position::

    +--------+--+
    |        |  |      the strip repeats the neighbour's first N mm
    |   A1   |  |
    |        |  |
    +--------+--+
    +-----------+

Around the artwork a page keeps a band for crop marks and diamonds, and at its foot a strip for
label, slug, ruler and map. The orientation of pages is the one that needs fewer sheets; if both
need the same, the one that cuts fewer boxes (see the next section); if these are equal, portrait.

**Seams** run across the whole board. Along one axis, every box that should stay whole is therefore
an interval that no seam should cut. The number of tiles is the smallest possible. Among the
possible seams, those win that cut the fewest boxes, then those that are not close to the edges of
boxes, then those that make tiles of about the same size.

Only a few positions need to be tried. Take any solution and push its seams to the right, the last
one first, until each meets the beginning of a box or its tile is full: no more boxes are cut than
before. So it is enough to try the beginnings of boxes, and full tiles counted from there. Middles
of gaps, ends of boxes and even spacing are tried as well, because they look better.
"""

import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location, column_letters
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.impose import problems
from cardgen.impose.margins import EDGE_CLEARANCE, GAP
from cardgen.impose.nup import orientations

CLEAR = 2.0
"""How far off a knife can be without cutting a box, in mm."""
LEAST = 10.0
"""Minimum width of a tile in mm, because slivers cannot be glued."""
_SLACK = 1e-6
_MANY = 250  # positions to try for one seam; more only take longer


Interval = tuple[float, float]
SEAM_BLEED = 3.0
"""How far artwork continues beyond a seam that is cut, in mm."""
BAND = 4.5
"""Room for crop marks and diamonds around the artwork, in mm."""
FOOT = 8.0
"""The height of the strip for label, slug, ruler and map, in mm."""
LEAST_TILE = 30.0


class Room(Struct, frozen=True):
    """Maximum length of a tile in mm: alone, at the near end, in between, and at the far end."""

    alone: float
    first: float
    middle: float
    last: float

    def of(self, index: int, count: int) -> float:
        """Return the maximum length of one tile of a row."""
        if count == 1:
            return self.alone
        if index == 0:
            return self.first
        return self.last if index == count - 1 else self.middle

    def total(self, count: int) -> float:
        """Return the maximum length of a row of ``count`` tiles."""
        return sum(self.of(index, count) for index in range(count))

    def count(self, length: float) -> int:
        """Return the fewest tiles that cover a length; ``middle`` must be positive."""
        if length <= self.alone + _SLACK:
            return 1
        beyond = length - self.first - self.last
        return 2 + max(0, math.ceil((beyond - _SLACK) / self.middle))


class Cost(NamedTuple):
    """The disadvantages of a choice of seams, the most important first."""

    cut: int
    near: int
    uneven: float


_Way = tuple[Cost, tuple[float, ...]]
"""The cost of seams, and their positions."""


class _Boxes:
    """The boxes along an axis, sorted for fast counting."""

    def __init__(self, boxes: Sequence[Interval]) -> None:
        self.boxes = [(near, far) for near, far in boxes if far - near > _SLACK]
        self._begins = sorted(near for near, _ in self.boxes)
        self._ends = sorted(far for _, far in self.boxes)

    def cut(self, seam: float, clear: float = 0.0) -> int:
        """Count the boxes that a seam would cut, or that are closer to it than ``clear``."""
        begun = bisect_left(self._begins, seam + clear - _SLACK)
        return begun - bisect_right(self._ends, seam - clear + _SLACK)

    def edges(self) -> set[float]:
        return {*self._begins, *self._ends}

    def begins(self) -> set[float]:
        return set(self._begins)

    def gaps(self) -> list[float]:
        """Return the middles of the gaps that no box covers."""
        edges = sorted(self.edges())
        middles = [(a + b) / 2 for a, b in itertools.pairwise(edges)]
        return [middle for middle in middles if not self.cut(middle)]


def seams(length: float, room: Room, boxes: Sequence[Interval]) -> tuple[tuple[float, ...], Cost]:
    """Return the best seams for the fewest tiles, from near to far, and their cost."""
    count = room.count(length)
    if count == 1:
        return (), Cost(0, 0, 0.0)
    axis_boxes = _Boxes(boxes)
    even = length / count
    # Dynamic programming: the positions of the previous seam, from near to far, and for each the
    # lowest cost up to there with its seams.
    places: list[float] = [0.0]
    best_paths: list[_Way] = [(Cost(0, 0, 0.0), ())]
    for index in range(1, count):
        longest, ideal = room.of(index - 1, count), even * index
        seam_paths: dict[float, _Way] = {}
        for seam in _places(index, count, length, room, axis_boxes):
            before = _within(places, seam, longest)
            if not before:
                continue
            cost, path = min(best_paths[before.start : before.stop])
            cut = axis_boxes.cut(seam)
            near, uneven = axis_boxes.cut(seam, CLEAR) - cut, (seam - ideal) ** 2
            total = Cost(cost.cut + cut, cost.near + near, cost.uneven + uneven)
            seam_paths[seam] = (total, (*path, seam))
        places, best_paths = list(seam_paths), list(seam_paths.values())
    last = _within(places, length, room.of(count - 1, count))
    cost, path = min(best_paths[last.start : last.stop])
    return path, cost


def _within(places: Sequence[float], far: float, room: float) -> range:
    """Return the range of sorted positions that can begin a tile that ends at ``far``."""
    first = bisect_left(places, far - room - _SLACK)
    return range(first, bisect_right(places, far - LEAST + _SLACK))


def _places(index: int, count: int, length: float, room: Room, boxes: _Boxes) -> tuple[float, ...]:
    """Return the positions to try for one seam, from left to right."""
    before = sum(room.of(i, count) for i in range(index))
    after = sum(room.of(i, count) for i in range(index, count))
    low = max(length - after, LEAST * index)
    high = min(before, length - LEAST * (count - index))
    # Full tiles from the near end, and full or least tiles next to the beginning of a box.
    needed = {low, high, min(max(length * index / count, low), high)}
    needed |= {room.of(0, count) + i * room.middle for i in range(index)}
    for begin in boxes.begins():
        needed |= {begin - LEAST, *(begin + i * room.middle for i in range(index))}
    edges = boxes.edges()
    nice = {*edges, *boxes.gaps()}
    nice |= {edge + side for edge in edges for side in (-CLEAR, CLEAR)}

    def fitting(places: set[float]) -> list[float]:
        return sorted({round(x, 6) for x in places if low - _SLACK <= x <= high + _SLACK})

    chosen = fitting(needed | nice)
    if len(chosen) > _MANY:
        chosen = fitting(needed)
    step = len(chosen) // _MANY + 1
    return tuple(sorted({*chosen[::step], chosen[-1]}))


class Tile(Struct, frozen=True):
    """One page: its position in the grid, its part of the board, and how far artwork continues."""

    row: int
    column: int
    cell: Rect
    reach: Insets

    @property
    def label(self) -> str:
        """The name of the tile, from the letter of its row and the number of its column: ``B1``."""
        return f"{column_letters(self.row + 1)}{self.column + 1}"

    @property
    def printed_area(self) -> Rect:
        """The printed part of the board, in the board's coordinates."""
        r = self.reach
        return self.cell.inset(Insets(-r.top, -r.right, -r.bottom, -r.left))


class Tiling(Struct, frozen=True):
    """A board divided into pages; seams are in coordinates of the board, in mm."""

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
        """Return the position of the board's top left corner on the page of a tile.

        The artwork is centred on the page above the strip at the foot.
        """
        room, printed = _art_room(self.page, self.margin), tile.printed_area
        return (
            room.x + (room.width - printed.width) / 2 - printed.x,
            room.y + (room.height - printed.height) / 2 - printed.y,
        )

    @property
    def foot(self) -> Rect:
        """The strip for label, slug, ruler and map."""
        border = max(self.margin, EDGE_CLEARANCE)
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
    location: Location | None = None,
) -> Tiling:
    """Choose the pages for a board; ``keep`` are the boxes that should stay whole.

    Raises ImpositionError if the overlap leaves no room on the page.
    """
    tilings: list[tuple[int, int, int, Tiling]] = []
    outer = min(bleed, SEAM_BLEED)
    for turn, page in enumerate(orientations(paper)):
        area = _art_room(page, margin)
        rooms = [_room(extent, outer, overlap) for extent in (area.width, area.height)]
        if min(room.middle for room in rooms) < LEAST_TILE:
            continue
        across, cost_x = seams(board.width, rooms[0], [(box.x, box.right) for box in keep])
        along, cost_y = seams(board.height, rooms[1], [(box.y, box.bottom) for box in keep])
        tiling = Tiling(board, bleed, page, margin, across, along, overlap)
        tilings.append((tiling.rows * tiling.columns, cost_x.cut + cost_y.cut, turn, tiling))
    if not tilings:
        raise ImpositionError(problems.no_room_for_tile(location, overlap, paper, margin))
    return min(tilings, key=lambda entry: entry[:3])[3]


def cut_by(tiling: Tiling, boxes: Iterable[Rect]) -> list[int]:
    """Return the indices of the boxes that a seam cuts."""
    near = 1e-3
    return [
        number
        for number, box in enumerate(boxes)
        if any(box.x + near < x < box.right - near for x in tiling.across)
        or any(box.y + near < y < box.bottom - near for y in tiling.along)
    ]


def _art_room(page: Size, margin: float) -> Rect:
    """Return the part of a page that artwork may cover."""
    border = max(margin, EDGE_CLEARANCE)
    near = border + BAND
    return Rect(near, near, page.width - 2 * near, page.height - 2 * near - FOOT - GAP)


def _room(extent: float, outer: float, overlap: float) -> Room:
    far = overlap or SEAM_BLEED
    return Room(
        alone=extent - 2 * outer,
        first=extent - outer - far,
        middle=extent - SEAM_BLEED - far,
        last=extent - SEAM_BLEED - outer,
    )

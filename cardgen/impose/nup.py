"""N-up: cards in a grid on a sheet, centred, each at its true size.

Sheets are cut with a knife along a ruler, or in a guillotine, from edge to edge. No cut is exactly
in its place: half a millimetre off is good work. Bleed makes up for that. The artwork continues
beyond the trim (the finished edge), so that an imprecise cut shows more artwork instead of white
paper. There are three ways to divide a sheet:

**Butt-cut.** The cards touch. Two cards share each cut, so that nine cards of 63 x 88 mm fit on A4
or Letter with 4 + 4 cuts. There is no room for bleed between two cards: an imprecise cut shows a
sliver of the neighbour, which is invisible if all cards have the same background. Around the block
the bleed remains, as far as the printer's border allows::

    +---+---+---+
    | 1 | 2 | 3 |
    +---+---+---+
    | 4 | 5 | 6 |        gutter 0
    +---+---+---+
    | 7 | 8 | 9 |
    +---+---+---+

**Full bleed.** Every card keeps all of its bleed, so that the distance between cards is twice the
bleed, and each card is cut on all four sides. With 3 mm of bleed, eight cards of 63 x 88 mm fit on
A4 in landscape, and six on Letter::

    +---+  +---+  +---+  +---+
    | 1 |  | 2 |  | 3 |  | 4 |
    +---+  +---+  +---+  +---+        gutter 2 x bleed
    +---+  +---+  +---+  +---+
    | 5 |  | 6 |  | 7 |  | 8 |
    +---+  +---+  +---+  +---+

**Inner bleed.** Cards keep as much of their bleed as the sheet has room for, at least
`LEAST_INNER`, and all of it around the block. Eight cards of 63 x 88 mm fit on Letter in landscape
with gaps of 3.8 mm, which is 1.9 mm for each of two neighbours.

The mode ``auto`` uses full bleed if that holds at least four fifths of the cards of a butt-cut
sheet. If not, it depends on the artwork: cards whose edges have one colour in common are butt-cut,
and other cards get inner bleed. In both cases the outer edges of the block have the full bleed,
which ``butt`` gives up if that makes room for another row. Each mode is tried in portrait and in
landscape; the orientation that holds more cards wins, or portrait if they are equal. Cards are
never scaled: if not even one fits, an error proposes alternatives.

The margin is the border that the printer cannot reach. Cards and their bleed stay inside it and
leave at least a millimetre for crop marks. `cardgen.impose.margins` divides the remaining paper.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.choices import Orientation
from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.units import PAPERS, label_of, propose_papers
from cardgen.impose import problems
from cardgen.impose.imposition import SLACK, Band, CardPlace, Deal, Grid, Imposition, SheetPlan

Mode = Literal["auto", "butt", "inner", "bleed"]
AnyImposition = TypeVar("AnyImposition", bound=Imposition)

MARK_ROOM = 1.0
"""Room for crop marks between the bleed and the printer's border, in mm."""
LANE_ROOM = 4.5
"""Room in mm that short crop marks and the slug need on one pair of sides."""
AUTO_SHARE = 0.8
"""Share of the butt-cut cards that full bleed must hold for ``auto`` to choose it."""
LEAST_INNER = 0.8
"""Minimum inner bleed in mm: more than a careful cut is off."""


class Arrangement(Imposition, frozen=True):
    """A grid of slots on a page, counted from 0, row by row from the top left.

    The gap between rows is ``below``; if that is None, it equals the gap between columns.
    """

    piece: Size
    columns: int
    rows: int
    below: float | None = None

    @property
    def gutters(self) -> tuple[float, float]:
        """The gaps between columns and between rows."""
        return self.gutter, self.gutter if self.below is None else self.below

    @property
    def slots(self) -> int:
        """The number of cards on a full page."""
        return self.columns * self.rows

    def trim(self, slot: int) -> Rect:
        """Return the box of the trimmed card in a slot, on the page."""
        row, column = divmod(slot, self.columns)
        across, along = self.gutters
        return Rect(
            self.block.x + column * (self.piece.width + across),
            self.block.y + row * (self.piece.height + along),
            self.piece.width,
            self.piece.height,
        )

    def bleed_at(self, slot: int, count: int | None = None) -> Insets:
        """Return how far the artwork in a slot may extend beyond its trim.

        ``count`` is the number of cards on this page: artwork may bleed into empty slots.
        """
        count = self.slots if count is None else count
        row, column = divmod(slot, self.columns)
        beside, above = (gap / 2 for gap in self.gutters)
        free, outer = self.bleed, self.outer
        right = free if slot + 1 >= count else beside
        below = free if slot + self.columns >= count else above
        return Insets(
            outer.top if row == 0 else above,
            outer.right if column == self.columns - 1 else right,
            outer.bottom if row == self.rows - 1 else below,
            outer.left if column == 0 else beside,
        )

    def cuts(self, count: int | None = None) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return x of the vertical and y of the horizontal cut lines, each shared line once."""
        count = self.slots if count is None else count
        columns = min(self.columns, count)
        rows = math.ceil(count / self.columns)
        return (
            _lines(self.block.x, self.piece.width, self.gutter, columns),
            _lines(self.block.y, self.piece.height, self.gutter, rows),
        )

    def plan(self, count: int | None = None) -> SheetPlan:
        """Return the plan of a page with ``count`` cards; a full page by default."""
        count = self.slots if count is None else count
        places = [CardPlace(self.trim(slot), self.bleed_at(slot, count)) for slot in range(count)]
        return SheetPlan(tuple(places), (Band(*self.cuts(count)),))

    def deal(self, sizes: Iterable[Size]) -> list[Deal]:
        """Fill page after page."""
        count, full = len(list(sizes)), self.plan()
        hands = [range(i, min(i + self.slots, count)) for i in range(0, count, self.slots)]
        return [(hand, full if len(hand) == self.slots else self.plan(len(hand))) for hand in hands]


def _lines(start: float, length: float, gutter: float, count: int) -> tuple[float, ...]:
    """Return the edges of ``count`` pieces in a row; without a gutter, neighbours share an edge."""
    edges: list[float] = []
    for i in range(count):
        near = start + i * (length + gutter)
        if gutter > 0 or i == 0:
            edges.append(near)
        edges.append(near + length)
    return tuple(edges)


def fits(room: float, length: float, gutter: float) -> int:
    """Return how many pieces of a length, with gutters between them, fit into ``room``."""
    return max(0, math.floor((room + gutter + SLACK) / (length + gutter)))


class Way(Struct, frozen=True):
    """A method of arranging pieces: the grids to try in order, and proposals for an error.

    Both functions take the piece, its bleed, the paper and the margin.
    """

    candidates: Callable[[Size, float, Size, float], Iterator[Arrangement]]
    what_fits: Callable[[Size, float, Size, float], tuple[str, ...]]
    name: str = ""


def arrange(
    piece: Size,
    bleed: float,
    paper: Size,
    margin: float,
    mode: Mode = "auto",
    location: Location | None = None,
    method: Way | None = None,
    agree: Callable[[], bool] = lambda: False,
    orientation: Orientation = "auto",
) -> Arrangement:
    """Choose the grid for a piece on a paper; raises ImpositionError if none fits.

    ``auto`` calls ``agree`` if it needs to know whether all edges of the pieces have one colour.
    """
    method = method or Way(_candidates, _what_fits)
    arrangement = best(method.candidates(piece, bleed, paper, margin), mode, agree, orientation)
    if arrangement is None:
        turned = "" if orientation == "auto" else orientation
        wish = ", ".join(filter(None, (mode, method.name, turned)))
        hints = method.what_fits(piece, bleed, paper, margin)
        raise ImpositionError(
            problems.piece_does_not_fit(location, piece, bleed, paper, margin, wish, hints)
        )
    return arrangement


def best(
    candidates: Iterator[AnyImposition],
    mode: Mode,
    agree: Callable[[], bool] = lambda: False,
    orientation: Orientation = "auto",
    sparing: bool = False,
) -> AnyImposition | None:
    """Choose by the rules of the mode; among equals the first candidate wins.

    If ``sparing``, ``auto`` takes full bleed only if no other mode holds more cards.
    """
    most: dict[tuple[Grid, bool], AnyImposition] = {}
    for candidate in candidates:
        page_orientation = "landscape" if candidate.landscape else "portrait"
        if not candidate.slots or orientation not in ("auto", page_orientation):
            continue
        for kind in {(candidate.mode, False), (candidate.mode, candidate.bleeds_around)}:
            best_so_far = most.get(kind)
            if best_so_far is None or candidate.merit > best_so_far.merit:
                most[kind] = candidate
    if mode != "auto":
        return most.get((mode, False))
    full, butt = most.get(("bleed", False)), most.get(("butt", False))
    if butt is None or (
        full is not None and full.slots >= (1 if sparing else AUTO_SHARE) * butt.slots
    ):
        return full
    inner, tight = most.get(("inner", False)), most.get(("butt", True))
    if inner is None or tight is None:
        return full or butt
    chosen = tight if agree() else inner
    return full if sparing and full and full.slots >= chosen.slots else chosen


def _candidates(piece: Size, bleed: float, paper: Size, margin: float) -> Iterator[Arrangement]:
    return ways_to_lie(partial(_grid, piece, bleed, margin), bleed, paper, margin)


def ways_to_lie(
    make: Callable[[Size, Size, Grid], AnyImposition], bleed: float, paper: Size, margin: float
) -> Iterator[AnyImposition]:
    """Yield the impositions that ``make`` returns for each page, room for trims, and mode.

    ``make`` centres a block on the page, with all of the bleed around it.
    """
    for page in orientations(paper):
        butt = make(page, _room(page, bleed, margin, (-bleed, -bleed)), "butt")
        yield replace(butt, outer=_outer(butt.block, bleed, margin))
        yield make(page, _room(page, bleed, margin, (MARK_ROOM, MARK_ROOM)), "bleed")
        for rooms in _ROOMS:
            for mode in _SHARED:
                yield make(page, _room(page, bleed, margin, rooms), mode)


def _room(page: Size, bleed: float, margin: float, rooms: tuple[float, float]) -> Size:
    """Return the room for trims if ``rooms`` beside and above the bleed are kept free."""
    beside, above = (2 * (margin + bleed + room) for room in rooms)
    return Size(page.width - beside, page.height - above)


def paper_size(
    name: str, location: Location | None = None, own: Mapping[str, Size] | None = None
) -> Size:
    """Return the size of a paper by name, in portrait; ``own`` are the user's papers.

    Raises ImpositionError if there is no such paper.
    """
    own = own or {}
    size = own.get(name) or PAPERS.get(name)
    if size is None:
        raise ImpositionError(problems.unknown_paper(location, name, (*PAPERS, *own)))
    return size


def orientations(paper: Size) -> tuple[Size, Size]:
    """Return the paper in portrait and in landscape."""
    upright = paper if paper.height >= paper.width else paper.quarter_turned
    return (upright, upright.quarter_turned)


def _outer(block: Rect, bleed: float, margin: float) -> Insets:
    """Return the bleed around a butt-cut block, reduced if marks and slug need the room."""
    above, beside = (bleed_within(gap, bleed, margin) for gap in (block.y, block.x))
    if max(block.y - above, block.x - beside) - margin < LANE_ROOM:
        roomier = max(block.y, block.x)
        if roomier - margin >= LANE_ROOM:
            reduced = roomier - margin - LANE_ROOM
            above, beside = (reduced, beside) if block.y == roomier else (above, reduced)
    return Insets.of((above, beside))


def bleed_within(gap: float, bleed: float, margin: float) -> float:
    """Return the bleed that fits, together with marks, between a trim and the edge of the paper."""
    return min(bleed, max(0.0, gap - margin - MARK_ROOM))


_SHARED: tuple[Grid, Grid] = ("butt", "inner")
_ROOMS = ((MARK_ROOM, MARK_ROOM), (0.0, LANE_ROOM), (LANE_ROOM, 0.0))
"""Room kept beside and above the bleed. With lanes on one pair of sides, the marks on the other
may run into the printer's border."""


def _grid(
    piece: Size, bleed: float, margin: float, page: Size, room: Size, mode: Grid
) -> Arrangement:
    """Arrange as many pieces as fit.

    The gap between pieces is the gap of the mode, or the remaining room.
    """
    gutter = least_gutter(bleed, mode)
    columns, rows = fits(room.width, piece.width, gutter), fits(room.height, piece.height, gutter)
    if mode == "inner":
        across = inner_gutter(room.width, piece.width, columns, bleed)
        gutter = min(across, inner_gutter(room.height, piece.height, rows, bleed))
    block = centre_grid(page, piece, columns, rows, gutter)
    outer = Insets.of((bleed,))
    return Arrangement(page, block, outer, gutter, bleed, margin, mode, None, piece, columns, rows)


def least_gutter(bleed: float, mode: Grid) -> float:
    """Return the smallest gap in mm that a mode allows between two pieces."""
    gaps = {"butt": 0.0, "inner": min(2 * LEAST_INNER, 2 * bleed), "bleed": 2 * bleed}
    return gaps[mode]


def inner_gutter(room: float, length: float, count: int, bleed: float) -> float:
    """Return the largest gap between ``count`` pieces in a room, in tenths of a millimetre."""
    return shared_gap(room - count * length, count - 1, bleed)


def shared_gap(free: float, gaps: int, bleed: float) -> float:
    """Divide free room equally between gaps, up to twice the bleed for each."""
    if gaps < 1:
        return 2 * bleed
    return min(2 * bleed, math.floor(free / gaps * 10 + SLACK) / 10)


def span(count: int, length: float, gutter: float) -> float:
    """Return the length of ``count`` pieces with gutters between them."""
    return count * length + max(0, count - 1) * gutter


def centre_grid(page: Size, piece: Size, columns: int, rows: int, gutter: float) -> Rect:
    """Return the box around a grid of pieces, centred on a page."""
    width, height = span(columns, piece.width, gutter), span(rows, piece.height, gutter)
    return Rect((page.width - width) / 2, (page.height - height) / 2, width, height)


_NAMED: tuple[Grid, Grid] = ("bleed", "butt")


def _what_fits(piece: Size, bleed: float, paper: Size, margin: float) -> tuple[str, ...]:
    """Describe arrangements and papers that hold the piece, for the hints of an error."""
    fitting: dict[str, list[str]] = {}
    for name, size in PAPERS.items():
        for mode in _NAMED:
            arrangement = best(_candidates(piece, bleed, size, margin), mode)
            if arrangement:
                ups = f"{arrangement.slots} on {label_of(name)}"
                fitting.setdefault(name, []).append(f"`arrangement: {mode}` fits {ups}")
    hints = [hint for name in propose_papers(fitting) for hint in fitting[name]]
    spare = max(
        min(page.width - piece.width, page.height - piece.height) / 2
        for page in orientations(paper)
    )
    if 0 < spare - margin - MARK_ROOM < bleed:
        most = math.floor((spare - margin - MARK_ROOM) * 10) / 10
        if most > 0:
            hints.append(f"a bleed of {most:g} mm or less fits here")
    elif 2 <= spare < margin:
        hints.append(f"a printer with a border of {math.floor(spare * 10) / 10:g} mm can print it")
    return tuple(hints)

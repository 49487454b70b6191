"""N-up: cards in a grid on a sheet, centred, each at its true size.

Sheets are cut with a knife along a ruler, or in a guillotine, from edge to edge. No cut is
exactly where it should be: to be off by half a millimetre is good work. Bleed makes up for that.
The artwork continues beyond the trim (the finished edge), so that a cut that is off shows more
artwork instead of white paper. There are two honest ways to share out a sheet:

**Butt-cut.** The cards touch. One cut serves two of them, so that nine cards of 63 x 88 mm go on
A4 or Letter with 4 + 4 cuts. There is no room for bleed between two cards: a cut that is off shows
a sliver of the neighbour, which is invisible if all cards have the same background. Around the
block the bleed remains, as far as the printer's border allows::

    +---+---+---+
    | 1 | 2 | 3 |
    +---+---+---+
    | 4 | 5 | 6 |        gutter 0
    +---+---+---+
    | 7 | 8 | 9 |
    +---+---+---+

**Full bleed.** Every card keeps all of its bleed, so that cards are twice the bleed apart, and
each is cut on all four sides. With 3 mm of bleed, eight cards of 63 x 88 mm go on A4 in landscape,
and six on Letter::

    +---+  +---+  +---+  +---+
    | 1 |  | 2 |  | 3 |  | 4 |
    +---+  +---+  +---+  +---+        gutter 2 x bleed
    +---+  +---+  +---+  +---+
    | 5 |  | 6 |  | 7 |  | 8 |
    +---+  +---+  +---+  +---+

The mode ``auto`` takes full bleed if that holds at least four fifths of the cards of a butt-cut
sheet. Each way is tried in portrait and in landscape, and the one that holds more cards wins, or
portrait if they are equal. Nothing is ever scaled: if not even one card fits, an error says what
would.

The margin is the border that the printer cannot reach. Cards and their bleed keep out of it and
leave at least a millimetre for crop marks. What then remains of the paper is shared out by
`cardgen.impose.margins`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.errors import ImpositionError
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.impose import problems
from cardgen.impose.papers import LABELS, PAPERS

Mode = Literal["auto", "butt", "bleed"]
Axis = Literal["vertical", "horizontal"]

MARK_ROOM = 1.0
"""Room for crop marks between the bleed and the printer's border, in mm."""
LANE_ROOM = 4.5
"""Room that short crop marks and the slug need on one pair of sides, in mm."""
AUTO_SHARE = 0.8
"""The share of the butt-cut cards that full bleed must hold for ``auto`` to choose it."""
_SLACK = 1e-6  # a piece that fits to the micrometre does fit


class Arrangement(Struct, frozen=True):
    """A grid of slots on a page, counted from 0, row by row from the top left.

    ``block`` is the box around the trims of all slots, and ``outer`` says how far artwork may
    reach beyond it. If there is a ``fold``, the slots hold faces only, and their backs are
    mirrored about the middle of the same page (see `cardgen.impose.gutterfold`).
    """

    page: Size
    piece: Size
    columns: int
    rows: int
    gutter: float
    block: Rect
    outer: Insets
    bleed: float
    margin: float
    mode: Literal["butt", "bleed"]
    fold: Axis | None = None

    @property
    def slots(self) -> int:
        """The number of cards on a full page."""
        return self.columns * self.rows

    @property
    def landscape(self) -> bool:
        """Whether the page is wider than high."""
        return self.page.width > self.page.height

    @property
    def reach(self) -> Rect:
        """The box around the block and its outer bleed."""
        o = self.outer
        return self.block.inset(Insets(-o.top, -o.right, -o.bottom, -o.left))

    @property
    def artwork(self) -> Rect:
        """The box around all artwork of a page, which is centred on the page."""
        box = self.reach
        if self.fold == "vertical":
            return Rect(box.x, box.y, self.page.width - 2 * box.x, box.height)
        if self.fold == "horizontal":
            return Rect(box.x, box.y, box.width, self.page.height - 2 * box.y)
        return box

    def trim(self, slot: int) -> Rect:
        """Return the box of the trimmed card in a slot, on the page."""
        row, column = divmod(slot, self.columns)
        return Rect(
            self.block.x + column * (self.piece.width + self.gutter),
            self.block.y + row * (self.piece.height + self.gutter),
            self.piece.width,
            self.piece.height,
        )

    def bleed_at(self, slot: int, filled: int | None = None) -> Insets:
        """Return how far the artwork in a slot may reach beyond its trim.

        ``filled`` is the number of cards on this page: artwork may bleed into empty slots.
        """
        filled = self.slots if filled is None else filled
        row, column = divmod(slot, self.columns)
        inner, free, outer = self.gutter / 2, self.bleed, self.outer
        right = free if slot + 1 >= filled else inner
        below = free if slot + self.columns >= filled else inner
        return Insets(
            outer.top if row == 0 else inner,
            outer.right if column == self.columns - 1 else right,
            outer.bottom if row == self.rows - 1 else below,
            outer.left if column == 0 else inner,
        )

    def cuts(self, filled: int | None = None) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the x of vertical and the y of horizontal cut lines, each shared line once."""
        filled = self.slots if filled is None else filled
        columns = min(self.columns, filled)
        rows = math.ceil(filled / self.columns)
        return (
            _lines(self.block.x, self.piece.width, self.gutter, columns),
            _lines(self.block.y, self.piece.height, self.gutter, rows),
        )


def _lines(start: float, length: float, gutter: float, count: int) -> tuple[float, ...]:
    """Return the edges of ``count`` pieces in a row; without a gutter, neighbours share one."""
    found: list[float] = []
    for i in range(count):
        near = start + i * (length + gutter)
        if gutter > 0 or i == 0:
            found.append(near)
        found.append(near + length)
    return tuple(found)


def fits(room: float, length: float, gutter: float) -> int:
    """Return how many pieces of a length, a gutter apart, go into a room."""
    return max(0, math.floor((room + gutter + _SLACK) / (length + gutter)))


class Way(Struct, frozen=True):
    """A way to arrange pieces: the grids to try in order, and what an error may propose instead.

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
    at: Location | None = None,
    way: Way | None = None,
) -> Arrangement:
    """Choose the grid for a piece on a paper; raises ImpositionError where none fits."""
    way = way or Way(_candidates, _what_fits)
    found = best(way.candidates(piece, bleed, paper, margin), mode)
    if found is None:
        wish = f"{mode}, {way.name}" if way.name else mode
        hints = way.what_fits(piece, bleed, paper, margin)
        raise ImpositionError(
            problems.piece_does_not_fit(at, piece, bleed, paper, margin, wish, hints)
        )
    return found


def best(candidates: Iterator[Arrangement], mode: Mode) -> Arrangement | None:
    """Choose by the rules of the mode; among equal counts the first candidate wins."""
    most: dict[str, Arrangement] = {}
    for one in candidates:
        if one.slots > (most[one.mode].slots if one.mode in most else 0):
            most[one.mode] = one
    if mode != "auto":
        return most.get(mode)
    butt, full = most.get("butt"), most.get("bleed")
    if butt is None or (full is not None and full.slots >= AUTO_SHARE * butt.slots):
        return full
    return butt


def _candidates(piece: Size, bleed: float, paper: Size, margin: float) -> Iterator[Arrangement]:
    for page in orientations(paper):
        yield from (_butt(piece, bleed, page, margin), _full(piece, bleed, page, margin))


def orientations(paper: Size) -> tuple[Size, Size]:
    """Return the paper in portrait and in landscape."""
    upright = paper if paper.height >= paper.width else paper.turned
    return (upright, upright.turned)


def _butt(piece: Size, bleed: float, page: Size, margin: float) -> Arrangement:
    columns = fits(page.width - 2 * margin, piece.width, 0.0)
    rows = fits(page.height - 2 * margin, piece.height, 0.0)
    block = _centred(page, columns * piece.width, rows * piece.height)
    outer = _outer(block, bleed, margin)
    return Arrangement(page, piece, columns, rows, 0.0, block, outer, bleed, margin, "butt")


def _outer(block: Rect, bleed: float, margin: float) -> Insets:
    """Return the bleed around a butt-cut block: all of it, short of the room for marks and slug."""
    above, beside = (bleed_within(gap, bleed, margin) for gap in (block.y, block.x))
    if max(block.y - above, block.x - beside) - margin < LANE_ROOM:
        roomier = max(block.y, block.x)
        if roomier - margin >= LANE_ROOM:
            rest = roomier - margin - LANE_ROOM
            above, beside = (rest, beside) if block.y == roomier else (above, rest)
    return Insets.of((above, beside))


def bleed_within(gap: float, bleed: float, margin: float) -> float:
    """Return how much bleed fits between a trim and the edge of the paper, together with marks."""
    return min(bleed, max(0.0, gap - margin - MARK_ROOM))


def _full(piece: Size, bleed: float, page: Size, margin: float) -> Arrangement:
    gutter, edge = 2 * bleed, margin + bleed + MARK_ROOM
    columns = fits(page.width - 2 * edge, piece.width, gutter)
    rows = fits(page.height - 2 * edge, piece.height, gutter)
    block = _centred(page, span(columns, piece.width, gutter), span(rows, piece.height, gutter))
    outer = Insets.of((bleed,))
    return Arrangement(page, piece, columns, rows, gutter, block, outer, bleed, margin, "bleed")


def span(count: int, length: float, gutter: float) -> float:
    """Return the length of ``count`` pieces with gutters between them."""
    return count * length + max(0, count - 1) * gutter


def _centred(page: Size, width: float, height: float) -> Rect:
    return Rect((page.width - width) / 2, (page.height - height) / 2, width, height)


def _what_fits(piece: Size, bleed: float, paper: Size, margin: float) -> tuple[str, ...]:
    """Describe the arrangements that would hold the piece, for the hints of an error."""
    hints = []
    for name, size in PAPERS.items():
        for mode in ("bleed", "butt"):
            found = best(_candidates(piece, bleed, size, margin), mode)
            if found:
                ups = f"{found.slots} on {LABELS[name]}"
                hints.append(f"`arrangement: {mode}` fits {ups}")
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

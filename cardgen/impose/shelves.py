"""Shelves: cards of several sizes on one sheet, which a knife or a guillotine takes apart.

A shelf is a row of cards of one height. Shelves with the same upright lines follow each other in a
band, and bands stand above each other, so that every cut goes from edge to edge of what is left::

    |  |    |  |    |  |
    +--+    +--+    +--+
    |  |    |  |    |  |          band: cut like a sheet of its own
    +--+    +--+    +--+
    |  |    |  |    |  |
    ------------------------      the cut that parts two bands
    |   |     |   |
    +---+     +---+
    +---+     +---+
    |   |     |   |

Between two bands all of the bleed remains, and a lane for the marks of either. Within a band cards
are as far apart as on a grid, which is the case of one size: one band.

All sheets together are as few as possible, then they have as few lines to cut along as possible.
Cards of one height first go on as few shelves as they can, and these on as few sheets. No shelf of
that height less would do, and a sheet with less on it is never worse, so nothing is lost. Both are
the same search: from each state, try all that holds one of the first kind that is left. If
that takes too long, the fullest is taken until it does not. Cards of a size may all be turned by a
quarter, which is what a page in the other orientation would do for them; so no deck alone would
take fewer sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, product
from math import prod
from operator import le, sub

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Insets, Rect, Size
from cardgen.impose import problems
from cardgen.impose.gutterfold import MODES, arrange_fold, at_fold, needed_at_edges
from cardgen.impose.imposition import (
    SLACK,
    Axis,
    Band,
    CardPlace,
    Deal,
    Grid,
    Imposition,
    SheetPlan,
)
from cardgen.impose.margins import MARK_SHORT
from cardgen.impose.nup import (
    Mode,
    Orientation,
    arrange,
    best,
    bleed_within,
    least_gutter,
    lying,
    orientations,
    shared_gap,
    ways_to_lie,
)

Demand = Mapping[Size, int]
"""How many cards there are of each size, as they are held upright."""

_MOST_SIZES = 4  # of which each may be turned by itself; of more, all or none
_MOST_SHELVES = 100
_MOST_STEPS = 4_000  # of a search


class CardShelf(Struct, frozen=True):
    """Cards of one height in a row: the size of each, and whether it is turned."""

    cards: tuple[tuple[Size, bool], ...]

    @property
    def laid(self) -> list[Size]:
        """The sizes of the cards as they lie."""
        return [size.turned if turned else size for size, turned in self.cards]

    @property
    def height(self) -> float:
        """The height of all of its cards."""
        return self.laid[0].height

    def continues(self, other: CardShelf) -> bool:
        """Whether it has no lines that another has not."""
        return self.cards == other.cards[: len(self.cards)]


ShelfBand = tuple[CardShelf, ...]


class Shelves(Imposition, frozen=True):
    """Shelves on sheets: for each sheet its bands, for each band its shelves, the fullest first."""

    sheets: tuple[tuple[ShelfBand, ...], ...]

    @property
    def slots(self) -> float:
        """The number of cards on an average page."""
        cards = sum(len(shelf.cards) for bands in self.sheets for band in bands for shelf in band)
        return cards / len(self.sheets) if self.sheets else 0

    @property
    def merit(self) -> tuple[float, ...]:
        """Cards a page, then few cuts, then room between the cards."""
        cuts = sum(
            len(bands) - 1 + sum(_lines(len(band[0].cards), len(band), self.mode) for band in bands)
            for bands in self.sheets
        )
        return self.slots, -cuts, self.gutter

    def deal(self, sizes: Iterable[Size]) -> list[Deal]:
        """Deal out as many cards of each size as there are places for them, in their order."""
        waiting: dict[Size, list[int]] = {}
        for index, size in enumerate(sizes):
            waiting.setdefault(size, []).append(index)
        queues = {size: iter(found) for size, found in waiting.items()}
        return [([next(queues[place.size]) for place in plan.places], plan) for plan in self._plans]

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the x of the upright and the y of the level cut lines of all sheets."""
        bands = [band for plan in self._plans for band in plan.bands]
        return _in_order(x for one in bands for x in one.across), _in_order(
            y for one in bands for y in one.along
        )

    @property
    def _plans(self) -> list[SheetPlan]:
        return [self._plan(bands) for bands in self.sheets]

    def _plan(self, sheet: Sequence[ShelfBand]) -> SheetPlan:
        places: list[CardPlace] = []
        bands: list[Band] = []
        y, above = self.block.y, None
        for shelves in sheet:
            rows: list[list[CardPlace]] = []
            for number, shelf in enumerate(shelves):
                under = shelves[number + 1].cards if number + 1 < len(shelves) else ()
                top = self.gutter / 2 if number else self.bleed if bands else self.outer.top
                rows.append(list(self._row(shelf, y, top, len(under))))
                y = rows[-1][0].trim.bottom + self.gutter
            bottom = rows[-1][0].trim.bottom
            last = len(bands) + 1 == len(sheet)
            below = None if last else bottom + apart(self.bleed) / 2
            across = _in_order(x for one in rows[0] for x in (one.trim.x, one.trim.right))
            along = _in_order(y for row in rows for y in (row[0].trim.y, row[0].trim.bottom))
            bands.append(Band(across, along, above, below))
            places += chain.from_iterable(rows)
            y, above = bottom + apart(self.bleed), below
        return SheetPlan(tuple(places), tuple(bands))

    def _row(self, shelf: CardShelf, y: float, top: float, under: int) -> Iterator[CardPlace]:
        """Place a shelf above one of ``under`` cards; artwork may bleed where there is no card."""
        x, beside, reach = self.block.x, self.gutter / 2, self.reach
        for number, ((_, turned), size) in enumerate(zip(shelf.cards, shelf.laid, strict=True)):
            trim = Rect(x, y, size.width, size.height)
            end = number + 1 == len(shelf.cards)
            around = Insets(
                top,
                min(self.bleed, reach.right - trim.right) if end else beside,
                beside if number < under else min(self.bleed, reach.bottom - trim.bottom),
                beside if number else self.outer.left,
            )
            yield CardPlace(trim, around, turned)
            x = trim.right + self.gutter


def apart(bleed: float) -> float:
    """Return the distance between two bands: the bleed and the marks of both."""
    return 2 * (bleed + MARK_SHORT)


def arrange_shelves(
    demand: Demand,
    bleed: float,
    paper: Size,
    margin: float,
    mode: Mode = "auto",
    at: Callable[[Size], Location | None] = lambda size: None,
    fold: bool = False,
    agree: Callable[[], bool] = lambda: False,
    orientation: Orientation = "auto",
) -> Shelves:
    """Choose the shelves for cards of several sizes, as `arrange` chooses a grid for one.

    Raises ImpositionError, at the place ``at`` which a size is given, for one that fits nowhere.
    """
    for size in demand:
        (arrange_fold if fold else arrange)(
            size, bleed, paper, margin, mode, at(size), orientation=orientation
        )
    candidates = lying(_candidates(demand, bleed, paper, margin, fold), orientation)
    found = best(candidates, mode, agree)
    if found is None:
        size = max(demand, key=lambda one: one.width * one.height)
        raise ImpositionError(problems.sizes_do_not_mix(at(size), size, paper))
    return found


def _candidates(
    demand: Demand, bleed: float, paper: Size, margin: float, fold: bool
) -> Iterator[Shelves]:
    ways = product(*((False, True)[: 1 + (size.width != size.height)] for size in demand))
    for turns in ways:
        if len(demand) > _MOST_SIZES and len(set(turns)) > 1:
            continue
        kinds = {kind: demand[kind[0]] for kind in zip(demand, turns, strict=True)}
        if not fold:
            make = partial(_shelves, kinds, bleed, margin)
            yield from ways_to_lie(make, bleed, paper, margin)
            continue
        for page in orientations(paper):
            for mode in MODES:
                needed = margin + needed_at_edges(bleed, mode)
                room = Size(page.width / 2 - bleed - needed, page.height - 2 * needed)
                yield _shelves(kinds, bleed, margin, page, room, mode, fold)


def _shelves(
    kinds: Mapping[tuple[Size, bool], int],
    bleed: float,
    margin: float,
    page: Size,
    room: Size,
    mode: Grid,
    fold: bool = False,
) -> Shelves:
    """Put all cards on sheets with room for trims; on no sheet if one does not fit."""
    gutter, between = least_gutter(bleed, mode), apart(bleed)
    sheets = _sheets(_families(kinds, room.width, gutter), room.height, gutter, between, mode)
    rows = [[one.width for one in shelf.laid] for shelf in chain(*chain(*sheets))]
    columns = [
        (
            sum(shelf.height for band in bands for shelf in band) + (len(bands) - 1) * between,
            sum(len(band) - 1 for band in bands),
        )
        for bands in sheets
    ]
    if mode == "inner":
        gaps = [shared_gap(room.width - sum(row), len(row) - 1, bleed) for row in rows]
        gaps += [shared_gap(room.height - high, count, bleed) for high, count in columns]
        gutter = min(gaps, default=gutter)
    wide = max((sum(row) + (len(row) - 1) * gutter for row in rows), default=0.0)
    high = max((height + count * gutter for height, count in columns), default=0.0)
    left, top = (page.width - wide) / 2, (page.height - high) / 2
    outer = Insets.of((bleed,))
    if fold:
        left = at_fold(page.width / 2, wide, bleed, margin)
        far, ends = (bleed_within(gap, bleed, margin) for gap in (left, top))
        outer = Insets(ends, bleed, ends, far)
    block = Rect(left, top, wide, high)
    axis: Axis | None = "vertical" if fold else None
    return Shelves(page, block, outer, gutter, bleed, margin, mode, axis, sheets)


def _families(
    kinds: Mapping[tuple[Size, bool], int], room: float, gutter: float
) -> list[list[CardShelf]] | None:
    """Put cards on as few shelves as possible; those that may share a band are together.

    None if a card is wider than the room.
    """
    families: list[list[CardShelf]] = []
    heights: dict[float, list[tuple[Size, bool]]] = {}
    for size, turned in kinds:
        heights.setdefault(size.width if turned else size.height, []).append((size, turned))
    for same in heights.values():
        lengths = [size.height if turned else size.width for size, turned in same]
        counts = [kinds[kind] for kind in same]
        loads = _fewest([x + gutter for x in lengths], counts, room + gutter, _mixed)
        if loads is None:
            return None
        for load in sorted(loads, key=lambda load: (sum(load), load), reverse=True):
            cards = [kind for kind, n in zip(same, load, strict=True) for _ in range(n)]
            shelf = CardShelf(tuple(cards))
            family = next((one for one in families if shelf.continues(one[0])), None)
            if family is None:
                families.append(family := [])
            family.append(shelf)
    return families


def _sheets(
    families: list[list[CardShelf]] | None, room: float, gutter: float, between: float, mode: Grid
) -> tuple[tuple[ShelfBand, ...], ...]:
    """Put shelves on as few sheets as possible, with as few cuts as possible."""
    if families is None:
        return ()

    def cuts(load: Sequence[int]) -> int:
        some = [(family[0], n) for family, n in zip(families, load, strict=True) if n]
        return len(some) - 1 + sum(_lines(len(shelf.cards), n, mode) for shelf, n in some)

    heights = [family[0].height + gutter for family in families]
    counts = [len(family) for family in families]
    loads = _fewest(heights, counts, room + between, cuts, between - gutter)
    waiting = [iter(family) for family in families]
    return tuple(
        tuple(
            tuple(next(family) for _ in range(n))
            for family, n in zip(waiting, load, strict=True)
            if n
        )
        for load in sorted(loads or (), reverse=True)
    )


def _lines(columns: int, rows: int, mode: Grid) -> int:
    """Return how many lines a band is cut along."""
    return columns + rows + 2 if mode == "butt" else 2 * (columns + rows)


def _mixed(load: Sequence[int]) -> int:
    """Return how many kinds there are in a load."""
    return sum(n > 0 for n in load)


def _fewest(
    lengths: Sequence[float],
    counts: Sequence[int],
    room: float,
    cost: Callable[[Sequence[int]], int],
    each: float = 0.0,
) -> list[tuple[int, ...]] | None:
    """Share out things of some kinds as few loads, and of as little cost, as possible.

    A load says how many it holds of each kind, whose lengths and what ``each`` kind takes besides
    fit into a room. None if there is a kind that does not fit at all.
    """
    if any(length + each > room + SLACK for length in lengths):
        return None
    loads = [load for load in _loads(lengths, counts, room + SLACK, each) if any(load)]

    def possible(left: Sequence[int]) -> list[tuple[int, ...]]:
        first = next(kind for kind, count in enumerate(left) if count)
        return [load for load in loads if load[first] and all(map(le, load, left))]

    def used(load: Sequence[int]) -> float:
        return sum(n * x for n, x in zip(load, lengths, strict=True)) + each * _mixed(load)

    @cache
    def fewest(left: tuple[int, ...]) -> tuple[int, int, tuple[tuple[int, ...], ...]]:
        if not any(left):
            return 0, 0, ()
        found = []
        for load in possible(left):
            number, spent, rest = fewest(tuple(map(sub, left, load)))
            found.append((number + 1, spent + cost(load), (load, *rest)))
        return min(found)

    taken: list[tuple[int, ...]] = []
    left = tuple(counts)
    while any(left) and (
        sum(left) > _MOST_SHELVES or prod(n + 1 for n in left) * len(loads) > _MOST_STEPS
    ):
        taken.append(max(possible(left), key=used))
        left = tuple(map(sub, left, taken[-1]))
    return [*taken, *fewest(left)[2]]


def _loads(
    lengths: Sequence[float], counts: Sequence[int], room: float, each: float
) -> Iterator[tuple[int, ...]]:
    """Yield everything that fits into a room, nothing included."""
    if not lengths:
        yield ()
        return
    for n in range(counts[0] + 1):
        rest = room - n * lengths[0] - (each if n else 0.0)
        if rest < 0:
            return
        for more in _loads(lengths[1:], counts[1:], rest, each):
            yield n, *more


def _in_order(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(sorted(set(values)))

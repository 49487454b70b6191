"""Shelves: cards of several sizes on one sheet, for cutting with a knife or guillotine.

A shelf is a row of cards with the same height. Consecutive shelves with the same vertical lines
form a band, and bands are above each other, so that every cut runs from edge to edge::

    +--+    +--+    +--+
    |  |    |  |    |  |
    +--+    +--+    +--+          a band, cut like a separate sheet
    |  |    |  |    |  |
    +--+    +--+    +--+
    ------------------------      the cut between two bands
    +---+     +---+
    |   |     |   |
    +---+     +---+

Between two bands all of the bleed remains, and a lane for the marks of both. Within a band, the
gaps between cards are the gaps of a grid; a grid is the case of one size and one band.

The sheets are as few as possible, with as few cut lines as possible. A first search puts cards of
one height on the fewest shelves, a second one puts shelves on the fewest sheets. Both branch over
all loads that contain the first remaining kind. If there are too many cards for a search, full
loads of one kind are taken first. All cards of a size can be turned by a quarter, like the cards on
a page in the other orientation. ``auto`` takes full bleed unless less bleed saves a sheet.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, islice, product
from math import prod
from operator import le, sub

from cardgen.core.choices import Orientation
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
    arrange,
    best,
    bleed_within,
    least_gutter,
    orientations,
    shared_gap,
    ways_to_lie,
)

LyingCard = tuple[Size, bool]
"""The size of a card on the page, and whether the card is turned."""
Shelf = tuple[LyingCard, ...]
ShelfBand = tuple[Shelf, ...]
Load = tuple[int, ...]
"""The number of cards or shelves of each kind that go together."""
Share = Callable[[tuple[Load, ...], tuple[int, ...], Load], list[Load]]

_MOST_WAYS = 32  # choices of turned sizes: all choices for five sizes
_MOST_THINGS = 100  # cards or shelves of one search
_MOST_STEPS = 8_000


class Shelves(Imposition, frozen=True):
    """Shelves on sheets: for each sheet its bands, for each band its shelves, longest first."""

    sheets: tuple[tuple[ShelfBand, ...], ...]

    @property
    def slots(self) -> float:
        """The number of cards on an average page."""
        cards = sum(len(shelf) for bands in self.sheets for band in bands for shelf in band)
        return cards / len(self.sheets) if self.sheets else 0

    @property
    def merit(self) -> tuple[float, ...]:
        """Cards per page, then few cuts, then room between the cards."""
        lines = [_lines(len(band[0]), len(band), self.mode) for band in chain(*self.sheets)]
        return self.slots, len(self.sheets) - len(lines) - sum(lines), self.gutter

    @property
    def plans(self) -> list[SheetPlan]:
        """The plan of each sheet."""
        return [self._plan(bands) for bands in self.sheets]

    def deal(self, sizes: Iterable[Size]) -> list[Deal]:
        """Give each place the next card of its size."""
        waiting: defaultdict[Size, deque[int]] = defaultdict(deque)
        for index, size in enumerate(sizes):
            waiting[size].append(index)
        return [
            ([waiting[place.size].popleft() for place in plan.places], plan) for plan in self.plans
        ]

    def cuts(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return x of the vertical and y of the horizontal cut lines of all sheets."""
        bands = [band for plan in self.plans for band in plan.bands]
        across, along = {x for band in bands for x in band.across}, chain(*(b.along for b in bands))
        return tuple(sorted(across)), tuple(sorted(set(along)))

    def _plan(self, sheet: Sequence[ShelfBand]) -> SheetPlan:
        places: list[CardPlace] = []
        bands: list[Band] = []
        y, above = self.block.y, None
        for shelves in sheet:
            rows: list[list[CardPlace]] = []
            for number, shelf in enumerate(shelves):
                under = len(shelves[number + 1]) if number + 1 < len(shelves) else 0
                top = self.gutter / 2 if number else self.bleed if bands else self.outer.top
                rows.append(list(self._row(shelf, y, top, under)))
                bottom = rows[-1][0].trim.bottom
                y = bottom + self.gutter
            last = len(bands) + 1 == len(sheet)
            below = None if last else bottom + band_distance(self.bleed) / 2
            across = {x for place in rows[0] for x in (place.trim.x, place.trim.right)}
            along = {y for row in rows for y in (row[0].trim.y, row[0].trim.bottom)}
            bands.append(Band(tuple(sorted(across)), tuple(sorted(along)), above, below))
            places += chain(*rows)
            y, above = bottom + band_distance(self.bleed), below
        return SheetPlan(tuple(places), tuple(bands))

    def _row(self, shelf: Shelf, y: float, top: float, under: int) -> Iterator[CardPlace]:
        """Place a shelf above a shelf of ``under`` cards; artwork bleeds where no card is near."""
        x, beside, reach = self.block.x, self.gutter / 2, self.reach
        for number, (size, turned) in enumerate(shelf):
            trim = Rect(x, y, size.width, size.height)
            end = number + 1 == len(shelf)
            around = Insets(
                top,
                min(self.bleed, reach.right - trim.right) if end else beside,
                beside if number < under else min(self.bleed, reach.bottom - trim.bottom),
                beside if number else self.outer.left,
            )
            yield CardPlace(trim, around, turned)
            x = trim.right + self.gutter


def band_distance(bleed: float) -> float:
    """Return the distance between two bands: the bleed and the marks of both."""
    return 2 * (bleed + MARK_SHORT)


def arrange_cards(
    demand: Mapping[Size, int],
    bleed: float,
    paper: Size,
    margin: float,
    mode: Mode,
    locations: Mapping[Size, Location],
    fold: bool = False,
    agree: Callable[[], bool] = lambda: False,
    orientation: Orientation = "auto",
) -> Imposition:
    """Choose a grid for cards of one size, or shelves for cards of several sizes.

    ``demand`` has the number of cards of each size, ``locations`` where it is used.
    """
    alone = partial(
        arrange_fold if fold else arrange,
        bleed=bleed,
        paper=paper,
        margin=margin,
        mode=mode,
        orientation=orientation,
    )
    if len(demand) == 1:
        [size] = demand
        return alone(size, location=locations.get(size), agree=agree)
    for size in demand:
        alone(size, location=locations.get(size))
    candidates = _candidates(demand, bleed, paper, margin, mode, fold)
    shelves = best(candidates, mode, agree, orientation, sparing=True)
    if shelves is None:
        size = max(demand, key=lambda size: size.width * size.height)
        raise ImpositionError(problems.sizes_do_not_mix(locations.get(size), size, paper))
    return shelves


def _candidates(
    demand: Mapping[Size, int], bleed: float, paper: Size, margin: float, choice: Mode, fold: bool
) -> Iterator[Shelves]:
    share = cache(_share)  # most candidates differ by a few mm and hold the same cards
    turn_choices = product(*((False, True)[: 1 + (size.width != size.height)] for size in demand))
    for turns in islice(turn_choices, _MOST_WAYS):
        turned = zip(demand, turns, strict=True)
        lying = ((size.quarter_turned if turn else size, turn) for size, turn in turned)
        cards = dict(zip(lying, demand.values(), strict=True))
        make = partial(_shelves, share, cards, bleed, margin, choice)
        if not fold:
            yield from ways_to_lie(make, bleed, paper, margin)
            continue
        for page, mode in product(orientations(paper), MODES):
            needed = margin + needed_at_edges(bleed, mode)
            room = Size(page.width / 2 - bleed - needed, page.height - 2 * needed)
            yield make(page, room, mode, "vertical")


def _shelves(
    share: Share,
    cards: Mapping[LyingCard, int],
    bleed: float,
    margin: float,
    choice: Mode,
    page: Size,
    room: Size,
    mode: Grid,
    fold: Axis | None = None,
) -> Shelves:
    """Put all cards on sheets with room for trims; no sheets if a card or the mode does not fit."""
    gutter, between = least_gutter(bleed, mode), band_distance(bleed)
    is_requested = choice in ("auto", mode)
    families = _families(share, cards, room.width, gutter) if is_requested else []
    sheets = _sheets(share, families, room.height, gutter, between, mode)
    rows = [(sum(size.width for size, _ in row), len(row) - 1) for row in chain(*chain(*sheets))]
    columns = [
        (
            sum(shelf[0][0].height for shelf in chain(*bands)) + (len(bands) - 1) * between,
            sum(map(len, bands)) - len(bands),
        )
        for bands in sheets
    ]
    if mode == "inner":
        gaps = [shared_gap(room.width - long, count, bleed) for long, count in rows]
        gaps += [shared_gap(room.height - long, count, bleed) for long, count in columns]
        gutter = min(gaps, default=gutter)
    wide, high = (
        max((long + count * gutter for long, count in extents), default=0.0)
        for extents in (rows, columns)
    )
    left, top = (page.width - wide) / 2, (page.height - high) / 2
    outer = Insets.of((bleed,))
    if fold:
        left = at_fold(page.width / 2, wide, bleed, margin)
        far, ends = (bleed_within(gap, bleed, margin) for gap in (left, top))
        outer = Insets(ends, bleed, ends, far)
    block = Rect(left, top, wide, high)
    return Shelves(page, block, outer, gutter, bleed, margin, mode, fold, sheets)


def _families(
    share: Share, cards: Mapping[LyingCard, int], room: float, gutter: float
) -> list[ShelfBand]:
    """Put cards on as few shelves as possible; group the shelves that can share a band.

    The result is empty if a card is wider than the room.
    """
    families: dict[Shelf, list[Shelf]] = {}
    for height in dict.fromkeys(size.height for size, _ in cards):
        same = {card: count for card, count in cards.items() if card[0].height == height}
        counts = tuple(same.values())
        loads = _loads([size.width + gutter for size, _ in same], counts, room + gutter)
        shared = share(loads, tuple(len(load) - load.count(0) for load in loads), counts)
        if not shared:
            return []
        for load in sorted(shared, key=sum, reverse=True):
            shelf = tuple(card for card, n in zip(same, load, strict=True) for _ in range(n))
            longest = next((family for family in families if family[: len(shelf)] == shelf), shelf)
            families.setdefault(longest, []).append(shelf)
    return [tuple(family) for family in families.values()]


def _sheets(
    share: Share,
    families: Sequence[ShelfBand],
    room: float,
    gutter: float,
    between: float,
    mode: Grid,
) -> tuple[tuple[ShelfBand, ...], ...]:
    """Put shelves on as few sheets as possible, with as few cuts as possible."""
    heights = [family[0][0][0].height + gutter for family in families]
    counts = tuple(map(len, families))
    loads = _loads(heights, counts, room + between, between - gutter)
    costs = (
        sum(1 + _lines(len(band[0]), n, mode) for band, n in zip(families, load, strict=True) if n)
        for load in loads
    )
    shared = sorted(share(loads, tuple(costs), counts), reverse=True)
    waiting = [iter(family) for family in families]
    sheets = ([tuple(islice(*pair)) for pair in zip(waiting, load, strict=True)] for load in shared)
    return tuple(tuple(filter(None, bands)) for bands in sheets)


def _lines(columns: int, rows: int, mode: Grid) -> int:
    return columns + rows + 2 if mode == "butt" else 2 * (columns + rows)


def _loads(
    lengths: Sequence[float], counts: Sequence[int], room: float, each: float = 0.0
) -> tuple[Load, ...]:
    """Return all loads that fit into a room, given lengths and counts of each kind.

    Every kind in a load takes the length ``each`` in addition.
    """
    if not lengths:
        return ((),)
    loads: list[Load] = []
    for n in range(counts[0] + 1):
        free = room - n * lengths[0] - (each if n else 0.0)
        if free < -SLACK:
            break
        loads += ((n, *tail) for tail in _loads(lengths[1:], counts[1:], free, each))
    return tuple(loads)


def _share(loads: tuple[Load, ...], costs: tuple[int, ...], counts: Load) -> list[Load]:
    """Divide all cards or shelves into as few loads as possible, with the lowest cost.

    The result is empty if one of some kind fits into no load.
    """
    starts: list[list[tuple[Load, int]]] = [[] for _ in counts]
    for load, cost in zip(loads, costs, strict=True):
        if any(load):
            starts[next(kind for kind, n in enumerate(load) if n)].append((load, cost))
    if not all(starts):
        return []

    @cache
    def fewest(left: Load) -> tuple[int, int, tuple[Load, ...]]:
        if not any(left):
            return 0, 0, ()
        shares = []
        for load, cost in starts[next(kind for kind, n in enumerate(left) if n)]:
            if all(map(le, load, left)):
                number, spent, other_loads = fewest(tuple(map(sub, left, load)))
                shares.append((number + 1, spent + cost, (load, *other_loads)))
        return min(shares)

    pure_loads: list[Load] = []
    left = counts
    while any(left) and (
        sum(left) > _MOST_THINGS or prod(n + 1 for n in left) * len(loads) > _MOST_STEPS
    ):
        kind = left.index(max(left))
        pure = (load for load, _ in starts[kind] if sum(load) == load[kind] <= left[kind])
        pure_loads.append(max(pure))
        left = tuple(map(sub, left, pure_loads[-1]))
    return [*pure_loads, *fewest(left)[2]]

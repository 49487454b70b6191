"""Pages for cutting out, with tokens, nets or boxes in the middle and a lane above and below.

The upper lane describes the page and explains its lines; the lower one has the ruler.

Pieces of different shapes and sizes are nested on few pages by a simple rule. Pieces of the same
shape and size go together, large ones first. They fill shelves from left to right, and shelves fill
the page from the top down::

    +--+ +--+ +--+ +--+           ( ) ( ) ( ) ( )
    |  | |  | |  | |  |             ( ) ( ) ( )
    +--+ +--+ +--+ +--+           ( ) ( ) ( ) ( )

Squares form columns. Circles, and hexagons with a corner at the top, are staggered: each row fits
in the gaps of the row above, which takes only 0.87 of the height. The remaining room at the end of
a shelf is filled with smaller pieces of the following kinds, in separate rows. Every piece keeps
its bleed on all sides. Pieces are not turned or scaled.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.core.units import PAPERS, propose_papers
from cardgen.frame import Frame, Group, Item, Page
from cardgen.impose import problems
from cardgen.impose.dielines import legend as legend_of
from cardgen.impose.margins import EDGE_CLEARANCE, GAP, LANE, SlugLane
from cardgen.impose.marks import Write
from cardgen.impose.marks import ruler as ruler_of

STAGGER = math.sqrt(3) / 2
_SLACK = 1e-6
Slug = Callable[[int, int, str], Frame]
"""Makes the line that describes a page, from sheet number, number of sheets and side."""

GAP_AROUND = 2.0
"""The room around a net, in mm: its bleed."""
_BETWEEN = 4.0  # mm between slug and legend


class Blank(Struct, frozen=True):
    """The size of a piece with its bleed; ``staggered`` shapes fit the gaps of the row above."""

    width: float
    height: float
    staggered: bool = False


class NestedPlace(Struct, frozen=True):
    """The position of a blank: its page, counted from 0, and its box, including the bleed."""

    page: int
    box: Rect


class _Nest:
    def __init__(self, area: Rect) -> None:
        self.area = area
        self.page = 0
        self.y = area.y
        self.rests: list[NestedPlace] = []
        """Free room beside or below pieces, for smaller pieces."""

    def into_rest(self, blank: Blank) -> NestedPlace | None:
        for index, gap in enumerate(self.rests):
            room = gap.box
            if fits(blank, Size(room.width, room.height)):
                box = Rect(room.x, room.y, blank.width, blank.height)
                beside = Rect(box.right, room.y, room.right - box.right, box.height)
                below = Rect(room.x, box.bottom, room.width, room.bottom - box.bottom)
                left = [NestedPlace(gap.page, room) for room in (beside, below)]
                self.rests[index : index + 1] = left
                return NestedPlace(gap.page, box)
        return None

    def rows(self, blank: Blank, count: int) -> list[NestedPlace]:
        """Place equal blanks in rows, staggered or not, on as many pages as they need."""
        area, places = self.area, list[NestedPlace]()
        row, bottom = 0, self.y
        # The distance between rows, as a share of the height of the blank.
        pitch = STAGGER * blank.width / blank.height if blank.staggered else 1.0
        while len(places) < count:
            y = self.y + row * blank.height * pitch
            if y + blank.height > area.bottom + _SLACK:
                self.page, self.y, row, bottom = self.page + 1, area.y, 0, area.y
                continue
            start = area.x + (blank.width / 2 if blank.staggered and row % 2 else 0.0)
            across = max(1, math.floor((area.right - start + _SLACK) / blank.width))
            in_row = min(across, count - len(places))
            for column in range(in_row):
                x = start + column * blank.width
                places.append(NestedPlace(self.page, Rect(x, y, blank.width, blank.height)))
            alone = row == 0 and len(places) == count
            if alone or not blank.staggered:  # staggered rows stick out beside it
                end = start + in_row * blank.width
                gap = Rect(end, y, area.right - end, blank.height)
                self.rests.append(NestedPlace(self.page, gap))
            bottom = y + blank.height
            row += 1
        self.y = bottom
        return places


def fits(blank: Blank, area: Size) -> bool:
    """Whether a blank fits on a page."""
    return blank.width <= area.width + _SLACK and blank.height <= area.height + _SLACK


def nest(blanks: Sequence[Blank], area: Rect) -> list[NestedPlace]:
    """Return a place for each blank, in the given order; each must fit the area."""
    kinds: dict[Blank, list[int]] = {}
    for index, blank in enumerate(blanks):
        kinds.setdefault(blank, []).append(index)
    places: dict[int, NestedPlace] = {}
    state = _Nest(area)
    for blank in sorted(kinds, key=lambda blank: (-blank.height, -blank.width, blank.staggered)):
        waiting = kinds[blank]
        while waiting and (place := state.into_rest(blank)) is not None:
            places[waiting.pop(0)] = place
        if waiting:
            places.update(zip(waiting, state.rows(blank, len(waiting)), strict=True))
    return [places[index] for index in range(len(blanks))]


def work_area(page: Size, margin: float) -> Rect:
    """Return the part of a page that pieces may cover, including their bleed."""
    border = max(margin, EDGE_CLEARANCE)
    lane = border + LANE + GAP
    return Rect(border, lane, page.width - 2 * border, page.height - 2 * lane)


def furnish(
    page: Size,
    margin: float,
    items: Iterable[Item],
    slug: Frame,
    legend: Frame | None = None,
    ruler: Frame | None = None,
) -> Page:
    """Make a page of items, with a slug, and an optional legend and ruler."""
    border = max(margin, EDGE_CLEARANCE)
    lane = Rect(border, border, page.width - 2 * border, LANE)
    page_items: list[Item | None] = list(items)
    room = lane.width
    if legend is not None:
        x = lane.right - legend.size.width
        y = lane.y + (LANE - legend.size.height) / 2
        page_items.append(Group(legend, Matrix.translation(x, y)))
        room -= legend.size.width + _BETWEEN
    head = Rect(lane.x, lane.y, room, LANE)
    page_items.append(SlugLane(head, False, head.x).place(slug))
    if ruler is not None:
        foot = lane.shift(0.0, page.height - border - LANE - lane.y)
        page_items.append(SlugLane(foot, False, foot.x).place(ruler, shrink=False))
    return Page.of_sheet(Frame(page, [item for item in page_items if item is not None]))


def roomy(piece: Size) -> Blank:
    """Return the blank that a net needs on a page."""
    return Blank(piece.width + 2 * GAP_AROUND, piece.height + 2 * GAP_AROUND)


def nest_nets(nets: Sequence[Frame], page: Size, margin: float) -> tuple[Size, list[list[Item]]]:
    """Place nets on as few pages as possible, with room around each net.

    The page can be in landscape, and all nets of a size can be turned, if that saves a page.
    Returns the page and the items of each sheet.
    """
    options = list(_ways(list(dict.fromkeys(net.size for net in nets)), page, margin))
    places = [nest([blanks[net.size] for net in nets], area) for area, blanks in options]
    best = min(range(len(options)), key=lambda n: max(place.page for place in places[n]))
    is_turned = options[best][0] != work_area(page, margin)
    sheets: list[list[Item]] = [[] for _ in range(max(place.page for place in places[best]) + 1)]
    for net, place in zip(nets, places[best], strict=True):
        left, top = place.box.x + GAP_AROUND, place.box.y + GAP_AROUND
        matrix = Matrix.translation(left, top)
        if options[best][1][net.size] != roomy(net.size):
            matrix = Matrix.rotation(90.0).then(Matrix.translation(left + net.size.height, top))
        sheets[place.page].append(Group(net, matrix))
    return page.quarter_turned if is_turned else page, sheets


def _ways(
    sizes: Sequence[Size], page: Size, margin: float
) -> Iterator[tuple[Rect, Mapping[Size, Blank]]]:
    """Yield areas of a page with the blanks of turned or unturned nets, unturned first."""
    for area in dict.fromkeys((work_area(page, margin), work_area(page.quarter_turned, margin))):
        for turned in product((False, True), repeat=len(sizes)):
            blanks = {
                size: roomy(size.quarter_turned if turn else size)
                for size, turn in zip(sizes, turned, strict=True)
            }
            if all(fits(blank, Size(area.width, area.height)) for blank in blanks.values()):
                yield area, blanks


def centre_net(net: Frame, area: Rect) -> list[Item]:
    """Place a net in the centre of a page."""
    x, y = area.center
    return [Group(net, Matrix.translation(x - net.size.width / 2, y - net.size.height / 2))]


def net_pages(
    page: Size,
    margin: float,
    sheets: Sequence[Iterable[Item]],
    slug: Slug,
    write: Write,
    ruler_label: Frame,
) -> list[Page]:
    """Make a page of each sheet of nets, with a slug, a legend and a ruler."""
    legend = legend_of(write, ("cut", "fold", "glue"), LANE)
    ruler = ruler_of(ruler_label)
    return [
        furnish(page, margin, items, slug(number, len(sheets), "front"), legend, ruler)
        for number, items in enumerate(sheets, 1)
    ]


def other_papers(paper: Size, holds: Callable[[Size], bool]) -> tuple[str, ...]:
    """Return the papers to propose instead of a paper that is too small."""
    return propose_papers([name for name, size in PAPERS.items() if size != paper and holds(size)])


def page_for(piece: Size, paper: Size, margin: float) -> Size | None:
    """Return the paper in an orientation that holds a piece, portrait if possible, or None."""
    for page in (paper, paper.quarter_turned):
        area = work_area(page, margin)
        if fits(roomy(piece), Size(area.width, area.height)):
            return page
    return None


def check_page(
    piece: Size,
    paper: Size,
    margin: float,
    description: str,
    location: Location | None,
    remedy: str = "make it smaller",
) -> Size:
    """Return the paper in an orientation that holds a piece, portrait if possible.

    Raises ImpositionError if no orientation does. The error names the papers that would hold it, or
    has the ``remedy`` if there are none.
    """
    page = page_for(piece, paper, margin)
    if page is None:
        area = work_area(paper, margin)
        room = Size(area.width, area.height)
        papers = other_papers(paper, lambda size: page_for(piece, size, margin) is not None)
        fault = problems.blank_does_not_fit(
            location, description, piece, paper, room, papers, remedy
        )
        raise ImpositionError(fault)
    return page

"""Marks: lines that show where to cut and fold, and a ruler that tells whether the size is right.

Crop marks are hairlines outside all artwork, one at either end of every cut line; a ruler laid
across both shows where to cut. Cards that touch share a cut line and therefore its marks. No mark
crosses artwork or bleed, since it might remain on a card. Marks are printed on fronts only: a
sheet is cut from one side, and a second set, off by the printer's drift, would only mislead.

The printed ruler is 100 mm long. If it measures 97, the program that printed the sheet scaled it
to fit the page, and the cards are too small as well: print again at actual size.

Margins: how the paper between the artwork and the edge is shared out.

Going outwards from the artwork, there are the crop marks, then a thin lane for the slug (the line
that says what the sheet is), then the border that the printer cannot reach. Two opposite sides
have lanes: one for the slug, the other for the 100 mm ruler::

    edge of the paper
    ........................ printer's border, 5 mm
      Soldiers · sheet 1 of 4     lane, 2.5 mm
       |        |        |        crop marks, 1.5 to 5 mm
    ########################      artwork: trims with their bleed

The lanes go above and below the artwork if they can. Where the cards leave no room there, as
nine cards on Letter do, the lanes are at the left and the right and read from the right-hand
side. If neither pair of sides is deep enough for marks and a lane beyond them, the slug goes
between two marks, as large as it fits. A sheet without any room has no slug.

Marks are `MARK_LENGTH` long if possible. Beside a lane they keep at least `MARK_SHORT`. Where
there is no lane and little room, they may run into the printer's border, up to 4 mm from the
edge: many printers reach further than they promise, and those that do not merely clip the line.

The sizes of papers by name: those that everybody knows, and those of the user's own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from cardgen.core.diagnostics import ImpositionError, Location
from cardgen.core.geometry import Matrix, Path, Rect, Segment, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_POINT, PAPERS
from cardgen.frame import Frame, Group, Item, Shape, Stroke
from cardgen.impose import problems
from cardgen.impose.nup import Arrangement

MARK_LENGTH = 5.0
MARK_SHORT = 1.5
MARK_ENOUGH = 3.0
EDGE = 4.0
"""Nothing is meant to print nearer than this to the edge of the paper, in mm."""
LANE = 2.5
LANE_LEAST = 1.2
"""How small the slug may become between marks: it is on waste paper."""
GAP = 0.5
INDENT = 2.0
"""How far inside the first cut a line starts, so that no tick of the ruler looks like a mark."""


class SlugLane(Struct, frozen=True):
    """A strip of the margin for one line of text, which starts a little inside the first card.

    The text of an upright lane runs from the bottom to the top.
    """

    box: Rect
    upright: bool
    start: float

    @property
    def length(self) -> float:
        """The greatest length of a line."""
        return self.box.height if self.upright else self.box.width

    @property
    def depth(self) -> float:
        """The greatest height of a line."""
        return self.box.width if self.upright else self.box.height

    def place(self, line: Frame, shrink: bool = True) -> Group | None:
        """Place a line of text in the lane; None if it does not fit and may not shrink."""
        width, height = line.size.width, line.size.height
        scale = min(1.0, self.length / width, self.depth / height) if width and height else 1.0
        if scale < 1 and not shrink:
            return None
        sized = Matrix.scaling(scale) if scale < 1 else Matrix()
        width, aside = width * scale, (self.depth - height * scale) / 2
        if self.upright:
            foot = max(min(self.start, self.box.bottom), self.box.y + width)
            turned = sized.then(Matrix.rotation(270))
            return Group(line, turned.then(Matrix.translation(self.box.x + aside, foot)))
        left = min(max(self.start, self.box.x), self.box.right - width)
        return Group(line, sized.then(Matrix.translation(left, self.box.y + aside)))


class SheetMargins(Struct, frozen=True):
    """What an arrangement leaves around its artwork."""

    above: float
    """The length of the crop marks above and below."""
    beside: float
    """The length of the crop marks at the left and the right."""
    slug: SlugLane | None
    ruler: SlugLane | None


def margins_of(arrangement: Arrangement) -> SheetMargins:
    """Share out the margins between crop marks, slug and ruler."""
    art, margin = arrangement.artwork, arrangement.margin
    above, beside = _mark(art.y, margin), _mark(art.x, margin)
    border = max(margin, EDGE)
    for upright, band in ((False, art.y), (True, art.x)):
        room = band - border - LANE - GAP
        if room >= MARK_SHORT:
            mark = min(MARK_LENGTH, room)
            lanes = _lanes(arrangement, upright, band - mark - GAP, LANE)
            return SheetMargins(above if upright else mark, mark if upright else beside, *lanes)
    for upright, band in ((False, art.y), (True, art.x)):
        depth = min(LANE, band - GAP - min(margin, EDGE))
        if depth >= LANE_LEAST:
            lanes = _lanes(arrangement, upright, band - GAP, depth, between=True)
            return SheetMargins(above, beside, *lanes)
    return SheetMargins(above, beside, None, None)


def _mark(band: float, margin: float) -> float:
    """Return the length of the crop marks on a side without a lane."""
    inside = band - margin
    if inside < MARK_ENOUGH:
        inside = band - min(margin, EDGE)
    return min(MARK_LENGTH, max(0.0, inside))


def _lanes(
    arrangement: Arrangement, upright: bool, end: float, depth: float, between: bool = False
) -> tuple[SlugLane, SlugLane]:
    """Make two opposite lanes, each ending at a distance ``end`` from the edge of the paper."""
    page, block, near = arrangement.page, arrangement.block, end - depth
    border = max(arrangement.margin, EDGE)
    across, along = arrangement.cuts()
    if upright:
        low, high = _widest(along) if between else (border, page.height - border)
        start = high if between else block.bottom - INDENT
        boxes = [Rect(x, low, depth, high - low) for x in (near, page.width - end)]
    else:
        low, high = _widest(across) if between else (border, page.width - border)
        start = low if between else block.x + INDENT
        boxes = [Rect(low, y, high - low, depth) for y in (near, page.height - end)]
    return SlugLane(boxes[0], upright, start), SlugLane(boxes[1], upright, start)


def _widest(cuts: tuple[float, ...]) -> tuple[float, float]:
    """Return the widest gap between two marks, less a millimetre at either end."""
    near, far = max(
        itertools.pairwise(cuts), key=lambda room: (round(room[1] - room[0], 3), -room[0])
    )
    return near + 1.0, far - 1.0


_NONE: Mapping[str, Size] = {}


def paper_size(name: str, at: Location | None = None, own: Mapping[str, Size] = _NONE) -> Size:
    """Return the size of a paper by name, in portrait; ``own`` are papers of the user's.

    Raises ImpositionError if there is no such paper.
    """
    size = own.get(name) or PAPERS.get(name)
    if size is None:
        raise ImpositionError(problems.unknown_paper(at, name, (*PAPERS, *own)))
    return size


BLACK = Color(0.0, 0.0, 0.0)
HAIRLINE = Stroke(BLACK, 0.25 * MM_PER_POINT)
FOLD = Stroke(BLACK, 0.25 * MM_PER_POINT, dash=(2.0, 1.5))
RULER_LENGTH = 100

Line = tuple[float, float, float, float]
Write = Callable[[str, float], Frame]
"""Sets a line of type: a text and its size in points; the Frame is as large as the text."""


def lines(ends: Iterable[Line], stroke: Stroke = HAIRLINE) -> Shape:
    """Draw straight lines, each from (x, y) to (x, y), as one shape."""
    segments: list[Segment] = []
    for x0, y0, x1, y1 in ends:
        segments += (("M", x0, y0), ("L", x1, y1))
    return Shape(Path(tuple(segments)), stroke=stroke)


def crop_marks(arrangement: Arrangement, filled: int | None = None) -> Shape:
    """Mark the cut lines of the first ``filled`` slots, with gutterfold of their backs too."""
    art, room = arrangement.artwork, margins_of(arrangement)
    across, along = arrangement.cuts(filled)
    page, fold = arrangement.page, arrangement.fold
    ends: list[Line] = []
    if fold == "vertical":
        inner = arrangement.reach.right
        ends += ((inner, y, page.width - inner, y) for y in along if page.width > 2 * inner)
        across += tuple(page.width - x for x in reversed(across))
    elif fold == "horizontal":
        inner = arrangement.reach.bottom
        ends += ((x, inner, x, page.height - inner) for x in across if page.height > 2 * inner)
        along += tuple(page.height - y for y in reversed(along))
    if room.above > 0:
        for x in across:
            ends.append((x, art.y - room.above, x, art.y))
            ends.append((x, art.bottom, x, art.bottom + room.above))
    if room.beside > 0:
        for y in along:
            ends.append((art.x - room.beside, y, art.x, y))
            ends.append((art.right, y, art.right + room.beside, y))
    return lines(ends)


def fold_line(arrangement: Arrangement) -> Shape:
    """Draw the dashed fold wherever there is no artwork: all along if both halves keep clear of it.

    It is no longer than the crop marks reach, so that it does not cross the slug.
    """
    page, art, reach = arrangement.page, arrangement.artwork, arrangement.reach
    room, upright = margins_of(arrangement), arrangement.fold == "vertical"
    middle = (page.width if upright else page.height) / 2
    clear = middle - (reach.right if upright else reach.bottom)
    near, far = (art.y, art.bottom) if upright else (art.x, art.right)
    mark = room.above if upright else room.beside
    spans = [(near - mark, far + mark)]
    if clear <= GAP:
        spans = [(near - mark, near), (far, far + mark)]
    return lines(
        ((middle, a, middle, b) if upright else (a, middle, b, middle) for a, b in spans), FOLD
    )


def ruler(label: Frame | None = None, depth: float = LANE) -> Frame:
    """Make a 100 mm ruler with millimetre ticks, followed by a label."""
    ends: list[Line] = [(0.0, depth, float(RULER_LENGTH), depth)]
    for mm in range(RULER_LENGTH + 1):
        ends.append((float(mm), depth * (1 - _tick(mm)), float(mm), depth))
    items: list[Item] = [lines(ends)]
    width = float(RULER_LENGTH)
    if label is not None:
        items.append(Group(label, Matrix.translation(width + 1.5, (depth - label.size.height) / 2)))
        width += 1.5 + label.size.width
    return Frame(Size(width, depth), items)


def _tick(mm: int) -> float:
    """Return the length of a tick, as a share of the depth of the ruler."""
    if mm in (0, RULER_LENGTH):
        return 1.0
    if mm % 10 == 0:
        return 0.7
    return 0.5 if mm % 5 == 0 else 0.3

"""Margins: how marks, slug and ruler share the paper between artwork and edge.

From the artwork outwards there are the crop marks, then a thin lane for the slug (the line that
describes the sheet), then the border that the printer cannot reach. Two opposite sides have lanes:
one for the slug, the other for the 100 mm ruler::

    edge of the paper
    ........................ printer's border, 5 mm
      Soldiers · sheet 1 of 4     lane, 2.5 mm
       |        |        |        crop marks, 1.5 to 5 mm
    ########################      artwork: trims with their bleed

The lanes are above and below the artwork if possible. If the cards leave no room there, as nine
cards on Letter do, the lanes are at the left and the right and are read from the right-hand side.
If neither pair of sides is deep enough for marks and a lane beyond them, the slug is between two
marks, at the largest size that fits. A sheet without any room has no slug.

Marks are `MARK_LENGTH` long if possible. Beside a lane they keep at least `MARK_SHORT`. With no
lane and little room, they may extend into the printer's border, up to 4 mm from the edge: many
printers reach further than they promise, and other printers merely clip the line.
"""

import itertools

from msgspec import Struct

from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Frame, Group
from cardgen.impose.imposition import Imposition

MARK_LENGTH = 5.0
MARK_SHORT = 1.5
MARK_PREFERRED_MIN = 3.0
"""Marks that would be shorter than this extend into the printer's border."""
EDGE_CLEARANCE = 4.0
"""Minimum distance from the edge of the paper to anything printed, in mm."""
LANE = 2.5
LANE_MIN_DEPTH = 1.2
"""Minimum height of the slug between marks, which is on waste paper."""
GAP = 0.5
INDENT = 2.0
"""Distance from the first cut to a line, so that no tick of the ruler looks like a mark."""


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
        """Place a line of text in the lane; None if it does not fit and must not shrink."""
        width, height = line.size.width, line.size.height
        scale = min(1.0, self.length / width, self.depth / height) if width and height else 1.0
        if scale < 1 and not shrink:
            return None
        scaling = Matrix.scaling(scale) if scale < 1 else Matrix()
        width, cross_offset = width * scale, (self.depth - height * scale) / 2
        if self.upright:
            foot = max(min(self.start, self.box.bottom), self.box.y + width)
            rotation = scaling.then(Matrix.rotation(270))
            return Group(line, rotation.then(Matrix.translation(self.box.x + cross_offset, foot)))
        left = min(max(self.start, self.box.x), self.box.right - width)
        return Group(line, scaling.then(Matrix.translation(left, self.box.y + cross_offset)))


class SheetMargins(Struct, frozen=True):
    """The marks and lanes in the margins of an arrangement."""

    vertical_mark_length: float
    """Length of the crop marks above and below."""
    horizontal_mark_length: float
    """Length of the crop marks at the left and the right."""
    slug: SlugLane | None
    ruler: SlugLane | None


def margins_of(arrangement: Imposition) -> SheetMargins:
    """Divide the margins between crop marks, slug and ruler."""
    art, margin = arrangement.artwork, arrangement.margin
    vertical, horizontal = _mark_length(art.y, margin), _mark_length(art.x, margin)
    border = max(margin, EDGE_CLEARANCE)
    for upright, margin_depth in ((False, art.y), (True, art.x)):
        room = margin_depth - border - LANE - GAP
        if room >= MARK_SHORT:
            mark = min(MARK_LENGTH, room)
            lanes = _lanes(arrangement, upright, margin_depth - mark - GAP, LANE)
            marks = (vertical, mark) if upright else (mark, horizontal)
            return SheetMargins(*marks, *lanes)
    for upright, margin_depth in ((False, art.y), (True, art.x)):
        depth = min(LANE, margin_depth - GAP - min(margin, EDGE_CLEARANCE))
        if depth >= LANE_MIN_DEPTH:
            lanes = _lanes(arrangement, upright, margin_depth - GAP, depth, between_marks=True)
            return SheetMargins(vertical, horizontal, *lanes)
    return SheetMargins(vertical, horizontal, None, None)


def _mark_length(margin_depth: float, margin: float) -> float:
    """Return the length of the crop marks on a side without a lane."""
    inside = margin_depth - margin
    if inside < MARK_PREFERRED_MIN:
        inside = margin_depth - min(margin, EDGE_CLEARANCE)
    return min(MARK_LENGTH, max(0.0, inside))


def _lanes(
    arrangement: Imposition, upright: bool, end: float, depth: float, between_marks: bool = False
) -> tuple[SlugLane, SlugLane]:
    """Make two opposite lanes; each ends at a distance ``end`` from the edge of the paper."""
    page, block, start_offset = arrangement.page, arrangement.block, end - depth
    border = max(arrangement.margin, EDGE_CLEARANCE)
    across, along = arrangement.cuts()
    if upright:
        low, high = _widest_gap(along) if between_marks else (border, page.height - border)
        start = high if between_marks else block.bottom - INDENT
        boxes = [Rect(x, low, depth, high - low) for x in (start_offset, page.width - end)]
    else:
        low, high = _widest_gap(across) if between_marks else (border, page.width - border)
        start = low if between_marks else block.x + INDENT
        boxes = [Rect(low, y, high - low, depth) for y in (start_offset, page.height - end)]
    return SlugLane(boxes[0], upright, start), SlugLane(boxes[1], upright, start)


def _widest_gap(cuts: tuple[float, ...]) -> tuple[float, float]:
    """Return the widest gap between two marks, minus a millimetre at either end."""
    gap_start, gap_end = max(
        itertools.pairwise(cuts), key=lambda room: (round(room[1] - room[0], 3), -room[0])
    )
    return gap_start + 1.0, gap_end - 1.0

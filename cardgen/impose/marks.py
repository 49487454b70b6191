"""Marks: lines for cutting and folding, and a ruler to check the size.

Crop marks are hairlines outside all artwork, one at either end of every cut line; cut along a ruler
that touches both. Cards that touch share a cut line and therefore its marks. No mark crosses
artwork or bleed, since it might remain on a card. Marks are on fronts only: a sheet is cut from one
side, and a second set, off by the printer's drift, would only mislead.

The printed ruler is 100 mm long. If it measures 97 mm, the printing program scaled the sheet to fit
the page, and the cards are too small as well: print again at actual size.
"""

from collections.abc import Callable, Iterable, Sequence

from cardgen.core.geometry import Matrix, Path, Segment, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Item, Shape, Stroke
from cardgen.impose.imposition import Band, Imposition
from cardgen.impose.margins import GAP, LANE, MARK_SHORT, margins_of

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


def crop_marks(imposition: Imposition, bands: Sequence[Band]) -> Shape:
    """Mark the cut lines of a sheet's bands, and with gutterfold the cut lines of their backs.

    Cuts between bands run across the whole artwork.
    """
    art, room = imposition.artwork, margins_of(imposition)
    vertical, horizontal = room.vertical_mark_length, room.horizontal_mark_length
    page, fold = imposition.page, imposition.fold
    ends: list[Line] = []
    for band in bands:
        across, along = band.across, band.along
        if fold == "vertical":
            inner = imposition.reach.right
            ends += ((inner, y, page.width - inner, y) for y in along if page.width > 2 * inner)
            across += tuple(page.width - x for x in reversed(across))
        elif fold == "horizontal":
            inner = imposition.reach.bottom
            ends += ((x, inner, x, page.height - inner) for x in across if page.height > 2 * inner)
            along += tuple(page.height - y for y in reversed(along))
        above, below = (art.y - vertical, art.y), (art.bottom, art.bottom + vertical)
        if band.above is not None:
            above = (band.above, band.above + MARK_SHORT)
        if band.below is not None:
            below = (band.below - MARK_SHORT, band.below)
            ends.append((art.x - horizontal, band.below, art.right + horizontal, band.below))
        for x in across:
            ends += ((x, y0, x, y1) for y0, y1 in (above, below) if y1 > y0)
        for y in along if horizontal > 0 else ():
            ends.append((art.x - horizontal, y, art.x, y))
            ends.append((art.right, y, art.right + horizontal, y))
    return lines(ends)


def fold_line(arrangement: Imposition) -> Shape:
    """Draw the dashed fold outside the artwork, or along its whole length if both halves avoid it.

    It ends where the crop marks end, so that it does not cross the slug.
    """
    page, art, reach = arrangement.page, arrangement.artwork, arrangement.reach
    room, upright = margins_of(arrangement), arrangement.fold == "vertical"
    middle = (page.width if upright else page.height) / 2
    clear = middle - (reach.right if upright else reach.bottom)
    near, far = (art.y, art.bottom) if upright else (art.x, art.right)
    mark = room.vertical_mark_length if upright else room.horizontal_mark_length
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
    """Return the length of a tick as a share of the ruler's depth."""
    if mm in (0, RULER_LENGTH):
        return 1.0
    if mm % 10 == 0:
        return 0.7
    return 0.5 if mm % 5 == 0 else 0.3

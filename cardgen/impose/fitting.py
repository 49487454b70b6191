"""Fits a side to a product of another size: scales and extends it, and never crops it.

A side is scaled until its whole area just fits inside the product's trim, and centred there. In the
other direction, a strip of its bleed is inside the cut. Outside the cut the real bleed continues.
If the bleed does not fill the canvas, the side is drawn a second time, enlarged until its bleed
does. Only a ring of this second drawing is visible, and the ring is cut off.
"""

import math

from msgspec import Struct

from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH, PRINT_DPI
from cardgen.frame import Frame, Group, Shape

NEAR = 0.025
"""Sides within this share of each other count as one size."""
MOST_REPEATED = 0.75
"""Maximum width of the ring of repeated artwork, in mm; it is at least 2 mm outside the cut."""
_LAP = 0.2  # minimum overlap of the ring with the side, in mm
_PIXEL = MM_PER_INCH / PRINT_DPI
_WHITE = Color(1.0, 1.0, 1.0)


class Fit(Struct, frozen=True):
    """The position of a side of a ``size`` on a product, with all lengths in millimetres.

    ``trim`` and ``bleed`` belong to the product. ``scale`` applies to the side, after a quarter
    turn if it is ``turned``. ``inside`` is the strip of bleed inside the cut, at left and right and
    at top and bottom. ``short`` is the distance from the scaled bleed to the edge of the canvas
    there, 0 if it reaches it. ``bleed_given`` is the side's bleed, ``pixel`` the size of a pixel.
    """

    size: Size
    bleed_given: float
    trim: Size
    bleed: Insets
    scale: float
    turned: bool
    inside: tuple[float, float]
    short: tuple[float, float]
    pixel: float = _PIXEL

    @property
    def repeat_width(self) -> float:
        """The maximum width of the ring of repeated artwork."""
        return max(self.short)

    @property
    def needed_bleed(self) -> float:
        """The bleed with which the side would fill the canvas without a ring."""
        return self.bleed_given + self.repeat_width / self.scale

    @property
    def percent(self) -> float:
        """By how many percent the side is enlarged; negative if it is reduced."""
        return 100 * (self.scale - 1)

    @property
    def is_near(self) -> bool:
        """Whether side and product count as one size."""
        return self.distance <= NEAR

    @property
    def distance(self) -> float:
        """The relative difference of the sizes, in the direction where it is larger."""
        size = self.size.quarter_turned if self.turned else self.size
        return max(abs(self.trim.width / size.width - 1), abs(self.trim.height / size.height - 1))

    @property
    def reaches(self) -> bool:
        """Whether the artwork fills the canvas, except for a ring that may be repeated."""
        return self.repeat_width <= MOST_REPEATED

    def matrix(self, back: bool = False) -> Matrix:
        """Return the transform of the side into the product's trim.

        A back turns in the opposite direction to its face, so that the same edge of the card is at
        the top on both sides.
        """
        scaled = Matrix.scaling(self.scale)
        if self.turned:
            middle = Matrix.translation(-self.size.width / 2, -self.size.height / 2)
            turn = Matrix.rotation(270 if back else 90)
            centred = Matrix.translation(self.trim.width / 2, self.trim.height / 2)
            return middle.then(turn).then(scaled).then(centred)
        left = (self.trim.width - self.scale * self.size.width) / 2
        top = (self.trim.height - self.scale * self.size.height) / 2
        return scaled.then(Matrix.translation(left, top))

    def place_side(self, side: Frame, back: bool = False) -> Frame:
        """Return the side on the product, with the product's bleed."""
        matrix = self.matrix(back)
        items = [Group(side, matrix)]
        if self.repeat_width > 0:
            # The ring is above the side: below it, shapes that share an edge would show through.
            items.append(self._ring(side, matrix))
        return Frame(self.trim, items, self.bleed)

    def _ring(self, side: Frame, matrix: Matrix) -> Group:
        """Return the enlarged side, clipped to the part of the canvas that the side leaves free."""
        canvas = blank(self.trim, self.bleed).bleed_rect
        reached = matrix.apply_rect(side.bleed_rect)
        wide, high = canvas.width / reached.width, canvas.height / reached.height
        wide, high = max(wide, 1.0), max(high, 1.0)
        (x, y), (mid_x, mid_y) = reached.center, canvas.center
        grown = matrix.then(Matrix(wide, 0.0, 0.0, high, mid_x - wide * x, mid_y - high * y))
        # Align the hole with pixels: a pixel half inside would mix all layers of the side.
        across, along = (
            math.ceil((short + _LAP) / self.pixel) * self.pixel if short else 0.0
            for short in self.short
        )
        hole = canvas.inset(Insets(along, across, along, across))
        # The clip is in the side's own coordinates, where the canvas is a rectangle as well.
        outline = _undone(grown, canvas), _undone(grown, hole)
        segments = [segment for box in outline for segment in Path.rect(box).segments]
        return Group(side, grown, Path(tuple(segments), even_odd=True))


def _undone(matrix: Matrix, box: Rect) -> Rect:
    """Return the rectangle that the transform, which has no slant, maps to ``box``."""
    corners = [matrix.undo(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return Rect.around(corners)


def fit_side(
    size: Size, bleed: float, trim: Size, margins: Insets, canvas_px: tuple[int, int] | None = None
) -> Fit:
    """Fit a side with a bleed to a product with a trim and with margins on the canvas."""
    turned = (size.width - size.height) * (trim.width - trim.height) < 0
    oriented = size.quarter_turned if turned else size
    scale = min(trim.width / oriented.width, trim.height / oriented.height)
    excess = (
        (trim.width - scale * oriented.width) / 2,
        (trim.height - scale * oriented.height) / 2,
    )
    margin_sizes = (margins.left, margins.top)
    short = tuple(
        max(_round_length(edge + want - scale * bleed), 0.0)
        for edge, want in zip(excess, margin_sizes, strict=True)
    )
    inside = (_round_length(excess[0]), _round_length(excess[1]))
    pixel = _PIXEL
    if canvas_px is not None:
        pixel = (trim.width + margins.horizontal) / canvas_px[0]
    across, along = short
    return Fit(size, bleed, trim, margins, scale, turned, inside, (across, along), pixel)


def _round_length(length: float) -> float:
    return math.floor(length * 1000 + 0.5) / 1000


def blank(trim: Size, bleed: Insets) -> Frame:
    """Return a white side, for cards without a back."""
    around = Rect(
        -bleed.left, -bleed.top, trim.width + bleed.horizontal, trim.height + bleed.vertical
    )
    return Frame(trim, [Shape(Path.rect(around), _WHITE)], bleed)

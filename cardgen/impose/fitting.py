"""Fit a side to a product of another size: scale and extend it, and never crop it.

A side is scaled evenly until it just fits inside the product's trim, and centred there: nothing of
it is cut off. In the other direction, a strip of its bleed is left inside the cut. Outside the cut
the real bleed continues. If it does not reach the edge of the canvas, the side is painted once
more below, enlarged so that its bleed fills the canvas. Only a ring of it shows, which is cut off.
"""

from __future__ import annotations

import math

from msgspec import Struct

from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH, PRINT_DPI
from cardgen.frame import Frame, Group, Shape

NEAR = 0.025
"""Sides within this share of each other count as one size."""
MOST_REPEATED = 0.75
"""Greatest width of the ring of repeated artwork, in mm; it is at least 2 mm outside the cut."""
_LAP = 0.2  # mm by which the ring laps over the side, at least
_PIXEL = MM_PER_INCH / PRINT_DPI
_WHITE = Color(1.0, 1.0, 1.0)


class Fit(Struct, frozen=True):
    """A side of a ``size`` on a product, all lengths in millimetres.

    ``trim`` and ``bleed`` are the product's. ``scale`` is applied to the side; with ``turned`` a
    quarter turn comes first. ``inside`` is the strip of bleed inside of the cut, at left and
    right and at top and bottom; ``short`` how far the scaled bleed ends from the canvas in these
    directions, 0 where it reaches. ``bleed_given`` is the side's own, ``pixel`` the size of one.
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
    def repeated(self) -> float:
        """How wide the ring of repeated artwork is at most."""
        return max(self.short)

    @property
    def needed(self) -> float:
        """The bleed with which a side would reach the canvas by itself."""
        return self.bleed_given + self.repeated / self.scale

    @property
    def percent(self) -> float:
        """How much larger the side is printed, in percent; negative if smaller."""
        return 100 * (self.scale - 1)

    @property
    def is_near(self) -> bool:
        """Whether side and product count as one size."""
        return self.distance <= NEAR

    @property
    def distance(self) -> float:
        """How much the sizes differ, in the direction in which they differ most."""
        size = self.size.turned if self.turned else self.size
        return max(
            abs(self.trim.width / size.width - 1),
            abs(self.trim.height / size.height - 1),
        )

    @property
    def reaches(self) -> bool:
        """Whether the artwork fills the canvas, but for a ring that may be repeated."""
        return self.repeated <= MOST_REPEATED

    def matrix(self, back: bool = False) -> Matrix:
        """Return the transform of the side into the product's trim.

        A back turns the other way than its face, so that the edge of the card that is up on one
        side is up on the other.
        """
        scaled = Matrix.scaling(self.scale)
        if self.turned:
            middle = Matrix.translation(-self.size.width / 2, -self.size.height / 2)
            turn = Matrix.rotation(270 if back else 90)
            to = Matrix.translation(self.trim.width / 2, self.trim.height / 2)
            return middle.then(turn).then(scaled).then(to)
        left = (self.trim.width - self.scale * self.size.width) / 2
        top = (self.trim.height - self.scale * self.size.height) / 2
        return scaled.then(Matrix.translation(left, top))

    def laid(self, side: Frame, back: bool = False) -> Frame:
        """Return a side as it is placed on the product, with the product's bleed."""
        matrix = self.matrix(back)
        items = [Group(side, matrix)]
        if self.repeated > 0:
            # Over the side, where shapes that end at one edge would show through each other.
            items.append(self._ring(side, matrix))
        return Frame(self.trim, items, self.bleed)

    def _ring(self, side: Frame, matrix: Matrix) -> Group:
        """Return the side enlarged to fill the canvas, clipped to what it leaves of that."""
        canvas = blank(self.trim, self.bleed).bleed_rect
        reached = matrix.apply_rect(side.bleed_rect)
        wide, high = canvas.width / reached.width, canvas.height / reached.height
        wide, high = max(wide, 1.0), max(high, 1.0)
        (x, y), (mid_x, mid_y) = reached.center, canvas.center
        grown = matrix.then(Matrix(wide, 0.0, 0.0, high, mid_x - wide * x, mid_y - high * y))
        # On the grid of pixels: in a pixel that is half inside, all layers of the side would mix.
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
    """Return the rectangle that a transform without a slant makes this one of."""
    corners = [matrix.undo(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return Rect.around(corners)


def fit_side(
    size: Size, bleed: float, trim: Size, margins: Insets, canvas_px: tuple[int, int] | None = None
) -> Fit:
    """Lay a side with a bleed on a product of a trim, whose canvas has margins around that."""
    turned = (size.width - size.height) * (trim.width - trim.height) < 0
    shown = size.turned if turned else size
    scale = min(trim.width / shown.width, trim.height / shown.height)
    over = (
        (trim.width - scale * shown.width) / 2,
        (trim.height - scale * shown.height) / 2,
    )
    wanted = (margins.left, margins.top)
    short = tuple(
        max(_rounded(edge + want - scale * bleed), 0.0)
        for edge, want in zip(over, wanted, strict=True)
    )
    inside = (_rounded(over[0]), _rounded(over[1]))
    pixel = _PIXEL
    if canvas_px is not None:
        pixel = (trim.width + margins.horizontal) / canvas_px[0]
    across, along = short
    return Fit(size, bleed, trim, margins, scale, turned, inside, (across, along), pixel)


def _rounded(length: float) -> float:
    """Round to a micrometre, and away from what floats leave."""
    return math.floor(length * 1000 + 0.5) / 1000


def blank(trim: Size, bleed: Insets) -> Frame:
    """Return a white side, for cards without a back."""
    around = Rect(
        -bleed.left, -bleed.top, trim.width + bleed.horizontal, trim.height + bleed.vertical
    )
    return Frame(trim, [Shape(Path.rect(around), _WHITE)], bleed)

"""How much ink lies where on a page, measured on its plates (see `target`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.units import MM_PER_POINT

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 144.0
SPOT = 6
"""Pixels each way over which ink is averaged: a square millimetre, in which letters and hairlines
that print over their ground do not count for more than they are."""


class InkSpot(Struct, frozen=True):
    """The place of a page with the most ink: how much, in percent, and where, in points.

    ``x`` and ``y`` are from the left and from the top of what is shown of the page.
    """

    percent: float
    x: float
    y: float


class PlatePair:
    """The plates of a file, ready to be measured, as two PDFs.

    One has cyan, magenta and yellow as red, green and blue, the other black as grey.
    """

    def __init__(self, colors: bytes, black: bytes) -> None:
        import pypdfium2

        self._colors = pypdfium2.PdfDocument(colors)
        self._black = pypdfium2.PdfDocument(black)

    def close(self) -> None:
        """Let go of both."""
        self._colors.close()
        self._black.close()

    def most(self, page: int) -> InkSpot:
        """Return where on a page, counted from 0, there is most ink."""
        from PIL import ImageChops, ImageMath

        scale = DPI / 72
        colors = ImageChops.invert(self._colors[page].render(scale=scale).to_pil().convert("RGB"))
        black = ImageChops.invert(self._black[page].render(scale=scale).to_pil().convert("L"))
        if black.size != colors.size:
            black = black.resize(colors.size)
        plates = dict(zip("cmyk", (*colors.split(), black), strict=True))
        total: Image = ImageMath.lambda_eval(
            lambda args: sum(
                (args["convert"](args[ink], "I") for ink in "myk"), args["convert"](args["c"], "I")
            ),
            **plates,
        )
        # Averaged in floating point, since Pillow reduces no integers.
        spots = total.convert("F").reduce(SPOT)
        _, high = spots.getextrema()
        assert isinstance(high, float)
        # Pillow takes a scale and an offset here, and cuts off what is not from 0 to 255.
        mask = spots.point(lambda value: value * 510 - (high - 0.5) * 510).convert("L")
        box = mask.getbbox()
        x, y = (box[0], box[1]) if box else (0, 0)
        points = SPOT / scale
        return InkSpot(high / 2.55, (x + 0.5) * points, (y + 0.5) * points)


def mm_from(spot: InkSpot, left: float, top: float) -> tuple[float, float]:
    """Return where a spot is, in mm from a corner that is given in points."""
    return (spot.x - left) * MM_PER_POINT, (spot.y - top) * MM_PER_POINT

"""The back of cards that may be turned round must not tell that they were."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Rect
from cardgen.proof import problems
from cardgen.proof.runner import Evidence, rule

PIXELS_A_MM = 4.0
LEAST_SHARE = 0.0002
"""Less than a thousandth of a poker card, a square of one millimetre, catches the eye."""

_SHADES = 40  # of 255: how far a channel may be off where an edge crosses a pixel


@rule("turned-back")
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Compare a back with itself turned by 180 degrees, pixel by pixel."""
    if not evidence.limits.turns:
        return
    from PIL import ImageChops, ImageFilter

    from cardgen.backend.raster import rasterize

    size = evidence.frame.size
    width, height = (round(length * PIXELS_A_MM) for length in (size.width, size.height))
    picture = rasterize(evidence.frame, width, height, evidence.library)
    # Glyphs are drawn on the grid of pixels, and are not quite the same upside down.
    picture = picture.filter(ImageFilter.BoxBlur(1))
    red, green, blue = ImageChops.difference(picture, picture.rotate(180)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    differs = most.point([255 * (shade > _SHADES) for shade in range(256)])
    share = differs.histogram()[255] / (width * height)
    if share > LEAST_SHARE:
        left, top, right, bottom = (edge / PIXELS_A_MM for edge in differs.getbbox() or (0,) * 4)
        where = Rect(left, top, right - left, bottom - top)
        yield problems.back_tells(None, share, where)

"""Whether a picture is the same upside down."""

from __future__ import annotations

from cardgen.assets.keyed import KeyedAssets
from cardgen.backend.raster import rasterize
from cardgen.core.geometry import Rect
from cardgen.frame import Frame

_PIXELS_A_MM = 4.0
_SHADES = 40  # of 255: how far a channel may be off where an edge crosses a pixel


def turned_difference(frame: Frame, library: KeyedAssets) -> tuple[float, Rect]:
    """Return the share of the trim that differs from itself turned by 180 degrees, and where.

    The place is a box in mm around all that differs.
    """
    from PIL import ImageChops, ImageFilter

    size = frame.size
    width, height = (round(length * _PIXELS_A_MM) for length in (size.width, size.height))
    # Glyphs are drawn on the grid of pixels, and are not quite the same upside down.
    picture = rasterize(frame, width, height, library).filter(ImageFilter.BoxBlur(1))
    red, green, blue = ImageChops.difference(picture, picture.rotate(180)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    differs = most.point([255 * (shade > _SHADES) for shade in range(256)])
    left, top, right, bottom = differs.getbbox() or (0, 0, 0, 0)
    edges = (one / _PIXELS_A_MM for one in (left, top, right - left, bottom - top))
    return differs.histogram()[255] / (width * height), Rect(*edges)

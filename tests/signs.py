"""Compares the signs of a side in two inks by picture."""

from PIL import Image, ImageChops, ImageFilter

from cardgen.assets.library import Library
from cardgen.backend.raster import rasterize
from cardgen.frame import Frame

_DPMM, _CELL = 8, 24
"""Pixels of a millimetre, and of a cell: 3 mm, the size of a small icon."""
_STRONG, _VISIBLE, _NEAR = 100, 22, 7
"""The contrast of the edge of a sign, the least that can be seen, and how far it may move."""


def lost_signs(full: Frame, light: Frame, library: Library) -> float:
    """Return the largest share of a cell of the full picture that is edges without a light edge."""
    lost = ImageChops.subtract(
        _edges(full, library, _STRONG),
        _edges(light, library, _VISIBLE).filter(ImageFilter.MaxFilter(_NEAR)),
    )
    cells = lost.resize((lost.width // _CELL, lost.height // _CELL), Image.Resampling.BOX)
    return cells.getextrema()[1] / 255


def _edges(frame: Frame, library: Library, least: int) -> Image.Image:
    size = round(frame.size.width * _DPMM), round(frame.size.height * _DPMM)
    picture = rasterize(frame, *size, library).convert("L")
    light, dark = picture.filter(ImageFilter.MaxFilter(3)), picture.filter(ImageFilter.MinFilter(3))
    return ImageChops.difference(light, dark).point(lambda value: 255 * (value >= least))

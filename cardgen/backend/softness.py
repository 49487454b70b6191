"""Soft shadows: the silhouette of a Frame, rendered by pdfium and blurred.

A shadow has only as many pixels as its blur needs, so it takes one or two kilobytes of a file.
Blurring uses whole numbers, so the same Frame gives the same bytes.
"""

import math

from msgspec.structs import replace

from cardgen.assets.library import KeyedAssets
from cardgen.assets.png import rows_of
from cardgen.backend.raster import in_pixels, open_plates
from cardgen.core.geometry import Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Image, Item, Shape, SoftMask
from cardgen.frame.reach import frame_bounds

FINEST = MM_PER_INCH / 300
"""The least size of a pixel in mm, for sharp shadows."""
STEPS = 4
"""Pixels in a standard deviation of the blur: enough to hide squares in readers that do not smooth,
and to hide that pdfium draws enlarged pictures half a pixel off."""
SPREAD = 2.5
"""The reach of a blur in standard deviations; less than 1 in 100 is beyond it."""
_BLACK = Color(0.0, 0.0, 0.0)
MOST_PIXELS, MOST_ACROSS = 2_000_000, 8000


def soft_mask(frame: Frame, blur: float, library: KeyedAssets) -> tuple[SoftMask, Rect] | None:
    """Return the blurred silhouette of a Frame and its rectangle; None for an empty Frame.

    ``blur`` is in mm and means what it does in CSS: twice the standard deviation of a Gauss curve
    (Backgrounds and Borders 3, 6.2).
    """
    from PIL import Image as Pillow
    from PIL import ImageFilter

    deviation = blur / 2
    area = frame_bounds(frame)
    if not area.width * area.height:
        return None
    area = area.grow(SPREAD * deviation + FINEST)
    least = max(
        math.sqrt(area.width * area.height / MOST_PIXELS),
        *(side / MOST_ACROSS for side in (area.width, area.height)),
    )
    pixel = max(deviation / STEPS, FINEST, least)
    width, height = math.ceil(area.width / pixel), math.ceil(area.height / pixel)
    area = Rect(area.x, area.y, width * pixel, height * pixel)
    outlined = _without_pictures(frame, library) if frame.is_pictured else frame
    page = Frame(Size(width, height), [in_pixels(outlined, area, width, height)])
    with open_plates([page], library) as plates:
        pixels = bytes(plates[0].render(clear=True))
    painted = Pillow.frombuffer("RGBA", (width, height), pixels, "raw", "RGBA", 0, 1)
    opacity = painted.getchannel("A")
    if deviation:
        opacity = opacity.filter(ImageFilter.GaussianBlur(deviation / pixel))
    return SoftMask(width, height, rows_of(opacity)), area


def _without_pictures(frame: Frame, library: KeyedAssets) -> Frame:
    """Return a Frame with the same silhouette, in which opaque pictures are plain boxes.

    Decoding a photograph takes a hundred times as long as drawing a shadow.
    """
    items: list[Item] = []
    for item in frame.items:
        if isinstance(item, Image) and library.picture_by_key(item.asset).alpha is None:
            items.append(Shape(Path.rect(item.rect), _BLACK))
        elif isinstance(item, Group) and item.frame.is_pictured:
            items.append(replace(item, frame=_without_pictures(item.frame, library)))
        else:
            items.append(item)
    return Frame(frame.size, items, frame.bleed)

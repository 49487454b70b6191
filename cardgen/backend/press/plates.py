"""How much of each ink is where, as pixels: pages drawn as plates (see `inks`), rendered.

Black ink that prints over its ground adds to the inks there. Where that is more than a press takes,
the black of the page knocks its ground out instead: see `knocks_out`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardgen.assets.library import KeyedAssets
from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.inks import BLACK_PLATE, COLOR_PLATES, InkTarget, Separator
from cardgen.backend.press.writer import PressWriter
from cardgen.backend.raster import PDFIUM, Plate
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.core.style import Color, Paint
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Item, Page, Shadow, Shape, Text
from cardgen.frame import Image as Picture

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 24e6
"""Of one page: larger ones, of boards, have fewer to the inch."""
_DPI = 300.0
"""Stems of small letters are wider than a pixel."""
_ROWS = 256
"""Whose inks are added up at a time: the sums take four times the memory of the inks."""


def dpi_of(frame: Frame, wanted: float) -> float:
    """Return how many pixels to the inch the trim of a Frame gets: as wanted, if not too many."""
    area = frame.trim.width * frame.trim.height
    return min(wanted, math.sqrt(MOST_PIXELS / area) * MM_PER_INCH)


def inked(
    frame: Frame,
    area: Rect,
    dpi: float,
    library: KeyedAssets,
    inks: Separator,
    knocked: bool = False,
) -> Image:
    """Return an area of a Frame in inks, as CMYK pixels; at least one each way.

    Black ink prints over its ground, or knocks it out.
    """
    from PIL import Image as Pillow
    from PIL import ImageChops

    mm = MM_PER_INCH / dpi
    size = Size(max(round(area.width / mm), 1), max(round(area.height / mm), 1))
    placed = Matrix(1 / mm, 0.0, 0.0, 1 / mm, -area.x / mm, -area.y / mm)
    page = Page.of_sheet(Frame(size, [Group(frame, placed)]))
    colors, black = (
        ImageChops.invert(_rendered(page, library, inks, target, mm, knocked))
        for target in (COLOR_PLATES, BLACK_PLATE)
    )
    return Pillow.merge("CMYK", (*colors.split(), black.getchannel(0)))


def knocks_out(frame: Frame, library: KeyedAssets, inks: Separator, limit: float) -> bool:
    """Whether black ink that printed over its ground would bring a Frame above a limit."""
    if not _may_exceed(frame, inks, limit):
        return False
    pixels = inked(frame, frame.trim, dpi_of(frame, _DPI), library, inks)
    return highest_sum(pixels) / 2.55 > limit


def _may_exceed(frame: Frame, inks: Separator, limit: float) -> bool:
    """Whether black over the fullest ground would; pictures and gradients are not looked into."""
    items = [item for item, _ in frame.walk()]
    used = {paint for item in items for paint in paints(item)}
    colors = [paint for paint in used if isinstance(paint, Color)]
    unknown = len(colors) < len(used) or any(isinstance(item, Picture) for item in items)
    over = any(inks.laid(color, "line").over for color in colors)
    fullest = max((sum(inks.ink(color)[:3]) for color in colors), default=0.0)
    return over and (unknown or (1 + fullest) * 100 > limit)


def paints(item: Item) -> Iterator[Paint]:
    """Yield the colours and gradients of an item itself."""
    match item:
        case Text(color=paint) | Shadow(color=paint):
            yield paint
        case Shape(fill=fill, stroke=stroke):
            if fill is not None:
                yield fill
            if stroke is not None:
                yield stroke.paint


def highest_sum(pixels: Image) -> float:
    """Return the highest sum of the inks of a CMYK pixel, where 255 is 100 %."""
    from PIL import ImageMath

    highest = 0.0
    for top in range(0, pixels.height, _ROWS):
        strip = pixels.crop((0, top, pixels.width, min(top + _ROWS, pixels.height)))
        bands = zip("cmyk", strip.split(), strict=True)
        total = ImageMath.lambda_eval(
            lambda plate: plate["c"] + plate["m"] + plate["y"] + plate["k"],
            **{name: band.convert("I") for name, band in bands},
        )
        highest = max(highest, total.getextrema()[1])
    return highest


def _rendered(
    page: Page, library: KeyedAssets, inks: Separator, target: InkTarget, mm: float, knocked: bool
) -> Image:
    import pypdfium2
    from PIL import Image as Pillow

    over_limit = [page.frame] if knocked else []
    writer = PressWriter(DocumentInfo("plate"), library, inks, target, [page], mm, over_limit)
    data = writer.document([page])
    width, height = round(page.frame.size.width), round(page.frame.size.height)
    with PDFIUM:
        document = pypdfium2.PdfDocument(data)
        try:
            pixels = Plate(width, height, document[0]).render()
        finally:
            document.close()
    return Pillow.frombuffer("RGB", (width, height), bytes(pixels), "raw", "RGB", 0, 1)

"""How much of each ink is where, as pixels: pages drawn as plates (see `inks`), rendered.

Black ink that prints over its ground adds to the inks there. Where that is more than a press takes,
the black of the page knocks its ground out instead: see `knocks_out`.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from cardgen.assets.library import KeyedAssets
from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.inks import BLACK_PLATE, COLOR_PLATES, InkTarget, Separator
from cardgen.backend.press.writer import PressWriter
from cardgen.backend.raster import PDFIUM, Plate
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.core.style import Color, Paint
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Page, Shadow, Shape, Text
from cardgen.frame import Image as Picture

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 24e6
"""Of one page: larger ones, of boards, have fewer to the inch."""
_DPI = 300.0
"""Stems of small letters are wider than a pixel."""
_STEP = 0.5
"""In percent: less than half a step of a byte, of each ink, is noise."""
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


def most_ink(
    frame: Frame, library: KeyedAssets, inks: Separator, limit: float
) -> tuple[float, float, float]:
    """Return the most ink within the trim of a Frame, in percent, and where: x and y in mm.

    The Frame is written for a press that takes ``limit`` percent. Of several places with about as
    much ink, the first from the top is returned.
    """
    pixels = _trimmed(frame, library, inks, False)
    high = _highest(pixels)
    if high / 2.55 > limit:
        pixels = _trimmed(frame, library, inks, True)
        high = _highest(pixels)
    x, y = _first(pixels, math.ceil(high - _STEP * 2.55))
    mm = MM_PER_INCH / dpi_of(frame, _DPI)
    return high / 2.55, (x + 0.5) * mm, (y + 0.5) * mm


def knocks_out(frame: Frame, library: KeyedAssets, inks: Separator, limit: float) -> bool:
    """Whether black ink that printed over its ground would bring a Frame above a limit."""
    if not _may_exceed(frame, inks, limit):
        return False
    return _highest(_trimmed(frame, library, inks, False)) / 2.55 > limit


def _may_exceed(frame: Frame, inks: Separator, limit: float) -> bool:
    """Whether black over the fullest ground would; pictures and gradients are not looked into."""
    paints: set[Paint] = set()
    unknown = False
    for item, _ in frame.walk():
        match item:
            case Text(color=paint) | Shadow(color=paint):
                paints.add(paint)
            case Shape(fill=fill, stroke=stroke):
                both = (fill, stroke.paint if stroke else None)
                paints.update(paint for paint in both if paint is not None)
            case Picture():
                unknown = True
    colors = [paint for paint in paints if isinstance(paint, Color)]
    unknown = unknown or len(colors) < len(paints)
    over = any(inks.laid(color, "line").over for color in colors)
    fullest = max((sum(inks.ink(color)[:3]) for color in colors), default=0.0)
    return over and (unknown or (1 + fullest) * 100 > limit)


def _trimmed(frame: Frame, library: KeyedAssets, inks: Separator, knocked: bool) -> Image:
    return inked(frame, frame.trim, dpi_of(frame, _DPI), library, inks, knocked)


def _totals(pixels: Image) -> Iterator[tuple[int, Image]]:
    """Yield strips of the sum of all inks, each with the number of its first row: 255 is 100 %."""
    from PIL import ImageMath

    for top in range(0, pixels.height, _ROWS):
        strip = pixels.crop((0, top, pixels.width, min(top + _ROWS, pixels.height)))
        bands = zip("cmyk", strip.split(), strict=True)
        yield (
            top,
            ImageMath.lambda_eval(
                lambda plate: plate["c"] + plate["m"] + plate["y"] + plate["k"],
                **{name: band.convert("I") for name, band in bands},
            ),
        )


def _highest(pixels: Image) -> float:
    ends = [total.getextrema() for _, total in _totals(pixels)]
    return max(high for _, high in cast(list[tuple[float, float]], ends))


def _first(pixels: Image, least: int) -> tuple[int, int]:
    """Return the first pixel, row by row, with at least as much ink: its column and its row."""
    from PIL import ImageMath

    for top, total in _totals(pixels):
        full = ImageMath.lambda_eval(lambda plate: plate["total"] >= least, total=total)
        if box := full.getbbox():
            row = full.crop((0, box[1], full.width, box[1] + 1))
            return array("i", row.tobytes()).index(True), top + box[1]
    raise ValueError(f"no pixel has {least}")


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

"""The amount of each ink at each pixel, from pages that are drawn as plates (see `inks`).

Black ink that prints over its ground adds to the inks there. If the sum exceeds the limit of the
press, the black ink of the page knocks out its ground instead: see `knocks_out`.
"""

import math
from collections.abc import Iterator

from PIL.Image import Image

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

MOST_PIXELS = 24e6
"""Maximum pixels for one page; larger pages (boards) get a lower resolution."""
_DPI = 300.0
"""The resolution at which stems of small letters are wider than a pixel."""
_ROWS = 256
"""The number of rows that are summed at a time: sums take four times the memory of the inks."""


def dpi_of(frame: Frame, most_dpi: float) -> float:
    """Return the resolution for the trim of a Frame: ``most_dpi``, or less for a large Frame."""
    area = frame.trim.width * frame.trim.height
    return min(most_dpi, math.sqrt(MOST_PIXELS / area) * MM_PER_INCH)


def render_inks(
    frame: Frame,
    area: Rect,
    dpi: float,
    library: KeyedAssets,
    inks: Separator,
    knocked: bool = False,
) -> Image:
    """Return an area of a Frame in inks, as at least one CMYK pixel.

    Black ink prints over its ground, or with ``knocked`` knocks it out.
    """
    from PIL import Image as Pillow
    from PIL import ImageChops

    mm = MM_PER_INCH / dpi
    size = Size(max(round(area.width / mm), 1), max(round(area.height / mm), 1))
    matrix = Matrix(1 / mm, 0.0, 0.0, 1 / mm, -area.x / mm, -area.y / mm)
    page = Page.of_sheet(Frame(size, [Group(frame, matrix)]))
    colors, black = (
        ImageChops.invert(_render_page(page, library, inks, target, mm, knocked))
        for target in (COLOR_PLATES, BLACK_PLATE)
    )
    return Pillow.merge("CMYK", (*colors.split(), black.getchannel(0)))


def knocks_out(frame: Frame, library: KeyedAssets, inks: Separator, limit: float) -> bool:
    """True if black ink that prints over its ground would exceed the ink limit."""
    if not _may_exceed(frame, inks, limit):
        return False
    pixels = render_inks(frame, frame.trim, dpi_of(frame, _DPI), library, inks)
    return highest_sum(pixels) / 2.55 > limit


def _may_exceed(frame: Frame, inks: Separator, limit: float) -> bool:
    """True if black over the fullest ground exceeds the limit, or pictures or gradients might."""
    items = [item for item, _ in frame.walk()]
    used = {paint for item in items for paint in paints(item)}
    colors = [paint for paint in used if isinstance(paint, Color)]
    unknown = len(colors) < len(used) or any(isinstance(item, Picture) for item in items)
    over = any(inks.ink_layer(color, "line").over for color in colors)
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


def _render_page(
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

"""How much of each ink is where, as pixels: pages drawn as plates (see `target`), rendered."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from cardgen.assets.library import KeyedAssets
from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.inks import BLACK_PLATE, COLOR_PLATES, InkTarget, Separator
from cardgen.backend.press.writer import PressWriter
from cardgen.backend.raster import PDFIUM, Plate
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Page

if TYPE_CHECKING:
    from PIL.Image import Image

_DPI, _SPOT = 144.0, 6
"""Ink is averaged over so many pixels each way: a square millimetre, in which letters and hairlines
that print over their ground do not count for more than they are."""


def inked(frame: Frame, area: Rect, dpi: float, library: KeyedAssets, inks: Separator) -> Image:
    """Return an area of a Frame in inks, as CMYK pixels; at least one each way."""
    from PIL import Image as Pillow
    from PIL import ImageChops

    mm = MM_PER_INCH / dpi
    size = Size(max(round(area.width / mm), 1), max(round(area.height / mm), 1))
    placed = Matrix(1 / mm, 0.0, 0.0, 1 / mm, -area.x / mm, -area.y / mm)
    page = Page.of_sheet(Frame(size, [Group(frame, placed)]))
    colors, black = (
        ImageChops.invert(_rendered(page, library, inks, target, mm))
        for target in (COLOR_PLATES, BLACK_PLATE)
    )
    return Pillow.merge("CMYK", (*colors.split(), black.getchannel(0)))


def most_ink(frame: Frame, library: KeyedAssets, inks: Separator) -> tuple[float, float, float]:
    """Return the most ink within the trim of a Frame, in percent, and where: x and y in mm."""
    from PIL import ImageMath

    pixels = inked(frame, frame.trim, _DPI, library, inks)
    bands = (band.convert("F").reduce(_SPOT) for band in pixels.split())
    total = ImageMath.lambda_eval(
        lambda plate: plate["c"] + plate["m"] + plate["y"] + plate["k"],
        **dict(zip("cmyk", bands, strict=True)),
    )
    spots = array("f", total.tobytes())
    high = max(spots)
    # Less than half a step of a byte is noise, so the first of several equal places is named.
    first = next(at for at, ink in enumerate(spots) if ink > high - 0.5)
    y, x = divmod(first, total.width)
    mm = _SPOT * MM_PER_INCH / _DPI
    return high / 2.55, (x + 0.5) * mm, (y + 0.5) * mm


def _rendered(
    page: Page, library: KeyedAssets, inks: Separator, target: InkTarget, mm: float
) -> Image:
    import pypdfium2
    from PIL import Image as Pillow

    writer = PressWriter(DocumentInfo("plate"), library, inks, target, [page], mm)
    data = writer.document([page])
    width, height = round(page.frame.size.width), round(page.frame.size.height)
    with PDFIUM:
        document = pypdfium2.PdfDocument(data)
        try:
            pixels = Plate(width, height, document[0]).render()
        finally:
            document.close()
    return Pillow.frombuffer("RGB", (width, height), bytes(pixels), "raw", "RGB", 0, 1)

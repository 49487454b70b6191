"""How much of each ink lies where, as pixels: pages drawn as plates (see `target`), rendered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardgen.assets.keyed import KeyedAssets
from cardgen.backend.document import DocumentInfo
from cardgen.backend.press.inks import Separator
from cardgen.backend.press.target import BLACK_PLATE, COLOR_PLATES, InkTarget
from cardgen.backend.press.writer import PressWriter
from cardgen.backend.raster import PDFIUM, Plate
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Page

if TYPE_CHECKING:
    from PIL.Image import Image


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

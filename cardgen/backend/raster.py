"""Frames to pixels of exactly the size asked for: the PDF, rasterised by pdfium.

The Frame is painted on a page of as many points as there shall be pixels, and rendered at
one point a pixel: scaling a page rounds, and a strip of paper colour shows.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from cardgen.assets.library import Library
from cardgen.backend.content import Drawings
from cardgen.backend.pdf import DocumentInfo, write_pdf
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Page

if TYPE_CHECKING:
    from PIL.Image import Image


def rasterize(
    frame: Frame,
    width_px: int,
    height_px: int,
    library: Library,
    drawings: Drawings | None = None,
    bleed: bool = False,
) -> Image:
    """Return an RGB picture of the trim (or of trim and bleed) in exactly this many pixels."""
    area = frame.bleed_rect if bleed else frame.trim
    page = pixel_page(frame, area, width_px, height_px)
    return render(write_pdf([page], DocumentInfo("pixels"), library, drawings), 0, 1.0)


def pixel_page(frame: Frame, area: Rect, width_px: int, height_px: int) -> Page:
    """Make a page of one point a pixel that shows an area of a Frame."""
    size = Size(width_px * MM_PER_POINT, height_px * MM_PER_POINT)
    sx, sy = size.width / area.width, size.height / area.height
    matrix = Matrix(sx, 0.0, 0.0, sy, -area.x * sx, -area.y * sy)
    return Page.of_sheet(Frame(size, [Group(frame, matrix)]))


def render(pdf: bytes, page: int, scale: float) -> Image:
    """Rasterise a page of a PDF at so many pixels a point."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=scale, rev_byteorder=True, prefer_bgrx=True)
        image: Image = bitmap.to_pil()
        return image.convert("RGB")
    finally:
        document.close()


def palette_png(image: Image, colors: int = 256) -> bytes:
    """Encode a picture for a web page: a small PNG with so many colours."""
    from PIL import Image as Pillow

    reduced = image.quantize(colors, method=Pillow.Quantize.MEDIANCUT, dither=Pillow.Dither.NONE)
    out = io.BytesIO()
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()

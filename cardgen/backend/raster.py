"""Rendering Frames to an exact number of pixels: pdfium rasterises their PDF.

Frames are painted on a page that is measured in pixels, one point a pixel, and rendered at that
scale. Scaling an ordinary page would round its size and leave a strip of the paper's colour along
the edge. Here, an edge at a whole pixel does not affect the next pixel.

Other functions measure the ink of a page, and compare a picture with itself upside down.
"""

import ctypes
import io
from collections import ChainMap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from msgspec import Struct
from PIL.Image import Image

from cardgen.assets.library import KeyedAssets
from cardgen.backend.content import Drawings
from cardgen.core.geometry import Matrix, Rect, Size
from cardgen.frame import Frame, Group, Page

PDFIUM = RLock()
"""The lock for rendering: pdfium serves one thread at a time, and the preview has several."""
WHITE, CLEAR = (255, 255, 255, 255), (255, 255, 255, 0)


def rasterize(
    frame: Frame,
    width_px: int,
    height_px: int,
    library: KeyedAssets,
    drawings: Drawings | None = None,
    bleed: bool = False,
) -> Image:
    """Return an RGB picture of the trim, or of trim and bleed, with exactly this many pixels."""
    from PIL import Image as Pillow

    area = frame.bleed_rect if bleed else frame.trim
    page = Frame(Size(width_px, height_px), [in_pixels(frame, area, width_px, height_px)])
    with open_plates([page], library, drawings) as plates:
        pixels = plates[0].render()
    return Pillow.frombuffer("RGB", (width_px, height_px), pixels, "raw", "RGB", 0, 1)


def in_pixels(frame: Frame, area: Rect, width_px: int, height_px: int) -> Group:
    """Place a Frame so that ``area`` fills a box of ``width_px`` × ``height_px`` at the origin."""
    sx, sy = width_px / area.width, height_px / area.height
    return Group(frame, Matrix(sx, 0.0, 0.0, sy, -area.x * sx, -area.y * sy))


class Plate(Struct, frozen=True):
    """A page for rendering, with its size in pixels."""

    width: int
    height: int
    page: Any

    def render(self, clear: bool = False) -> bytearray:
        """Return all rows as RGB, or with ``clear`` as RGBA on a transparent ground."""
        pixels = bytearray((4 if clear else 3) * self.width * self.height)
        self.paint(pixels, 0, self.height, mark=0, ground=CLEAR if clear else WHITE)
        return pixels

    def paint(
        self,
        pixels: bytearray,
        top: int,
        rows: int,
        mark: int = 1,
        ground: tuple[int, int, int, int] | None = WHITE,
    ) -> None:
        """Render rows from ``top`` on into a buffer; ``mark`` bytes before each row are not used.

        The buffer needs as many bytes after the last row. ``ground`` is the colour below the paint;
        None paints over the content of the buffer.
        """
        import pypdfium2
        import pypdfium2.raw as pdfium

        kind = pdfium.FPDFBitmap_BGRA if ground == CLEAR else pdfium.FPDFBitmap_BGR
        stride = (4 if ground == CLEAR else 3) * self.width + mark
        buffer = (ctypes.c_ubyte * (stride * rows)).from_buffer(pixels, mark)
        if ground == WHITE:  # all at once, which is faster than pixel by pixel
            marks = [pixels[first::stride] for first in range(mark)]
            ctypes.memset(buffer, 255, stride * rows)
            for first, marked_bytes in enumerate(marks):
                pixels[first::stride] = marked_bytes
        bitmap = pypdfium2.PdfBitmap.new_native(self.width, rows, kind, True, buffer, stride)
        try:
            if ground is not None and ground != WHITE:
                bitmap.fill_rect(ground, 0, 0, self.width, rows)
            place = (0, -top, self.width, self.height, 0)
            flags = pdfium.FPDF_REVERSE_BYTE_ORDER
            pdfium.FPDF_RenderPageBitmap(bitmap, self.page, *place, flags)
        finally:
            bitmap.close()


@contextmanager
def open_plates(
    pages: Sequence[Frame], library: KeyedAssets, drawings: Drawings | None = None
) -> Iterator[list[Plate]]:
    """Open Frames that are measured in whole pixels as pages for rendering.

    ``drawings`` is only read, because Frames in pixels are not used again.
    """
    import pypdfium2

    from cardgen.backend.document import DocumentInfo
    from cardgen.backend.pdf import write_pdf

    drawing_map = ChainMap({}, {} if drawings is None else drawings)
    sheets = [Page.of_sheet(frame) for frame in pages]
    pdf = write_pdf(sheets, DocumentInfo("pixels"), library, drawing_map, None, True)
    with PDFIUM:
        document = pypdfium2.PdfDocument(pdf)
        try:
            yield [
                Plate(round(frame.size.width), round(frame.size.height), document[number])
                for number, frame in enumerate(pages)
            ]
        finally:
            document.close()


_PIXELS_A_MM = 4.0
_SHADES = 40  # of 255: the tolerance of a channel, for edges that cross pixels


def largest_difference(before: bytes, after: bytes) -> int:
    """Return the largest difference of a channel in two PNGs, up to 255; 255 if sizes differ."""
    from PIL import Image as Pillow
    from PIL import ImageChops

    first, second = (Pillow.open(io.BytesIO(data)).convert("RGB") for data in (before, after))
    if first.size != second.size:
        return 255
    return max(ImageChops.difference(first, second).tobytes())


def turned_difference(frame: Frame, library: KeyedAssets) -> tuple[float, Rect]:
    """Compare the trim with itself turned by 180 degrees.

    Returns the share that differs, and the box in mm around all differences.
    """
    from PIL import ImageChops, ImageFilter

    size = frame.size
    width, height = (round(length * _PIXELS_A_MM) for length in (size.width, size.height))
    # Blur, because glyphs are aligned to pixels and differ slightly upside down.
    picture = rasterize(frame, width, height, library).filter(ImageFilter.BoxBlur(1))
    red, green, blue = ImageChops.difference(picture, picture.rotate(180)).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    differs = most.point([255 * (shade > _SHADES) for shade in range(256)])
    left, top, right, bottom = differs.getbbox() or (0, 0, 0, 0)
    edges = (length_px / _PIXELS_A_MM for length_px in (left, top, right - left, bottom - top))
    return differs.histogram()[255] / (width * height), Rect(*edges)


def dark_share(frame: Frame, library: KeyedAssets) -> float:
    """Return the share of the trim that is less than half as bright as paper."""
    picture = rasterize(frame, round(frame.size.width), round(frame.size.height), library)
    shades = picture.convert("L").histogram()
    return sum(shades[:128]) / sum(shades)


DPI = 24
"""A low resolution, which is enough for the mean of a page."""


def coverage(file: Path) -> tuple[float, ...]:
    """Return the share of each page that ink covers: 1 is a page of solid black.

    The share is the mean of cyan, magenta and yellow over all pixels, so a page of solid cyan has
    a third. Raises OSError for a file that cannot be read.
    """
    import pypdfium2
    from PIL import ImageStat

    try:
        pdf = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError as error:
        raise OSError(str(error)) from None
    with pdf:
        shots = (page.render(scale=DPI / 72).to_pil().convert("RGB") for page in pdf)
        return tuple(1 - sum(ImageStat.Stat(shot).mean) / 3 / 255 for shot in shots)

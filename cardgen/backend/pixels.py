"""Picture files of Frames: grids of cards for virtual tables, single sides, thumbnails.

PNG files are rendered strip by strip into one buffer and encoded from there, because to hold the
pixels of a whole grid of cards in memory takes longer than to draw them. The same Frames give the
same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from cardgen.assets.keyed import KeyedAssets
from cardgen.backend.content import Drawings
from cardgen.backend.pngrows import PngRows
from cardgen.backend.quickfill import Known, quick
from cardgen.backend.raster import CHANNELS, Plate, opened, placed
from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Image, Item, Shape

PictureFormat = Literal["png", "jpg"]
PixelSize = tuple[int, int]
"""Width and height."""

PAD = 0.25
"""How much of its bleed a card shows in its cell, in mm: no more than a cut may be off."""
QUALITY = 90
PRINT_DPI = 300.0
PICTURED = 0.05
NEUTRAL = Color(0.5, 0.5, 0.5)
_BAND = 20 << 20
"""The size of the buffer in bytes: enough for a row of cards in a picture of the usual width."""


class PixelCamera(Struct, frozen=True):
    """Takes the pictures of one game."""

    library: KeyedAssets
    drawings: Drawings | None = None

    def grid(
        self,
        cells: Sequence[Frame | None],
        columns: int,
        rows: int,
        cell: PixelSize,
        format: PictureFormat,
    ) -> bytes:
        """Show Frames in the cells of a grid, as `grid_picture` does."""
        return grid_picture(cells, columns, rows, cell, self.library, self.drawings, format)

    def picture(self, frame: Frame, size: PixelSize, bleed: bool = False) -> bytes:
        """Show one side for print, as `single_picture` does."""
        return single_picture(frame, size, self.library, self.drawings, bleed)

    def thumbnail(self, frame: Frame, side: int = 256) -> bytes:
        """Show a Frame on a small transparent square, as the function `thumbnail` does."""
        return thumbnail(frame, self.library, self.drawings, side)


def grid_picture(
    cells: Sequence[Frame | None],
    columns: int,
    rows: int,
    cell: PixelSize,
    library: KeyedAssets,
    drawings: Drawings | None = None,
    format: PictureFormat = "png",
    pad: float = PAD,
) -> bytes:
    """Return a picture of ``columns`` × ``rows`` cells of ``cell`` pixels, filled row by row.

    A cell shows the trim and ``pad`` mm of the bleed around it, or less if there is less, so that
    even the pixels at its edge belong to the card. Where cells are a little wider or higher than
    cards, more of the bleed is shown and nothing is distorted. None makes a cell of flat colour,
    and so do cells that are missing at the end.
    """
    filled = [*cells, *[None] * (columns * rows - len(cells))]
    if len(filled) > columns * rows:
        raise ValueError(f"{len(cells)} pictures for {columns} x {rows} cells")
    known: Known = {}
    quicker = [frame and quick(frame, known) for frame in filled]
    strips = [
        _strip(quicker[columns * row : columns * (row + 1)], cell, pad) for row in range(rows)
    ]
    size = columns * cell[0], rows * cell[1]
    with opened(strips, library, drawings) as plates:
        return _jpeg(plates, size) if format == "jpg" else _png(plates, size)


def single_picture(
    frame: Frame,
    size: PixelSize,
    library: KeyedAssets,
    drawings: Drawings | None = None,
    bleed: bool = False,
) -> bytes:
    """Return a PNG of the trim, or of trim and bleed, that declares a resolution of 300 dpi."""
    page = Frame(Size(*size), [placed(frame, frame.bleed_rect if bleed else frame.trim, *size)])
    with opened([page], library, drawings) as plates:
        return _png(plates, size, PRINT_DPI)


def thumbnail(
    frame: Frame, library: KeyedAssets, drawings: Drawings | None = None, side: int = 256
) -> bytes:
    """Return a square, transparent PNG with the trim in its middle, as large as possible."""
    scale = side / max(frame.size.width, frame.size.height)
    width, height = (max(round(v * scale), 1) for v in (frame.size.width, frame.size.height))
    cell = _cell(frame, (width, height), 0.0)
    moved = Matrix.translation((side - width) // 2, (side - height) // 2)
    page = Frame(Size(side, side), [Group(cell, moved, _box((width, height)))])
    with opened([page], library, drawings) as plates:
        return _png(plates, (side, side), clear=True)


def _strip(cells: Sequence[Frame | None], cell: PixelSize, pad: float) -> Frame:
    """Set cells side by side, in pixels; each is clipped to its own box."""
    width, height = cell
    items: list[Item] = []
    for column, frame in enumerate(cells):
        here = Matrix.translation(column * width, 0)
        if frame is None:
            items.append(Shape(_box(cell, column * width), NEUTRAL))
        else:
            items.append(Group(_cell(frame, cell, pad), here, _box(cell)))
    return Frame(Size(len(cells) * width, height), items)


def _cell(frame: Frame, cell: PixelSize, pad: float) -> Frame:
    b, t = frame.bleed, frame.trim
    left, top = min(pad, b.left), min(pad, b.top)
    right, bottom = min(pad, b.right), min(pad, b.bottom)
    width, height = t.width + left + right, t.height + top + bottom
    more = (height * cell[0] / cell[1] - width) / 2 if pad else 0.0
    if more > 0:
        left, right = (min(one + more, most) for one, most in ((left, b.left), (right, b.right)))
    else:
        more = -more * cell[1] / cell[0]
        top, bottom = (min(one + more, most) for one, most in ((top, b.top), (bottom, b.bottom)))
    area = Rect(-left, -top, t.width + left + right, t.height + top + bottom)
    return Frame(Size(*cell), [placed(frame, area, *cell)])


def _box(size: PixelSize, x: int = 0) -> Path:
    return Path.rect(Rect(x, 0, *size))


def _png(plates: Sequence[Plate], size: PixelSize, dpi: float = 0.0, clear: bool = False) -> bytes:
    file = PngRows(*size, "RGBA" if clear else "RGB", dpi)
    for rows in _bands(plates, size[0], clear):
        file.add(rows)
    return file.finish()


def _bands(plates: Sequence[Plate], width: int, clear: bool) -> Iterator[memoryview]:
    """Yield the rows of all pages in bands from the top down, each preceded by the row above it."""
    stride = CHANNELS * width
    most = max(_BAND // stride, 1)
    tallest = min(max(plate.height for plate in plates), most)
    pixels = bytearray(stride * (tallest + 1))
    for plate in plates:
        for top in range(0, plate.height, most):
            count = min(most, plate.height - top)
            plate.render(pixels, stride, top, count, clear)
            end = stride * (count + 1)
            yield memoryview(pixels)[:end]
            pixels[:stride] = pixels[end - stride : end]


def _jpeg(plates: Sequence[Plate], size: PixelSize) -> bytes:
    from PIL import Image as Pillow

    pixels = bytearray(CHANNELS * size[0] * size[1])
    start = 0
    for plate in plates:
        plate.render(pixels, start)
        start += CHANNELS * plate.width * plate.height
    out = io.BytesIO()
    image = Pillow.frombuffer("RGBX", size, pixels, "raw", "RGBX", 0, 1)
    image.save(out, "JPEG", quality=QUALITY, subsampling=0)
    return out.getvalue()


def picture_format(frames: Sequence[Frame]) -> PictureFormat:
    """Choose how to store pictures of Frames: PNG for drawn art, JPEG for photographs.

    As PNG, drawn art is just as small, even with gradients, and keeps its edges. Where raster
    pictures cover more than the share `PICTURED`, PNG would be several times as large.
    """
    whole = sum(frame.size.width * frame.size.height for frame in frames)
    pictured = sum(_pictured(frame) for frame in frames if frame.is_pictured)
    return "jpg" if pictured > PICTURED * whole else "png"


def _pictured(frame: Frame) -> float:
    """Add up the areas of the pictures in a Frame, in square millimetres."""
    return sum(
        item.rect.width * item.rect.height * matrix.scale**2
        for item, matrix in frame.walk()
        if isinstance(item, Image)
    )

"""Picture files of Frames: grids of cards for virtual tables, single sides, thumbnails.

PNG files are rendered, compressed and joined strip by strip, because allocating the pixels of a
whole grid takes longer than drawing them. In a grid, a strip is a row of cards. A build can reuse
strips of the last build and draws only strips with a changed card again. The same Frames give the
same bytes.

Rows are stored without a filter (*None*; PNG Third Edition, 9.2), because drawn art repeats whole
rows, which deflate compresses better than differences.
"""

import io
import struct
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import zip_longest
from typing import Any, Literal

from msgspec import Struct

from cardgen.assets.library import KeyedAssets
from cardgen.assets.png import SIGNATURE, chunk
from cardgen.backend.content import Drawings
from cardgen.backend.deflate import packer
from cardgen.backend.raster import WHITE, Plate, in_pixels, open_plates
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import PRINT_DPI
from cardgen.frame import Frame, Group, Image, Item, Shape

LEVEL = 2
"""The level of zlib-ng's deflate: 900 MB/s for drawn art; level 1 gives a tenth more bytes."""
_COLOR_TYPES = {3: 2, 4: 6}  # by bytes a pixel: RGB, RGBA (PNG Third Edition, 11.2.1)
_HEADER, _END = b"\x78\x01", b"\x03\x00"  # of a zlib stream, and its last block, which is empty
WEB_QUALITY = 76
_ADLER = 65521  # the modulus of Adler-32 (RFC 1950)

Strip = tuple[bytes, int, int]
"""Deflated rows that end at a whole byte; their Adler-32, and their number of bytes unpacked."""


def pack(rows: bytes | memoryview) -> Strip:
    """Deflate rows; each row begins with a zero, the filter type *None*."""
    # ISA-L takes a third of the time, but sometimes compresses the same rows to other bytes (18 of
    # 12 500 strips; one picture in two builds). zlib-ng: none of 50 000 strips.
    stream = packer.compressobj(LEVEL, packer.DEFLATED, -15)
    data = stream.compress(rows) + stream.flush(packer.Z_SYNC_FLUSH)
    return data, packer.adler32(rows), len(rows)


def unpack(strip: Strip) -> bytearray:
    """Return the rows of a strip."""
    data, _, size = strip
    return bytearray(packer.decompress(data + _END, -15, size))


def png_file(
    width: int, height: int, strips: Sequence[Strip], channels: int = 3, dpi: float = 0.0
) -> bytes:
    """Join strips to a PNG file, which declares ``dpi`` and sRGB for print unless it is 0."""
    header = struct.pack(">LLBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    parts = [SIGNATURE, *chunk(b"IHDR", header)]
    if dpi:
        dots = round(dpi / 0.0254)  # dots per metre for pHYs
        parts += chunk(b"sRGB", b"\0")
        parts += chunk(b"pHYs", struct.pack(">LLB", dots, dots, 1))
    check = 1
    parts += chunk(b"IDAT", _HEADER)
    for data, adler, size in strips:
        parts += chunk(b"IDAT", data)
        check = _combine_checksums(check, adler, size)
    parts += chunk(b"IDAT", _END + struct.pack(">L", check))
    return b"".join([*parts, *chunk(b"IEND", b"")])


def _combine_checksums(first: int, second: int, size: int) -> int:
    """Combine the Adler-32 of two pieces of data; ``size`` is the size of the second in bytes."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + size * ((first & 0xFFFF) - 1)
    return (high % _ADLER) << 16 | low % _ADLER


PictureFormat = Literal["png", "jpg"]
PixelSize = tuple[int, int]
"""Width and height."""

PAD = 0.25
"""The width of bleed that a cell shows around a card, in mm: the usual error of a cut."""
QUALITY = 90
PICTURED = 0.05
NEUTRAL = Color(0.5, 0.5, 0.5)
PAPER = Color(1.0, 1.0, 1.0)
_BAND = 15 << 20
"""The buffer size in bytes, enough for a row of cards in a picture of the usual width."""

KeptStrips = MutableMapping[str, tuple[Any, ...]]
"""The strips of a grid by number: the form of its cells, their Frames, and the `Strip`s."""
KeepStrips = Callable[[str], AbstractContextManager[KeptStrips]]
"""Opens the stored strips of a picture, by its name."""


class PixelCamera(Struct, frozen=True):
    """Takes the pictures of one game.

    ``keep`` opens the stored strips of a grid. Cells of grids show ``pad`` mm of bleed.
    """

    library: KeyedAssets
    drawings: Drawings | None = None
    keep: KeepStrips | None = None
    pad: float = PAD

    def grid(
        self,
        cells: Sequence[Frame | None],
        columns: int,
        rows: int,
        cell: PixelSize,
        format: PictureFormat = "png",
        name: str = "",
    ) -> bytes:
        """Return a picture of ``columns`` × ``rows`` cells of ``cell`` pixels, filled row by row.

        A cell shows the trim and at most ``pad`` mm of the bleed around it, so that even the
        pixels at its edge belong to the card. A cell that is a little wider or higher than the card
        shows more bleed instead of distorting the card. None, or a missing cell at the end, becomes
        flat colour.

        With a name, the strips of a PNG are stored, and unchanged stored strips are used.
        """
        all_cells = [*cells, *[None] * (columns * rows - len(cells))]
        if len(all_cells) > columns * rows:
            raise ValueError(f"{len(cells)} pictures for {columns} x {rows} cells")
        grid_rows = [all_cells[columns * row : columns * (row + 1)] for row in range(rows)]
        size = columns * cell[0], rows * cell[1]
        if format == "jpg":
            pages = [_strip(row, cell, self.pad) for row in grid_rows]
            with open_plates(pages, self.library, self.drawings) as plates:
                return _jpeg(plates, size)
        with self.keep(name) if self.keep and name else nullcontext({}) as stored_strips:
            return png_file(*size, self._grid_strips(grid_rows, cell, stored_strips))

    def picture(
        self, frame: Frame, size: PixelSize, bleed: bool = False, dpi: float = PRINT_DPI
    ) -> bytes:
        """Return a PNG of the trim, or of trim and bleed, that declares a resolution."""
        area = frame.bleed_rect if bleed else frame.trim
        page = Frame(Size(*size), [in_pixels(frame, area, *size)])
        with open_plates([page], self.library, self.drawings) as plates:
            return png_file(*size, list(_render_strips(plates[0], bytearray())), dpi=dpi)

    def cutout(self, frame: Frame, size: PixelSize) -> bytes:
        """Return a PNG of the trim with a transparent ground, that declares 300 dpi."""
        return self._transparent([in_pixels(frame, frame.trim, *size)], size, PRINT_DPI)

    def web(self, frame: Frame, size: PixelSize) -> bytes:
        """Return a transparent WebP of a Frame, half as large as the same PNG."""
        from PIL import Image as Pillow

        out = io.BytesIO()
        with Pillow.open(io.BytesIO(self.cutout(frame, size))) as opened:
            opened.save(out, "WEBP", quality=WEB_QUALITY, method=6)
        return out.getvalue()

    def thumbnail(self, frame: Frame, side: int = 256) -> bytes:
        """Return a square, transparent PNG with the trim in its middle, as large as possible."""
        scale = side / max(frame.size.width, frame.size.height)
        width, height = (max(round(v * scale), 1) for v in (frame.size.width, frame.size.height))
        cell = _cell(frame, (width, height), 0.0)
        moved = Matrix.translation((side - width) // 2, (side - height) // 2)
        return self._transparent([Group(cell, moved, _box((width, height)))], (side, side))

    def _transparent(self, items: Sequence[Item], size: PixelSize, dpi: float = 0.0) -> bytes:
        with open_plates([Frame(Size(*size), items)], self.library, self.drawings) as plates:
            pixels = plates[0].render(clear=True)
        stride = 4 * size[0]
        rows = b"".join(b"\0" + pixels[top : top + stride] for top in range(0, len(pixels), stride))
        return png_file(*size, [pack(rows)], channels=4, dpi=dpi)

    def _grid_strips(
        self, rows: Sequence[Sequence[Frame | None]], cell: PixelSize, stored: KeptStrips
    ) -> list[Strip]:
        """Compress the rows of cells; draw only cells that differ from ``stored``."""
        form = (len(rows[0]), *cell, self.pad)
        strips: list[tuple[Strip, ...]] = []
        due: list[tuple[int, tuple[str, ...], Frame]] = []
        for number, row in enumerate(rows):
            prints = tuple([frame.fingerprint if frame else "" for frame in row])
            old_form, old_prints, old = stored.get(str(number), (None, (), ()))
            strips.append(old if old_form == form else ())
            fresh = [not strips[-1] or a != b for a, b in zip_longest(prints, old_prints)]
            if any(fresh):
                page = _strip(row, cell, self.pad, fresh if strips[-1] else None)
                due.append((number, prints, page))
        if due:
            with open_plates([page for _, _, page in due], self.library, self.drawings) as plates:
                pixels = bytearray(_stride(plates[0]) * _rows(plates[0]) + 1)
                for (number, prints, _), plate in zip(due, plates, strict=True):
                    strips[number] = tuple(_render_strips(plate, pixels, strips[number]))
                    stored[str(number)] = (form, prints, strips[number])
        return [strip for row in strips for strip in row]


def _strip(
    cells: Sequence[Frame | None], cell: PixelSize, pad: float, over: Sequence[bool] | None = None
) -> Frame:
    """Return a Frame in pixels with cells side by side, each clipped to its box.

    With ``over``, it has only the cells that are True there, for painting over old pixels.
    """
    width, height = cell
    items: list[Item] = []
    for column, frame in enumerate(cells):
        if over is not None and not over[column]:
            continue
        box = _box(cell, column * width)
        if frame is None:
            items.append(Shape(box, NEUTRAL))
            continue
        if over is not None:
            items.append(Shape(box, PAPER))
        offset = Matrix.translation(column * width, 0)
        items.append(Group(_cell(frame, cell, pad), offset, _box(cell)))
    return Frame(Size(len(cells) * width, height), items)


def _cell(frame: Frame, cell: PixelSize, pad: float) -> Frame:
    b, t = frame.bleed, frame.trim
    left, top = min(pad, b.left), min(pad, b.top)
    right, bottom = min(pad, b.right), min(pad, b.bottom)
    width, height = t.width + left + right, t.height + top + bottom
    extra = (height * cell[0] / cell[1] - width) / 2 if pad else 0.0
    if extra > 0:
        left, right = (min(edge + extra, most) for edge, most in ((left, b.left), (right, b.right)))
    else:
        extra = -extra * cell[1] / cell[0]
        top, bottom = (min(edge + extra, most) for edge, most in ((top, b.top), (bottom, b.bottom)))
    area = Rect(-left, -top, t.width + left + right, t.height + top + bottom)
    return Frame(Size(*cell), [in_pixels(frame, area, *cell)])


def _box(size: PixelSize, x: int = 0) -> Path:
    return Path.rect(Rect(x, 0, *size))


def _render_strips(plate: Plate, pixels: bytearray, old: Sequence[Strip] = ()) -> Iterator[Strip]:
    """Render a page in strips of limited size, over the ``old`` strips if given.

    Without old strips, the buffer ``pixels`` is used if it has the right size, because allocating
    memory takes as long as filling it.
    """
    stride, most = _stride(plate), _rows(plate)
    for number, top in enumerate(range(0, plate.height, most)):
        count = min(most, plate.height - top)
        size = stride * count + 1  # with a byte behind the last row, as before each
        if old:
            pixels = unpack(old[number]) + b"\0"
        elif len(pixels) != size:
            pixels = bytearray(size)
        plate.paint(pixels, top, count, ground=None if old else WHITE)
        with memoryview(pixels) as view, view[:-1] as rows:
            yield pack(rows)


def _stride(plate: Plate) -> int:
    return 3 * plate.width + 1


def _rows(plate: Plate) -> int:
    """Return the number of rows in one strip of a page."""
    return min(max(_BAND // _stride(plate), 1), plate.height)


def _jpeg(plates: Sequence[Plate], size: PixelSize) -> bytes:
    from PIL import Image as Pillow

    pixels = b"".join([plate.render() for plate in plates])
    out = io.BytesIO()
    image = Pillow.frombuffer("RGB", size, pixels, "raw", "RGB", 0, 1)
    image.save(out, "JPEG", quality=QUALITY, subsampling=0)
    return out.getvalue()


def picture_format(frames: Sequence[Frame]) -> PictureFormat:
    """Choose the format for pictures of Frames: PNG for drawn art, JPEG for photographs.

    Drawn art is as small in PNG, even with gradients, and keeps its edges. If raster pictures cover
    more than the share `PICTURED`, PNG would be several times as large.
    """
    total_area = sum(frame.size.width * frame.size.height for frame in frames)
    pictured = sum(_picture_area(frame) for frame in frames if frame.is_pictured)
    return "jpg" if pictured > PICTURED * total_area else "png"


def _picture_area(frame: Frame) -> float:
    return sum(
        item.rect.width * item.rect.height * matrix.scale**2
        for item, matrix in frame.walk()
        if isinstance(item, Image)
    )

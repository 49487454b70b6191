"""Picture files of Frames: grids of cards for virtual tables, single sides, thumbnails.

PNG files are rendered, packed and joined strip by strip, because holding the pixels of a whole grid
in memory takes longer than drawing them. In a grid, a strip is a row of cards. Strips can be kept
from build to build, so that only those with a changed card are drawn again. The same Frames give
the same bytes.

Rows are stored without a filter (*None*; PNG Third Edition, 9.2): drawn art repeats its rows, which
deflate detects by itself and packs better than differences.
"""

from __future__ import annotations

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
from cardgen.backend.raster import WHITE, Plate, opened, placed
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.core.units import PRINT_DPI
from cardgen.frame import Frame, Group, Image, Item, Shape

LEVEL = 2
"""The level of zlib-ng's deflate: drawn art is packed at 900 MB/s, by a tenth larger at level 1."""
_COLOR_TYPES = {3: 2, 4: 6}  # by bytes a pixel: RGB, RGBA (PNG Third Edition, 11.2.1)
_HEADER, _END = b"\x78\x01", b"\x03\x00"  # of a zlib stream, and its last block, which is empty
WEB_QUALITY = 76
_ADLER = 65521  # the modulus of Adler-32 (RFC 1950)

Strip = tuple[bytes, int, int]
"""Deflated rows that end at a whole byte; their Adler-32, and their number of bytes unpacked."""


def pack(rows: bytes | memoryview) -> Strip:
    """Deflate rows, each preceded by a zero, the byte that says that it is not filtered."""
    # ISA-L takes a third of the time, but packs the same rows otherwise now and then, at once or
    # in pieces (18 strips of 12 500; one picture in two builds). zlib-ng: none of 50 000.
    stream = packer.compressobj(LEVEL, packer.DEFLATED, -15)
    data = stream.compress(rows) + stream.flush(packer.Z_SYNC_FLUSH)
    return data, packer.adler32(rows), len(rows)


def unpack(strip: Strip) -> bytearray:
    """Return the rows as they were packed."""
    data, _, size = strip
    return bytearray(packer.decompress(data + _END, -15, size))


def png_file(
    width: int, height: int, strips: Sequence[Strip], channels: int = 3, dpi: float = 0.0
) -> bytes:
    """Join strips to a file; ``dpi`` is declared in it, unless it is 0."""
    header = struct.pack(">LLBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    parts = [SIGNATURE, *chunk(b"IHDR", header)]
    if dpi:
        dots = round(dpi / 0.0254)  # dots per metre, as pHYs wants them
        parts += chunk(b"pHYs", struct.pack(">LLB", dots, dots, 1))
    check = 1
    parts += chunk(b"IDAT", _HEADER)
    for data, adler, size in strips:
        parts += chunk(b"IDAT", data)
        check = _joined(check, adler, size)
    parts += chunk(b"IDAT", _END + struct.pack(">L", check))
    return b"".join([*parts, *chunk(b"IEND", b"")])


def _joined(first: int, second: int, size: int) -> int:
    """Return the Adler-32 of two pieces of data, the second of so many bytes, from their own."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + size * ((first & 0xFFFF) - 1)
    return (high % _ADLER) << 16 | low % _ADLER


PictureFormat = Literal["png", "jpg"]
PixelSize = tuple[int, int]
"""Width and height."""

PAD = 0.25
"""How much of its bleed a card shows in its cell, in mm: no more than a cut may be off."""
QUALITY = 90
PICTURED = 0.05
NEUTRAL = Color(0.5, 0.5, 0.5)
PAPER = Color(1.0, 1.0, 1.0)
_BAND = 15 << 20
"""The size of the buffer in bytes: enough for a row of cards in a picture of the usual width."""

KeptStrips = MutableMapping[str, tuple[Any, ...]]
"""The strips of a grid by number: how cells are laid out, the Frames in them, and each `Strip`."""
KeepStrips = Callable[[str], AbstractContextManager[KeptStrips]]
"""Opens the strips that are kept of a picture, by its name."""


class PixelCamera(Struct, frozen=True):
    """Takes the pictures of one game.

    ``keep`` opens what the last build kept of a grid. Cells of grids show ``pad`` mm of bleed.
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

        A cell shows the trim and ``pad`` mm of the bleed around it, or less if there is less, so
        that even the pixels at its edge belong to the card. Where cells are a little wider or
        higher than cards, more of the bleed is shown and nothing is distorted. None makes a cell of
        flat colour, and so do cells that are missing at the end.

        With a name, the strips of a PNG are kept, and those of an earlier picture are used.
        """
        filled = [*cells, *[None] * (columns * rows - len(cells))]
        if len(filled) > columns * rows:
            raise ValueError(f"{len(cells)} pictures for {columns} x {rows} cells")
        shown = [filled[columns * row : columns * (row + 1)] for row in range(rows)]
        size = columns * cell[0], rows * cell[1]
        if format == "jpg":
            pages = [_strip(row, cell, self.pad) for row in shown]
            with opened(pages, self.library, self.drawings) as plates:
                return _jpeg(plates, size)
        with self.keep(name) if self.keep and name else nullcontext({}) as kept:
            return png_file(*size, self._grid_strips(shown, cell, kept))

    def picture(
        self, frame: Frame, size: PixelSize, bleed: bool = False, dpi: float = PRINT_DPI
    ) -> bytes:
        """Return a PNG of the trim, or of trim and bleed, that declares a resolution."""
        page = Frame(Size(*size), [placed(frame, frame.bleed_rect if bleed else frame.trim, *size)])
        with opened([page], self.library, self.drawings) as plates:
            return png_file(*size, list(_packed(plates[0], bytearray())), dpi=dpi)

    def cutout(self, frame: Frame, size: PixelSize) -> bytes:
        """Return a PNG of the trim with a transparent ground, that declares 300 dpi."""
        return self._transparent([placed(frame, frame.trim, *size)], size, PRINT_DPI)

    def web(self, frame: Frame, size: PixelSize) -> bytes:
        """Show a Frame on a transparent ground, as a WebP: half as large as the same PNG."""
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
        with opened([Frame(Size(*size), items)], self.library, self.drawings) as plates:
            pixels = plates[0].render(clear=True)
        stride = 4 * size[0]
        rows = b"".join(b"\0" + pixels[top : top + stride] for top in range(0, len(pixels), stride))
        return png_file(*size, [pack(rows)], channels=4, dpi=dpi)

    def _grid_strips(
        self, shown: Sequence[Sequence[Frame | None]], cell: PixelSize, kept: KeptStrips
    ) -> list[Strip]:
        """Pack the rows of cells; only cells that are not what they were in ``kept`` are drawn."""
        form = (len(shown[0]), *cell, self.pad)
        strips: list[tuple[Strip, ...]] = []
        due: list[tuple[int, tuple[str, ...], Frame]] = []
        for number, row in enumerate(shown):
            prints = tuple([frame.fingerprint if frame else "" for frame in row])
            old_form, old_prints, old = kept.get(str(number), (None, (), ()))
            strips.append(old if old_form == form else ())
            fresh = [not strips[-1] or a != b for a, b in zip_longest(prints, old_prints)]
            if any(fresh):
                page = _strip(row, cell, self.pad, fresh if strips[-1] else None)
                due.append((number, prints, page))
        if due:
            with opened([page for _, _, page in due], self.library, self.drawings) as plates:
                pixels = bytearray(_stride(plates[0]) * _rows(plates[0]) + 1)
                for (number, prints, _), plate in zip(due, plates, strict=True):
                    strips[number] = tuple(_packed(plate, pixels, strips[number]))
                    kept[str(number)] = (form, prints, strips[number])
        return [strip for row in strips for strip in row]


def _strip(
    cells: Sequence[Frame | None],
    cell: PixelSize,
    pad: float,
    over: Sequence[bool] | None = None,
) -> Frame:
    """Set cells side by side, in pixels; each is clipped to its own box.

    With ``over``, only those marked are set, to be painted over what was there.
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
        here = Matrix.translation(column * width, 0)
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


def _packed(plate: Plate, pixels: bytearray, old: Sequence[Strip] = ()) -> Iterator[Strip]:
    """Render a page in strips that are not too large, over ``old`` ones if there are any.

    Without old ones ``pixels`` is rendered in, if it is of the right size: fresh memory costs as
    much as filling it.
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
        with memoryview(pixels) as whole, whole[:-1] as rows:
            yield pack(rows)


def _stride(plate: Plate) -> int:
    return 3 * plate.width + 1


def _rows(plate: Plate) -> int:
    """Return how many rows of a page are packed together."""
    return min(max(_BAND // _stride(plate), 1), plate.height)


def _jpeg(plates: Sequence[Plate], size: PixelSize) -> bytes:
    from PIL import Image as Pillow

    pixels = b"".join([plate.render() for plate in plates])
    out = io.BytesIO()
    image = Pillow.frombuffer("RGB", size, pixels, "raw", "RGB", 0, 1)
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
    return sum(
        item.rect.width * item.rect.height * matrix.scale**2
        for item, matrix in frame.walk()
        if isinstance(item, Image)
    )

"""The parts of PNG that let a picture into a PDF without being compressed again.

PDF takes the rows of a PNG as they are, filters included (ISO 32000-1, 7.4.4.4). Numbers in
brackets below are sections of the PNG specification, ISO/IEC 15948.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"  # 5.2
_GREY, _RGB = 0, 2  # colour types (11.2.2)
_LEVEL = 4  # a third of the time of the usual 6, for at most a tenth more bytes


def size(data: bytes) -> tuple[int, int] | None:
    """Return width and height as the header states them, or None if it is not a PNG file."""
    if not data.startswith(_SIGNATURE) or len(data) < 24 or data[12:16] != b"IHDR":
        return None
    return struct.unpack_from(">LL", data, 16)


def plain_rows(data: bytes) -> bytes | None:
    """Return the compressed rows of an 8-bit RGB or grey PNG, as they stand in the file.

    Return None for other kinds, whose rows a PDF would show wrongly: palette, alpha or a
    transparent colour (tRNS, 11.3.2.1), another depth, interlaced (8.2). Raises ValueError if
    rows are damaged or missing.
    """
    header, rows = b"", []
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":  # one zlib stream, cut anywhere (11.2.4)
            rows.append(body)
        elif kind == b"tRNS":
            return None
    if len(header) != 13:
        raise ValueError("its header is missing")
    width, height, depth, color, _, _, interlace = struct.unpack(">LLBBBBB", header)
    if depth != 8 or color not in (_GREY, _RGB) or interlace:
        return None
    packed = b"".join(rows)
    _check_rows(packed, 1 + width * (3 if color == _RGB else 1), height)
    return packed


def rows_of(image: Image) -> bytes:
    """Compress an RGB or L picture into PNG rows."""
    file = io.BytesIO()
    image.info = {}
    image.save(file, "PNG", compress_level=_LEVEL)
    return b"".join(body for kind, body in _chunks(file.getvalue()) if kind == b"IDAT")


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the type and data of each chunk: length, type, data and checksum (5.3)."""
    position = len(_SIGNATURE)
    while position + 8 <= len(data):
        length, kind = struct.unpack_from(">L4s", data, position)
        if position + 12 + length > len(data):
            raise ValueError("the file is cut short")
        yield kind, data[position + 8 : position + 8 + length]
        position += 12 + length


def _check_rows(packed: bytes, stride: int, height: int) -> None:
    """Raise ValueError unless every row is there; unpacks no more than the header promises."""
    unpacker = zlib.decompressobj()
    try:
        rows = unpacker.decompress(packed, stride * height + 1)
        # The checksum behind the rows is read only when more output is asked for.
        rows += unpacker.decompress(unpacker.unconsumed_tail, 1)
    except zlib.error as error:
        raise ValueError("its rows are damaged") from error
    if len(rows) != stride * height or not unpacker.eof:
        raise ValueError("rows are missing or damaged")
    if height and max(rows[::stride]) > 4:  # each row begins with its filter type, 0 to 4 (9.2)
        raise ValueError("its rows are damaged")

"""PNG files made of strips: rows that are packed each for themselves, and joined afterwards.

So a picture of many rows never lies unpacked in memory as a whole, and a strip that did not change
is taken over as it is. Rows are stored as they are (filter *None*; PNG Third Edition, 9.2): drawn
art repeats its rows, which deflate sees by itself, and packs better than differences.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from zlib_ng import zlib_ng

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEVEL = 2
"""The level of zlib-ng's deflate: drawn art is packed at 900 MB/s, by a tenth larger at level 1."""
_COLOR_TYPES = {3: 2, 4: 6}  # by bytes a pixel: RGB, RGBA (PNG Third Edition, 11.2.1)
_HEADER, _END = b"\x78\x01", b"\x03\x00"  # of a zlib stream, and its last block, which is empty
_ADLER = 65521  # the modulus of Adler-32 (RFC 1950)

Strip = tuple[bytes, int, int]
"""Deflated rows that end at a whole byte; their Adler-32, and their number of bytes unpacked."""


def pack(rows: bytes | memoryview) -> Strip:
    """Deflate rows, each preceded by a zero, the byte that says that it is not filtered."""
    # ISA-L takes a third of the time, but packs the same rows otherwise now and then, at once or
    # in pieces (18 strips of 12 500; one picture in two builds). zlib-ng: none of 50 000.
    packer = zlib_ng.compressobj(LEVEL, zlib_ng.DEFLATED, -15)
    data = packer.compress(rows) + packer.flush(zlib_ng.Z_SYNC_FLUSH)
    return data, zlib_ng.adler32(rows), len(rows)


def unpack(strip: Strip) -> bytearray:
    """Return the rows as they were packed."""
    data, _, size = strip
    return bytearray(zlib_ng.decompress(data + _END, -15, size))


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


def chunk(kind: bytes, body: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the parts of a chunk: length and kind, body, check."""
    check = zlib.crc32(body, zlib.crc32(kind))
    return struct.pack(">L", len(body)) + kind, body, struct.pack(">L", check)

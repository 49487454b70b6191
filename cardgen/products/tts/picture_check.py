"""What a picture file says of itself: one that is CMYK does not load in the game."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from cardgen.products.tts.lint import PictureFacts

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_FRAMES = (0xC0, 0xC1, 0xC2)
"""The markers that begin a JPEG's frame, baseline to progressive (ITU T.81, B.1.1.3)."""
_BARE = (0x01, *range(0xD0, 0xD8))
"""Markers that have no length."""


def picture_faults(data: bytes, wanted: PictureFacts) -> Iterator[str]:
    """Compare a file that was drawn with what the saves take it for."""
    found = measured(data)
    if found is None:
        yield "it is neither a PNG nor a JPEG"
        return
    width, height, rgb = found
    if not rgb:
        yield "it is not RGB with 8 bits a channel"
    if (width, height) != (wanted.width, wanted.height):
        yield f"it has {width} x {height} pixels instead of {wanted.width} x {wanted.height}"


def measured(data: bytes) -> tuple[int, int, bool] | None:
    """Return width, height, and whether it is RGB of 8 bits; None for no PNG or JPEG."""
    try:
        if data.startswith(_PNG):
            width, height, depth, kind = struct.unpack_from(">LLBB", data, 16)
            return width, height, (depth, kind) == (8, 2)
        return _jpeg(data) if data.startswith(_JPEG) else None
    except (struct.error, IndexError):
        return None


def _jpeg(data: bytes) -> tuple[int, int, bool] | None:
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            depth, height, width, channels = struct.unpack_from(">BHHB", data, at + 4)
            return width, height, (depth, channels) == (8, 3)
        at += 2 if marker in _BARE else 2 + struct.unpack_from(">H", data, at + 2)[0]
    return None

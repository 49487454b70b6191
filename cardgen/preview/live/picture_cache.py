"""Frames as PNG files for the page, each made once for a width."""

from __future__ import annotations

from threading import Lock

from cardgen.assets.library import KeyedAssets
from cardgen.backend.pixels import PixelCamera
from cardgen.frame import Frame
from cardgen.preview.live.shelf import Shelf

NARROWEST, WIDEST = 16, 6000
PIXEL_LIMIT = 30_000_000
_KEPT = 256 << 20
"""Bytes of PNG to keep on disk: about three thousand cards on a wall."""


class PictureCache:
    """Takes pictures, one at a time because pdfium allows no more, and keeps them on disk.

    Any thread may ask.
    """

    def __init__(self) -> None:
        self._shelf = Shelf(_KEPT)
        self._lock = Lock()
        self._pdfium = Lock()
        self._asked = 0

    def picture(self, frame: Frame, width: int, bleed: bool, library: KeyedAssets) -> bytes:
        """Return a PNG of the trim, or of trim and bleed, that is ``width`` pixels wide."""
        area = frame.bleed_rect if bleed else frame.trim
        width = max(min(width, WIDEST), NARROWEST)
        height = max(round(width * area.height / area.width), 1)
        if width * height > PIXEL_LIMIT:
            shrink = (PIXEL_LIMIT / (width * height)) ** 0.5
            width, height = int(width * shrink), int(height * shrink)
        key = f"{frame.fingerprint} {width} {bleed}"
        if (known := self._shelf.get(key)) is not None:
            return known
        with self._lock:
            self._asked += 1
        try:
            with self._pdfium:
                if (known := self._shelf.get(key)) is not None:  # made while we waited
                    return known
                data = PixelCamera(library).picture(frame, (width, height), bleed)
        finally:
            with self._lock:
                self._asked -= 1
        frame.let_go_of_items()
        self._shelf.put(key, lambda: data)
        return data

    @property
    def busy(self) -> bool:
        """Whether somebody waits for a picture."""
        return self._asked > 0

    def for_print(
        self, frame: Frame, size: tuple[int, int], dpi: float, bleed: bool, library: KeyedAssets
    ) -> bytes:
        """Return a PNG of so many pixels that declares its density; it is not kept."""
        with self._pdfium:
            return PixelCamera(library).picture(frame, size, bleed, dpi)

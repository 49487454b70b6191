"""Frames as PNG files for the page, each made once for a width."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from cardgen.assets.library import KeyedAssets
from cardgen.backend.pixels import single_picture
from cardgen.frame import Frame

NARROWEST, WIDEST = 16, 6000
PIXEL_LIMIT = 30_000_000
_KEPT = 96 << 20
"""Bytes of PNG to keep: about a thousand cards on a wall."""


class PictureCache:
    """Takes pictures, one at a time because pdfium allows no more, and keeps them.

    Any thread may ask.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, bool], bytes] = OrderedDict()
        self._bytes = 0
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
        key = (frame.fingerprint, width, bleed)
        if (known := self._known(key)) is not None:
            return known
        with self._lock:
            self._asked += 1
        try:
            with self._pdfium:
                if (known := self._known(key)) is not None:  # made while we waited
                    return known
                data = single_picture(frame, (width, height), library, None, bleed)
        finally:
            with self._lock:
                self._asked -= 1
        with self._lock:
            self._kept[key] = data
            self._bytes += len(data)
            while self._bytes > _KEPT and len(self._kept) > 1:
                _, old = self._kept.popitem(last=False)
                self._bytes -= len(old)
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
            return single_picture(frame, size, library, None, bleed, dpi)

    def keep(self, wanted: Callable[[str], bool]) -> None:
        """Let go of the pictures of all Frames but those that are wanted, by fingerprint."""
        with self._lock:
            for key in [key for key in self._kept if not wanted(key[0])]:
                self._bytes -= len(self._kept.pop(key))

    def _known(self, key: tuple[str, int, bool]) -> bytes | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        return None

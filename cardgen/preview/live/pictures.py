"""Caches on disk of Frames and pictures that the page may request again."""

from __future__ import annotations

import marshal
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from threading import Lock
from weakref import WeakValueDictionary

from cardgen.assets.library import KeyedAssets
from cardgen.backend.pixels import PixelCamera
from cardgen.frame import Frame, WordTable, pack_frame, unpack_frame


class DiskCache:
    """A thread-safe cache of byte strings in a temporary database that ends with the process.

    It holds ``max_bytes`` and drops the oldest entries. On a full disk it skips entries.
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._sizes: dict[str, int] = {}
        self._size = 0
        self._lock = Lock()
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._db.executescript("PRAGMA journal_mode = OFF; PRAGMA cache_size = -256;")
        self._db.execute("CREATE TABLE shelf (name TEXT PRIMARY KEY, data BLOB)")

    def put(self, name: str, make: Callable[[], bytes]) -> None:
        """Store the result of ``make`` under a name, unless the name is in use."""
        with self._lock, suppress(sqlite3.Error):
            if name in self._sizes:
                self._sizes[name] = self._sizes.pop(name)  # now the newest
                return
            data = make()
            self._db.execute("INSERT INTO shelf VALUES (?, ?)", (name, data))
            self._sizes[name] = len(data)
            self._size += len(data)
            while self._size > self._max_bytes:
                old = next(iter(self._sizes))
                self._size -= self._sizes.pop(old)
                self._db.execute("DELETE FROM shelf WHERE name = ?", (old,))

    def get(self, name: str) -> bytes | None:
        """Return the entry of a name, or None."""
        with self._lock, suppress(sqlite3.Error):
            for (data,) in self._db.execute("SELECT data FROM shelf WHERE name = ?", (name,)):
                return bytes(data)
        return None

    def put_frame(self, frame: Frame) -> None:
        """Store a Frame and the Frames inside it under their fingerprints, each once."""
        for child in frame.children:
            self.put_frame(child)
        self.put(frame.fingerprint, lambda: _pack_frame(frame))

    def frame(self, fingerprint: str) -> Frame | None:
        """Return a Frame, or None if it or a Frame inside it is missing."""
        try:
            return self._load_frame(fingerprint)
        except LookupError:
            return None

    def _load_frame(self, fingerprint: str) -> Frame:
        data = self.get(fingerprint)
        if data is None:
            raise LookupError(fingerprint)
        packed, words = marshal.loads(data)
        return unpack_frame(fingerprint, packed, WordTable(words), self._load_frame)


def _pack_frame(frame: Frame) -> bytes:
    table = WordTable([])
    packed = pack_frame(frame, table)
    return marshal.dumps((packed, table.packed))


class GameFrames:
    """The Frames of a game that the page may request, by fingerprint, for any thread."""

    def __init__(self, max_bytes: int) -> None:
        """``max_bytes`` is the number of bytes for earlier Frames."""
        self._current: WeakValueDictionary[str, Frame] = WeakValueDictionary()
        self._shelf = DiskCache(max_bytes)

    def __len__(self) -> int:
        return len(self._current)

    def __iter__(self) -> Iterator[str]:
        return iter(self._current)

    def add_current(self, frames: Iterable[Frame]) -> None:
        """Add current Frames, which stay available while other objects refer to them."""
        self._current.update({frame.fingerprint: frame for frame in frames})

    def store_earlier(self, frames: Iterable[Frame]) -> None:
        """Store earlier Frames on disk."""
        for frame in frames:
            self._shelf.put_frame(frame)

    def get(self, fingerprint: str) -> Frame | None:
        """Return a current or earlier Frame, or None."""
        return self._current.get(fingerprint) or self._shelf.frame(fingerprint)


MIN_WIDTH_PX, MAX_WIDTH_PX = 16, 6000
PIXEL_LIMIT = 30_000_000
_PNG_BYTES = 256 << 20
"""Bytes of PNG files to keep on disk: about 3,000 pictures of cards."""


class PictureCache:
    """Makes pictures and keeps them on disk, for any thread.

    It makes one picture at a time, as pdfium is not thread-safe.
    """

    def __init__(self) -> None:
        self._shelf = DiskCache(_PNG_BYTES)
        self._lock = Lock()
        self._pdfium = Lock()
        self._waiting = 0

    def picture(self, frame: Frame, width: int, bleed: bool, library: KeyedAssets) -> bytes:
        """Return a PNG of the trim, or of trim and bleed, that is ``width`` pixels wide."""
        area = frame.bleed_rect if bleed else frame.trim
        width = max(min(width, MAX_WIDTH_PX), MIN_WIDTH_PX)
        height = max(round(width * area.height / area.width), 1)
        if width * height > PIXEL_LIMIT:
            shrink = (PIXEL_LIMIT / (width * height)) ** 0.5
            width, height = int(width * shrink), int(height * shrink)
        key = f"{frame.fingerprint} {width} {bleed}"
        if (cached := self._shelf.get(key)) is not None:
            return cached
        with self._lock:
            self._waiting += 1
        try:
            with self._pdfium:
                if (cached := self._shelf.get(key)) is not None:  # another thread has made it
                    return cached
                data = PixelCamera(library).picture(frame, (width, height), bleed)
        finally:
            with self._lock:
                self._waiting -= 1
        frame.forget_items()
        self._shelf.put(key, lambda: data)
        return data

    @property
    def busy(self) -> bool:
        """True while a thread waits for a picture."""
        return self._waiting > 0

    def make_print_picture(
        self, frame: Frame, size: tuple[int, int], dpi: float, bleed: bool, library: KeyedAssets
    ) -> bytes:
        """Return a PNG of ``size`` in pixels that declares its resolution. It is not cached."""
        with self._pdfium:
            return PixelCamera(library).picture(frame, size, bleed, dpi)

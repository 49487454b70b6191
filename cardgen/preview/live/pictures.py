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


class Shelf:
    """A temporary database of byte strings that ends with the process, for any thread.

    It holds ``most`` bytes and drops the oldest entries. On a full disk it skips entries.
    """

    def __init__(self, most: int) -> None:
        self._most = most
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
            while self._size > self._most:
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
            return self._whole(fingerprint)
        except LookupError:
            return None

    def _whole(self, fingerprint: str) -> Frame:
        data = self.get(fingerprint)
        if data is None:
            raise LookupError(fingerprint)
        packed, words = marshal.loads(data)
        return unpack_frame(fingerprint, packed, WordTable(words), self._whole)


def _pack_frame(frame: Frame) -> bytes:
    table = WordTable([])
    packed = pack_frame(frame, table)
    return marshal.dumps((packed, table.packed))


class GameFrames:
    """The Frames of a game that the page may request, by fingerprint, for any thread."""

    def __init__(self, most: int) -> None:
        """``most`` is the number of bytes for earlier Frames."""
        self._shown: WeakValueDictionary[str, Frame] = WeakValueDictionary()
        self._shelf = Shelf(most)

    def __len__(self) -> int:
        return len(self._shown)

    def __iter__(self) -> Iterator[str]:
        return iter(self._shown)

    def show(self, frames: Iterable[Frame]) -> None:
        """Add current Frames, which stay available while other objects refer to them."""
        self._shown.update({frame.fingerprint: frame for frame in frames})

    def keep(self, frames: Iterable[Frame]) -> None:
        """Store earlier Frames on disk."""
        for frame in frames:
            self._shelf.put_frame(frame)

    def get(self, fingerprint: str) -> Frame | None:
        """Return a current or earlier Frame, or None."""
        return self._shown.get(fingerprint) or self._shelf.frame(fingerprint)


NARROWEST, WIDEST = 16, 6000
PIXEL_LIMIT = 30_000_000
_PNG_BYTES = 256 << 20
"""Bytes of PNG to keep on disk: about three thousand cards on a wall."""


class PictureCache:
    """Makes pictures and keeps them on disk, for any thread.

    It makes one picture at a time, as pdfium is not thread-safe.
    """

    def __init__(self) -> None:
        self._shelf = Shelf(_PNG_BYTES)
        self._lock = Lock()
        self._pdfium = Lock()
        self._waiting = 0

    def picture(self, frame: Frame, width: int, bleed: bool, library: KeyedAssets) -> bytes:
        """Return a PNG of the trim, or of trim and bleed, that is ``width`` pixels wide."""
        area = frame.bleed_rect if bleed else frame.trim
        width = max(min(width, WIDEST), NARROWEST)
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
                if (cached := self._shelf.get(key)) is not None:  # made meanwhile
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

    def for_print(
        self, frame: Frame, size: tuple[int, int], dpi: float, bleed: bool, library: KeyedAssets
    ) -> bytes:
        """Return a PNG of ``size`` in pixels that declares its resolution. It is not cached."""
        with self._pdfium:
            return PixelCamera(library).picture(frame, size, bleed, dpi)

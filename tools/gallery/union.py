"""Several libraries as one, for a picture of several games."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.assets.fonts import Font
from cardgen.assets.images import Picture
from cardgen.assets.library import KeyedAssets
from cardgen.core.diagnostics import AssetError, Location


class LibraryUnion:
    """Several libraries as one, for Frames that show things of several games or states of a game.

    What a Frame names comes from the first library that has it.
    """

    def __init__(self, libraries: Sequence[KeyedAssets]) -> None:
        *self._others, self._last = libraries

    def font_by_key(self, key: str, at: Location | None = None) -> Font:
        """Return a font; raises AssetError if no library has it."""
        for library in self._others:
            try:
                return library.font_by_key(key, at)
            except AssetError:
                continue
        return self._last.font_by_key(key, at)

    def picture_by_key(self, key: str, at: Location | None = None) -> Picture:
        """Return a picture; raises AssetError if no library has it."""
        for library in self._others:
            try:
                return library.picture_by_key(key, at)
            except AssetError:
                continue
        return self._last.picture_by_key(key, at)

"""What painting asks for: fonts and pictures by the keys that Frames hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from cardgen.core.errors import AssetError

if TYPE_CHECKING:
    from cardgen.assets.fonts import Font
    from cardgen.assets.images import Picture
    from cardgen.core.diagnostics import Location


class KeyedAssets(Protocol):
    """Finds the fonts and pictures that Frames name by content; a `Library` is one."""

    def font_by_key(self, key: str, at: Location | None = None) -> Font:
        """Return a font; raises AssetError."""

    def picture_by_key(self, key: str, at: Location | None = None) -> Picture:
        """Return a picture; raises AssetError."""


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

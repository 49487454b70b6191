"""What painting asks for: fonts and pictures by the keys that Frames hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

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

"""Deflate as zlib-ng does it; as zlib does, slower and smaller, where zlib-ng has no wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zlib_ng import zlib_ng as deflate
else:
    try:
        from zlib_ng import zlib_ng as deflate
    except ImportError:
        import zlib as deflate

__all__ = ["deflate"]

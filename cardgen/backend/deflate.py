"""What packs content streams and pictures: zlib-ng, or zlib where there is no zlib-ng.

zlib-ng takes a sixth of the time. The two pack the same into other bytes, so builds note which of
them it was: `PACKER` stands in ``build.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zlib_ng import zlib_ng as packer

    PACKER: str
else:
    try:
        from zlib_ng import zlib_ng as packer

        PACKER = "zlib-ng"
    except ImportError:
        import zlib as packer

        PACKER = "zlib"

__all__ = ["PACKER", "packer"]

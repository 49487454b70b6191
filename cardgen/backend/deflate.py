"""The compressor of content streams and pictures: zlib-ng, or zlib if zlib-ng is not installed.

zlib-ng takes a sixth of the time. The two compress the same data to different bytes, so builds
record `PACKER` in ``build.json``.
"""

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

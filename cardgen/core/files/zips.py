"""Writes ZIP files that depend on nothing but what is in them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

EARLIEST = "1980-01-01"
"""The first date that a ZIP can name (APPNOTE 6.3.10, 4.4.6)."""
_UNIX, _RIGHTS = 3, 0o100644 << 16  # (4.4.2, 4.4.15)


def zipped(files: Mapping[str, bytes], date: str = EARLIEST, packed: bool = True) -> bytes:
    """Return a ZIP of files by path, in their order, all with one date and the same rights."""
    year, month, day = map(int, max(date, EARLIEST).split("-"))
    buffer = io.BytesIO()
    how = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(buffer, "w", how) as archive:
        for path, data in files.items():
            info = zipfile.ZipInfo(path, (year, month, day, 0, 0, 0))
            info.create_system, info.external_attr = _UNIX, _RIGHTS
            archive.writestr(info, data, how)
    return buffer.getvalue()

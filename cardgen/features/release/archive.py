"""What a folder is handed on as: checksums beside its files, and a ZIP of all of it.

The ZIP depends on the files alone. Entries are sorted and have one date, that of the game, and the
same rights; zlib packs them as Python has it, whatever has packed the files themselves.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping

from cardgen.model.game import Game
from cardgen.pipeline.manifest import sha256

SUMS = "SHA256SUMS"
_EARLIEST = "1980-01-01"  # that a ZIP can name (APPNOTE 6.3.10, 4.4.6)
_UNIX, _RIGHTS = 3, 0o100644 << 16  # (4.4.2, 4.4.15)


def sums(files: Mapping[str, bytes]) -> bytes:
    """Return the SHA-256 digests of files by path, as `sha256sum -c` reads them."""
    return "".join(f"{sha256(files[path])}  {path}\n" for path in sorted(files)).encode()


def packed(files: Mapping[str, bytes], game: Game, audience: str) -> bytes:
    """Return a ZIP of a folder that is named by game, version and audience."""
    version = re.sub(r"[^A-Za-z0-9.]+", "-", game.version).strip("-.")
    name = "-".join(filter(None, (game.id, version, audience)))
    year, month, day = map(int, max(game.date, _EARLIEST).split("-"))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            info = zipfile.ZipInfo(f"{name}/{path}", (year, month, day, 0, 0, 0))
            info.create_system, info.external_attr = _UNIX, _RIGHTS
            archive.writestr(info, files[path], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()

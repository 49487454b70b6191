"""What a folder is handed on as: checksums beside its files, and a ZIP of all of it.

The ZIP depends on the files alone. Entries are sorted and have one date, that of the game, and the
same rights; zlib packs them, as Python has it, whatever packed the files themselves.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from cardgen.model.game import Game
from cardgen.pipeline.manifest import sha256_of

SUMS = "SHA256SUMS"
_EARLIEST = (1980, 1, 1)  # that a ZIP can name (APPNOTE 6.3.10, 4.4.6)
_UNIX, _RIGHTS = 3, 0o100644 << 16  # (4.4.2, 4.4.15)


def archive_name(game: Game, audience: str) -> str:
    """Name the folder inside a ZIP: game, version and audience, in letters that travel."""
    version = re.sub(r"[^A-Za-z0-9.]+", "-", game.version).strip("-.")
    return "-".join(filter(None, (game.id, version, audience)))


def add_sums(folder: Path) -> None:
    """Write the SHA-256 digests of all files in a folder, as `sha256sum -c` reads them."""
    lines = (f"{sha256_of(folder / path)}  {path}\n" for path in _paths(folder))
    (folder / SUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def add_zip(folder: Path, target: Path, name: str, date: str) -> None:
    """Pack a folder as one of another name; ``date`` is ISO 8601, or empty for none."""
    day = tuple(map(int, date.split("-"))) if date else _EARLIEST
    year, month, of_month = max(day, _EARLIEST)
    with zipfile.ZipFile(target, "w") as archive:
        for path in _paths(folder):
            info = zipfile.ZipInfo(f"{name}/{path}", (year, month, of_month, 0, 0, 0))
            info.create_system, info.external_attr = _UNIX, _RIGHTS
            info.compress_type = zipfile.ZIP_DEFLATED
            with (folder / path).open("rb") as file, archive.open(info, "w") as out:
                while block := file.read(1 << 20):
                    out.write(block)


def _paths(folder: Path) -> list[str]:
    return sorted(one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file())

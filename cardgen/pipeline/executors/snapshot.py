"""A game with all that it needs of its project, as one parcel for workers on other machines."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from cardgen.core.diagnostics import Location
from cardgen.core.errors import OutputError
from cardgen.pipeline.inputs import input_files
from cardgen.source.files import DATA_FOLDER
from cardgen.source.problems import unreadable

_QUICK = 1  # of zlib: it is sent once a worker

_folders: dict[str, TemporaryDirectory[str]] = {}
"""The snapshots that this process has unpacked; they are removed when it ends."""


def packed(root: Path, game: str, tables: Mapping[str, bytes]) -> bytes:
    """Return the files of a game, compressed; of ``tables`` only what is given of each.

    Raises OutputError for a file that cannot be read.
    """
    short = {f"{DATA_FOLDER}/{game}/{name}": head for name, head in tables.items()}
    files = [
        (name, short[name] if name in short else _content(name, path))
        for name, path in input_files(root, game)
    ]
    return zlib.compress(pickle.dumps(files), _QUICK)


def _content(name: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(unreadable(Location(name), "the file", reason)) from None


def unpacked(name: str, parcels: Mapping[str, bytes]) -> Path:
    """Return the folder with the files of a snapshot, written at first use."""
    folder = _folders.get(name)
    if folder is None:
        folder = _folders[name] = TemporaryDirectory(prefix="cardgen-")
        for path, data in pickle.loads(zlib.decompress(parcels[name])):
            target = Path(folder.name, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    return Path(folder.name)

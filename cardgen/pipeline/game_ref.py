"""A reference with which another process opens a game: from the disk, or from a parcel."""

import pickle
import zlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location, OutputError
from cardgen.core.problems import unreadable
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.pipeline.executors.units import ProjectChangedError
from cardgen.pipeline.inputs import input_files, inputs_digest
from cardgen.pipeline.request import BuildRequest
from cardgen.source.files import BUNDLED, DATA_FOLDER

_QUICK = 1  # level of zlib: each worker gets the parcel only once

_folders: dict[str, TemporaryDirectory[str]] = {}
"""The folders with unpacked parcels; they are removed when this process ends."""


class GameRef(Struct, frozen=True):
    """A game in the state of one moment.

    ``inputs`` is the digest of its files without ``tables``, whose rows come with the units of
    work. ``files`` is the name of the parcel with the files, or empty if all processes can read the
    project on disk.
    """

    request: BuildRequest
    game: str
    inputs: str
    tables: tuple[str, ...] = ()
    files: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The parcels that a process needs to read the game."""
        return (self.files,) if self.files else ()

    def open_request(self, parcels: Mapping[str, bytes]) -> BuildRequest:
        """Return the request with the project's folder in this process.

        The output folder is the folder of the calling process, because virtual tables contain its
        path. Raises ProjectChangedError if the files have changed.
        """
        root = unpack_files(self.files, parcels) if self.files else self.request.root
        locale = self.request.locale
        if inputs_digest(root, self.game, BUNDLED, self.tables, locale) != self.inputs:
            raise ProjectChangedError
        return replace(self.request, root=root, jobs=1, executor="")


def heads_of(game: Game) -> dict[str, bytes]:
    """Return the headers of the tables of series, by their names in the game's folder."""
    series = (deck.series for deck in decks_of(game) if deck.series is not None)
    return {table.file: table.head() for table in series if table.file}


def pack_files(root: Path, game: str, tables: Mapping[str, bytes], locale: str = "") -> bytes:
    """Return the files of a game, compressed; ``tables`` has the shortened content of tables.

    Raises OutputError for a file that cannot be read.
    """
    short = {f"{DATA_FOLDER}/{game}/{name}": head for name, head in tables.items()}
    files = [
        (name, short[name] if name in short else _content(name, path))
        for name, path in input_files(root, game, locale)
    ]
    return zlib.compress(pickle.dumps(files), _QUICK)


def _content(name: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(unreadable(Location(name), "the file", reason)) from None


def unpack_files(name: str, parcels: Mapping[str, bytes]) -> Path:
    """Return the folder with the files of a parcel; the first call writes them."""
    folder = _folders.get(name)
    if folder is None:
        folder = _folders[name] = TemporaryDirectory(prefix="cardgen-")
        for path, data in pickle.loads(zlib.decompress(parcels[name])):
            target = Path(folder.name, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    return Path(folder.name)

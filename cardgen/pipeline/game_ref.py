"""A game as other processes find it: by its project and its inputs, or by a parcel of its files."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.errors import OutputError
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.pipeline.executors.pool import Pool, ProjectChangedError
from cardgen.pipeline.inputs import forget, input_files, inputs_digest
from cardgen.pipeline.request import BuildRequest
from cardgen.source.files import BUNDLED, DATA_FOLDER
from cardgen.source.problems import unreadable

_QUICK = 1  # of zlib: it is sent once a worker

_folders: dict[str, TemporaryDirectory[str]] = {}
"""The snapshots that this process has unpacked; they are removed when it ends."""


class GameRef(Struct, frozen=True):
    """A game of a project, as it is meant.

    ``inputs`` is the digest over its files but for ``tables``, whose rows come with the units.
    ``files`` is the parcel that holds them, or empty where the project lies on a disk that all
    processes see.
    """

    request: BuildRequest
    game: str
    inputs: str
    tables: tuple[str, ...] = ()
    files: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The parcels without which the game cannot be read."""
        return (self.files,) if self.files else ()

    def found(self, parcels: Mapping[str, bytes]) -> BuildRequest:
        """Return the request with the project as this process finds it.

        The folder of results stays that of the process that asks: tables name it. Raises
        ProjectChangedError if the files are others than those that are meant.
        """
        root = unpacked(self.files, parcels) if self.files else self.request.root
        if inputs_digest(root, self.game, BUNDLED, self.tables) != self.inputs:
            raise ProjectChangedError
        return replace(self.request, root=root, jobs=1, executor="")


def refer(request: BuildRequest, game: Game, inputs: str, pool: Pool) -> GameRef:
    """Say which game is meant; a pool that does not see this disk gets its files."""
    tables = heads_of(game)
    files = "" if pool.sees_disk else pool.ship(packed(request.root, game.id, tables))
    asked = replace(request, output=request.folder.absolute(), root=request.root.absolute())
    return GameRef(asked, game.id, inputs, tuple(tables), files)


def heads_of(game: Game) -> dict[str, bytes]:
    """Return the headers of the tables of series, by their names in the game's folder."""
    series = (deck.series for deck in decks_of(game) if deck.series is not None)
    return {one.file: one.head() for one in series if one.file}


def inputs_but_rows(root: Path, game: Game, inputs: str) -> str:
    """Return the digest over all that a game is made of, but for the rows of series.

    ``inputs`` are those that it was read with, empty if nobody has looked.
    """
    forget()
    if inputs and inputs_digest(root, game.id, BUNDLED) != inputs:
        # Something was saved since the game was read: no later build may take this over.
        return f"{inputs}, changed meanwhile"
    return inputs_digest(root, game.id, BUNDLED, tuple(heads_of(game)))


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

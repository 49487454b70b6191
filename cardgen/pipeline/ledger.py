"""The ledger: all files of ours below the output folder of a game, and who made each of them.

It is a table of the game's store. A path is entered before its file is written, so that the files
of a process that was killed are known: ``build.json`` comes last, and cannot name them. `clean`
removes what the ledger and ``build.json`` name; whoever makes files removes those entries of its
own that it has no more. An output folder may come from a stranger, so each path is checked before
a file is touched (`safe_paths`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from cardgen.core.diagnostics import relative
from cardgen.pipeline.manifest import ArtifactEntry, sha256
from cardgen.pipeline.output_lock import locked
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.store import Statement, database_of
from cardgen.pipeline.writing import destination, inside, own_folder, write_all
from cardgen.products.variant import Variant

BUILD = "build"
"""The owner of what builds make."""


class Ledger:
    """The files of one owner: of builds, or of a feature by its name."""

    def __init__(self, output: Path, game: str, owner: str = BUILD) -> None:
        self._database = database_of(output, game)
        self._folder = output / game
        self._owner = owner

    def entries(self) -> tuple[ArtifactEntry, ...]:
        """Return the files of this owner; without a digest, if they were not finished."""
        rows = self._database.rows(
            "SELECT path, kind, key, sha256, variant FROM file WHERE owner = ? ORDER BY path",
            self._owner,
        )
        return tuple(
            ArtifactEntry(path, kind, key, digest, _read_variant(variant))
            for path, kind, key, digest, variant in rows
            if all(isinstance(text, str) for text in (path, kind, key, digest))
        )

    def found(self) -> tuple[ArtifactEntry, ...]:
        """Return the files of this owner that are there; an unfinished one has no key."""
        found = []
        for entry in self.entries():
            path = inside(self._folder, entry.path)
            with contextlib.suppress(OSError):
                if path is None or path.is_symlink():
                    continue
                if not entry.sha256:
                    entry = replace(entry, key="", sha256=sha256(path.read_bytes()))
                if path.is_file():
                    found.append(entry)
        return tuple(found)

    def announce(self, planned: Iterable[ArtifactEntry]) -> None:
        """Enter files that are about to be written."""
        paths = {entry.path for entry in self.entries()}
        new = [entry for entry in planned if entry.path not in paths]
        if new:
            self._database.run([self._adding(new)])

    def add(self, entries: Iterable[ArtifactEntry]) -> None:
        """Enter files that are finished."""
        self._database.run([self._adding(entries)])

    def replace(self, entries: Iterable[ArtifactEntry]) -> None:
        """Enter files that are finished, in place of all others of this owner."""
        new, old = set(entries), set(self.entries())
        if new != old:
            gone = {entry.path for entry in old} - {entry.path for entry in new}
            removing = ("DELETE FROM file WHERE path = ?", [(path,) for path in gone])
            self._database.run([removing, self._adding(new - old)])

    def _adding(self, entries: Iterable[ArtifactEntry]) -> Statement:
        rows = [
            (
                entry.path,
                self._owner,
                entry.kind,
                entry.key,
                entry.sha256,
                entry.variant and msgspec.json.encode(entry.variant).decode(),
            )
            for entry in entries
        ]
        return "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?)", rows


def _read_variant(text: object) -> Variant | None:
    try:
        return msgspec.json.decode(text, type=Variant) if isinstance(text, str) else None
    except msgspec.MsgspecError:
        return None


def paths_of(output: Path, game: str) -> list[str]:
    """Name all files of a game, whoever made them."""
    rows = database_of(output, game).rows("SELECT path FROM file ORDER BY path")
    return [path for (path,) in rows if isinstance(path, str)]


def put_folder(
    request: BuildRequest,
    game: str,
    owner: str,
    files: Mapping[str, bytes],
    stays: Callable[[str], bool] = lambda path: False,
    keys: Mapping[str, str] = MappingProxyType({}),
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write all files of an owner, or none of them, and remove others of its own.

    Files that have these bytes already are not written again. Those that it made before and that
    ``stays`` knows are left. ``keys`` are entered beside the files. Returns the paths of the files
    and of the removed ones, as they are shown.
    """
    root, folder = request.root, request.folder / game
    if not files and not folder.is_dir():
        return (), ()
    own_folder(folder, root)
    with locked(request.folder, lambda: None, relative(request.folder, root)):
        ledger = Ledger(request.folder, game, owner)
        known = {e.path: e for e in ledger.entries() if e.path in files or not stays(e.path)}
        left = [entry for entry in ledger.entries() if entry.path not in known]
        ledger.announce(ArtifactEntry(path, owner) for path in files)
        placed = {destination(folder, path, root): data for path, data in files.items()}
        write_all({path: data for path, data in placed.items() if not _holds(path, data)}, root)
        removed = []
        for path in known:
            old = inside(folder, path)
            if path not in files and old is not None:
                with contextlib.suppress(OSError):
                    old.unlink()
                    removed.append(relative(old, root))
                    for parent in old.parents[: len(PurePosixPath(path).parents) - 1]:
                        parent.rmdir()  # if that was the last file in it
        made = (ArtifactEntry(p, owner, keys.get(p, ""), sha256(d)) for p, d in files.items())
        ledger.replace([*left, *made])
    return tuple(sorted(relative(folder / path, root) for path in files)), tuple(removed)


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file has these bytes."""
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False

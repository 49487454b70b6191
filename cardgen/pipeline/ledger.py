"""The ledger: the list of all files that cardgen has written for a game, each with its owner.

It is a table of the game's store. A path is entered before its file is written, so the ledger also
has the files of a killed process, which wrote no ``build.json``. `clean` removes the files of the
ledger and of ``build.json``; each owner removes its own files that it no longer makes. An output
folder may come from a stranger, so each path is checked before a file is touched (`path_inside`).
"""

import contextlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cardgen.pipeline.manifest import ArtifactEntry, is_intact, sha256
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.store import Statement, database_of
from cardgen.pipeline.writing import destination, path_inside, refuse_linked_folder
from cardgen.products.options import Variant

BUILD = "build"
"""The owner of the files of builds."""


class Ledger:
    """The files of one owner: of builds, or of a feature by its name.

    Paths of entries are relative to the folder ``below`` in the game's folder, or to a folder
    ``elsewhere`` that the user has chosen. `clean` does not touch files elsewhere.
    """

    def __init__(
        self,
        output: Path,
        game: str,
        owner: str = BUILD,
        below: str = "",
        elsewhere: Path | None = None,
    ) -> None:
        self._database = database_of(output, game)
        self._own = () if elsewhere else (output / game, output / CACHE / game)
        self._base = elsewhere or output / game
        self._below = "" if elsewhere else below
        self.folder = self._base / self._below
        # Files elsewhere have absolute paths in the table: `path_inside` refuses these for a game.
        self._prefix = f"{elsewhere.absolute().as_posix()}/" if elsewhere else below
        self._owner = owner

    def file(self, path: str) -> Path | None:
        """Return the file of an entry, or None if a link leads it out of the folder."""
        return path_inside(self._base, f"{self._below}{path}")

    def destination(self, path: str, root: Path) -> Path:
        """Return the path to write a file to; raises OutputError if a link is in the way."""
        return destination(self._base, f"{self._below}{path}", root)

    def is_intact(self, entry: ArtifactEntry) -> bool:
        """Whether a file still has the bytes that were written."""
        return is_intact(self._base, replace(entry, path=f"{self._below}{entry.path}"))

    def refuse_links(self, root: Path) -> None:
        """Raise OutputError if the game's output folder or cache folder is a link."""
        for folder in self._own:
            refuse_linked_folder(folder, root)

    def entries(self) -> tuple[ArtifactEntry, ...]:
        """Return the entries of this owner; an unfinished file has no digest."""
        rows = self._database.rows(
            "SELECT path, kind, key, sha256, variant FROM file WHERE owner = ? ORDER BY path",
            self._owner,
        )
        return tuple(
            ArtifactEntry(
                path.removeprefix(self._prefix), kind, key, digest, _read_variant(variant)
            )
            for path, kind, key, digest, variant in rows
            if all(isinstance(text, str) for text in (path, kind, key, digest))
            and path.startswith(self._prefix)
        )

    def existing_entries(self) -> tuple[ArtifactEntry, ...]:
        """Return the entries of this owner whose files exist; an unfinished one has no key."""
        existing_entries = []
        for entry in self.entries():
            path = self.file(entry.path)
            with contextlib.suppress(OSError):
                if path is None or path.is_symlink():
                    continue
                if not entry.sha256:
                    entry = replace(entry, key="", sha256=sha256(path.read_bytes()))
                if path.is_file():
                    existing_entries.append(entry)
        return tuple(existing_entries)

    def announce(self, planned: Iterable[ArtifactEntry]) -> None:
        """Enter files before they are written."""
        paths = {entry.path for entry in self.entries()}
        new = [entry for entry in planned if entry.path not in paths]
        if new:
            self._database.run([self._insert_statement(new)])

    def add(self, entries: Iterable[ArtifactEntry]) -> None:
        """Enter finished files."""
        self._database.run([self._insert_statement(entries)])

    def replace(self, entries: Iterable[ArtifactEntry]) -> None:
        """Enter finished files, and remove all other entries of this owner."""
        new, old = set(entries), set(self.entries())
        if new != old:
            removed_paths = {entry.path for entry in old} - {entry.path for entry in new}
            delete_statement = (
                "DELETE FROM file WHERE path = ?",
                [(f"{self._prefix}{path}",) for path in removed_paths],
            )
            self._database.run([delete_statement, self._insert_statement(new - old)])

    def _insert_statement(self, entries: Iterable[ArtifactEntry]) -> Statement:
        rows = [
            (
                f"{self._prefix}{entry.path}",
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
    """Return the paths of all files of a game, of all owners."""
    rows = database_of(output, game).rows("SELECT path FROM file ORDER BY path")
    return [path for (path,) in rows if isinstance(path, str)]

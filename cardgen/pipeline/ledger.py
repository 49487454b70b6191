"""The ledger: all files of ours below the output folder of a game, and who made each of them.

It is a table of the game's store. A path is entered before its file is written, so that the files
of a process that was killed are known: ``build.json`` comes last, and cannot name them. `clean`
removes what the ledger and ``build.json`` name; whoever makes files removes those entries of its
own that it has no more. An output folder may come from a stranger, so each path is checked before
a file is touched (`safe_paths`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from cardgen.pipeline.manifest import ArtifactEntry, is_intact, sha256
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.store import Statement, database_of
from cardgen.pipeline.writing import destination, inside, refuse_linked_folder
from cardgen.products.options import Variant

BUILD = "build"
"""The owner of what builds make."""


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
        # Files elsewhere have absolute paths in the table: `inside` refuses these for a game.
        self._prefix = f"{elsewhere.absolute().as_posix()}/" if elsewhere else below
        self._owner = owner

    def file(self, path: str) -> Path | None:
        """Return the file of an entry, or None if it is not truly inside the folder."""
        return inside(self._base, f"{self._below}{path}")

    def destination(self, path: str, root: Path) -> Path:
        """Return where to write a file; raises OutputError if a link is in the way."""
        return destination(self._base, f"{self._below}{path}", root)

    def is_intact(self, entry: ArtifactEntry) -> bool:
        """Whether a file still has the bytes that were written."""
        return is_intact(self._base, replace(entry, path=f"{self._below}{entry.path}"))

    def refuse_links(self, root: Path) -> None:
        """Raise OutputError if one of our folders is a link to somewhere else."""
        for folder in self._own:
            refuse_linked_folder(folder, root)

    def entries(self) -> tuple[ArtifactEntry, ...]:
        """Return the files of this owner; without a digest, if they were not finished."""
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
        """Return the files of this owner that are there; an unfinished one has no key."""
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
        """Enter files that are about to be written."""
        paths = {entry.path for entry in self.entries()}
        new = [entry for entry in planned if entry.path not in paths]
        if new:
            self._database.run([self._insert_statement(new)])

    def add(self, entries: Iterable[ArtifactEntry]) -> None:
        """Enter files that are finished."""
        self._database.run([self._insert_statement(entries)])

    def replace(self, entries: Iterable[ArtifactEntry]) -> None:
        """Enter files that are finished, in place of all others of this owner."""
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
    """Name all files of a game, whoever made them."""
    rows = database_of(output, game).rows("SELECT path FROM file ORDER BY path")
    return [path for (path,) in rows if isinstance(path, str)]

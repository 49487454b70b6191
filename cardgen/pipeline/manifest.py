"""``build.json``: what a build wrote, so that the next one knows what is still right.

It holds no times and no absolute paths: the same input gives the same bytes.

The ledger: all files of ours below the output folder of a game, and who made each of them.

It is a table of the game's store. A path is entered before its file is written, so that the files
of a process that was killed are known: ``build.json`` comes last, and cannot name them. `clean`
removes what the ledger and ``build.json`` name; whoever makes files removes those entries of its
own that it has no more. An output folder may come from a stranger, so each path is checked before
a file is touched (`safe_paths`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, Severity, relative
from cardgen.pipeline.output_lock import locked
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.store import Statement, database_of
from cardgen.pipeline.writing import destination, inside, own_folder, plain, write_whole

NAME = "build.json"
FORMAT = 1


class ArtifactEntry(Struct, frozen=True):
    """One artifact on disk."""

    path: str
    kind: str
    key: str
    sha256: str


class SideEntry(Struct, frozen=True):
    """One side of a card, as it was painted."""

    id: str
    copies: int
    fingerprint: str


class Manifest(Struct, frozen=True):
    """The record of a game's last build.

    ``inputs`` and ``request`` say what it was made of and what was asked for; ``warnings``, and
    how many files of each product are ``stale``, are kept so that a build with nothing to do
    still says so. ``draft`` is True where cards with errors were printed all the same.
    """

    game: str
    title: str = ""
    inputs: str = ""
    request: str = ""
    artifacts: tuple[ArtifactEntry, ...] = ()
    sides: tuple[SideEntry, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    stale: tuple[tuple[str, int], ...] = ()
    draft: bool = False

    def dump(self) -> bytes:
        """Return the record as JSON, sorted where the order means nothing."""
        content = {
            "format": FORMAT,
            "game": self.game,
            "title": self.title,
            **({"draft": True} if self.draft else {}),
            "inputs": self.inputs,
            "request": self.request,
            "artifacts": [
                {"path": e.path, "kind": e.kind, "key": e.key, "sha256": e.sha256}
                for e in sorted(self.artifacts, key=lambda entry: entry.path)
            ],
            "sides": [
                {"id": s.id, "copies": s.copies, "fingerprint": s.fingerprint} for s in self.sides
            ],
            "warnings": [_dump_warning(found) for found in self.warnings],
            **({"stale": dict(self.stale)} if self.stale else {}),
        }
        return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def read_manifest(folder: Path, game: str) -> Manifest:
    """Read the record in a game's output folder; one that cannot be used counts as none."""
    try:
        content = json.loads((folder / NAME).read_bytes())
        if content["format"] != FORMAT:
            return Manifest(game)
        return Manifest(
            game,
            str(content["title"]),
            str(content["inputs"]),
            str(content["request"]),
            tuple(_entry(entry) for entry in content["artifacts"]),
            tuple(
                SideEntry(str(s["id"]), int(s["copies"]), str(s["fingerprint"]))
                for s in content["sides"]
            ),
            tuple(_load_warning(found) for found in content["warnings"]),
            tuple((str(kind), int(n)) for kind, n in content.get("stale", {}).items()),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Manifest(game)


def write_manifest(folder: Path, manifest: Manifest, root: Path) -> None:
    """Write the record of a game into its output folder, if it says anything new."""
    path, data = folder / NAME, manifest.dump()
    with contextlib.suppress(OSError):
        if path.read_bytes() == data:
            return
    write_whole(path, data, relative(path, root))


def _entry(entry: dict[str, Any]) -> ArtifactEntry:
    path = str(entry["path"])
    if not plain(path):
        raise ValueError("a build never writes outside its folder")
    return ArtifactEntry(path, str(entry["kind"]), str(entry["key"]), str(entry["sha256"]))


def sha256(data: bytes) -> str:
    """Return the digest that the manifest keeps of a file."""
    return hashlib.sha256(data).hexdigest()


def intact(folder: Path, entry: ArtifactEntry) -> bool:
    """Whether a file still has the bytes that were written."""
    path = inside(folder, entry.path)
    try:
        return path is not None and sha256(path.read_bytes()) == entry.sha256
    except OSError:
        return False


def all_intact(folder: Path, entries: Iterable[ArtifactEntry]) -> bool:
    """Whether all files still have the bytes that were written."""
    return all(intact(folder, entry) for entry in entries)


def _dump_warning(found: Diagnostic) -> dict[str, Any]:
    at = found.at
    return {
        "code": found.code,
        "message": found.message,
        "at": [at.path, at.line, at.column, at.length, at.sheet] if at else None,
        "notes": list(found.notes),
        "hints": list(found.hints),
        "rank": found.rank,
        "subject": found.subject,
        "on": list(found.on),
    }


def _load_warning(data: dict[str, Any]) -> Diagnostic:
    at = Location(*data["at"]) if data["at"] else None
    return Diagnostic(
        Severity.WARNING,
        str(data["code"]),
        str(data["message"]),
        at,
        tuple(map(str, data["notes"])),
        tuple(map(str, data["hints"])),
        float(data["rank"]),
        data["subject"],
        tuple(map(str, data["on"])),
    )


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
            "SELECT path, kind, key, sha256 FROM file WHERE owner = ? ORDER BY path", self._owner
        )
        return tuple(ArtifactEntry(*row) for row in rows if all(isinstance(t, str) for t in row))

    def found(self) -> tuple[ArtifactEntry, ...]:
        """Return the files of this owner that are there; an unfinished one has no key."""
        found = []
        for entry in self.entries():
            path = inside(self._folder, entry.path)
            with contextlib.suppress(OSError):
                if path is None or path.is_symlink():
                    continue
                if not entry.sha256:
                    entry = ArtifactEntry(entry.path, entry.kind, "", sha256(path.read_bytes()))
                if path.is_file():
                    found.append(entry)
        return tuple(found)

    def announce(self, kinds: Mapping[str, str]) -> None:
        """Enter files, with their kinds, that are about to be written."""
        known = {entry.path for entry in self.entries()}
        rows = [(path, self._owner, kind) for path, kind in kinds.items() if path not in known]
        if rows:
            self._database.run([("INSERT OR REPLACE INTO file VALUES (?, ?, ?, '', '')", rows)])

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
        rows = [(one.path, self._owner, one.kind, one.key, one.sha256) for one in entries]
        return "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?)", rows


def paths_of(output: Path, game: str) -> list[str]:
    """Name all files of a game, whoever made them."""
    rows = database_of(output, game).rows("SELECT path FROM file ORDER BY path")
    return [path for (path,) in rows if isinstance(path, str)]


def put_folder(
    request: BuildRequest, game: str, owner: str, files: Mapping[str, bytes]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write all files of an owner, and remove others of its own; return both as they are shown."""
    root, folder = request.root, request.folder / game
    if not files and not folder.is_dir():
        return (), ()
    own_folder(folder, root)
    with locked(request.folder, lambda: None, relative(request.folder, root)):
        ledger = Ledger(request.folder, game, owner)
        known = [entry.path for entry in ledger.entries()]
        ledger.announce(dict.fromkeys(files, owner))
        for path, data in files.items():
            target = destination(folder, path, root)
            write_whole(target, data, relative(target, root))
        removed = []
        for path in known:
            old = inside(folder, path)
            if path not in files and old is not None:
                with contextlib.suppress(OSError):
                    old.unlink()
                    removed.append(relative(old, root))
                    old.parent.rmdir()  # if that was the last file in it
        ledger.replace(ArtifactEntry(path, owner, "", sha256(files[path])) for path in files)
    return tuple(sorted(relative(folder / path, root) for path in files)), tuple(removed)

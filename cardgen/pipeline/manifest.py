"""``build.json``: what a build wrote, so that the next one knows what is still right.

It holds no times and no absolute paths: the same input gives the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, Severity, relative
from cardgen.pipeline.writing import inside, plain, write_whole

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

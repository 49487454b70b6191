"""The file that remembers where fetched tables came from.

It is JSON that reads well in a diff: one table after the other, by its path in the game's folder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgen.core.diagnostics import Location, relative
from cardgen.core.errors import SourceError
from cardgen.features.fetching.hooks import LOCK
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import DATA_FOLDER, Project
from cardgen.source.problems import unreadable

FORMAT = 1


class FetchedTable(Struct, frozen=True, rename={"address": "from"}):
    """A table as it came: its address, the time in UTC (RFC 3339), its SHA-256 and its rows."""

    address: str
    time: str
    sha256: str
    rows: int


class _Lock(Struct, frozen=True):
    format: int
    tables: dict[str, FetchedTable]


def read_lock(root: Path, game: str) -> dict[str, FetchedTable]:
    """Return the tables that were fetched for a game, by path; raises SourceError if damaged."""
    path = f"{DATA_FOLDER}/{game}/{LOCK}"
    if not (root / path).is_file():
        return {}
    data = Project(root).data(path, what="the list of fetched tables")
    try:
        lock = msgspec.json.decode(data, type=_Lock)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SourceError(unreadable(Location(path), "the list", str(error))) from None
    if lock.format != FORMAT:
        reason = "another version of cardgen wrote it"
        raise SourceError(unreadable(Location(path), "the list", reason))
    return lock.tables


def write_lock(root: Path, game: str, tables: Mapping[str, FetchedTable]) -> None:
    """Write the list whole; raises OutputError."""
    path = root / DATA_FOLDER / game / LOCK
    listed = {name: msgspec.to_builtins(tables[name]) for name in sorted(tables)}
    text = json.dumps({"format": FORMAT, "tables": listed}, indent=1, ensure_ascii=False)
    write_whole(path, (text + "\n").encode(), relative(path, root), elsewhere=False)

"""Fetches published tables into a game, the first time and again."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Diagnostics, relative
from cardgen.core.errors import CardgenError, OutputError
from cardgen.features.fetching import problems
from cardgen.features.fetching.download import download
from cardgen.features.fetching.lock import FetchedTable, read_lock, write_lock
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import DATA_FOLDER, DECK_ENDINGS, confine
from cardgen.source.tables.reading import TABLE_LIMIT, read_table

ENDINGS = DECK_ENDINGS[1:]


class Fetched(Struct, frozen=True):
    """What came of one table: its path in the project, its rows now and before, if it has any."""

    path: str
    address: str
    rows: int
    before: int | None
    changed: bool


class Fetching(Struct, frozen=True):
    """What came of all tables that were asked for."""

    tables: tuple[Fetched, ...]
    found: Diagnostics


def fetch_first(
    root: Path, game: str, table: str, address: str, *, force: bool = False, write: bool = True
) -> Fetching:
    """Fetch a table that was not fetched before; ``table`` is its path in the game's folder."""
    return _fetch(root, [(game, table, address)], force, write)


def fetch_again(
    root: Path, games: Collection[str], *, force: bool = False, write: bool = True
) -> Fetching:
    """Fetch all tables again that were fetched for some games; one that fails stops no other.

    Raises SourceError for a list of tables that is damaged.
    """
    asked = [
        (game, table, known.address)
        for game in games
        for table, known in read_lock(root, game).items()
    ]
    return _fetch(root, asked, force, write)


def _fetch(
    root: Path, asked: Collection[tuple[str, str, str]], force: bool, write: bool
) -> Fetching:
    found = Diagnostics()
    done = []
    for game, table, address in asked:
        try:
            done.append(_one(root, game, table, address, force, write))
        except CardgenError as error:
            found.add(*(_named(one, address) for one in error.diagnostics))
    return Fetching(tuple(done), found)


def _named(found: Diagnostic, address: str) -> Diagnostic:
    return found if address in found.message else found.with_note(f"fetched from {address}")


def _one(root: Path, game: str, table: str, address: str, force: bool, write: bool) -> Fetched:
    home = root / DATA_FOLDER / game
    file = confine(root, table, home)
    shown = relative(file, root)
    if PurePosixPath(table).suffix.lower() not in ENDINGS:
        reason = f"`{table}` is no table: its name ends in none of {', '.join(ENDINGS)}"
        raise OutputError(problems.cannot_fetch(None, address, reason, ("choose another name",)))
    known = read_lock(root, game)
    before = known.get(table)
    there = file.read_bytes() if file.is_file() else None
    data = download(address, TABLE_LIMIT)
    cards = read_table(shown, data).tree.value.get("cards")
    rows = len(cards.value) if cards is not None and cards.kind == "list" else 0
    if there is not None and there != data and not force:
        if before is None:
            raise OutputError(problems.not_as_fetched(None, shown, "is there already"))
        if _sha256(there) != before.sha256:
            since = f"was changed after it was fetched ({before.time})"
            raise OutputError(problems.not_as_fetched(None, shown, since))
    changed = there != data
    if write:
        now = FetchedTable(address, _now(), _sha256(data), rows)
        if changed:
            write_whole(file, data, shown, elsewhere=False)
        if before is None or changed or (before.address, before.sha256) != (address, now.sha256):
            write_lock(root, game, {**known, table: now})
    was = before.rows if before is not None and there is not None else None
    return Fetched(shown, address, rows, was, changed)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

"""The one store of a game: what is kept for the next build, and which files are ours.

It is one SQLite database a game, ``output/.cardgen/<game>/store.sqlite`` (a draft has its own). One
database a game needs no column for it, and goes with the game's folder. It has two tables:

``record``
    What is kept: a `RecordKind`, a name, and a plain value, packed by ``marshal``. A kind declares
    a version of what it keeps; without one, that is the digest of the program, so that another
    version of cardgen trusts nothing. A feature that gives its kind a version of its own loses
    nothing when the program changes.
``file``
    The ledger of files below the game's output folder: `cardgen.pipeline.ledger`.

**Seal.** An output folder may come from a stranger, and ``marshal`` can crash the interpreter on
malformed data. So each record has an HMAC over its kind, version, name and bytes, keyed with a
secret of this user (`_secret`). What is damaged, foreign or of another version counts as none.
The ledger is not sealed: its paths are checked wherever they are used (`safe_paths`).

**A stranger's database.** Nothing is read unless the schema is exactly ours, so that no view or
trigger runs. Links and pipes in the place of the database or of its journal are removed before it
is opened, and so is a journal that names another file, which SQLite might remove.

**Eviction.** A whole build says per kind which names stay (`Change.stay`); the others go.

**Kills and other processes.** Each change is one transaction with SQLite's rollback journal. A
killed process leaves what the last whole transaction said. Writers wait for one another; the lock
of the output folder keeps two builds apart. Nothing is flushed to the disk: after a power cut a
database may be damaged, and then it counts as empty.

A store that cannot be read or written costs time, and nothing else.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import hmac
import marshal
import os
import sqlite3
import stat
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.pipeline.inputs import program_digest
from cardgen.pipeline.output_lock import FOLDER

NAME = "store.sqlite"
_SIDES = ("", "-journal", "-wal", "-shm")  # files that SQLite may open
_SCHEMA = (
    "CREATE TABLE record (version TEXT, name TEXT, kind TEXT, seal BLOB, value BLOB, "
    "PRIMARY KEY (version, name))",
    "CREATE TABLE file (path TEXT PRIMARY KEY, owner TEXT, kind TEXT, key TEXT, sha256 TEXT, "
    "variant TEXT)",
)
_ADDED_COLUMN = "variant TEXT"
"""A column that databases of older versions lack."""
_ELSEWHERE = bytes.fromhex("d9d505f920a163d7")
"""The end of a rollback journal that names a further file."""
_SECRET_BYTES = 32
_WAIT = 30.0  # seconds for another process that writes
_TRANSIENT = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""Errors of the place and not of the database."""

Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Row]]
"""A command, and the values with which to run it."""


class RecordKind(Struct, frozen=True):
    """One kind of records; ``version`` is that of their form, by default that of the program."""

    name: str
    version: str = ""


class Change(Struct, frozen=True):
    """Records of one kind to be kept; if ``stay`` names those in use, all others go."""

    kind: RecordKind
    values: Mapping[str, Any] = {}
    stay: Collection[str] | None = None


class _StrangeError(Exception):
    """Not a database of ours."""


_FAULTS = (sqlite3.Error, UnicodeDecodeError, _StrangeError)
"""A message of SQLite may quote what is no text."""


class Database:
    """The database in a folder of the cache. It is made by the first change."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NAME
        own = [path for path in (folder, *folder.parents) if FOLDER in path.parts]
        self._folders = own or [folder]
        self._open: tuple[tuple[int, int, int], sqlite3.Connection] | None = None

    def get(self, kind: RecordKind, name: str) -> Any:
        """Return a record, or None if there is none to trust."""
        return self._read((kind,), " AND name = ?", name)[0].get(name)

    def all(self, *kinds: RecordKind) -> list[dict[str, Any]]:
        """Return all records of some kinds, by name, as they were at one moment."""
        return self._read(kinds)

    def names(self, kind: RecordKind) -> set[str]:
        """Name the records of a kind. Whether one is to be trusted shows when it is read."""
        return {name for (name,) in self.rows(f"SELECT name {_OF}", _mark(kind))}

    def put(self, kind: RecordKind, values: Mapping[str, Any]) -> None:
        """Keep records, if the database can be written."""
        self.change((Change(kind, values),))

    def keep(self, values: Mapping[RecordKind, Any]) -> None:
        """Keep the one record that each of some kinds has, all of them or none."""
        self.change(Change(kind, {"": value}) for kind, value in values.items())

    def change(self, changes: Iterable[Change]) -> None:
        """Make some changes, all of them or none."""
        if not _secret():
            return
        statements: list[Statement] = []
        for change in changes:
            kind_name, mark = change.kind.name, _mark(change.kind)
            statements.append(
                ("DELETE FROM record WHERE kind = ? AND version <> ?", [(kind_name, mark)])
            )
            if change.stay is not None:
                gone = self.names(change.kind) - set(change.stay)
                statements.append((f"DELETE {_OF} AND name = ?", [(mark, name) for name in gone]))
            rows = []
            for name, value in change.values.items():
                data = marshal.dumps(value)
                rows.append((mark, name, kind_name, _seal(mark, name, data), data))
            statements.append(("INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?)", rows))
        self.run(statements)

    def _read(
        self, kinds: Sequence[RecordKind], where: str = "", *values: str
    ) -> list[dict[str, Any]]:
        records: dict[str, dict[str, Any]] = {_mark(kind): {} for kind in kinds}
        among = ", ".join("?" * len(records))
        query = f"SELECT version, name, seal, value FROM record WHERE version IN ({among}){where}"
        for mark, name, seal, data in self.rows(query, *records, *values) if _secret() else ():
            with contextlib.suppress(ValueError, EOFError, TypeError):
                if hmac.compare_digest(_seal(mark, name, data), seal):
                    records[mark][name] = marshal.loads(data)
        return list(records.values())

    def rows(self, query: str, *values: str) -> list[Row]:
        """Return what a query finds; nothing where there is no database of ours."""
        try:
            db = self._connection()
            return db.execute(query, values).fetchall() if db is not None else []
        except (*_FAULTS, OSError):
            return []

    def run(self, statements: Iterable[Statement]) -> bool:
        """Run commands as one transaction; a database that is damaged or not ours is begun anew.

        Returns whether that was possible.
        """
        statements = list(statements)
        for _ in range(2):
            try:
                db = self._connection() or self._create()
                if db is not None:
                    self._run(db, statements)
                    return True
            except _FAULTS as error:
                if _is_transient(error):
                    return False
                self._remove()
            except OSError:
                return False
        return False

    def _run(self, db: sqlite3.Connection, statements: Iterable[Statement]) -> None:
        try:
            db.execute("BEGIN IMMEDIATE")
            for command, rows in statements:
                db.executemany(command, rows)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file until it is needed again. The garbage collector may be off in a build."""
        if self._open is not None:
            (process, *_), db = self._open
            self._open = None
            if process == os.getpid():  # a connection of the parent is not for a child to end
                db.close()

    def _remove(self) -> None:
        self.close()
        for end in _SIDES:
            with contextlib.suppress(OSError):
                os.unlink(f"{self._file}{end}")

    def _connection(self) -> sqlite3.Connection | None:
        """Return a connection of this process to the file that is there now.

        None, if there is no database yet; raises OSError for a folder that is a link.
        """
        if any(map(os.path.islink, self._folders)):
            raise OSError(errno.ELOOP, "it is a link")
        try:
            info = os.lstat(self._file)
        except FileNotFoundError:
            return None
        file_identity = (os.getpid(), info.st_dev, info.st_ino)
        if self._open is not None and self._open[0] == file_identity:
            return self._open[1]
        self.close()
        self._clear()
        if not stat.S_ISREG(info.st_mode):
            return None
        db = self._connect()
        schema = self._schema(db)
        if schema == tuple(sql.replace(f", {_ADDED_COLUMN}", "") for sql in _SCHEMA):
            with contextlib.suppress(sqlite3.OperationalError):  # another process was quicker
                db.execute(f"ALTER TABLE file ADD COLUMN {_ADDED_COLUMN}")
            schema = self._schema(db)
        if schema != _SCHEMA:
            db.close()
            if schema:
                raise _StrangeError
            return None
        self._open = (file_identity, db)
        _latest.append(self)
        if len(_latest) > _MOST_OPEN:
            _latest.popleft().close()
        return db

    @staticmethod
    def _schema(db: sqlite3.Connection) -> tuple[str, ...]:
        rows = db.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid")
        return tuple(sql for (sql,) in rows.fetchall())

    def _create(self) -> sqlite3.Connection | None:
        """Make the database, and return what `_connection` does."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._clear()
        db = self._connect()
        db.execute("PRAGMA page_size = 16384")  # many values are large
        db.execute("BEGIN IMMEDIATE")
        if not db.execute("SELECT 1 FROM sqlite_schema").fetchall():  # else another was quicker
            for command in _SCHEMA:
                db.execute(command)
        db.execute("COMMIT")
        db.close()
        return self._connection()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self._file, timeout=_WAIT, isolation_level=None, check_same_thread=False
        )
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        db.execute("PRAGMA synchronous = OFF")
        return db

    def _clear(self) -> None:
        """Remove what SQLite must not open: it follows links, and waits for pipes."""
        for end in _SIDES:
            path = f"{self._file}{end}"
            with contextlib.suppress(FileNotFoundError):
                is_file = stat.S_ISREG(os.lstat(path).st_mode)
                if not is_file or (end == "-journal" and _leads_elsewhere(path)):
                    os.unlink(path)


_MOST_OPEN = 8  # files: a process that builds for long would run out of them otherwise
_latest: deque[Database] = deque()
"""The databases that were opened last. Others close their files, and open them when needed."""


def _is_transient(error: Exception) -> bool:
    if isinstance(error, sqlite3.ProgrammingError):  # another thread has just closed the file
        return True
    # Without a code: a text that is none, and the like.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return code in _TRANSIENT


_OF = "FROM record WHERE version = ?"


def database_of(output: Path, game: str) -> Database:
    """Return the database of a game whose files are below an output folder."""
    return Database(output / FOLDER / game)


def _leads_elsewhere(journal: str) -> bool:
    with open(journal, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - len(_ELSEWHERE)))
        return file.read() == _ELSEWHERE


def _mark(kind: RecordKind) -> str:
    """Name a version of a kind as this user's records do: it is another one for each user."""
    version = f"{kind.name} {kind.version or program_digest()}"
    return hmac.new(_secret(), version.encode(), hashlib.sha256).hexdigest()[:32]


def _seal(mark: str, name: str, data: bytes) -> bytes:
    """Seal a record, by SHA-256, for which processors have instructions."""
    return hmac.digest(_secret(), f"{mark} {name}\0".encode() + data, "sha256")


@cache
def _secret() -> bytes:
    """Return this user's seal, made at first use; empty where there is no place for it."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    file = Path(base or Path.home() / ".cache") / "cardgen" / "seal"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as out:
                out.write(os.urandom(_SECRET_BYTES))
        secret = file.read_bytes()
    except (OSError, RuntimeError):  # no home, or a read-only one
        return b""
    return secret if len(secret) == _SECRET_BYTES else b""

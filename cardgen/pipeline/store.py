"""The store of a game: a database with records for the next build, and the ledger of files.

It is an SQLite database, ``output/.cardgen/<game>/store.sqlite``. Each game and each draft has its
own, which is removed with the game's folder. It has two tables:

``record``
    The stored values: a `RecordKind`, a name, and a plain value, packed by ``marshal``. A kind may
    declare a version of its data; the default version is the digest of the program, so that
    another version of cardgen reads none of the records. Records of a kind with a declared version
    remain valid when the program changes.
``file``
    The ledger of files below the game's output folder: `cardgen.pipeline.ledger`.

**Seal.** An output folder may come from a stranger, and ``marshal`` can crash the interpreter on
malformed data. So each record has an HMAC over its kind, version, name and bytes, keyed with a
secret of this user (`_secret`). Damaged, foreign and outdated records are ignored. The ledger has
no seal: its paths are checked before each use (`cardgen.pipeline.writing.path_inside`).

**A stranger's database.** It is only read if its schema is exactly `_SCHEMA`, so that no view or
trigger runs. Links and pipes at the paths of the database and its journal are removed before
SQLite opens them, and so is a journal that names another file, which SQLite might remove.

**Eviction.** A complete build passes the names to keep of each kind (`Change.stay`); all other
records of the kind are removed.

**Kills and other processes.** Each change is one transaction with SQLite's rollback journal. After
a kill, the database has the state of the last complete transaction. Writers wait for one another;
the lock of the output folder prevents two builds at once. Data is not flushed to the disk: after a
power cut a database may be damaged, and then it counts as empty.

If a store cannot be read or written, the build is slower but correct.
"""

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

from cardgen.core.paths import user_folder
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
"""The last bytes of a rollback journal that names a further file."""
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
"""Errors of the file system or of other processes; the database itself may be intact."""

Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Row]]
"""An SQL command, and the rows of values to run it with."""


class RecordKind(Struct, frozen=True):
    """One kind of records; ``version`` is the version of their form, by default the program's."""

    name: str
    version: str = ""


class Change(Struct, frozen=True):
    """Records of one kind to store. If ``stay`` has names, all other old records are removed."""

    kind: RecordKind
    values: Mapping[str, Any] = {}
    stay: Collection[str] | None = None


class _StrangeError(Exception):
    """The database has another schema."""


_FAULTS = (sqlite3.Error, UnicodeDecodeError, _StrangeError)
"""Errors of a damaged or foreign database; SQLite's messages may quote undecodable bytes."""


class Database:
    """The database in a folder of the cache. The first change creates it."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NAME
        own = [path for path in (folder, *folder.parents) if FOLDER in path.parts]
        self._folders = own or [folder]
        self._open: tuple[tuple[int, int, int], sqlite3.Connection] | None = None

    def get(self, kind: RecordKind, name: str) -> Any:
        """Return a record, or None if there is none with a valid seal."""
        return self._read((kind,), " AND name = ?", name)[0].get(name)

    def read_all(self, *kinds: RecordKind) -> list[dict[str, Any]]:
        """Return all records of these kinds, by name, read in one transaction."""
        return self._read(kinds)

    def names(self, kind: RecordKind) -> set[str]:
        """Return the names of the records of a kind, without checking their seals."""
        return {name for (name,) in self.rows(f"SELECT name {_OF}", _mark(kind))}

    def put(self, kind: RecordKind, values: Mapping[str, Any]) -> None:
        """Store records, if the database can be written."""
        self.change((Change(kind, values),))

    def put_single(self, values: Mapping[RecordKind, Any]) -> None:
        """Store the single records of several kinds, all of them or none."""
        self.change(Change(kind, {"": value}) for kind, value in values.items())

    def change(self, changes: Iterable[Change]) -> None:
        """Apply changes, all of them or none."""
        if not _secret():
            return
        statements: list[Statement] = []
        for change in changes:
            kind, mark = change.kind.name, _mark(change.kind)
            other_versions = "DELETE FROM record WHERE kind = ? AND version <> ?"
            statements.append((other_versions, [(kind, mark)]))
            if change.stay is not None:
                old = self.names(change.kind) - set(change.stay)
                statements.append((f"DELETE {_OF} AND name = ?", [(mark, name) for name in old]))
            rows = []
            for name, value in change.values.items():
                data = marshal.dumps(value)
                rows.append((mark, name, kind, _seal(mark, name, data), data))
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
        """Return the rows of a query; none if there is no usable database."""
        try:
            db = self._connection()
            return db.execute(query, values).fetchall() if db is not None else []
        except (*_FAULTS, OSError):
            return []

    def run(self, statements: Iterable[Statement]) -> bool:
        """Run commands as one transaction, and return whether that was possible.

        A damaged or foreign database is replaced by a new one.
        """
        statements = list(statements)
        for _ in range(2):
            try:
                db = self._connection() or self._create_database()
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
        """Close the file until its next use: with paused garbage collection it would stay open."""
        if self._open is not None:
            (process, *_), db = self._open
            self._open = None
            if process == os.getpid():  # a forked child must not close its parent's connection
                db.close()

    def _remove(self) -> None:
        self.close()
        for end in _SIDES:
            with contextlib.suppress(OSError):
                os.unlink(f"{self._file}{end}")

    def _connection(self) -> sqlite3.Connection | None:
        """Return a connection of this process to the present file, or None if there is none.

        Raises OSError for a folder that is a link.
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

    def _create_database(self) -> sqlite3.Connection | None:
        """Create the database, and return a connection, or None if that failed."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._clear()
        db = self._connect()
        db.execute("PRAGMA page_size = 16384")  # many values are large
        db.execute("BEGIN IMMEDIATE")
        if not db.execute("SELECT 1 FROM sqlite_schema").fetchall():  # no process was quicker
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
        """Remove files that SQLite must not open: it follows links, and waits for pipes."""
        for end in _SIDES:
            path = f"{self._file}{end}"
            with contextlib.suppress(FileNotFoundError):
                is_file = stat.S_ISREG(os.lstat(path).st_mode)
                if not is_file or (end == "-journal" and _leads_elsewhere(path)):
                    os.unlink(path)


_MOST_OPEN = 8  # so that a long-lived process does not run out of file descriptors
_latest: deque[Database] = deque()
"""The databases that were opened last. Others have closed their files until their next use."""


def _is_transient(error: Exception) -> bool:
    if isinstance(error, sqlite3.ProgrammingError):  # another thread has just closed the file
        return True
    # Errors without a code, such as UnicodeDecodeError, mean a damaged database.
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
    """Return the value of the column ``version``: a digest of kind, version and the user's seal."""
    version = f"{kind.name} {kind.version or program_digest()}"
    return hmac.new(_secret(), version.encode(), hashlib.sha256).hexdigest()[:32]


def _seal(mark: str, name: str, data: bytes) -> bytes:
    """Return the HMAC of a record by SHA-256, for which processors have instructions."""
    return hmac.digest(_secret(), f"{mark} {name}\0".encode() + data, "sha256")


@cache
def _secret() -> bytes:
    """Return this user's secret, created at first use; empty if it cannot be stored."""
    try:
        file = user_folder("XDG_CACHE_HOME", ".cache") / "seal"
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as out:
                out.write(os.urandom(_SECRET_BYTES))
        secret = file.read_bytes()
    except (OSError, RuntimeError):  # no home, or a read-only one
        return b""
    return secret if len(secret) == _SECRET_BYTES else b""

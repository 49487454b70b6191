"""Plain values in files that only this user's own cardgen believes.

An output folder may come from a stranger, and ``marshal`` can crash the interpreter on malformed
data (its documentation warns never to read data from an untrusted source). So each file is sealed
with a secret of this user and with a digest of the program: a file that is damaged, foreign or
written by another version of cardgen counts as none. A file that cannot be written only costs time.
"""

from __future__ import annotations

import contextlib
import marshal
import os
from collections.abc import Iterable, Iterator
from functools import cache
from hmac import compare_digest
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.core.errors import OutputError
from cardgen.core.fingerprint import digest_bytes
from cardgen.pipeline.inputs import program_digest
from cardgen.pipeline.writing import write_whole

_MAGIC = f"cardgen {__version__} cache 7\n".encode()
_DIGITS = 32  # of the seal
_LENGTH = 8  # bytes that tell the length of a piece
_SECRET_BYTES = 32


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


def _seal(digests: Iterable[bytes]) -> bytes:
    return digest_bytes(_secret(), program_digest().encode(), *digests).encode()


def _digest(piece: bytes | memoryview) -> bytes:
    return digest_bytes(piece).encode()


def read_plain(file: Path) -> Any:
    """Read plain values back, or None where the file is not what was written here."""
    pieces = read_pieces(file)
    return pieces[0] if pieces else None


def write_plain(file: Path, value: Any) -> None:
    """Keep plain values for the next build, if the file can be written."""
    write_pieces(file, (value,))


def read_pieces(file: Path) -> list[Any]:
    """Read the pieces of a file back: none where it is not what was written here."""
    if not _secret():
        return []
    try:
        data = memoryview(file.read_bytes())
    except OSError:
        return []
    end = len(data) - _DIGITS
    at, pieces = len(_MAGIC), []
    while at < end:
        begin = at + _LENGTH
        at = begin + int.from_bytes(data[at:begin], "little")
        pieces.append(data[begin:at])
    if at != end or data[: len(_MAGIC)] != _MAGIC:
        return []
    if not compare_digest(data[end:], _seal(map(_digest, pieces))):
        return []
    try:
        return [marshal.loads(piece) for piece in pieces]
    except (ValueError, EOFError, TypeError):
        return []


def write_pieces(file: Path, values: Iterable[Any]) -> None:
    """Keep plain values, of which one after the other is packed and written.

    A large table comes in several pieces, so as not to be held a second time as bytes.
    """
    if not _secret():
        return

    def packed() -> Iterator[bytes]:
        digests: list[bytes] = []
        yield _MAGIC
        for value in values:
            piece = marshal.dumps(value)
            digests.append(_digest(piece))
            yield len(piece).to_bytes(_LENGTH, "little")
            yield piece
        yield _seal(digests)

    with contextlib.suppress(OutputError):
        write_whole(file, packed(), file.name)

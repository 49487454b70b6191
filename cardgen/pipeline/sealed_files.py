"""Plain values in files that only this user's own cardgen believes.

An output folder may come from a stranger, and ``marshal`` can crash the interpreter on malformed
data (its documentation warns never to read data from an untrusted source). So each file is sealed
with a secret of this user and with a digest of the program: a file that is damaged, foreign or
written by another version of cardgen counts as none. A file that cannot be written only costs time.
"""

from __future__ import annotations

import contextlib
import hmac
import marshal
import os
from functools import cache
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.core.errors import OutputError
from cardgen.pipeline.inputs import program_digest
from cardgen.pipeline.writing import write_whole

_MAGIC = f"cardgen {__version__} cache 7\n".encode()
_DIGITS = 64  # of the seal
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


def _seal(body: bytes) -> bytes:
    # By SHA-256, for which processors have instructions: a store is up to 20 MB.
    sealed = hmac.new(_secret(), program_digest().encode(), "sha256")
    sealed.update(body)
    return sealed.hexdigest().encode()


def read_plain(file: Path) -> Any:
    """Read plain values back, or None where the file is not what was written here."""
    if not _secret():
        return None
    try:
        data = file.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC)
    checksum, body = data[start : start + _DIGITS], data[start + _DIGITS :]
    if not data.startswith(_MAGIC) or not hmac.compare_digest(checksum, _seal(body)):
        return None
    try:
        return marshal.loads(body)
    except (ValueError, EOFError, TypeError):
        return None


def write_plain(file: Path, value: Any) -> None:
    """Keep plain values for the next build, if the file can be written."""
    if not _secret():
        return
    body = marshal.dumps(value)
    with contextlib.suppress(OutputError):
        write_whole(file, _MAGIC + _seal(body) + body, file.name)

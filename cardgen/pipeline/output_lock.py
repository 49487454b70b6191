"""One build at a time in an output folder."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline import problems

FOLDER = ".cardgen"


@contextmanager
def lock_folder(output: Path, waiting: Callable[[], None], folder_name: str) -> Iterator[None]:
    """Hold the lock of an output folder; if another build has it, call ``waiting`` and wait.

    The system releases the lock when this process and all children that it has forked have ended.
    So a killed build leaves no lock, and a later build waits for the children of a killed one.
    Raises OutputError if the folder cannot be written.
    """
    with _open_lock_file(output, folder_name) as handle:
        if not _acquire_now(handle):
            waiting()
            _wait_for_lock(handle)
        yield


@contextmanager
def try_lock(output: Path) -> Iterator[bool]:
    """Try to hold the lock without waiting; yield False if that is impossible."""
    try:
        handle = _open_lock_file(output, "")
    except OutputError:
        yield False
        return
    with handle:
        yield _acquire_now(handle)


def _open_lock_file(output: Path, folder_name: str) -> IO[bytes]:
    """Open the lock file of a folder; raises OutputError if the folder cannot be written."""
    file = output / FOLDER / "lock"
    if file.parent.is_symlink():
        raise OutputError(problems.through_link(None, folder_name))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return file.open("a+b")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(problems.cannot_write(None, folder_name, reason)) from None


if sys.platform == "win32":
    import msvcrt
    import time

    def _acquire_now(handle: IO[bytes]) -> bool:
        handle.seek(0)
        with contextlib.suppress(OSError):
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
            return True
        return False

    def _wait_for_lock(handle: IO[bytes]) -> None:
        while not _acquire_now(handle):
            time.sleep(0.1)

else:
    # If the system or the file system has no locks, build without one.
    try:
        import fcntl
    except ImportError:
        fcntl = None  # type: ignore[assignment]

    def _acquire_now(handle: IO[bytes]) -> bool:
        with contextlib.suppress(OSError):
            if fcntl:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def _wait_for_lock(handle: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)

"""One build at a time in an output folder."""

from __future__ import annotations

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
    """Hold the folder's lock; wait for another build to finish, and say so once.

    It ends with the process and the children that this has forked, which hold it too: a killed
    build leaves no lock behind, and no child of one writes beside a later build. Raises OutputError
    if the folder cannot be written.
    """
    with _open_lock_file(output, folder_name) as handle:
        if not _try_lock(handle):
            waiting()
            _wait_for_lock(handle)
        yield


@contextmanager
def try_lock_folder(output: Path) -> Iterator[bool]:
    """Hold the folder's lock for work that can wait; False if another has it, or none can."""
    try:
        handle = _open_lock_file(output, "")
    except OutputError:
        yield False
        return
    with handle:
        yield _try_lock(handle)


def _open_lock_file(output: Path, folder_name: str) -> IO[bytes]:
    """Open the file whose lock is the folder's; raises OutputError as `lock_folder` does."""
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

    def _try_lock(handle: IO[bytes]) -> bool:
        handle.seek(0)
        with contextlib.suppress(OSError):
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
            return True
        return False

    def _wait_for_lock(handle: IO[bytes]) -> None:
        while not _try_lock(handle):
            time.sleep(0.1)

else:
    # Where the system or the file system knows no locks, building without one beats not building.
    try:
        import fcntl
    except ImportError:
        fcntl = None  # type: ignore[assignment]

    def _try_lock(handle: IO[bytes]) -> bool:
        with contextlib.suppress(OSError):
            if fcntl:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def _wait_for_lock(handle: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)

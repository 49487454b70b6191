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
def locked(output: Path, waiting: Callable[[], None], shown: str) -> Iterator[None]:
    """Hold the folder's lock; wait for another build to finish, and say so once.

    It ends with the process and the children that this has forked, which hold it too: a killed
    build leaves no lock behind, and no child of one writes beside a later build. Raises OutputError
    if the folder cannot be written.
    """
    with _opened(output, shown) as handle:
        if not _try(handle):
            waiting()
            _wait(handle)
        yield


@contextmanager
def claimed(output: Path) -> Iterator[bool]:
    """Hold the folder's lock for work that can wait; False if another has it, or none can."""
    try:
        handle = _opened(output, "")
    except OutputError:
        yield False
        return
    with handle:
        yield _try(handle)


def _opened(output: Path, shown: str) -> IO[bytes]:
    """Open the file whose lock is the folder's; raises OutputError as `locked` does."""
    file = output / FOLDER / "lock"
    if file.parent.is_symlink():
        raise OutputError(problems.through_link(None, shown))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return file.open("a+b")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(problems.cannot_write(None, shown, reason)) from None


if sys.platform == "win32":
    import msvcrt
    import time

    def _try(handle: IO[bytes]) -> bool:
        handle.seek(0)
        with contextlib.suppress(OSError):
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
            return True
        return False

    def _wait(handle: IO[bytes]) -> None:
        while not _try(handle):
            time.sleep(0.1)

else:
    # Where the system or the file system knows no locks, building without one beats not building.
    try:
        import fcntl
    except ImportError:
        fcntl = None  # type: ignore[assignment]

    def _try(handle: IO[bytes]) -> bool:
        with contextlib.suppress(OSError):
            if fcntl:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        return False

    def _wait(handle: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)

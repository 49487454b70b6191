"""Watches a project, and reports the files of each save."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from threading import Event

from cardgen.core.diagnostics import relative
from cardgen.source.files import DATA_FOLDER

FOLDERS = (DATA_FOLDER, "templates", "fonts")
_QUIET = 15  # ms without another change: the save is over
_LONGEST = 250  # ms, after which a save is reported even if changes continue
_LOOK = 100  # ms between two checks of the stop event
_AGAIN = 0.06  # s to wait for a missing or empty file, which an editor is usually writing
_LEAVINGS = (".swp", ".swx", ".tmp", ".bak", ".part", ".crdownload", "~", "___jb_tmp___")


def saves(root: Path, stop: Event) -> Iterator[frozenset[str]]:
    """Yield the changed files of each save, relative to the project, until ``stop`` is set.

    The first set is empty: after it, no save is missed.

    Editors write through temporary files and renames. Temporary files are left out; for a file that
    is being replaced, the function waits. Only card data, templates and fonts are watched. A new
    folder counts as a change of all its files, because some may be older than its watch.
    """
    folders = [root / name for name in FOLDERS if (root / name).is_dir()]
    late: set[str] = set()
    begun = False
    for changes in _changes(folders, stop):
        passing = {path for path, is_new in changes if is_new and not Path(path).exists()}
        paths = (Path(path) for path, _ in changes if path not in passing)
        touched = {relative(file, root) for path in paths for file in _files_at(path)}
        if touched and not late and any(_is_being_replaced(root / name) for name in touched):
            late = touched
            time.sleep(_AGAIN)
            continue
        touched, late = touched | late, set()
        if touched or not begun:
            begun = True
            yield frozenset(touched)


def _changes(folders: list[Path], stop: Event) -> Iterator[set[tuple[str, bool]]]:
    """Yield sets of changed paths, each with True if it is new; a set may be empty."""
    try:
        from watchfiles import Change, watch
    except ImportError:
        yield from _changes_by_polling(folders, stop)
        return
    for changes in watch(
        *folders,
        watch_filter=lambda _, path: _is_watched(path),
        debounce=_LONGEST,
        step=_QUIET,
        rust_timeout=_LOOK,
        yield_on_timeout=True,
        stop_event=stop,
        raise_interrupt=True,
    ):
        yield {(path, change is Change.added) for change, path in changes}


def _changes_by_polling(folders: list[Path], stop: Event) -> Iterator[set[tuple[str, bool]]]:
    """Yield changes by comparing the times of all files, if watchfiles is not installed."""
    old_stamps = _stamps(folders)
    while not stop.wait(_LOOK / 1000):
        new_stamps = _stamps(folders)
        changed = [
            path
            for path in old_stamps.keys() | new_stamps.keys()
            if old_stamps.get(path) != new_stamps.get(path)
        ]
        yield {(path, path not in old_stamps) for path in changed}
        old_stamps = new_stamps


def _stamps(folders: list[Path]) -> dict[str, tuple[int, int]]:
    stamps = {}
    files = (file for folder in folders for file in folder.rglob("*"))
    for file in filter(lambda file: _is_watched(str(file)), files):
        with suppress(OSError):
            stamp = file.stat()
            if S_ISREG(stamp.st_mode):
                stamps[str(file)] = (stamp.st_mtime_ns, stamp.st_size)
    return stamps


def saved_since(moment: float, root: Path) -> frozenset[str]:
    """Return the files written after ``moment``, in seconds since the epoch.

    They may have changed after they were read and before the watch began.
    """
    names = set()
    for folder in FOLDERS:
        for file in (root / folder).rglob("*"):
            with suppress(OSError):
                if _is_watched(str(file)) and file.is_file() and file.stat().st_mtime >= moment:
                    names.add(relative(file, root))
    return frozenset(names)


def _is_watched(path: str) -> bool:
    *_, data, folder, name = ("", "", *Path(path).parts)
    passing = name.startswith((".", "#")) or name.endswith(_LEAVINGS)
    is_schema = (data, folder) == (DATA_FOLDER, "schema")  # cardgen writes these itself
    return not (passing or is_schema or name in ("4913", "__pycache__"))


def _files_at(path: Path) -> Iterator[Path]:
    """Yield the files in a folder, or the path itself if it is a file or does not exist."""
    if not path.is_dir():
        yield path
        return
    for file in path.rglob("*"):
        if file.is_file() and _is_watched(str(file)):
            yield file


def _is_being_replaced(file: Path) -> bool:
    try:
        return file.stat().st_size == 0
    except OSError:
        return True

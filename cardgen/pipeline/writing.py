"""Write files whole or not at all, and only inside the folder that they belong to.

A game may come from a stranger together with its output folder, where ``build.json`` may name any
path and any folder may be a link. Nothing is written, read or removed through either.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath

from cardgen.core.diagnostics import OutputError, relative
from cardgen.pipeline import problems

TEMPORARY = (".cardgen-", ".tmp")
"""How the names of temporary files begin and end."""


def write_whole(path: Path, data: bytes, file_name: str, elsewhere: bool = True) -> None:
    """Write a file in one step, so that neither a reader nor a kill ever meets half a file.

    ``shown`` and ``elsewhere`` are as for `write_all`.
    """
    write_all({path: data}, lambda _: file_name, elsewhere)


def write_all(
    files: Mapping[Path, bytes], file_name: Callable[[Path], str], elsewhere: bool = True
) -> None:
    """Write files, all of them or none: none is in place before every one is on the disk.

    ``shown`` names a file in the OutputError raised if that is impossible; ``elsewhere`` says
    whether `--output` could move it.
    """
    ready: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            ready[path] = _temporary(path)
            ready[path].write_bytes(data)
        for path in files:
            os.replace(ready[path], path)
            del ready[path]
    except OSError as error:
        raise _write_error(error, file_name(path), elsewhere) from None
    finally:
        _remove_files(ready.values())


def replace_whole(
    root: Path, files: Mapping[str, tuple[bytes, bytes]], read: Callable[[str], bytes]
) -> str | None:
    """Put new content in place of old in some files of a project, in all of them or in none.

    ``files`` has the content before and after by path, ``read`` returns what a file holds now.
    Returns the path of a file that holds something else than before: then nothing is written.
    No bytes stand for no file. Modes stay, and a link is followed to its file. Raises OutputError
    if writing is impossible.
    """
    ready: list[tuple[str, Path, Path]] = []
    written: list[Path] = []
    try:
        for name, (before, after) in files.items():
            path = Path(os.path.realpath(root / name))
            if before and not os.access(path, os.W_OK):
                raise OutputError(problems.cannot_write(None, name, "it is read-only", False))
            temporary = _temporary(path)
            ready.append((name, path, temporary))
            temporary.write_bytes(after)
            if path.exists():
                shutil.copymode(path, temporary)
        changed = next((name for name in files if read(name) != files[name][0]), None)
        if changed is None:
            for _, path, temporary in ready:
                if files[name][1]:
                    os.replace(temporary, path)
                else:
                    path.unlink()
                written.append(path)
        return changed
    except OSError as error:
        for name, path, _ in ready:
            if path in written and not files[name][0]:
                path.unlink()
            elif path in written:
                write_whole(path, files[name][0], name, elsewhere=False)
        raise _write_error(error, ready[-1][0], elsewhere=False) from None
    finally:
        _remove_files(temporary for _, _, temporary in ready)


def _temporary(path: Path) -> Path:
    """Return the path of a file beside another that is to take its place."""
    return path.with_name(os.urandom(8).hex().join(TEMPORARY))


def _write_error(error: OSError, file_name: str, elsewhere: bool) -> OutputError:
    """Word what kept a file from being written."""
    reason = (error.strerror or str(error)).lower()
    return OutputError(problems.cannot_write(None, file_name, reason, elsewhere))


def _remove_files(temporaries: Iterable[Path]) -> None:
    """Remove those of some files that are still there."""
    for path in temporaries:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove the temporary files that killed builds left below a folder of ours."""
    if folder.is_symlink():
        return
    for where, _, names in os.walk(folder):
        for name in filter(is_temporary, names):
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(where, name))


def is_temporary(name: str) -> bool:
    """Whether a file is one that an interrupted write left behind."""
    begin, end = TEMPORARY
    return name.startswith(begin) and name.endswith(end)


def plain(rel: str) -> bool:
    """Whether a path is a plain relative one on every system."""
    pure = PurePosixPath(rel)
    odd = "\0" in rel or "\\" in rel or ":" in rel
    return bool(pure.parts) and not (odd or ".." in pure.parts or pure.is_absolute())


def inside(folder: Path, rel: str) -> Path | None:
    """Return the file that an entry means, or None if it is not truly inside the folder."""
    if not plain(rel):
        return None
    parts = PurePosixPath(rel).parts
    between = (os.path.join(folder, *parts[:count]) for count in range(1, len(parts)))
    return None if any(map(os.path.islink, between)) else folder / rel


def destination(folder: Path, rel: str, root: Path) -> Path:
    """Return where to write a file; raises OutputError if a link is in the way."""
    path = inside(folder, rel)
    if path is None:
        raise OutputError(problems.through_link(None, relative(folder / rel, root)))
    return path


def refuse_linked_folder(folder: Path, root: Path) -> None:
    """Raise OutputError if one of our folders is a link to somewhere else."""
    if folder.is_symlink():
        raise OutputError(problems.through_link(None, relative(folder, root)))

"""Writes complete files, or none at all, and only inside the intended folder.

A game may come from a stranger together with its output folder. There ``build.json`` may contain
any path, and any folder may be a link: cardgen writes, reads and removes no file through them.
"""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath

from cardgen.core.diagnostics import OutputError, relative
from cardgen.pipeline import problems

TEMPORARY = (".cardgen-", ".tmp")
"""The beginning and the end of the names of temporary files."""


def write_whole(path: Path, data: bytes, file_name: str, can_change_output: bool = True) -> None:
    """Write a file in one step: readers never see half a file, even after a kill.

    ``file_name`` and ``can_change_output`` are as for `write_all`.
    """
    write_all({path: data}, lambda _: file_name, can_change_output)


def write_all(
    files: Mapping[Path, bytes], file_name: Callable[[Path], str], can_change_output: bool = True
) -> None:
    """Write files, all of them or none: first as temporary files, then under their names.

    Raises OutputError if that is impossible. ``file_name`` returns the name of a file for the
    message; ``can_change_output`` is True if the user can choose another folder with `--output`.
    """
    ready: dict[Path, Path] = {}
    path = Path()
    try:
        for path, data in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            ready[path] = _temporary_path(path)
            ready[path].write_bytes(data)
        for path in files:
            os.replace(ready[path], path)
            del ready[path]
    except OSError as error:
        raise _write_error(error, file_name(path), can_change_output) from None
    finally:
        _remove_files(ready.values())


def replace_whole(
    root: Path, files: Mapping[str, tuple[bytes, bytes]], read: Callable[[str], bytes]
) -> str | None:
    """Replace the content of several project files, in all of them or in none.

    ``files`` has the old and the new content by path; empty content means that there is no file.
    ``read`` returns the present content. If a file does not have its old content, no file is
    written, and its path is returned. Modes are preserved, and links are followed. Raises
    OutputError if writing is impossible.
    """
    ready: list[tuple[str, Path, Path]] = []
    replaced_paths: list[Path] = []
    try:
        for name, (before, after) in files.items():
            path = Path(os.path.realpath(root / name))
            if before and not os.access(path, os.W_OK):
                raise OutputError(problems.cannot_write(None, name, "it is read-only", False))
            temporary = _temporary_path(path)
            ready.append((name, path, temporary))
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(after)
            if path.exists():
                shutil.copymode(path, temporary)
        changed = next((name for name in files if read(name) != files[name][0]), None)
        if changed is None:
            for name, path, temporary in ready:
                if files[name][1]:
                    os.replace(temporary, path)
                else:
                    path.unlink()
                replaced_paths.append(path)
        return changed
    except OSError as error:
        for name, path, _ in ready:
            if path in replaced_paths and not files[name][0]:
                path.unlink()
            elif path in replaced_paths:
                write_whole(path, files[name][0], name, can_change_output=False)
        raise _write_error(error, ready[-1][0], can_change_output=False) from None
    finally:
        _remove_files(temporary for _, _, temporary in ready)


def _temporary_path(path: Path) -> Path:
    """Return the path for a temporary file beside the file that it will replace."""
    return path.with_name(os.urandom(8).hex().join(TEMPORARY))


def _write_error(error: OSError, file_name: str, can_change_output: bool) -> OutputError:
    reason = (error.strerror or str(error)).lower()
    return OutputError(problems.cannot_write(None, file_name, reason, can_change_output))


def _remove_files(temporaries: Iterable[Path]) -> None:
    for path in temporaries:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove the temporary files of killed builds below a folder of cardgen."""
    if folder.is_symlink():
        return
    for where, _, names in os.walk(folder):
        for name in filter(is_temporary, names):
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(where, name))


def is_temporary(name: str) -> bool:
    """Whether a file name is the name of a temporary file."""
    begin, end = TEMPORARY
    return name.startswith(begin) and name.endswith(end)


def is_plain_path(rel: str) -> bool:
    """Whether a path is relative and without `..` on every operating system."""
    pure = PurePosixPath(rel)
    odd = "\0" in rel or "\\" in rel or ":" in rel
    return bool(pure.parts) and not (odd or ".." in pure.parts or pure.is_absolute())


def path_inside(folder: Path, rel: str) -> Path | None:
    """Return the file at a relative path, or None if links or `..` lead out of the folder."""
    if not is_plain_path(rel):
        return None
    parts = PurePosixPath(rel).parts
    between = (os.path.join(folder, *parts[:count]) for count in range(1, len(parts)))
    return None if any(map(os.path.islink, between)) else folder / rel


def destination(folder: Path, rel: str, root: Path) -> Path:
    """Return the path to write a file to; raises OutputError if a link is in the way."""
    path = path_inside(folder, rel)
    if path is None:
        raise OutputError(problems.through_link(None, relative(folder / rel, root)))
    return path


def refuse_linked_folder(folder: Path, root: Path) -> None:
    """Raise OutputError if a folder is a link."""
    if folder.is_symlink():
        raise OutputError(problems.through_link(None, relative(folder, root)))

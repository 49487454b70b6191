"""Finding and reading asset files below the folders that a project allows."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from cardgen.assets import problems
from cardgen.core import paths
from cardgen.core.diagnostics import Location, relative
from cardgen.core.errors import AssetError

_FONT_SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".woff", ".woff2"})


def check_path(text: str, at: Location | None) -> str:
    """Return the path that a template names, in its shortest form.

    Raises AssetError for a path that leaves its folder by its text; `find` looks at links.
    """
    why = paths.refusal(text)
    if why is not None:
        raise AssetError(problems.asset_outside_project(at, text, why))
    return "/".join(part for part in text.split("/") if part not in ("", "."))


def find(folders: Iterable[Path], path: str, root: Path, at: Location | None) -> Path | None:
    """Return the first existing file of a checked relative path, or None.

    Raises AssetError for a link that leads out of the project.
    """
    for folder in folders:
        file = folder / path
        try:
            file.resolve(strict=True)
        except (OSError, RuntimeError):  # not there, no access, or links in a circle
            continue
        if not paths.stays_inside(file, root, folder):
            raise AssetError(problems.asset_outside_project(at, path, paths.LINK))
        return file
    return None


def read(file: Path, root: Path, limit: int, at: Location | None) -> bytes:
    """Read a file of at most ``limit`` bytes; anything but a plain file is refused."""
    name = relative(file, root)
    try:
        status = file.stat()
        if stat.S_ISDIR(status.st_mode):
            raise AssetError(problems.unreadable_asset(at, name, "it is a folder"))
        if not stat.S_ISREG(status.st_mode):  # reading a pipe or a device may never end
            raise AssetError(problems.unreadable_asset(at, name, "it is not a plain file"))
        if status.st_size > limit:
            raise AssetError(problems.asset_too_large(at, name, f"{limit // 1_000_000} MB"))
        return file.read_bytes()
    except OSError as error:
        why = (error.strerror or "the system refused").lower()
        raise AssetError(problems.unreadable_asset(at, name, why)) from error


def names_below(folders: Iterable[Path], pattern: str) -> Iterator[tuple[str, Path]]:
    """Yield relative paths and files that match a pattern, sorted within each folder."""
    for folder in folders:
        for file in sorted(folder.glob(pattern)):
            yield file.relative_to(folder).as_posix(), file


def font_files(folders: Iterable[Path]) -> dict[str, Path]:
    """Return the fonts in some folders as ``family/face``, each with its file; opens none."""
    found: dict[str, Path] = {}
    for path, file in names_below(folders, "*/*.*"):
        name = PurePosixPath(path)
        if name.suffix.lower() in _FONT_SUFFIXES:
            face = name.stem.rpartition("-")[2].lower()
            # A TrueType file wins over other formats of the same face.
            key = f"{name.parent}/{face}"
            if key not in found or _prefer(file, found[key]):
                found[key] = file
    return found


def _prefer(file: Path, other: Path) -> bool:
    """Whether a second file of the same face, in the same folder, is the better one."""
    same = file.parent == other.parent
    return same and file.suffix.lower() == ".ttf" and other.suffix.lower() != ".ttf"

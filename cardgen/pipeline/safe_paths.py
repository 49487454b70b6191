"""Built files stay inside their game's output folder, whatever a manifest or a link says.

A game may come from a stranger together with its output folder, where ``build.json`` may name any
path and any folder may be a link. Nothing is written, read or removed through either.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from cardgen.core.diagnostics import relative
from cardgen.core.errors import OutputError
from cardgen.pipeline import problems


def plain(rel: str) -> bool:
    """Whether a path is a plain relative one on every system."""
    pure = PurePosixPath(rel)
    odd = "\0" in rel or "\\" in rel or ":" in rel
    return bool(pure.parts) and not (odd or ".." in pure.parts or pure.is_absolute())


def inside(folder: Path, rel: str) -> Path | None:
    """Return the file that an entry means, or None if it is not truly inside the folder."""
    if not plain(rel):
        return None
    path = folder / rel
    between = list(path.parents)[: len(PurePosixPath(rel).parts) - 1]
    return None if any(parent.is_symlink() for parent in between) else path


def destination(folder: Path, rel: str, root: Path) -> Path:
    """Return where to write a file; raises OutputError if a link is in the way."""
    path = inside(folder, rel)
    if path is None:
        raise OutputError(problems.through_link(None, relative(folder / rel, root)))
    return path


def own_folder(folder: Path, root: Path) -> None:
    """Raise OutputError if one of our folders is a link to somewhere else."""
    if folder.is_symlink():
        raise OutputError(problems.through_link(None, relative(folder, root)))

"""The files of the page, by the names that it asks for them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The type of a file, by the ending of its name; files of other kinds are not for the page."""


_STATIC = Path(__file__).parents[1] / "static"


def static_files() -> dict[str, Path]:
    """Return all files of the page by their path in the folder ``static``, with slashes.

    The page may ask for these alone: a path that comes with a request is only looked up here.
    """
    files = (one for one in sorted(_STATIC.rglob("*")) if media_type(one.name))
    return {one.relative_to(_STATIC).as_posix(): one for one in files}


def media_type(name: str) -> str:
    """Return the type of a file of the page; empty for one that is not."""
    return KINDS.get(name.rpartition(".")[2], "")


def edition() -> str:
    """Return a digest of all files of the page: browsers keep those of one edition for good."""
    found = sha256()
    for name, file in static_files().items():
        found.update(f"{name}\0".encode())
        found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]

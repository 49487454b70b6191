"""The files of the page, by the names under which it requests them."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The type of a file, by the ending of its name; other files are never sent."""


@cache
def static_files() -> dict[str, Traversable]:
    """Return all files of the page by their path in the folder ``static``, with slashes.

    The page may request no other files: the path of a request is only looked up here.
    """
    found: dict[str, Traversable] = {}

    def look(folder: Traversable, before: str) -> None:
        for one in sorted(folder.iterdir(), key=lambda one: one.name):
            if one.is_dir():
                look(one, f"{before}{one.name}/")
            elif media_type(one.name):
                found[before + one.name] = one

    look(resources.files("cardgen.preview").joinpath("static"), "")
    return found


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

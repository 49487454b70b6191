"""A digest over everything a game's output can depend on.

If it is the same as last time and the files in ``output/`` are intact, nothing is even
parsed. It is taken over contents, never over time stamps. The program itself counts too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cardgen.core.fingerprint import digest, digest_bytes

_PACKAGE = Path(__file__).resolve().parent.parent


def inputs_digest(root: Path, game: str, bundled: Path) -> str:
    """Return a digest over the game's data, templates, fonts, printer profile and cardgen."""
    own = (root / "card_data" / game, root / "templates" / game)
    shared = (root / "templates" / "shared", root / "fonts")
    parts = [_folder(folder) for folder in own]
    parts += [_shared(folder) for folder in (*shared, bundled / "templates/shared")]
    parts += [_shared(bundled / "fonts"), _file(root / "printer.yaml"), _program()]
    return digest(parts)


@cache
def _shared(folder: Path) -> str:
    return _folder(folder)


@cache
def _program() -> str:
    """Cover the program's own text, so that an update rebuilds what it may draw anew."""
    return _folder(_PACKAGE, ".py")


def forget() -> None:
    """Drop what was remembered of shared folders; for processes that live long."""
    _shared.cache_clear()


def _folder(folder: Path, ending: str = "") -> str:
    return digest([(name, _file(path)) for name, path in _files(folder) if name.endswith(ending)])


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a folder in a stable order, with their names inside it."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            path = Path(parent, name)
            yield path.relative_to(folder).as_posix(), path


def _file(path: Path) -> str:
    try:
        return digest_bytes(path.read_bytes())
    except OSError as error:
        return f"unreadable: {error.errno}"

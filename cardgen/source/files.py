"""Reads text files that lie inside the project folder, and only those."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from cardgen.core import paths
from cardgen.core.diagnostics import Location, SourceError, relative
from cardgen.core.files import read_bytes
from cardgen.core.problems import bad_path
from cardgen.source import problems
from cardgen.source.node import SourceFile

FILE_LIMIT = 8_000_000
DATA_FOLDER = "card_data"
SCHEMA_FOLDER = "schema"
TABLE_ENDINGS = (".csv", ".tsv", ".jsonl")
"""Of tables that are read in runs of rows, and so may be of any size."""
WORKBOOKS = (".xlsx", ".ods")
DECK_ENDINGS = (".yaml", ".json", ".csv", ".tsv", *WORKBOOKS)

_PACKAGE = Path(__file__).parent.parent
# A wheel has the shared templates and fonts inside the package, a checkout beside it.
BUNDLED = _PACKAGE / "bundled" if (_PACKAGE / "bundled").is_dir() else _PACKAGE.parent
"""The folder that holds the ``templates/shared`` and ``fonts`` of cardgen itself."""


def is_deck_file(name: str) -> bool:
    """Whether the file of a name may be a deck; those that a program locks another with are not."""
    return os.path.splitext(name)[1].lower() in DECK_ENDINGS and not name.startswith((".", "~$"))


def find_project(start: Path) -> Path | None:
    """Return the nearest folder from ``start`` upward that holds ``card_data/``."""
    start = start.absolute()
    for folder in (start, *start.parents):
        if (folder / DATA_FOLDER).is_dir():
            return folder
    return None


def game_ids(root: Path) -> tuple[str, ...]:
    """Return the names of all game folders, sorted."""
    folder = root / DATA_FOLDER
    if not folder.is_dir():
        return ()
    return tuple(
        sorted(
            entry.name
            for entry in folder.iterdir()
            if entry.is_dir() and entry.name[0] not in "._" and entry.name != SCHEMA_FOLDER
        )
    )


def confine(root: Path, rel: str, base: Path | None = None, at: Location | None = None) -> Path:
    """Return the file that a path in the data means.

    ``rel`` starts at the folder ``base``, or at the root if that is None. Raises SourceError at
    ``at`` for a path that leads out of the project.
    """
    path = (base or root) / rel
    reason = paths.refusal(rel)
    if reason is None and not paths.stays_inside(path, root):
        reason = paths.LINK
    if reason is not None:
        raise SourceError(bad_path(at, rel, reason))
    return path


class Project(Struct, frozen=True):
    """A folder with ``card_data/``; everything is read relative to it.

    ``unsaved`` holds what files are to contain before it is written, by their path.
    """

    root: Path
    unsaved: Mapping[str, bytes] = {}

    def read(
        self,
        path: str | Path,
        *,
        what: str = "the file",
        limit: int = FILE_LIMIT,
        at: Location | None = None,
    ) -> SourceFile:
        """Read one text file of the project; ``what`` names it in errors.

        ``at`` is the place that names the file, for errors about its path.

        Raises SourceError if it cannot be read or is not plain UTF-8 text.
        """
        rel = path if isinstance(path, str) else relative(path, self.root)
        return decode(rel, self.data(path, what=what, limit=limit, at=at))

    def data(
        self,
        path: str | Path,
        *,
        what: str = "the file",
        limit: int = FILE_LIMIT,
        at: Location | None = None,
    ) -> bytes:
        """Read the bytes of one file of the project; see `read`."""
        if isinstance(path, str):
            found, rel = confine(self.root, path, at=at), path
        else:
            rel = relative(path, self.root)
            found = confine(self.root, rel, at=at or Location(paths.printable(rel)))
        if rel in self.unsaved:
            return self.unsaved[rel]
        return read_bytes(found, rel, what, limit, Location(rel), at)


def decode(rel: str, data: bytes, first: int = 1) -> SourceFile:
    """Turn bytes into text; raises SourceError at the first byte that is not text.

    They are those of a file from its line ``first`` on.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]  # the bytes without a byte order mark
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        at = Location(rel, before.count(b"\n") + first, column)
        raise SourceError(problems.not_utf8(at, error.object[error.start])) from None
    if "\r" in text:  # all three line breaks are read as one (YAML 1.2.2, 5.4)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    source = SourceFile(rel, text, first)
    bad = paths.CONTROL.search(text)
    if bad is not None:
        raise SourceError(problems.control_character(source.place(bad.start()), bad[0]))
    return source

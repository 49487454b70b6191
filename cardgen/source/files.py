"""Reads text files inside the project folder, and no others."""

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
"""Endings of tables that are read in runs of rows, so that their size has no limit."""
WORKBOOKS = (".xlsx", ".ods")
TABLES = (".csv", ".tsv")
DECK_ENDINGS = (".yaml", ".json", *TABLES, *WORKBOOKS)

_PACKAGE = Path(__file__).parent.parent
# A wheel has the shared templates and fonts inside the package, a checkout beside it.
BUNDLED = _PACKAGE / "bundled" if (_PACKAGE / "bundled").is_dir() else _PACKAGE.parent
"""The folder with cardgen's own ``templates/shared`` and ``fonts``."""


def is_deck_file(name: str) -> bool:
    """Whether a file name can be a deck; lock files of spreadsheet programs are not decks."""
    return os.path.splitext(name)[1].lower() in DECK_ENDINGS and not name.startswith((".", "~$"))


def find_project(start: Path) -> Path | None:
    """Return the nearest folder, from ``start`` upward, that has a ``card_data/``."""
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


def confine(
    root: Path, rel: str, base: Path | None = None, location: Location | None = None
) -> Path:
    """Return the file for a path in the data.

    ``rel`` is relative to the folder ``base``, or to the root if that is None. Raises SourceError
    at ``location`` if the path leads out of the project.
    """
    path = (base or root) / rel
    reason = paths.refusal(rel)
    if reason is None and not paths.stays_inside(path, root):
        reason = paths.LINK
    if reason is not None:
        raise SourceError(bad_path(location, rel, reason))
    return path


class Project(Struct, frozen=True):
    """A folder with ``card_data/``; all paths are relative to it.

    ``unsaved`` has the new content of files that are not written yet, by path.
    """

    root: Path
    unsaved: Mapping[str, bytes] = {}

    def read(
        self,
        path: str | Path,
        *,
        description: str = "the file",
        limit: int = FILE_LIMIT,
        location: Location | None = None,
    ) -> SourceFile:
        """Read one text file of the project; errors call it ``description``.

        ``location`` is the location that names the file, for errors about its path.

        Raises SourceError if the file cannot be read or is not plain UTF-8 text.
        """
        rel = path if isinstance(path, str) else relative(path, self.root)
        return decode(rel, self.data(path, description=description, limit=limit, location=location))

    def names_in(self, folder: str) -> list[str]:
        """Return the names of the files of a folder, with unsaved new ones, sorted."""
        try:
            names = set(os.listdir(self.root / folder))
        except OSError:
            names = set()
        new_files = (path.rpartition("/") for path in self.unsaved)
        return sorted(names.union(name for parent, _, name in new_files if parent == folder))

    def data(
        self,
        path: str | Path,
        *,
        description: str = "the file",
        limit: int = FILE_LIMIT,
        location: Location | None = None,
    ) -> bytes:
        """Read the bytes of one file of the project; see `read`."""
        rel = path if isinstance(path, str) else relative(path, self.root)
        file = confine(self.root, rel, location=location or Location(paths.printable(rel)))
        if rel in self.unsaved:
            return self.unsaved[rel]
        return read_bytes(file, rel, description, limit, Location(rel), location)


def decode(rel: str, data: bytes, first: int = 1) -> SourceFile:
    """Decode UTF-8; raises SourceError at the first byte or character that is not allowed.

    ``first`` is the number of the first line of the data in its file.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]  # the bytes without a byte order mark
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        location = Location(rel, before.count(b"\n") + first, column)
        raise SourceError(problems.not_utf8(location, error.object[error.start])) from None
    if "\r" in text:  # all three line breaks are read as one (YAML 1.2.2, 5.4)
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    source = SourceFile(rel, text, first)
    bad = paths.CONTROL.search(text)
    if bad is not None:
        raise SourceError(problems.control_character(source.location(bad.start()), bad[0]))
    return source

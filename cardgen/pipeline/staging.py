"""Put whole folders in place: they appear with all their files, or stay as they were.

Everything is made in a temporary folder beside its destination. What stood there before goes away
in one step, and what is new comes in another; a build sweeps up what a kill between them leaves.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from cardgen.core.diagnostics import OutputError, relative
from cardgen.pipeline import problems
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry, sha256_of
from cardgen.pipeline.output_lock import locked
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.writing import TEMPORARY, inside, own_folder

_OLD = "old"
_NEW = "new"


class Staging:
    """The folder of an owner while it is renewed.

    ``folder`` is empty, for what is made now: folders and files that replace those of their name.
    ``removed`` are the paths that went, once everything is in place.
    """

    def __init__(self, request: BuildRequest, game: str, owner: str) -> None:
        self._root = request.root
        self._game = request.folder / game
        self._place = self._game / owner
        self._owner = owner
        self._ledger = Ledger(request.folder, game, owner)
        self._scratch = self._place / os.urandom(8).hex().join(TEMPORARY)
        self.folder = self._scratch / _NEW
        self.removed: tuple[str, ...] = ()

    def open(self) -> None:
        """Make the temporary folder."""
        own_folder(self._game, self._root)
        own_folder(self._place, self._root)
        self.folder.mkdir(parents=True)
        (self._scratch / _OLD).mkdir()

    def put(self, key: str) -> None:
        """Put everything in place, and remove what the owner made under another key."""
        before = {entry.path: entry for entry in self._ledger.entries()}
        made = {self._path(f.relative_to(self.folder)): sha256_of(f) for f in _files(self.folder)}
        self._ledger.announce(dict.fromkeys(made, self._owner))
        renewed = sorted(os.listdir(self.folder))
        for name in renewed:
            self._swap(name, before)
        stale = {
            path
            for path, entry in before.items()
            if entry.key != key and PurePosixPath(path).parts[1] not in renewed
        }
        for path in stale:
            self._remove(path)
        kept = [
            entry
            for path, entry in before.items()
            if path not in stale and PurePosixPath(path).parts[1] not in renewed
        ]
        entries = (ArtifactEntry(path, self._owner, key, sum) for path, sum in made.items())
        self._ledger.replace([*kept, *entries])
        self.removed = tuple(sorted({*before} - {one.path for one in kept} - {*made}))

    def close(self) -> None:
        """Remove the temporary folder, and the owner's if nothing is in it."""
        shutil.rmtree(self._scratch, ignore_errors=True)
        with contextlib.suppress(OSError):
            self._place.rmdir()

    def _path(self, below: Path) -> str:
        return (PurePosixPath(self._owner) / below.as_posix()).as_posix()

    def _swap(self, name: str, ours: dict[str, ArtifactEntry]) -> None:
        """Put one folder or file in place; files that are nobody's move over into a folder."""
        target, old = self._place / name, self._scratch / _OLD / name
        there = os.path.lexists(target)
        if there:
            os.rename(target, old)
        try:
            os.rename(self.folder / name, target)
        except OSError:
            if there:
                os.rename(old, target)
            raise
        for file in _files(old):
            below = file.relative_to(old.parent)
            if old.is_dir() and not old.is_symlink() and self._path(below) not in ours:
                (self._place / below).parent.mkdir(parents=True, exist_ok=True)
                if not os.path.lexists(self._place / below):
                    os.rename(file, self._place / below)

    def _remove(self, path: str) -> None:
        file = inside(self._game, path)
        if file is not None:
            with contextlib.suppress(OSError):
                file.unlink()
                for folder in file.relative_to(self._place).parents:
                    (self._place / folder).rmdir()


def _files(folder: Path) -> list[Path]:
    return [Path(where, name) for where, _, names in os.walk(folder) for name in sorted(names)]


@contextmanager
def staged(request: BuildRequest, game: str, owner: str, key: str) -> Iterator[Staging]:
    """Provide a folder for what an owner makes below that of a game, and put it in place at last.

    ``key`` names the state of the game that is shown: what the owner made of another state goes,
    and files of others stay. Raises OutputError, and leaves everything as it was, where the system
    refuses something or the block raises.
    """
    shown = relative(request.folder / game / owner, request.root)
    with locked(request.folder, lambda: None, relative(request.folder, request.root)):
        staging = Staging(request, game, owner)
        try:
            staging.open()
            yield staging
            staging.put(key)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise OutputError(problems.cannot_write(None, shown, reason)) from None
        finally:
            staging.close()

"""Write the folder of an order: unchanged files stay, files of the last order are removed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgen.api import LaidGame
from cardgen.core.diagnostics import CardgenError, Diagnostic, OutputError, relative
from cardgen.features.order.planning import OrderPlan
from cardgen.features.order.report import document
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry, sha256
from cardgen.pipeline.store import RecordKind, database_of
from cardgen.pipeline.writing import destination, inside, write_whole
from cardgen.products.artifact import Artifact

FOLDER = "orders"
RECORD = "report.json"
_KEYS = RecordKind("order", "1")
"""For each order, the key and the digest of each file, by path."""


class OrderFolder(Struct, frozen=True):
    """The folder of an order of a game.

    It is ``rel`` below ``base``, which holds no links of ours; ``output`` is the folder of all
    games. ``name`` is that of the service, with those of the decks if it is an order of some.
    """

    root: Path
    base: Path
    rel: str
    output: Path
    game: str
    name: str

    @property
    def path(self) -> Path:
        """Where the files go."""
        return self.base / self.rel

    @property
    def shown(self) -> str:
        """The folder as messages name it."""
        return relative(self.path, self.root)

    def write(
        self,
        artifacts: Sequence[Artifact],
        lists: Mapping[str, bytes],
        plan: OrderPlan,
        laid: LaidGame,
        tell: Callable[[float], None],
    ) -> WrittenOrder:
        """Put everything in place, the record last; raises OutputError with all that went wrong.

        A first record without digests is written before, so that the next order knows the files of
        one that was interrupted.
        """
        before = ordered(self.path)
        names = [*(one.path for one in artifacts), *lists]
        journal = dict.fromkeys([*names, *before], "")
        ledger = Ledger(self.output, self.game, f"order {self.name}")
        if self.rel:  # only in the game's own folder, not in one that the user has named
            paths = (f"{self.rel}{path}" for path in (*journal, RECORD))
            ledger.announce(ArtifactEntry(path, FOLDER) for path in paths)
        self._put(RECORD, document(plan, journal, finished=False))
        database = database_of(self.output, self.game)
        kept = database.get(_KEYS, self.name) or {}
        files = {path: sha256(content) for path, content in lists.items()}
        due: list[Artifact] = []
        for one in artifacts:
            key, digest = kept.get(one.path, ("", ""))
            if key == one.key and self._is_intact(one.path, digest):
                files[one.path] = digest
            else:
                due.append(one)
        make = partial(self._make, data=laid.data)
        made = laid.share(make, due, tick=lambda done: tell(min(done / len(due), 1.0)))
        failures = [one for done in made if not isinstance(done, str) for one in done]
        if failures:
            raise OutputError(*failures)
        files |= {one.path: str(done) for one, done in zip(due, made, strict=True)}
        for path, content in lists.items():
            if not self._is_intact(path, files[path]):
                self._put(path, content)
        removed = tuple(path for path in before if self._gone(path, files))
        self._put(RECORD, document(plan, files, finished=True))
        if self.rel:
            listed = {**files, RECORD: ""}.items()
            ledger.replace(ArtifactEntry(f"{self.rel}{p}", FOLDER, "", sum_) for p, sum_ in listed)
        keys = {one.path: (one.key, files[one.path]) for one in artifacts}
        database.put(_KEYS, {self.name: keys})
        fresh = tuple(one.path for one in due)
        return WrittenOrder(tuple(sorted((*files, RECORD))), fresh, removed)

    def _make(
        self, artifact: Artifact, data: Callable[[Artifact], bytes]
    ) -> str | tuple[Diagnostic, ...]:
        """Make a file and put it in place, in any process; return its digest, or the errors."""
        try:
            content = data(artifact)
            self._put(artifact.path, content)
        except CardgenError as error:
            return tuple(error.diagnostics)
        return sha256(content)

    def _put(self, path: str, content: bytes) -> None:
        target = destination(self.base, f"{self.rel}{path}", self.root)
        write_whole(target, content, relative(target, self.root), elsewhere=False)

    def _is_intact(self, path: str, digest: str) -> bool:
        file = inside(self.base, f"{self.rel}{path}")
        try:
            return file is not None and sha256(file.read_bytes()) == digest
        except OSError:
            return False

    def _gone(self, path: str, files: Mapping[str, str]) -> bool:
        """Remove a file of an earlier order unless this order has it; return whether it is gone."""
        file = inside(self.base, f"{self.rel}{path}")
        if path in files or file is None:
            return False
        try:
            file.unlink()
        except OSError:
            return False
        with contextlib.suppress(OSError):
            file.parent.rmdir()
        return True


class WrittenOrder(Struct, frozen=True):
    """The files of an order; ``made`` are the ones that were not up to date."""

    files: tuple[str, ...]
    made: tuple[str, ...]
    removed: tuple[str, ...]


class _ListedFile(Struct, frozen=True):
    path: str
    sha256: str


class _Record(Struct, frozen=True):
    files: tuple[_ListedFile, ...]


def ordered(order: Path) -> list[str]:
    """Return the files of the last order in a folder, without the record.

    A record that cannot be understood counts as none.
    """
    file = inside(order, RECORD)
    try:
        record = msgspec.json.decode(file.read_bytes() if file else b"", type=_Record)
    except (OSError, ValueError, RecursionError):
        return []
    return [one.path for one in record.files if inside(order, one.path) and one.path != RECORD]

"""The files of one game's output folder: those that are new are written, old ones removed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import PurePosixPath

from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, OutputError, relative
from cardgen.pipeline.executors.units import Pool, Remote, WorkUnit
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import (
    ArtifactEntry,
    Manifest,
    intact,
    read_manifest,
    sha256,
    write_manifest,
)
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.writing import destination, inside, own_folder, write_whole
from cardgen.products.artifact import Artifact
from cardgen.products.planning import ON_REQUEST

_PDF = "cardgen.backend.pdf"
_WRITERS = {".pdf": (_PDF,), ".png": (_PDF, "pypdfium2"), ".jpg": (_PDF, "pypdfium2")}
"""The slowest modules to load that files with such names need."""


class OutputFiles:
    """What one build does in the output folder of a game.

    ``known`` are the files that earlier builds made.
    ``entries`` are the files that there are now, ``made`` and ``removed`` the paths of those that
    this build has written and removed, ``left`` those on record that it did not look after;
    ``before`` is that record.
    Raises OutputError if a folder is a link to another place.
    """

    def __init__(self, request: BuildRequest, game: str) -> None:
        self.request = request
        self.game = game
        self.folder = request.folder / game
        own_folder(self.folder, request.root)
        own_folder(request.folder / CACHE / game, request.root)
        self.entries: list[ArtifactEntry] = []
        self.made: list[str] = []
        self.removed: list[str] = []
        self.left: list[ArtifactEntry] = []
        self.before = read_manifest(self.folder, game)
        self.ledger = Ledger(request.folder, game)
        known = {entry.path: entry for entry in self.before.artifacts}
        # Also what builds have made that ended before they wrote their record.
        known |= {e.path: e for e in self.ledger.found() if e.key or e.path not in known}
        self.known = known

    def write(
        self,
        artifacts: Sequence[Artifact],
        data: Callable[[Artifact], bytes],
        workers: Workers,
        make: Callable[[Artifact, Pool], WorkUnit],
        tell: Callable[[float], None],
    ) -> None:
        """Write the artifacts that are new; ``data`` makes the content of one.

        ``make`` returns the unit that does so elsewhere. ``tell`` hears which share is done.
        Raises OutputError with everything that went wrong.
        """
        due = [one for one in artifacts if not self.take(one.path, one.key)]
        if due:
            # Entered first: pictures of a build that is killed would be nobody's.
            self.ledger.announce(map(_planned_entry, due))
            _load_writers(due)
        failures: list[Diagnostic] = []
        put = workers.map(
            lambda artifact: self._put(artifact, data),
            due,
            Remote(lambda some, pool: make(some[0], pool), self._take),
            tick=lambda done: tell(min(done / len(due), 1.0)),
        )
        for done in put:
            if isinstance(done, ArtifactEntry):
                self.entries.append(done)
                self.made.append(done.path)
            else:
                failures += done
        if failures:
            raise OutputError(*failures)

    def take(self, path: str, key: str) -> bool:
        """Take over a file that is there already; return whether there is one."""
        entry = self.known.get(path)
        if entry is None or entry.key != key or self.request.force:
            return False
        if not intact(self.folder, entry):
            return False
        self.entries.append(entry)
        return True

    def put(self, entry: ArtifactEntry, content: bytes) -> ArtifactEntry:
        """Write a file, in whatever process, and return its entry; raises OutputError."""
        target, root = destination(self.folder, entry.path, self.request.root), self.request.root
        write_whole(target, content, relative(target, root))
        return replace(entry, sha256=sha256(content))

    def _put(
        self, artifact: Artifact, data: Callable[[Artifact], bytes]
    ) -> ArtifactEntry | tuple[Diagnostic, ...]:
        """Make a file and put it in place; return why if that is impossible.

        The bytes stay in this process: a thousand pictures at once would fill the memory.
        """
        try:
            entry = replace(_planned_entry(artifact), key=artifact.key)
            return self.put(entry, data(artifact))
        except CardgenError as error:
            return tuple(error.diagnostics)

    def _take(
        self, artifact: Artifact, content: bytes | tuple[Diagnostic, ...]
    ) -> ArtifactEntry | tuple[Diagnostic, ...]:
        """Put a file in place that another process has made."""
        return self._put(artifact, lambda _: content) if isinstance(content, bytes) else content

    def prune(self) -> None:
        """Remove files of earlier builds that no product claims any more.

        What this build did not ask for stays on record, and so does what cannot be removed.
        Artifacts are of the kind that their product is named by.
        """
        claimed, options = {entry.path for entry in self.entries}, self.request.options
        for entry in self.known.values():
            path = inside(self.folder, entry.path)
            if entry.path in claimed or path is None:  # None: never a file of ours
                continue
            if options.includes(entry.kind, entry.variant, entry.kind not in ON_REQUEST):
                with contextlib.suppress(OSError):
                    path.unlink()
                    self.removed.append(entry.path)
            if path.exists():
                self.entries.append(entry)
                self.left.append(entry)

    def record(self, manifest: Manifest) -> None:
        """Write ``build.json``, if it says anything new, and the same files into the ledger."""
        self.ledger.replace(self.entries)
        write_manifest(self.folder, manifest, self.request.root)


def _planned_entry(artifact: Artifact) -> ArtifactEntry:
    return ArtifactEntry(artifact.path, artifact.kind, variant=artifact.variant)


def _load_writers(due: Sequence[Artifact]) -> None:
    """Load what writes such files: here, or each process would load it for itself."""
    suffixes = {PurePosixPath(artifact.path).suffix for artifact in due}
    for name in sorted({name for suffix in suffixes for name in _WRITERS.get(suffix, ())}):
        import_module(name)

"""The writer of all files below output/: it writes new artifacts and removes stale files.

Builds and features describe their files as artifacts. A file with the same key and with intact
bytes is not written again.
"""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, OutputError, relative
from cardgen.pipeline.executors.units import Pool, Remote, WorkUnit
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry, is_intact, sha256
from cardgen.pipeline.output_lock import lock_folder
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.writing import write_all
from cardgen.products.artifact import Artifact, content_artifact

_PDF = "cardgen.backend.pdf"
_WRITERS = {".pdf": (_PDF,), ".png": (_PDF, "pypdfium2"), ".jpg": (_PDF, "pypdfium2")}
"""The modules that write files with these suffixes, if they load slowly."""


class OutputFiles:
    """The files of one owner, and what one command does with them.

    ``old_entries`` are the files of earlier commands, from the ledger and from a record beside the
    files (``listed``). ``entries`` are the present files, both by path. ``made`` and ``removed``
    are the paths that this command has written and removed; ``unclaimed`` are old entries outside
    its request. With ``force``, it makes all files again. ``is_movable`` is True if the user can
    choose another folder with `--output`.
    Raises OutputError if a folder is a link to another place.
    """

    def __init__(
        self,
        ledger: Ledger,
        root: Path,
        listed: Iterable[ArtifactEntry] = (),
        force: bool = False,
        is_movable: bool = True,
    ) -> None:
        ledger.refuse_links(root)
        self.ledger = ledger
        self.root = root
        self.force = force
        self.is_movable = is_movable
        self.entries: dict[str, ArtifactEntry] = {}
        self.made: list[str] = []
        self.removed: list[str] = []
        self.unclaimed: list[ArtifactEntry] = []
        old = {entry.path: entry for entry in listed}
        # The ledger also has the files of a command that was killed before it wrote its record.
        old |= {e.path: e for e in ledger.existing_entries() if e.key or e.path not in old}
        self.old_entries = old

    def write(
        self,
        artifacts: Sequence[Artifact],
        data: Callable[[Artifact], bytes],
        workers: Workers,
        report_progress: Callable[[float], None],
        make: Callable[[Artifact, Pool], WorkUnit] | None = None,
    ) -> None:
        """Make each new artifact with ``data`` and write it at once.

        ``make`` returns the unit of work for a process without shared memory. ``report_progress``
        gets the finished share of the work. Raises OutputError with all diagnostics.
        """
        # Pictures take longest. They are begun first, so that no process waits for one at the end.
        due = sorted(self._due(artifacts), key=lambda artifact: not _is_picture(artifact))
        if due:
            _load_writers(due)
        failures: list[Diagnostic] = []
        results = workers.map(
            lambda artifact: self._make(artifact, data),
            due,
            Remote(lambda artifacts, pool: make(artifacts[0], pool), self._take) if make else None,
            tick=lambda count: report_progress(min(count / len(due), 1.0)),
        )
        by_path = {artifact.path: result for artifact, result in zip(due, results, strict=True)}
        for result in (by_path[a.path] for a in artifacts if a.path in by_path):
            if isinstance(result, ArtifactEntry):
                self.entries[result.path] = result
                self.made.append(result.path)
            else:
                failures += result
        if failures:
            raise OutputError(*failures)

    def write_together(
        self, artifacts: Sequence[Artifact], data: Callable[[Artifact], bytes]
    ) -> None:
        """Write the new artifacts, all of them or none; files with equal bytes stay."""
        contents = [(_planned_entry(artifact), data(artifact)) for artifact in self._due(artifacts)]
        new = {e.path: content for e, content in contents if not self._holds(e.path, content)}
        self._write(new)
        self.made += new
        for entry, content in contents:
            self.entries[entry.path] = replace(entry, sha256=sha256(content))

    def take(self, path: str, key: str) -> bool:
        """Keep an intact file with this key; return False if there is none."""
        entry = self.old_entries.get(path)
        if entry is None or entry.key != key or self.force or not self.ledger.is_intact(entry):
            return False
        self.entries[path] = entry
        return True

    def put(self, entry: ArtifactEntry, content: bytes) -> ArtifactEntry:
        """Write a file, unless it has these bytes already, and return its entry."""
        if not self._holds(entry.path, content):
            self._write({entry.path: content})
            self.made.append(entry.path)
        self.entries[entry.path] = replace(entry, sha256=sha256(content))
        return self.entries[entry.path]

    def prune(self, is_unwanted: Callable[[ArtifactEntry], bool] = lambda entry: True) -> None:
        """Remove unwanted old files that are not among the entries.

        Other old files stay in the ledger, and so do files that cannot be removed.
        """
        for entry in self.old_entries.values():
            path = self.ledger.file(entry.path)
            if entry.path in self.entries or path is None:  # None: outside of the folder
                continue
            if is_unwanted(entry):
                with contextlib.suppress(OSError):
                    path.unlink()
                    self.removed.append(entry.path)
                    for parent in path.parents[: len(PurePosixPath(entry.path).parents) - 1]:
                        parent.rmdir()  # if that was the last file in it
            if path.exists():
                self.entries[entry.path] = entry
                self.unclaimed.append(entry)

    def record(self) -> None:
        """Enter the files that there are now into the ledger, in place of all others."""
        self.ledger.replace(self.entries.values())

    def _due(self, artifacts: Sequence[Artifact]) -> list[Artifact]:
        """Return the artifacts to make, and enter them into the ledger.

        The ledger lists them before they are written: a killed process leaves no unknown files.
        """
        due = [artifact for artifact in artifacts if not self.take(artifact.path, artifact.key)]
        self.ledger.announce(replace(_planned_entry(artifact), key="") for artifact in due)
        return due

    def _make(
        self, artifact: Artifact, data: Callable[[Artifact], bytes]
    ) -> ArtifactEntry | tuple[Diagnostic, ...]:
        """Make a file and write it, in any process; return its entry, or the diagnostics.

        The bytes stay in this process: a thousand pictures at once would fill the memory.
        """
        try:
            content = data(artifact)
            self._write({artifact.path: content})
        except CardgenError as error:
            return tuple(error.diagnostics)
        return replace(_planned_entry(artifact), sha256=sha256(content))

    def _take(
        self, artifact: Artifact, content: bytes | tuple[Diagnostic, ...]
    ) -> ArtifactEntry | tuple[Diagnostic, ...]:
        return self._make(artifact, lambda _: content) if isinstance(content, bytes) else content

    def _write(self, contents: Mapping[str, bytes]) -> None:
        targets = {self._destination(path): content for path, content in contents.items()}
        write_all(targets, lambda target: relative(target, self.root), self.is_movable)

    def _destination(self, path: str) -> Path:
        return self.ledger.destination(path, self.root)

    def _holds(self, path: str, content: bytes) -> bool:
        try:
            return self._destination(path).read_bytes() == content
        except OSError:
            return False


class WrittenFiles(Struct, frozen=True):
    """The paths of all files of one owner, of the new ones and of the removed ones."""

    files: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def write_folder(
    request: BuildRequest,
    game: str,
    owner: str,
    artifacts: Sequence[Artifact],
    data: Callable[[Artifact], bytes],
    is_unwanted: Callable[[str], bool] = lambda path: True,
) -> WrittenFiles:
    """Write all artifacts of an owner below the folder of a game, or none of them.

    Remove other files of the owner whose paths are unwanted. Raises OutputError.
    """
    root, folder = request.root, request.folder / game
    if not artifacts and not folder.is_dir():
        return WrittenFiles()

    def shown(paths: Iterable[str]) -> tuple[str, ...]:
        return tuple(relative(folder / path, root) for path in paths)

    with lock_folder(request.folder, lambda: None, relative(request.folder, root)):
        files = OutputFiles(Ledger(request.folder, game, owner), root, force=request.force)
        files.write_together(artifacts, data)
        files.prune(lambda entry: is_unwanted(entry.path))
        files.record()
    paths = sorted(artifact.path for artifact in artifacts)
    return WrittenFiles(shown(paths), shown(files.made), shown(files.removed))


def write_contents(
    request: BuildRequest,
    game: str,
    owner: str,
    contents: Mapping[str, bytes],
    keys: Mapping[str, str] = MappingProxyType({}),
    is_unwanted: Callable[[str], bool] = lambda path: True,
) -> WrittenFiles:
    """Write files with known contents as `write_folder` does; the default key is their digest."""
    artifacts = [
        content_artifact(path, owner, content, keys.get(path, ""))
        for path, content in contents.items()
    ]
    return write_folder(
        request, game, owner, artifacts, lambda artifact: contents[artifact.path], is_unwanted
    )


def intact_files(request: BuildRequest, game: str, owner: str) -> dict[str, Path]:
    """Return the unchanged files of an owner, by key."""
    home = request.folder / game
    entries = Ledger(request.folder, game, owner).entries()
    return {entry.key: home / entry.path for entry in entries if is_intact(home, entry)}


def _planned_entry(artifact: Artifact) -> ArtifactEntry:
    return ArtifactEntry(artifact.path, artifact.kind, artifact.key, variant=artifact.variant)


def _is_picture(artifact: Artifact) -> bool:
    return PurePosixPath(artifact.path).suffix in (".png", ".jpg")


def _load_writers(due: Sequence[Artifact]) -> None:
    """Load the modules that write these files, once, before other processes are forked."""
    suffixes = {PurePosixPath(artifact.path).suffix for artifact in due}
    for name in sorted({name for suffix in suffixes for name in _WRITERS.get(suffix, ())}):
        import_module(name)

"""Writes files together with a record that lists them, also into a folder of the user.

The next command finds the files through the record. It is written twice: before the files, without
digests, and after all files, with digests.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgen.core.diagnostics import relative
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry
from cardgen.pipeline.output_files import OutputFiles, WrittenFiles
from cardgen.pipeline.output_lock import lock_folder
from cardgen.pipeline.writing import path_inside
from cardgen.products.artifact import Artifact, content_artifact


class FileRecord(Struct, frozen=True):
    """A JSON file that lists other files of its folder, all of one kind.

    ``content`` returns its bytes from the digests by path, and from True if all files are complete.
    The JSON has a list ``files`` of objects with ``path`` and ``sha256``.
    """

    path: str
    kind: str
    content: Callable[[Mapping[str, str], bool], bytes]


def write_with_record(
    build: GameBuild,
    ledger: Ledger,
    artifacts: Sequence[Artifact],
    contents: Mapping[str, bytes],
    record: FileRecord,
    report_progress: Callable[[float], None],
) -> WrittenFiles:
    """Write artifacts, files with known contents, and the record that lists both.

    Files that only the old record lists are removed. In the result, only artifacts count as made.
    Raises OutputError with all diagnostics.
    """
    output, kind = build.request.folder, record.kind
    with lock_folder(output, lambda: None, relative(output, build.root)):
        before = {entry.path: entry for entry in read_file_record(ledger.folder, record.path, kind)}
        files = OutputFiles(ledger, build.root, before.values(), is_movable=False)
        planned = list(artifacts)
        planned += (content_artifact(path, kind, content) for path, content in contents.items())
        names = sorted(artifact.path for artifact in planned)
        entry = ArtifactEntry(record.path, kind)
        ledger.announce([entry])
        files.put(entry, record.content(dict.fromkeys([*names, *before], ""), False))
        files.write(planned, build.data, build.workers, report_progress)
        files.prune(lambda entry: entry.path in before)
        digests = {path: files.entries[path].sha256 for path in names}
        written_paths = tuple(path for path in files.made if path not in (*contents, record.path))
        files.put(entry, record.content(digests, True))
        files.record()
    return WrittenFiles(tuple(sorted((*names, record.path))), written_paths, tuple(files.removed))


class _ListedFile(Struct, frozen=True):
    path: str
    sha256: str


class _ListedFiles(Struct, frozen=True):
    files: tuple[_ListedFile, ...]


def read_file_record(folder: Path, path: str, kind: str) -> list[ArtifactEntry]:
    """Return the entries of the files that a record lists; none if the record is unusable."""
    file = path_inside(folder, path)
    try:
        record = msgspec.json.decode(file.read_bytes() if file else b"", type=_ListedFiles)
    except (OSError, ValueError, RecursionError):
        return []
    return [
        ArtifactEntry(listed.path, kind, sha256=listed.sha256)
        for listed in record.files
        if path_inside(folder, listed.path) and listed.path != path
    ]

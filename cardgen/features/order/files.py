"""Write the files of an order and its record, ``report.json``, which lists them.

The next order reads the record, also in a folder of the user. The record is written twice: first
without digests, then with them when all files are in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgen.api import GameBuild
from cardgen.features.order.planning import KIND, OrderPlan
from cardgen.features.order.report import document
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry
from cardgen.pipeline.output_files import OutputFiles, WrittenFiles
from cardgen.pipeline.writing import inside
from cardgen.products.artifact import Artifact, content_artifact

RECORD = "report.json"


def write_order(
    ledger: Ledger,
    plan: OrderPlan,
    artifacts: Sequence[Artifact],
    lists: Mapping[str, bytes],
    build: GameBuild,
    tell: Callable[[float], None],
) -> WrittenFiles:
    """Write the files of an order, then the record; raises OutputError with all diagnostics."""
    before = {entry.path: entry for entry in ordered(ledger.folder)}
    files = OutputFiles(ledger, build.root, before.values(), is_movable=False)
    artifacts = [*artifacts, *(content_artifact(path, KIND, lists[path]) for path in lists)]
    names = sorted(artifact.path for artifact in artifacts)
    record = ArtifactEntry(RECORD, KIND)
    ledger.announce([record])
    files.put(record, document(plan, dict.fromkeys([*names, *before], ""), finished=False))
    files.write(artifacts, build.data, build.workers, tell)
    files.prune(lambda entry: entry.path in before)
    digests = {path: files.entries[path].sha256 for path in names}
    made = tuple(path for path in files.made if path not in (*lists, RECORD))
    files.put(record, document(plan, digests, finished=True))
    files.record()
    return WrittenFiles(tuple(sorted((*names, RECORD))), made, tuple(files.removed))


class _ListedFile(Struct, frozen=True):
    path: str
    sha256: str


class _Record(Struct, frozen=True):
    files: tuple[_ListedFile, ...]


def ordered(order: Path) -> list[ArtifactEntry]:
    """Return the files of the last order in a folder, without the record.

    A record that cannot be understood counts as none.
    """
    file = inside(order, RECORD)
    try:
        record = msgspec.json.decode(file.read_bytes() if file else b"", type=_Record)
    except (OSError, ValueError, RecursionError):
        return []
    return [
        ArtifactEntry(listed.path, KIND, sha256=listed.sha256)
        for listed in record.files
        if inside(order, listed.path) and listed.path != RECORD
    ]

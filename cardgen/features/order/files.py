"""The files of an order, and the record that names them: ``report.json``.

The record is beside the files, so that the next order knows them also in a folder that the user
has named. It is written first without digests, and last with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from cardgen.api import LaidGame
from cardgen.features.order.planning import KIND, OrderPlan
from cardgen.features.order.report import document
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry
from cardgen.pipeline.output_files import OutputFiles, WrittenFiles
from cardgen.pipeline.writing import inside
from cardgen.products.artifact import Artifact, finished

RECORD = "report.json"


def write_order(
    ledger: Ledger,
    plan: OrderPlan,
    artifacts: Sequence[Artifact],
    lists: Mapping[str, bytes],
    laid: LaidGame,
    tell: Callable[[float], None],
) -> WrittenFiles:
    """Write the files of an order, the record last; raises OutputError with all that went wrong."""
    before = {entry.path: entry for entry in ordered(ledger.folder)}
    files = OutputFiles(ledger, laid.root, before.values(), movable=False)
    artifacts = [*artifacts, *(finished(path, KIND, lists[path]) for path in lists)]
    names = sorted(artifact.path for artifact in artifacts)
    record = ArtifactEntry(RECORD, KIND)
    ledger.announce([record])
    files.put(record, document(plan, dict.fromkeys([*names, *before], ""), finished=False))
    files.write(artifacts, laid.data, laid.workers, tell)
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
        ArtifactEntry(one.path, KIND, sha256=one.sha256)
        for one in record.files
        if inside(order, one.path) and one.path != RECORD
    ]

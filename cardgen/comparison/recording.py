"""Record the present state of a game as the printed one, in files beside its data."""

from __future__ import annotations

import contextlib
from pathlib import Path

from msgspec import Struct

from cardgen.api import BuildRequest
from cardgen.comparison.baseline import head_with
from cardgen.comparison.edition import edition
from cardgen.comparison.pictures import pictures_file, write_pictures
from cardgen.comparison.snapshot import Snapshot
from cardgen.comparison.state_file import StateRecord, printed_file, read_printed
from cardgen.core.diagnostics import Diagnostics, LayoutError, SourceError
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import confine


class PrintedReport(Struct, frozen=True):
    """What was recorded and where; ``changed`` tells whether it differs from before."""

    path: str
    snapshot: Snapshot
    commit: str
    changed: bool
    diagnostics: Diagnostics


def record_printed(root: Path, game: str, output: Path | None = None) -> PrintedReport:
    """Record the present state of a game as the printed one, as `cardgen printed` does.

    Raises CardgenError for a game with errors, and writes nothing then.
    """
    request = BuildRequest(root, output=output)
    now = edition(request, game)
    if now.broken:
        raise LayoutError(*now.found)
    path, pictures = printed_file(game), pictures_file(game)
    file = confine(root, path)
    record = None
    with contextlib.suppress(SourceError):  # an unreadable record is replaced
        record = read_printed(root, game)
    is_same = record is not None and record.snapshot == now.snapshot
    changed = not is_same or not (root / pictures).exists()
    if record is None or changed:
        record = StateRecord(now.snapshot, head_with(request, now.snapshot))
        data = write_pictures(now.drawn, now.build.library)
        write_whole(confine(root, pictures), data, pictures, elsewhere=False)
        write_whole(file, record.dump(), path, elsewhere=False)
    found = Diagnostics()
    found.extend(now.found)
    return PrintedReport(path, now.snapshot, record.commit, changed, found)

"""Remember a game as printed: what `cardgen printed` does."""

from __future__ import annotations

import contextlib
from pathlib import Path

from msgspec import Struct

from cardgen.api import BuildRequest
from cardgen.core.diagnostics import Diagnostics, LayoutError, SourceError
from cardgen.features.revision.baseline import folders_of
from cardgen.features.revision.edition import edition
from cardgen.features.revision.git import Repository
from cardgen.features.revision.pictures import pictures_file, write_pictures
from cardgen.features.revision.snapshot import Snapshot
from cardgen.features.revision.state_file import StateRecord, printed_file, read_printed
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import confine


class PrintedReport(Struct, frozen=True):
    """What was recorded and where; ``changed`` tells whether it differs from before."""

    path: str
    snapshot: Snapshot
    commit: str
    changed: bool
    diagnostics: Diagnostics


def printed(root: Path, game: str, output: Path | None = None) -> PrintedReport:
    """Record the present state of a game as the printed one.

    Raises CardgenError for a game with errors, and writes nothing then.
    """
    made = edition(BuildRequest(root, output=output), game)
    if made.broken:
        raise LayoutError(*made.found)
    path = printed_file(game)
    file = confine(root, path)
    old = None
    with contextlib.suppress(SourceError):  # an unreadable record is replaced
        old = read_printed(root, game)
    pictures = pictures_file(game)
    changed = old is None or old.snapshot != made.snapshot or not (root / pictures).exists()
    record = StateRecord(made.snapshot, _commit(root, game))
    if changed:
        shown = write_pictures(made.drawn, made.laid.library)
        write_whole(confine(root, pictures), shown, pictures, elsewhere=False)
        write_whole(file, record.dump(), path, elsewhere=False)
    elif old is not None:
        record = old
    found = Diagnostics()
    found.extend(made.found)
    return PrintedReport(path, made.snapshot, record.commit, changed, found)


def _commit(root: Path, game: str) -> str:
    """Return HEAD if it holds the game's files as they are, else an empty string."""
    try:
        repository = Repository(root)
        head = repository.commit("HEAD")
        same = repository.holds(
            head, folders_of(game), but=(printed_file(game), pictures_file(game))
        )
        return head if same else ""
    except SourceError:
        return ""

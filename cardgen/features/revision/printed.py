"""Remember a game as printed: what `cardgen printed` does."""

from __future__ import annotations

import contextlib
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct

from cardgen.api import BuildRequest
from cardgen.comparison.baseline import of_commit
from cardgen.comparison.edition import edition
from cardgen.comparison.git import Repository
from cardgen.comparison.pictures import pictures_file, write_pictures
from cardgen.comparison.snapshot import Snapshot
from cardgen.comparison.state_file import StateRecord, printed_file, read_printed
from cardgen.core.diagnostics import CardgenError, Diagnostics, LayoutError, SourceError
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
    request = BuildRequest(root, output=output)
    made = edition(request, game)
    if made.broken:
        raise LayoutError(*made.found)
    path = printed_file(game)
    file = confine(root, path)
    old = None
    with contextlib.suppress(SourceError):  # an unreadable record is replaced
        old = read_printed(root, game)
    record = old
    pictures = pictures_file(game)
    changed = old is None or old.snapshot != made.snapshot or not (root / pictures).exists()
    if record is None or changed:
        record = StateRecord(made.snapshot, _commit(request, game, made.snapshot))
        shown = write_pictures(made.drawn, made.build.library)
        write_whole(confine(root, pictures), shown, pictures, elsewhere=False)
        write_whole(file, record.dump(), path, elsewhere=False)
    found = Diagnostics()
    found.extend(made.found)
    return PrintedReport(path, made.snapshot, record.commit, changed, found)


def _commit(request: BuildRequest, game: str, state: Snapshot) -> str:
    """Return HEAD if the game looked just so in it, else an empty string."""
    with ExitStack() as stack, contextlib.suppress(CardgenError):
        head = Repository(request.root).commit("HEAD")
        if of_commit(request, game, head, stack).snapshot == state:
            return head
    return ""

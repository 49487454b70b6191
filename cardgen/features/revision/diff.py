"""Compare a game with an earlier state of it, as `cardgen diff` does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, PrintOptions
from cardgen.comparison.changes import Changes
from cardgen.comparison.comparison import Comparison, open_comparison
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.pipeline.writing import write_whole

if TYPE_CHECKING:
    from cardgen.features.revision.pull_list import PullSection


class DiffReport(Struct, frozen=True):
    """The differences between a game and ``against``, with notes for the reader.

    ``written`` are the paths of the files that show them. Of a reprint, ``pulls`` is the pull list
    and ``removed`` are old files that are gone.
    """

    game: str
    title: str
    against: str
    changes: Changes
    diagnostics: Diagnostics
    notes: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    pulls: tuple[PullSection, ...] = ()
    removed: tuple[str, ...] = ()


def report_of(done: Comparison) -> DiffReport:
    """Report on a comparison, without files."""
    game, base = done.now.game, done.base
    return DiffReport(game.id, game.title, base.name, done.changes, done.diagnostics, done.notes)


def diff(
    request: BuildRequest, game: str, against: str | None = None, page: Path | None = None
) -> DiffReport:
    """Compare; with ``page``, also write a page with before and after side by side.

    ``against`` is ``printed``, ``build`` or a git revision; by default it is what was printed or,
    if nothing was, the last build. Raises CardgenError if either state has errors or is missing.
    """
    with open_comparison(request, game, against) as comparison:
        report = report_of(comparison)
        if page is not None:
            from cardgen.features.revision.pages import change_html

            path = relative(page, request.root)
            write_whole(page, change_html(comparison), path, elsewhere=False)
            report = replace(report, written=(path,))
    return report


def changed_cards(request: BuildRequest, game: str) -> dict[str, dict[str, int]]:
    """Return the number of copies to add to the printed game, by deck and card.

    The products and papers of the request are not asked for: the whole game is compared.
    Raises CardgenError if there is no earlier state.
    """
    return diff(replace(request, options=PrintOptions()), game).changes.copies

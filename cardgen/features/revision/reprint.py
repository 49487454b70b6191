"""Print the changes with a pull list, as `cardgen reprint` does."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.api import BuildRequest
from cardgen.comparison.changes import Changes
from cardgen.comparison.comparison import open_comparison
from cardgen.features.revision.diff import DiffReport, report_of
from cardgen.features.revision.pull_list import pull_list, pull_states
from cardgen.pipeline.output_files import write_folder
from cardgen.products.artifact import content_artifact
from cardgen.products.parts import Parts, changed_sheets, plan_parts
from cardgen.products.request import ProductRequest

FOLDER = "reprint"
PULL_LIST = f"{FOLDER}/pull-list"


def reprint(request: BuildRequest, game: str, against: str | None = None) -> DiffReport:
    """Write sheets with only what changed, and a pull list, to ``<output>/<game>/reprint/``.

    ``against`` is as for `cardgen.features.revision.diff.diff`. Remove old files of an
    earlier reprint. If the printed copy is up to date, write nothing. Raises CardgenError.
    """
    with open_comparison(request, game, against) as comparison:
        report, now = report_of(comparison), comparison.now
        changes = report.changes
        plan = now.build.product_request(report.diagnostics)
        version = now.snapshot.printing(now.game.version or "unnumbered")
        plan = replace(plan, game=replace(now.game, version=version))
        parts = parts_to_print(plan, changes)
        pulls = pull_list(changes, plan.papers, parts.sheets)
        artifacts = plan_parts(plan, parts, FOLDER) if pulls else []
        if pulls:
            from cardgen.features.revision.pages import pull_pages

            states = pull_states(comparison.base.name, changes)
            pages = pull_pages(PULL_LIST, now.game.title, states, pulls)
            artifacts += (content_artifact(path, FOLDER, page) for path, page in pages.items())
        files = write_folder(request, game, FOLDER, artifacts, now.build.data)
    return replace(report, written=files.files, pulls=pulls, removed=files.removed)


def parts_to_print(plan: ProductRequest, changes: Changes) -> Parts:
    """Return what to print so that the printed copy becomes the present game.

    Raises ImpositionError for a booklet with too many pages for its fold.
    """
    return Parts(
        changes.copies,
        {board.id: board.tiles for board in changes.boards if board.new is not None},
        {
            one.id: changed_sheets(plan, one.id, one.old.looks if one.old else None, one.new.looks)
            for one in changes.booklets
            if one.new is not None
        },
        frozenset(piece.id for piece in changes.pieces if piece.new is not None),
    )

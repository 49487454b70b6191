"""Print the changes with a pull list, as `cardgen reprint` does."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.api import BuildRequest
from cardgen.comparison.baseline import compared
from cardgen.comparison.wording import printing_wording
from cardgen.core.diagnostics import Diagnostic
from cardgen.features.revision.diff import DiffReport, report_of
from cardgen.features.revision.hooks import FOLDER
from cardgen.features.revision.pull_list import pull_list, pull_states
from cardgen.features.revision.reprint_sheets import folds_of, reprints
from cardgen.pipeline.output_files import write_folder
from cardgen.products.artifact import Artifact, content_artifact

PULL_LIST = f"{FOLDER}/pull-list"


def reprint(request: BuildRequest, game: str, against: str | None = None) -> DiffReport:
    """Write sheets with only what changed, and a pull list, to ``<output>/<game>/reprint/``.

    ``against`` is as for `cardgen.features.revision.diff.diff`. Remove old files of an
    earlier reprint. If the printed copy is up to date, write nothing. Raises CardgenError.
    """
    with compared(request, game, against) as (base, now):
        report = report_of(base, now)
        changes = report.changes
        warnings: list[Diagnostic] = []
        plan = now.build.product_request(warnings)
        version = printing_wording(now.game.version or "unnumbered", now.snapshot)
        plan = replace(plan, game=replace(now.game, version=version))
        pulls = pull_list(changes, plan.papers, folds_of(plan))
        artifacts: list[Artifact] = []
        if pulls:
            from cardgen.features.revision.pages import pull_pages

            pages = pull_pages(PULL_LIST, now.game.title, pull_states(base.name, changes), pulls)
            lists = (content_artifact(path, FOLDER, content) for path, content in pages.items())
            artifacts = [*reprints(plan, changes), *lists]
        report.diagnostics.extend(warnings)
        files = write_folder(request, game, FOLDER, artifacts, now.build.data)
    return replace(report, written=files.files, pulls=pulls, removed=files.removed)

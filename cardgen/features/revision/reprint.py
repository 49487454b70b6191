"""Print the changes with a pull list, as `cardgen reprint` does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from cardgen.api import BuildRequest
from cardgen.core.diagnostics import Diagnostic
from cardgen.features.revision.baseline import compared
from cardgen.features.revision.changes import Changes
from cardgen.features.revision.diff import DiffReport, report_of
from cardgen.features.revision.edition import Edition
from cardgen.features.revision.hooks import FOLDER
from cardgen.features.revision.pull_list import PullSection, pull_list, pull_states
from cardgen.features.revision.reprint_sheets import folds_of, reprints
from cardgen.features.revision.wording import printing_wording
from cardgen.pipeline.output_files import write_folder
from cardgen.products.artifact import Artifact, content_artifact
from cardgen.products.request import ProductRequest

PULL_LIST = f"{FOLDER}/pull-list"


class ReprintReport(DiffReport, frozen=True):
    """What differs, the files to print and the pull list; paths are as in diagnostics."""

    pulls: tuple[PullSection, ...] = ()
    removed: tuple[str, ...] = ()


def reprint(request: BuildRequest, game: str, against: str | None = None) -> ReprintReport:
    """Write sheets with only what changed, and a pull list, to ``<output>/<game>/reprint/``.

    ``against`` is as for `cardgen.features.revision.diff.diff`. Remove old files of an
    earlier reprint. If the printed copy is up to date, write nothing. Raises CardgenError.
    """
    with compared(request, game, against) as (base, now):
        done = report_of(base, now)
        changes = done.changes
        warnings: list[Diagnostic] = []
        wanted = now.build.product_request(warnings)
        version = printing_wording(now.game.version or "unnumbered", now.snapshot)
        wanted = replace(wanted, game=replace(now.game, version=version))
        pulls = pull_list(changes, wanted.papers, folds_of(wanted))
        artifacts = _artifacts(now, wanted, changes, base.name, pulls) if pulls else []
        done.diagnostics.extend(warnings)
        files = write_folder(request, game, FOLDER, artifacts, now.build.data)
    about = {**asdict(done), "written": files.files}
    return ReprintReport(**about, pulls=pulls, removed=files.removed)


def _artifacts(
    now: Edition,
    wanted: ProductRequest,
    changes: Changes,
    against: str,
    pulls: Sequence[PullSection],
) -> list[Artifact]:
    """Describe every file of a reprint."""
    from cardgen.features.revision.pages import pull_pages

    pages = pull_pages(PULL_LIST, now.game.title, pull_states(against, changes), pulls)
    lists = [content_artifact(path, FOLDER, content) for path, content in pages.items()]
    return [*reprints(wanted, changes), *lists]
